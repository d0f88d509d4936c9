"""The canonical form of Python source: what code does, without comments, docstrings, annotations and layout.

It is the same on every version of Python, which neither `ast.dump` nor bytecode is. An `exact` form also includes
which errors are raised, and their texts: they decide no game, but machine code contains them.
"""

import ast
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from types import FunctionType
from typing import NamedTuple, TypeAlias

from analyser.core.files import read_file

Definition: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda
Names: TypeAlias = set[tuple[str, ...]]
"""Names with the attributes looked up on them: `rules.bit_of` is ("rules", "bit_of")."""

SILENT = ("annotation", "returns", "type_comment", "type_params", "type_ignores", "kind", "ctx", "decorator_list")
"""Fields of the syntax that do not decide what a function does; a decorator is found by what it changes."""
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass(frozen=True)
class Source:
    """A source file, parsed."""

    path: Path
    tree: ast.Module

    @cached_property
    def definitions(self) -> dict[str, list[Definition]]:
        """All functions and classes by qualified name; a name may be defined twice, for instance in `if` and `else`."""
        found: dict[str, list[Definition]] = {}
        _define(self.tree, "", found)
        return found

    @cached_property
    def imports(self) -> dict[str, tuple[str, str]]:
        """The names that the file imports from modules: name -> module and name there."""
        return {
            alias.asname or alias.name: (node.module or "", alias.name)
            for node in ast.walk(self.tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }

    def definition(self, function: FunctionType) -> Definition:
        """Where a function of this file is written."""
        nodes = self.definitions[function.__qualname__]
        first = function.__code__.co_firstlineno
        return next((node for node in nodes if _first_line(node) == first), nodes[-1])

    def assignments(self, name: str) -> list[ast.stmt]:
        """The statements at the top of the file that mention a name which is no function."""
        return [
            node
            for node in self.tree.body
            if not isinstance(node, Definition | ast.Import | ast.ImportFrom)
            and any(isinstance(one, ast.Name) and one.id == name for one in ast.walk(node))
        ]


@cache
def imported_by(source: Source, package: str) -> set[str]:
    """The modules that a file of this package may import, with the packages they lie in."""
    names = set()
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            names |= {module, *(f"{module}.{alias.name}" for alias in node.names)}
    return names | {name.rpartition(".")[0] for name in names} | {name.partition(".")[0] for name in names}


class Rewritten(NamedTuple):
    """A file whose functions are compiled otherwise than they are written: what is compiled, and what decided that."""

    tree: ast.Module
    by: tuple[Path, ...]


REWRITTEN: dict[Path, Rewritten] = {}
"""Such files: games of one file."""


def read_source(path: Path) -> Source:
    """A file's syntax, parsed once a process for each of its versions."""
    if path in REWRITTEN:
        return Source(path, REWRITTEN[path].tree)
    stat = path.stat()
    return _parse(path, stat.st_mtime_ns, stat.st_size)


@cache
def _parse(path: Path, modified: int, size: int) -> Source:
    return Source(path, ast.parse(read_file(path), os.fspath(path)))


def _define(node: ast.AST, prefix: str, found: dict[str, list[Definition]]) -> None:
    for child in ast.iter_child_nodes(node):
        inside = prefix
        if isinstance(child, Definition):
            name = prefix + (child.name if not isinstance(child, ast.Lambda) else "<lambda>")
            found.setdefault(name, []).append(child)
            inside = f"{name}." if isinstance(child, ast.ClassDef) else f"{name}.<locals>."
        _define(child, inside, found)


def _first_line(node: Definition) -> int:
    decorators = [] if isinstance(node, ast.Lambda) else node.decorator_list
    return min([node.lineno, *(one.lineno for one in decorators)])


@dataclass(frozen=True)
class Facts:
    """What a piece of syntax does and which names it takes from outside."""

    form: str
    names: Names
    exact_form: str
    exact_names: Names


@cache
def facts_of(*nodes: ast.AST) -> Facts:
    """The facts of some syntax, found once a process."""
    both = list(nodes)
    return Facts(form(both), free_names(both), form(both, exact=True), free_names(both, exact=True))


def form(node: object, exact: bool = False) -> str:
    """The canonical form of a piece of syntax."""
    if isinstance(node, list):
        return "[" + ",".join(form(one, exact) for one in node if not _says_nothing(one)) + "]"
    if not isinstance(node, ast.AST):
        return f"{type(node).__name__} {node!r}"
    if isinstance(node, ast.AnnAssign) and node.value is not None:
        node = ast.Assign([node.target], node.value)
    if isinstance(node, ast.JoinedStr):  # Python 3.12 ends some with an empty text
        node = ast.JoinedStr([one for one in node.values if not isinstance(one, ast.Constant) or one.value])
    if isinstance(node, ast.Raise) and not exact:
        return "Raise"
    return f"{type(node).__name__}({','.join(form(value, exact) for value in _fields(node))})"


def _fields(node: ast.AST) -> Iterator[object]:
    for name in node._fields:
        if name not in SILENT:
            yield getattr(node, name, None)


def _says_nothing(node: object) -> bool:
    """Docstrings, the texts below constants, declarations without a value, and `pass`."""
    text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    return text or isinstance(node, ast.Pass) or (isinstance(node, ast.AnnAssign) and node.value is None)


def free_names(node: object, exact: bool = False) -> Names:
    """The names that a piece of syntax uses and does not bind itself."""
    if isinstance(node, list):
        return set().union(*(free_names(one, exact) for one in node))
    if not isinstance(node, ast.AST) or (isinstance(node, ast.Raise) and not exact):
        return set()
    if isinstance(node, FUNCTIONS):
        outer = free_names([*node.args.defaults, *filter(None, node.args.kw_defaults)], exact)
        return outer | _unbound(free_names(node.body, exact), _arguments(node.args) | _bound(node.body))
    if isinstance(node, COMPREHENSIONS):
        first, *others = node.generators
        inner = [first.ifs, *others, *([node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt])]
        targets = _bound([one.target for one in node.generators])
        return free_names(first.iter, exact) | _unbound(free_names(inner, exact), targets)
    dotted = _dotted(node)
    if dotted:
        return {dotted}
    return set().union(*(free_names(value, exact) for value in _fields(node)))


def _dotted(node: ast.AST) -> tuple[str, ...]:
    if isinstance(node, ast.Name):
        return (node.id,) if isinstance(node.ctx, ast.Load) else ()
    inner = _dotted(node.value) if isinstance(node, ast.Attribute) else ()
    return (*inner, node.attr) if inner and isinstance(node, ast.Attribute) else ()


def _unbound(names: Names, bound: set[str]) -> Names:
    return {one for one in names if one[0] not in bound}


def _arguments(node: ast.arguments) -> set[str]:
    plain = [*node.posonlyargs, *node.args, *node.kwonlyargs, *filter(None, [node.vararg, node.kwarg])]
    return {one.arg for one in plain}


def _bound(node: object) -> set[str]:
    """The names that statements bind in their own scope."""
    if isinstance(node, list):
        return set().union(*map(_bound, node))
    if isinstance(node, ast.Name):
        return {node.id} if isinstance(node.ctx, ast.Store | ast.Del) else set()
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {node.name}
    if isinstance(node, ast.Import | ast.ImportFrom):
        return {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
    if isinstance(node, COMPREHENSIONS):
        return _bound([one.target for one in ast.walk(node) if isinstance(one, ast.NamedExpr)])
    if not isinstance(node, ast.AST) or isinstance(node, ast.Lambda):
        return set()
    own = {name for name in (getattr(node, "name", None), getattr(node, "rest", None)) if isinstance(name, str)}
    return own | set().union(*map(_bound, ast.iter_child_nodes(node)))
