"""Files that are there whole or not at all, and folders that one process at a time writes to."""

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from analyser.errors import RunFailed


class CannotLock(RunFailed):
    """A folder that nobody can lock."""


TEMPORARY = ".tmp"


def as_json(value: Any) -> bytes:
    """The one way in which a value is written: the same value gives the same bytes."""
    return (json.dumps(value, indent=2, ensure_ascii=False, sort_keys=True) + "\n").encode()


def write_whole(path: Path, content: bytes) -> None:
    """All of the file under its name, or nothing. What lies under the temporary name, a link too, is not written to."""
    temporary = path.with_name(path.name + TEMPORARY)
    try:
        temporary.unlink(missing_ok=True)
        with temporary.open("xb") as file:
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


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """No two processes write one run: the folder itself is locked, so nothing is left of it after a crash."""
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as problem:
        raise CannotLock(f"Cannot lock {folder}: {problem.strerror}. Type another --out DIR.") from None
    try:
        _lock(handle, folder)
        yield
    finally:
        os.close(handle)


def _lock(handle: int, folder: Path) -> None:
    """Whoever had the lock before may have removed the folder since it was opened."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        is_there = os.path.samestat(os.fstat(handle), folder.stat())
    except BlockingIOError:
        raise RunFailed(f"Another process is writing {folder}. Wait for it, or use another --out.") from None
    except FileNotFoundError:
        is_there = False
    except OSError as problem:
        raise CannotLock(f"Cannot lock {folder}: {problem.strerror}. Type another --out DIR.") from None
    if not is_there:
        raise RunFailed(f"Another process has just removed {folder}. Type the command again.")
