"""How the functions of a kernel become one piece of machine code.

numba optimises and translates every function on its own, with all that it calls inside, and throws most of that work
away: only the entry point is ever run. Here a function that only others call is handed on as it is, and the entry
point is optimised and translated once, as a whole. Black Fleet's kernel compiles in a third of the time, and runs
faster, since big functions are no longer copied into all their callers.

Like `compiling.py`, which alone uses this, it knows numba's insides: `tests/machinery/test_compiling.py` holds them.
"""

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.runtime.nrt import rtsys


class _NoEnvironment:
    """A part has no Python objects to look after."""

    def set_env(self, name: str, environment: Any) -> None:
        """Nothing to set: what is compiled here raises exceptions by class, and uses no other object."""


class _Part(JITCodeLibrary):  # type: ignore[misc]
    """A function that only others call: nothing is done to it before it is linked into an entry point."""

    codegen = _NoEnvironment()

    def finalize(self) -> None:
        """Close it as it is."""
        self._raise_if_finalized()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """It has no address of its own."""
        self._ensure_finalized()
        return 0


class _Phase(_Part):
    """A part that stays a function of its own: copied into its callers it would only make the code bigger."""

    def add_ir_module(self, ir_module: Any) -> None:
        """Take in a function, to be called and never copied."""
        for function in ir_module.functions:
            if not function.is_declaration and "alwaysinline" not in function.attributes:
                function.attributes.add("noinline")
        super().add_ir_module(ir_module)


class _Whole(JITCodeLibrary):  # type: ignore[misc]
    """An entry point, with all that it calls, directly or not."""

    def finalize(self) -> None:
        """Gather the parts, then optimise and translate everything at once."""
        parts = dict.fromkeys(self._linking_libraries)
        todo = list(parts)
        while todo:
            new = [part for part in todo.pop()._linking_libraries if part not in parts]
            parts |= dict.fromkeys(new)
            todo += new
        self._linking_libraries: list[Any] = list(parts)
        super().finalize()


class PartCompiler(Compiler):  # type: ignore[misc]
    """Compiles functions that only others call."""

    library = _Part

    def define_pipelines(self) -> Any:
        """numba's own passes, but a library of ours to collect the code."""
        state = self.state
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return super().define_pipelines()


class PhaseCompiler(PartCompiler):
    """Compiles functions that others call and that are not to be copied into them."""

    library = _Phase


class WholeCompiler(PartCompiler):
    """Compiles entry points."""

    library = _Whole


def load_or_compile(dispatcher: Any, types: tuple[Any, ...]) -> None:
    """Take an entry point from numba's cache, or compile it.

    numba itself gets ready to compile before it looks into its cache, which takes a fifth of a second.
    """
    rtsys.initialize(dispatcher.targetctx)
    found = dispatcher._cache._load_overload(types, dispatcher.targetctx)
    if found is None:
        dispatcher.compile(types)
    else:
        dispatcher.add_overload(found)
