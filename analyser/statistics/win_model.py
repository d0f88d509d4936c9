"""Who will win, seen from the scores of the moment: a multinomial logit of half the games (methods section 5).

A seat's strength is its score's lead over the mean and over the best other, each with a weight for the stage of the
game, and a term for the seat. The other half of the games says how well the chances are calibrated.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from analyser.statistics.feel import within

STAGES = 8
BINS = 10
LONGEST = 1.5
"""The last stage holds all turns beyond the usual length."""
PENALTY = 1e-4


@dataclass(frozen=True)
class WinModel:
    """Chances of each seat after each turn, and the mean error of calibration on games that were not used to fit."""

    chances: Any
    calibration_error: float


def fit_chances(scores: Any, lengths: Any, wins: Any) -> WinModel:
    """Fit on the even games, judge on the odd ones, tell the chances of all."""
    from scipy.optimize import minimize

    features = _features(np.asarray(scores, float), np.asarray(lengths))
    use = within(lengths, scores.shape[1])
    even = np.arange(len(scores)) % 2 == 0
    shares = wins / np.maximum(wins.sum(1, keepdims=True), 1e-300)
    won = wins.sum(1) > 0
    rows = use & (even & won)[:, None]
    x, y = features[rows], np.broadcast_to(shares[:, None, :], scores.shape)[rows]
    found = minimize(_loss, np.zeros(x.shape[2]), (x, y), jac=True, method="L-BFGS-B")
    chances = _softmax(features @ found.x)
    odd = use & (~even & won)[:, None]
    return WinModel(chances, calibration_error(chances[odd], np.broadcast_to(shares[:, None, :], scores.shape)[odd]))


def _features(scores: Any, lengths: Any) -> Any:
    """games x turns x seats x features, each lead standing in the column of its stage."""
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


def _softmax(strength: Any) -> Any:
    raised = np.exp(strength - strength.max(-1, keepdims=True))
    return raised / raised.sum(-1, keepdims=True)


def _loss(weights: Any, x: Any, y: Any) -> tuple[float, Any]:
    """Mean negative log likelihood with its slope, and a touch of shrinkage."""
    p = _softmax(x @ weights)
    loss = -(y * np.log(np.maximum(p, 1e-300))).sum() / len(x) + PENALTY * float(weights @ weights)
    return float(loss), np.einsum("rsf,rs->f", x, p - y) / len(x) + 2 * PENALTY * weights


def calibration_error(chances: Any, outcomes: Any) -> float:
    """Mean distance between the chance told and the share won, over ten bins of the chance."""
    told, won = np.ravel(chances), np.ravel(outcomes)
    bins = np.minimum((told * BINS).astype(int), BINS - 1)
    counts = np.bincount(bins, minlength=BINS)
    gaps = np.abs(np.bincount(bins, told, BINS) - np.bincount(bins, won, BINS))
    return float(gaps.sum() / counts.sum())
