"""How each game ended, in a form that can be compared game by game, and the metrics of a batch of games as sums."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import lcm
from typing import Annotated

import msgspec
import numpy as np
import polars as pl

from analyser.core.arrays import Bools, Bytes, Ints
from analyser.games.loader import find_game
from analyser.kernel.columns import NO_WINNER, SHARED, UNFINISHED
from analyser.simulation.job import Job
from analyser.simulation.part import Part
from analyser.simulation.tables import levels_of

FINGERPRINT_BYTES = 3
"""For each game: who won, as bits, and two bytes of a checksum of all that is compared."""
MODULUS = 65_521
LENGTH = "length"
SHARED_WINS, NO_WINNERS, UNFINISHED_GAMES = "shared wins", "no winner", "unfinished"
RATES = {SHARED_WINS: SHARED, NO_WINNERS: NO_WINNER, UNFINISHED_GAMES: UNFINISHED}
Count = Annotated[int, msgspec.Meta(ge=0, lt=2**62)]


def whole_win(players: int) -> int:
    """The parts into which a win is cut, so that any number of winners can share it exactly: twelfths up to four."""
    return lcm(12, *range(1, players + 1))


class MetricSums(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A metric as whole numbers: what was counted, out of how many, and the products of both over blocks of games."""

    counted: Count
    among: Count
    counted_counted: Count
    counted_among: Count
    among_among: Count
    blocks: Count

    def __add__(self, other: "MetricSums") -> "MetricSums":
        pairs = zip(msgspec.structs.astuple(self), msgspec.structs.astuple(other), strict=True)
        return MetricSums(*(mine + theirs for mine, theirs in pairs))

    @property
    def estimate(self) -> float:
        """The share, rate or mean."""
        return self.counted / max(self.among, 1)

    @property
    def error(self) -> float:
        """Its standard error, from blocks."""
        rate = self.estimate
        residual = self.counted_counted - 2 * rate * self.counted_among + rate * rate * self.among_among
        scale = self.blocks / max(self.blocks - 1, 1)
        return float(np.sqrt(max(residual, 0.0) * scale) / max(self.among, 1))


NOTHING = MetricSums(0, 0, 0, 0, 0, 0)


@dataclass(frozen=True)
class Outcomes:
    """The games of a part or of a whole run: one row of numbers for each game, and the sums of the metrics."""

    rows: Ints
    """Line-up, outcome, rounds, decisions, then parts of the win and score of each seat."""
    players: int
    metrics: dict[str, MetricSums]
    strategies: tuple[str, ...]

    @property
    def wins(self) -> Ints:
        """Parts of the win, games x seats: see `whole_win`."""
        return self.rows[:, -2 * self.players : -self.players]

    @property
    def lineups(self) -> Ints:
        """Strategy numbers, games x seats."""
        return self.rows[:, : self.players]

    @property
    def rounds(self) -> Ints:
        """The length of each game."""
        return self.rows[:, self.players + 1]

    def ended(self, rate: str) -> Ints:
        """1 for each game that counts for one of the rates, else 0."""
        return (self.rows[:, self.players] == RATES[rate]).astype(np.int64)

    def digest(self) -> str:
        """What identifies the games to the last number."""
        return _sha256(self.rows)

    def lineups_digest(self) -> str:
        """What identifies who sat where."""
        return _sha256(self.lineups)

    def winning_seats(self) -> Iterator[tuple[str, Bools]]:
        """The metrics that depend on the winners alone, each with the seats (games x seats) that count for it."""
        for seat in range(self.players):
            yield f"seat {seat + 1} wins", np.arange(self.players) == np.full((len(self.rows), 1), seat)
        for number, strategy in enumerate(self.strategies):
            yield f"{strategy} wins", self.lineups == number

    def fingerprints(self) -> Bytes:
        """Three bytes for each game: the winners as bits, and a checksum."""
        weights = np.array([pow(7, k + 1, MODULUS) for k in range(self.rows.shape[1])])
        check = (self.rows % MODULUS * weights).sum(1) % MODULUS
        winners = ((self.wins > 0) << np.arange(self.players)).sum(1)
        return np.stack([winners, check >> 8, check & 255], axis=1).astype(np.uint8)


def _sha256(numbers: Ints) -> str:
    return hashlib.sha256(np.ascontiguousarray(numbers, "<i8").tobytes()).hexdigest()


def outcomes_of(job: Job, parts: Iterable[Part]) -> Outcomes:
    """The outcomes of all parts together."""
    found = [_of_part(job, part) for part in parts]
    metrics = dict.fromkeys((name for one in found for name in one.metrics), NOTHING)
    for one in found:
        metrics = {name: sums + one.metrics.get(name, NOTHING) for name, sums in metrics.items()}
    return Outcomes(np.concatenate([one.rows for one in found]), job.players, metrics, found[0].strategies)


def _of_part(job: Job, part: Part) -> Outcomes:
    games, seats = part.tables["games"], part.tables["seats"]
    first, n_games = job.part_range(part.number)
    lineups = job.plan.seating(first, n_games, job.rotations).astype(np.int64)
    wins = np.rint(seats["win"].to_numpy() * whole_win(job.players)).astype(np.int64).reshape(n_games, job.players)
    scores = seats["score"].to_numpy().astype(np.int64).reshape(n_games, job.players)
    ends = games["outcome"].to_physical().to_numpy().astype(np.int64)
    facts = [games[name].to_numpy().astype(np.int64) for name in ("rounds", "decisions")]
    rows = np.column_stack([lineups, ends, *facts, wins, scores])
    bare = Outcomes(rows, job.players, {}, tuple(one.spec for one in job.strategies))
    return replace(bare, metrics=dict(_metrics(job, bare, seats)))


def _metrics(job: Job, found: Outcomes, seats: pl.DataFrame) -> Iterator[tuple[str, MetricSums]]:
    ones = np.ones(len(found.rows), np.int64)
    for metric, held in found.winning_seats():
        yield metric, win_share(found.wins, held, job.block)
    yield LENGTH, sums_of(found.rounds, ones, job.block)
    for name in RATES:
        yield name, sums_of(found.ended(name), ones, job.block)
    for column in find_game(job.game).columns.breakdowns:
        levels = seats[column].cast(pl.String).to_numpy().reshape(found.wins.shape)
        for level in levels_of(seats[column]):
            yield f"{column} {level} wins", win_share(found.wins, levels == level, job.block)


def win_share(wins: Ints, held: Bools, block: int) -> MetricSums:
    """The win share of the seats that are held, from parts of the win (both games x seats)."""
    return sums_of((wins * held).sum(1), whole_win(wins.shape[1]) * held.sum(1), block)


def sums_of(counted: Ints, among: Ints, block: int) -> MetricSums:
    """The sums over blocks of games; a last block that is not full is a block too."""
    starts = np.arange(0, len(counted), block)
    a, b = np.add.reduceat(counted, starts), np.add.reduceat(among, starts)
    return MetricSums(*(int(n) for n in (a.sum(), b.sum(), (a * a).sum(), (a * b).sum(), (b * b).sum(), len(starts))))
