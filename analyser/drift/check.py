"""Plays a baseline again and judges what has moved.

The same seed is played first: games that come out the same to the last number pass at once (exact). Otherwise the games
that changed are compared one by one with the stored winners (paired). With fresh seeds, two samples are compared
(statistical), in looks that may end the check early.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from analyser.columns import WHOLE_WIN
from analyser.drift.baseline import Baseline, hashes_of
from analyser.drift.judging import ALPHA, NORMAL, Change, Judged, Tolerance, Verdict, judge, unpaired, worst
from analyser.drift.outcomes import MARK_BYTES, Outcomes, Sums, outcomes_of, sums_of
from analyser.job import Job
from analyser.playing import Part

EXACT, PAIRED, STATISTICAL = "exact", "paired", "statistical"
LOOKS = (0.25, 0.5, 1.0)
"""After which shares of the games a statistical check may end; each look has its part of the false alarms."""
Play = Callable[[Job], Iterable[Part]]


@dataclass(frozen=True)
class Report:
    """What a check found."""

    baseline: Baseline
    job: Job
    mode: str
    games: int
    moved: list[str]
    """What differs from the baseline's rules, data, settings and strategies."""
    changed: int
    first_changed: int | None
    judged: list[Judged]
    verdict: Verdict

    @property
    def replay(self) -> str | None:
        """The command that tells the first game that came out otherwise."""
        return None if self.first_changed is None else self.job.replay_command(self.first_changed)


def check(
    baseline: Baseline, tolerance: Tolerance, play: Play, games: int | None = None, strict: bool = False
) -> Report:
    """Play the baseline's own games again; strict: any game that changed is a drift."""
    job = baseline.job(min(games or baseline.games, baseline.games))
    moved = what_moved(baseline, job)
    found = outcomes_of(job, play(job))
    n = len(found.rows)
    differs = changed_games(baseline, found)
    n_changed = int(differs.sum())
    first = int(np.argmax(differs)) if n_changed else None
    is_whole = n == baseline.games
    if not n_changed and not (is_whole and found.digest(n) != baseline.facts["outcomes"]):
        return Report(baseline, job, EXACT, n, moved, 0, None, [], Verdict.PASS)
    if strict or not moved:
        return Report(baseline, job, EXACT, n, moved, n_changed, first, [], Verdict.FAIL)
    judged = judge(list(paired_changes(baseline, found)), tolerance)
    return Report(baseline, job, PAIRED, n, moved, n_changed, first, judged, worst([one.verdict for one in judged]))


def check_fresh(baseline: Baseline, tolerance: Tolerance, play: Play, games: int | None = None) -> Report:
    """Play other games than the baseline's; the check ends as soon as a look has decided it."""
    job = baseline.job(games, baseline.facts["seed"] + 1)
    moved = what_moved(baseline, job)
    parts: list[Part] = []
    coming = iter(play(job))
    for look in LOOKS:
        parts += islice(coming, max(1, round(look * job.n_parts) - len(parts)))
        found = outcomes_of(job, parts)
        judged = judge(list(fresh_changes(baseline, found)), tolerance, ALPHA / len(LOOKS))
        verdict = worst([one.verdict for one in judged])
        if verdict is Verdict.FAIL or is_settled(judged):
            break
    return Report(baseline, job, STATISTICAL, len(found.rows), moved, 0, None, judged, verdict)


def is_settled(judged: list[Judged]) -> bool:
    """Whether every metric is shown to lie inside its tolerance, so that more games could change nothing."""
    critical = NORMAL.inv_cdf(1 - ALPHA / len(LOOKS) / max(len(judged), 1))
    return all(abs(one.change.delta) + critical * one.change.error < one.tolerance for one in judged)


def what_moved(baseline: Baseline, job: Job) -> list[str]:
    """The hashes and settings that are no longer those of the baseline."""
    before, after = baseline.facts["hashes"], hashes_of(job)
    moved = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    old, new = baseline.facts["settings"], job.values()
    moved += [f"setting {n}: {old.get(n)} -> {new.get(n)}" for n in {**old, **new} if old.get(n) != new.get(n)]
    return moved


def changed_games(baseline: Baseline, found: Outcomes) -> Any:
    """Which games came out otherwise."""
    before = np.frombuffer(baseline.marks, np.uint8).reshape(-1, MARK_BYTES)[: len(found.rows)]
    return (before != found.marks()).any(1)


def paired_changes(baseline: Baseline, found: Outcomes) -> Iterator[Change]:
    """Win shares game by game, on the same deals; other metrics from the sums."""
    if len(found.rows) == baseline.games and found.lineups_digest(baseline.games) != baseline.facts["lineups"]:
        yield from fresh_changes(baseline, found)
        return
    block = baseline.job().block
    winners = np.frombuffer(baseline.marks, np.uint8).reshape(-1, MARK_BYTES)[: len(found.rows), 0]
    bits = winners[:, None] >> np.arange(found.players) & 1
    before = bits.astype(np.int64) * (WHOLE_WIN // np.maximum(bits.sum(1), 1))[:, None]
    for metric, held in found.winning_seats():
        plays = WHOLE_WIN * held.sum(1)
        then = sums_of((before * held).sum(1), plays, block)
        delta = sums_of(((found.wins - before) * held).sum(1), plays, block)
        yield Change(metric, then.estimate, then.estimate + delta.estimate, delta.error)
    paired = {metric for metric, _ in found.winning_seats()}
    yield from (change for change in fresh_changes(baseline, found) if change.metric not in paired)


def fresh_changes(baseline: Baseline, found: Outcomes) -> Iterator[Change]:
    """Every metric that is in both, from two samples."""
    for metric, before in baseline.metrics.items():
        after = found.metrics.get(metric, Sums(0, 0, 0, 0, 0, 0))
        if before.among and after.among:
            yield unpaired(metric, (before.estimate, before.error), (after.estimate, after.error))
