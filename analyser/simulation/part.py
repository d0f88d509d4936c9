"""Plays one part of a run, in slices short enough to be stopped, with an eye on strategies that never answer."""

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import TracebackType
from typing import Generic, TypeVar

import numpy as np
import polars as pl

from analyser.core.errors import AnalyseError, StrategyFailed
from analyser.core.patience import TooLong
from analyser.games.definition import Game
from analyser.games.loader import find_game
from analyser.kernel.columns import FIRST_GAME_COLUMN, FIRST_SEAT_COLUMN, ROUNDS, WIN
from analyser.kernel.intrinsics import Record
from analyser.kernel.loop import Lineups
from analyser.kernel.policies import NoSuchChoice, ScoreNotFinite
from analyser.simulation.engine import Engine, State, outputs
from analyser.simulation.job import Job
from analyser.simulation.locating import REPLAY, line_in, shown_path
from analyser.simulation.tables import make_summed_tables, make_tables, tally_of, wins_by_lineup
from analyser.statistics.tally import Tally, tally
from analyser.strategies.strategy import Strategy

SLICE_SECONDS = 0.2
FIRST_SLICE = 256
WATCH_SECONDS = 0.05
BATCH_GAMES = 1 << 15
"""Games whose rows share memory when only their sums are kept: that gains 1.1 x for the quickest games."""

Result_co = TypeVar("Result_co", covariant=True)
Played = Callable[[int], None]
"""Called with the number of games just played."""


class Stopped(AnalyseError):
    """The run was asked to stop."""


@dataclass
class Part:
    """What one part brings: its tables, unless only sums are kept, and its sums."""

    number: int
    tables: dict[str, pl.DataFrame]
    tally: Tally


def errors_as_compiled() -> np.errstate:
    """Makes numpy's numbers behave like compiled ones when a game is played uncompiled."""
    return np.errstate(over="ignore", divide="raise", invalid="raise")


class OneTable:
    """The games of a job, or some of them, on one table: its records, and what the kernel writes about each game."""

    def __init__(self, job: Job, n_games: int = 1, engine: Engine | None = None) -> None:
        game = find_game(job.game)
        self.job, self.engine = job, engine or Engine(game, job.strategies)
        self.state = State(game, job.values(), job.players)
        self.state.workspace.replays = job.replays
        if self.engine.looks_ahead:
            self.state.prepare_rollouts(game)
        self.games, self.seats = outputs(game, n_games, job.players)
        self.is_own, self.is_playing = game.file is not None, False

    def play(self, lineups: Lineups, first: int, start: int = 0, end: int = 1) -> None:
        """The games of rows `start` to `end`; row 0 is game number `first`."""
        luck, state = (self.job.seed, first, start, end, self.job.sharing), self.state
        players = (lineups, self.engine.policies, self.engine.policy_params)
        play = self.engine.play
        self.is_playing = True
        play(*luck, *players, state.table, state.hidden, state.workspace, self.games, self.seats)
        self.is_playing = False


@dataclass
class Slices:
    """The games of a part, played slice by slice in a separate thread, so that it can be watched."""

    job: Job
    first: int
    lineups: Lineups
    stop: threading.Event | None
    played: Played
    with_rows: bool
    """If not, the games are summed up batch by batch, and their rows are overwritten."""
    tally: Tally | None = None
    problem: BaseException | None = None
    done: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        whole_blocks = max(1, BATCH_GAMES // self.job.block) * self.job.block
        self.batch = len(self.lineups) if self.with_rows else min(len(self.lineups), whole_blocks)
        self.table = OneTable(self.job, self.batch, engine_of(self.job))
        self.workspace = self.table.state.workspace

    def play(self) -> None:
        """All games; a problem is kept for the watcher."""
        try:
            with errors_as_compiled():
                self._play()
        except BaseException as problem:
            self.problem = problem
        finally:
            self.done.set()

    def _play(self) -> None:
        size = FIRST_SLICE
        for start in range(0, len(self.lineups), self.batch):
            lineups = self.lineups[start : start + self.batch]
            size = self._play_batch(self.first + start, lineups, size)
            if not self.with_rows:
                self._sum_up(self.first + start, lineups)

    def _sum_up(self, first: int, lineups: Lineups) -> None:
        games, seats = self.table.games[:, : len(lineups)], self.table.seats[:, : lineups.size]
        game = find_game(self.job.game)
        n_pool, columns, length = len(self.job.strategies), column_rows(game), length_row(game)
        sums = tally(games, seats, lineups, n_pool, self.job.block, columns, length)
        if self.job.has_strata:
            sums.by_lineup = wins_by_lineup(self.job, first, seats[WIN], lineups.ravel())
        self.tally = sums if self.tally is None else self.tally + sums

    def _play_batch(self, first: int, lineups: Lineups, size: int) -> int:
        """Games from `first` on, in slices; how large the next slice should be."""
        at = 0
        while at < len(lineups):
            if self.stop is not None and self.stop.is_set():
                raise Stopped
            end = min(at + size, len(lineups))
            began = time.perf_counter()
            self.table.play(lineups, first, at, end)
            self.played(end - at)
            size = max(size if end < at + size else 1, _next_size(end - at, time.perf_counter() - began))
            at = end
        return size

    def start(self) -> None:
        """Begin to play."""
        self.thread = threading.Thread(target=self.play, daemon=True)
        self.thread.start()

    def seconds_used(self) -> float:
        """The processor's time that the games have had: a stopped process or a busy machine blames no strategy."""
        if not hasattr(time, "pthread_getcpuclockid") or self.thread.ident is None:
            return time.monotonic()
        with suppress(OSError):  # the thread has just ended
            return time.clock_gettime(time.pthread_getcpuclockid(self.thread.ident))
        return 0.0

    def watch(self, decision_timeout: float) -> None:
        """Wait for the games. A strategy that takes longer than `decision_timeout` seconds over a choice is named, and
        so are rules of one's own that ask nobody for so long.
        """
        last, since = (-1, -1, -1), 0.0
        while not self.done.wait(WATCH_SECONDS):
            now = (int(self.workspace.game), int(self.workspace.decisions), int(self.workspace.rolled))
            used = self.seconds_used()
            if now != last or not self.table.is_playing:
                last, since = now, used
            elif self.workspace.asking and used - since > decision_timeout:
                what = f"has not answered for {decision_timeout:g} seconds (an endless loop?)"
                raise StrategyFailed(blame(self.job, self.workspace, what))
            elif self.table.is_own and used - since > decision_timeout:
                raise _fault_in_rules(self.job, self.workspace, TooLong())
        if self.problem is not None:
            raise explained(self.job, self.workspace, self.problem)


def explained(job: Job, workspace: Record, problem: BaseException) -> BaseException:
    """The error that a user sees when a game breaks while a strategy decides."""
    if isinstance(problem, AnalyseError) or not isinstance(problem, Exception):
        return problem
    if not workspace.asking:
        return _fault_in_rules(job, workspace, problem)
    if isinstance(problem, ScoreNotFinite):
        return StrategyFailed(blame(job, workspace, "gave a score that is not a finite number (NaN or infinity)"))
    if isinstance(problem, NoSuchChoice):
        what = "chose an index outside its list of choices"
        if _asked(job, workspace).restrictions:
            what += " (never: and always: leave some out, so it must look for its choice in the list)"
        return StrategyFailed(blame(job, workspace, what))
    what = f"raised {type(problem).__name__}: {problem}".rstrip(": ")
    return StrategyFailed(blame(job, workspace, what, problem.__traceback__))


def _fault_in_rules(job: Job, workspace: Record, problem: BaseException) -> BaseException:
    """A game of one's own that breaks is its designer's to mend; ours would be our mistake."""
    if find_game(job.game).file is None:
        return problem
    from analyser.simulation.rule_faults import fault_in_rules

    return fault_in_rules(job, int(workspace.game), problem)


def blame(job: Job, workspace: Record, what: str, trace: TracebackType | None = None) -> str:
    """Who did what, where, and how to see it."""
    game, seat = int(workspace.game), int(workspace.seat)
    strategy = _asked(job, workspace)
    line = line_in(strategy.path, trace)
    place = f"{shown_path(strategy.path)}, line {line}" if line else shown_path(strategy.path)
    where = f"in game {game}, seat {seat + 1} ({place})"
    return f"Strategy {strategy.spec} {what} {where}{REPLAY}{job.replay_command(game)}"


def _asked(job: Job, workspace: Record) -> Strategy:
    return job.strategies[int(workspace.lineup[int(workspace.seat)])]


def _next_size(size: int, seconds: float) -> int:
    return max(1, int(size * min(SLICE_SECONDS / max(seconds, 1e-6), 16.0)))


def engine_of(job: Job) -> Engine:
    """The engine of a job: one for each version of its game, which may be edited between two runs of a notebook."""
    return engine_with(find_game(job.game), job.strategies)


@lru_cache(maxsize=8)
def engine_with(game: Game, strategies: tuple[Strategy, ...]) -> Engine:
    """A game's engine with these strategies, made once in each process."""
    return Engine(game, strategies)


FORGETTING: list[Callable[[], None]] = [engine_with.cache_clear]
"""Called when a process begins to play from other files."""


def play_part(
    job: Job, number: int, decision_timeout: float, stop: threading.Event | None, played: Played, with_rows: bool = True
) -> Part:
    """Play part `number` of a job and put it into tables; without rows, only sum it up."""
    first, n_games = job.part_range(number)
    lineups = job.plan.seating(first, n_games, job.rotations)
    engine = engine_of(job)
    _ = engine.play, engine.policies
    slices = Slices(job, first, lineups, stop, played, with_rows)
    slices.start()
    slices.watch(decision_timeout)
    sums = find_game(job.game).sums()
    counted = {one.name: slices.workspace[one.name][:, : len(one.values[0])] for one in sums}
    if slices.tally is not None:
        return Part(number, {}, replace(slices.tally, counted=counted))
    tables = make_tables(job, first, lineups, slices.table.games, slices.table.seats)
    sums_of_rows = tally_of(job, tables["games"].lazy(), tables["seats"].lazy())
    return Part(number, tables | make_summed_tables(job, first, counted), sums_of_rows)


def unheard(n_games: int) -> None:
    """Report no progress."""


def as_it_is(part: Part) -> Part:
    """For tasks that end with the part itself."""
    return part


@dataclass(frozen=True)
class Work(ABC, Generic[Result_co]):
    """Games of a job, in numbered parts that threads of this process or workers of a cluster play."""

    job: Job

    @abstractmethod
    def games(self, number: int) -> int:
        """How many games a part counts for."""

    @abstractmethod
    def do(self, number: int, stop: threading.Event | None = None, played: Played = unheard) -> Result_co:
        """Play one part."""

    def prepare(self) -> None:
        """Load the machine code of all parts."""
        engine = engine_of(self.job)
        _ = engine.play, engine.policies

    @property
    def made_by(self) -> str:
        """The module that makes a result of the games: it must be the same everywhere."""
        return type(self).__module__


@dataclass(frozen=True)
class PartTask(Work[Result_co]):
    """Play a part of a run, then turn it into what the caller needs.

    `finish` runs where the part was played, so that no table travels further than it must.
    """

    decision_timeout: float
    with_rows: bool
    finish: Callable[[Part], Result_co]

    def games(self, number: int) -> int:
        """All of the part."""
        return self.job.part_range(number)[1]

    def do(self, number: int, stop: threading.Event | None = None, played: Played = unheard) -> Result_co:
        """Play one part and finish it."""
        return self.finish(play_part(self.job, number, self.decision_timeout, stop, played, self.with_rows))

    @property
    def made_by(self) -> str:
        """Where the rows end up."""
        return self.finish.__module__


def length_row(game: Game) -> int:
    """The row of the kernel's `games` that says how long a game was."""
    own = {one.name: row for row, one in enumerate(game.columns.games, FIRST_GAME_COLUMN)}
    return own.get(game.length, ROUNDS)


def column_rows(game: Game) -> dict[str, int]:
    """The columns that wins are summed by, and their rows of the kernel's `seats`."""
    by = game.breakdowns()
    return {one.name: row for row, one in enumerate(game.columns.seats, FIRST_SEAT_COLUMN) if one.name in by}
