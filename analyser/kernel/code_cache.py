"""Where compiled code is kept, and what was found about sources, so that neither is ever stale."""

import atexit
import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

import msgspec

from analyser.kernel.backend import COMPILED
from analyser.kernel.hashing import digest, file_hash
from analyser.kernel.walk import Used, identity, walk

MEMOS = "sources"
CHECKSUM = hashlib.sha256().digest_size


@cache
def root() -> Path:
    """The user's cache folder, or a temporary one where that cannot be written."""
    wished = os.environ.get("ANALYSE_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(wished) / "analyse"
    try:
        (folder / MEMOS).mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        temporary = tempfile.mkdtemp(prefix="analyse-cache-")
        (Path(temporary) / MEMOS).mkdir()
        atexit.register(shutil.rmtree, temporary, ignore_errors=True)
        os.environ["ANALYSE_CACHE"] = temporary
        return Path(temporary)


def store(path: Path, content: bytes) -> None:
    """Write a file of the cache completely, if possible; what is missing is made again."""
    with suppress(OSError):
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as file:
            file.write(content)
        Path(file.name).replace(path)


def store_checked(path: Path, content: bytes) -> None:
    """Write a file of the cache together with its checksum."""
    store(path, hashlib.sha256(content).digest() + content)


def read_checked(path: Path) -> bytes | None:
    """A file of the cache, if it is there and undamaged."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    return content[CHECKSUM:] if hashlib.sha256(content[CHECKSUM:]).digest() == content[:CHECKSUM] else None


class Memo(msgspec.Struct):
    """What functions use, and the files that say so."""

    files: dict[str, str]
    symbols: dict[str, dict[str, list[str]]]
    code: str

    def holds(self, data: Iterable[Path]) -> bool:
        """Whether all files are as they were."""
        return set(map(str, data)) <= set(self.files) and all(map(self._is_same, self.files))

    def _is_same(self, path: str) -> bool:
        try:
            return file_hash(Path(path)) == self.files[path]
        except OSError:
            return False


def used_by(function: object, data: Iterable[Path] = ()) -> Used:
    """What a function uses. Sources are walked only if they, or the data that constants are read from, have changed."""
    path = root() / MEMOS / f"{digest([str(COMPILED).encode(), identity(function, exact=True).encode()])[:24]}.json"
    memo = _read(path)
    if memo is None or not memo.holds(data):
        used = walk(function)
        memo = Memo({str(one): file_hash(one) for one in (*used.files, *data)}, used.symbols, used.code)
        store(path, msgspec.json.encode(memo))
    return Used(memo.symbols, memo.code, tuple(map(Path, memo.files)))


def _read(path: Path) -> Memo | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Memo)
    except (OSError, msgspec.DecodeError):
        return None
