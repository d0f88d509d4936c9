"""Where compiled code is kept, and what was found about sources, so that neither is ever stale."""

import atexit
import hashlib
import os
import shutil
import stat
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

import msgspec

from analyser.core.files import MOST_STORED, read_file
from analyser.kernel import syntax
from analyser.kernel.backend import COMPILED
from analyser.kernel.hashing import digest, file_hash, short
from analyser.kernel.syntax import form, read_source
from analyser.kernel.walk import Used, identity, walk

MEMOS = "sources"
CHECKSUM = hashlib.sha256().digest_size


@cache
def root() -> Path:
    """The user's cache folder; where that cannot be written, or is not the user's alone, one for this process."""
    try:
        wished = os.environ.get("ANALYSE_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        folder = Path(wished) / "analyse"
        folder.parent.mkdir(parents=True, exist_ok=True)
        for one in (folder, folder / MEMOS):
            one.mkdir(mode=0o700, exist_ok=True)
        if all(map(is_ours_alone, (folder, folder / MEMOS))):
            with tempfile.TemporaryFile(dir=folder):
                return folder
    except (OSError, RuntimeError):  # there may be no HOME
        pass
    return _temporary_root()


def _temporary_root() -> Path:
    """A folder that goes with the process; without any room for it, all is kept in memory only."""
    try:
        folder = Path(tempfile.mkdtemp(prefix="analyse-cache-"))
    except OSError:
        return Path(os.devnull) / "analyse"
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ["ANALYSE_CACHE"] = str(folder)
    (folder / "analyse" / MEMOS).mkdir(parents=True)
    return folder / "analyse"


def is_ours_alone(path: Path) -> bool:
    """Whether nobody else can write there: machine code that is loaded is code that runs."""
    found = path.lstat()
    is_link = stat.S_ISLNK(found.st_mode)
    return found.st_uid == os.getuid() and not is_link and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def store(path: Path, content: bytes) -> None:
    """Write a file of the cache with its checksum, if there is room; what is missing is made again."""
    with suppress(OSError):
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(hashlib.sha256(content).digest() + content)
            Path(name).replace(path)
        except OSError:
            Path(name).unlink()


def read(path: Path) -> bytes | None:
    """A file of the cache, if it is there, ours and undamaged; a damaged one is thrown away."""
    try:
        content = read_file(path, MOST_STORED) if is_ours_alone(path) else b""
    except OSError:
        return None
    if hashlib.sha256(content[CHECKSUM:]).digest() == content[:CHECKSUM]:
        return content[CHECKSUM:]
    throw_away(path)
    return None


def throw_away(path: Path) -> None:
    """Forget a file of the cache, which is then made again."""
    with suppress(OSError):
        path.unlink()


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
    memo = _memo(path)
    if memo is None or not memo.holds(data):
        used = walk(function)
        memo = Memo({str(one): file_hash(one) for one in (*used.files, *data)}, used.symbols, used.code)
        store(path, msgspec.json.encode(memo))
    return Used(memo.symbols, memo.code, tuple(map(Path, memo.files)))


def form_hash(path: Path) -> str:
    """The hash of what the code of a file does. It is parsed only if it has changed."""
    memo = root() / MEMOS / f"{digest([file_hash(one).encode() for one in (path, Path(syntax.__file__))])[:24]}.txt"
    found = read(memo)
    if found is None:
        found = short(form(read_source(path).tree)).encode()
        store(memo, found)
    return found.decode()


def _memo(path: Path) -> Memo | None:
    try:
        return msgspec.json.decode(read(path) or b"", type=Memo)
    except msgspec.DecodeError:
        return None
