"""What rules and loops need that numba does not have: records on the stack, calls by address, events.

Each has two forms that do the same: machine code, and plain Python for games that are played uncompiled.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from analyser.kernel.backend import COMPILED, compiled

Record: TypeAlias = Any
"""A numpy structured record, used by attribute: `table.plank`. No type can say so: numpy's stubs know no fields of a
dtype, and mypy has no numba."""
Records: TypeAlias = Any
"""An array of records: `choices[k].act`."""
RecordType: TypeAlias = "np.dtype[np.void]"
Handle: TypeAlias = Any
"""How a kernel calls a policy: by its machine address (a number); uncompiled, the function itself."""
Event: TypeAlias = Callable[[int, Record, int, int, int], None]

LISTENERS: list[Event] = []
"""The listeners to events while games are played uncompiled."""

POLICY = "i8" if COMPILED else "O"
"""How a policy is stored: its machine address, or the function itself; 0 is the uniform random player."""
PLACE = POLICY
"""How a record is remembered by another: its address, or the record itself."""


def new_record(dtype: RecordType) -> Record:
    """A zeroed record in new memory."""
    taken = {name for name in dtype.names or () if hasattr(np.record, name)}
    assert not taken, f"a field cannot have the name of a method of numpy's records: {taken}"
    return np.zeros(1, dtype).view(np.recarray)[0]


def place_of(record: Record) -> Handle:
    """What `record_at` finds a record by. Whoever remembers it must keep the record alive."""
    return int(record.__array_interface__["data"][0]) if COMPILED else record


if COMPILED:
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.extending import intrinsic

    @intrinsic
    def _call(typingctx: object, address: types.Type, table: types.Record, workspace: types.Record) -> Any:
        """Call `int64(table, workspace)` at an address by numba's own convention, so that exceptions arrive."""
        arguments = (table, workspace)

        def build(context: Any, builder: ir.IRBuilder, signature: object, values: list[ir.Value]) -> ir.Value:
            function_type = context.call_conv.get_function_type(types.int64, arguments)
            function = builder.inttoptr(values[0], ir.PointerType(function_type))
            status, index = context.call_conv.call_function(builder, function, types.int64, arguments, list(values[1:]))
            with cgutils.if_unlikely(builder, status.is_error):
                context.call_conv.return_status_propagate(builder, status)
            return index

        return types.int64(types.int64, table, workspace), build

    def _on_stack(record: types.Record, zeroed: bool) -> Any:
        def build(context: Any, builder: ir.IRBuilder, signature: object, values: list[ir.Value]) -> ir.Value:
            memory = cgutils.alloca_once(builder, ir.ArrayType(ir.IntType(8), record.size))
            memory.align = 16
            if zeroed:
                cgutils.memset(builder, memory, ir.Constant(ir.IntType(64), record.size), 0)
            return builder.bitcast(memory, context.get_value_type(record))

        return build

    @intrinsic
    def blank(typingctx: object, dtype: Any) -> Any:
        """A zeroed record on the stack: after inlining, its fields live in registers."""
        return dtype.dtype(dtype), _on_stack(dtype.dtype, zeroed=True)

    @intrinsic
    def scratch(typingctx: object, dtype: Any) -> Any:
        """An uninitialised record on the stack: write a field before you read it."""
        return dtype.dtype(dtype), _on_stack(dtype.dtype, zeroed=False)

    @intrinsic
    def fill(typingctx: object, record: types.Record, *values: types.Type) -> Any:
        """Write a record whose fields are whole numbers, all at once: field by field cost a list of choices 1.15 x."""
        fields = [(record.offset(name), kind) for name, kind in record.members]
        assert record.size % 8 == 0 and all(isinstance(kind, types.Integer) for _, kind in fields), record
        word, n_words = ir.IntType(64), record.size // 8

        def build(context: Any, builder: ir.IRBuilder, signature: Any, arguments: list[ir.Value]) -> ir.Value:
            words = [word(0)] * n_words
            given = zip(fields, signature.args[1], cgutils.unpack_tuple(builder, arguments[1]), strict=True)
            for (offset, kind), was, value in given:
                bits = builder.zext(context.cast(builder, value, was, kind), word)
                bits = builder.shl(bits, word(8 * (offset % 8)))
                words[offset // 8] = builder.or_(words[offset // 8], bits)
            whole = ir.Constant(ir.VectorType(word, n_words), ir.Undefined)
            for place, bits in enumerate(words):
                whole = builder.insert_element(whole, bits, ir.IntType(32)(place))
            builder.store(whole, builder.bitcast(arguments[0], whole.type.as_pointer()), align=8)
            return context.get_dummy_value()

        return types.void(record, types.Tuple(values)), build  # type: ignore[attr-defined]

    @intrinsic
    def record_at(typingctx: object, place: types.Type, dtype: Any) -> Any:
        """The record at an address."""

        def build(context: Any, builder: ir.IRBuilder, signature: object, values: list[ir.Value]) -> ir.Value:
            return builder.inttoptr(values[0], context.get_value_type(dtype.dtype))

        return dtype.dtype(types.int64, dtype), build

    @intrinsic
    def copy_record(typingctx: object, to: types.Record, source: types.Record) -> Any:
        """Overwrite a record with another of its kind."""
        assert to == source, (to, source)

        def build(context: Any, builder: ir.IRBuilder, signature: object, values: list[ir.Value]) -> ir.Value:
            cgutils.raw_memcpy(builder, values[0], values[1], ir.Constant(ir.IntType(64), to.size), 1)
            return context.get_dummy_value()

        return types.void(to, source), build

    @intrinsic
    def lowest_bit(typingctx: object, word: types.Type) -> Any:
        """The position of the lowest set bit of a word that is not 0."""

        def build(context: Any, builder: ir.IRBuilder, signature: object, values: list[ir.Value]) -> ir.Value:
            return builder.cttz(values[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), build

    @compiled
    def call(policy: Handle, table: Record, workspace: Record) -> int:
        """Ask a strategy for a decision: the index of the choice it takes."""
        return _call(policy, table, workspace)

    @compiled
    def emit(event: int, table: Record, first: int, second: int, third: int) -> None:
        """Compiled games have no listeners: this leaves no code."""

else:

    def blank(dtype: RecordType) -> Record:
        """A zeroed record."""
        return new_record(dtype)

    def scratch(dtype: RecordType) -> Record:
        """An uninitialised record."""
        return new_record(dtype)

    def fill(record: Record, *values: int) -> None:
        """Write all fields of a record."""
        for name, value in zip(record.dtype.names, values, strict=True):
            record[name] = value

    def record_at(place: Handle, dtype: RecordType) -> Record:
        """The record itself."""
        return place

    def copy_record(to: Record, source: Record) -> None:
        """Overwrite a record with another of its kind."""
        for name in source.dtype.names:
            to[name] = source[name]

    def lowest_bit(word: int) -> int:
        """The position of the lowest set bit of a word that is not 0."""
        return (int(word) & -int(word)).bit_length() - 1

    def call(policy: Handle, table: Record, workspace: Record) -> int:
        """Ask a strategy for a decision: the index of the choice it takes."""
        return policy(table, workspace)

    def emit(event: int, table: Record, first: int, second: int, third: int) -> None:
        """Tell the listeners about an event on the table."""
        for listener in LISTENERS:
            listener(event, table, first, second, third)
