"""The next version of a game: the smallest change that meets the targets, and two versions side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

from analyser.api.options import Options, runner_of, spec_of
from analyser.core.errors import BadInput

if TYPE_CHECKING:
    from analyser.experiments.answer import Answer
    from analyser.experiments.fixing.change import Change
    from analyser.experiments.fixing.fix import Wanted
    from analyser.experiments.fixing.targets import Target
    from analyser.experiments.sample import ExperimentSpec

DIFF_PARTS, LEAST_DIFF = 4, 20_000
"""A diff plays at most four parts of a run with each version, or this many games."""
PAGE = "page.pdf"


class Aims(TypedDict, total=False):
    """What is wanted, and what may be changed."""

    targets: Sequence[str]
    """As typed: seats=1.5, rounds=10:14; the tolerances of the game's recipe if left out."""
    change: Sequence[str]
    """Levers that may be moved; all if left out."""
    keep: Sequence[str]
    """Levers that may not."""
    strategies: str | None
    """Who plays, in all seats; the game's strongest if left out."""
    opponents: str | None
    """With whom the change is tried as well; the game's own choice if left out, nobody if empty."""


def fix(
    game: str,
    *,
    write: Path | None = None,
    keep: Path | None = None,
    command: str = "",
    aims: Aims | None = None,
    **options: Unpack[Options],
) -> Answer:
    """The smallest changes of the rules that meet the targets, each confirmed on games that no search has seen; with
    `write` a copy of the game's data with the change made, with `keep` a folder that `analyse report --fix` reads.
    """
    from analyser.core.files import write_whole
    from analyser.experiments.fixing.fix import fix as run
    from analyser.experiments.fixing.stored import STORED, stored_of, written

    if write is not None:
        refuse_folder(write)
    asked = wanted_of(game, aims or {}, options)
    if write is not None:
        _refuse_unwritable(asked)
    found = run(asked, runner_of(options))
    if write is not None and found.change is not None:
        _write(asked.experiment, found.change, write)
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
        write_whole(keep / STORED, written(stored_of(asked, found, command or f"analyse fix --game {game}")))
    return found.answer


def levers(game: str, **options: Unpack[Options]) -> list[dict[str, str]]:
    """What `fix` may change: name, what is played now, the values to try, what a change costs."""
    from analyser.experiments.fixing.levers import levers_of
    from analyser.games.settings import show

    return [
        {
            "lever": one.name,
            "now": show(one.current),
            "try": " ".join(show(value) for value in one.values),
            "cost": f"{one.cost:g}",
            "of": one.setting or one.file,
        }
        for one in levers_of(spec_of(game, options))
    ]


def wanted_of(game: str, aims: Aims, options: Options) -> Wanted:
    """What is asked, checked."""
    from analyser.experiments.fixing.fix import Wanted
    from analyser.experiments.fixing.levers import levers_of
    from analyser.strategies.library import find_strategies, strongest
    from analyser.strategies.spec import split_specs

    asked = spec_of(game, {**options, "games": None})
    who = _one_strategy(aims.get("strategies") or strongest(asked.game))
    opponents = aims.get("opponents")
    others = None if opponents is None else tuple(split_specs(opponents)) if opponents else ()
    find_strategies(asked.game, [who, *(others or ())], asked.folders)
    targets = targets_of(asked, aims.get("targets", ()))
    moved = levers_of(asked, aims.get("change", ()), aims.get("keep", ()))
    return Wanted(asked, who, targets, moved, others, options.get("games"))


def _one_strategy(who: str) -> str:
    from analyser.strategies.spec import split_specs

    if len(split_specs(who)) != 1:
        raise BadInput(f"--strategies {who}: name one strategy, which plays in all seats; others with --opponents.")
    return who


def targets_of(asked: ExperimentSpec, typed: Sequence[str]) -> tuple[Target, ...]:
    """The targets that are typed; else what the game's recipe tolerates."""
    from analyser.experiments.fixing.targets import of_recipe, read_targets
    from analyser.report.recipe import recipe_of, wanted_by

    if typed:
        return read_targets(asked.game, typed, asked.players)
    return of_recipe(wanted_by(recipe_of(asked.game), asked.game))


def refuse_folder(folder: Path) -> None:
    """Only a new or empty folder is written to."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadInput(f"--write {folder} is there already. Nothing was played or written. Type another folder.")


def _refuse_unwritable(asked: Wanted) -> None:
    """Every number that may change must stand where it can be changed: found out before the search."""
    from analyser.experiments.fixing.change import Change, move
    from analyser.experiments.fixing.editing import NotFound

    experiment = asked.experiment
    try:
        for one in asked.levers:
            _changed(experiment, Change((move(one, one.current if one.seats else one.values[0]),)))
    except NotFound as problem:
        raise BadInput(
            f"--write changes {experiment.game.settings_file}, where {problem}. Nothing was played or written. "
            "Write it so, or leave --write out and make the change by hand."
        ) from None


def _write(asked: ExperimentSpec, change: Change, folder: Path) -> None:
    """The data with the change made, comments kept."""
    from analyser.experiments.fixing.change import write_changed

    write_changed(folder, _changed(asked, change))


def _changed(asked: ExperimentSpec, change: Change) -> dict[str, bytes]:
    """The files with what was set and the change."""
    from analyser.experiments.fixing.change import changed_files

    settings = dict(one.partition("=")[::2] for one in (*asked.settings, *change.assignments))
    return changed_files(asked.game, change, settings)


def diff(
    before: str,
    after: str,
    *,
    game: str | None = None,
    targets: Sequence[str] = (),
    strategies: str | None = None,
    **options: Unpack[Options],
) -> Answer:
    """Two versions of a game on the same deals. Each is a game, GAME@FOLDER, or a folder of data (of `game`, or of the
    shipped game that has such files); `settings` change the second one.
    """
    from analyser.experiments.fixing.diff import Pair
    from analyser.experiments.fixing.diff import diff as run
    from analyser.strategies.library import strongest

    first_name = version_of(before, game)
    names = [first_name, _version_beside(first_name, version_of(after, game))]
    changed = tuple(options.get("settings", ()))
    first, second = (spec_of(one, {**options, "settings": ()}) for one in names)
    most = options.get("games") or max(DIFF_PARTS * first.game.part_games, LEAST_DIFF)
    first, second = replace(first, games=most), replace(second, games=most, settings=changed)
    who = _one_strategy(strategies or strongest(first.game))
    called = (before, " ".join([after, *(f"--set {one}" for one in changed)]))
    if names[0] == names[1] and not changed:
        raise BadInput(f"{before} and {after} are the same. Type another folder, or --set name=value for the second.")
    return run(Pair(first, second, called, who, targets_of(first, targets)), runner_of(options))


def write_compared(answer: Answer, folder: Path) -> list[Path]:
    """The answer of a fix or of a diff: its tables, its sentences as Markdown, and one page as PDF and as a picture."""
    from analyser.core.files import write_whole
    from analyser.experiments.fixing.figure import markdown, page

    answer.write(folder)
    write_whole((folder / "answer").with_suffix(".md"), markdown(answer).encode())
    figure = page(answer)
    if figure is not None:
        figure.savefig(folder / PAGE, metadata={"CreationDate": None})
        figure.savefig((folder / PAGE).with_suffix(".png"), dpi=110)
    return sorted(folder.iterdir())


def version_of(typed: str, game: str | None) -> str:
    """A version as any command takes it: a folder of data becomes GAME@FOLDER."""
    from analyser.games.own_data import AT

    place = Path(typed)
    if AT in typed or not place.is_dir() or (place / "game.py").exists():
        return typed
    return f"{game or _owner(place)}{AT}{place}"


def _version_beside(before: str, after: str) -> str:
    """The folder or file of another version of a game of one file, played by the strategies of the first."""
    from analyser.games.loader import find_game
    from analyser.games.own_data import AT
    from analyser.games.places import GAME_FILE, file_at, is_path

    one = find_game(before)
    if AT in after or one.own_settings is None or not (is_path(after) or Path(after).is_dir()):
        return after
    file = file_at(after)
    return after if file == one.file else f"{before}{AT}{file.parent if file.name == GAME_FILE else file}"


def _owner(place: Path) -> str:
    """The shipped game whose data these are."""
    from analyser.core.errors import AnalyseError
    from analyser.games.loader import shipped_games
    from analyser.games.own_data import with_data

    fitting = []
    for name, one in shipped_games().games.items():
        try:
            with_data(one, place).settings()
            fitting.append(name)
        except AnalyseError:
            continue
    if len(fitting) != 1:
        found = f"may be of {' or '.join(fitting)}" if fitting else "fits no shipped game"
        raise BadInput(f"{place}: this folder of data {found}. Type --game GAME, or GAME@{place}.")
    return fitting[0]
