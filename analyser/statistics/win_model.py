"""Who will win, judged from the current scores: a multinomial logit fitted on half the games.

A seat's strength is its score's lead over the mean and over the best other, each with a weight for the stage of the
game, and a term for the seat. The other half of the games says how well the chances are calibrated.

Method: docs/explanation/methods.md#win-chances.
"""

from dataclasses import dataclass

import numpy as np

from analyser.core.arrays import Floats, Ints
from analyser.statistics.estimates import sum_by_cell
from analyser.statistics.feel import within

STAGES = 8
BINS = 10
LONGEST = 1.5
"""The last stage holds all turns beyond the usual length."""
PENALTY = 1e-4


@dataclass(frozen=True)
class WinModel:
    """Chances of each seat after each turn, and the mean error of calibration on games that were not used to fit."""

    chances: Floats
    calibration_error: float


def fit_chances(scores: Ints, lengths: Ints, wins: Floats) -> WinModel:
    """Fit on the even games, judge on the odd ones, return the chances of all."""
    from scipy.optimize import minimize

    features = _features(scores.astype(float), lengths)
    use = within(lengths, scores.shape[1])
    even = np.arange(len(scores)) % 2 == 0
    won = wins.any(1)
    outcomes = np.broadcast_to(wins[:, None, :], scores.shape)
    rows = use & (even & won)[:, None]
    x, y = features[rows], outcomes[rows]
    found = minimize(_loss, np.zeros(x.shape[2]), (x, y), jac=True, method="L-BFGS-B")
    chances = _softmax(features @ found.x)
    odd = use & (~even & won)[:, None]
    return WinModel(chances, calibration_error(chances[odd], outcomes[odd]))


def _features(scores: Floats, lengths: Ints) -> Floats:
    """games x turns x seats x features, each lead in the column of its stage."""
    n_games, n_turns, n = scores.shape
    best_two = np.sort(scores, 2)[..., -2:]
    best_other = np.where(scores == best_two[..., 1:], best_two[..., :1], best_two[..., 1:])
    leads = np.stack([scores - scores.mean(2, keepdims=True), scores - best_other], 3)
    leads /= np.maximum(leads[within(lengths, n_turns)].std((0, 1)), 1e-9)
    usual = max(float(np.mean(lengths)), 1.0)
    stage = np.minimum((np.arange(n_turns) + 1) / usual / LONGEST * STAGES, STAGES - 1).astype(int)
    features = np.zeros((n_games, n_turns, n, 2 * STAGES + n - 1))
    for turn in range(n_turns):
        features[:, turn, :, 2 * stage[turn] : 2 * stage[turn] + 2] = leads[:, turn]
    for seat in range(1, n):
        features[:, :, seat, 2 * STAGES + seat - 1] = 1.0
    return features


def _softmax(strength: Floats) -> Floats:
    raised = np.exp(strength - strength.max(-1, keepdims=True))
    return raised / raised.sum(-1, keepdims=True)


def _loss(weights: Floats, x: Floats, y: Floats) -> tuple[float, Floats]:
    """Mean negative log likelihood with its slope, slightly shrunk."""
    p = _softmax(x @ weights)
    loss = -(y * np.log(np.maximum(p, 1e-300))).sum() / len(x) + PENALTY * float(weights @ weights)
    return float(loss), np.einsum("rsf,rs->f", x, p - y) / len(x) + 2 * PENALTY * weights


def calibration_error(chances: Floats, outcomes: Floats) -> float:
    """Mean distance between the expected chance and the share won, over ten bins of the chance."""
    expected, won = np.ravel(chances), np.ravel(outcomes)
    bins = np.minimum((expected * BINS).astype(int), BINS - 1)
    counts = np.bincount(bins, minlength=BINS)
    gaps = np.abs(sum_by_cell(bins, expected, BINS) - sum_by_cell(bins, won, BINS))
    return float(gaps.sum() / counts.sum())
