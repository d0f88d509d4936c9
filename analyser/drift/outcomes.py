"""How each game ended, in a form that can be compared game by game, and the metrics of a batch of games as sums."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any

import numpy as np
import polars as pl

from analyser.columns import NO_WINNER, SHARED, UNFINISHED, WHOLE_WIN
from analyser.job import Job
from analyser.playing import Part
from analyser.registry import find_game

MARK_BYTES = 3
"""Of every game: who won, as bits, and two bytes of a checksum of all that is compared."""
MODULUS = 65_521
LENGTH = "length"
RATES = {"shared wins": SHARED, "no winner": NO_WINNER, "unfinished": UNFINISHED}


@dataclass(frozen=True)
class Sums:
    """A metric as whole numbers: what was counted, over how many, and the products of both over blocks of games."""

    counted: int
    among: int
    counted_counted: int
    counted_among: int
    among_among: int
    blocks: int

    def __add__(self, other: "Sums") -> "Sums":
        return Sums(*(mine + theirs for mine, theirs in zip(self.numbers, other.numbers, strict=True)))

    @property
    def numbers(self) -> tuple[int, ...]:
        """As they are stored."""
        return tuple(vars(self).values())

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


@dataclass(frozen=True)
class Outcomes:
    """The games of a part or of a whole run: one row of numbers a game, and the metrics' sums."""

    rows: Any
    """Line-up, outcome, rounds, decisions, then twelfths won and score of each seat."""
    players: int
    metrics: dict[str, Sums]
    strategies: tuple[str, ...]

    @property
    def wins(self) -> Any:
        """Twelfths of the win, games x seats."""
        return self.rows[:, -2 * self.players : -self.players]

    @property
    def lineups(self) -> Any:
        """Strategy numbers, games x seats."""
        return self.rows[:, : self.players]

    def digest(self, n_games: int) -> str:
        """What identifies the first games to the last number."""
        return hashlib.sha256(np.ascontiguousarray(self.rows[:n_games], "<i8").tobytes()).hexdigest()

    def lineups_digest(self, n_games: int) -> str:
        """What identifies who sat where, as far as these games go."""
        return hashlib.sha256(np.ascontiguousarray(self.lineups[:n_games], "<i8").tobytes()).hexdigest()

    def winning_seats(self) -> Iterator[tuple[str, Any]]:
        """The metrics that the winners alone decide: each with the seats (games x seats) that count for it."""
        for seat in range(self.players):
            yield f"seat {seat} wins", np.arange(self.players) == np.full((len(self.rows), 1), seat)
        for number, strategy in enumerate(self.strategies):
            yield f"{strategy} wins", self.lineups == number

    def marks(self) -> Any:
        """Three bytes a game: the winners as bits, and a checksum."""
        weights = np.array([pow(7, k + 1, MODULUS) for k in range(self.rows.shape[1])])
        check = (self.rows % MODULUS * weights).sum(1) % MODULUS
        winners = ((self.wins > 0) << np.arange(self.players)).sum(1)
        return np.stack([winners, check >> 8, check & 255], axis=1).astype(np.uint8)


def outcomes_of(job: Job, parts: Iterable[Part]) -> Outcomes:
    """What all parts brought."""
    found = list(_of_parts(job, parts))
    nothing = Sums(0, 0, 0, 0, 0, 0)
    metrics = dict.fromkeys((name for one in found for name in one.metrics), nothing)
    for one in found:
        metrics = {name: sums + one.metrics.get(name, nothing) for name, sums in metrics.items()}
    return Outcomes(np.concatenate([one.rows for one in found]), job.players, metrics, found[0].strategies)


def _of_parts(job: Job, parts: Iterable[Part]) -> Iterator[Outcomes]:
    for part in parts:
        games, seats = (pl.read_parquet(BytesIO(part.tables[name])) for name in ("games", "seats"))
        first, n_games = job.part_range(part.number)
        lineups = job.plan.seating(first, n_games, job.rotations).astype(np.int64)
        wins = np.rint(seats["win"].to_numpy() * WHOLE_WIN).astype(np.int64).reshape(n_games, job.players)
        scores = seats["score"].to_numpy().astype(np.int64).reshape(n_games, job.players)
        ends = games["outcome"].to_physical().to_numpy().astype(np.int64)
        facts = [games[name].to_numpy().astype(np.int64) for name in ("rounds", "decisions")]
        rows = np.column_stack([lineups, ends, *facts, wins, scores])
        bare = Outcomes(rows, job.players, {}, tuple(one.spec for one in job.strategies))
        yield replace(bare, metrics=dict(_metrics(job, bare, seats)))


def _metrics(job: Job, found: Outcomes, seats: pl.DataFrame) -> Iterator[tuple[str, Sums]]:
    wins = found.wins
    ends, rounds = found.rows[:, job.players], found.rows[:, job.players + 1]
    ones = np.ones(len(wins), np.int64)
    for metric, held in found.winning_seats():
        yield metric, sums_of((wins * held).sum(1), WHOLE_WIN * held.sum(1), job.block)
    yield LENGTH, sums_of(rounds, ones, job.block)
    for name, outcome in RATES.items():
        yield name, sums_of((ends == outcome).astype(np.int64), ones, job.block)
    for column in getattr(find_game(job.game).module("columns"), "BREAKDOWNS", ()):
        held = seats[column].cast(pl.String).to_numpy().reshape(wins.shape)
        for level in _levels(seats[column]):
            mine = held == level
            yield f"{column} {level} wins", sums_of((wins * mine).sum(1), WHOLE_WIN * mine.sum(1), job.block)


def _levels(column: pl.Series) -> list[str]:
    """The values of a column: all names, or the numbers that are there."""
    if isinstance(column.dtype, pl.Enum):
        return list(column.dtype.categories)
    return [str(value) for value in sorted(column.unique())]


def sums_of(counted: Any, among: Any, block: int) -> Sums:
    """Block by block; a last block that is not full is a block too."""
    starts = np.arange(0, len(counted), block)
    a, b = np.add.reduceat(counted, starts), np.add.reduceat(among, starts)
    return Sums(*(int(n) for n in (a.sum(), b.sum(), (a * a).sum(), (a * b).sum(), (b * b).sum(), len(starts))))
