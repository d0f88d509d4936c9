"""Entry points: kernels, which Python calls, and policies, which kernels call by their address.

Each is compiled once, kept on disk, and loaded once a process. numba's own cache knows neither callees, nor globals,
nor options, and never finds a closure again. Here the name of the file says all that decides the machine code: what
the function uses, the types of its arguments, the processor and the versions.
"""

import gc
import pickle
import platform
import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from types import FunctionType

import numpy as np

from analyser.core.paths import PACKAGE
from analyser.kernel.backend import COMPILED
from analyser.kernel.code_cache import read, root, store, throw_away, used_by
from analyser.kernel.hashing import digest
from analyser.kernel.intrinsics import Handle
from analyser.kernel.values import dtype_form
from analyser.kernel.walk import Used, plain_function

if COMPILED:
    import llvmlite
    import numba
    from numba.core.compiler import CompileResult
    from numba.core.dispatcher import Dispatcher
    from numba.core.registry import cpu_target
    from numba.core.runtime.nrt import rtsys
    from numba.core.serialize import dumps

    from analyser.kernel.backend import ENTRY_OPTIONS

_lock = threading.RLock()
_loaded: dict[Path, "Dispatcher"] = {}
"""The entry points of this process, by the files they are kept in."""


class CannotCompile(Exception):
    """A function that cannot become machine code, and why in one sentence; the field that it asked for in vain."""

    def __init__(self, why: str, field: str = "") -> None:
        super().__init__(why)
        self.field = field


@dataclass(frozen=True, eq=False)
class EntryPoint:
    """A function that is compiled for arguments like the examples."""

    name: str
    function: Callable[..., object]
    examples: tuple[object, ...]
    data: tuple[Path, ...] = ()
    """Data files that constants of the rules may be read from."""

    @cached_property
    def used(self) -> Used:
        """All that decides what it does."""
        return used_by(self.function, self.data)

    @cached_property
    def path(self) -> Path:
        """Where its machine code is kept."""
        types = [_type_form(example) for example in self.examples]
        key = digest(text.encode() for text in (self.used.code, *types, *_machine()))
        return root() / f"{self.name}-{key[:24]}.code"

    @property
    def is_ready(self) -> bool:
        """Whether it need not be compiled any more."""
        return not COMPILED or self.path in _loaded or self.path.exists()

    def load(self) -> Callable[..., object]:
        """The function as machine code, from this process, from the disk, or compiled now."""
        return self._dispatcher() if COMPILED else self.function

    def handle(self) -> Handle:
        """How a kernel calls a policy."""
        if not COMPILED:
            return self.function
        (overload,) = self._dispatcher().overloads.values()
        return int(overload.library.get_pointer_to_function(overload.fndesc.llvm_func_name))

    def _dispatcher(self) -> "Dispatcher":
        with _lock, _nothing_collected(), _interruptions_heard():
            if self.path not in _loaded:
                _loaded[self.path] = self._read() or self._compile()
            return _loaded[self.path]

    def _new_dispatcher(self) -> "Dispatcher":
        """A unique name, so that no two symbols of machine code are the same."""
        function = plain_function(self.function)
        assert function is not None
        named = FunctionType(function.__code__, function.__globals__, closure=function.__closure__)
        named.__module__, named.__qualname__ = function.__module__, re.sub(r"\W", "_", self.path.stem)
        return numba.njit(**ENTRY_OPTIONS)(named)

    def _read(self) -> "Dispatcher | None":
        """numba itself gets ready to compile before it looks into its cache, which takes a fifth of a second."""
        content = read(self.path)
        if content is None:
            return None
        dispatcher = self._new_dispatcher()
        rtsys.initialize(dispatcher.targetctx)
        try:
            dispatcher.add_overload(CompileResult._rebuild(dispatcher.targetctx, *pickle.loads(content)))
        except Exception:
            throw_away(self.path)
            return None
        return dispatcher

    def _compile(self) -> "Dispatcher":
        dispatcher = self._new_dispatcher()
        try:
            dispatcher.compile(tuple(numba.typeof(example) for example in self.examples))
        except Exception as problem:  # numba also lets its own mistakes out, and those of numpy
            raise CannotCompile(in_short(problem), field_of(problem)) from None
        (overload,) = dispatcher.overloads.values()
        assert not overload.library.has_dynamic_globals, f"{self.name} holds addresses of this process"
        store(self.path, dumps(overload._reduce()))
        return dispatcher


def cached(name: str, function: Callable[..., object], *examples: object) -> Callable[..., object]:
    """A function that needs no data files, as machine code."""
    return EntryPoint(name, function, examples).load()


def _type_form(example: object) -> str:
    """What numba knows about an argument: its type, not its value."""
    if isinstance(example, np.ndarray | np.generic):
        return f"{example.ndim} {dtype_form(example.dtype)}"
    inner = [_type_form(one) for one in example] if isinstance(example, tuple) else []
    return f"{type(example).__qualname__} {inner}"


@cache
def _machine() -> tuple[str, ...]:
    """What else machine code is made for."""
    versions = [f"{package.__name__} {package.__version__}" for package in (numba, llvmlite, np)]
    return platform.python_version(), *versions, *map(str, cpu_target.target_context.codegen().magic_tuple())


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Collect no garbage meanwhile: numba makes a million small objects; searching them takes a tenth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@contextmanager
def _interruptions_heard() -> Iterator[None]:
    """A signal that comes while LLVM works is raised in numba's callback, from which no exception comes through."""
    unheard: list[object] = []
    before = sys.unraisablehook

    def note(lost: "sys.UnraisableHookArgs") -> None:
        if isinstance(lost.exc_value, KeyboardInterrupt):
            unheard.append(lost.exc_type)
        else:
            before(lost)

    sys.unraisablehook = note
    try:
        yield
    except Exception:
        if not unheard:
            raise
    finally:
        sys.unraisablehook = before
    if unheard:
        raise KeyboardInterrupt


def field_of(problem: Exception) -> str:
    """The field that a function asks for and there is not, if that is why numba refuses it."""
    field = re.search(r"Unknown attribute '(\w+)' of type Record|Field '(\w+)' was not found|^'(\w+)'$", str(problem))
    return next(filter(None, field.groups())) if field else ""


def in_short(problem: Exception) -> str:
    """Why numba refuses a function, in one sentence."""
    text = str(problem)
    field = field_of(problem)
    if field:
        return f"there is no field « {field} »"
    if re.search(r"No conversion from none|could not convert|Function\(<class '(float|int)'>\)|unify return", text):
        return "it does not return a number on every path"
    where = _line_of(text)
    unusable = re.search(r"Untyped global name '(\w+)'", text)
    if unusable:
        return f"« {unusable[1]} » is neither a number, nor numbers in a row, nor a function that is compiled{where}"
    if "<built-in function or_>" in text:
        return f"a number that is not whole is put where whole numbers belong: use // and not /, or int(...){where}"
    refused = re.search(r"No implementation of function Function\(<(?:built-in )?function (\w+)", text)
    if refused and refused[1] == "getitem":
        return f"what stands in [ ] is not a whole number, or only one number is there to look up{where}"
    if refused:
        return f"« {refused[1]} » does not work with what it is given: numbers are expected{where}"
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    wanted = [line for line in lines if not line.startswith(("During", "Failed in", "File", "^", "-", "<source"))]
    return (wanted[0] if wanted else type(problem).__name__) + where


def _line_of(text: str) -> str:
    """The innermost line of a user's file that an error of numba names; generated code stands on line 1."""
    found = re.findall(r'File "([^"]+)", line (\d+)', text)
    where = [line for path, line in found if line != "1" and not Path(path).resolve().is_relative_to(PACKAGE)]
    return f" (line {where[0]})" if where else ""
