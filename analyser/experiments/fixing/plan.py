"""How many games a search may take, known before the first is played.

Method: docs/explanation/methods.md#smallest-change.
"""

from collections.abc import Sequence
from dataclasses import replace
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from analyser.core.errors import BadInput
from analyser.experiments.fixing.curves import MEASURED
from analyser.experiments.fixing.gauges import Gauge
from analyser.experiments.fixing.levers import Lever
from analyser.experiments.fixing.measurement import CLAIM, Ends
from analyser.experiments.fixing.search import CLAIMS, CORRECTED, CURVE_PART, FINALISTS, RACED, ROUNDS
from analyser.experiments.fixing.sides import FOLLOWED, gauge_at, places
from analyser.experiments.sample import ExperimentSpec

PILOT_GAMES = 1_000
POWER = 0.9
ROOM = 0.5
"""A change is looked for whose numbers lie at least half a tolerance inside their limits."""
LEAST_GAMES = 1_000
SHRINK = 0.97
"""Games are rounded up to whole blocks: a budget that this oversteps gives up some."""
MOST_PARTS = 20
"""The most games for one confirmation, in parts of a run: each about a second of simple play."""


class Plan(NamedTuple):
    """The games that confirm one change, and the most of every step."""

    games: int
    steps: list[int]


def plan_of(
    experiment: ExperimentSpec, gauge: Gauge, levers: Sequence[Lever], others: Sequence[str], budget: int | None
) -> Plan:
    """As many games as show a number equal that lies half way to its limit; or what a budget allows."""
    games = most_games(experiment, gauge)
    steps = steps_of(replace(experiment, games=games), gauge, levers, others)
    if budget is None:
        return Plan(games, steps)
    games = int(games * budget / sum(steps))
    if games < LEAST_GAMES:
        least = sum(steps_of(replace(experiment, games=LEAST_GAMES), gauge, levers, others))
        raise BadInput(
            f"--games {budget} is too small a budget for {len(levers)} levers: {games} games to confirm each change. "
            f"Allowed: --games {least} or more; fewer levers (--change) need fewer."
        )
    steps = steps_of(replace(experiment, games=games), gauge, levers, others)
    while sum(steps) > budget and games > LEAST_GAMES:
        games = max(int(games * SHRINK), LEAST_GAMES)
        steps = steps_of(replace(experiment, games=games), gauge, levers, others)
    return Plan(games, steps)


def most_games(experiment: ExperimentSpec, gauge: Gauge) -> int:
    """From the errors that a few games have."""
    pilot = gauge.measure(replace(experiment, games=PILOT_GAMES))
    ends = Ends.of(pilot.limits)
    z = NormalDist().inv_cdf(1 - CLAIM / CLAIMS) + NormalDist().inv_cdf(POWER)
    ratio = float(np.max(z * pilot.error / (ROOM * ends.width), initial=0.0))
    needed = int(PILOT_GAMES * ratio**2)
    return max(min(needed, MOST_PARTS * experiment.game.part_games), 4 * LEAST_GAMES)


def steps_of(experiment: ExperimentSpec, gauge: Gauge, levers: Sequence[Lever], others: Sequence[str]) -> list[int]:
    """The most games of each step: the rules as they are, curves and race, confirmation, what else it moves."""
    most = experiment.games

    def games(part: float, times: float = 1.0) -> int:
        return int(times * gauge.games(replace(experiment, games=max(int(part * most), 1))))

    points = 1 + sum(points_of(one) for one in levers)
    near = max((2 * one.seats for one in levers), default=0)
    part = 2.0 / CURVE_PART
    race, size = games(part, ROUNDS * (CORRECTED + near)), float(RACED)
    while part <= 1:
        race += games(part, size + 1)
        size, part = max(size // 2, FINALISTS + 1) + CORRECTED, 2 * part
    there = [int(2 * gauge_at(gauge, one).games(one.experiment)) for one in places(experiment, others)]
    beside = games(1.0) + 2 * min(FOLLOWED, most)
    return [games(1.0), games(1.0), games(1 / CURVE_PART, points) + race, games(1.0, FINALISTS), beside, sum(there)]


def points_of(lever: Lever) -> int:
    """How many values of a lever are played."""
    if lever.seats:
        return lever.seats * min(len(lever.values), 2)
    return min(len(lever.values), MEASURED)
