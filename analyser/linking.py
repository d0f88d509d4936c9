"""How the functions of a kernel become one piece of machine code.

numba optimises every function together with all that it calls, translates it, and throws most of that work away, since
only the entry point is ever run. Here a function that only others call is optimised, with what is copied into it, and
handed on; one that stays apart is linked only into the entry point; and only the entry point is translated. Black
Fleet's kernel compiles in a third of the time.

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
    """A function that only others call; it is copied into them."""

    codegen = _NoEnvironment()

    def finalize(self) -> None:
        """Optimise it, with the parts that are copied into it."""
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            if not isinstance(library, _Phase):
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._optimize_final_module()
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
    """An entry point, with all that it calls."""

    _linking_libraries: list[Any]

    def finalize(self) -> None:
        """Gather the phases that are called somewhere below, then optimise and translate everything."""
        below = dict.fromkeys(self._linking_libraries)
        todo = list(below)
        while todo:
            new = [library for library in todo.pop()._linking_libraries if library not in below]
            below |= dict.fromkeys(new)
            todo += new
        phases = [library for library in below if isinstance(library, _Phase)]
        self._linking_libraries = list(dict.fromkeys([*self._linking_libraries, *phases]))
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
