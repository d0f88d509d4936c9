"""Plays a baseline again and judges what has moved.

The same seed is played first: games that come out the same to the last number pass at once (exact). Otherwise the games
that changed are compared one by one with the stored winners (paired). With fresh seeds, two samples are compared
(statistical), in looks that may end the check early.

Methods: docs/explanation/methods.md#drift-test, #early-looks.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from math import ceil

import numpy as np

from analyser.drift.baseline import Baseline
from analyser.drift.comparison import changed_games, paired_changes, unpaired_changes, what_moved
from analyser.drift.outcomes import outcomes_of
from analyser.drift.verdict import NORMAL, DriftVerdict, JudgedChange, Tolerance, judge_changes, worst
from analyser.simulation.job import Job
from analyser.simulation.part import Part
from analyser.statistics.minimum_effect import LEVEL, detectable

EXACT, PAIRED, STATISTICAL = "exact", "paired", "statistical"
LOOKS = (0.25, 0.5, 1.0)
"""After which shares of the games a statistical check may end. Each look has its share of the false alarms."""
SPARE = 1.25
"""Errors are estimates: this many times the games that the baseline's errors ask for."""
Play = Callable[[Job], Iterable[Part]]


@dataclass(frozen=True)
class CheckResult:
    """What a check found."""

    baseline: Baseline
    job: Job
    mode: str
    games: int
    moved: list[str]
    """What differs from the baseline's rules, data, settings and strategies."""
    changed: int
    first_changed: int | None
    judged: list[JudgedChange]
    verdict: DriftVerdict

    @property
    def replay(self) -> str | None:
        """The command that narrates the first game that came out differently."""
        return None if self.first_changed is None else self.job.replay_command(self.first_changed)


def check_same_games(
    baseline: Baseline, tolerance: Tolerance, play: Play, games: int | None = None, strict: bool = False
) -> CheckResult:
    """Play the baseline's own games again; strict: any game that changed is a drift."""
    stored = baseline.contents
    job = baseline.job(min(games or stored.games, stored.games))
    moved = what_moved(baseline, job)
    found = outcomes_of(job, play(job))
    n = len(found.rows)
    differs = changed_games(baseline, found)
    n_changed = int(differs.sum())
    first = int(np.argmax(differs)) if n_changed else None
    is_same = not n_changed and (n < stored.games or found.digest() == stored.outcomes)
    if is_same:
        return CheckResult(baseline, job, EXACT, n, moved, 0, None, [], DriftVerdict.PASS)
    if strict or not moved:
        return CheckResult(baseline, job, EXACT, n, moved, n_changed, first, [], DriftVerdict.FAIL)
    judged = judge_changes(list(paired_changes(baseline, found)), tolerance)
    return CheckResult(baseline, job, PAIRED, n, moved, n_changed, first, judged, _worst_of(judged))


def check_fresh_games(baseline: Baseline, tolerance: Tolerance, play: Play, games: int | None = None) -> CheckResult:
    """Play other games than the baseline's; the check ends as soon as a look has decided it."""
    job = baseline.job(games, baseline.contents.seed + 1)
    moved = what_moved(baseline, job)
    parts: list[Part] = []
    coming = iter(play(job))
    for look in LOOKS:
        parts += islice(coming, max(1, round(look * job.n_parts) - len(parts)))
        found = outcomes_of(job, parts)
        judged = judge_changes(list(unpaired_changes(baseline, found)), tolerance, LEVEL / len(LOOKS))
        if _worst_of(judged) is DriftVerdict.FAIL or is_settled(judged):
            break
    return CheckResult(baseline, job, STATISTICAL, len(found.rows), moved, 0, None, judged, _worst_of(judged))


def games_to_decide(baseline: Baseline, tolerance: Tolerance) -> tuple[int | None, int]:
    """How many fresh games find a drift in every metric (None: no number does, the baseline's own error is too large),
    and how many are enough if the baseline has as many.
    """
    metrics = {name: sums for name, sums in baseline.metrics.items() if sums.among}
    errors_apart = float(detectable(1.0, 0.0, len(metrics), LEVEL / len(LOOKS)))
    taken = 0.0
    for name, sums in metrics.items():
        room = tolerance.to_detect(name, sums.estimate) - tolerance.of(name, sums.estimate)
        taken = max(taken, SPARE * (errors_apart * sums.error / room) ** 2 if room else 0.0)
    games = baseline.contents.games
    return _round_up(games * taken / (1 - taken)) if taken < 1 else None, _round_up(2 * games * taken)


def _round_up(games: float) -> int:
    """To two digits."""
    unit = 10 ** max(len(str(int(games))) - 2, 0)
    return ceil(games / unit) * unit


def _worst_of(judged: list[JudgedChange]) -> DriftVerdict:
    return worst(one.verdict for one in judged)


def is_settled(judged: list[JudgedChange]) -> bool:
    """Whether every metric is shown to lie inside its tolerance, so that more games would not change the verdict."""
    critical = NORMAL.inv_cdf(1 - LEVEL / len(LOOKS) / max(len(judged), 1))
    return all(abs(one.change.delta) + critical * one.change.error < one.tolerance for one in judged)
