"""The rungs of a ladder: strategies from random to the strongest look-ahead, each shown to beat the one below.

A candidate plays alone against a field of the highest rung so far, in every seat of every deal. It is a rung if it is
shown to win more than an equal share; if not, the answer says so and leaves it out.

Method: docs/explanation/methods.md#ladder.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist

import polars as pl

from analyser.core.errors import BadInput
from analyser.experiments.sample import ExperimentSpec, Runner, play
from analyser.games.definition import Game
from analyser.statistics.estimates import mean_of_games
from analyser.statistics.intervals import CONFIDENCE, rare_reach, student
from analyser.strategies.library import default_field, find_strategy, strategy_files
from analyser.strategies.strategy import LOOKAHEAD, RANDOM

GREEDY, LEARNED = "greedy", "learned"
"""By custom: what a beginner would do, and what `analyse learn` writes."""
FIRST_BUDGET, GROWTH = 16, 4
"""Rollouts a decision of the first rung that looks ahead, and how many times as many the next one has."""
USUAL_BUDGET = 64
PLAIN_GAMES, LEAST_GAMES = 4_000, 100
STEP_GAMES = 4
"""A step is measured with this many times the games of an answer: one seat alone looks ahead that far."""
MOST_BUDGET = 16_384


@dataclass(frozen=True)
class Step:
    """What a candidate wins alone against the rung below it."""

    name: str
    below: str
    share: float
    low: float
    high: float
    equal: float
    games: int
    is_next: bool = True
    """Whether it was tried against the highest rung so far; if not, beside the ladder."""

    @property
    def is_up(self) -> bool:
        """Whether it is shown to win more than an equal share."""
        return self.low > self.equal

    @property
    def is_down(self) -> bool:
        """Whether it is shown to win less."""
        return self.high < self.equal


def budgets(top: int) -> list[int]:
    """Rollouts a decision of the rungs that look ahead: 16, 64, 256, and so on up to the top."""
    if not (top == 0 or FIRST_BUDGET <= top <= MOST_BUDGET):
        raise BadInput(
            f"--top {top} is refused. Allowed: {FIRST_BUDGET} to {MOST_BUDGET} rollouts a decision, or 0 for no "
            "look-ahead. Type for instance: --top 256"
        )
    found = [FIRST_BUDGET * GROWTH**k for k in range(8) if FIRST_BUDGET * GROWTH**k < top]
    return [*found, top] if top else []


def candidates(game: Game, learned: str | None, experiment: ExperimentSpec) -> list[str]:
    """Who may be a rung, the weakest first: random, greedy, the user's own, the game's from its weakest to its
    strongest, and the learned one.
    """
    files = strategy_files(game, experiment.folders)
    own = [one for one in default_field(game, experiment.folders) if one not in (*game.competent, RANDOM, LEARNED)]
    greedy = [GREEDY] if GREEDY in files else []
    last = [learned] if learned else [LEARNED] if LEARNED in files else []
    return list(dict.fromkeys([RANDOM, *greedy, *own, *reversed([*game.competent]), *last]))


def rollouts_of(experiment: ExperimentSpec, spec: str) -> int:
    """How many rollouts a decision a strategy has; 0 if it does not look ahead."""
    ahead = find_strategy(experiment.game, spec, experiment.folders).ahead
    return int(ahead.numbers[0]) if ahead else 0


def games_of(rollouts: int, usual: int) -> int:
    """How many games a level plays. `usual` is for 64 rollouts; a budget of four times as many has half the games."""
    if rollouts == 0:
        return max(PLAIN_GAMES, usual)
    return max(LEAST_GAMES, int(usual * (USUAL_BUDGET / rollouts) ** 0.5))


def step(experiment: ExperimentSpec, name: str, below: str, of_steps: int, runner: Runner) -> Step:
    """One candidate alone against the rung below; its interval holds together with those of all candidates."""
    sample = play(experiment.focal(name, below), runner)
    won, wins = sample.of_focal(), sample.wins
    found = mean_of_games(won[:, None], sample.job.block)
    share, error = float(found.value[0]), float(found.standard_error[0])
    z = student(NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2 / of_steps), found.n_blocks)
    (down,), (up,) = rare_reach(found.value, len(won))
    low, high = max(share - max(z * error, float(down)), 0.0), min(share + max(z * error, float(up)), 1.0)
    equal = float(wins.sum(1).mean()) / experiment.players
    return Step(name, below, share, low, high, equal, sample.n_games)


def climb(
    experiment: ExperimentSpec, names: Sequence[str], usual: int, of_steps: int, runner: Runner, start: str
) -> Iterator[Step]:
    """Try one candidate after the other, each against the highest rung so far."""
    top = start
    for name in names:
        games = games_of(rollouts_of(experiment, name), STEP_GAMES * usual)
        found = step(replace(experiment, games=games), name, top, of_steps, runner)
        top = name if found.is_up else top
        yield found


def looking_ahead(base: str, top: int) -> list[str]:
    """The rungs that look ahead around a base."""
    return [f"{LOOKAHEAD}:games={one}({base})" for one in budgets(top)]


def step_table(steps: Sequence[Step]) -> pl.DataFrame:
    """A row for each candidate."""
    return pl.DataFrame(
        {
            "level": [one.name if one.is_next else f"{one.name} against {one.below}" for one in steps],
            "against": [one.below for one in steps],
            "win_share": [one.share for one in steps],
            "low_share": [one.low for one in steps],
            "high_share": [one.high for one in steps],
            "equal_share": [one.equal for one in steps],
            "games": [one.games for one in steps],
            "verdict": ["a step up" if one.is_up else "weaker" if one.is_down else "no step shown" for one in steps],
        }
    )
