"""Runs on disk: a manifest and parts, each written whole or not at all.

runs/<name>/run.json                   what was asked, with what, and how far it came
runs/<name>/games/part-00000.parquet   one row a game
runs/<name>/seats/part-00000.parquet   one row a seat of a game
runs/<name>/<sums>/part-00000.parquet  what some games count together for a part, such as cells
runs/<name>/parts.jsonl                while the run goes on: the checksums of the finished parts, in order
runs/<name>/sums.json                  with --keep summary, instead of rows: the sums of all games so far
"""

import hashlib
import json
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from analyser.disk import TEMPORARY, as_json, write_whole
from analyser.errors import RunFailed
from analyser.manifests import COMPLETE, FORMAT, MANIFEST, ROWS, RUNNING, read_manifest, read_signed, signed

LOG = "parts.jsonl"
SUMS = "sums.json"
RUNS = Path("runs")
"""Where runs without a name are put."""
LONGEST_NAME = 60
"""Letters of a table's name."""
PART = re.compile(rf"part-\d{{5,}}\.parquet({re.escape(TEMPORARY)})?")
"""What files of a part are called, while they are written too."""


class Run:
    """A run's folder, opened for writing or reading."""

    def __init__(self, folder: Path, manifest: dict[str, Any]) -> None:
        self.folder = folder
        self.manifest = manifest
        self.checksums = list(_checked(manifest.get("checksums", []), folder / MANIFEST))

    @classmethod
    def create(cls, folder: Path, manifest: Mapping[str, Any]) -> "Run":
        """A new run; the folder must not hold one yet."""
        run = cls(folder, {"format": FORMAT, **manifest, "status": RUNNING})
        try:
            folder.mkdir(parents=True, exist_ok=True)
            run._write_manifest()
        except OSError as problem:
            raise RunFailed(f"Cannot write the run to {folder}: {problem.strerror}. Type another --out DIR.") from None
        return run

    @classmethod
    def open(cls, folder: Path) -> "Run":
        """A run that is there, with the parts that are finished."""
        run = cls(folder, read_manifest(folder))
        if run.manifest["status"] == RUNNING:
            run.checksums = _read_log(folder / LOG)
        return run

    @property
    def is_complete(self) -> bool:
        """Whether all parts are there."""
        return bool(self.manifest["status"] == COMPLETE)

    @property
    def keeps_rows(self) -> bool:
        """Whether it stores rows, and not only their sums."""
        return bool(self.manifest.get("keep", ROWS) == ROWS)

    @property
    def is_empty(self) -> bool:
        """Whether nothing of it was played yet."""
        return not self.checksums and not (self.folder / SUMS).exists()

    def part(self, table: str, number: int) -> Path:
        """The file of one part of a table."""
        return self.folder / table / f"part-{number:05d}.parquet"

    def tables(self) -> list[str]:
        """The tables of the run."""
        return sorted(self.checksums[0]) if self.checksums else []

    def add(self, number: int, tables: Mapping[str, bytes]) -> None:
        """Store a finished part: its files first, then its line in the log."""
        assert number == len(self.checksums), "parts are stored in order"
        sums = {table: hashlib.sha256(content).hexdigest() for table, content in tables.items()}
        try:
            for table, content in tables.items():
                self._refuse_link(table)
                (self.folder / table).mkdir(exist_ok=True)
                write_whole(self.part(table, number), content)
            lines = "".join(json.dumps(one) + "\n" for one in [*self.checksums, sums])
            write_whole(self.folder / LOG, lines.encode())
        except OSError as problem:
            raise RunFailed(f"Cannot write part {number} to {self.folder}: {problem.strerror}.") from None
        self.checksums.append(sums)

    def put_sums(self, sums: Mapping[str, Any]) -> None:
        """Store the sums of all games so far, in the place of those before."""
        try:
            write_whole(self.folder / SUMS, as_json(signed(sums)))
        except OSError as problem:
            raise RunFailed(f"Cannot write part sums to {self.folder}: {problem.strerror}.") from None

    def sums(self) -> dict[str, Any] | None:
        """The sums of all games so far, if there are any yet."""
        path = self.folder / SUMS
        try:
            if self.is_complete and hashlib.sha256(path.read_bytes()).hexdigest() != self.manifest.get("sums"):
                raise RunFailed(f"{path} is corrupt: its checksum differs. {_restore()}")
            return read_signed(path)
        except FileNotFoundError:
            if self.is_complete:
                raise RunFailed(f"{path} is missing. {_restore()}") from None
            return None

    def finish(self, facts: Mapping[str, Any]) -> None:
        """Close the run: from now on the manifest holds the checksums."""
        self.manifest |= {**facts, "checksums": self.checksums, "status": COMPLETE}
        try:
            if not self.keeps_rows:
                self.manifest["sums"] = hashlib.sha256((self.folder / SUMS).read_bytes()).hexdigest()
            self._write_manifest()
            self.tidy()
        except OSError as problem:
            raise RunFailed(f"Cannot close the run in {self.folder}: {problem.strerror}.") from None

    def _write_manifest(self) -> None:
        write_whole(self.folder / MANIFEST, as_json(signed(self.manifest)))

    def tidy(self) -> None:
        """Remove what earlier attempts left of a complete run: the log, and files of parts that were under way.

        Whatever else somebody keeps in the folder is left alone.
        """
        known = {self.part(table, number) for number, sums in enumerate(self.checksums) for table in sums}
        for table in self.tables():
            for path in (self.folder / table).iterdir():
                if path not in known and PART.fullmatch(path.name) and not path.is_dir():
                    path.unlink()
        for name in (LOG, LOG + TEMPORARY, MANIFEST + TEMPORARY, SUMS + TEMPORARY):
            (self.folder / name).unlink(missing_ok=True)

    def discard_if_empty(self) -> None:
        """Leave nothing behind of a run that came to nothing."""
        if self.is_empty:
            for name in (MANIFEST, LOG):
                (self.folder / name).unlink(missing_ok=True)
            remove_if_empty(self.folder)

    def verify(self) -> None:
        """Every finished part must be there and unchanged."""
        for number, sums in enumerate(self.checksums):
            for table, expected in sums.items():
                self._refuse_link(table)
                path = self.part(table, number)
                if _digest(path) != expected:
                    state = "is corrupt: its checksum differs" if path.is_file() else "is missing"
                    raise RunFailed(f"{path} {state}. {_restore()}")

    def _refuse_link(self, table: str) -> None:
        """A run writes and removes files in its own folder only."""
        if (self.folder / table).is_symlink():
            raise RunFailed(f"{self.folder / table} is a link, which may lead out of the run. Nothing was changed.")


def _digest(path: Path) -> str | None:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None


def _restore() -> str:
    return "Nothing was changed. Restore the file, or play the run again into another folder with --out."


def remove_if_empty(folder: Path) -> None:
    """Remove a folder that holds nothing, and `runs` if it was the only one there."""
    with suppress(OSError):
        folder.rmdir()
        if folder.parent == RUNS:
            folder.parent.rmdir()


def _read_log(path: Path) -> list[dict[str, str]]:
    """The checksums of the finished parts."""
    try:
        sums = [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n")[:-1]]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, RecursionError) as problem:
        raise RunFailed(f"{path} cannot be read: {problem}. Nothing was changed.") from None
    return _checked(sums, path)


def _checked(sums: Any, path: Path) -> list[dict[str, str]]:
    """Checksums by table; a table's name is a plain, short word, so that no path can leave the run's folder."""
    good = isinstance(sums, list) and all(
        isinstance(one, dict)
        and set(one) == set(sums[0])
        and all(name.isidentifier() and len(name) <= LONGEST_NAME for name in one)
        for one in sums
    )
    if not good:
        raise RunFailed(f"{path} has no proper list of checksums. Nothing was changed.")
    return sums


def new_folder(game: str, players: int) -> Path:
    """runs/<game>-<players>p-<k>, the first number that is free."""
    number = 1
    while True:
        folder = RUNS / f"{game}-{players}p-{number}"
        try:
            folder.mkdir(parents=True)
        except FileExistsError:
            number += 1
        except OSError as problem:
            raise RunFailed(f"Cannot make {folder}: {problem.strerror}. Type --out DIR.") from None
        else:
            return folder
