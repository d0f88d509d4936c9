"""Repeats an experiment with other players and other assumptions, and completes its answer with what they show."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

import polars as pl

from analyser.experiments.answer import Answer
from analyser.experiments.catalogue import read_catalogue
from analyser.experiments.measured import Measured, Reading
from analyser.experiments.robustness import Check, Kind, Result, robustness, usual_margin
from analyser.experiments.sample import ExperimentSpec
from analyser.experiments.sentences import said
from analyser.games.definition import Game
from analyser.games.settings import Setting, changed, show
from analyser.strategies.library import default_field, find_strategies, strongest
from analyser.strategies.spec import split_specs

Run = Callable[[ExperimentSpec, str | None], Answer]
CHECKS = "checks"
LEAST_GAMES = 200
"""A check with fewer games would show nothing."""
USUAL_OPPONENTS = 2


class Repeat(NamedTuple):
    """An experiment to repeat, and who plays it then."""

    check: Check
    experiment: ExperimentSpec
    strategy: str | None


def is_assumed(setting: Setting) -> bool:
    """Whether the rulebook does not state a setting that has other values worth trying."""
    return setting.is_open and any(value != setting.default for value in setting.worth_trying)


def open_settings(experiment: ExperimentSpec) -> list[Setting]:
    """The assumed settings that can change a game of this experiment."""
    known = experiment.game.settings()
    values = changed(known, experiment.settings, experiment.game.typed)
    return [one for one in known.values() if is_assumed(one) and one.matters(values)]


def with_opponents(experiment: ExperimentSpec, opponents: Iterable[str]) -> list[Repeat]:
    """The experiment, played by each of these strategies instead."""
    return [Repeat(Check(one, Kind.PLAY), replace(experiment, brief=True), one) for one in opponents]


def with_assumptions(experiment: ExperimentSpec, strategy: str | None, fixed: Sequence[str] = ()) -> list[Repeat]:
    """Every other value of every assumed setting, one at a time; what the user or the experiment fixed stays."""
    kept = {*fixed, *experiment.fixed()}
    settings = [one for one in open_settings(experiment) if one.name not in kept]
    words = [f"{one.name}={show(value)}" for one in settings for value in one.worth_trying if value != one.default]
    others = {one: replace(experiment, settings=(*experiment.settings, one), brief=True) for one in words}
    return [Repeat(Check(one, Kind.ASSUMPTION), other, strategy) for one, other in others.items()]


def with_players(experiment: ExperimentSpec) -> list[Repeat]:
    """Every other number of players."""
    others = [one for one in experiment.game.players if one != experiment.players]
    return [Repeat(Check(str(one), Kind.PLAYERS), replace(experiment, players=one, brief=True), None) for one in others]


def briefly(repeats: list[Repeat], games: int, most: int | None = None) -> list[Repeat]:
    """Together they play as many games as the experiment itself; each plays at least LEAST_GAMES and at most `most`."""
    each = min(max(games // max(len(repeats), 1), LEAST_GAMES), most or games, games)
    return [one._replace(experiment=replace(one.experiment, games=each)) for one in repeats]


def usual_opponents(game: Game, base: str) -> list[str]:
    """The strategies that a game's catalogue names for checks, or the first ones there are."""
    others = [one for one in default_field(game) if one != base][:USUAL_OPPONENTS]
    return [one for one in read_catalogue(game).opponents or others if one != base]


def usual_repeats(experiment: ExperimentSpec, strategy: str | None, fixed: Sequence[str] = ()) -> list[Repeat]:
    """What a verdict is checked with by default: other players in full, and every assumption briefly."""
    base = strategy or strongest(experiment.game)
    opponents = with_opponents(experiment, usual_opponents(experiment.game, base))
    return [*opponents, *briefly(with_assumptions(experiment, strategy, fixed), experiment.games)]


def repeats_of(
    experiment: ExperimentSpec,
    strategy: str | None,
    opponents: str | None,
    assumptions: bool,
    robustness: bool = True,
    fixed: Sequence[str] = (),
) -> list[Repeat]:
    """The repeats that a user asks for, checked before anything is played: those named at full length, or the usual
    ones briefly.
    """
    names = split_specs(opponents) if opponents else []
    find_strategies(experiment.game, names, experiment.folders)
    if names or assumptions:
        tried = with_assumptions(experiment, strategy, fixed) if assumptions else []
        return [*with_opponents(experiment, names), *tried]
    return usual_repeats(experiment, strategy, fixed) if robustness else []


def checked(run: Run, experiment: ExperimentSpec, strategy: str | None, repeats: Sequence[Repeat]) -> Answer:
    """Play an experiment and its repeats: an answer whose verdicts and rows say whether they hold, and where not."""
    main = run(experiment, strategy)
    others = [(one, run(one.experiment, one.strategy)) for one in repeats]
    return with_checks(main, others)


def with_checks(main: Answer, others: Sequence[tuple[Repeat, Answer]]) -> Answer:
    """An answer, completed with what its repeats found."""
    if not others:
        return replace(main, remarks=(*main.remarks, said("holds.unchecked_how")))
    readings = main.readings
    results = {name: _results(main, name, reading, others) for name, reading in readings.items()}
    tables = {
        name: _with_columns(table, readings[name], results[name]) if name in readings else table
        for name, table in main.tables.items()
    }
    margins = {name: usual_margin(results[name]) if one.is_in_points else None for name, one in readings.items()}
    verdicts = tuple(
        one.checked(results[one.about.table], margins[one.about.table]) if one.about.table in readings else one
        for one in main.verdicts
    )
    facts = {**main.facts, "checked_with": [one.check.name for one, _ in others]}
    facts["check_games"] = others[0][0].experiment.games
    tables[CHECKS] = _checks_table(results)
    printed = {**main.printed, CHECKS: ()}
    return replace(main, verdicts=verdicts, tables=tables, facts=facts, printed=printed, results=results)


def _results(main: Answer, table: str, reading: Reading, others: Sequence[tuple[Repeat, Answer]]) -> list[Result]:
    """What each repeat found for a table; a repeat by the strategy that plays it already does not count."""
    who = main.played.by(table)
    return [
        Result(one.check, {row.key: row for row in reading.all(answer.tables[table])}, answer.tables[table])
        for one, answer in others
        if one.check.kind != Kind.PLAY or one.strategy != who
    ]


def _with_columns(table: pl.DataFrame, reading: Reading, results: Sequence[Result]) -> pl.DataFrame:
    """The table with whether each of its rows holds, and on what it depends."""
    held = [robustness([row], results) for row in reading.all(table)]
    depends = [", ".join(one.depends_on) or None for one in held]
    return table.with_columns(
        pl.Series("holds", [str(one) for one in held], pl.String), pl.Series("depends_on", depends, pl.String)
    )


def _checks_table(results: dict[str, list[Result]]) -> pl.DataFrame:
    """Every number of every repeat, long form."""
    rows = [
        (name, _called(row), one.check.name, str(one.check.kind), row.value, *map(_known, (row.low, row.high)))
        for name, found in results.items()
        for one in found
        for row in one.rows.values()
    ]
    names = dict.fromkeys(("table", "row", "check", "kind"), pl.String())
    numbers = dict.fromkeys(("value", "low", "high"), pl.Float64())
    return pl.DataFrame(rows, schema={**names, **numbers}, orient="row", strict=False)


def _called(row: Measured) -> str:
    return ", ".join(str(one) for one in row.key if one is not None)


def _known(end: float) -> float | None:
    return end if math.isfinite(end) else None
