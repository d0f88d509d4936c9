"""The answer of an experiment: sentences, tables that a notebook can read, and what was asked."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from analyser.errors import RunFailed
from analyser.exit_codes import Exit
from analyser.registry import find_game

if TYPE_CHECKING:
    import pandas as pd

ANSWER = "answer.json"
PLAYED_BY = "played_by"
"""Among what was asked: who played for each table, where that differs."""
About = tuple[str, Mapping[str, Any]]
"""The table that a headline sums up, and the values that its rows have in common."""


@dataclass(frozen=True)
class Answer:
    """What a command found. Shares are parts of 1; columns named `..._points` are percentage points."""

    title: str
    asked: dict[str, Any]
    headlines: list[str]
    tables: dict[str, pl.DataFrame]
    next_command: str = ""
    exit_code: Exit = Exit.FINE
    more: dict[str, Any] = field(default_factory=dict)
    printed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The columns of a table that fit a terminal; none: the table is only in the files."""
    about: tuple[About | None, ...] = ()
    """What each headline sums up, in their order."""

    @property
    def frame(self) -> pl.DataFrame:
        """The first table."""
        return next(iter(self.tables.values()))

    def to_pandas(self, table: str | None = None) -> "pd.DataFrame":
        """A table (the first one if none is named) for those who work with pandas."""
        import pandas as pd

        found = self.frame if table is None else self.tables[table]
        return pd.DataFrame(found.to_dict(as_series=False))

    @property
    def caveats(self) -> tuple[str, ...]:
        """What the game's results rest on."""
        return find_game(self.asked["game"]).caveats if "game" in self.asked else ()

    def as_json(self) -> dict[str, Any]:
        """Everything, for programs."""
        tables = {name: json.loads(table.write_json()) for name, table in self.tables.items()}
        facts = {"title": self.title, "caveats": list(self.caveats), **self.asked}
        return facts | {"headlines": self.headlines, "tables": tables, **self.more}

    def write(self, folder: Path) -> list[Path]:
        """Each table as CSV and Parquet, and all of the answer as JSON."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for name, table in self.tables.items():
                table.write_parquet(folder / f"{name}.parquet")
                table.write_csv(folder / f"{name}.csv")
            text = json.dumps(self.as_json(), indent=2, ensure_ascii=False)
            (folder / ANSWER).write_text(text + "\n", encoding="utf-8")
        except OSError as problem:
            raise RunFailed(
                f"Cannot write the answer to {folder}: {problem.strerror}. Type another --out DIR."
            ) from None
        return sorted(folder.iterdir())


def points(value: Any) -> Any:
    """Shares of the win in percentage points."""
    return value * 100.0


def in_points(value: float) -> str:
    """So many points, in words."""
    return f"{value:g} point{'' if value == 1 else 's'}"


def is_share(name: str) -> bool:
    """Whether an outcome or a measure of this name is a part of 1, told in percent."""
    return name.startswith("win_share") or name.endswith(("_share", "_rate", "_wins", "_spread"))
