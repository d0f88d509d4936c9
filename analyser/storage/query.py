"""The tables of a stored run, read lazily: for a designer's own questions, in SQL or by columns.

Queries read; nothing is written, and no other file can be named.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import polars as pl

from analyser.core.errors import BadInput, RunFailed
from analyser.simulation.job import block_of, games_alike
from analyser.simulation.lineups import make_plan
from analyser.storage.manifest import Manifest
from analyser.storage.run import Run

READING = re.compile(r"\b(read|scan)_\w+\W*\(", re.IGNORECASE)
LITERAL = re.compile(r"'(?:[^']|'')*'")
SELECTS = re.compile(r"\s*\(*\s*(select|with)\b", re.IGNORECASE)
EXAMPLE = "SELECT seat, AVG(win) AS wins FROM seats GROUP BY seat ORDER BY seat"


class RunTables:
    """The tables of a run by name: games, seats and what else the game has."""

    def __init__(self, folder: Path) -> None:
        run = Run.open(folder)
        if not run.keeps_rows:
            raise BadInput(
                f"{folder} keeps sums, no rows: there is nothing to ask. Play it again without --keep summary."
            )
        if not run.checksums:
            raise BadInput(f"{folder} holds no games yet. Resume it: analyse simulate --resume {folder}")
        self.folder, self.manifest = folder, run.manifest
        names = sorted(one.name for one in folder.iterdir() if (one / "part-00000.parquet").is_file())
        parts = range(len(run.checksums))
        self.frames = {name: pl.scan_parquet([run.part(name, k) for k in parts], glob=False) for name in names}

    @property
    def block(self) -> int:
        """How many consecutive games form a block."""
        return block_of_run(self.manifest)

    @property
    def shared(self) -> int:
        """How many games share luck: all of them together count as one."""
        return games_alike(self.manifest.players, self.manifest.luck)

    def seats(self) -> pl.LazyFrame:
        """A row for each seat of a game, with the columns of its game; names as words."""
        games = self.frames["games"]
        both = set(games.collect_schema().names()) & set(self.frames["seats"].collect_schema().names()) - {"game"}
        joined = self.frames["seats"].join(games.drop(both), on="game", how="left", maintain_order="left")
        return joined.with_columns(pl.col(pl.Enum, pl.Categorical).cast(pl.String))

    def sql(self, query: str) -> pl.DataFrame:
        """The answer to a query over the run's tables."""
        _refuse_all_but_reading(query)
        with told("--sql", query, f"Tables: {', '.join(self.frames)}. For instance: {EXAMPLE}"):
            words = {name: one.with_columns(pl.col(pl.Enum).cast(pl.String)) for name, one in self.frames.items()}
            return pl.SQLContext(frames=words, register_globals=False).execute(query, eager=False).collect()


def block_of_run(manifest: Manifest) -> int:
    """How many consecutive games of a run form a block."""
    seats = None if manifest.seats is None else tuple(manifest.seats)
    plan = make_plan(manifest.plan, len(manifest.strategies), manifest.players, seats)
    return block_of(plan, manifest.players, manifest.luck)


def _refuse_all_but_reading(query: str) -> None:
    bare = LITERAL.sub("''", query).replace('"', "")
    if not SELECTS.match(bare):
        raise BadInput(f"« --sql {query} » is no SELECT. A run is only read. For instance: {EXAMPLE}")
    if READING.search(bare):
        raise BadInput("--sql reads the tables of the run, no other files. Name one of its tables after FROM.")


@contextmanager
def told(option: str, typed: str, allowed: str) -> Iterator[None]:
    """Say what was typed wrong, instead of a traceback of Polars."""
    try:
        yield
    except OSError as problem:
        raise RunFailed(f"A file of the run cannot be read: {problem}") from None
    except (
        pl.exceptions.PolarsError,
        pl.exceptions.PanicException,
        ValueError,
        TypeError,
        NotImplementedError,
    ) as problem:
        reason = str(problem).strip().partition("\n")[0].rstrip(".")
        raise BadInput(f"« {option} {typed} » cannot be answered: {reason}. {allowed}") from None
