"""Parquet files of columns with few values, written ten times faster than by a general writer.

Who writes here knows that a column has no gaps and few values, or is regular, so that little has to be found out:
it becomes a dictionary and, for each row, the number of its entry in as few bits as will do; the bytes of a regular
one (`Counting`) are generated without rows to read; only a column of a wide range becomes plain numbers.
A file is one row group with one data page a column, uncompressed. The same table always gives the same bytes.
Field numbers and names of codes are those of parquet.thrift and Encodings.md (github.com/apache/parquet-format).
"""

import functools
import io
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analyser import places
from analyser.cache import folder_of
from analyser.compiling import COMPILED, cached

CREATED_BY, FORMAT_VERSION, MAGIC = b"analyser version 1.0", 1, b"PAR1"
NUMBERS = ("UInt8", "UInt16", "UInt32", "UInt64", "Int8", "Int16", "Int32", "Int64", "Float32", "Float64")
MAX_ROWS, MAX_WIDTH = 2**27, 16  # the size of a page is an int32; four codes of 16 bits fit in a word
BLOCK = 64  # codes that fill whole words, whatever their width
DELTA_BLOCK, MINIBLOCKS = 128, 4  # what most writers take, so what all readers have met
INT32, INT64, FLOAT, DOUBLE, BYTE_ARRAY = 1, 2, 4, 5, 6
PLAIN, RLE, DELTA_BINARY_PACKED, RLE_DICTIONARY = 0, 3, 5, 8
REQUIRED, UNCOMPRESSED, DATA_PAGE, DICTIONARY_PAGE, UTF8, UINT_8, INT_8 = 0, 0, 0, 2, 0, 11, 15
ONE, I8, I64 = np.uint64(1), np.int8, np.int64
Struct: TypeAlias = dict[int, Any]
"""A Thrift struct: field number -> value, in ascending order; a plain int is an i32, a field of None is left out."""
DataType: TypeAlias = pl.DataType | type[pl.DataType]
Pieces: TypeAlias = tuple[bytes | memoryview, ...]
Chunk: TypeAlias = tuple[int, Pieces, NDArray[Any]]  # encoding, data, dictionary (or the least and greatest value)


class Column(NamedTuple):
    """A column by a code for each row. The row's value is `values[code]`; without values, the code itself.

    An Enum's values are its categories unless given. Ascending values let readers skip files. int32 codes are fastest.
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


class Kind(NamedTuple):
    """How a dtype is stored: Parquet's type, numpy's type, what the schema adds, the range where codes are exact."""

    physical: int
    stored: np.dtype[Any]
    annotation: Struct
    limits: tuple[int, int]


def encode(columns: Sequence[Column | Counting]) -> bytes:
    """The file of a table; ValueError if a code has no value or a value does not fit its column's dtype."""
    lengths = {column.name: column.n_rows for column in columns}
    n_rows = max(lengths.values(), default=-1)
    if len(lengths) < len(columns) or set(lengths.values()) != {n_rows} or not 0 <= n_rows <= MAX_ROWS:
        raise ValueError(f"Columns need different names and one length of up to {MAX_ROWS:,} rows; found {lengths}.")
    schema: list[Struct] = [{4: b"root", 5: len(columns)}]
    chunks, file = [], io.BytesIO()
    file.write(MAGIC)
    for column in columns:
        kind = _kind(column)
        schema.append({1: kind.physical, 3: REQUIRED, 4: column.name.encode()} | kind.annotation)
        if n_rows:
            chunks.append({2: I64(0), 3: _write_chunk(file, column, kind)})
    groups = [{1: chunks, 2: I64(file.tell() - len(MAGIC)), 3: I64(n_rows)}] if n_rows else []
    arrow_schema = _arrow_schema(tuple((column.name, column.dtype) for column in columns))
    about = {5: [{1: b"ARROW:schema", 2: arrow_schema}], 6: CREATED_BY, 7: [{1: {}}] * len(columns)}
    footer = _struct({1: FORMAT_VERSION, 2: schema, 3: I64(n_rows), 4: groups} | about)
    file.write(footer + len(footer).to_bytes(4, "little") + MAGIC)
    return file.getvalue()


@functools.cache
def _arrow_schema(schema: tuple[tuple[str, DataType], ...]) -> bytes:
    """The table's schema in Polars' own words: they make it give back the very dtypes, Enums above all."""
    file = io.BytesIO()
    pl.DataFrame(schema=dict(schema)).write_parquet(file)
    return pl.read_parquet_metadata(file.getvalue())["ARROW:schema"].encode()


def _kind(column: Column | Counting) -> Kind:
    name = column.dtype.base_type().__name__
    if name == "String" or isinstance(column.dtype, pl.Enum):
        return Kind(BYTE_ARRAY, np.dtype(object), {6: UTF8, 10: {1: {}}}, (0, -1))
    if name not in NUMBERS:
        raise ValueError(f"Column « {column.name} » of {column.dtype}: allowed are {', '.join(NUMBERS)}, String, Enum.")
    value = np.dtype(name.lower())
    size, signed = value.itemsize, value.kind == "i"
    if value.kind == "f":
        return Kind(DOUBLE, value, {}, (-(2**53), 2**53)) if size == 8 else Kind(FLOAT, value, {}, (-(2**24), 2**24))
    annotation = {6: (INT_8 if signed else UINT_8) + size.bit_length() - 1, 10: {10: {1: I8(8 * size), 2: signed}}}
    limits = int(np.iinfo(value).min), int(np.iinfo(value).max)
    return Kind(INT64 if size == 8 else INT32, np.dtype(f"{value.kind}{max(size, 4)}"), annotation, limits)


def _write_chunk(file: io.BytesIO, column: Column | Counting, kind: Kind) -> Struct:
    """Write the pages of a column; return what the footer says of them."""
    encoding, data, values = _codes_chunk(column, kind) if isinstance(column, Column) else _counting_chunk(column, kind)
    start, n_rows, has_dictionary = file.tell(), column.n_rows, encoding == RLE_DICTIONARY
    if has_dictionary:
        _write_page(file, DICTIONARY_PAGE, {7: {1: len(values), 2: PLAIN}}, (_plain(values),))
    data_start = file.tell()
    _write_page(file, DATA_PAGE, {5: {1: n_rows, 2: encoding, 3: RLE, 4: RLE}}, data)
    size = I64(file.tell() - start)
    encodings = [RLE, encoding] + [PLAIN] * has_dictionary
    what = {1: kind.physical, 2: encodings, 3: [column.name.encode()], 4: UNCOMPRESSED, 5: I64(n_rows)}
    where = {6: size, 7: size, 9: I64(data_start), 11: I64(start) if has_dictionary else None}
    return what | where | {12: {3: I64(0)} | _bounds(values)}


def _write_page(file: io.BytesIO, page_type: int, header: Struct, data: Pieces) -> None:
    size = sum(map(len, data))
    file.write(_struct({1: page_type, 2: size, 3: size} | header))
    file.writelines(data)


def _plain(values: NDArray[Any]) -> bytes:
    if values.dtype.kind != "O":
        return values.tobytes()
    return b"".join(len(text).to_bytes(4, "little") + text for text in map(str.encode, values))


def _bounds(values: NDArray[Any]) -> Struct:
    """The ends of ascending numbers, for the statistics; a zero must stand for both zeros."""
    if values.dtype.kind == "O" or np.isnan(values[-1]) or not np.all(values[:-1] <= values[1:]):
        return {}
    number = values.dtype.type
    return {5: number(values[-1] or 0.0).tobytes(), 6: number(values[0] or -0.0).tobytes()}


def _codes_chunk(column: Column, kind: Kind) -> Chunk:
    if column.codes.dtype.kind not in "iu" or column.codes.ndim != 1:
        raise ValueError(f"Column « {column.name} »: its codes are not whole numbers, one a row: {column.codes!r}.")
    values, size, n_rows = _values(column, kind), kind.stored.itemsize, column.n_rows
    codes = np.require(column.codes, requirements=["C", "A", "W"])
    is_hot = COMPILED and codes.dtype == np.int32
    lowest, highest = _compiled()[0](codes) if is_hot else (int(codes.min()), int(codes.max()))
    _check(column, lowest, highest, kind.limits if values is None else (0, len(values) - 1))
    n_entries, width = highest - lowest + 1, (highest - lowest).bit_length()
    if width > MAX_WIDTH or n_entries * size + n_rows * width / 8 >= n_rows * size:
        rows = (codes if values is None else values[codes]).astype(kind.stored)
        return PLAIN, (_plain(rows),), rows[[rows.argmin(), rows.argmax()]]
    run = _run(codes, lowest, width)
    if values is None:
        return RLE_DICTIONARY, run, np.arange(n_entries).astype(kind.stored) + kind.stored.type(lowest)
    return RLE_DICTIONARY, run, values[lowest : highest + 1]


def _values(column: Column, kind: Kind) -> NDArray[Any] | None:
    """What the codes stand for, checked by Polars; None if they stand for themselves."""
    if column.values is None and kind.physical != BYTE_ARRAY:
        return None
    given = getattr(column.dtype, "categories", ()) if column.values is None else column.values
    with suppress(TypeError, OverflowError, pl.exceptions.PolarsError):
        values = pl.Series(list(given), dtype=column.dtype, strict=True)
        if not values.has_nulls():
            return values.to_numpy().astype(kind.stored)
    raise ValueError(f"Column « {column.name} » of {column.dtype} cannot have the values {given}.")


def _check(column: Column | Counting, lowest: int, highest: int, limits: tuple[int, int]) -> None:
    if not limits[0] <= lowest <= highest <= limits[1]:
        found = f"Column « {column.name} » of {column.dtype} goes from {lowest:,} to {highest:,}"
        raise ValueError(f"{found}; it has values for {limits[0]:,} to {limits[1]:,}.")


def _counting_chunk(column: Counting, kind: Kind) -> Chunk:
    if kind.physical not in (INT32, INT64) or column.repeat < 1:
        raise ValueError(f"Column « {column.name} » cannot count in {column.dtype}, each {column.repeat} times.")
    last = column.first + (column.n_rows - 1) // column.repeat
    _check(column, column.first, last, kind.limits)
    ends = np.array([column.first, last], kind.stored)
    first = int.from_bytes(ends[:1].tobytes(), "little", signed=True)
    header = _varint(DELTA_BLOCK) + _varint(MINIBLOCKS) + _varint(column.n_rows) + _zigzag(first)
    return DELTA_BINARY_PACKED, (header, _delta_blocks(column.n_rows - 1, column.repeat)), ends


def _delta_blocks(n_deltas: int, repeat: int) -> bytes:
    """Blocks of 128 differences, 0 or 1: the least, the widths of 4 miniblocks, the bits; idle miniblocks have none."""
    deltas = np.zeros(-(-n_deltas // DELTA_BLOCK) * DELTA_BLOCK, np.uint8)
    deltas[repeat - 1 : n_deltas : repeat] = 1
    bits = np.packbits(deltas, bitorder="little").reshape(-1, DELTA_BLOCK // 8)
    blocks = np.insert(bits, [0] * (1 + MINIBLOCKS), [0] + [1] * MINIBLOCKS, axis=1)
    n_idle = (len(deltas) - n_deltas) * MINIBLOCKS // DELTA_BLOCK
    blocks[-1:, 1 + MINIBLOCKS - n_idle : 1 + MINIBLOCKS] = 0
    return blocks.tobytes()[: blocks.size - n_idle * DELTA_BLOCK // MINIBLOCKS // 8]


def _run(codes: NDArray[Any], lowest: int, width: int) -> Pieces:
    """Codes less `lowest`, all in one run. What fills no block, or is not compiled, is packed by bits, 60 x slower."""
    n_groups = -(-len(codes) // 8)
    if width == 0:
        return bytes([1]), _varint(len(codes) << 1), bytes([0])  # 1 bit wide: some readers dislike a width of 0
    if codes.dtype != np.int32:
        codes, lowest = (codes - lowest).view(f"u{codes.itemsize}").astype(np.int32), 0
    n_whole = len(codes) // BLOCK * BLOCK if COMPILED else 0
    words = np.empty(n_whole // BLOCK * width, np.uint64)
    if n_whole:
        _compiled()[1](codes[:n_whole], lowest, width, words)
    bits = (codes[n_whole:, np.newaxis] - lowest) >> np.arange(width) & 1
    rest = np.packbits(bits.astype(np.uint8), bitorder="little").tobytes()
    packed = words.view(np.uint8).data, rest.ljust(n_groups * width - words.nbytes, b"\0")
    return bytes([width]), _varint(n_groups << 1 | 1), *packed


def make_ready() -> None:
    """Compile what is not in the cache yet."""
    _compiled()


@functools.cache
def _compiled() -> tuple[Callable[..., Any], Callable[..., Any]]:
    np.empty(2**24, np.uint8)  # freed: so glibc learns to keep memory; fewer page faults gain 1.3 x in the main thread
    folder = folder_of("parquet", [Path(__file__), *places.COMPILER])
    codes, words = np.zeros(BLOCK, np.int32), np.zeros(1, np.uint64)
    return cached(_ends, folder, codes), cached(_pack, folder, codes, 0, 1, words)


def _ends(codes: Any) -> tuple[int, int]:
    """The least and the greatest code, in one pass: 1.6 x faster than numpy's two."""
    lowest = highest = codes[0]
    for k in range(len(codes)):
        lowest, highest = min(lowest, codes[k]), max(highest, codes[k])
    return lowest, highest


def _pack(codes: Any, lowest: int, width: int, words: Any) -> None:
    """Pack blocks of 64 codes less `lowest` in `width` words each, the first code in the lowest bits."""
    one, two, four = np.uint64(width), np.uint64(2 * width), 4 * width
    all_lowest = np.uint64(lowest) * (ONE + (ONE << one)) * (ONE + (ONE << two))
    word, filled, n_words = np.uint64(0), 0, 0
    for k in range(len(codes) // 4):  # four codes at a time gain 1.6 x, which a range in steps of 4 would lose
        low = np.uint64(codes[4 * k]) + (np.uint64(codes[4 * k + 1]) << one)
        high = np.uint64(codes[4 * k + 2]) + (np.uint64(codes[4 * k + 3]) << one)
        quad = low + (high << two) - all_lowest  # one subtraction for four gains 1.15 x
        word |= quad << np.uint64(filled)
        filled += four
        if filled >= 64:
            words[n_words] = word
            n_words += 1
            filled -= 64
            word = (quad >> ONE) >> np.uint64(four - filled - 1)


def _struct(fields: Struct) -> bytes:
    """A struct in Thrift's compact protocol, which writes a bool as its type code."""
    text, last = b"", 0
    for number, value in fields.items():
        if value is not None:
            type_code, body = THRIFT[type(value)]
            text += bytes([(number - last) << 4 | type_code - (value is True)]) + body(value)
            last = number
    return text + b"\0"


def _list(values: list[Any]) -> bytes:
    """A list of one type; an empty one is taken to be of structs."""
    (type_code, body), n = THRIFT[type(values[0]) if values else dict], len(values)
    header = bytes([n << 4 | type_code]) if n < 15 else bytes([15 << 4 | type_code]) + _varint(n)
    return header + b"".join(map(body, values))


def _zigzag(number: int) -> bytes:
    return _varint(number << 1 ^ number >> 63)


def _varint(number: int) -> bytes:
    return bytes([number]) if number < 128 else bytes([number & 127 | 128]) + _varint(number >> 7)


THRIFT: dict[type, tuple[int, Callable[[Any], bytes]]] = {
    bool: (2, lambda _: b""),
    I8: (3, I8.tobytes),
    int: (5, _zigzag),
    I64: (6, lambda number: _zigzag(int(number))),
    bytes: (8, lambda text: _varint(len(text)) + text),
    list: (9, _list),
    dict: (12, _struct),
}
