"""Games of an experiment that were played already: in memory for its next stage, in a folder for another day.

A job finds its games again by a hash of all that decides their rows: the job itself, the rules, the data, the
strategies and the program. So a folder of kept games serves any command, and never gives games of other rules.
"""

import io
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import polars as pl

from analyser.core.errors import BadInput, RunFailed
from analyser.core.files import read_file, write_together
from analyser.kernel.hashing import digest
from analyser.simulation.hashes import stored_hashes, versions
from analyser.simulation.job import Job

Tables = dict[str, pl.DataFrame]
Parts = dict[tuple[int, int], Tables]
"""The tables of a job's parts, by first game and number of games."""
MOST_KEPT = 8_000_000
"""Rows of seats that are kept for further questions: some hundred megabytes."""
MOST_BYTES = 1 << 32
NAME = 32
ROWS, FOLLOWED = "rows", "followed"
"""What is kept of a job: the rows of its games, or their scores turn by turn."""
FIRST, SIZE = "first game of the part", "games of the part"


class KeptGames:
    """Parts of jobs, the jobs asked for last at the end; those of an earlier command are read from a folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self.jobs: dict[tuple[str, Job], Parts] = {}
        self.folder = folder

    def of(self, job: Job, kind: str = ROWS) -> Parts:
        """The parts of a job with any number of games. Jobs asked for last are kept longest."""
        key = kind, replace(job, games=1)
        if key in self.jobs:
            self.jobs[key] = self.jobs.pop(key)
        else:
            self.jobs[key] = read_parts(self.folder, *key) if self.folder else {}
        while len(self.jobs) > 1 and self.rows > MOST_KEPT:
            self.jobs.pop(next(iter(self.jobs)))
        return self.jobs[key]

    @property
    def rows(self) -> int:
        """How many rows of seats are kept."""
        return sum(one["seats"].height for parts in self.jobs.values() for one in parts.values())

    @property
    def games(self) -> int:
        """How many games."""
        return sum(size for parts in self.jobs.values() for _, size in parts)

    def store(self, job: Job, kind: str = ROWS) -> None:
        """A job that was played, into the folder, if there is one."""
        key = kind, replace(job, games=1)
        if self.folder is not None and self.jobs.get(key):
            _write(self.folder, {key: self.jobs[key]})

    def write(self, folder: Path) -> None:
        """All of them into a folder."""
        _write(folder, self.jobs)


def _write(folder: Path, jobs: Mapping[tuple[str, Job], Parts]) -> None:
    """Each job whole or not at all."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for (kind, job), parts in jobs.items():
            if parts:
                write_together(_files(folder, kind, job, parts))
    except OSError as problem:
        raise RunFailed(f"Cannot keep the games in {folder}: {problem.strerror}. They are lost.") from None


def check_kept(folder: Path) -> Path:
    """A folder that can hold kept games."""
    if not folder.is_dir():
        raise BadInput(
            f"--resume {folder}: there is no such folder. An interrupted command prints the one it has kept."
        )
    return folder


def name_of(kind: str, job: Job) -> str:
    """What a job's games are kept under: changes with everything that decides their rows."""
    facts = {"kind": kind, "job": repr(replace(job, games=1)), **stored_hashes(job), **versions()}
    return digest(f"{what}={found}".encode() for what, found in sorted(facts.items()))[:NAME]


def _files(folder: Path, kind: str, job: Job, parts: Mapping[tuple[int, int], Tables]) -> dict[Path, bytes]:
    """A file for each table, with the rows of all parts."""
    name = name_of(kind, job)
    tables = next(iter(parts.values()))
    found = {}
    for table in tables:
        marked = [_marked(one[table], *part) for part, one in parts.items()]
        file = io.BytesIO()
        pl.concat(marked).write_ipc(file, compression="zstd")
        found[folder / f"{name}-{table}.arrow"] = file.getvalue()
    return found


def _marked(rows: pl.DataFrame, first: int, size: int) -> pl.DataFrame:
    return rows.with_columns(pl.lit(first).alias(FIRST), pl.lit(size).alias(SIZE))


def read_parts(folder: Path, kind: str, job: Job) -> Parts:
    """The parts of a job that the folder holds. Games in a file that cannot be read are played again."""
    start = f"{name_of(kind, job)}-"
    parts: Parts = {}
    try:
        for path in sorted(folder.glob(f"{start}*.arrow")):
            for (first, size), rows in _read(path).partition_by(FIRST, SIZE, as_dict=True, include_key=False).items():
                parts.setdefault((int(first), int(size)), {})[path.stem.removeprefix(start)] = rows
    except (OSError, pl.exceptions.PolarsError):
        return {}
    return parts


def _read(path: Path) -> pl.DataFrame:
    return pl.read_ipc(io.BytesIO(read_file(path, MOST_BYTES)))
