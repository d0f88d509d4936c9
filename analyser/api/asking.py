"""The experiments: plain arguments in, an answer with verdicts and Polars tables out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

from analyser.api.running import workers
from analyser.core.errors import BadInput

if TYPE_CHECKING:
    from analyser.experiments.answer import Answer
    from analyser.experiments.catalogue import AnyQuestion
    from analyser.experiments.checks import Repeat
    from analyser.experiments.sample import ExperimentSpec, Runner, Sample
    from analyser.games.definition import Game
    from analyser.simulation.engine import Note
    from analyser.simulation.executor import Progress, Workers

LEAST_GAMES = 4_000
MOST_SHARE = 10
"""An experiment plays a tenth of a run's part at every level unless the user says otherwise: some seconds."""
STAGED = 4
"""In stages it may play this many times as many, if it must: most answers need fewer."""
SEATS_STAGED, MOST_OF_SEATS = 20, 60_000
"""Seats have no levels to be played for: more games are quickly played."""
FEEL_GAMES = 4_000
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


def _announce(asked: ExperimentSpec, runner: Runner, which: str = "") -> None:
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


def _repeats(
    asked: ExperimentSpec, who: str | None, options: CheckedOptions, fixed: Sequence[str] = ()
) -> list[Repeat]:
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


def play(game: str, strategies: str | None = None, *, luck: str = "fresh", **options: Unpack[Options]) -> Sample:
    """Play games and keep them: `.games` and `.seats` are Polars tables, a row for each game and for each seat."""
    from analyser.experiments.sample import play as play_job

    return play_job(spec_of(game, options).job(luck, strategies=strategies), runner_of(options))


def seats(
    game: str,
    strategies: str | None = None,
    *,
    tolerance: float | None = None,
    **options: Unpack[CheckedOptions],
) -> Answer:
    """Are the seats equal within `tolerance` points (the recipe's if left out)? One strategy plays in all seats.

    The verdict says whether it holds with other players and under other assumptions: see `CheckedOptions`.
    """
    from analyser.experiments.budget import announce, planned, spec_games
    from analyser.experiments.levels import at_level
    from analyser.experiments.roles import roles_of
    from analyser.experiments.seats import PILOT_GAMES, checked_seats
    from analyser.strategies.library import strongest

    asked = staged_spec(game, options, SEATS_STAGED, MOST_OF_SEATS, strategies)
    limit = seat_tolerance(asked.game, tolerance)
    base = strategies or strongest(asked.game)
    repeats = _repeats(asked, base, options)
    player = runner_of(options)
    _announce(asked, player)
    roles = [spec_games] * len(roles_of(asked.game))
    announce([min(asked.games, PILOT_GAMES), *planned(roles, asked, repeats)], player)
    return at_level(checked_seats(asked, base, limit, player, repeats))


def compare(
    game: str,
    vary: str = "",
    strategies: str | None = None,
    *,
    data: Sequence[Path] = (),
    headline: str = "",
    **options: Unpack[CheckedOptions],
) -> Answer:
    """Variants of a rule on the same deals: `vary="victory_cost=10,20"`; each value against the first. Or data of your
    own: folders, or files, that hold what differs; one alone is compared with the shipped data.
    """
    from analyser.experiments.budget import announce, games_of_variants, planned
    from analyser.experiments.checks import checked
    from analyser.experiments.compare import compare as run
    from analyser.experiments.levels import at_level
    from analyser.experiments.variation import data_variation, read_variation

    if bool(vary) == bool(data):
        raise BadInput("analyse compare needs --vary NAME=VALUE,VALUE or --data FOLDER, one of them. See: --help")
    asked = staged_spec(game, options, who=strategies)
    variation = data_variation(asked.game, data) if data else read_variation(asked.game, vary)
    repeats = _repeats(asked, strategies, options, (variation.setting,))
    player = runner_of(options)
    _announce(asked, player, "at each value")
    announce(planned([partial(games_of_variants, variation)], asked, repeats), player)
    found = checked(lambda what, who: run(what, variation, who, player, headline), asked, strategies, repeats)
    return at_level(found, variation.setting)


def sweep(
    game: str,
    vary: str,
    strategies: str | None = None,
    *,
    outcomes: Sequence[str] = (),
    **options: Unpack[CheckedOptions],
) -> Answer:
    """A curve over a setting: `vary="captain_bonus=0:4"`; verdicts are on the outcomes named, or on what changes."""
    from analyser.experiments.budget import announce, planned
    from analyser.experiments.checks import checked
    from analyser.experiments.sweep import sweep as run
    from analyser.experiments.variation import read_variation

    asked = spec_of(game, options, strategies)
    variation = read_variation(asked.game, vary)
    repeats = _repeats(asked, strategies, options, (variation.setting,))
    player = runner_of(options)
    _announce(asked, player, "at each value")
    announce(planned([lambda one: len(variation.values) * one.games], asked, repeats), player)
    return checked(lambda what, who: run(what, variation, who, player, outcomes), asked, strategies, repeats)


def values(
    game: str,
    questions: Sequence[str] = (),
    strategies: str | None = None,
    *,
    tolerance: float | None = None,
    **options: Unpack[CheckedOptions],
) -> Answer:
    """What cards, openings, timings and actions are worth; all questions of the game, or those named.

    With a `tolerance`, in points, the verdicts say whether all levels of a question are worth less than that; if left
    out, the recipe says which questions have one.
    """
    from analyser.experiments.budget import announce, games_of_question, planned
    from analyser.experiments.checks import checked
    from analyser.experiments.levels import at_level
    from analyser.experiments.values import asked_questions
    from analyser.experiments.values import values as run

    asked = staged_spec(game, options, who=strategies)
    limits = level_tolerances(asked.game, tolerance)
    repeats = _repeats(asked, strategies, options)
    player = runner_of(options)
    _announce(asked, player, "at each level")
    steps = [partial(games_of_question, one) for one in asked_questions(asked, questions)]
    announce(planned(steps, asked, repeats), player)
    return at_level(checked(lambda what, who: run(what, questions, who, player, limits), asked, strategies, repeats))


def is_share(name: str) -> bool:
    """Whether an outcome or a measure of this name is a part of 1, written in percent."""
    from analyser.experiments.answer import is_share as found

    return found(name)


def questions(game: str) -> list[AnyQuestion]:
    """What `values` can be asked about a game."""
    from analyser.experiments.catalogue import read_catalogue
    from analyser.games.loader import find_game

    return list(read_catalogue(find_game(game)).value)


def tournament(
    game: str, strategies: str | None = None, *, tolerance: float | None = None, **options: Unpack[Options]
) -> Answer:
    """All strategies against all, in all seats."""
    from analyser.experiments.tournament import tournament as run

    asked, player = spec_of(game, options, strategies), runner_of(options)
    limit = seat_tolerance(asked.game, tolerance)
    _announce(asked, player, "of all line-ups together")
    return run(asked, strategies, limit, player)


def best_response(game: str, against: str, **options: Unpack[Options]) -> Answer:
    """The best answer to a strategy that can be found, scored on luck not used to find it."""
    from analyser.experiments.best_response import best_response as run

    asked, player = spec_of(game, options), runner_of(options)
    _announce(asked, player, "of the final score")
    return run(asked, against, player)


def feel(
    game: str,
    strategies: str | None = None,
    *,
    turns: bool = False,
    limit: float | None = None,
    **options: Unpack[CheckedOptions],
) -> Answer:
    """How games feel: length, lead changes, comebacks, drama, agency, kingmaking; `turns` adds all scores.

    `limit` is how often the leader at half may win, in percent; as the recipe says if left out.
    """
    from analyser.experiments.budget import announce, planned
    from analyser.experiments.checks import checked
    from analyser.experiments.feel import feel as run
    from analyser.experiments.feel import games_of_feel
    from analyser.report.recipe import tolerances_of

    options["games"] = options.get("games") or games_ahead(spec_of(game, options), strategies) or FEEL_GAMES
    asked = spec_of(game, options)
    repeats = _repeats(asked, strategies, options)
    player = runner_of(options)
    _announce(asked, player, "that are followed")
    announce(planned([games_of_feel], asked, repeats), player)
    most = tolerances_of(asked.game).leader_percent if limit is None else limit
    return checked(lambda what, who: run(what, who, player, turns, most), asked, strategies, repeats)


def sensitivity(
    game: str,
    settings_to_try: Sequence[str] = (),
    strategies: str | None = None,
    *,
    tolerance: float | None = None,
    **options: Unpack[Options],
) -> Answer:
    """Whether the seats' verdict rests on an assumed setting."""
    from analyser.experiments.sensitivity import sensitivity as run

    asked, player = spec_of(game, options, strategies), runner_of(options)
    limit = seat_tolerance(asked.game, tolerance)
    _announce(asked, player, "at each value")
    return run(asked, settings_to_try, strategies, limit, player)
