"""What a seat is in a game, and whether that makes it better off: its number, its turn, its colour.

Methods: docs/explanation/methods.md#roles, #equivalence-test.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl

from analyser.core.arrays import Floats, Ints
from analyser.experiments.catalogue import filled
from analyser.experiments.measured import Measured, Reading, Tolerance, decided_by, games_for_all
from analyser.experiments.sample import ExperimentSpec, Runner, Sample, play
from analyser.experiments.sentences import Fact, Label, Number, RoleLevel, Share, Span, listed, said
from analyser.experiments.verdict import About, Level, Verdict, level_of_all
from analyser.games.definition import SEAT, Game, Role
from analyser.statistics.fairness import Judgement, judge, seat_advantage
from analyser.statistics.intervals import rare_reach

SEATS = "seats"
MOST_SHARES = 6
"""With more levels a sentence does not list all win shares."""


def roles_of(game: Game, seats_are_equal: bool = False) -> list[Role]:
    """The roles of a game's seats, the most important first; seats that are equal come last."""
    roles = [*game.roles, *([] if any(is_seat(one) for one in game.roles) else [SEAT])]
    return sorted(roles, key=lambda one: seats_are_equal and is_seat(one))


def is_seat(role: Role) -> bool:
    """Whether the role is the seat's own number."""
    return role.level == SEAT.level


def role_sample(experiment: ExperimentSpec, role: Role, strategy: str, runner: Runner) -> Sample:
    """One strategy in all seats; or, where players would choose the role, a pool that deals it at random."""
    if role.drawn_by:
        pool = ",".join(filled(one, "", strategy) for one in role.drawn_by)
        return play(experiment.job("seated", strategies=pool, lineups="balanced"), runner)
    return play(experiment.job("fresh", strategies=strategy), runner)


@dataclass(frozen=True)
class JudgedRole:
    """The levels of a role in some games, judged by a tolerance in points."""

    role: Role
    sample: Sample
    tolerance: float
    spent: float = 1.0
    """The part of the error rate that this look spends."""

    @property
    def table_name(self) -> str:
        """Of the table that holds it."""
        return SEATS if is_seat(self.role) else self.role.name

    @cached_property
    def cells(self) -> tuple[list[str], Ints]:
        """The names of the levels, and the level of each row of the seats' table."""
        rounds = pl.Series("rounds", self.sample.games["rounds"].to_numpy().repeat(self.sample.job.players))
        seats = self.sample.seats.with_columns(rounds, players=pl.lit(self.sample.job.players))
        column = seats.select(pl.sql_expr(self.role.level)).to_series()
        names = [str(one) for one in column.unique().sort()]
        numbers = {name: number for number, name in enumerate(names)}
        return names, np.array([numbers[one] for one in column.cast(pl.String)])

    @property
    def differs(self) -> bool:
        """Whether there is more than one level to compare."""
        return is_seat(self.role) or len(self.cells[0]) > 1

    @cached_property
    def plays(self) -> Ints:
        """How many seats had each level."""
        return np.bincount(self.cells[1], minlength=len(self.cells[0]))

    @cached_property
    def shares(self) -> Floats:
        """The win share of each level."""
        if is_seat(self.role):
            return self.sample.wins.mean(0)
        return np.bincount(self.cells[1], self.sample.wins.ravel(), len(self.cells[0])) / self.plays

    @cached_property
    def found(self) -> Judgement:
        """How far each level is from an equal share; seats are counted exactly, so that equal ones differ by 0."""
        sample, width = self.sample, self.tolerance / 100
        if is_seat(self.role):
            return judge(seat_advantage(sample.wins, sample.job.block), width, spent=self.spent)
        gain, (names, cells) = sample.above_mean.ravel(), self.cells
        advantage = sample.by_cell(gain, cells, len(names))
        return judge(advantage, width, rare_reach(self.shares, self.plays), self.spent)

    @property
    def are_equal(self) -> bool:
        """Whether all levels are exactly equal, in every block of games."""
        return not np.any(self.found.advantage.value) and not np.any(self.found.advantage.standard_error)

    @cached_property
    def table(self) -> pl.DataFrame:
        """A row for each level: share, distance from an equal share with its joint interval, odds ratio, verdict.

        The 90 % interval must lie inside the tolerance for the level to be called fair.
        """
        found, equal = self.found, self.sample.wins.sum(1).mean() / self.sample.job.players
        with np.errstate(divide="ignore"):
            odds = self.shares / (1 - self.shares) / (equal / (1 - equal))
        key = {"seat": range(1, len(self.shares) + 1)} if is_seat(self.role) else {"level": self.cells[0]}
        return pl.DataFrame(
            {
                **key,
                "win_share": self.shares,
                "advantage_points": 100 * found.advantage.value,
                "low_points": 100 * found.low,
                "high_points": 100 * found.high,
                "low_90_points": 100 * found.equivalence_low,
                "high_90_points": 100 * found.equivalence_high,
                "odds_ratio": odds,
                "verdict": list(found.seats),
            }
        )

    @property
    def measured(self) -> list[Measured]:
        """How far each level is from an equal share."""
        reading = Reading.of(self.table, Tolerance(self.tolerance))
        return [reading.measured(row, self._named(row)) for row in self.table.to_dicts()]

    def _named(self, row: dict[str, object]) -> Fact:
        if is_seat(self.role):
            return said("the_seat", seat=int(str(row["seat"])))
        return RoleLevel(self.role.name, str(row["level"]))

    def verdict(self) -> Verdict:
        """What the intervals say about the tolerance, by the level that is furthest from an equal share."""
        rows = self.measured
        level, rests_on = level_of_all(rows), named(rows)
        if self.are_equal:
            return Verdict(level, said("seats.same"), About(self.table_name), tuple(rests_on))
        far = max(rests_on, key=lambda one: abs(one.value))
        low, high = far.inner if level == Level.MET and far.inner else (far.low, far.high)
        needed = games_for_all(self.sample.n_games, rows) if level == Level.UNDECIDED else None
        sentence = said(
            f"seats.{level}" if is_seat(self.role) else f"role.{level}",
            role=role_label(self.role.name),
            shares=listed(Share(one) for one in self.shares[:MOST_SHARES]),
            seat=far.name,
            points=Number(abs(far.value), far.digits),
            direction=said("more" if far.value >= 0 else "fewer"),
            between=Span(low, high, far.digits) if far.value >= 0 else Span(-high, -low, far.digits),
            gap=Number(abs(abs(far.value) - self.tolerance), far.digits),
            tolerance=Number(self.tolerance, None),
            games=decided_by(needed),
        )
        meaning = (said("role.meaning", meaning=Label(self.role.meaning)),) if self.role.meaning else ()
        return Verdict(level, sentence, About(self.table_name), tuple(rests_on), far.excess, needed, remarks=meaning)


def role_label(name: str) -> Fact:
    """What a role is called."""
    return Label(name, name.replace("_", " "))


def named(rows: list[Measured]) -> list[Measured]:
    """The levels that a verdict rests on: the one furthest beyond the tolerance, or all if none is beyond it."""
    beyond = [one for one in rows if one.is_outside]
    return [max(beyond, key=lambda one: abs(one.value))] if beyond else rows
