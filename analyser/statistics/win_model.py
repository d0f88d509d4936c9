"""Who will win, judged from the current scores and the order of play: a multinomial logit.

A seat's strength is its score's lead over the mean and over the best other, each with a weight for the stage of the
game; its place in the order of play, with a weight for every turn of a round; and its other roles. Fitted on half the
games; the other half says how well the chances are calibrated. A bootstrap of games, each fitted anew, gives the errors
of whatever is measured by the chances.

Method: docs/explanation/methods.md#win-chances.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from analyser.core.arrays import Bools, Floats, Ints
from analyser.statistics.estimates import Estimates, sum_by_cell
from analyser.statistics.feel import within

STAGES = 8
BINS = 10
LONGEST = 1.5
"""The last stage holds all turns beyond the usual length."""
PENALTY = 1e-4
DRAWS = 40
"""Samples of the bootstrap."""
CHUNK = 2_000
"""Turns whose terms are written out at a time."""


@dataclass(frozen=True)
class Followed:
    """Games that were followed turn by turn."""

    scores: Ints
    """games x turns x seats; entries after a game's end are ignored."""
    lengths: Ints
    wins: Floats
    order: Ints
    """The place of each seat in the order of play, from 0: games x seats."""
    roles: Ints
    """What else tells seats apart, as numbers from 0: games x seats x roles."""
    phases: int
    """Turns in a round."""


@dataclass(frozen=True)
class Design:
    """What the strength of a seat is made of, for each turn that was played (rows) and each seat."""

    leads: Floats
    """rows x seats x 2, in units of their spread."""
    stages: Ints
    cells: Ints
    """rows x seats x terms: which weight each term adds, counted after those of the leads."""
    n_weights: int

    def strength(self, weights: Floats) -> Floats:
        """rows x seats."""
        by_stage = weights[: 2 * STAGES].reshape(STAGES, 2)[self.stages]
        return np.einsum("rsk,rk->rs", self.leads, by_stage) + weights[self.cells].sum(2)

    def slope(self, residuals: Floats) -> Floats:
        """How the loss changes with each weight."""
        found = sum_by_cell(self.cells.ravel(), residuals.repeat(self.cells.shape[2]), self.n_weights)
        for k in range(2):
            found[k : 2 * STAGES : 2] = sum_by_cell(self.stages, (residuals * self.leads[..., k]).sum(1), STAGES)
        return found

    def written_out(self, rows: slice) -> Floats:
        """The terms of some rows as numbers: rows x seats x weights."""
        cells, leads = self.cells[rows], self.leads[rows]
        found = np.zeros((*leads.shape[:2], self.n_weights))
        np.put_along_axis(found, cells, 1.0, 2)
        for k in range(2):
            at = np.broadcast_to(2 * self.stages[rows, None] + k, leads.shape[:2])
            np.put_along_axis(found, at[..., None], leads[..., k : k + 1], 2)
        return found

    def of(self, rows: Bools) -> "Design":
        """Some of the rows."""
        return Design(self.leads[rows], self.stages[rows], self.cells[rows], self.n_weights)


class WinModel:
    """Chances of each seat after each turn, and the mean error of calibration on games that were not used to fit."""

    def __init__(self, played: Followed) -> None:
        self.played, self.design = played, design_of(played)
        self.game = np.nonzero(within(played.lengths, played.scores.shape[1]))[0]
        self.outcomes = played.wins[self.game]
        won = (played.wins.sum(1) > 0)[self.game]
        self.fitted, self.judged = won & (self.game % 2 == 0), won & (self.game % 2 == 1)
        self.learnt = self.design.of(self.fitted)
        self.weights = self._fit()
        chances = softmax(self.design.strength(self.weights))
        self.calibration_error = calibration_error(chances[self.judged], self.outcomes[self.judged])
        self.chances = self._spread_out(chances)

    def _fit(self) -> Floats:
        from scipy.optimize import minimize

        start, given = np.zeros(self.design.n_weights), (self.learnt, self.outcomes[self.fitted])
        return np.asarray(minimize(loss, start, given, jac=True, method="L-BFGS-B").x, float)

    def _spread_out(self, chances: Floats) -> Floats:
        """games x turns x seats; equal after the end of a game."""
        shape = self.played.scores.shape
        found = np.full(shape, 1 / shape[2])
        found[within(self.played.lengths, shape[1])] = chances
        return found

    def errors(self, measures: Callable[[Floats], Floats]) -> Estimates:
        """Means over games of what is measured by chances (games x measures; NaN: not counted). Their errors include
        those of the fit: games are drawn again, and the weights fitted anew by one step of Newton's method.
        """
        value, rng = np.nanmean(measures(self.chances), 0), np.random.Generator(np.random.PCG64(DRAWS))
        steps, drawn = self._steps(), []
        n_games = len(self.played.wins)
        for _ in range(DRAWS):
            times = rng.multinomial(n_games, np.full(n_games, 1 / n_games)).astype(float)
            weights = self.weights - steps @ (times - 1)
            found = measures(self._spread_out(softmax(self.design.strength(weights))))
            counted = ~np.isnan(found)
            drawn.append((np.where(counted, found, 0.0).T @ times) / np.maximum(counted.T @ times, 1.0))
        return Estimates(value, np.atleast_2d(np.cov(np.array(drawn).T)), DRAWS)

    def _steps(self) -> Floats:
        """By how much the weights change if a game counts once more: weights x games."""
        chances = softmax(self.learnt.strength(self.weights))
        gaps, game = chances - self.outcomes[self.fitted], self.game[self.fitted]
        slopes = np.zeros((len(self.played.wins), self.design.n_weights))
        curve = 2 * PENALTY * max(len(game), 1) * np.eye(self.design.n_weights)
        for first in range(0, len(game), CHUNK):
            rows = slice(first, first + CHUNK)
            terms = self.learnt.written_out(rows)
            np.add.at(slopes, game[rows], np.einsum("rs,rsw->rw", gaps[rows], terms))
            terms -= np.einsum("rs,rsw->rw", chances[rows], terms)[:, None]
            flat = terms.reshape(-1, terms.shape[2])
            curve += (flat * chances[rows].reshape(-1, 1)).T @ flat
        return np.asarray(np.linalg.solve(curve, slopes.T), float)


def design_of(played: Followed) -> Design:
    """The terms of all turns: leads by stage, the order of play by stage and turn of the round, roles by stage."""
    game, turn = np.nonzero(within(played.lengths, played.scores.shape[1]))
    usual = max(float(np.mean(played.lengths)), 1.0)
    stage = np.minimum((turn + 1) / usual / LONGEST * STAGES, STAGES - 1).astype(int)
    first, cells = 2 * STAGES, []
    terms = [(stage * played.phases + turn % played.phases, STAGES * played.phases, played.order)]
    terms += [(stage, STAGES, played.roles[..., k]) for k in range(played.roles.shape[2])]
    for when, n_whens, who in terms:
        levels = int(who.max()) + 1
        cells.append(first + when[:, None] * levels + who[game])
        first += n_whens * levels
    return Design(_leads(played.scores[game, turn].astype(float)), stage, np.stack(cells, 2), first)


def _leads(scores: Floats) -> Floats:
    """Over the mean of all, and over the best other."""
    best_two = np.sort(scores, 1)[:, -2:]
    best_other = np.where(scores == best_two[:, 1:], best_two[:, :1], best_two[:, 1:])
    leads = np.stack([scores - scores.mean(1, keepdims=True), scores - best_other], 2)
    return leads / np.maximum(leads.std((0, 1)), 1e-9)


def softmax(strength: Floats) -> Floats:
    """Chances that add up to 1."""
    raised = np.exp(strength - strength.max(-1, keepdims=True))
    return raised / raised.sum(-1, keepdims=True)


def loss(weights: Floats, design: Design, outcomes: Floats) -> tuple[float, Floats]:
    """Mean negative log likelihood with its slope, slightly shrunk."""
    p, total = softmax(design.strength(weights)), max(len(outcomes), 1)
    likely = (outcomes * np.log(np.maximum(p, 1e-300))).sum()
    slope = design.slope((p - outcomes) / total)
    return float(-likely / total + PENALTY * (weights @ weights)), slope + 2 * PENALTY * weights


def calibration_error(chances: Floats, outcomes: Floats) -> float:
    """Mean distance between the expected chance and the share won, over ten bins of the chance."""
    expected, won = np.ravel(chances), np.ravel(outcomes)
    bins = np.minimum((expected * BINS).astype(int), BINS - 1)
    counts = np.bincount(bins, minlength=BINS)
    gaps = np.abs(sum_by_cell(bins, expected, BINS) - sum_by_cell(bins, won, BINS))
    return float(gaps.sum() / max(counts.sum(), 1))
