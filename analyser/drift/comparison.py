"""A baseline and the games of today: which games came out differently, and by how much each metric moved."""

from collections.abc import Iterator
from math import inf, sqrt

import numpy as np

from analyser.core.arrays import Bools, Bytes, Ints
from analyser.drift.baseline import Baseline
from analyser.drift.outcomes import (
    FINGERPRINT_BYTES,
    LENGTH,
    NO_WINNERS,
    NOTHING,
    RATES,
    SHARED_WINS,
    UNFINISHED_GAMES,
    MetricSums,
    Outcomes,
    sums_of,
    whole_win,
    win_share,
)
from analyser.drift.verdict import MetricChange
from analyser.simulation.hashes import changes, hashes_of
from analyser.simulation.job import Job


def what_moved(baseline: Baseline, job: Job) -> list[str]:
    """The hashes and settings that are no longer those of the baseline."""
    moved = changes(baseline.contents.hashes, hashes_of(job))
    old, new = baseline.contents.settings, job.values()
    moved += [f"setting {n}: {old.get(n)} -> {new.get(n)}" for n in {**old, **new} if old.get(n) != new.get(n)]
    return moved


def changed_games(baseline: Baseline, found: Outcomes) -> Bools:
    """Which games came out differently."""
    return (_fingerprints(baseline, len(found.rows)) != found.fingerprints()).any(1)


def _fingerprints(baseline: Baseline, n_games: int) -> Bytes:
    return np.frombuffer(baseline.fingerprints, np.uint8).reshape(-1, FINGERPRINT_BYTES)[:n_games]


def paired_changes(baseline: Baseline, found: Outcomes) -> Iterator[MetricChange]:
    """Every metric on the same deals: game by game where the stored winners decide it, elsewhere within a bound."""
    is_whole = len(found.rows) == baseline.contents.games
    if is_whole and found.lineups_digest() != baseline.contents.lineups:
        yield from unpaired_changes(baseline, found)
        return
    block = baseline.job().block
    paired = {one.metric: one for one in _game_by_game(baseline, found, block)}
    differs = changed_games(baseline, found)
    for change in unpaired_changes(baseline, found):
        bounded = _bounded(baseline.metrics[change.metric], found, change.metric, differs, block)
        yield paired.get(change.metric) or min(bounded, change, key=lambda one: one.error)


def _game_by_game(baseline: Baseline, found: Outcomes, block: int) -> Iterator[MetricChange]:
    """What the winners of a game decide: the win shares of seats and strategies, and how the game ended."""
    before = _wins(baseline, found)
    for metric, held in found.winning_seats():
        yield _paired(metric, win_share(before, held, block), win_share(found.wins - before, held, block))
    if baseline.metrics.get(UNFINISHED_GAMES, NOTHING).counted:
        return
    n_winners, ones = (before > 0).sum(1), np.ones(len(before), np.int64)
    for metric, ended in {SHARED_WINS: n_winners > 1, NO_WINNERS: n_winners == 0}.items():
        then = ended.astype(np.int64)
        yield _paired(metric, sums_of(then, ones, block), sums_of(found.ended(metric) - then, ones, block))


def _paired(metric: str, before: MetricSums, gap: MetricSums) -> MetricChange:
    return MetricChange(metric, before.estimate, before.estimate + gap.estimate, gap.error)


def _bounded(before: MetricSums, found: Outcomes, metric: str, differs: Bools, block: int) -> MetricChange:
    """Only games that changed can move a metric, each by at most its range.

    Over all games of a baseline the difference is known, and only its error is bounded. What the first games of a
    baseline gave is not stored: then the difference itself is bounded.
    """
    after = found.metrics[metric]
    in_blocks = np.add.reduceat(differs.astype(np.int64), np.arange(0, len(differs), block))
    is_whole = len(in_blocks) == before.blocks
    reach = _range(before, found, metric, differs if is_whole else None) / after.among
    if is_whole:
        return MetricChange(metric, before.estimate, after.estimate, reach * sqrt((in_blocks**2).sum()))
    return MetricChange(metric, after.estimate, after.estimate, reach * int(in_blocks.sum()))


def _range(before: MetricSums, found: Outcomes, metric: str, differs: Bools | None) -> float:
    """By how much one game can move the sums of a metric.

    Where the same seats have a level as before, it can only win or lose a game. A length has no limit, but no game that
    changed was longer than all of them together, which is known if all games were played.
    """
    if metric in RATES:
        return 1.0
    if metric != LENGTH:
        after = found.metrics[metric]
        is_same_deal = (before.among, before.among_among) == (after.among, after.among_among)
        return whole_win(found.players) * (1 if is_same_deal else 1 + found.players * before.estimate)
    if differs is None:
        return inf
    return float(max(before.counted - found.rounds[~differs].sum(), found.rounds.max()))


def _wins(baseline: Baseline, found: Outcomes) -> Ints:
    """Parts of the win in the baseline's games, games x seats: the winners shared it equally."""
    winners = _fingerprints(baseline, len(found.rows))[:, :1].astype(np.int64)
    bits = winners >> np.arange(found.players) & 1
    return bits * (whole_win(found.players) // np.maximum(bits.sum(1, keepdims=True), 1))


def unpaired_changes(baseline: Baseline, found: Outcomes) -> Iterator[MetricChange]:
    """Every metric that both have, as two samples that share no luck."""
    for metric, before in baseline.metrics.items():
        after = found.metrics.get(metric, NOTHING)
        if before.among and after.among:
            error = sqrt(before.error**2 + after.error**2)
            yield MetricChange(metric, before.estimate, after.estimate, error)
