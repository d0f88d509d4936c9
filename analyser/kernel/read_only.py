"""What a strategy may not do to arrays, checked once numba knows all types: a view is the table itself.

Writing to an item is refused when a file is read (`strategies/validation.py`), and here if the array came out of a list
or a helper. What changes a whole array is refused under any name: `points += 1`, `points.sort()`,
`np.add(points, 1, points)`. Arrays of one's own are refused too.
"""

from typing import Any

import numpy as np
from numba.core import ir, types
from numba.core.compiler_machinery import AnalysisPass, PassManager, register_pass
from numba.core.errors import UnsupportedError
from numba.core.typed_passes import NopythonTypeInference
from numba.core.types import Array
from numba.core.types.common import Buffer
from numba.core.types.containers import BaseTuple
from numba.core.types.misc import Module

FOREIGN = (
    "it writes to an array that it was given, in a list or by a function. Write to arrays that are made in the same "
    "function, for instance a = np.zeros(4)"
)
HELD = (Array, types.Record, BaseTuple)
"""What may be part of the table, or hold some."""
METHODS = {"sort", "fill", "itemset", "partition", "put", "resize", "byteswap", "setflags", "setfield", "at"}
FUNCTIONS = {"put", "copyto", "place", "putmask", "fill_diagonal", "put_along_axis", "nan_to_num", "shuffle"}
INPUTS = {"dot": 2, "round": 2, "around": 2, "round_": 2, "take": 3, "clip": 3, "cumsum": 3, "cumprod": 3}
"""After how many arguments functions take an array to write to, as all of numpy's ufuncs do."""


@register_pass(mutates_CFG=False, analysis_only=True)
class _ReadOnly(AnalysisPass):  # type: ignore[misc]
    _name = "strategy_reads_only"

    def __init__(self) -> None:
        AnalysisPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Refuse a function that changes an array in place, or that draws from luck of its own."""
        for block in state.func_ir.blocks.values():
            for expression in block.find_exprs():
                problem = _problem(expression, state.typemap)
                if problem:
                    raise UnsupportedError(problem, loc=expression.loc)
            for store in (*block.find_insts(ir.SetItem), *block.find_insts(ir.StaticSetItem)):
                if isinstance(state.typemap[store.target.name], HELD) and not _is_known(store.target, state, set()):
                    raise UnsupportedError(FOREIGN, loc=store.loc)
        return False


def _is_known(variable: ir.Var, state: Any, seen: set[str]) -> bool:
    """Whether whoever read the file could see whose array this is: it came out of no list and no helper."""
    if variable.name in seen:
        return True
    seen.add(variable.name)
    return all(_comes_known(value, state, seen) for value in state.func_ir._definitions[variable.name])


def _comes_known(value: ir.Inst, state: Any, seen: set[str]) -> bool:
    if isinstance(value, ir.Var):
        return _is_known(value, state, seen)
    if isinstance(value, ir.Arg):
        return not isinstance(state.typemap[state.func_ir.arg_names[value.index]], BaseTuple)
    if not isinstance(value, ir.Expr):
        return True
    if value.op in ("phi", "build_tuple"):
        parts = value.incoming_values if value.op == "phi" else value.items
        return all(_is_known(one, state, seen) for one in parts)
    if value.op in ("getitem", "static_getitem", "getattr", "cast", "exhaust_iter"):
        return isinstance(state.typemap[value.value.name], HELD) and _is_known(value.value, state, seen)
    return value.op != "call" or not isinstance(state.typemap[value.func.name], types.Dispatcher)


def _problem(expression: ir.Expr, types_of: dict[str, types.Type]) -> str:
    if expression.op == "inplace_binop" and isinstance(types_of[expression.lhs.name], Buffer):
        return "it changes an array in place. Write a = a + b, which makes a new one, and not a += b"
    if expression.op == "getattr":
        return _problem_of_name(types_of[expression.value.name], expression.attr)
    if expression.op == "call" and _writes_to_an_argument(expression, types_of[expression.func.name]):
        return "it lets numpy write into an array that is there. Leave out=... out: the result is a new array"
    return ""


def _problem_of_name(owner: types.Type, name: str) -> str:
    if isinstance(owner, Buffer) and name in METHODS:
        return f"it changes an array in place by .{name}. Take a copy by a numpy function, for instance np.sort(a)"
    if isinstance(owner, Module) and owner.pymod is np and name == "random":
        return "it draws from numpy.random, which no seed repeats. Take luck: choose(view, choices, luck)"
    return ""


def _writes_to_an_argument(call: ir.Expr, function: types.Type) -> bool:
    called = getattr(function, "typing_key", None)
    name = getattr(called, "__name__", "")
    if any(keyword in ("out", "copy") for keyword, _ in call.kws) or name in FUNCTIONS:
        return True
    inputs = called.nin if isinstance(called, np.ufunc) else INPUTS.get(name, len(call.args))
    return len(call.args) > inputs


def reading_only(pipeline: PassManager) -> PassManager:
    """The same passes, and this check as soon as types are known."""
    pipeline.add_pass_after(_ReadOnly, NopythonTypeInference)
    pipeline.finalize()
    return pipeline
