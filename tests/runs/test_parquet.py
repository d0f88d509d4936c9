"""What `analyser.parquet` writes is what Polars reads: every dtype and width; and what does not fit is refused."""

import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from polars.testing import assert_frame_equal

from analyser import parquet
from analyser.parquet import Column, Counting, DataType, encode

ROOT = Path(__file__).resolve().parents[2]
LIMITS: dict[type[pl.DataType], tuple[int, int]] = {
    pl.UInt8: (0, 2**8 - 1),
    pl.UInt16: (0, 2**16 - 1),
    pl.UInt32: (0, 2**32 - 1),
    pl.UInt64: (0, 2**64 - 1),
    pl.Int8: (-(2**7), 2**7 - 1),
    pl.Int16: (-(2**15), 2**15 - 1),
    pl.Int32: (-(2**31), 2**31 - 1),
    pl.Int64: (-(2**63), 2**63 - 1),
}
CODE_TYPES = (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64)
ROW_COUNTS = (1, 2, 7, 8, 9, 63, 64, 65, 127, 128, 129, 130, 161, 1000)
TWELFTHS = [k / 12 for k in range(13)]


def random_codes(n_rows: int, lowest: int, highest: int, dtype: Any = np.int32) -> NDArray[Any]:
    """Random codes that begin with the lowest and end with the highest; one alone is the highest."""
    codes = np.random.default_rng(n_rows).integers(lowest, highest, n_rows, dtype, endpoint=True)
    codes[:1], codes[-1:] = lowest, highest
    return codes


def assert_reads_back(column: Column | Counting, expected: Sequence[Any] | NDArray[Any]) -> None:
    """The column comes back with its dtype, between two others."""
    before, after = np.arange(column.n_rows), np.zeros(column.n_rows, np.int64)
    table = pl.read_parquet(encode([Column("before", pl.Int64, before), column, Column("after", pl.UInt8, after)]))
    series = pl.Series(list(expected), dtype=column.dtype)
    wanted = pl.DataFrame({"before": before, column.name: series, "after": after.astype(np.uint8)})
    assert_frame_equal(table, wanted, check_exact=True)


class TestDictionary:
    @pytest.mark.parametrize("width", range(1, 17))
    def test_every_width_takes_its_bits_and_no_more(self, width: int) -> None:
        n_rows = 5 * 2**width // 2 + 1003
        codes = random_codes(n_rows, 0, 2**width - 1)
        assert_reads_back(Column("a", pl.UInt16, codes), codes)
        assert len(encode([Column("a", pl.UInt16, codes)])) < 4 * 2**width + n_rows * width / 8 + 1000

    @pytest.mark.parametrize("width", range(1, 17))
    def test_every_width_of_a_few_texts(self, width: int) -> None:
        values = [f"{k:x}" for k in range(2**width)]
        codes = random_codes(77, 0, 2**width - 1)
        assert_reads_back(Column("a", pl.String, codes, values), [values[code] for code in codes])

    @pytest.mark.parametrize("n_rows", ROW_COUNTS)
    def test_row_counts(self, n_rows: int) -> None:
        codes = random_codes(n_rows, 10, 40)
        assert_reads_back(Column("score", pl.Int16, codes), codes)

    @pytest.mark.parametrize("dtype", LIMITS)
    @pytest.mark.parametrize("end", (0, 1))
    def test_near_both_ends_of_every_dtype(self, dtype: type[pl.DataType], end: int) -> None:
        code_type = np.uint64 if dtype is pl.UInt64 else np.int64
        lowest = max(LIMITS[dtype][end] - 5, LIMITS[dtype][0])
        codes = random_codes(500, lowest, min(lowest + 5, LIMITS[dtype][1]), code_type)
        assert_reads_back(Column("a", dtype, codes), codes)

    @pytest.mark.parametrize("code_type", CODE_TYPES)
    def test_codes_of_any_type(self, code_type: type[np.integer[Any]]) -> None:
        limits = np.iinfo(code_type)
        lowest, highest = max(int(limits.min), -300), min(int(limits.max), 300)
        codes = random_codes(3001, lowest, highest, code_type)
        assert_reads_back(Column("a", pl.Int16, codes), codes)

    def test_codes_that_are_strided_unaligned_or_read_only(self) -> None:
        codes = random_codes(999, -3, 20)
        strided = np.repeat(codes, 2)[::2]
        unaligned = np.frombuffer(b"x" + codes.tobytes(), np.int32, offset=1)
        table = [Column(str(k), pl.Int8, c) for k, c in enumerate((codes, strided, unaligned))]
        wanted = pl.DataFrame({str(k): codes.astype(np.int8) for k in range(3)})
        assert_frame_equal(pl.read_parquet(encode(table)), wanted)

    def test_floats(self) -> None:
        codes = random_codes(1000, 0, 12)
        win = np.array(TWELFTHS)[codes]
        assert_reads_back(Column("win", pl.Float32, codes, TWELFTHS), win.astype(np.float32))
        assert_reads_back(Column("win", pl.Float64, codes, TWELFTHS), win)
        assert_reads_back(Column("win", pl.Float32, codes), codes.astype(np.float32))

    def test_odd_floats(self) -> None:
        values = [float("nan"), -0.0, float("inf"), 0.0, -1e30]
        column = Column("a", pl.Float64, np.arange(100) % 5, values)
        assert np.array_equal(pl.read_parquet(encode([column]))["a"], values * 20, equal_nan=True)

    def test_values_in_any_order(self) -> None:
        codes = random_codes(100, 0, 3)
        assert_reads_back(Column("a", pl.Int8, codes, [5, -7, 100, 5]), np.array([5, -7, 100, 5])[codes])

    @pytest.mark.parametrize("dtype", [*LIMITS, pl.Float32, pl.Float64])
    def test_one_value(self, dtype: type[pl.DataType]) -> None:
        assert_reads_back(Column("a", dtype, np.full(1000, 7, np.int32)), [7] * 1000)
        assert_reads_back(Column("a", dtype, np.full(1000, 1, np.int32), [3, 4, 5]), [4] * 1000)

    def test_one_value_costs_nothing(self) -> None:
        sizes = [len(encode([Column("a", pl.UInt8, np.full(n_rows, 7))])) for n_rows in (10, 1_000_000)]
        assert sizes[1] - sizes[0] < 20


class TestEnum:
    @pytest.mark.parametrize("n_categories", (1, 2, 8, 300))
    def test_categories_keep_their_order(self, n_categories: int) -> None:
        names = [f"strategy {k * 7919 % n_categories} é" for k in range(n_categories)]
        codes = random_codes(1001, 0, n_categories - 1)
        column = Column("strategy", pl.Enum(names), codes)
        assert_reads_back(column, [names[code] for code in codes])
        series = pl.read_parquet(encode([column]))["strategy"]
        assert series.dtype == pl.Enum(names)
        assert series.to_physical().to_list() == codes.tolist()

    def test_categories_that_do_not_occur(self) -> None:
        column = Column("a", pl.Enum(["x", "y", "z", ""]), np.array([2, 2, 3]))
        assert_reads_back(column, ["z", "z", ""])

    def test_values_in_another_order(self) -> None:
        column = Column("a", pl.Enum(["x", "y", "z"]), np.array([0, 1, 0]), ["z", "x"])
        assert_reads_back(column, ["z", "x", "z"])


class TestPlain:
    @pytest.mark.parametrize("dtype", LIMITS)
    def test_the_whole_range(self, dtype: type[pl.DataType]) -> None:
        codes = random_codes(1000, *LIMITS[dtype], np.uint64 if dtype is pl.UInt64 else np.int64)
        assert_reads_back(Column("a", dtype, codes), codes)

    def test_int32_codes(self) -> None:
        codes = random_codes(1000, *LIMITS[pl.Int32])
        assert_reads_back(Column("a", pl.Int32, codes), codes)
        assert_reads_back(Column("a", pl.Int64, codes), codes)

    def test_more_values_than_a_dictionary_holds(self) -> None:
        values = np.arange(70_000) / 7
        codes = random_codes(200_000, 0, 69_999)
        assert_reads_back(Column("a", pl.Float64, codes, values.tolist()), values[codes])


class TestCounting:
    @pytest.mark.parametrize("repeat", (1, 3, 4, 128, 5000))
    @pytest.mark.parametrize("n_rows", ROW_COUNTS)
    def test_numbers(self, repeat: int, n_rows: int) -> None:
        assert_reads_back(Counting("game", pl.UInt32, 10, repeat, n_rows), 10 + np.arange(n_rows) // repeat)

    @pytest.mark.parametrize("dtype", LIMITS)
    def test_up_to_the_last_number_of_every_dtype(self, dtype: type[pl.DataType]) -> None:
        first = LIMITS[dtype][1] - 24
        expected = [first + row // 4 for row in range(100)]
        assert_reads_back(Counting("game", dtype, first, 4, 100), expected)
        with pytest.raises(ValueError, match="game"):
            encode([Counting("game", dtype, first, 4, 101)])

    @pytest.mark.parametrize("first", (-1000, 2**31 - 50, 2**32 - 200))
    def test_far_from_0(self, first: int) -> None:
        assert_reads_back(Counting("game", pl.Int64, first, 3, 500), first + np.arange(500) // 3)
        if first > 0:
            assert_reads_back(Counting("game", pl.UInt32, first, 3, 500), first + np.arange(500) // 3)

    @pytest.mark.parametrize("dtype", (pl.Float32, pl.String, pl.Enum(["x"])))
    def test_counts_only_in_whole_numbers(self, dtype: DataType) -> None:
        with pytest.raises(ValueError, match="« game »"):
            encode([Counting("game", dtype, 0, 4, 100)])

    @pytest.mark.parametrize("repeat", (0, -1))
    def test_repeats_at_least_once(self, repeat: int) -> None:
        with pytest.raises(ValueError, match="« game »"):
            encode([Counting("game", pl.UInt32, 0, repeat, 100)])


def results(n_games: int) -> list[Column | Counting]:
    """A table as runs write it."""
    names = ["random", "greedy", "captains-hat"]
    n_rows = 4 * n_games
    return [
        Counting("game", pl.UInt32, 4_000_000_000, 4, n_rows),
        Column("seat", pl.UInt8, np.tile(np.arange(4, dtype=np.int32), n_games)),
        Column("strategy", pl.Enum(names), random_codes(n_rows, 0, 2)),
        Column("score", pl.Int16, random_codes(n_rows, -10, 40)),
        Column("win", pl.Float32, random_codes(n_rows, 0, 12), TWELFTHS),
        Column("wide", pl.Int32, random_codes(n_rows, -(10**9), 10**9)),
        Column("constant", pl.UInt8, np.full(n_rows, 3, np.int32)),
        Column("text", pl.String, random_codes(n_rows, 0, 1), ["no", "yes"]),
    ]


def fingerprint() -> str:
    """One hash for the files of several tables."""
    return hashlib.sha256(b"".join(encode(results(n_games)) for n_games in (0, 1, 15, 16, 333))).hexdigest()


class TestFile:
    def test_empty_table(self) -> None:
        columns = [column._replace(codes=column.codes[:0]) for column in results(1) if isinstance(column, Column)]
        empty = pl.read_parquet(encode([Counting("game", pl.UInt32, 0, 4, 0), *columns]))
        full = pl.read_parquet(encode(results(1)))
        assert empty.schema == full.schema
        assert empty.is_empty()

    @pytest.mark.parametrize("n_columns", (1, 13, 14, 15, 16, 200))
    def test_column_counts(self, n_columns: int) -> None:
        table = pl.read_parquet(encode([Column(f"c{k}", pl.UInt8, np.array([k, 0])) for k in range(n_columns)]))
        assert table.row(0) == tuple(range(n_columns))

    def test_same_bytes_each_time_and_uncompiled(self) -> None:
        command = [sys.executable, "-c", "import test_parquet; print(test_parquet.fingerprint())"]
        path = os.pathsep.join([str(ROOT), str(Path(__file__).parent)])
        uncompiled = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path}
        output = subprocess.run(command, env=uncompiled, check=True, capture_output=True, text=True).stdout
        assert fingerprint() == fingerprint() == output.strip()

    def test_columns_must_match(self) -> None:
        one, two = Column("a", pl.UInt8, np.zeros(1, int)), Column("b", pl.UInt8, np.zeros(2, int))
        for columns in ([], [one, two], [one, one], [Counting("a", pl.UInt8, 0, 1, -1)]):
            with pytest.raises(ValueError, match="different names and one length"):
                encode(columns)


class TestStatistics:
    @pytest.fixture
    def table(self, tmp_path: Path) -> pl.LazyFrame:
        (tmp_path / "part.parquet").write_bytes(encode(results(500)))
        return pl.scan_parquet(tmp_path / "part.parquet")

    @pytest.mark.parametrize(
        "condition",
        (
            pl.col("score") > 40,
            pl.col("score") < -10,
            pl.col("win") > 1,
            pl.col("win") < 0,
            pl.col("game") < 4_000_000_000,
            pl.col("game") > 4_000_000_499,
            pl.col("wide") > 10**9,
            pl.col("constant") != 3,
        ),
        ids=str,
    )
    def test_nothing_lies_beyond_the_ends(self, table: pl.LazyFrame, condition: pl.Expr) -> None:
        assert table.filter(condition).collect().is_empty()
        assert table.filter(~condition).collect().height == 2000

    @pytest.mark.parametrize("name", ("game", "seat", "score", "win", "wide", "constant", "strategy", "text"))
    def test_every_value_is_found(self, table: pl.LazyFrame, name: str) -> None:
        column = table.collect()[name]
        for value in column.unique().head(100):
            assert table.filter(pl.col(name) == pl.lit(value, column.dtype)).collect().height == (column == value).sum()

    def test_zeros_of_both_signs_are_found(self, tmp_path: Path) -> None:
        for values in ([-0.0, 0.0], [0.0, 1.0], [-1.0, -0.0]):
            (tmp_path / "zero.parquet").write_bytes(encode([Column("a", pl.Float32, np.array([0, 1]), values)]))
            for zero in (0.0, -0.0):
                found = pl.scan_parquet(tmp_path / "zero.parquet").filter(pl.col("a") == zero).collect()
                assert found.height == values.count(0.0)

    def test_polars_trusts_them(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The control: with a false greatest value rows are not found, so the tests above tested something."""
        monkeypatch.setattr(parquet, "_bounds", lambda values: {5: values[:1].tobytes(), 6: values[:1].tobytes()})
        (tmp_path / "false.parquet").write_bytes(encode([Column("score", pl.Int16, random_codes(100, 10, 40))]))
        assert pl.scan_parquet(tmp_path / "false.parquet").filter(pl.col("score") == 40).collect().is_empty()


class TestRefused:
    @pytest.mark.parametrize("dtype", [*LIMITS, pl.Float32, pl.Float64])
    def test_codes_outside_the_dtype(self, dtype: type[pl.DataType]) -> None:
        least, greatest = (LIMITS | {pl.Float32: (-(2**24), 2**24), pl.Float64: (-(2**53), 2**53)})[dtype]
        for code in (least - 1, greatest + 1):
            if -(2**63) <= code < 2**64:
                codes = np.array([1, code], np.uint64 if code > 0 else np.int64)
                with pytest.raises(ValueError, match=r"« a » of .* goes from"):
                    encode([Column("a", dtype, codes)])

    @pytest.mark.parametrize("code", (-1, 3))
    def test_codes_without_value(self, code: int) -> None:
        codes = np.array([0, 1, 2, code] * 50, np.int32)
        for column in (
            Column("a", pl.Float32, codes, [0, 0.5, 1]),
            Column("a", pl.Enum(["x", "y", "z"]), codes),
            Column("a", pl.String, codes, ["x", "y", "z"]),
        ):
            found = f"Column « a » of {column.dtype} goes from {codes.min()} to {codes.max()}"
            with pytest.raises(ValueError, match=re.escape(f"{found}; it has values for 0 to 2.")):
                encode([column])

    @pytest.mark.parametrize(
        ("dtype", "values"),
        (
            (pl.UInt8, [0, 256]),
            (pl.UInt8, [0, -1]),
            (pl.Int16, [0, 0.5]),
            (pl.Enum(["x"]), ["x", "y"]),
            (pl.String, [1, 2]),
            (pl.Float32, ["x", "y"]),
            (pl.Int16, [1, None]),
        ),
    )
    def test_values_outside_the_dtype(self, dtype: DataType, values: list[Any]) -> None:
        with pytest.raises(ValueError, match=r"« a » of .* cannot have the values"):
            encode([Column("a", dtype, np.array([0, 1]), values)])

    @pytest.mark.parametrize("dtype", (pl.Boolean, pl.Int128, pl.Date, pl.List(pl.UInt8), pl.Enum, pl.Categorical))
    def test_other_dtypes(self, dtype: DataType) -> None:
        with pytest.raises(ValueError, match=r"« a » of .* allowed are UInt8, .* Float64, String, Enum"):
            encode([Column("a", dtype, np.array([0, 1]))])

    def test_text_without_values(self) -> None:
        with pytest.raises(ValueError, match="it has values for 0 to -1"):
            encode([Column("a", pl.String, np.array([0, 1]))])

    @pytest.mark.parametrize("codes", (np.array([0.0, 1.0]), np.array([True, False]), np.array([[0, 1]])))
    def test_codes_that_are_not_whole_numbers(self, codes: NDArray[Any]) -> None:
        with pytest.raises(ValueError, match="not whole numbers"):
            encode([Column("a", pl.UInt8, codes)])


@st.composite
def columns_and_rows(draw: st.DrawFn) -> list[tuple[Column | Counting, list[Any]]]:
    """A small table with the rows that it stands for."""
    n_rows = draw(st.integers(1, 200))
    table: list[tuple[Column | Counting, list[Any]]] = []
    for k in range(draw(st.integers(1, 5))):
        dtype: Any = draw(st.sampled_from([*LIMITS, pl.Float64, pl.String]))
        numbers = st.integers(*LIMITS[dtype]) if dtype in LIMITS else st.floats(allow_nan=False)
        values: list[Any] = draw(st.lists(st.text() if dtype is pl.String else numbers, min_size=1, max_size=20))
        codes = draw(st.lists(st.integers(0, len(values) - 1), min_size=n_rows, max_size=n_rows))
        rows = [values[code] for code in codes]
        table.append((Column(f"by value {k}", dtype, np.array(codes), values), rows))
        if dtype in LIMITS:
            plain = np.array(rows, np.uint64 if dtype is pl.UInt64 else np.int64)
            table.append((Column(f"by code {k}", dtype, plain), rows))
            first, repeat = draw(st.integers(LIMITS[dtype][0], LIMITS[dtype][1] - 200)), draw(st.integers(1, 300))
            counting = Counting(f"counting {k}", dtype, first, repeat, n_rows)
            table.append((counting, [first + row // repeat for row in range(n_rows)]))
    return table


@settings(max_examples=30, deadline=None)
@given(columns_and_rows())
def test_any_small_table_reads_back(table: list[tuple[Column | Counting, list[Any]]]) -> None:
    columns = [column for column, _ in table]
    expected = pl.DataFrame({column.name: pl.Series(rows, dtype=column.dtype) for column, rows in table})
    assert_frame_equal(pl.read_parquet(encode(columns)), expected, check_exact=True)
