"""Runs on disk: a manifest and parts, each written whole or not at all.

runs/<name>/run.json                   what was asked, with what, and how far it came
runs/<name>/games/part-00000.parquet   one row a game
runs/<name>/seats/part-00000.parquet   one row a seat of a game
runs/<name>/<sums>/part-00000.parquet  what some games count together for a part, such as cells
runs/<name>/parts.jsonl                while the run goes on: the checksums of the finished parts, in order
"""

import fcntl
import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from analyser.errors import BadInput, RunFailed

FORMAT = 1
MANIFEST = "run.json"
LOG = "parts.jsonl"
TEMPORARY = ".tmp"
CHECKSUM = "sha256"
RUNS = Path("runs")
"""Where runs without a name are put."""
RUNNING, COMPLETE = "running", "complete"
KEYS = {"format", "game", "players", "settings", "strategies", "plan", "seed", "games", "part_games", "status"}
WHOLE_NUMBERS = ("players", "seed", "games", "part_games")
RESULT_KEYS = ("games_played", "ended_by", "parts", "checksums")


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
        is_own = not folder.exists() or folder.parent == RUNS
        try:
            folder.mkdir(parents=True, exist_ok=True)
            run._write_manifest()
        except OSError as problem:
            if is_own:
                _remove_if_empty(folder)
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
                (self.folder / table).mkdir(exist_ok=True)
                _write_whole(self.part(table, number), content)
            lines = "".join(json.dumps(one) + "\n" for one in [*self.checksums, sums])
            _write_whole(self.folder / LOG, lines.encode())
        except OSError as problem:
            raise RunFailed(f"Cannot write part {number} to {self.folder}: {problem.strerror}.") from None
        self.checksums.append(sums)

    def finish(self, facts: Mapping[str, Any]) -> None:
        """Close the run: from now on the manifest holds the checksums."""
        self.manifest |= {**facts, "parts": len(self.checksums), "checksums": self.checksums, "status": COMPLETE}
        try:
            self._write_manifest()
            self.tidy()
        except OSError as problem:
            raise RunFailed(f"Cannot close the run in {self.folder}: {problem.strerror}.") from None

    def _write_manifest(self) -> None:
        _write_whole(self.folder / MANIFEST, _json(signed(self.manifest)))

    def tidy(self) -> None:
        """Remove what earlier attempts left of a complete run: the log, and files of parts that were under way."""
        known = {self.part(table, number) for number, sums in enumerate(self.checksums) for table in sums}
        for table in self.tables():
            for path in (self.folder / table).iterdir():
                if path not in known:
                    path.unlink()
        for name in (LOG, LOG + TEMPORARY, MANIFEST + TEMPORARY):
            (self.folder / name).unlink(missing_ok=True)

    def discard_if_empty(self) -> None:
        """Leave nothing behind of a run that came to nothing."""
        if not self.checksums:
            for name in (MANIFEST, LOG):
                (self.folder / name).unlink(missing_ok=True)
            _remove_if_empty(self.folder)

    def verify(self) -> None:
        """Every finished part must be there and unchanged."""
        for number, sums in enumerate(self.checksums):
            for table, expected in sums.items():
                path = self.part(table, number)
                found = hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else "missing"
                if found != expected:
                    state = "is missing" if found == "missing" else "is corrupt: its checksum differs"
                    raise RunFailed(
                        f"{path} {state}. Nothing was changed. "
                        f"Restore the file, or play the run again into another folder with --out."
                    )

    @contextmanager
    def locked(self) -> Iterator[None]:
        """No two processes write one run: the folder itself is locked, so nothing is left of it after a crash."""
        handle = os.open(self.folder, os.O_RDONLY)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield
        except BlockingIOError:
            raise RunFailed(f"Another process is writing {self.folder}. Wait for it, or use another --out.") from None
        finally:
            os.close(handle)


def _remove_if_empty(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()
        if folder.parent == RUNS:
            folder.parent.rmdir()


def signed(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """A manifest with its own checksum, so that damage and edits are noticed."""
    content = {name: value for name, value in manifest.items() if name != CHECKSUM}
    return content | {CHECKSUM: hashlib.sha256(_json(content)).hexdigest()}


def read_manifest(folder: Path) -> dict[str, Any]:
    """A run's manifest, checked."""
    path = folder / MANIFEST
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadInput(
            f"No run in {folder}: {MANIFEST} is missing. Type the folder that analyse simulate wrote."
        ) from None
    except (OSError, UnicodeDecodeError, json.JSONDecodeError, RecursionError) as problem:
        raise RunFailed(f"{path} cannot be read: {problem}. Nothing was changed.") from None
    if not isinstance(manifest, dict) or not set(manifest) >= KEYS:
        raise RunFailed(f"{path} is not the manifest of a run: it lacks {_missing(manifest)}. Nothing was changed.")
    if manifest["format"] != FORMAT:
        raise RunFailed(
            f"{path} has format {manifest['format']}; this version of analyse reads format {FORMAT}. "
            "Nothing was changed. Use the version that wrote it."
        )
    if manifest["status"] not in (RUNNING, COMPLETE):
        raise RunFailed(
            f"{path} has status « {manifest['status']} », not {RUNNING} or {COMPLETE}. Nothing was changed."
        )
    wrong = [name for name in WHOLE_NUMBERS if type(manifest[name]) is not int]
    if manifest["status"] == COMPLETE:
        wrong += [name for name in RESULT_KEYS if not manifest.get(name)]
    if wrong:
        raise RunFailed(f"{path} is damaged: {', '.join(wrong)} is missing or wrong. Nothing was changed.")
    if manifest != signed(manifest):
        raise RunFailed(f"{path} is corrupt: its checksum differs. Nothing was changed.")
    return {name: value for name, value in manifest.items() if name != CHECKSUM}


def _missing(manifest: Any) -> str:
    return ", ".join(sorted(KEYS - set(manifest))) if isinstance(manifest, dict) else "everything"


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
    """Checksums by table; a table's name is a plain word, so that no path can leave the run's folder."""
    good = isinstance(sums, list) and all(
        isinstance(one, dict) and set(one) == set(sums[0]) and all(name.isidentifier() for name in one) for one in sums
    )
    if not good:
        raise RunFailed(f"{path} has no proper list of checksums. Nothing was changed.")
    return sums


def _json(value: Any) -> bytes:
    return (json.dumps(value, indent=2, ensure_ascii=False, sort_keys=True) + "\n").encode()


def _write_whole(path: Path, content: bytes) -> None:
    """All of the file under its name, or nothing."""
    temporary = path.with_name(path.name + TEMPORARY)
    try:
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


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
