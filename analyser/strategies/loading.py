"""Strategy files: read and checked, what they import, loaded and compiled one by one.

A strategy file has a docstring whose first line is its idea, and either `score(view, choice) -> float` or
`choose(view, choices, luck) -> index`. `PARAMS = {"turn": (3, 1, 6)}` declares named numbers (default, least, most),
which the strategy finds in `view.params`, in this order.
"""

import ast
import builtins
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, reduce
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec, spec_from_file_location
from operator import or_
from pathlib import Path
from symtable import symtable
from types import FunctionType, ModuleType

from analyser.core import paths
from analyser.core.errors import BadInput
from analyser.games.definition import GAME_VERSION, Game
from analyser.kernel.backend import HELPERS, compiled_strategy
from analyser.kernel.hashing import digest
from analyser.kernel.syntax import Source as SourceTree
from analyser.kernel.syntax import form, imported_by
from analyser.kernel.syntax import read_source as source_tree
from analyser.kernel.walk import is_ours
from analyser.strategies.strategy import Strategy
from analyser.strategies.validation import names_in, read_source, refuse_touching


def read_strategy(path: Path) -> Strategy:
    """Read a strategy file and check its form; nothing of it runs yet."""
    source = read_source(path)
    params = tuple(default for _, default, _, _ in source.parameters)
    strategy = Strategy(path.stem, path.resolve(), source.idea, source.form, source.parameters, params, source.code)
    try:
        helpers = own_files(strategy)[1:]
    except (OSError, SyntaxError, ValueError) as problem:
        raise BadInput(f"Strategy {path} imports a file that cannot be read: {problem}. Correct that file.") from None
    for helper in helpers:
        refuse_touching(source_tree(helper).tree, helper)
    return strategy


def own_files(strategy: Strategy) -> list[Path]:
    """A strategy's file, and all it imports from, other than ours and installed packages."""
    found: set[Path] = set()
    todo = {strategy.path}
    while todo:
        path = todo.pop()
        found.add(path)
        todo |= _imported(source_tree(path), tuple(sys.path)) - found
    return [strategy.path, *sorted(found - {strategy.path})]


@cache
def _imported(source: SourceTree, search: tuple[str, ...]) -> set[Path]:
    """The files that a source imports from, other than ours and installed packages."""
    origins = {Path(origin) for name in imported_by(source, "") if (origin := _origin(name))}
    return {path for path in origins if is_ours(path) and not path.is_relative_to(paths.PACKAGE)}


def _origin(module: str) -> str | None:
    """Where a module lies; neither it nor the packages around it are imported."""
    around: list[str] | None = None
    spec: ModuleSpec | None = None
    for end in range(1, module.count(".") + 2):
        spec = _module_spec(".".join(module.split(".")[:end]), around)
        if spec is None:
            return None
        found = spec.submodule_search_locations
        around = list(getattr(found, "_path", found or []))  # a namespace would look for its imported parent
    return spec.origin if spec else None


def _module_spec(module: str, around: list[str] | None) -> ModuleSpec | None:
    try:
        return next(filter(None, (finder.find_spec(module, around) for finder in sys.meta_path)), None)
    except (ImportError, ValueError):
        return None


def asks_more(game: Game, strategy: Strategy) -> int:
    """Which costly questions of its view a strategy asks, as bits: the rules answer them only if it asks."""
    named = {name for path in own_files(strategy) for name in names_in(source_tree(path).tree)}
    return reduce(or_, (bit for name, bit in game.rules.costly.items() if name in named), 0)


def load_function(strategy: Strategy) -> FunctionType:
    """Run a strategy's file and compile its functions; none of its code runs before this."""
    module = _load_module(strategy)
    _refuse_undefined_names(strategy, module)
    for name, value in list(vars(module).items()):
        if isinstance(value, FunctionType) and value.__module__ == module.__name__:
            setattr(module, name, compiled_strategy(value))
    return getattr(module, strategy.form)


def _refuse_undefined_names(strategy: Strategy, module: ModuleType) -> None:
    """Refuse undefined names; numba would refuse them too, without saying where."""
    known = {*vars(module), *vars(builtins)}
    for table in symtable(strategy.source.decode(errors="replace"), str(strategy.path), "exec").get_children():
        missing = [one.get_name() for one in table.get_symbols() if one.is_global() and one.get_name() not in known]
        for node in ast.walk(ast.parse(strategy.source)):
            if isinstance(node, ast.Name) and node.id in missing:
                raise BadInput(
                    f"Strategy {strategy.path} cannot be compiled: name '{node.id}' is not defined "
                    f"(line {node.lineno}). Correct {strategy.form}."
                )


def where_asked(strategy: Strategy, field: str) -> str:
    """The line that asks for a field that there is not; numba does not say where."""
    for path in own_files(strategy):
        for node in ast.walk(source_tree(path).tree):
            if isinstance(node, ast.Attribute) and node.attr == field:
                return f" (line {node.lineno})" if path == strategy.path else f" ({path}, line {node.lineno})"
    return ""


def _load_module(strategy: Strategy) -> ModuleType:
    """Load a strategy's module under a name that is unique, and the same in every process whatever its comments:
    machine code that is kept refers to it.
    """
    files = own_files(strategy)
    code = digest(form(source_tree(path).tree, exact=True).encode() for path in files)
    name = f"analyse_strategy_{strategy.path.stem.replace('-', '_')}_{code[:16]}{_version_seen(files)}"
    spec = spec_from_file_location(name, strategy.path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    _forget_helpers(files[1:])
    HELPERS.update(map(str, files[1:]))
    sys.modules[name] = module
    try:
        with _no_bytecode():
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as problem:
        del sys.modules[name]
        raise BadInput(f"Strategy {strategy.path} cannot be imported: {type(problem).__name__}: {problem}.") from None
    return module


def _version_seen(files: Sequence[Path]) -> str:
    """Which version of a game of one file these import from: code of two versions in one process is kept apart."""
    names = sorted({name for path in files for name in imported_by(source_tree(path), "")})
    return "".join(getattr(sys.modules.get(one), GAME_VERSION, "") for one in names)


@contextmanager
def _no_bytecode() -> Iterator[None]:
    """Leave no `__pycache__` in a user's folder."""
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        yield
    finally:
        sys.dont_write_bytecode = before


def _forget_helpers(files: Sequence[Path]) -> None:
    """Files that a strategy imports from may have been edited since they were imported last."""
    for name, module in list(sys.modules.items()):
        if Path(getattr(module, "__file__", None) or "") in files:
            del sys.modules[name]
