"""Strategies: found by path, checked when loaded, compiled one by one.

A strategy file has a docstring whose first line is its idea, and either `score(view, choice) -> float` or
`choose(view, choices, luck) -> index`. `PARAMS = {"turn": (3, 1, 6)}` declares named numbers (default, least, most),
which the strategy finds in `view.params`, in this order.
"""

import ast
import builtins
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, reduce
from importlib.machinery import ModuleSpec
from importlib.metadata import EntryPoints, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from operator import or_
from pathlib import Path
from symtable import symtable
from types import FunctionType, ModuleType

from analyser.core import paths
from analyser.core.errors import BadInput, unknown
from analyser.games.definition import GAME_VERSION, Game
from analyser.kernel.backend import HELPERS, compiled_strategy
from analyser.kernel.hashing import digest
from analyser.kernel.limits import MAX_RESTRICTIONS
from analyser.kernel.restrictions import ANY_VALUE
from analyser.kernel.syntax import Source as SourceTree
from analyser.kernel.syntax import form, imported_by
from analyser.kernel.syntax import read_source as source_tree
from analyser.kernel.walk import is_ours
from analyser.strategies.spec import Spec, parse_spec
from analyser.strategies.validation import Parameter, names_in, read_source, refuse_touching

RANDOM = "random"
NOISY, NEVER, ALWAYS = "noisy", "never", "always"
LOOKAHEAD, SEES_ALL = "lookahead", "sees-all"
WRAPPERS = {
    NOISY: "noisy:p=0.1(greedy)",
    NEVER: "never:<what>(greedy)",
    ALWAYS: "always:<what>=k(greedy)",
    LOOKAHEAD: "lookahead:games=64(greedy)",
    SEES_ALL: "sees-all:games=64(greedy)",
}
AHEAD_NUMBERS: tuple[Parameter, ...] = (
    ("games", 64, 2, 100_000),
    ("candidates", 128, 2, 256),
    ("seconds", 128, 1, 256),
    ("lead", 3.0, 0, 100),
    ("caution", 2.0, 0, 10),
)
"""Of a strategy that looks ahead: rollouts a decision, choices that race, second decisions that are tried for each
where hardly any luck is left, weight of the lead, and by how many standard errors a plan must beat the base's; default,
least and most."""
OTHERS = "others"
ENTRY_POINTS = "analyser.strategies"


def _typed(value: float) -> str:
    """A number as text; reading it gives exactly the same number."""
    return str(int(value)) if value == int(value) else repr(value)


@dataclass(frozen=True)
class Restriction:
    """What a strategy may never, or must always do: `never:swap`, `always:non-merci=3`."""

    mode: str
    what: str
    value: float

    @property
    def spec(self) -> str:
        """How it is typed."""
        return f"{self.mode}:{self.what}" + ("" if self.value == ANY_VALUE else f"={_typed(self.value)}")


@dataclass(frozen=True)
class LookAhead:
    """How a strategy looks ahead: numbers of AHEAD_NUMBERS, who plays in its rollouts, and whether it sees all."""

    base: "Strategy"
    others: "Strategy | None"
    numbers: tuple[float, ...]
    sees_all: bool

    def typed(self, inside: str) -> str:
        """How it is typed."""
        given = [
            f"{name}={_typed(value)}"
            for (name, default, _, _), value in zip(AHEAD_NUMBERS, self.numbers, strict=True)
            if value != default or name == "games"
        ]
        given += [f"{OTHERS}={self.others.spec}"] if self.others else []
        return f"{SEES_ALL if self.sees_all else LOOKAHEAD}:{','.join(given)}({inside})"


@dataclass(frozen=True)
class Strategy:
    """A strategy with its parameters and wrappers, as it sits in a seat."""

    name: str
    path: Path
    idea: str
    form: str
    defaults: tuple[Parameter, ...]
    params: tuple[float, ...]
    source: bytes
    restrictions: tuple[Restriction, ...] = ()
    noise: float = 0.0
    ahead: LookAhead | None = None

    @property
    def spec(self) -> str:
        """How it is typed: wrappers, its name, and the parameters that differ from the defaults."""
        return self.typed(self.name)

    def typed(self, name: str) -> str:
        """The same with another name for the file."""
        given = [
            f"{parameter}={_typed(value)}"
            for (parameter, default, _, _), value in zip(self.defaults, self.params, strict=True)
            if value != default
        ]
        text = name + (":" + ",".join(given) if given else "")
        inside = self.ahead.base.restrictions if self.ahead else ()
        if self.ahead:
            text = self.ahead.typed(self.ahead.base.typed(name))
        for restriction in self.restrictions[len(inside) :]:
            text = f"{restriction.spec}({text})"
        return f"{NOISY}:p={_typed(self.noise)}({text})" if self.noise else text

    @property
    def is_random(self) -> bool:
        """Whether the kernel draws at random for it, without asking."""
        is_plain = not self.restrictions and self.ahead is None
        return (
            self.name == RANDOM
            and is_plain
            and (self.path == paths.RANDOM or self.path.is_relative_to(paths.STRATEGIES))
        )

    @property
    def in_rollouts(self) -> "tuple[Strategy, Strategy] | None":
        """Who plays its seat and the others' in rollouts, if it looks ahead. Its restrictions hold there too."""
        if self.ahead is None:
            return None
        own = replace(self.ahead.base, restrictions=self.restrictions)
        return own, self.ahead.others or self.ahead.base


def asks_more(game: Game, strategy: Strategy) -> int:
    """Which costly questions of its view a strategy asks, as bits: the rules answer them only if it asks."""
    named = {name for path in own_files(strategy) for name in names_in(source_tree(path).tree)}
    return reduce(or_, (bit for name, bit in game.rules.costly.items() if name in named), 0)


def strategy_files(game: Game, folders: Sequence[Path] = ()) -> dict[str, Path]:
    """The strategies of a game by name: built in, from folders, and from installed packages."""
    found: dict[str, Path] = {}
    for folder in (*game.built_in, *folders, *_package_folders(game)):
        if not folder.is_dir():
            raise BadInput(f"No folder of strategies at {folder}. Type --strategy-path DIR with a folder of .py files.")
        for path in sorted(folder.glob("*.py")):
            if found.get(path.stem, path) != path:
                raise BadInput(f"Two strategies are called {path.stem}: {found[path.stem]} and {path}. Rename one.")
            found[path.stem] = path
    return found


def default_field(game: Game, folders: Sequence[Path] = ()) -> list[str]:
    """Who plays when nobody is named: the game's competent strategies, and all of the user's own; `random` only if
    there is no other.
    """
    files = strategy_files(game, folders)
    built_in = [name for name, path in files.items() if path.parent in game.built_in]
    weak = {*built_in} - {*game.competent} if game.competent else {RANDOM}
    return [*game.competent, *(one for one in files if one not in weak and one not in game.competent)] or [RANDOM]


def tournament_field(game: Game, folders: Sequence[Path] = ()) -> list[str]:
    """Who plays a tournament when nobody is named: two at least, with `random` and one that looks ahead if need be."""
    field = default_field(game, folders)
    more = [RANDOM, f"{LOOKAHEAD}:games=16({field[0]})"] if len(field) < 2 else []
    return list(dict.fromkeys([*field, *more]))


def strongest(game: Game) -> str:
    """Who plays the experiments when nobody is named."""
    return default_field(game)[0]


def _package_folders(game: Game) -> list[Path]:
    """Folders that installed packages offer: the entry point `<game>` of the group `analyser.strategies`."""
    points = _installed(tuple(sys.path))
    return [Path(str(point.load())) for point in points if point.name == game.name]


@cache
def _installed(where: tuple[str, ...]) -> EntryPoints:
    """What the packages in these folders offer. Finding out takes 10 ms, which every strategy of a question would."""
    return entry_points(group=ENTRY_POINTS)


def find_strategy(game: Game, text: str, folders: Sequence[Path] = ()) -> Strategy:
    """The strategy that a spec means: by name, or by the path of a file, in its wrappers."""
    return _built(game, parse_spec(text), folders)


def _built(game: Game, spec: Spec, folders: Sequence[Path]) -> Strategy:
    if spec.inner is not None:
        inner = _built(game, spec.inner, folders)
        if spec.name == NOISY:
            return replace(inner, noise=_noise(spec))
        if spec.name in (LOOKAHEAD, SEES_ALL):
            return _looking_ahead(game, spec, inner)
        if spec.name in (NEVER, ALWAYS):
            restrictions = (*inner.restrictions, *(_restriction(game, spec.name, text) for text in spec.given))
            if not spec.given or len(restrictions) > MAX_RESTRICTIONS:
                raise BadInput(f"{spec.name} needs a restriction, and a strategy may have at most {MAX_RESTRICTIONS}.")
            return replace(inner, restrictions=restrictions)
        raise unknown("wrapper", spec.name, WRAPPERS, f"analyse strategies --game {game.typed}")
    if spec.name in WRAPPERS:
        raise BadInput(f"{spec.name} needs a strategy in brackets, for instance {WRAPPERS[spec.name]}.")
    files = strategy_files(game, folders)
    path = Path(spec.name) if spec.is_file else files.get(spec.name)
    if path is None:
        raise unknown(f"strategy of {game.name}", spec.name, files, f"analyse strategies --game {game.typed}")
    return _with_params(read_strategy(path), spec.given, game)


def _looking_ahead(game: Game, spec: Spec, base: Strategy) -> Strategy:
    if base.ahead is not None:
        raise BadInput(f"{spec.name} inside {LOOKAHEAD} is refused. Allowed: {WRAPPERS[spec.name]}.")
    given = dict(piece.partition("=")[::2] for piece in spec.given)
    others = given.pop(OTHERS, None)
    values = _numbers_of(AHEAD_NUMBERS, [f"{name}={text}" for name, text in given.items()], spec.name, game)
    if any(value != int(value) for value in values[:3]):
        raise BadInput(f"{spec.name}:{','.join(spec.given)} is refused. Allowed: whole games, candidates and seconds.")
    ahead = LookAhead(base, _built_in(game, others) if others is not None else None, values, spec.name == SEES_ALL)
    return replace(base, noise=0.0, ahead=ahead)


def _built_in(game: Game, name: str) -> Strategy:
    """Who plays the others in rollouts: a strategy that comes with the game, which every worker has."""
    known = {path.stem: path for folder in game.built_in for path in sorted(folder.glob("*.py"))}
    if name not in known:
        raise unknown(f"built-in strategy of {game.name}", name, known, f"analyse strategies --game {game.typed}")
    return read_strategy(known[name])


def _noise(spec: Spec) -> float:
    try:
        ((name, text),) = (piece.split("=") for piece in spec.given)
        chance = float(text)
    except ValueError:
        name, chance = "", -1.0
    if name != "p" or not 0 < chance <= 1:
        raise BadInput(f"{NOISY}:{','.join(spec.given)} is refused. Allowed: {NOISY}:p=0.1(...), p above 0, at most 1.")
    return chance


def _restriction(game: Game, mode: str, text: str) -> Restriction:
    what, equals, value = text.partition("=")
    known = game.rules.restrictable
    if what not in known:
        raise unknown(f"restriction of {game.name}", what, known, f"analyse strategies --game {game.typed}")
    try:
        return Restriction(mode, what, float(value) if equals else ANY_VALUE)
    except ValueError:
        raise BadInput(f"{mode}:{text} is refused: « {value} » is not a number.") from None


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


def find_strategies(game: Game, specs: Iterable[str], folders: Sequence[Path] = ()) -> list[Strategy]:
    """Several strategies; naming one twice is an error, because tables would show two equal names."""
    found = [find_strategy(game, spec, folders) for spec in specs]
    doubles = sorted({one.spec for one in found if sum(one.spec == other.spec for other in found) > 1})
    if doubles:
        raise BadInput(f"Strategy {doubles[0]} is named twice. Name each once; --seats may repeat one.")
    return found


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


def _with_params(strategy: Strategy, given: Sequence[str], game: Game) -> Strategy:
    return replace(strategy, params=_numbers_of(strategy.defaults, given, f"strategy {strategy.name}", game))


def _numbers_of(known: Sequence[Parameter], given: Sequence[str], what: str, game: Game) -> tuple[float, ...]:
    """The values of parameters: as given, or their defaults."""
    values = {name: default for name, default, _, _ in known}
    limits = {name: (least, most) for name, _, least, most in known}
    for assignment in given:
        name, _, text = assignment.partition("=")
        if name not in values:
            see = f"analyse strategies --game {game.typed}"
            raise unknown(f"parameter of {what}", name, values, see)
        least, most = limits[name]
        try:
            values[name] = float(text)
        except ValueError:
            values[name] = float("nan")
        if not least <= values[name] <= most:
            allowed = f"{name} from {_typed(least)} to {_typed(most)}"
            raise BadInput(f"{what[0].upper()}{what[1:]}: {assignment} is refused. Allowed: {allowed}.")
    return tuple(values.values())


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
