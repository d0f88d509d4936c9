"""How a game feels, from the scores after each turn: lead changes, runaways, comebacks, drama.

`scores` is games x turns x seats, `lengths` the number of turns of each game; entries after a game's end are ignored.
`wins` are shares of the win, games x seats.

Methods: docs/explanation/methods.md#feel, #positions.
"""

import numpy as np

from analyser.core.arrays import Bools, Floats, Ints
from analyser.statistics.estimates import Estimates, mean_of_games

DECIDED = 0.8
"""A game is decided from the turn after which the winner's chance never again falls below this."""
HOPELESS = 0.05
"""A seat below this chance, whatever it does, has no hope left."""
KINGMAKING = 0.25
"""A seat without hope makes a king if its choice moves this much from one other seat to another."""


def within(lengths: Ints, n_turns: int) -> Bools:
    """Which turns belong to each game."""
    return np.arange(n_turns)[None, :] < np.asarray(lengths)[:, None]


def score_at(scores: Ints, lengths: Ints, part: float) -> Floats:
    """Scores when this part of each game's turns is played; nobody has any before the first turn."""
    turn = np.floor(np.asarray(lengths) * part).astype(int) - 1
    found = scores[np.arange(len(scores)), np.maximum(turn, 0)].astype(float)
    return np.where(turn[:, None] >= 0, found, 0.0)


def lead_changes(scores: Ints, lengths: Ints) -> Ints:
    """Turns after which the set of leaders differs from the one before, for each game. The first lead is no change, nor
    is a level score; several may lead together.
    """
    leads = scores == scores.max(2, keepdims=True)
    changes = np.zeros(len(scores), np.int64)
    before = np.zeros((len(scores), scores.shape[2]), bool)
    for turn in range(scores.shape[1]):
        now = leads[:, turn]
        counts = (turn < np.asarray(lengths)) & ~(now.all(1) & ~before.any(1))
        changes += counts & before.any(1) & (now != before).any(1)
        before = np.where(counts[:, None], now, before)
    return changes


def share_of(chosen: Bools, wins: Floats) -> Floats:
    """The mean win share of the chosen seats of each game."""
    return (chosen * wins).sum(1) / np.maximum(chosen.sum(1), 1)


def places_at(scores: Ints, lengths: Ints, wins: Floats, part: float = 0.5) -> tuple[Floats, Bools]:
    """Win share of the leader, of the last, and of the next after the leaders, after this part of a game; ties share
    the place. Also which games are not level then.
    """
    then = score_at(scores, lengths, part)
    first, last = then == then.max(1, keepdims=True), then == then.min(1, keepdims=True)
    behind = np.where(first, -np.inf, then)
    second = ~first & (behind == behind.max(1, keepdims=True))
    return np.stack([share_of(one, wins) for one in (first, last, second)], 1), ~first.all(1)


def leader_wins(scores: Ints, lengths: Ints, wins: Floats, part: float = 0.5) -> Estimates:
    """The mean over games of `places_at`; games that are level are left out."""
    places, apart = places_at(scores, lengths, wins, part)
    return mean_of_games(places[apart], 1)


def snowball(scores: Ints, lengths: Ints) -> Estimates:
    """Points gained in the third quarter for each point of lead over the others' mean at half: above 0 leads grow."""
    half, later = score_at(scores, lengths, 0.5), score_at(scores, lengths, 0.75)
    n = scores.shape[2]
    lead = (half - half.mean(1, keepdims=True)) * n / (n - 1)
    gain = later - half
    weight = max((lead**2).sum(), 1e-100)
    slope = (lead * gain).sum() / weight
    residual = (lead * (gain - slope * lead)).sum(1)
    return Estimates(np.array([slope]), np.array([[(residual**2).sum() / weight**2]]), len(scores))


def drama(chances: Floats, lengths: Ints, winner: Ints) -> Floats:
    """How far the later winner was behind the favourite, averaged over the turns of each game."""
    own = np.take_along_axis(chances, winner[:, None, None], 2)[..., 0]
    behind = (chances.max(2) - own) * within(lengths, chances.shape[1])
    return behind.sum(1) / np.maximum(lengths, 1)


def decision_time(chances: Floats, lengths: Ints, winner: Ints) -> Floats:
    """The last turn at which the winner's chance was below 80 %, as a part of the game."""
    own = np.take_along_axis(chances, winner[:, None, None], 2)[..., 0]
    open_still = (own < DECIDED) & within(lengths, chances.shape[1])
    last = np.where(open_still.any(1), chances.shape[1] - open_still[:, ::-1].argmax(1), 0)
    return last / np.maximum(lengths, 1)


def false_favourite(chances: Floats, lengths: Ints, winner: Ints) -> Floats:
    """The highest chance that a loser ever had."""
    others = chances.copy()
    np.put_along_axis(others, winner[:, None, None], 0.0, 2)
    return (others.max(2) * within(lengths, chances.shape[1])).max(1)


def uncertainty(chances: Floats, lengths: Ints) -> Floats:
    """How open the game is, averaged over its turns: 1 all seats equally likely to win, 0 one is certain."""
    entropy = -(chances * np.log(np.maximum(chances, 1e-300))).sum(2) / np.log(chances.shape[2])
    return (entropy * within(lengths, chances.shape[1])).sum(1) / np.maximum(lengths, 1)


def idle_turns(scores: Ints, lengths: Ints) -> Floats:
    """The part of each game's turns after which nobody's score has changed."""
    before = np.concatenate([np.zeros_like(scores[:, :1]), scores[:, :-1]], 1)
    still = (scores == before).all(2) & within(lengths, scores.shape[1])
    return still.sum(1) / np.maximum(lengths, 1)


def pick_gap(picked: Floats, drawn: Floats, seat: int) -> float:
    """How much more the choice that was picked wins its seat than the mean of choices drawn by lot from all (`picked`:
    rollouts x seats; `drawn`: choices x rollouts x seats). However few are drawn, its mean is right.
    """
    return float(picked[:, seat].mean() - drawn[:, :, seat].mean())


def same_winners(picked: Floats, others: Floats) -> float:
    """How often another choice ends with the same winners as the one that was picked; a rollout has the same luck for
    all choices.
    """
    return float((others == picked).all(2).mean())


def makes_king(wins: Floats, seat: int) -> bool:
    """Whether a seat without a chance (below 5 % whatever it does) can move 25 points from one other to another.

    One half of the rollouts picks the two choices and the two others, the other half must show the shift.
    """
    if wins[:, :, seat].mean(1).max() >= HOPELESS:
        return False
    (choosing, telling), _ = _halves(wins)
    shifts = _shifts(choosing.mean(1), seat)
    told = {one[1:]: one[0] for one in _shifts(telling.mean(1), seat)}
    return bool(shifts) and told[max(shifts)[1:]] >= KINGMAKING


def _shifts(chances: Floats, seat: int) -> list[tuple[float, int, int, int, int]]:
    """How much choice a instead of b moves from j to i, for any two choices and any two other seats."""
    others = [one for one in range(chances.shape[1]) if one != seat]
    return [
        (float(min(chances[a, i] - chances[b, i], chances[b, j] - chances[a, j])), a, b, i, j)
        for a in range(len(chances))
        for b in range(len(chances))
        for i in others
        for j in others
        if a != b and i != j
    ]


def _halves(wins: Floats) -> tuple[tuple[Floats, Floats], tuple[Floats, Floats]]:
    even, odd = wins[:, ::2], wins[:, 1::2]
    return (even, odd), (odd, even)
