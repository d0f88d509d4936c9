"""Games played for an experiment: kept in memory, as tables, with their luck and line-ups."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import TypeVar

import numpy as np
import numpy.typing as npt
import polars as pl

from analyser.core.arrays import Floats, Ints
from analyser.core.errors import BadInput
from analyser.experiments.kept import KeptGames
from analyser.experiments.steps import Steps
from analyser.games.definition import Game
from analyser.games.loader import find_game
from analyser.kernel.columns import OUTCOMES, UNFINISHED, WHOLE_WIN, Summed
from analyser.simulation.engine import Note
from analyser.simulation.executor import Progress, Workers, play_all
from analyser.simulation.job import Job, make_job
from analyser.statistics.estimates import Estimates, mean_by_cell
from analyser.statistics.intervals import CONFIDENCE
from analyser.statistics.strata import strata_of
from analyser.statistics.tally import Tally
from analyser.storage.parts import read_part
from analyser.storage.run import Run
from analyser.strategies.library import find_strategy

Item = TypeVar("Item", bound=np.generic)
LEAST_CYCLES = 2
"""How often all line-ups must have been played, before their effect can be distinguished from noise."""
PARTS = 32
"""A part of an experiment is this many times smaller than one of a run: stages and questions then share whole parts."""


def quiet(text: str) -> None:
    """Ignore progress."""


def unseen(games: int, total: Tally | None) -> None:
    """Watch nothing."""


@dataclass(frozen=True)
class Runner:
    """Who plays the games of an experiment, and who hears of its progress."""

    workers: Workers = field(default_factory=Workers)
    note: Note = quiet
    progress: Progress = unseen
    kept: KeptGames = field(default_factory=KeptGames)
    steps: Steps = field(default_factory=Steps)

    def count(self, games: int, total: Tally | None = None) -> None:
        """Games were played just now."""
        self.steps.add(games)
        self.progress(games, total)


@dataclass(frozen=True)
class Sample:
    """The games of one job, in order."""

    job: Job
    games: pl.DataFrame
    seats: pl.DataFrame
    sums: dict[str, pl.DataFrame] = field(default_factory=dict)
    """What some games count together, such as cells: added up over all parts."""

    @property
    def n_games(self) -> int:
        """How many."""
        return self.games.height

    @cached_property
    def wins(self) -> Floats:
        """Shares of the win, games x seats; exact parts of `WHOLE_WIN`."""
        return np.rint(self.by_seat("win") * WHOLE_WIN) / WHOLE_WIN

    @cached_property
    def above_mean(self) -> Floats:
        """Shares of the win less the mean of their game, games x seats."""
        return self.wins - self.wins.mean(1, keepdims=True)

    @property
    def n_blocks(self) -> int:
        """How many whole blocks its games form."""
        return self.n_games // self.job.block

    @property
    def blocks(self) -> Ints:
        """The block of each row of the seats' table."""
        return np.repeat(np.arange(self.n_games) // self.job.block, self.job.players)

    @property
    def strata(self) -> Ints | None:
        """The stratum of line-ups of each block; none where there is one, or not all of them were played twice."""
        n = self.job.n_strata
        whole = n > 1 and self.n_blocks % n == 0 and self.n_blocks >= LEAST_CYCLES * n
        return strata_of(self.n_blocks, n) if whole else None

    def by_cell(self, values: Floats, cells: Ints, n_cells: int) -> Estimates:
        """The mean of each cell; a value and a cell for each seat of each game."""
        return mean_by_cell(values, cells, self.blocks, n_cells, self.n_blocks, self.strata)

    @cached_property
    def lineups(self) -> Ints:
        """Numbers of the strategies, games x seats."""
        return self.job.plan.seating(0, self.n_games, self.job.rotations).astype(np.int64)

    @property
    def unfinished(self) -> int:
        """Games that were broken off."""
        return int((self.games["outcome"] == OUTCOMES[UNFINISHED]).sum())

    def by_seat(self, column: str) -> Floats:
        """A column of the seats' table, games x seats; words as their numbers."""
        values = self.seats[column].to_physical().to_numpy().astype(float)
        return values.reshape(self.n_games, self.job.players)

    def of_focal(self, column: str | None = None) -> Floats:
        """The win share, or another column, of the focal seat: deal by deal, in every seat in turn."""
        return self.focal_of(self.wins if column is None else self.by_seat(column))

    def focal_of(self, values: npt.NDArray[Item]) -> npt.NDArray[Item]:
        """The values of the focal seat, from games x seats. Where it plays as the field does, every seat is focal."""
        if len(self.job.strategies) == 1:
            return values.ravel()
        return values[np.arange(self.n_games), (self.lineups == 0).argmax(1)]


def play(job: Job, runner: Runner) -> Sample:
    """Play what was not yet played of a job, and keep its tables."""
    kept = runner.kept.of(job)
    missing = [number for number in range(job.n_parts) if job.part_range(number) not in kept]
    for part in play_all(job, runner.workers, runner.note, runner.count, numbers=missing):
        kept[job.part_range(part.number)] = part.tables
    if missing:
        runner.kept.store(job)
    parts = [kept[job.part_range(number)] for number in range(job.n_parts)]
    return sample_of(job, {name: [part[name] for part in parts] for name in parts[0]})


def read_sample(job: Job, run: Run) -> Sample:
    """A stored run, as a sample."""
    names = ("games", "seats", *(one.name for one in find_game(job.game).sums()))
    return sample_of(job, {name: [read_part(job, run, name, k) for k in range(len(run.checksums))] for name in names})


def sample_of(job: Job, parts: Mapping[str, list[pl.DataFrame]]) -> Sample:
    """The tables of all parts, one after the other; what was counted together is added up."""
    tables = {name: pl.concat(found) for name, found in parts.items()}
    sums = {one.name: added_up(tables[one.name], one) for one in find_game(job.game).sums()}
    return Sample(job, tables["games"], tables["seats"], sums)


def added_up(table: pl.DataFrame, kind: Summed) -> pl.DataFrame:
    """One row for each thing that has a row in every part."""
    known = [one.name for one in kind.known]
    return table.group_by(known, maintain_order=True).agg(pl.exclude(known).sum())


@dataclass(frozen=True)
class ExperimentSpec:
    """What all experiments of one command have in common."""

    game: Game
    players: int
    games: int
    seed: int = 1
    settings: tuple[str, ...] = ()
    folders: tuple[Path, ...] = ()
    brief: bool = False
    """Only a check of another answer: columns beside its values are left out."""
    staged: bool = False
    """`games` is the most: they are played in stages until the answer is decided."""
    spent: float = 1.0
    """The part of the error rate that this stage spends."""

    @property
    def confidence(self) -> float:
        """Of joint intervals."""
        return 1 - (1 - CONFIDENCE) * self.spent

    def fixed(self) -> set[str]:
        """The settings that the user has set."""
        return {words.partition("=")[0] for words in self.settings}

    def job(
        self,
        luck: str = "fresh",
        more: Sequence[str] = (),
        games: int | None = None,
        strategies: str | None = None,
        seats: str | None = None,
        lineups: str | None = None,
    ) -> Job:
        """A job of this command. Games are rounded up to whole blocks, or to whole cycles of all line-ups."""
        n_games, settings = games or self.games, [*self.settings, *more]
        who = partial(make_job, self.game, self.players, strategies, seats, lineups)
        make = partial(who, assignments=settings, seed=self.seed, luck=luck, folders=self.folders, smaller=PARTS)
        draft = make(games=n_games)
        cycle = draft.block * draft.n_strata
        unit = cycle if n_games >= LEAST_CYCLES * cycle else draft.block
        whole = -(-n_games // unit) * unit
        return draft if whole == n_games else make(games=whole)

    def mirror(self, strategy: str, luck: str = "rotated", more: Sequence[str] = ()) -> Job:
        """One strategy in all seats."""
        return self.job(luck, more, strategies=strategy)

    def focal(self, strategy: str, field: str, more: Sequence[str] = ()) -> Job:
        """One seat has a strategy, all others the field's; each deal is played with it in every seat.

        A strategy in its own field plays the same game in every seat, so each deal is played once.
        """
        if find_strategy(self.game, strategy, self.folders) == find_strategy(self.game, field, self.folders):
            return self.job("fresh", more, games=-(-self.games // self.players), strategies=field)
        return self.job("seated", more, seats=",".join([strategy, *[field] * (self.players - 1)]), lineups="rotate")


def refuse_twice(experiment: ExperimentSpec, varied: Sequence[str]) -> None:
    """A setting that is varied cannot be set as well."""
    both = [name for name in varied if name in experiment.fixed()]
    if both:
        raise BadInput(f"{both[0]} is set and varied at once. Leave out --set {both[0]}=..., or vary something else.")
