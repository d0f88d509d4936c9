"""How rules, strategies and helpers are compiled: the options, and the decorators that apply them.

Everything compiled is plain Python that gives the same results uncompiled. With `NUMBA_DISABLE_JIT=1` in the
environment nothing is compiled (numba is not even imported): for debuggers, coverage and `analyse play`.
"""

import inspect
import os
import sys
from collections.abc import Callable
from typing import TypeVar

COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")

HELPERS: set[str] = set()
"""Files that strategies import from; their functions are compiled as those of strategies are."""
Function = TypeVar("Function", bound=Callable[..., object])

RULES: dict[str, list[str]] = {}
"""Clause id -> the functions that implement it; filled by `@rule`."""

if COMPILED:
    # numba imports coverage where it is installed, to be able to report to it: 40 ms that only a measured run needs.
    _measured = "coverage" in sys.modules
    if not _measured:
        sys.modules["coverage"] = None  # type: ignore[assignment]
    import numba

    if not _measured:
        del sys.modules["coverage"]
    from numba.np import linalg

    # numba makes sure of a BLAS by importing scipy.linalg, a quarter of a second. We require scipy: it is there, and
    # what is compiled finds it when it needs it.
    _ensure_blas, linalg.ensure_blas = linalg.ensure_blas, lambda: None
    import numba.np.arraymath

    linalg.ensure_blas = _ensure_blas
    from analyser.kernel.linking import PartCompiler, PhaseCompiler, StrategyCompiler, WholeCompiler

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
    """Written out: numba takes an option that is left out from the first caller."""
    CHECKED_OPTIONS = {**RULE_OPTIONS, "error_model": "python", "boundscheck": True}
    """For the rules of a designer's own file."""
    STRATEGY_OPTIONS = {
        "nogil": True,
        "error_model": "python",
        "boundscheck": True,
        "forceinline": True,
        **INNER,
        "pipeline_class": StrategyCompiler,
    }
    """A `score` that is called, not copied into the loop over the choices, cost Black Fleet 1.15 x."""


def rule(*clauses: str, apart: bool = False) -> Callable[[Function], Function]:
    """Compile a function that implements these clauses of its game's ledger."""

    def register(function: Function) -> Function:
        for clause in clauses:
            RULES.setdefault(clause, []).append(f"{function.__module__}.{function.__qualname__}")
        return compiled_apart(function) if apart else compiled(function)

    return register


def compiled(function: Function) -> Function:
    """Compile a function of the rules, or a helper of strategies; it ends up inside the kernels that call it."""
    if inspect.getfile(function) in HELPERS:
        return compiled_strategy(function)
    return numba.njit(**RULE_OPTIONS)(function) if COMPILED else function


def compiled_checked(function: Function) -> Function:
    """Compile a function of a designer's rules: every index is checked, a division by zero is an error."""
    return numba.njit(**CHECKED_OPTIONS)(function) if COMPILED else function


def compiled_apart(function: Function) -> Function:
    """Compile a phase of the game as a separate function: inlined, it would only cost compile time."""
    return numba.njit(**PHASE_OPTIONS)(function) if COMPILED else function


def compiled_strategy(function: Function) -> Function:
    """Compile a function of a strategy file: every index is checked, a division by zero is an error."""
    return numba.njit(**STRATEGY_OPTIONS)(function) if COMPILED else function
