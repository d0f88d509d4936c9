"""What a run holds already, read back: the sums of its rows, or the sums that were kept instead of them."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from analyser.aggregate.sums import from_stored, to_stored
from analyser.aggregate.tally import Tally, tally
from analyser.columns import GAME_COLUMNS, SCORE, SEAT_COLUMNS, WHOLE_WIN, WIN, Column
from analyser.engine import outputs
from analyser.errors import RunFailed
from analyser.job import Job
from analyser.playing import Part, column_rows, summed_tables
from analyser.registry import find_game
from analyser.runs import SUMS, Run

Progress = Callable[[int, Tally | None], None]
"""Called with the games just played and, after a part, the sums so far."""


def sums_so_far(job: Job, run: Run, progress: Progress) -> Tally | None:
    """The sums of all finished parts, each checked."""
    run.verify()
    total = _sums_of_rows(job, run, progress) if run.keeps_rows else _kept_sums(job, run, progress)
    if run.is_complete:
        run.tidy()
    return total


def _kept_sums(job: Job, run: Run, progress: Progress) -> Tally | None:
    stored = run.sums()
    total = None if stored is None else from_stored(stored, job, str(run.folder / SUMS))
    progress(0 if total is None else total.n_games, total)
    return total


def _sums_of_rows(job: Job, run: Run, progress: Progress) -> Tally | None:
    total: Tally | None = None
    for number in range(len(run.checksums)):
        part = stored_tally(job, run, number)
        total = part if total is None else total + part
        progress(part.n_games, total)
    return total


def store(run: Run, part: Part, total: Tally) -> None:
    """Keep a part: its rows, or the sums of all games with it."""
    if run.keeps_rows:
        run.add(part.number, part.tables)
    else:
        run.put_sums(to_stored(total))


def close(job: Job, run: Run, total: Tally, ended_by: str) -> None:
    """All is played. Tables that are sums anyway are written also where no rows are kept, as of one part."""
    if not run.keeps_rows:
        run.checksums = []
        run.add(0, summed_tables(job, 0, total.counted))
    run.finish({"games_played": total.n_games, "ended_by": ended_by, "parts": parts_in(job, total)})


def parts_in(job: Job, total: Tally | None) -> int:
    """How many parts these sums are of."""
    return 0 if total is None else -(-total.n_games // job.part_games)


def stored_tally(job: Job, run: Run, number: int) -> Tally:
    """The sums of a part that is on disk, read back with Polars."""
    by = column_rows(job)
    games = read_part(job, run, "games", number, ["game", "outcome", "winners", "rounds", "decisions"])
    seats = read_part(job, run, "seats", number, ["score", "win", *by])
    first, n_games = job.part_range(number)
    game_rows, seat_rows = outputs(find_game(job.game), n_games, job.players)
    for row, name in enumerate(("outcome", "winners", "rounds", "decisions")):
        game_rows[row] = games[name].to_physical().to_numpy()
    seat_rows[SCORE] = seats["score"].to_numpy()
    seat_rows[WIN] = np.rint(seats["win"].to_numpy() * WHOLE_WIN)
    for name, row in by.items():
        seat_rows[row] = seats[name].to_physical().to_numpy()
    lineups = job.plan.seating(first, n_games, job.rotations)
    return tally(game_rows, seat_rows, lineups, len(job.strategies), job.block, by)


def read_part(job: Job, run: Run, table: str, number: int, columns: list[str] | None = None) -> pl.DataFrame:
    """A part of a table, all columns if none are named. What is no such table is refused, whatever its checksum."""
    path = run.part(table, number)
    first, n_games = job.part_range(number)
    n_rows = {"games": n_games, "seats": n_games * job.players}
    try:
        file = pl.scan_parquet(path, glob=False)
        good = file.collect_schema() == schema(job, table)
        good = good and n_rows.get(table) in (None, file.select(pl.len()).collect().item())
        found = file.select(columns or pl.all()).collect() if good else pl.DataFrame()
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError, ValueError) as problem:
        raise _no_part(path, str(problem).partition("\n")[0]) from None
    if not good or not _is_sound(found, first):
        raise _no_part(path, f"it does not hold games {first} to {first + n_games - 1} as they were stored")
    return found


def _is_sound(rows: pl.DataFrame, first: int) -> bool:
    """Whether there is a value everywhere, wins are shares, and games are numbered from the first on."""
    good = not any(rows.null_count().row(0))
    if "win" in rows.columns:
        good = good and bool(rows["win"].is_between(0, 1).all())
    if "outcome" in rows.columns:
        good = good and bool((rows["game"] == pl.int_range(first, first + rows.height, eager=True)).all())
    return good


def _no_part(path: Path, reason: str) -> RunFailed:
    return RunFailed(f"{path} is no part of this run: {reason}. Nothing was changed.")


def schema(job: Job, table: str) -> pl.Schema:
    """The columns of a run's table, with their types."""
    own, names = find_game(job.game).module("columns"), [strategy.spec for strategy in job.strategies]
    enums: dict[str, Sequence[str]] = {"lineup": job.plan.names(names), "strategy": names}
    columns = {one.name: one.columns for one in find_game(job.game).sums()}
    columns |= {"games": GAME_COLUMNS + own.GAMES, "seats": SEAT_COLUMNS + own.SEATS}
    return pl.Schema({one.name: _dtype(one, enums.get(one.name, ())) for one in columns.get(table, ())})


def _dtype(column: Column, words: Sequence[str]) -> Any:
    words = column.names or words
    return pl.Enum(words) if words else getattr(pl, column.dtype)
