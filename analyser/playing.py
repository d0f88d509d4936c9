"""Plays one part of a run, in slices short enough to be stopped, with an eye on strategies that never answer."""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import numpy as np
import polars as pl

from analyser import parquet
from analyser.aggregate.tally import Tally, tally
from analyser.columns import (
    FIRST_GAME_COLUMN,
    FIRST_SEAT_COLUMN,
    KERNEL_GAME_COLUMNS,
    OUTCOMES,
    RANK,
    SCORE,
    WHOLE_WIN,
    WIN,
)
from analyser.compiling import Record
from analyser.engine import Engine, Table, outputs
from analyser.errors import AnalyseError, StrategyFailed
from analyser.job import Job
from analyser.kernel import NoSuchChoice, ScoreNotFinite
from analyser.registry import find_game

SLICE_SECONDS = 0.2
FIRST_SLICE = 256
WATCH_SECONDS = 0.05
SHEET_GAMES = 1 << 15
"""Games whose rows share memory when only their sums are kept: that gains 1.1 x for the quickest games."""

UNCOMPILED_ERRORS: Any = {"over": "ignore", "divide": "raise", "invalid": "raise"}
"""How numpy's numbers behave like compiled ones when a game is played uncompiled."""

Played = Callable[[int], None]


class Stopped(AnalyseError):
    """The run was asked to stop."""


@dataclass
class Part:
    """What one part brings: its tables as files, and its sums."""

    number: int
    tables: dict[str, bytes]
    tally: Tally


@dataclass
class Slices:
    """The games of a part, played slice by slice in a thread of its own, so that somebody can watch it."""

    job: Job
    first: int
    lineups: Any
    stop: threading.Event | None
    played: Played
    sheet: int
    """How many games are played before they are summed up and their rows are overwritten."""
    room: Table = field(init=False)
    tally: Tally | None = None
    problem: BaseException | None = None
    done: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        game = find_game(self.job.game)
        self.room = Table(game, dict(self.job.settings), self.job.players)
        self.room.work.replays = self.job.replays
        self.games, self.seats = outputs(game, self.sheet, self.job.players)

    def play(self) -> None:
        """All games; a problem is kept for the watcher."""
        try:
            with np.errstate(**UNCOMPILED_ERRORS):
                self._play()
        except BaseException as problem:
            self.problem = problem
        finally:
            self.done.set()

    def _play(self) -> None:
        size = FIRST_SLICE
        for start in range(0, len(self.lineups), self.sheet):
            lineups = self.lineups[start : start + self.sheet]
            size = self._play_sheet(self.first + start, lineups, size)
            games, seats = self.games[:, : len(lineups)], self.seats[:, : lineups.size]
            sums = tally(games, seats, lineups, len(self.job.strategies), self.job.block, column_rows(self.job))
            self.tally = sums if self.tally is None else self.tally + sums

    def _play_sheet(self, first: int, lineups: Any, size: int) -> int:
        """Games from `first` on, in slices; how large the next slice should be."""
        engine, room, at = engine_of(self.job), self.room, 0
        players = (lineups, engine.choosers, engine.traits)
        records = (room.table, room.hidden, room.work)
        while at < len(lineups):
            if self.stop is not None and self.stop.is_set():
                raise Stopped
            end = min(at + size, len(lineups))
            began = time.perf_counter()
            luck = (self.job.seed, first, at, end, self.job.sharing)
            engine.play(*luck, *players, *records, self.games, self.seats)
            self.played(end - at)
            size = max(size if end < at + size else 1, _next_size(end - at, time.perf_counter() - began))
            at = end
        return size

    def watch(self, patience: float) -> None:
        """Wait for the games; a strategy that takes longer than `patience` seconds over one choice is named."""
        last, since = (-1, -1), time.monotonic()
        while not self.done.wait(WATCH_SECONDS):
            now = (int(self.room.work.game), int(self.room.work.decisions))
            if now != last:
                last, since = now, time.monotonic()
            elif self.room.work.asking and time.monotonic() - since > patience:
                what = f"has not answered for {patience:g} seconds (an endless loop?)"
                raise StrategyFailed(blame(self.job, self.room.work, what))
        if self.problem is not None:
            raise explained(self.job, self.room.work, self.problem)


def explained(job: Job, work: Record, problem: BaseException) -> BaseException:
    """What a user is told when something breaks off a game while a strategy is asked."""
    if not work.asking or isinstance(problem, AnalyseError):
        return problem
    if isinstance(problem, ScoreNotFinite):
        return StrategyFailed(blame(job, work, "gave a score that is not a finite number (NaN or infinity)"))
    if isinstance(problem, NoSuchChoice):
        return StrategyFailed(blame(job, work, "chose an index outside its list of choices"))
    return StrategyFailed(blame(job, work, f"raised {type(problem).__name__}: {problem}".rstrip(": ")))


def blame(job: Job, work: Record, what: str) -> str:
    """Who did what, where, and how to see it."""
    game, seat = int(work.game), int(work.seat)
    strategy = job.strategies[int(work.lineup[seat])]
    return f"Strategy {strategy.spec} {what} in game {game}, seat {seat}. Replay: {job.replay_command(game)}"


def _next_size(size: int, seconds: float) -> int:
    return max(1, int(size * min(SLICE_SECONDS / max(seconds, 1e-6), 16.0)))


@lru_cache(maxsize=8)
def engine_of(job: Job) -> Engine:
    """The engine of a job, made once in each process."""
    return Engine(find_game(job.game), job.strategies)


def play_part(
    job: Job, number: int, patience: float, stop: threading.Event | None, played: Played, with_rows: bool = True
) -> Part:
    """Play part `number` of a job and put it into tables; without rows, only sum it up."""
    first, n_games = job.part_range(number)
    lineups = job.plan.seating(first, n_games, job.rotations)
    engine = engine_of(job)
    _ = engine.play, engine.choosers
    slices = Slices(job, first, lineups, stop, played, n_games if with_rows else min(n_games, _sheet(job.block)))
    threading.Thread(target=slices.play, daemon=True).start()
    slices.watch(patience)
    assert slices.tally is not None
    counted = {one.name: slices.room.work[one.name][:, : len(one.values[0])] for one in find_game(job.game).sums()}
    if not with_rows:
        return Part(number, {}, replace(slices.tally, counted=counted))
    numbers = job.plan.numbers(first, n_games, job.rotations)
    files = tables(job, first, numbers, lineups, slices.games, slices.seats)
    return Part(number, files | summed_tables(job, first, counted), slices.tally)


def _sheet(block: int) -> int:
    """Whole blocks of games whose rows stay in the processor's cache."""
    return max(1, SHEET_GAMES // block) * block


def column_rows(job: Job) -> dict[str, int]:
    """The columns that wins are summed by, and their rows of the kernel's `seats`."""
    own = find_game(job.game).module("columns").SEATS
    by = find_game(job.game).breakdowns()
    return {one.name: row for row, one in enumerate(own, FIRST_SEAT_COLUMN) if one.name in by}


def tables(job: Job, first: int, numbers: Any, lineups: Any, games: Any, seats: Any) -> dict[str, bytes]:
    """The kernel's columns, with those that are known without playing, as files."""
    columns = find_game(job.game).module("columns")
    names = [strategy.spec for strategy in job.strategies]
    n_games, n_seats = lineups.shape
    types: dict[str, Any] = {
        "outcome": pl.Enum(OUTCOMES),
        "winners": pl.UInt8,
        "rounds": pl.UInt16,
        "decisions": pl.UInt16,
    }
    game_table: list[parquet.Column | parquet.Counting] = [
        parquet.Counting("game", pl.UInt32, first, 1, n_games),
        parquet.Column("lineup", pl.Enum(job.plan.names(names)), numbers, job.plan.names(names)),
        *(
            parquet.Column(name, types[name], games[row], OUTCOMES if name == "outcome" else None)
            for row, name in KERNEL_GAME_COLUMNS.items()
        ),
        *_own(columns.GAMES, games[FIRST_GAME_COLUMN:]),
    ]
    seat_table: list[parquet.Column | parquet.Counting] = [
        parquet.Counting("game", pl.UInt32, first, n_seats, n_games * n_seats),
        parquet.Column("seat", pl.UInt8, np.tile(np.arange(n_seats, dtype=np.int32), n_games)),
        parquet.Column("strategy", pl.Enum(names), lineups.ravel().astype(np.int32), names),
        parquet.Column("score", pl.Int16, seats[SCORE]),
        parquet.Column("win", pl.Float32, seats[WIN], [k / WHOLE_WIN for k in range(WHOLE_WIN + 1)]),
        parquet.Column("rank", pl.UInt8, seats[RANK]),
        *_own(columns.SEATS, seats[FIRST_SEAT_COLUMN:]),
    ]
    return {"games": parquet.encode(game_table), "seats": parquet.encode(seat_table)}


def summed_tables(job: Job, first: int, counted: Mapping[str, Any]) -> dict[str, bytes]:
    """What games have counted together, as files."""
    files = {}
    for one in find_game(job.game).sums():
        known = np.array(one.values)
        n_rows = known.shape[1]
        part = parquet.Column("first_game", pl.UInt32, np.full(n_rows, first))
        counts = _own(one.counts, counted[one.name])
        files[one.name] = parquet.encode([part, *_own(one.known, known), *counts])
    return files


def _own(columns: Any, rows: Any) -> list[parquet.Column]:
    return [
        parquet.Column(one.name, pl.Enum(one.names) if one.names else getattr(pl, one.dtype), row)
        for one, row in zip(columns, rows, strict=True)
    ]
