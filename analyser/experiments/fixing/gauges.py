"""Plays a version of the rules and reads the numbers that the targets are about.

Method: docs/explanation/methods.md#smallest-change.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from analyser.core.arrays import Floats, Ints
from analyser.experiments.catalogue import Catalogue, Dealt, filled, read_catalogue
from analyser.experiments.compare import luck_of
from analyser.experiments.dealt import cells_of
from analyser.experiments.fixing.measurement import Family, Key, Measurement
from analyser.experiments.fixing.targets import LEADER, SEATS, STRATEGY, Target, scale_of
from analyser.experiments.halftime import followed_games, halves
from analyser.experiments.measured import Limits
from analyser.experiments.outcomes import outcomes_of
from analyser.experiments.roles import JudgedRole, is_seat, role_sample, roles_of
from analyser.experiments.sample import ExperimentSpec, Runner, Sample, play
from analyser.experiments.seats import PILOT_GAMES
from analyser.games.definition import SEAT, Role
from analyser.games.loader import find_game
from analyser.simulation.job import Job
from analyser.simulation.tables import levels_of
from analyser.statistics.estimates import block_sums, ratio_of_sums
from analyser.statistics.fairness import seat_advantage
from analyser.statistics.intervals import rare_reach

MOST_FOLLOWED = 2_000
"""Games that are followed turn by turn are played one by one, on one core."""
PERCENT = 100.0
FIRST_PILOT = 400
"""Seats that are not equal differ in so few games."""
MIRROR, FOLLOWED, POOL = "mirror", "followed", "pool"


@dataclass(frozen=True)
class Gauge:
    """Measures versions of the rules against the same targets, played by the same strategies."""

    targets: tuple[Target, ...]
    strategies: str
    runner: Runner
    asked: dict[Job, int] = field(default_factory=dict)
    """The most games of each job so far: the same for a search that was interrupted and went on."""

    @property
    def games_asked(self) -> int:
        """Different games, whenever they were played."""
        return sum(self.asked.values())

    def _noted(self, job: Job) -> Job:
        key = replace(job, games=1)
        self.asked[key] = max(self.asked.get(key, 0), job.games)
        return job

    def measure(self, experiment: ExperimentSpec) -> Measurement:
        """Play, and read all numbers."""
        found: dict[str, Family] = {}
        main, rest = self.main(experiment), list(self.targets)
        if SEATS in self.limits:
            seats = next(one for one in roles_of(experiment.game) if is_seat(one))
            found[SEATS] = _of_role(self._target(SEATS), JudgedRole(seats, self._seats(experiment, main), 1.0))
        for role in self._roles(experiment):
            sample = role_sample(experiment, role, self.strategies, self.runner)
            self._noted(sample.job)
            part = _of_role(self._target(role.name), JudgedRole(role, sample, 1.0))
            same = MIRROR if sample.job == main.job else role.name
            found[same] = _joined([found[same], part]) if same in found else part
        for one in rest:
            if one.name == LEADER:
                found[FOLLOWED] = self._leader(one, experiment)
            elif one.name == STRATEGY:
                found[POOL] = self._strongest(one, experiment)
        parts = [*([found.pop(MIRROR)] if MIRROR in found else []), *(p for one in rest for p in _of_main(one, main))]
        found |= {MIRROR: _joined(parts)} if parts else {}
        return Measurement({name: one for name, one in found.items() if one.keys}, experiment.games)

    def games(self, experiment: ExperimentSpec) -> int:
        """The most games of one measurement: a pool may need whole cycles of its line-ups."""
        pools = [one.drawn_by for one in self._roles(experiment) if one.drawn_by]
        lineups = [",".join(filled(one, "", self.strategies) for one in pool) for pool in pools]
        jobs = [experiment.job("seated", strategies=one, lineups="balanced") for one in lineups]
        jobs += [experiment.job()] if STRATEGY in self.limits else []
        mirror = experiment.job(luck_of(self.strategies), strategies=self.strategies).games
        followed = min(followed_games(experiment.games), MOST_FOLLOWED) if LEADER in self.limits else 0
        pilot = min(PILOT_GAMES, mirror) if SEATS in self.limits and self._judges_dealt(experiment) else 0
        return mirror + pilot + followed + experiment.players + sum(one.games for one in jobs)

    def main(self, experiment: ExperimentSpec) -> Sample:
        """The games that most numbers come from: each deal in all rotations, unless something dealt is judged."""
        luck = "fresh" if self._judges_dealt(experiment) else luck_of(self.strategies)
        return play(self._noted(experiment.job(luck, strategies=self.strategies)), self.runner)

    def _seats(self, experiment: ExperimentSpec, main: Sample) -> Sample:
        """Few games, each deal in all rotations, if they show that the seats are exactly equal. Else the games that
        most numbers come from: rotations would show seats no better than as many new deals, and cost as much again.
        """
        for games in (FIRST_PILOT, PILOT_GAMES):
            few = self._rotated(replace(experiment, games=min(experiment.games, games)))
            if not JudgedRole(SEAT, few, 1.0).are_equal:
                return main
        return few

    def _rotated(self, experiment: ExperimentSpec) -> Sample:
        return play(self._noted(experiment.job(luck_of(self.strategies), strategies=self.strategies)), self.runner)

    @cached_property
    def limits(self) -> dict[str, Limits]:
        """What is wanted, by target."""
        return {one.name: one.limits for one in self.targets}

    def _target(self, role: str) -> Target:
        """What is wanted of a role: its own target, or that of all seats."""
        return Target(role, self.limits[role]) if role in self.limits else Target(SEATS, self.limits[SEATS])

    def _roles(self, experiment: ExperimentSpec) -> list[Role]:
        """Roles that are judged, besides the seat's number."""
        roles = [one for one in roles_of(experiment.game) if not is_seat(one)]
        return [one for one in roles if SEATS in self.limits or one.name in self.limits]

    def _judges_dealt(self, experiment: ExperimentSpec) -> bool:
        """Whether cards, colours or turns that the rules deal are judged: rotations would only repeat them."""
        known = read_catalogue(experiment.game).questions
        dealt = any(isinstance(known.get(one.name), Dealt) for one in self.targets)
        return dealt or any(not one.drawn_by for one in self._roles(experiment))

    def _leader(self, target: Target, experiment: ExperimentSpec) -> Family:
        """How often the leader at half wins, in some of the games."""
        games = min(followed_games(experiment.games), MOST_FOLLOWED)
        job = replace(experiment, games=games).job(luck_of(self.strategies), strategies=self.strategies)
        found = halves(job, self.runner)
        value = PERCENT * np.nan_to_num(found.shares[:1])
        return Family(((target.name, ""),), (target.limits,), value, PERCENT * found.influence[:, :1], _none(1))

    def _strongest(self, target: Target, experiment: ExperimentSpec) -> Family:
        """What each of the competent strategies wins among all of them."""
        sample = play(self._noted(experiment.job()), self.runner)
        names = [one.spec for one in sample.job.strategies]
        return _of_cells(target, names, sample.wins.ravel(), sample.lineups.ravel(), sample)


def _of_main(target: Target, sample: Sample) -> list[Family]:
    """The numbers of a target that most games show."""
    game = find_game(sample.job.game)
    if target.name in (SEATS, LEADER, STRATEGY, *(one.name for one in roles_of(game))):
        return []
    catalogue = read_catalogue(game)
    question = catalogue.questions.get(target.name)
    if isinstance(question, Dealt):
        return [_of_dealt(target, column, sample) for column in question.columns]
    return [_of_outcome(target, sample, catalogue)]


def _of_role(target: Target, role: JudgedRole) -> Family:
    """How far each level of a role is from an equal share, in points."""
    if is_seat(role.role):
        found = seat_advantage(role.sample.wins, role.sample.job.block)
        names = [f"seat {seat + 1}" for seat in range(role.sample.job.players)]
        adds = role.sample.wins - role.sample.wins.mean(1, keepdims=True)
        means = block_sums(adds, role.sample.job.block) / role.sample.job.block
        return _family(
            target.name, names, target.limits, PERCENT * found.value, PERCENT * (means - means.mean(0)) / len(means)
        )
    if not role.differs:
        return Family((), (), np.zeros(0), np.zeros((role.sample.n_blocks, 0)), _none(0))
    levels, cells = role.cells
    names = [f"{role.role.name} {one}" for one in levels]
    return _of_cells(target, names, role.sample.above_mean.ravel(), cells, role.sample)


def _of_dealt(target: Target, column: str, sample: Sample) -> Family:
    """What each card, colour or position is worth to its holder, in points."""
    names = levels_of(sample.seats[column])
    found = _of_cells(target, names, sample.above_mean.ravel(), cells_of(sample, column), sample)
    return found.aligned(tuple(key for k, key in enumerate(found.keys) if found.influence[:, k].any()))


def _of_cells(target: Target, names: Sequence[str], values: Floats, cells: Ints, sample: Sample) -> Family:
    """The mean of each cell in percent; a value and a cell for each seat of each game."""
    n, blocks = len(names), sample.blocks
    kept = blocks < sample.n_blocks
    at = blocks[kept] * n + cells[kept]
    sums, counts = (np.bincount(at, weights, sample.n_blocks * n).reshape(-1, n) for weights in (values[kept], None))
    ratio = ratio_of_sums(np.asarray(sums, float), np.asarray(counts, float)).value
    adds = (sums - ratio * counts) / np.maximum(counts.sum(0), 1)
    won = np.bincount(cells, sample.wins.ravel(), n) / np.maximum(np.bincount(cells, minlength=n), 1)
    down, up = rare_reach(won, np.bincount(cells, minlength=n))
    reach = (PERCENT * down, PERCENT * up)
    return _family(target.name, names, target.limits, PERCENT * ratio, PERCENT * adds, reach)


def _of_outcome(target: Target, sample: Sample, catalogue: Catalogue) -> Family:
    """The mean of an outcome of games."""
    names, values = outcomes_of(sample, catalogue)
    scale = scale_of(target.outcome)
    games = values[:, [names.index(target.outcome)]]
    means = block_sums(games, sample.job.block) / sample.job.block
    down, up = rare_reach(games.mean(0), sample.n_games) if scale == PERCENT else _none(1)
    adds = scale * (means - means.mean(0)) / len(means)
    return _family(target.name, [""], target.limits, scale * games.mean(0), adds, (scale * down, scale * up))


def _family(
    name: str,
    levels: Sequence[str],
    limits: Limits,
    value: Floats,
    influence: Floats,
    reach: tuple[Floats, Floats] | None = None,
) -> Family:
    keys: tuple[Key, ...] = tuple((name, level) for level in levels)
    return Family(keys, (limits,) * len(keys), value, influence, reach or _none(len(keys)))


def _none(n: int) -> tuple[Floats, Floats]:
    return np.zeros(n), np.zeros(n)


def _joined(parts: Sequence[Family]) -> Family:
    """Numbers of the same games in one family."""
    if not parts:
        return Family((), (), np.zeros(0), np.zeros((0, 0)), _none(0))
    down, up = (np.concatenate([one.reach[k] for one in parts]) for k in (0, 1))
    return Family(
        tuple(key for one in parts for key in one.keys),
        tuple(limit for one in parts for limit in one.limits),
        np.concatenate([one.value for one in parts]),
        np.hstack([one.influence for one in parts]),
        (down, up),
    )
