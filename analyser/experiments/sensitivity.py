"""Whether the seats' verdict rests on an assumption: every assumed setting is tried, one at a time.

Method: docs/explanation/methods.md#assumptions.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from statistics import NormalDist

import numpy as np
import polars as pl

from analyser.core.errors import BadInput, unknown
from analyser.experiments.answer import Answer
from analyser.experiments.budget import announce
from analyser.experiments.checks import open_settings
from analyser.experiments.measured import Measured, decided_by, games_to_decide
from analyser.experiments.robustness import Check, Holds, Kind, Result, robustness
from analyser.experiments.roles import JudgedRole, named
from analyser.experiments.sample import ExperimentSpec, Runner, Sample, play, refuse_twice
from analyser.experiments.seats import PILOT_GAMES, better_luck, played_of
from analyser.experiments.sentences import Facts, Number, Sentence, listed, said
from analyser.experiments.verdict import About, Level, Verdict
from analyser.games.definition import SEAT
from analyser.games.settings import Setting, show
from analyser.statistics.fairness import UNDECIDED, Judgement, seat_advantage
from analyser.statistics.morris import elementary_effects, paths
from analyser.strategies.library import strongest

PRINTED = (
    *("setting", "value", "advantage_points", "low_points", "high_points", "change_points", "change_low_points"),
    *("change_high_points", "spread_points", "seats", "holds"),
)
SCREENED = ("setting", "size_points", "mean_points", "spread_points", "by_chance_points")
TORNADO, SCREENING = "tornado", "screening"
USUAL = "as it is"
WALKS = 6
LEAST_GAMES = 400
MOST_NAMED = 4


def assumed_settings(experiment: ExperimentSpec, names: Sequence[str]) -> list[Setting]:
    """All assumed settings, or those named, that have other values to try."""
    known = experiment.game.settings()
    for name in names:
        if name not in known:
            raise unknown(
                f"setting of {experiment.game.name}", name, known, f"analyse games show {experiment.game.typed}"
            )
    tried = [known[name] for name in names if _others(known[name])] if names else open_settings(experiment)
    found = [one for one in tried if one.name not in experiment.fixed()]
    if not found:
        raise BadInput(
            f"{experiment.game.title} has no assumed setting with other values to try. Name some: --vary NAME."
        )
    return found


def _others(setting: Setting) -> list[str]:
    """The values worth trying, without the usual one."""
    return [show(value) for value in setting.worth_trying if value != setting.default]


@dataclass(frozen=True)
class Tried:
    """The seats under one assumption; the first one is « as it is »."""

    setting: str
    value: str
    sample: Sample
    found: Judgement
    seats: list[Measured]

    @property
    def result(self) -> Result:
        """As a check of the usual verdict."""
        return Result(Check(f"{self.setting}={self.value}", Kind.ASSUMPTION), {one.key: one for one in self.seats})


def sensitivity(
    experiment: ExperimentSpec, names: Sequence[str], strategy: str | None, tolerance: float, runner: Runner
) -> Answer:
    """The largest seat advantage under every assumption, on the same deals; and where the verdict changes."""
    refuse_twice(experiment, names)
    base = strategy or strongest(experiment.game)
    assumed = assumed_settings(experiment, names)
    n_others = sum(len(_others(one)) for one in assumed)
    announce([PILOT_GAMES + (1 + n_others + WALKS) * experiment.games], runner)
    luck = better_luck(experiment, base, runner)

    def tried(setting: str, value: str) -> Tried:
        words = [] if setting == USUAL else [f"{setting}={value}"]
        sample = play(experiment.mirror(base, luck, words), runner)
        seat = JudgedRole(SEAT, sample, tolerance)
        return Tried(setting, value, sample, seat.found, seat.measured)

    usual = tried(USUAL, "")
    others = [tried(one.name, value) for one in assumed for value in _others(one)]
    seat = int(abs(usual.found.advantage.value).argmax())
    tables = {
        TORNADO: tornado_table(usual, others, seat),
        SCREENING: screening(experiment, assumed, base, luck, seat, runner),
    }
    title = said("title.sensitivity", game=experiment.game.title, players=experiment.players, strategies=base)
    facts = {"tolerance_points": tolerance, "seat": seat + 1}
    verdict = _verdict(usual, others, seat)
    remarks = (_largest(tables[TORNADO]), _screened(tables[SCREENING]))
    printed = {TORNADO: PRINTED, SCREENING: SCREENED}
    return Answer(title, played_of(experiment, usual.sample, base), (verdict,), tables, remarks, facts, printed)


def tornado_table(usual: Tried, others: Sequence[Tried], seat: int) -> pl.DataFrame:
    """A row for each assumption: the seat furthest from an equal share by default, and its change, game by game."""
    z = NormalDist().inv_cdf(1 - 0.025 / len(others))
    rows = [{**_row(usual, usual, seat, z), "holds": None}]
    rows += [
        {**_row(one, usual, seat, z), "holds": str(robustness(named(usual.seats), [one.result]))} for one in others
    ]
    return pl.DataFrame(rows, schema_overrides={"holds": pl.String})


def _row(one: Tried, usual: Tried, seat: int, z: float) -> dict[str, object]:
    change = seat_advantage(one.sample.wins - usual.sample.wins, one.sample.job.block)
    moved, half = float(change.value[seat]), z * float(change.standard_error[seat])
    here = one.seats[seat]
    return {
        "setting": one.setting,
        "value": one.value,
        "seat": seat + 1,
        "advantage_points": here.value,
        "low_points": here.low,
        "high_points": here.high,
        "change_points": 100 * moved,
        "change_low_points": 100 * (moved - half),
        "change_high_points": 100 * (moved + half),
        "spread_points": 100 * one.found.spread,
        "rounds": float(one.sample.games.select(pl.col("rounds").mean()).item()),
        "seats": one.found.verdict,
    }


def _verdict(usual: Tried, others: Sequence[Tried], seat: int) -> Verdict:
    """On which assumptions the seats' verdict depends."""
    rests_on = named(usual.seats)
    held = robustness(rests_on, [one.result for one in others])
    facts: Facts = {
        "seat": usual.seats[seat].name,
        "points": usual.seats[seat].number(),
        "number": len(others),
        "seats": said(f"verdict.{usual.found.verdict}"),
    }
    about = About(TORNADO)
    if held.holds == Holds.DEPENDS:
        turned = list(dict.fromkeys(one.check.name for one in held.objections))
        facts["names"] = listed(turned[:MOST_NAMED])
        return Verdict(
            Level.FOUND, said("tornado.depends", **facts), about, tuple(rests_on), len(turned), robustness=held
        )
    if held.holds == Holds.ROBUST:
        return Verdict(Level.MET, said("tornado.robust", **facts), about, tuple(rests_on), robustness=held)
    needed = _games_needed([usual, *others], seat)
    facts["games"] = decided_by(needed, "each")
    tolerance = 100 * usual.found.tolerance
    facts["tolerance"] = Number(tolerance, None)
    facts["gap"] = Number(abs(abs(usual.seats[seat].value) - tolerance), usual.seats[seat].digits)
    is_close = usual.found.verdict == UNDECIDED
    sentence = said("tornado.close" if is_close else "tornado.undecided", **facts)
    return Verdict(Level.UNDECIDED, sentence, about, tuple(rests_on), 0.0, needed, robustness=held)


def _games_needed(tried: Sequence[Tried], seat: int) -> int | None:
    """Games after which the seat's interval crosses the tolerance under no assumption; none if one lies on it."""
    needed = [games_to_decide(one.sample.n_games, one.seats[seat]) for one in tried]
    return None if None in needed else max(one for one in needed if one is not None)


def _largest(table: pl.DataFrame) -> Sentence:
    """The assumption that moves the seat most."""
    most = table.sort(pl.col("change_points").abs(), descending=True).row(0, named=True)
    if not most["change_points"]:
        return said("tornado.still")
    one = Measured(most["change_points"], most["change_low_points"], most["change_high_points"])
    key = "tornado.largest_exactly" if one.is_exact else "tornado.largest"
    return said(key, name=f"{most['setting']}={most['value']}", points=one.number(), between=one.span())


def screening(
    experiment: ExperimentSpec, settings: list[Setting], base: str, luck: str, seat: int, runner: Runner
) -> pl.DataFrame:
    """All assumptions varied together, one after the other along random walks (Morris): how much each setting changes
    the seat's advantage, and how much that depends on the other settings. A walk plays as many games as one variant.
    """
    tried = [[one.default, *(value for value in one.worth_trying if value != one.default)] for one in settings]
    walked = paths([len(values) for values in tried], WALKS, experiment.seed)
    small = replace(experiment, games=max(experiment.games // (len(settings) + 1), LEAST_GAMES))

    @cache
    def advantage(point: tuple[int, ...]) -> tuple[float, float]:
        words = [f"{one.name}={show(values[k])}" for one, values, k in zip(settings, tried, point, strict=True) if k]
        sample = play(small.mirror(base, luck, words), runner)
        found = seat_advantage(sample.wins, sample.job.block)
        return float(found.value[seat]), float(found.standard_error[seat])

    measured = np.array([[advantage(tuple(point)) for point in walk] for walk in walked.tolist()])
    outcomes, errors = measured[..., 0], measured[..., 1]
    effects = elementary_effects(walked, outcomes)
    noise = float(np.sqrt(2 / np.pi) * np.sqrt(2 * (errors**2).mean()))
    rows = {"setting": [one.name for one in settings], "size_points": 100 * effects.size}
    rows |= {"mean_points": 100 * effects.mean, "spread_points": 100 * effects.spread}
    return pl.DataFrame(rows | {"by_chance_points": [100 * noise] * len(settings), "walks": [WALKS] * len(settings)})


def _screened(table: pl.DataFrame) -> Sentence:
    most = table.sort("size_points", descending=True).row(0, named=True)
    return said(
        "tornado.screened",
        walks=most["walks"],
        setting=most["setting"],
        size=Number(most["size_points"], 2),
        spread=Number(most["spread_points"], 2),
        chance=Number(most["by_chance_points"], 2),
    )
