"""Parquet files of columns with few values, written ten times faster than by a general writer.

Who writes here knows that a column has no gaps and few values, or is regular, so that little has to be found out:
- few values: a dictionary, and for each row the number of its entry in as few bits as will do, all in one run;
- regular columns (`Counting`, `Cycle`): the bytes are generated, there are no rows to read;
- a wide range: the plain numbers.
A file is one row group with one data page a column, uncompressed. The same table always gives the same bytes.
Field numbers and names of codes are those of parquet.thrift and Encodings.md (github.com/apache/parquet-format).
"""

import functools
import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analyser.compiling import COMPILED, cached

CREATED_BY, FORMAT_VERSION, MAGIC = "analyser version 1.0", 1, b"PAR1"
NUMBERS = {"UInt8", "UInt16", "UInt32", "UInt64", "Int8", "Int16", "Int32", "Int64", "Float32", "Float64"}
MAX_ROWS = 2**27  # a page's size is an int32
MAX_WIDTH = 16  # bits of a code: four codes fit in a word
BLOCK = 64  # codes that fill whole words, whatever their width
DELTA_BLOCK, MINIBLOCKS = 128, 4  # what most writers take, so what all readers have met
PHYSICAL = {"i4": 1, "u4": 1, "i8": 2, "u8": 2, "f4": 4, "f8": 5, "O": 6}  # numpy's type -> Parquet's
PLAIN, RLE, DELTA_BINARY_PACKED, RLE_DICTIONARY = 0, 3, 5, 8
REQUIRED, UNCOMPRESSED, DATA_PAGE, DICTIONARY_PAGE, UTF8, UINT_8, INT_8 = 0, 0, 0, 2, 0, 11, 15
ONE = np.uint64(1)

I8, I64 = np.int8, np.int64
Struct: TypeAlias = dict[int, Any]
"""A Thrift struct: field number -> value, in ascending order; a plain int is an i32, a field of None is left out."""
DataType: TypeAlias = pl.DataType | type[pl.DataType]


class Column(NamedTuple):
    """A column by a code for each row. The row's value is `values[code]`; without values, the code itself.

    The codes of an Enum stand for its categories, unless values say otherwise. C-contiguous int32 codes are fastest.
    If values ascend, the file tells the column's least and greatest.
    """

    name: str
    dtype: DataType
    codes: NDArray[np.integer[Any]]
    values: Sequence[float] | Sequence[str] | None = None

    @property
    def n_rows(self) -> int:
        """One for each code."""
        return len(self.codes)


class Counting(NamedTuple):
    """The column first, first, ..., first + 1, first + 1, ...: each number `repeat` times, the last perhaps fewer."""

    name: str
    dtype: DataType
    first: int
    repeat: int
    n_rows: int


class Cycle(NamedTuple):
    """The column 0, 1, ..., length - 1, 0, 1, ..."""

    name: str
    dtype: DataType
    length: int
    n_rows: int


AnyColumn: TypeAlias = Column | Counting | Cycle


class Chunk(NamedTuple):
    """A column as its pages hold it: encoding, data, ascending values that begin with the least, the dictionary."""

    encoding: int
    data: bytes
    range: NDArray[Any]
    entries: NDArray[Any] | None = None


def encode(columns: Sequence[AnyColumn]) -> bytes:
    """The file of a table; ValueError if a code has no value or a value does not fit its column's dtype."""
    lengths = {column.name: column.n_rows for column in columns}
    n_rows = max(lengths.values(), default=-1)
    if len(lengths) < len(columns) or set(lengths.values()) != {n_rows} or not 0 <= n_rows <= MAX_ROWS:
        raise ValueError(f"Columns need different names and one length of up to {MAX_ROWS:,} rows; found {lengths}.")
    file = io.BytesIO()
    file.write(MAGIC)
    schema = [{4: b"root", 5: len(columns)}, *(_schema_element(column) for column in columns)]
    chunks = [{2: I64(0), 3: _write_chunk(file, column)} for column in columns if n_rows]
    groups = [{1: chunks, 2: I64(file.tell() - len(MAGIC)), 3: I64(n_rows)}] if n_rows else []
    arrow_schema = _arrow_schema(tuple((column.name, column.dtype) for column in columns))
    about = {5: [{1: b"ARROW:schema", 2: arrow_schema}], 6: CREATED_BY.encode(), 7: [{1: {}}] * len(columns)}
    footer = _struct({1: FORMAT_VERSION, 2: schema, 3: I64(n_rows), 4: groups} | about)
    file.write(footer + len(footer).to_bytes(4, "little") + MAGIC)
    return file.getvalue()


@functools.cache
def _arrow_schema(schema: tuple[tuple[str, DataType], ...]) -> bytes:
    """The table's schema in Polars' own words: they make it give back the very dtypes, Enums above all."""
    file = io.BytesIO()
    pl.DataFrame(schema=dict(schema)).write_parquet(file)
    file.seek(0)
    return pl.read_parquet_metadata(file)["ARROW:schema"].encode()


def _value_type(column: AnyColumn) -> np.dtype[Any]:
    """A column's dtype in numpy's words."""
    name, is_regular = column.dtype.base_type().__name__, not isinstance(column, Column)
    if not is_regular and (name == "String" or isinstance(column.dtype, pl.Enum)):
        return np.dtype(object)
    if name not in NUMBERS or (is_regular and column.dtype.is_float()):
        raise ValueError(f"Column « {column.name} »: a {type(column).__name__} of {column.dtype} cannot be written.")
    return np.dtype(name.lower())


def _page_type(value: np.dtype[Any]) -> np.dtype[Any]:
    """In a page, whole numbers have at least 32 bits."""
    return np.dtype(f"{value.kind}{max(value.itemsize, 4)}") if value.kind in "iu" else value


def _schema_element(column: AnyColumn) -> Struct:
    value = _value_type(column)
    element = {1: PHYSICAL[_page_type(value).str[1:]], 3: REQUIRED, 4: column.name.encode()}
    if value.kind == "O":
        return element | {6: UTF8, 10: {1: {}}}
    if value.kind == "f":
        return element
    is_signed, size = value.kind == "i", value.itemsize
    converted = (INT_8 if is_signed else UINT_8) + size.bit_length() - 1
    return element | {6: converted, 10: {10: {1: I8(8 * size), 2: is_signed}}}


def _write_chunk(file: io.BytesIO, column: AnyColumn) -> Struct:
    """Write the pages of a column; return what the footer says of them."""
    chunk = _chunk(column)
    start, n_rows, has_entries = file.tell(), column.n_rows, chunk.entries is not None
    if chunk.entries is not None:
        _write_page(file, DICTIONARY_PAGE, {7: {1: len(chunk.entries), 2: PLAIN}}, _plain(chunk.entries))
    data_start = file.tell()
    _write_page(file, DATA_PAGE, {5: {1: n_rows, 2: chunk.encoding, 3: RLE, 4: RLE}}, chunk.data)
    size = I64(file.tell() - start)
    encodings = [PLAIN, RLE, chunk.encoding] if has_entries else [RLE, chunk.encoding]
    what = {1: _schema_element(column)[1], 2: encodings, 3: [column.name.encode()], 4: UNCOMPRESSED, 5: I64(n_rows)}
    where = {6: size, 7: size, 9: I64(data_start), 11: I64(start) if has_entries else None}
    return what | where | {12: {3: I64(0)} | _bounds(chunk.range)}


def _write_page(file: io.BytesIO, page_type: int, header: Struct, data: bytes) -> None:
    file.write(_struct({1: page_type, 2: len(data), 3: len(data)} | header))
    file.write(data)


def _plain(values: NDArray[Any]) -> bytes:
    if values.dtype.kind != "O":
        return values.tobytes()
    return b"".join(len(text).to_bytes(4, "little") + text for text in map(str.encode, values))


def _bounds(values: NDArray[Any]) -> Struct:
    """The ends of ascending numbers, as statistics; a zero must stand for both zeros."""
    if values.dtype.kind == "O" or np.isnan(values[-1]) or not np.all(values[:-1] <= values[1:]):
        return {}
    number = values.dtype.type
    return {5: number(values[-1] or 0.0).tobytes(), 6: number(values[0] or -0.0).tobytes()}


def _chunk(column: AnyColumn) -> Chunk:
    value = _value_type(column)
    if isinstance(column, Counting):
        return _counting_chunk(column, value)
    if isinstance(column, Cycle):
        return _cycle_chunk(column, value)
    if column.codes.dtype.kind not in "iu":
        raise ValueError(f"Column « {column.name} »: its codes are {column.codes.dtype}, not whole numbers.")
    values, stored = _values(column, value), _page_type(value)
    lowest, highest = int(column.codes.min()), int(column.codes.max())
    _check(column, lowest, highest, *(_limits(value) if values is None else (0, len(values) - 1)))
    if _has_dictionary(stored, highest - lowest + 1, column.n_rows):
        entries = np.arange(lowest, highest + 1) if values is None else values[lowest : highest + 1]
        return _dictionary_chunk(entries.astype(stored), column.n_rows, _pack(column.codes, lowest, highest))
    rows = (column.codes if values is None else values[column.codes]).astype(stored)
    return Chunk(PLAIN, rows.tobytes(), np.array([rows.min(), rows.max()]))


def _values(column: Column, value: np.dtype[Any]) -> NDArray[Any] | None:
    """What the codes stand for, checked by Polars; None if they stand for themselves."""
    given = getattr(column.dtype, "categories", None) if column.values is None else column.values
    if given is None and value.kind != "O":
        return None
    try:
        return pl.Series([] if given is None else list(given), dtype=column.dtype, strict=True).to_numpy()
    except (TypeError, OverflowError, pl.exceptions.PolarsError) as problem:
        raise ValueError(f"Column « {column.name} » of {column.dtype} cannot have the values {given}.") from problem


def _limits(value: np.dtype[Any]) -> tuple[int, int]:
    """Between them all whole numbers are exact."""
    return (-(2**24), 2**24) if value.kind == "f" else (int(np.iinfo(value).min), int(np.iinfo(value).max))


def _check(column: AnyColumn, lowest: int, highest: int, least: int, greatest: int) -> None:
    if not least <= lowest <= highest <= greatest:
        found = f"Column « {column.name} » of {column.dtype} goes from {lowest:,} to {highest:,}"
        raise ValueError(f"{found}; it has values for {least:,} to {greatest:,}.")


def _has_dictionary(stored: np.dtype[Any], n_entries: int, n_rows: int) -> bool:
    """Whether entries, and their numbers for all rows, take less room than plain values. Text always has entries."""
    width, size = (n_entries - 1).bit_length(), stored.itemsize
    pays = n_entries * size + n_rows * width / 8 < n_rows * size
    return stored.kind == "O" or n_entries == 1 or (width <= MAX_WIDTH and pays)


def _dictionary_chunk(entries: NDArray[Any], n_rows: int, packed: bytes | memoryview) -> Chunk:
    """Entries and their packed numbers. A single entry has a run of zeros, 1 bit wide: some readers dislike 0."""
    width, n_groups = (len(entries) - 1).bit_length(), -(-n_rows // 8)
    run = bytes([width]) + _varint(n_groups << 1 | 1) + packed[: n_groups * width]
    if not width:
        run = bytes([1]) + _varint(n_rows << 1) + bytes([0])
    return Chunk(RLE_DICTIONARY, run, entries, entries)


def _counting_chunk(column: Counting, value: np.dtype[Any]) -> Chunk:
    last = column.first + (column.n_rows - 1) // max(column.repeat, 1)
    _check(column, column.first, last, *_limits(value))
    ends = np.array([column.first, last], _page_type(value))
    first = int.from_bytes(ends[:1].tobytes(), "little", signed=True)
    header = _varint(DELTA_BLOCK) + _varint(MINIBLOCKS) + _varint(column.n_rows) + _thrift(first)[1]
    return Chunk(DELTA_BINARY_PACKED, header + _delta_blocks(column.n_rows - 1, column.repeat), ends)


def _delta_blocks(n_deltas: int, repeat: int) -> bytes:
    """Blocks of 128 differences that are 0 or 1: the least difference, the widths of 4 miniblocks, the bits.

    Of the last block, miniblocks that hold nothing are left out and their widths are 0.
    """
    deltas = np.zeros(-(-n_deltas // DELTA_BLOCK) * DELTA_BLOCK, np.uint8)
    deltas[repeat - 1 : n_deltas : repeat] = 1
    bits = np.packbits(deltas, bitorder="little").reshape(-1, DELTA_BLOCK // 8)
    blocks = np.insert(bits, [0] * (1 + MINIBLOCKS), [0] + [1] * MINIBLOCKS, axis=1)
    n_idle = (len(deltas) - n_deltas) * MINIBLOCKS // DELTA_BLOCK
    blocks[-1:, 1 + MINIBLOCKS - n_idle : 1 + MINIBLOCKS] = 0
    return blocks.tobytes()[: blocks.size - n_idle * DELTA_BLOCK // MINIBLOCKS // 8]


def _cycle_chunk(column: Cycle, value: np.dtype[Any]) -> Chunk:
    length = min(column.length, column.n_rows)
    _check(column, 0, length - 1, 0, min(_limits(value)[1], 2**MAX_WIDTH - 1))
    cycles = bytes(_pack(np.arange(BLOCK * length) % length, 0, length - 1))
    entries = np.arange(length).astype(_page_type(value))
    return _dictionary_chunk(entries, column.n_rows, cycles * (column.n_rows // (BLOCK * length) + 1))


def _pack(codes: NDArray[Any], lowest: int, highest: int) -> memoryview:
    """Codes less `lowest` in as few bits as will do, and zeros up to the next multiple of 64 codes."""
    width = (highest - lowest).bit_length()
    if codes.dtype != np.int32:
        steps = codes - lowest
        codes, lowest = steps.view(f"u{steps.itemsize}").astype(np.int32), 0
    codes = np.require(codes, requirements=["C", "A"])
    n_blocks, n_rest = divmod(len(codes), BLOCK)
    words = np.empty(-(-len(codes) // BLOCK) * width, np.uint64)
    _packer()(codes[: n_blocks * BLOCK], lowest, width, words)
    if n_rest:
        rest = np.full(BLOCK, lowest, np.int32)
        rest[:n_rest] = codes[-n_rest:]
        _packer()(rest, lowest, width, words[n_blocks * width :])
    return words.view(np.uint8).data


@functools.cache
def _packer() -> Callable[..., None]:
    if not COMPILED:
        return _pack_by_numpy
    from analyser.cache import folder_of

    folder = folder_of("parquet", [Path(__file__), Path(__file__).with_name("compiling.py")])
    return cached(_pack_blocks, folder, np.zeros(BLOCK, np.int32), 0, 1, np.zeros(1, np.uint64))


def _pack_blocks(codes: Any, lowest: int, width: int, words: Any) -> None:
    """Pack blocks of 64 codes less `lowest` in `width` words each, the first code in the lowest bits.

    Four codes at a time, and `lowest` subtracted from their sum: TODO
    """
    one, two, four = np.uint64(width), np.uint64(2 * width), 4 * width
    all_lowest = np.uint64(lowest) * (ONE + (ONE << one)) * (ONE + (ONE << two))
    word, filled, n_words = np.uint64(0), 0, 0
    for k in range(len(codes) // 4):
        low = np.uint64(codes[4 * k]) + (np.uint64(codes[4 * k + 1]) << one)
        high = np.uint64(codes[4 * k + 2]) + (np.uint64(codes[4 * k + 3]) << one)
        quad = low + (high << two) - all_lowest
        word |= quad << np.uint64(filled)
        filled += four
        if filled >= 64:
            words[n_words] = word
            n_words += 1
            filled -= 64
            word = (quad >> ONE) >> np.uint64(four - filled - 1)


def _pack_by_numpy(codes: NDArray[np.int32], lowest: int, width: int, words: NDArray[np.uint64]) -> None:
    """The same without the compiler, bit by bit: TODO times slower."""
    bits = (codes[:, np.newaxis] - lowest) >> np.arange(width) & 1
    words[: len(codes) // BLOCK * width] = np.packbits(bits.astype(np.uint8), bitorder="little").view(np.uint64)


def _struct(fields: Struct) -> bytes:
    """A struct in Thrift's compact protocol."""
    text, last = b"", 0
    for number, value in fields.items():
        if value is not None:
            type_code, body = _thrift(value)
            text += bytes([(number - last) << 4 | type_code]) + body
            last = number
    return text + b"\0"


def _thrift(value: Any) -> tuple[int, bytes]:
    """The type code of a value and its bytes. An empty list is taken to be of structs."""
    match value:
        case dict():
            return 12, _struct(value)
        case bool():
            return (1 if value else 2), b""
        case int() | I64():
            number = int(value)
            return (5 if isinstance(value, int) else 6), _varint(number << 1 ^ number >> 63)
        case bytes():
            return 8, _varint(len(value)) + value
        case list():
            type_codes, bodies = zip(*map(_thrift, value or [{}]), strict=True)
            n = len(value)
            header = bytes([n << 4 | type_codes[0]]) if n < 15 else bytes([15 << 4 | type_codes[0]]) + _varint(n)
            return 9, header + b"".join(bodies[:n])
    return 3, I8(value).tobytes()


def _varint(number: int) -> bytes:
    return bytes([number]) if number < 128 else bytes([number & 127 | 128]) + _varint(number >> 7)
