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
from analyser.experiments.fixing.search import CLAIMS, CORRECTED, CURVE_PART, FINALISTS, RACED
from analyser.experiments.fixing.sides import ELSEWHERE_PART, places
from analyser.experiments.sample import ExperimentSpec

PILOT_GAMES = 1_000
POWER = 0.9
ROOM = 0.5
"""A change is looked for whose numbers lie at least half a tolerance inside their limits."""
LEAST_GAMES = 1_000
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
    units = units_of(experiment, gauge, levers, others)
    games = most_games(experiment, gauge) if budget is None else int(budget / sum(units))
    if games < LEAST_GAMES:
        least = int(LEAST_GAMES * sum(units)) + 1
        raise BadInput(
            f"--games {budget} is too small a budget for {len(levers)} levers: {games} games to confirm each change. "
            f"Allowed: --games {least} or more; fewer levers (--change) need fewer."
        )
    return Plan(games, [int(one * games) for one in units])


def most_games(experiment: ExperimentSpec, gauge: Gauge) -> int:
    """From the errors that a few games have."""
    pilot = gauge.measure(replace(experiment, games=PILOT_GAMES))
    ends = Ends.of(pilot.limits)
    z = NormalDist().inv_cdf(1 - CLAIM / CLAIMS) + NormalDist().inv_cdf(POWER)
    ratio = float(np.max(z * pilot.error / (ROOM * ends.width), initial=0.0))
    needed = int(PILOT_GAMES * ratio**2)
    return max(min(needed, MOST_PARTS * experiment.game.part_games), 4 * LEAST_GAMES)


def units_of(experiment: ExperimentSpec, gauge: Gauge, levers: Sequence[Lever], others: Sequence[str]) -> list[float]:
    """The most games of each step, in games of one confirmation."""
    samples = gauge.samples(experiment)
    points = 1 + sum(points_of(one) for one in levers)
    race, size, part = 0.0, RACED, 2.0 / CURVE_PART
    while part <= 1:
        race += size * part / 2
        size, part = max(size // 2, FINALISTS + 1) + CORRECTED, 2 * part
    elsewhere = 2 * len(places(experiment, others)) / ELSEWHERE_PART
    return [samples * one for one in (1.0, 0.5, points / CURVE_PART + race, float(FINALISTS), 1.0, elsewhere)]


def points_of(lever: Lever) -> int:
    """How many values of a lever are played."""
    if lever.seats:
        return lever.seats * min(len(lever.values), 2)
    return min(len(lever.values), MEASURED)
