"""Whether the seats are equal.

Methods: docs/explanation/methods.md#equivalence-test, #seat-designs.
"""

from dataclasses import replace

import numpy as np
import polars as pl

from analyser.experiments.answer import Answer, Played
from analyser.experiments.checks import Repeat, checked
from analyser.experiments.measured import Measured, Reading, Tolerance, decided_by, games_for_all
from analyser.experiments.robustness import Check, Kind, Result, usual_margin
from analyser.experiments.sample import ExperimentSpec, Runner, Sample, play
from analyser.experiments.sentences import Number, Sentence, Span, said
from analyser.experiments.verdict import About, Level, Verdict, level_of_all
from analyser.statistics.fairness import Judgement, fair_spread, judge, seat_advantage, variance_reduction
from analyser.statistics.sample_size import games_for_equality, margin_of_games

PILOT_GAMES = 4_000
SEATS = "seats"
PRINTED = ("seat", "win_share", "advantage_points", "low_points", "high_points", "odds_ratio", "verdict", "holds")


def checked_seats(
    experiment: ExperimentSpec, strategy: str, tolerance: float, runner: Runner, repeats: list[Repeat]
) -> Answer:
    """The seats' verdict, and whether it holds; all checks use the kind of luck that is best for the first."""
    luck = better_luck(experiment, strategy, runner)

    def run(what: ExperimentSpec, who: str | None) -> Answer:
        return seats(what, who or strategy, tolerance, runner, luck)

    return checked(run, experiment, strategy, repeats)


def seats(
    experiment: ExperimentSpec, strategy: str, tolerance: float, runner: Runner, luck: str | None = None
) -> Answer:
    """Play a strategy against itself and judge the seats; each deal in all rotations of its luck, if that helps."""
    luck = luck or better_luck(experiment, strategy, runner)
    return seats_of(experiment, play(experiment.mirror(strategy, luck), runner), strategy, tolerance)


def seats_of(experiment: ExperimentSpec, sample: Sample, who: str, tolerance: float) -> Answer:
    """The seats of games that were played, judged by a tolerance in points."""
    found = judge(seat_advantage(sample.wins, sample.job.block), tolerance / 100)
    table = seat_table(found, sample)
    reduction = variance_reduction(sample.wins, sample.job.block)
    facts = {"luck": sample.job.luck, "tolerance_points": tolerance}
    facts["variance_reduction"] = reduction if reduction < float("inf") else None
    title = said("title.seats", game=experiment.game.title, players=experiment.players, strategies=who)
    tables, tolerances = {SEATS: table}, {SEATS: Tolerance(tolerance)}
    verdict = _verdict(table, found, sample, tolerance, reduction)
    played = played_of(experiment, sample, who)
    return Answer(title, played, (verdict,), tables, (), facts, {SEATS: PRINTED}, tolerances)


def checked_by_mirror(run: Answer, mirror: Answer) -> Answer:
    """The seats of a run of all strategies, checked by one strategy against itself and by all its repeats."""
    rows = {one.key: one for one in mirror.readings[SEATS].all(mirror.tables[SEATS])}
    results = [Result(Check(mirror.played.strategies, Kind.PLAY), rows), *mirror.results.get(SEATS, ())]
    return replace(run, verdicts=tuple(one.checked(results, usual_margin(results)) for one in run.verdicts))


def better_luck(experiment: ExperimentSpec, strategy: str, runner: Runner) -> str:
    """`rotated` if a pilot shows that it narrows the intervals; where luck is tied to turns it may widen them."""
    pilot = play(replace(experiment, games=min(PILOT_GAMES, experiment.games)).mirror(strategy), runner)
    return "rotated" if variance_reduction(pilot.wins, pilot.job.block) >= 1 else "fresh"


def played_of(experiment: ExperimentSpec, sample: Sample, who: str) -> Played:
    """What was played, for the answer's record."""
    settings = tuple(sample.job.changed_settings())
    played = (experiment.game.name, experiment.players, experiment.seed, sample.n_games, who, settings)
    return Played(*played, sample.unfinished)


def seat_table(found: Judgement, sample: Sample) -> pl.DataFrame:
    """A row for each seat, from 1: share, distance from an equal share with its joint interval, odds ratio, verdict.

    The 90 % interval must lie inside the tolerance for the seat to be called fair.
    """
    shares, n = sample.wins.mean(0), sample.job.players
    equal = sample.wins.sum(1).mean() / n
    odds = shares / (1 - shares) / (equal / (1 - equal))
    return pl.DataFrame(
        {
            "seat": range(1, n + 1),
            "win_share": shares,
            "advantage_points": 100 * found.advantage.value,
            "low_points": 100 * found.low,
            "high_points": 100 * found.high,
            "low_90_points": 100 * found.equivalence_low,
            "high_90_points": 100 * found.equivalence_high,
            "odds_ratio": odds,
            "verdict": list(found.seats),
        }
    )


def measured_seats(table: pl.DataFrame, tolerance: float) -> list[Measured]:
    """How far each seat is from an equal share."""
    reading = Reading.of(table, Tolerance(tolerance))
    return [reading.measured(row, said("the_seat", seat=row["seat"])) for row in table.to_dicts()]


def named(seats: list[Measured]) -> list[Measured]:
    """The seats that a verdict rests on: the one furthest beyond the tolerance, or all if none is beyond it."""
    beyond = [one for one in seats if one.is_outside]
    return [max(beyond, key=lambda one: abs(one.value))] if beyond else seats


def _verdict(table: pl.DataFrame, found: Judgement, sample: Sample, tolerance: float, reduction: float) -> Verdict:
    """What the intervals say about the tolerance, by the seat that is furthest from an equal share."""
    seats = measured_seats(table, tolerance)
    level, rests_on = level_of_all(seats), named(seats)
    if not np.any(found.advantage.value) and not np.any(found.advantage.standard_error):
        return Verdict(level, said("seats.same"), About(SEATS), tuple(rests_on))
    far = max(rests_on, key=lambda one: abs(one.value))
    low, high = far.inner if level == Level.MET and far.inner else (far.low, far.high)
    needed = games_for_all(sample.n_games, seats) if level == Level.UNDECIDED else None
    sentence = said(
        f"seats.{level}",
        seat=far.name,
        points=Number(abs(far.value), far.digits),
        direction=said("more" if far.value >= 0 else "fewer"),
        between=Span(low, high, far.digits) if far.value >= 0 else Span(-high, -low, far.digits),
        tolerance=Number(tolerance, None),
        games=decided_by(needed),
    )
    precision = (_precision(found, sample, reduction),) if np.isfinite(reduction) else ()
    remarks = (_spread(found), *precision, *_unfinished(sample))
    return Verdict(level, sentence, About(SEATS), tuple(rests_on), far.excess, needed, remarks=remarks)


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
