"""The parts of a run as files, and read back: tables as Parquet; with `--keep summary` the sums of all games as JSON.

The same games give the same bytes, on any number of workers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import msgspec
import numpy as np
import polars as pl

from analyser.core.arrays import Ints
from analyser.core.errors import RunFailed
from analyser.core.files import as_json
from analyser.games.loader import find_game
from analyser.kernel.columns import OUTCOMES
from analyser.simulation.executor import Progress
from analyser.simulation.job import Job
from analyser.simulation.part import Part
from analyser.simulation.tables import make_summed_tables, schema, tally_of
from analyser.statistics.frames import GAME_SUMMANDS, SEAT_SUMMANDS
from analyser.statistics.tally import BY_CELL, CELL, Tally
from analyser.storage.manifest import UNCHANGED, read_signed, signed
from analyser.storage.run import SUMS, Run

ROW_GROUP = 1 << 18
"""Rows of a group. Compression, groups and statistics are fixed, so that the same table gives the same bytes.
Statistics would cost 1 % of a greedy run, and the number of a part says which games it holds."""


@dataclass
class PackedPart:
    """A part as it is stored: its tables as files, and its sums."""

    number: int
    files: dict[str, bytes]
    tally: Tally


def pack_part(part: Part) -> PackedPart:
    """Encode the tables of a part."""
    return PackedPart(part.number, _files(part.tables), part.tally)


def summed_files(job: Job, total: Tally) -> dict[str, bytes]:
    """The tables that are sums anyway. They are written even where no rows are kept, as one part."""
    return _files(make_summed_tables(job, 0, total.counted))


def _files(tables: dict[str, pl.DataFrame]) -> dict[str, bytes]:
    return {name: as_parquet(table) for name, table in tables.items()}


def as_parquet(table: pl.DataFrame) -> bytes:
    """A table as a Parquet file."""
    file = BytesIO()
    table.write_parquet(file, compression="zstd", compression_level=1, statistics=False, row_group_size=ROW_GROUP)
    return file.getvalue()


def parts_in(job: Job, total: Tally | None) -> int:
    """How many parts these sums are of."""
    return 0 if total is None else -(-total.n_games // job.part_games)


def sums_so_far(job: Job, run: Run, progress: Progress) -> Tally | None:
    """The sums of all finished parts, each checked."""
    run.verify()
    total = _sums_of_rows(job, run, progress) if run.keeps_rows else _kept_sums(job, run, progress)
    if run.is_complete:
        run.tidy()
    return total


def _sums_of_rows(job: Job, run: Run, progress: Progress) -> Tally | None:
    total: Tally | None = None
    by = tuple(find_game(job.game).breakdowns())
    for number in range(len(run.checksums)):
        games = read_part(job, run, "games", number, ("game", *GAME_SUMMANDS, find_game(job.game).length))
        seats = read_part(job, run, "seats", number, (*SEAT_SUMMANDS, *by))
        part = tally_of(job, games.lazy(), seats.lazy())
        total = part if total is None else total + part
        progress(part.n_games, total)
    return total


def read_part(job: Job, run: Run, table: str, number: int, columns: Sequence[str] = ()) -> pl.DataFrame:
    """A part of a table; all columns if none are named. Refuses another kind of file, whatever its checksum."""
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
    if not good or not _is_sound(found, first, job.players):
        raise _no_part(path, f"it does not hold games {first} to {first + n_games - 1} as they were stored")
    return found


def _is_sound(rows: pl.DataFrame, first: int, n_seats: int) -> bool:
    """Whether no value is missing, wins are shares, and games and seats are numbered in order."""
    number = pl.int_range(pl.len())
    wanted = {
        "win": pl.col("win").is_between(0, 1),
        "outcome": pl.col("game") == first + number,
        "seat": pl.col("seat") == 1 + number % n_seats,
    }
    checks = [check.all() for name, check in wanted.items() if name in rows.columns]
    return not any(rows.null_count().row(0)) and all(all(rows.select(check).row(0)) for check in checks)


def _no_part(path: Path, reason: str) -> RunFailed:
    return RunFailed(f"{path} is no part of this run: {reason}. {UNCHANGED}")


def pack_sums(total: Tally) -> bytes:
    """The sums as a file: whole numbers by name."""
    return as_json(signed(msgspec.to_builtins(total, enc_hook=np.ndarray.tolist)))


def _kept_sums(job: Job, run: Run, progress: Progress) -> Tally | None:
    path = run.folder / SUMS
    try:
        total = read_signed(path, Tally, _whole_numbers)
    except FileNotFoundError:
        return None
    _refuse_other_shapes(total, job, path)
    done = parts_in(job, total) * job.part_games
    if not 0 < total.n_games <= job.games or total.n_games != min(done, job.games):
        raise RunFailed(f"{path} has {total.n_games} games, which end no part of the run. {UNCHANGED}")
    progress(total.n_games, total)
    return total


def _whole_numbers(_: type, stored: list[object]) -> Ints:
    """An array as it was stored."""
    found = np.array(stored)
    if found.size and found.dtype != np.int64:
        raise ValueError("only whole numbers are allowed")
    return found.astype(np.int64)


def _refuse_other_shapes(total: Tally, job: Job, path: Path) -> None:
    n_seats, n_pool, game = job.players, len(job.strategies), find_game(job.game)
    wanted: list[tuple[Ints | None, tuple[int, ...]]] = [
        (total.outcomes, (len(OUTCOMES),)),
        (total.lengths, (-1,)),
        (total.by_seat, (CELL, n_pool, n_seats)),
    ]
    wanted += [(total.by_lineup, (job.n_strata, n_pool))] if job.has_strata else []
    for shares, n in ((total.seats, n_seats), (total.strategies, n_pool)):
        wanted += [(shares.wins, (n,)), (shares.plays, (n,)), (shares.products, (3, n, n))]
    wanted += [(total.by_column.get(name), (BY_CELL, -1)) for name in game.breakdowns()]
    wanted += [(total.counted.get(one.name), (len(one.counts), len(one.values[0]))) for one in game.sums()]
    if not all(_fits(found, shape) for found, shape in wanted):
        raise RunFailed(f"{path} does not hold the sums of this run. {UNCHANGED}")


def _fits(found: Ints | None, shape: tuple[int, ...]) -> bool:
    """Whether an array has this shape; -1 is any length."""
    return (
        found is not None
        and found.ndim == len(shape)
        and all(n in (-1, m) for n, m in zip(shape, found.shape, strict=True))
    )
