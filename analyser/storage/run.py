"""A run's folder: a manifest and parts, each written completely or not at all, by one process at a time.

runs/<name>/run.json                   what was asked, played with what, and how far it got
runs/<name>/games/part-00000.parquet   one row a game
runs/<name>/seats/part-00000.parquet   one row a seat of a game
runs/<name>/<sums>/part-00000.parquet  what some games count together for a part, such as cells
runs/<name>/parts.jsonl                while the run is being played: the checksums of the finished parts, in order
runs/<name>/sums.json                  with --keep summary, instead of rows: the sums of all games so far
"""

import hashlib
import json
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

from analyser.core.errors import RunFailed
from analyser.core.files import MOST_STORED, TEMPORARY, as_json, open_file, read_file, write_whole
from analyser.storage.manifest import MANIFEST, RESTORE, ROWS, UNCHANGED, Manifest, read_manifest, signed

LOG = "parts.jsonl"
SUMS = "sums.json"
RUNS = Path("runs")
"""Where runs without a name are put."""
MOST_PART = 1 << 32
"""Bytes of a file of a part."""
LONGEST_NAME = 60
"""Letters of a table's name."""
PART = re.compile(rf"part-\d{{5,}}\.parquet({re.escape(TEMPORARY)})?")
"""What files of a part are called, while they are written too."""


class Run:
    """A run's folder, opened for writing or reading."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.folder = folder
        self.manifest = manifest
        self.checksums = _checked(manifest.checksums, folder / MANIFEST)

    @classmethod
    def create(cls, folder: Path, manifest: Manifest) -> "Run":
        """A new run; the folder must not hold one yet."""
        run = cls(folder, manifest)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            run._write_manifest()
        except OSError as problem:
            raise cannot_write(folder, problem) from None
        return run

    @classmethod
    def open(cls, folder: Path) -> "Run":
        """An existing run, with its finished parts."""
        run = cls(folder, read_manifest(folder))
        if not run.is_complete:
            run.checksums = _read_log(folder / LOG)
        return run

    @property
    def is_complete(self) -> bool:
        """Whether all parts are finished."""
        return self.manifest.status == "complete"

    @property
    def keeps_rows(self) -> bool:
        """Whether it stores rows, and not only their sums."""
        return self.manifest.keep == ROWS

    @property
    def is_empty(self) -> bool:
        """Whether no part of it has been played yet."""
        return not self.checksums and not (self.folder / SUMS).exists()

    def part(self, table: str, number: int) -> Path:
        """The file of one part of a table."""
        return self.folder / table / f"part-{number:05d}.parquet"

    def add(self, number: int, files: Mapping[str, bytes]) -> None:
        """Store a finished part: its files first, then its line in the log."""
        assert number == len(self.checksums), "parts are stored in order"
        sums = {table: hashlib.sha256(content).hexdigest() for table, content in files.items()}
        try:
            for table, content in files.items():
                self._refuse_link(table)
                (self.folder / table).mkdir(exist_ok=True)
                write_whole(self.part(table, number), content)
            lines = "".join(json.dumps(one) + "\n" for one in [*self.checksums, sums])
            write_whole(self.folder / LOG, lines.encode())
        except OSError as problem:
            raise RunFailed(f"Cannot write part {number} to {self.folder}: {problem.strerror}.") from None
        self.checksums.append(sums)

    def put_sums(self, content: bytes) -> None:
        """Store the sums of all games so far, replacing the earlier ones."""
        try:
            write_whole(self.folder / SUMS, content)
        except OSError as problem:
            raise RunFailed(f"Cannot write part sums to {self.folder}: {problem.strerror}.") from None

    def close(self, games_played: int, ended_by: str, parts: int) -> None:
        """All is played: from now on the manifest holds the checksums."""
        facts = {"games_played": games_played, "ended_by": ended_by, "parts": parts, "checksums": self.checksums}
        try:
            sums = None if self.keeps_rows else hashlib.sha256(read_file(self.folder / SUMS, MOST_STORED)).hexdigest()
            self.manifest = msgspec.structs.replace(self.manifest, status="complete", sums=sums, **facts)
            self._write_manifest()
            self.tidy()
        except OSError as problem:
            raise RunFailed(f"Cannot close the run in {self.folder}: {problem.strerror}.") from None

    def _write_manifest(self) -> None:
        write_whole(self.folder / MANIFEST, as_json(signed(msgspec.to_builtins(self.manifest))))

    def tidy(self) -> None:
        """Remove what earlier attempts left behind: the log, and files of unfinished parts.

        Other files in the folder are left alone.
        """
        known = {self.part(table, number) for number, sums in enumerate(self.checksums) for table in sums}
        for table in self.checksums[0] if self.checksums else ():
            for path in (self.folder / table).iterdir():
                if path not in known and PART.fullmatch(path.name) and not path.is_dir():
                    path.unlink()
        for name in (LOG, LOG + TEMPORARY, MANIFEST + TEMPORARY, SUMS + TEMPORARY):
            (self.folder / name).unlink(missing_ok=True)

    def discard_if_empty(self) -> None:
        """Remove the files of a run that stored nothing; its folder is left to whoever made it."""
        if self.is_empty:
            for name in (MANIFEST, LOG):
                (self.folder / name).unlink(missing_ok=True)

    def verify(self) -> None:
        """Every finished part must be there and unchanged."""
        for number, sums in enumerate(self.checksums):
            for table, expected in sums.items():
                self._refuse_link(table)
                _verify(self.part(table, number), expected)
        if self.is_complete and not self.keeps_rows:
            _verify(self.folder / SUMS, self.manifest.sums)

    def _refuse_link(self, table: str) -> None:
        """A run writes and removes files in its own folder only."""
        if (self.folder / table).is_symlink():
            raise RunFailed(f"{self.folder / table} is a link, which may lead out of the run. {UNCHANGED}")


def _verify(path: Path, expected: str | None) -> None:
    try:
        with open_file(path, MOST_PART) as file:
            is_same = hashlib.file_digest(file, hashlib.sha256).hexdigest() == expected
    except OSError:
        is_same = False
    if not is_same:
        state = "is corrupt: its checksum differs" if path.is_file() else "is missing"
        raise RunFailed(f"{path} {state}. {RESTORE}")


def _read_log(path: Path) -> list[dict[str, str]]:
    """The checksums of the finished parts. A last line that a crash has cut off does not count."""
    try:
        lines = read_file(path, MOST_STORED).decode().split("\n")[:-1]
        sums = [msgspec.json.decode(line, type=dict[str, str]) for line in lines]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, RecursionError) as problem:
        raise RunFailed(f"{path} cannot be read: {problem}. {UNCHANGED}") from None
    return _checked(sums, path)


def _checked(sums: list[dict[str, str]], path: Path) -> list[dict[str, str]]:
    """Checksums by table; a table's name is a plain, short word, so that no path can leave the run's folder."""
    names = {name for one in sums for name in one}
    good = all(name.isidentifier() and len(name) <= LONGEST_NAME for name in names)
    if not good or any(set(one) != names for one in sums):
        raise RunFailed(f"{path} has no proper list of checksums. {UNCHANGED}")
    return list(sums)


def remove_if_empty(folder: Path) -> None:
    """Remove an empty folder, and `runs` if it was the only one there."""
    with suppress(OSError):
        folder.rmdir()
        if folder.parent == RUNS:
            folder.parent.rmdir()


def cannot_write(folder: Path, problem: OSError) -> RunFailed:
    """The error for a folder that cannot be written."""
    return RunFailed(f"Cannot write the run to {folder}: {problem.strerror}. Type another --out DIR.")
