"""How the functions of a kernel become one piece of machine code.

numba optimises and translates every function together with all that it calls, then throws most of that work away,
because only the entry point is ever run. Here a function that only others call is optimised once and passed on; a
separate one is linked only into the entry point; and only the entry point is translated. Black
Fleet's kernel compiles in a third of the time.

Like `intrinsics.py` and `machine_code.py` it knows numba's insides: `tests/kernel/test_machine_code.py` holds them.
"""

from llvmlite import ir
from llvmlite.binding import Linkage
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import PassManager

from analyser.kernel.read_only import reading_only


class _NoEnvironment:
    """A part has no Python objects to manage."""

    def set_env(self, name: str, environment: object) -> None:
        """Nothing to set: what is compiled here raises exceptions by class, and uses no other object."""


class _Part(JITCodeLibrary):  # type: ignore[misc]
    """A function that only others call; it is inlined there."""

    codegen = _NoEnvironment()

    def finalize(self) -> None:
        """Optimise it, with the parts that are inlined into it."""
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            if not isinstance(library, _Phase):
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._optimize_final_module()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """It has no address."""
        self._ensure_finalized()
        return 0


class _Phase(_Part):
    """A part that stays a separate function: inlined, it would only make the code bigger."""

    def add_ir_module(self, ir_module: ir.Module) -> None:
        """Add a function that is called, never inlined."""
        for function in ir_module.functions:
            if not function.is_declaration and "alwaysinline" not in function.attributes:
                function.attributes.add("noinline")
        super().add_ir_module(ir_module)


class _Whole(JITCodeLibrary):  # type: ignore[misc]
    """An entry point, with all that it calls."""

    _linking_libraries: list[JITCodeLibrary]

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

    def _optimize_final_module(self) -> None:
        """First keep to itself all but the entry.

        numba numbers functions and types in each process anew, so phases that were compiled in two processes may have
        the same name; the linker would take one of them for both.
        """
        for function in self._final_module.functions:
            if function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.internal
        super()._optimize_final_module()


class PartCompiler(Compiler):  # type: ignore[misc]
    """Compiles functions that only others call."""

    library = _Part

    def define_pipelines(self) -> list[PassManager]:
        """numba's own passes, but a library of ours to collect the code."""
        state = self.state
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return super().define_pipelines()


class StrategyCompiler(PartCompiler):
    """Compiles functions of strategies, which read what they are given."""

    def define_pipelines(self) -> list[PassManager]:
        """The same passes, with a check that nothing is changed."""
        return [reading_only(one) for one in super().define_pipelines()]


class PhaseCompiler(PartCompiler):
    """Compiles functions that others call and that are not inlined."""

    library = _Phase


class WholeCompiler(PartCompiler):
    """Compiles entry points."""

    library = _Whole
