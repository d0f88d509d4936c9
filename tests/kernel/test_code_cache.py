"""The cache of compiled code: damage heals, strangers are not trusted, a full disk plays from memory."""

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from analyser.kernel import code_cache, machine_code
from analyser.kernel.backend import compiled
from analyser.kernel.machine_code import EntryPoint


@compiled
def twice(number: int) -> int:
    return 2 * number


def doubled(number: int) -> int:
    return twice(number)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A new cache of this test alone, in a process that has loaded nothing."""
    monkeypatch.setenv("ANALYSE_CACHE", str(tmp_path))
    monkeypatch.setattr(machine_code, "_loaded", {})
    code_cache.root.cache_clear()
    yield tmp_path / "analyse"
    code_cache.root.cache_clear()


def entry() -> EntryPoint:
    return EntryPoint("doubled", doubled, (1,))


def keep(content: bytes) -> bytes:
    return hashlib.sha256(content).digest() + content


DAMAGES: dict[str, Callable[[Path], object]] = {
    "empty": lambda path: path.write_bytes(b""),
    "cut": lambda path: path.write_bytes(path.read_bytes()[:-100]),
    "zeroed": lambda path: path.write_bytes(bytes(path.stat().st_size)),
    "nothing, with its digest": lambda path: path.write_bytes(keep(b"")),
    "another thing, with its digest": lambda path: path.write_bytes(keep(b"\x80\x04N.")),
    "one that others can write": lambda path: path.chmod(0o666),
    "a folder": lambda path: (path.unlink(), path.mkdir()),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_entry_is_compiled_again(cache: Path, damage: str) -> None:
    one = entry()
    assert one.load()(21) == 42
    DAMAGES[damage](one.path)
    machine_code._loaded.clear()
    again = entry()
    assert again._read() is None
    assert again.load()(21) == 42
    if damage != "a folder":
        assert code_cache.read(one.path) is not None and one.path.stat().st_mode & 0o777 == 0o600


def test_a_link_is_not_followed(cache: Path, tmp_path: Path) -> None:
    """A link belongs to whoever made it; what it shows may be anybody's."""
    one = entry()
    one.load()
    one.path.replace(tmp_path / "elsewhere")
    one.path.symlink_to(tmp_path / "elsewhere")
    assert code_cache.read(one.path) is None and not one.path.exists()
    assert (tmp_path / "elsewhere").exists()


def test_a_damaged_memo_is_made_again(cache: Path) -> None:
    before = entry().used
    (memo,) = (cache / code_cache.MEMOS).iterdir()
    memo.write_bytes(memo.read_bytes().replace(before.code.encode(), b"0" * len(before.code)))
    assert entry().used == before


@pytest.mark.parametrize("mode", [0o777, 0o775])
def test_a_folder_that_others_can_write_is_not_trusted(cache: Path, mode: int) -> None:
    code_cache.root()
    (cache / code_cache.MEMOS).chmod(mode)
    code_cache.root.cache_clear()
    assert code_cache.root() != cache and code_cache.root().is_dir()
    assert code_cache.is_ours_alone(code_cache.root())


def test_a_new_folder_is_ours_alone_whatever_the_umask(cache: Path) -> None:
    before = os.umask(0)
    try:
        assert code_cache.root() == cache
    finally:
        os.umask(before)


def test_a_folder_of_somebody_else_is_not_trusted(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code_cache.root()
    uid = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: uid + 1)
    assert not code_cache.is_ours_alone(cache)


def test_no_home(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("ANALYSE_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", nobody)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert code_cache.root().is_dir()


def test_no_folder_at_all_plays_from_memory(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("ANALYSE_CACHE", str(tmp_path / "file"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    assert entry().load()(21) == 42


def test_a_full_disk_plays_from_memory_and_leaves_nothing(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code_cache.root()
    monkeypatch.setattr("analyser.kernel.code_cache.os.fdopen", full)
    assert entry().load()(21) == 42
    monkeypatch.undo()
    assert [path for path in cache.rglob("*") if path.is_file()] == []


class full:
    """A file on a disk that has no room."""

    def __init__(self, handle: int, mode: str) -> None:
        self.handle = handle

    def __enter__(self) -> "full":
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self.handle)

    def write(self, content: bytes) -> None:
        raise OSError(28, "No space left on device")
