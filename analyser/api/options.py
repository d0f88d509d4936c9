"""What every question is asked with: options, checks, tolerances, and who plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

from analyser.api.running import workers
from analyser.core.errors import BadInput

if TYPE_CHECKING:
    from analyser.experiments.checks import Repeat
    from analyser.experiments.sample import ExperimentSpec, Runner
    from analyser.games.definition import Game
    from analyser.simulation.engine import Note
    from analyser.simulation.executor import Progress, Workers

LEAST_GAMES = 4_000
MOST_SHARE = 10
"""An experiment plays a tenth of a run's part at every level unless the user says otherwise: some seconds."""
STAGED = 4
"""In stages it may play this many times as many, if it must: most answers need fewer."""
LEAST_ASKED = 100
MOST_POINTS = 50


class Options(TypedDict, total=False):
    """The options of every experiment."""

    players: int | None
    """How many; the most if left out."""
    games: int | None
    """How many, at each level or variant if there are several; some seconds' worth if left out. For `seats`, `compare`
    and `values` the most: they stop when the answer is decided."""
    seed: int
    settings: Sequence[str]
    """Numbers of the rules to change: name=value."""
    folders: Sequence[Path]
    """Where strategy files of your own lie."""
    jobs: int
    """Workers; -1 for all cores. Does not change the results."""
    cluster: str
    """Where a Dask scheduler listens, if its workers are to play. Does not change the results."""
    progress: bool
    """Count the games on stderr while they are played."""
    runner: Runner
    """Who plays, if not these workers without output: see `runner`."""


class Checks(TypedDict, total=False):
    """What the verdicts of an experiment are checked with."""

    opponents: str | Sequence[str]
    """Strategies to repeat the experiment with, in full: does the answer depend on who plays?"""
    assumptions: bool
    """Repeat it in full with other values of all assumed settings."""
    robustness: bool
    """Without either, check it briefly with the usual opponents and all assumptions (true if left out)."""


class CheckedOptions(Options, Checks, total=False):
    """The options of experiments whose verdicts are checked."""


def runner(
    workers: Workers | None = None,
    note: Note | None = None,
    progress: Progress | None = None,
    kept: Path | None = None,
) -> Runner:
    """Who plays the games of an experiment, and who hears of its progress; games in the folder `kept` are not played
    again.
    """
    from analyser.experiments.kept import KeptGames, check_kept
    from analyser.experiments.sample import Runner, quiet, unseen
    from analyser.simulation.executor import Workers

    games = KeptGames(None if kept is None else check_kept(kept))
    return Runner(workers or Workers(), note or quiet, progress or unseen, games)


def new_kept_folder(out: Path | None) -> Path:
    """Where the games of an interrupted experiment are kept: beside its answer, or in a new folder of runs."""
    if out is not None:
        return out.with_name(f"{out.name}-kept")
    number = next(k for k in count(1) if not Path(f"runs/kept-{k}").exists())
    return Path(f"runs/kept-{number}")


def experiment(game: str, **options: Unpack[Options]) -> ExperimentSpec:
    """What is asked, checked."""
    return spec_of(game, options)


def spec_of(game: str, options: Options, who: str | None = None) -> ExperimentSpec:
    """The same, from options that were read already; with fewer games if those who play look ahead."""
    from analyser.experiments.sample import ExperimentSpec
    from analyser.games.loader import find_game

    found, games = find_game(game), options.get("games")
    if games is not None and games < LEAST_ASKED:
        raise BadInput(f"--games {games} is refused. Allowed: {LEAST_ASKED} or more, or an experiment says nothing.")
    players = found.check_players(options.get("players"))
    settings, folders = tuple(options.get("settings", ())), tuple(options.get("folders", ()))
    usual = max(LEAST_GAMES, found.part_games // MOST_SHARE)
    asked = ExperimentSpec(found, players, games or usual, options.get("seed", 1), settings, folders)
    return asked if games else replace(asked, games=games_ahead(asked, who) or usual)


def games_ahead(asked: ExperimentSpec, who: str | None) -> int:
    """How many games are some minutes' worth for strategies that look ahead; 0 if none does."""
    from analyser.experiments.catalogue import read_catalogue
    from analyser.experiments.rungs import games_of, rollouts_of
    from analyser.strategies.spec import split_specs

    rollouts = max((rollouts_of(asked, one) for one in split_specs(who or "") if one), default=0)
    return games_of(rollouts, read_catalogue(asked.game).ladder.games) if rollouts else 0


def staged_spec(
    game: str, options: Options, times: int = STAGED, least: int = 0, who: str | None = None
) -> ExperimentSpec:
    """The same, played in stages: `games` is the most, by default some times the usual and at least `least`."""
    asked = spec_of(game, options, who)
    if options.get("games") or (who and games_ahead(asked, who)):
        return replace(asked, staged=True)
    return replace(asked, games=max(times * asked.games, least), staged=True)


def runner_of(options: Options) -> Runner:
    """Who plays: the runner that is named, or workers."""
    if "runner" in options:
        return options["runner"]
    from analyser.api.progress import Counter

    players = workers(options.get("jobs", -1), cluster=options.get("cluster"))
    return runner(players, progress=Counter() if options.get("progress") else None)


def announce_games(asked: ExperimentSpec, runner: Runner, which: str = "") -> None:
    """Before the games are played: how many, and what precision to expect; `which` says which games are meant."""
    from analyser.statistics.sample_size import margin_of_games
    from analyser.statistics.stages import looks

    if asked.staged and len(stages := looks(asked.games)) > 1:
        sizes = ", ".join(f"{one.games:,}" for one in stages)
        runner.note(f"At most {asked.games:,} games {which}".rstrip() + f", in stages ({sizes}) until it is decided.")
        return

    margin = 100 * margin_of_games(asked.games, asked.players)
    games = f"{asked.games:,} games {which}".rstrip()
    command = f"analyse sample-size --players {asked.players}"
    runner.note(f"{games} give about ± {margin:.2f} points for a seat's share. See: {command}")


def repeats_for(
    asked: ExperimentSpec, who: str | None, options: CheckedOptions, fixed: Sequence[str] = ()
) -> list[Repeat]:
    """With which other players and settings an answer is checked."""
    from analyser.experiments.checks import repeats_of

    opponents = options.get("opponents", "")
    named = opponents if isinstance(opponents, str) else ",".join(opponents)
    return repeats_of(asked, who, named, options.get("assumptions", False), options.get("robustness", True), fixed)


def seat_tolerance(game: Game, tolerance: float | None) -> float:
    """In points: as asked, or as the game's recipe says."""
    from analyser.report.recipe import tolerances_of

    return tolerances_of(game).seat_points if tolerance is None else check_tolerance(tolerance)


def check_tolerance(tolerance: float) -> float:
    """A tolerance, in points, that a game can meet and can miss."""
    if not 0 < tolerance <= MOST_POINTS:
        raise BadInput(f"--tolerance {tolerance:g} is refused. Allowed: above 0, at most {MOST_POINTS} points.")
    return tolerance


def level_tolerances(game: Game, tolerance: float | None) -> dict[str, float]:
    """In points, by question: as asked for all, or as the game's recipe says."""
    from analyser.experiments.catalogue import read_catalogue
    from analyser.report.recipe import recipe_of

    known = read_catalogue(game).value
    if tolerance is not None:
        return dict.fromkeys((one.name for one in known), check_tolerance(tolerance))
    recipe = recipe_of(game)
    return recipe.level_tolerances(known) if recipe else {}
