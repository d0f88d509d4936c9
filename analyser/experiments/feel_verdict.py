"""The verdict on the feel of a game: whether the leader runs away, and how much a choice decides.

Its numbers hold with other players if these change them by less than a tenth; how often the leader at half wins is
judged by the designer's limit, if there is one.
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import polars as pl

from analyser.core.arrays import Ints
from analyser.experiments.answer import is_share
from analyser.experiments.measured import Limits, Measured, Reading, Tolerance, decided_by, games_to_decide
from analyser.experiments.sentences import Fact, Facts, Number, Sentence, Share, ShareSpan, in_turn, said
from analyser.experiments.verdict import About, Level, Verdict, level_of
from analyser.statistics.estimates import Estimates

FEEL = "feel"
LEADER = "leader_at_half_wins_share"
SECOND, LAST = "second_at_half_wins_share", "last_at_half_wins_share"
ALIKE = Tolerance(0.1, is_relative=True)
RESTS_ON = (LEADER, LAST, "turns", "lead_changes")
WELL_CALIBRATED = 0.02
NO_SNOWBALL = {2: 0.75, 3: 0.645, 4: 0.577}
"""How often the leader at half wins a race of independent steps."""
CHOICES = ("forced_decisions_rate", "idle_turns_rate", "same_winner_rate", "agency", "kingmaking_rate")
IN_POINTS = ("agency", "drama")
"""What is a difference of chances."""
IN_PARTS = (*IN_POINTS, "decided_at", "false_favourite")


def leader_verdict(table: pl.DataFrame, limit: float | None, games: int) -> Verdict:
    """How often the leader at half wins, against the designer's limit (in percent), if there is one."""
    reading = Reading.of(table, ALIKE)
    rows = {str(row["measure"]): row for row in table.to_dicts()}
    found = {name: reading.measured(row, said(f"measure.{name}"), scale_of(name)) for name, row in rows.items()}
    leader = found[LEADER]
    facts: Facts = {"share": Share(leader.value), "between": ShareSpan(leader.low, leader.high)}
    if limit is None:
        named = tuple(found[one] for one in RESTS_ON if one in found)
        return Verdict(Level.NOTED, said("feel.noted", **facts), About(FEEL), named)
    leader = replace(leader, limits=Limits.at_most(limit / 100))
    level = level_of(leader)
    needed = games_to_decide(games, leader) if level == Level.UNDECIDED else None
    facts |= {"limit": Share(limit / 100, 0), "games": decided_by(needed)}
    return Verdict(level, said(f"feel.{level}", **facts), About(FEEL), (leader,), leader.excess, needed)


def scale_of(measure: str) -> float:
    """Parts of 1 are written in percent."""
    return 100.0 if is_share(measure) or measure in IN_PARTS else 1.0


def feel_remarks(
    found: Mapping[str, Estimates], lengths: Ints, players: int, calibration_error: float | None
) -> tuple[Sentence, ...]:
    """Length, lead changes, comebacks, when a game is decided, what choices do."""
    low, high = np.quantile(lengths, [0.05, 0.95])
    ends = {"low": Number(float(low), 0), "high": Number(float(high), 0)}
    told = [said("feel.length", turns=_with_ends(found, "turns"), **ends)]
    told.append(said("feel.lead_changes", changes=_with_ends(found, "lead_changes")))
    told.append(said("feel.last", last=_with_ends(found, LAST)))
    if SECOND in found:
        told.append(said("feel.second", second=_with_ends(found, SECOND)))
    if players in NO_SNOWBALL:
        told.append(said("feel.even", share=Share(NO_SNOWBALL[players])))
    if calibration_error is not None:
        told.append(said("feel.decided", decided=_with_ends(found, "decided_at"), drama=_with_ends(found, "drama")))
        calibrated = "feel.calibrated" if calibration_error <= WELL_CALIBRATED else "feel.uncalibrated"
        told.append(said(calibrated, error=Number(100 * calibration_error)))
    choices = [said(f"feel.{name}", value=_with_ends(found, name)) for name in CHOICES if name in found]
    return (*told, said("feel.choices", choices=in_turn(choices)))


def _with_ends(found: Mapping[str, Estimates], name: str) -> Sentence:
    """A measure with its interval; parts of 1 in percent."""
    estimate = found[name]
    (low,), (high,) = estimate.separate()
    least = 0.0 if scale_of(name) > 1 else -np.inf
    one = Measured(float(estimate.value[0]), max(float(low), least), float(high), scale=scale_of(name))
    number = one.number(signed=False)
    value: Fact = said("percent", number=number) if scale_of(name) > 1 and name not in IN_POINTS else number
    return said("with_interval", value=value, between=one.span(signed=False))
