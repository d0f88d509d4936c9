"""Files that are read only if they are files, and written completely or not at all; folders with one writer."""

import errno
import fcntl
import json
import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path

from analyser.core.errors import RunFailed


class CannotLock(RunFailed):
    """A folder that nobody can lock."""


TEMPORARY = ".tmp"
MOST_BYTES = 8_000_000
"""No file that people write is larger; a larger file is something else."""
MOST_STORED = 1 << 28
"""No list of parts or sums is larger."""


def read_file(path: Path, most: int = MOST_BYTES) -> bytes:
    """A whole file. Pipes, devices and files that are too large are refused (OSError) before they are read."""
    with open_file(path, most) as file:
        return file.read(most)


def open_file(path: Path, most: int) -> BufferedReader:
    """A plain file of a sensible size, to read from; the system does not wait for the writer of a pipe."""
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    found = os.fstat(handle)
    if stat.S_ISREG(found.st_mode) and found.st_size <= most:
        return os.fdopen(handle, "rb")
    os.close(handle)
    if stat.S_ISREG(found.st_mode):
        raise OSError(errno.EFBIG, f"it is too large: {found.st_size:,} bytes, at most {most:,}", str(path))
    raise OSError(errno.EINVAL, "it is a folder, a pipe or a device, not a file", str(path))


def as_json(value: object) -> bytes:
    """JSON as it is always written: the same value gives the same bytes, also with names that are not UTF-8."""
    return (json.dumps(value, indent=2, ensure_ascii=False, sort_keys=True) + "\n").encode(errors="backslashreplace")


def write_whole(path: Path, content: bytes) -> None:
    """All of the file under its name, or nothing; a device or a pipe (/dev/stdout) is written to as it is.

    What lies under the temporary name, a link too, is removed and not written to.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        path.write_bytes(content)
        return
    write_together({path: content})


def write_together(files: Mapping[Path, bytes]) -> None:
    """Several files, or none of them if there is no room.

    The first is moved into its place last, and is missing meanwhile: where it is, all others belong to it.
    """
    first, *others = files
    try:
        for path, content in files.items():
            _write_aside(path, content)
        if others:
            first.unlink(missing_ok=True)
        for path in (*others, first):
            _aside(path).replace(path)
    except OSError:
        for path in files:
            _aside(path).unlink(missing_ok=True)
        raise
    for folder in {path.parent for path in files}:
        _sync_folder(folder)


def _aside(path: Path) -> Path:
    return path.with_name(path.name + TEMPORARY)


def _write_aside(path: Path, content: bytes) -> None:
    _aside(path).unlink(missing_ok=True)
    with _aside(path).open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Let only one process write a run. The folder itself is locked, so a crash leaves no lock behind."""
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
    """Lock the folder, and check that its last owner has not removed it meanwhile."""
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
