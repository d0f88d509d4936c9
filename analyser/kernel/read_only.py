"""What a strategy may not do to arrays, checked once numba knows all types: a view is the table itself.

Writing to an item is refused when a file is read (`strategies/validation.py`); here, what changes a whole array under
any name: `points += 1`, `points.sort()`, `np.add(points, 1, points)`. Arrays of one's own are refused too: nothing
tells them apart.
"""

from typing import Any

import numpy as np
from numba.core import ir, types
from numba.core.compiler_machinery import AnalysisPass, PassManager, register_pass
from numba.core.errors import UnsupportedError
from numba.core.typed_passes import NopythonTypeInference
from numba.core.types.common import Buffer
from numba.core.types.misc import Module

METHODS = {"sort", "fill", "itemset", "partition", "put", "resize", "byteswap", "setflags", "setfield", "at"}
FUNCTIONS = {"put", "copyto", "place", "putmask", "fill_diagonal", "put_along_axis", "nan_to_num", "shuffle"}
INPUTS = {"dot": 2, "round": 2, "around": 2, "round_": 2, "take": 3, "clip": 3, "cumsum": 3, "cumprod": 3}
"""Functions that take an array to write to after so many arguments, as all of numpy's ufuncs do."""


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
        return False


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
