"""The only module that touches numba, with `linking.py`: how rules, strategies and kernels become machine code.

All that is compiled here is plain Python which gives the same results uncompiled. With `NUMBA_DISABLE_JIT=1` in the
environment nothing is compiled (numba is not even imported): for debuggers, coverage and `analyse play`.
"""

import gc
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

import numpy as np

COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")

Function = TypeVar("Function", bound=Callable[..., Any])
Record = Any
"""A numpy structured record, used by attribute: `table.plank`."""

RULES: dict[str, list[str]] = {}
"""Clause id -> the functions that implement it; filled by `@rule`."""

LISTENERS: list[Callable[..., None]] = []
"""Who hears what is told while games are played uncompiled."""

if COMPILED:
    # numba imports coverage where it is installed, to be able to report to it: 40 ms that only a measured run needs.
    _measured = "coverage" in sys.modules
    if not _measured:
        sys.modules["coverage"] = None  # type: ignore[assignment]
    import numba

    if not _measured:
        del sys.modules["coverage"]
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.extending import intrinsic
    from numba.np import linalg

    # numba makes sure of a BLAS by importing scipy.linalg, a quarter of a second. We require scipy: it is there, and
    # what is compiled finds it when it needs it.
    _ensure_blas, linalg.ensure_blas = linalg.ensure_blas, lambda: None
    import numba.np.arraymath

    linalg.ensure_blas = _ensure_blas
    from analyser.linking import PartCompiler, PhaseCompiler, WholeCompiler, load_or_compile

    INNER = {"no_cfunc_wrapper": True, "no_cpython_wrapper": True, "pipeline_class": PartCompiler}
    """Functions that only kernels call need no entry from Python; without it they compile 1.3 x faster."""
    ENTRY_OPTIONS = {"nogil": True, "error_model": "numpy", "pipeline_class": WholeCompiler}
    RULE_OPTIONS = {"nogil": True, "error_model": "numpy", "forceinline": True, **INNER}
    PHASE_OPTIONS = {
        "nogil": True,
        "error_model": "numpy",
        "forceinline": False,
        **INNER,
        "pipeline_class": PhaseCompiler,
    }
    """Said aloud: what is not said is taken over from the first caller."""
    STRATEGY_OPTIONS = {"nogil": True, "error_model": "python", "boundscheck": True, "forceinline": True, **INNER}
    """A `score` that is called, not copied into the loop over the choices, cost Black Fleet 1.15 x."""


class CannotCompile(Exception):
    """A function that cannot become machine code, and why in one sentence."""


_HERE = Path(__file__).resolve().parent
_cache_lock = threading.RLock()


def rule(*clauses: str, apart: bool = False) -> Callable[[Function], Function]:
    """Compile a function that implements these clauses of its game's ledger."""

    def register(function: Function) -> Function:
        for clause in clauses:
            RULES.setdefault(clause, []).append(f"{function.__module__}.{function.__qualname__}")
        return compiled_apart(function) if apart else compiled(function)

    return register


def compiled(function: Function) -> Function:
    """Compile a function of the rules; it ends up inside the kernels that call it."""
    return numba.njit(**RULE_OPTIONS)(function) if COMPILED else function


def compiled_apart(function: Function) -> Function:
    """Compile a phase of the game as a function of its own: inside its caller it would only cost compilation."""
    return numba.njit(**PHASE_OPTIONS)(function) if COMPILED else function


def compiled_strategy(function: Function) -> Function:
    """Compile a function of a strategy file: every index is checked, a division by zero is an error."""
    if not COMPILED:
        return function
    return numba.njit(**STRATEGY_OPTIONS)(function)


def cached(function: Function, folder: Path, *examples: Any) -> Function:
    """Compile an entry point for arguments like these, and keep its machine code in `folder`.

    numba's own key knows neither callees, nor globals, nor options: the folder's name must (`cache.py`).
    """
    if not COMPILED:
        return function
    with _cache_lock, _cache_folder(folder), _nothing_collected():
        dispatcher = numba.njit(cache=True, **ENTRY_OPTIONS)(function)
        try:
            load_or_compile(dispatcher, tuple(numba.typeof(example) for example in examples))
        except (numba.core.errors.NumbaError, KeyError, NotImplementedError, ValueError) as problem:
            raise CannotCompile(_in_short(problem)) from None
    return dispatcher


def _in_short(problem: Exception) -> str:
    """What numba has against a function, without its lectures."""
    text = str(problem)
    field = re.search(r"Unknown attribute '(\w+)' of type Record|Field '(\w+)' was not found|^'(\w+)'$", text)
    if field:
        return f"there is no field « {next(filter(None, field.groups()))} »"
    if re.search(r"No conversion from none|could not convert|Function\(<class '(float|int)'>\)|unify return", text):
        return "it does not return a number on every path"
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    wanted = [line for line in lines if not line.startswith(("During", "Failed in", "File", "^", "-", "<source"))]
    where = [
        line
        for path, line in re.findall(r'File "([^"]+)", line (\d+)', text)
        if not Path(path).resolve().is_relative_to(_HERE)
    ]
    return (wanted[0] if wanted else type(problem).__name__) + (f" (line {where[-1]})" if where else "")


@contextmanager
def _cache_folder(folder: Path) -> Iterator[None]:
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """numba makes a million small objects, and looking for garbage among them takes a tenth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def bound(template: Any, helpers: Sequence[Any] = (), **names: Any) -> Any:
    """A copy of a template function in which some globals mean something else.

    `helpers` are templates that the template calls: they are copied and compiled with the same names.
    """
    scope = dict(template.__globals__) | names
    for helper in helpers:
        scope[helper.__name__] = compiled(FunctionType(helper.__code__, scope, helper.__name__, helper.__defaults__))
    return FunctionType(template.__code__, scope, template.__name__, template.__defaults__)


def chooser(template: Any, folder: Path, table: Record, work: Record) -> Any:
    """What the kernel needs to call a bound `template(table, work) -> index`: its machine address."""
    if not COMPILED:
        return template
    dispatcher: Any = cached(template, folder, table, work)
    (overload,) = dispatcher.overloads.values()
    return int(overload.library.get_pointer_to_function(overload.fndesc.llvm_func_name))


CHOOSER = "i8" if COMPILED else "O"
"""How a chooser is stored; 0 stands for the uniform random player."""


def new_record(dtype: np.dtype[Any]) -> Record:
    """A zeroed record in memory of its own."""
    taken = {name for name in dtype.names or () if hasattr(np.record, name)}
    assert not taken, f"numpy's records have a method of this name, so a field cannot: {taken}"
    return np.zeros(1, dtype).view(np.recarray)[0]


if COMPILED:

    @intrinsic
    def _call(typingctx: Any, address: Any, table: Any, work: Any) -> Any:
        """Call `int64(table, work)` at an address by numba's own convention, so that exceptions arrive."""
        arguments = (table, work)

        def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            function_type = context.call_conv.get_function_type(types.int64, arguments)
            function = builder.inttoptr(values[0], ir.PointerType(function_type))
            status, index = context.call_conv.call_function(builder, function, types.int64, arguments, list(values[1:]))
            with cgutils.if_unlikely(builder, status.is_error):
                context.call_conv.return_status_propagate(builder, status)
            return index

        return types.int64(types.int64, table, work), build

    def _on_stack(record: Any, zeroed: bool) -> Any:
        def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            memory = cgutils.alloca_once(builder, ir.ArrayType(ir.IntType(8), record.size))
            memory.align = 16
            if zeroed:
                cgutils.memset(builder, memory, ir.Constant(ir.IntType(64), record.size), 0)
            return builder.bitcast(memory, context.get_value_type(record))

        return build

    @intrinsic
    def blank(typingctx: Any, dtype: Any) -> Any:
        """A zeroed record on the stack: after inlining, its fields live in registers."""
        return dtype.dtype(dtype), _on_stack(dtype.dtype, zeroed=True)

    @intrinsic
    def scratch(typingctx: Any, dtype: Any) -> Any:
        """A record on the stack that holds nothing yet: write a field before you read it."""
        return dtype.dtype(dtype), _on_stack(dtype.dtype, zeroed=False)

    @intrinsic
    def fill(typingctx: Any, record: Any, *values: Any) -> Any:
        """Write a record whose fields are whole numbers, all at once: field by field cost a list of choices 1.15 x."""
        fields = [(record.offset(name), kind) for name, kind in record.members]
        assert record.size % 8 == 0 and all(isinstance(kind, types.Integer) for _, kind in fields), record
        word, n_words = ir.IntType(64), record.size // 8

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
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
    def lowest_bit(typingctx: Any, word: Any) -> Any:
        """The place of the lowest bit that is set in a word that is not 0."""

        def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return builder.cttz(values[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), build

    @numba.njit(**RULE_OPTIONS)
    def call(chooser: Any, table: Record, work: Record) -> int:
        """Ask a strategy for a decision: the index of the choice it takes."""
        return _call(chooser, table, work)

    @numba.njit(**RULE_OPTIONS)
    def tell(event: int, table: Record, first: int, second: int, third: int) -> None:
        """Nobody listens to compiled games: this leaves no code."""

else:

    def blank(dtype: np.dtype[Any]) -> Record:
        """A zeroed record."""
        return new_record(dtype)

    def scratch(dtype: np.dtype[Any]) -> Record:
        """A record that holds nothing yet."""
        return new_record(dtype)

    def fill(record: Record, *values: int) -> None:
        """Write all fields of a record."""
        for name, value in zip(record.dtype.names, values, strict=True):
            record[name] = value

    def lowest_bit(word: int) -> int:
        """The place of the lowest bit that is set in a word that is not 0."""
        return (int(word) & -int(word)).bit_length() - 1

    def call(chooser: Any, table: Record, work: Record) -> int:
        """Ask a strategy for a decision: the index of the choice it takes."""
        return chooser(table, work)

    def tell(event: int, table: Record, first: int, second: int, third: int) -> None:
        """Tell the listeners what has just happened on the table."""
        for listener in LISTENERS:
            listener(event, table, first, second, third)
