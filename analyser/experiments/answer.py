"""The answer of an experiment: verdicts, tables that a notebook can read, and who played what."""

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from analyser.core.errors import RunFailed, unknown
from analyser.core.files import write_together
from analyser.experiments.measured import NO_TOLERANCE, Reading, Tolerance
from analyser.experiments.robustness import Result
from analyser.experiments.sentences import Sentence
from analyser.experiments.verdict import Verdict
from analyser.experiments.words import Words
from analyser.games.loader import find_game

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

ANSWER = "answer.json"
ENGLISH = Words()
Tables = dict[str, pl.DataFrame]


@dataclass(frozen=True)
class Played:
    """What was played, and by whom."""

    game: str
    players: int
    seed: int
    games: int
    strategies: str
    settings: tuple[str, ...] = ()
    """Those that differ from the game's own, as typed."""
    unfinished: int = 0
    by_table: Mapping[str, str] = field(default_factory=dict)
    """Who played for each table, where that differs."""

    def by(self, table: str) -> str:
        """Who played for a table."""
        return self.by_table.get(table, self.strategies)

    def as_json(self) -> dict[str, object]:
        """For programs."""
        facts: dict[str, object] = {"game": self.game, "players": self.players, "seed": self.seed, "games": self.games}
        facts |= {"strategies": self.strategies, "settings": list(self.settings), "unfinished": self.unfinished}
        return facts | ({"played_by": dict(self.by_table)} if self.by_table else {})


@dataclass(frozen=True)
class Answer:
    """What a command found. Shares are parts of 1; columns named `..._points` are percentage points."""

    title: Sentence
    played: Played
    verdicts: tuple[Verdict, ...]
    tables: Tables
    remarks: tuple[Sentence, ...] = ()
    facts: Mapping[str, object] = field(default_factory=dict)
    """What else a program may want to know."""
    printed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The columns of a table that fit a terminal; none: the table is only in files."""
    tolerances: Mapping[str, Tolerance] = field(default_factory=dict)
    """The tolerance of a table's numbers; 0 for all other tables."""
    results: Mapping[str, Sequence[Result]] = field(default_factory=dict)
    """What the repeats of the experiment found, by table; programs get it as the table of checks."""

    def __repr__(self) -> str:
        """What a person reads: what was asked, what was found, and the first table."""
        return "\n".join([self.heading, *self.headlines, str(self.frame)])

    def figure(self, table: str | None = None) -> "Figure":
        """A table of numbers with intervals (the first one if none is named), drawn with a line at 0."""
        from analyser.experiments.drawing import draw_table

        readings = self.readings
        name = table or next(iter(readings), None)
        if name is None or name not in readings:
            raise unknown("table that can be drawn", str(name), readings, "answer.tables")
        return draw_table(self.heading, self.tables[name], readings[name])

    @property
    def heading(self) -> str:
        """What was asked, in English."""
        return ENGLISH.sentence(self.title)

    @property
    def verdict(self) -> Verdict:
        """The first one."""
        return self.verdicts[0]

    @property
    def frame(self) -> pl.DataFrame:
        """The first table."""
        return next(iter(self.tables.values()))

    @property
    def readings(self) -> dict[str, Reading]:
        """How its tables of numbers with intervals are read."""
        found = {name: table for name, table in self.tables.items() if Reading.is_possible(table)}
        return {name: Reading.of(table, self.tolerances.get(name, NO_TOLERANCE)) for name, table in found.items()}

    def to_pandas(self, table: str | None = None) -> "pd.DataFrame":
        """A table (the first one if none is named) for those who work with pandas."""
        import pandas as pd

        found = self.frame if table is None else self.tables[table]
        return pd.DataFrame(found.to_dict(as_series=False))

    @property
    def caveats(self) -> tuple[str, ...]:
        """What limits the game's results."""
        return find_game(self.played.game).all_caveats

    def lines(self, words: Words = ENGLISH) -> list[str]:
        """Verdicts and remarks, as they are read."""
        told = [line for one in self.verdicts for line in one.lines(words)]
        return told + [words.sentence(one) for one in self.remarks]

    @property
    def headlines(self) -> list[str]:
        """Verdicts and remarks, in English."""
        return self.lines()

    def as_json(self, words: Words = ENGLISH) -> dict[str, object]:
        """Everything, for programs."""
        facts = {"title": words.sentence(self.title), "caveats": list(self.caveats)}
        told = {"headlines": self.lines(words), "verdicts": [one.as_json(words) for one in self.verdicts]}
        tables = {name: json.loads(table.write_json()) for name, table in self.tables.items()}
        return facts | self.played.as_json() | dict(self.facts) | told | {"tables": tables}

    def write(self, folder: Path) -> list[Path]:
        """Each table as CSV and Parquet, and all of the answer as JSON: all files together."""
        text = json.dumps(self.as_json(), indent=2, ensure_ascii=False)
        files = {folder / ANSWER: (text + "\n").encode()}
        for name, table in self.tables.items():
            parquet = io.BytesIO()
            table.write_parquet(parquet)
            files[folder / f"{name}.parquet"] = parquet.getvalue()
            files[folder / f"{name}.csv"] = table.write_csv().encode()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            write_together(files)
        except OSError as problem:
            raise RunFailed(
                f"Cannot write the answer to {folder}: {problem.strerror}. Type another --out DIR."
            ) from None
        return sorted(folder.iterdir())


def is_share(name: str) -> bool:
    """Whether an outcome or a measure of this name is a part of 1, written in percent."""
    return name.startswith("win_share") or name.endswith(("_share", "_rate", "_wins", "_spread"))
