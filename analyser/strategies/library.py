"""Finds strategies by what is typed: their files by name or path, in their wrappers, and who plays if none is named."""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from importlib.metadata import EntryPoints, entry_points
from pathlib import Path

from analyser.core.errors import BadInput, unknown
from analyser.games.definition import Game
from analyser.kernel.limits import MAX_RESTRICTIONS
from analyser.kernel.restrictions import ANY_VALUE
from analyser.strategies.loading import read_strategy
from analyser.strategies.spec import Spec, parse_spec
from analyser.strategies.strategy import (
    AHEAD_NUMBERS,
    ALWAYS,
    LOOKAHEAD,
    NEVER,
    NOISY,
    OTHERS,
    RANDOM,
    SEES_ALL,
    WRAPPERS,
    LookAhead,
    Restriction,
    Strategy,
    as_text,
)
from analyser.strategies.validation import Parameter

ENTRY_POINTS = "analyser.strategies"


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


def find_strategies(game: Game, specs: Iterable[str], folders: Sequence[Path] = ()) -> list[Strategy]:
    """Several strategies; naming one twice is an error, because tables would show two equal names."""
    found = [find_strategy(game, spec, folders) for spec in specs]
    doubles = sorted({one.spec for one in found if sum(one.spec == other.spec for other in found) > 1})
    if doubles:
        raise BadInput(f"Strategy {doubles[0]} is named twice. Name each once; --seats may repeat one.")
    return found


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
            allowed = f"{name} from {as_text(least)} to {as_text(most)}"
            raise BadInput(f"{what[0].upper()}{what[1:]}: {assignment} is refused. Allowed: {allowed}.")
    return tuple(values.values())
