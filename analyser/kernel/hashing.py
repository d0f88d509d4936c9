"""Hashes of texts and of files; a file is read once a process for each of its versions."""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from analyser.core.files import read_file


def digest(texts: Iterable[bytes]) -> str:
    """One hash for several texts, each with its length, so that moving text between them changes it."""
    total = hashlib.sha256()
    for text in texts:
        total.update(len(text).to_bytes(8, "little"))
        total.update(text)
    return total.hexdigest()


def short(*texts: str) -> str:
    """A hash of texts for files that people read."""
    return digest(text.encode() for text in texts)[:8]


def file_hash(path: Path) -> str:
    """A hash of a file's content."""
    stat = path.stat()
    return _file_hash(path, stat.st_mtime_ns, stat.st_size)


@cache
def _file_hash(path: Path, modified: int, size: int) -> str:
    return hashlib.sha256(read_file(path)).hexdigest()
