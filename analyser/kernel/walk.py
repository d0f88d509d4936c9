"""Finds what functions use: a walk through all that they call, and through the constants that they read.

Functions count by their canonical syntax, constants by their value. What is not used, such as a game's story, does
not count. A function may be compiled, or have been made by a factory: its closure is walked too.
"""

import ast
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import EnumMeta
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType

from analyser.core.paths import PACKAGE, SHIPPED
from analyser.kernel.hashing import digest, short
from analyser.kernel.syntax import REWRITTEN, Source, facts_of, imported_by, read_source
from analyser.kernel.values import Opaque, value_form

KERNEL = Path(__file__).parent
WHOLE = tuple(KERNEL / name for name in ("backend.py", "intrinsics.py"))
"""Files that count as a whole: their functions have two forms, and only one is used."""
COMPILER = tuple(KERNEL / name for name in ("linking.py", "machine_code.py", "read_only.py"))
"""What else makes machine code, without deciding any game."""
ALL = "*"
INSTALLED = ("site-packages", "dist-packages")


@dataclass(frozen=True)
class Used:
    """What a function uses."""

    symbols: dict[str, dict[str, list[str]]]
    """File -> name -> a hash of what decides games; several if closures differ."""
    code: str
    """A hash of all that decides its machine code."""
    files: tuple[Path, ...]
    """What all this was read from: as long as these files are the same, so is the rest."""


@dataclass(frozen=True)
class Scope:
    """Where the names of a piece of source are looked up."""

    path: Path
    variables: Mapping[str, object]
    closure: Mapping[str, object] = field(default_factory=dict)
    name: str = ""


@dataclass
class Walk:
    """A walk under way."""

    symbols: dict[tuple[Path, str], set[str]] = field(default_factory=dict)
    code: set[str] = field(default_factory=set)
    sources: dict[Path, Source] = field(default_factory=dict)
    seen: dict[int, object] = field(default_factory=dict)

    def function(self, value: object) -> None:
        """Take in a function and all that it uses."""
        function = plain_function(value)
        if function is None or id(function) in self.seen:
            return
        self.seen[id(function)] = function
        path, code = Path(function.__code__.co_filename), function.__code__
        cells = (cell.cell_contents for cell in function.__closure__ or ())
        closure = dict(zip(code.co_freevars, cells, strict=True))
        scope = Scope(path, function.__globals__, closure, function.__qualname__)
        definition = self.source(path).definition(function)
        self._take(scope, [definition], function.__qualname__, _options_of(value))

    def source(self, path: Path) -> Source:
        """Note a file that the walk passes."""
        return self.sources.setdefault(path, read_source(path))

    def whole(self, path: Path) -> None:
        """Take in a file as a whole."""
        facts = facts_of(self.source(path).tree)
        self.symbols[path, ALL] = {short(facts.form)}
        self.code.add(facts.exact_form)

    def _take(self, scope: Scope, syntax: Sequence[ast.AST], name: str, options: str = "") -> None:
        facts = facts_of(*syntax)
        meanings = sorted(f"{'.'.join(one)} is {self._use(scope, one)}" for one in facts.names)
        self._note(scope.path, name, short(facts.form, *meanings))
        errors = sorted(self._describe(scope, one) for one in facts.exact_names - facts.names)
        self.code.add(" ".join([label_of(scope.path), name, facts.exact_form, options, *meanings, *errors]))

    def _note(self, path: Path, name: str, value: str) -> None:
        self.symbols.setdefault((path, name.replace("<locals>.", "")), set()).add(value)

    def _use(self, scope: Scope, name: tuple[str, ...]) -> str:
        """Take in what a name means, and say which thing that is."""
        root, *attributes = name
        if root in scope.closure:
            value, path, known = scope.closure[root], scope.path, f"{scope.name}.{root}"
        elif root in scope.variables:
            value, (path, known) = scope.variables[root], self._home(scope.path, root)
        else:
            return ""
        while attributes and isinstance(value, ModuleType | EnumMeta):
            attribute = attributes.pop(0)
            if isinstance(value, EnumMeta):
                known = f"{known}.{attribute}"
            elif is_ours(_file_of(value)):
                path, known = self._home(_file_of(value), attribute)
            else:
                return value.__name__
            value = getattr(value, attribute, None)
        return self._follow(value, path, known)

    def _follow(self, value: object, path: Path, name: str) -> str:
        function = plain_function(value)
        if path in WHOLE:
            self.whole(path)
        elif function is not None and is_ours(Path(function.__code__.co_filename)):
            self.function(value)
            return identity(value)
        elif isinstance(value, EnumMeta) or not (function or isinstance(value, type | ModuleType)):
            self._constant(value, path, name)
        elif isinstance(value, type) and is_ours(_file_of(value)):
            self._class(value)
        else:
            return f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', '')}"
        return f"{label_of(path)} {name}"

    def _constant(self, value: object, path: Path, name: str) -> None:
        """By its value; one that is more than data, by the statements that make it."""
        self.source(path)
        try:
            found = value_form(value)
        except Opaque:
            statements = self.source(path).assignments(name)
            if id(value) not in self.seen:
                self.seen[id(value)] = value
                self._take(Scope(path, vars(_modules()[str(path)])), statements, name)
            return
        self._note(path, name, short(found))
        self.code.add(f"{label_of(path)} {name} {found}")

    def _class(self, value: type) -> None:
        if id(value) not in self.seen:
            self.seen[id(value)] = value
            path = _file_of(value)
            nodes = self.source(path).definitions[value.__qualname__]
            self._take(Scope(path, vars(sys.modules[value.__module__])), nodes, value.__qualname__)

    def _home(self, path: Path, name: str) -> tuple[Path, str]:
        """The file that a name comes from, and how it is called there."""
        module, original = self.source(path).imports.get(name, ("", ""))
        origin = sys.modules.get(module)
        if origin is None or not is_ours(_file_of(origin)):
            return path, name
        return self._home(_file_of(origin), original)

    def _describe(self, scope: Scope, name: tuple[str, ...]) -> str:
        """What an error is made of."""
        value = scope.closure.get(name[0], scope.variables.get(name[0]))
        try:
            return f"{'.'.join(name)} {value_form(value)}"
        except Opaque:
            return f"{'.'.join(name)} {getattr(value, '__module__', '')}.{getattr(value, '__qualname__', '')}"


def walk(function: object) -> Used:
    """What a function uses."""
    one = Walk()
    one.function(function)
    for path in WHOLE:
        one.whole(path)
    code = one.code | {facts_of(read_source(path).tree).exact_form for path in COMPILER}
    symbols: dict[str, dict[str, list[str]]] = {}
    for (path, name), hashes in sorted(one.symbols.items()):
        known = symbols.setdefault(label_of(path), {}).setdefault(name, [])
        known += sorted(hashes - set(known))
    by = {path for source in one.sources if source in REWRITTEN for path in REWRITTEN[source].by}
    files = _with_imports({*one.sources, *COMPILER, *by})
    return Used(symbols, digest(text.encode() for text in sorted(code)), tuple(sorted(files)))


def plain_function(value: object) -> FunctionType | None:
    """The Python function behind a compiled, bound or wrapped one."""
    while not isinstance(value, FunctionType | type):
        names = ("py_func", "__func__", "__wrapped__")
        value = next((getattr(value, name) for name in names if hasattr(value, name)), int)
    return value if isinstance(value, FunctionType) else None


def identity(value: object, exact: bool = False) -> str:
    """Which function this is, and what a factory has put into it; not what it does. Exactly: in which folder it lies,
    in which module it was loaded (of two versions of a game, each loads a strategy for itself), how it is compiled.
    """
    function = plain_function(value)
    if function is None:
        return value_form(value)
    file = function.__code__.co_filename
    cells = [identity(cell.cell_contents, exact) for cell in function.__closure__ or ()]
    which = f"{file} {function.__module__} {_options_of(value)}" if exact else label_of(Path(file))
    return f"{which} {function.__qualname__} {cells}"


@cache
def label_of(path: Path) -> str:
    """A file's name in the list: by its path in the package, or its own name."""
    inside = path.is_relative_to(PACKAGE) and not path.is_relative_to(SHIPPED)
    return path.relative_to(PACKAGE).as_posix() if inside else path.name


def is_ours(path: Path) -> bool:
    """Whether a file belongs to the program, to a game or to a strategy, and not to Python or an installed package."""
    return path in REWRITTEN or _is_ours(path)


@cache
def _is_ours(path: Path) -> bool:
    if path.is_relative_to(PACKAGE):
        return True
    installed = any(part in INSTALLED for part in path.parts)
    return path.suffix == ".py" and not installed and not path.is_relative_to(sysconfig.get_path("stdlib"))


def _file_of(value: ModuleType | type) -> Path:
    module = value if isinstance(value, ModuleType) else sys.modules.get(value.__module__)
    return Path(getattr(module, "__file__", None) or "/")


def _modules() -> dict[str, ModuleType]:
    return {str(getattr(module, "__file__", "")): module for module in list(sys.modules.values())}


def _options_of(value: object) -> str:
    options: Mapping[str, object] = getattr(value, "targetoptions", {})
    return str(sorted((name, getattr(one, "__name__", repr(one))) for name, one in options.items()))


def _with_imports(files: set[Path]) -> set[Path]:
    """These files, and all of ours that they import, which may have computed their constants."""
    modules = _modules()
    todo = list(files)
    while todo:
        path = todo.pop()
        package = getattr(modules.get(str(path)), "__package__", None) or ""
        names = imported_by(read_source(path), package)
        found = {_file_of(sys.modules[name]) for name in names if name in sys.modules}
        new = {one for one in found if is_ours(one)} - files
        files |= new
        todo += new
    return files
