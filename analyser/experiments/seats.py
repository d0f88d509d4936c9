"""Whether the seats are equal: by their number, and by the roles that a game declares.

Methods: docs/explanation/methods.md#equivalence-test, #seat-designs, #roles.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

from analyser.experiments.answer import Answer, Played
from analyser.experiments.checks import Repeat, checked
from analyser.experiments.measured import Tolerance
from analyser.experiments.robustness import Check, Kind, Result, usual_margin
from analyser.experiments.roles import JudgedRole, is_seat, role_sample, roles_of
from analyser.experiments.sample import ExperimentSpec, Runner, Sample, play
from analyser.experiments.sentences import Number, Sentence, said
from analyser.experiments.stages import in_stages
from analyser.experiments.verdict import Verdict
from analyser.games.definition import SEAT, Role
from analyser.statistics.fairness import Judgement, fair_spread, variance_reduction
from analyser.statistics.sample_size import games_for_equality, margin_of_games

PILOT_GAMES = 4_000
COLUMNS = ("win_share", "advantage_points", "low_points", "high_points", "verdict", "holds")


class Design(NamedTuple):
    """How the seats are best measured."""

    luck: str
    are_equal: bool
    """Symmetry makes them equal: few games show it, the others are for the roles."""


def design_of(experiment: ExperimentSpec, strategy: str, runner: Runner) -> Design:
    """`rotated` if a pilot shows that it narrows the intervals; where luck is tied to turns it may widen them."""
    pilot = play(replace(experiment, games=min(PILOT_GAMES, experiment.games)).mirror(strategy), runner)
    luck = "rotated" if variance_reduction(pilot.wins, pilot.job.block) >= 1 else "fresh"
    return Design(luck, JudgedRole(SEAT, pilot, 1.0).are_equal)


def better_luck(experiment: ExperimentSpec, strategy: str, runner: Runner) -> str:
    """The luck with which the seats are best measured."""
    return design_of(experiment, strategy, runner).luck


def checked_seats(
    experiment: ExperimentSpec, strategy: str, tolerance: float, runner: Runner, repeats: list[Repeat]
) -> Answer:
    """The seats' verdicts, and whether they hold; all checks use the design that is best for the first."""
    design = design_of(experiment, strategy, runner)
    runner.steps.end()

    def run(what: ExperimentSpec, who: str | None) -> Answer:
        return seats(what, who or strategy, tolerance, runner, design)

    return checked(run, experiment, strategy, repeats)


def seats(
    experiment: ExperimentSpec, strategy: str, tolerance: float, runner: Runner, design: Design | None = None
) -> Answer:
    """Play a strategy against itself and judge the roles of the seats; each deal in all rotations, if that helps."""
    found = design or design_of(experiment, strategy, runner)

    def judged(role: Role, stage: ExperimentSpec) -> JudgedRole:
        if not is_seat(role):
            return JudgedRole(role, role_sample(stage, role, strategy, runner), tolerance, stage.spent)
        games = min(stage.games, PILOT_GAMES) if found.are_equal else stage.games
        sample = play(replace(stage, games=games).mirror(strategy, found.luck), runner)
        return JudgedRole(role, sample, tolerance, stage.spent)

    results = []
    for role in roles_of(experiment.game, found.are_equal):
        results.append(in_stages(experiment, partial(judged, role), JudgedRole.verdict))
        runner.steps.end()
    return answer_of(experiment, results, strategy)


def seats_of(experiment: ExperimentSpec, sample: Sample, who: str, tolerance: float) -> Answer:
    """The seats of games that were played, judged by a tolerance in points; without the roles that players choose."""
    roles = [one for one in roles_of(experiment.game) if not one.drawn_by]
    return answer_of(experiment, [JudgedRole(one, sample, tolerance) for one in roles], who)


def answer_of(experiment: ExperimentSpec, judged: Sequence[JudgedRole], who: str) -> Answer:
    """The answer for all roles that differ."""
    kept = [one for one in judged if one.differs]
    seat = next(one for one in kept if is_seat(one.role))
    reduction = variance_reduction(seat.sample.wins, seat.sample.job.block)
    facts = {"luck": seat.sample.job.luck, "tolerance_points": seat.tolerance}
    facts["variance_reduction"] = reduction if reduction < float("inf") else None
    title = said("title.seats", game=experiment.game.title, players=experiment.players, strategies=who)
    verdicts = tuple(_with_precision(one, reduction) if one is seat else one.verdict() for one in kept)
    return Answer(
        title,
        played_of(experiment, kept[0].sample, who),
        verdicts,
        {one.table_name: one.table for one in kept},
        _unfinished(kept[0].sample),
        facts,
        {one.table_name: () if one.are_equal else (*one.table.columns[:1], *COLUMNS) for one in kept},
        {one.table_name: Tolerance(one.tolerance) for one in kept},
    )


def checked_by_mirror(run: Answer, mirror: Answer) -> Answer:
    """The seats of a run of all strategies, checked by one strategy against itself and by all its repeats; completed
    with the roles that only an experiment deals.
    """
    missing = {name: mirror.tables[name] for name in mirror.readings if name not in run.tables}
    verdicts = tuple(_checked_by(one, mirror) for one in run.verdicts)
    more = tuple(one for one in mirror.verdicts if one.about.table in missing)
    return replace(run, verdicts=(*verdicts, *more), tables={**run.tables, **missing})


def _checked_by(verdict: Verdict, mirror: Answer) -> Verdict:
    table = verdict.about.table
    rows = {one.key: one for one in mirror.readings[table].all(mirror.tables[table])}
    results = [Result(Check(mirror.played.strategies, Kind.PLAY), rows), *mirror.results.get(table, ())]
    return verdict.checked(results, usual_margin(results))


def played_of(experiment: ExperimentSpec, sample: Sample, who: str) -> Played:
    """What was played, for the answer's record."""
    settings = tuple(sample.job.changed_settings())
    played = (experiment.game.key, experiment.players, experiment.seed, sample.n_games, who, settings)
    return Played(*played, sample.unfinished)


def _with_precision(seat: JudgedRole, reduction: float) -> Verdict:
    """The seats' verdict, with their spread and the precision that was reached."""
    verdict = seat.verdict()
    if seat.are_equal:
        return verdict
    precision = (_precision(seat.found, seat.sample, reduction),) if np.isfinite(reduction) else ()
    return replace(verdict, remarks=(*verdict.remarks, _spread(seat.found), *precision))


def _spread(found: Judgement) -> Sentence:
    spread, chance = Number(100 * found.spread, 2), Number(100 * fair_spread(found.advantage), 2)
    return said("seats.spread", spread=spread, chance=chance)


def _precision(found: Judgement, sample: Sample, reduction: float) -> Sentence:
    """The margin reached, and how many games would show equality."""
    n_seats = sample.job.players
    reached = found.critical * float(found.advantage.standard_error.max())
    return said(
        "seats.precision",
        margin=Number(100 * reached, 2),
        plain=Number(100 * margin_of_games(sample.n_games, n_seats), 2),
        reduction=Number(reduction, 2),
        games=games_for_equality(found.tolerance, n_seats, reduction),
        tolerance=Number(100 * found.tolerance, None),
    )


def _unfinished(sample: Sample) -> tuple[Sentence, ...]:
    return (said("unfinished", number=sample.unfinished, games=sample.n_games),) if sample.unfinished else ()
