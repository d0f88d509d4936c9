"""Games played for an experiment: kept in memory, as tables, with their luck and line-ups."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO
from typing import Any

import numpy as np
import polars as pl

from analyser.columns import OUTCOMES, UNFINISHED, WHOLE_WIN, Summed
from analyser.engine import Note
from analyser.errors import BadInput
from analyser.job import Job, make_job
from analyser.registry import Game, find_game
from analyser.runs import Run
from analyser.simulate import play_all
from analyser.stored import Progress, read_part
from analyser.workers import Workers


def quiet(text: str) -> None:
    """Nobody listens."""


def unseen(games: int, total: Any) -> None:
    """Nobody watches."""


@dataclass(frozen=True)
class Lab:
    """Who plays the games of an experiment, and who is told how far it is."""

    workers: Workers = field(default_factory=Workers)
    note: Note = quiet
    progress: Progress = unseen


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
    def wins(self) -> Any:
        """Shares of the win, games x seats; exact twelfths."""
        return np.rint(self.by_seat("win") * WHOLE_WIN) / WHOLE_WIN

    @cached_property
    def lineups(self) -> Any:
        """Numbers of the strategies, games x seats."""
        return self.job.plan.seating(0, self.n_games, self.job.rotations).astype(np.int64)

    @property
    def unfinished(self) -> int:
        """Games that were broken off."""
        return int((self.games["outcome"] == OUTCOMES[UNFINISHED]).sum())

    def by_seat(self, column: str) -> Any:
        """A column of the seats' table, games x seats; words as their numbers."""
        values = self.seats[column].to_physical().to_numpy().astype(float)
        return values.reshape(self.n_games, self.job.players)

    def of_focal(self, strategy: int, column: str | None = None) -> Any:
        """The win share, or another column, of the one seat in which a strategy sits."""
        values = self.wins if column is None else self.by_seat(column)
        return values[np.arange(self.n_games), (self.lineups == strategy).argmax(1)]


def play(job: Job, lab: Lab) -> Sample:
    """Play a job and keep its tables."""
    parts = [part.tables for part in play_all(job, lab.workers, lab.note, lab.progress)]
    return sample_of(job, {name: [pl.read_parquet(BytesIO(part[name])) for part in parts] for name in parts[0]})


def read_sample(job: Job, run: Run) -> Sample:
    """A run that is there, as a sample."""
    names = ("games", "seats", *(one.name for one in find_game(job.game).sums()))
    return sample_of(job, {name: [read_part(job, run, name, k) for k in range(len(run.checksums))] for name in names})


def sample_of(job: Job, parts: Mapping[str, list[pl.DataFrame]]) -> Sample:
    """The tables of all parts, one after the other; what was counted together is added up."""
    tables = {name: pl.concat(found) for name, found in parts.items()}
    sums = {one.name: added_up(tables[one.name], one) for one in find_game(job.game).sums()}
    return Sample(job, tables["games"], tables["seats"], sums)


def added_up(table: pl.DataFrame, kind: Summed) -> pl.DataFrame:
    """One row for what has a row in every part."""
    known = [one.name for one in kind.known]
    return table.group_by(known, maintain_order=True).agg(pl.exclude(known).sum())


@dataclass(frozen=True)
class Asked:
    """What all experiments of one command have in common."""

    game: Game
    players: int
    games: int
    seed: int = 1
    settings: tuple[str, ...] = ()
    folders: tuple[Any, ...] = ()
    brief: bool = False
    """Only a check of another answer: what stands beside its values is left out."""

    def fixed(self) -> set[str]:
        """The settings that the user has set."""
        return {words.partition("=")[0] for words in self.settings}

    def job(self, luck: str = "fresh", more: Sequence[str] = (), games: int | None = None, **who: Any) -> Job:
        """A job of this command; `who` says which strategies sit where. Games are rounded up to whole blocks."""
        n_games = games or self.games
        words: dict[str, Any] = {
            "assignments": [*self.settings, *more],
            "seed": self.seed,
            "luck": luck,
            "folders": self.folders,
        }
        draft = make_job(self.game, self.players, games=n_games, **words, **who)
        whole = -(-n_games // draft.block) * draft.block
        return draft if whole == n_games else make_job(self.game, self.players, games=whole, **words, **who)

    def mirror(self, strategy: str, luck: str = "rotated", more: Sequence[str] = ()) -> Job:
        """One strategy in all seats."""
        return self.job(luck, more, strategies=strategy)

    def focal(self, strategy: str, field: str, more: Sequence[str] = ()) -> Job:
        """One seat has a strategy, all others the field's; each deal is played with it in every seat."""
        seats = ",".join([strategy, *[field] * (self.players - 1)])
        same = strategy == field
        return self.job("rotated" if same else "seated", more, seats=seats, lineups="fixed" if same else "rotate")


def refuse_twice(asked: Asked, varied: Sequence[str]) -> None:
    """What is to be varied cannot be set as well."""
    both = [name for name in varied if name in asked.fixed()]
    if both:
        raise BadInput(f"{both[0]} is set and varied at once. Leave out --set {both[0]}=..., or vary something else.")
