"""Files that are none are refused before they are read; letters that no file has are written all the same."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from analyser.core.files import as_json, read_file, write_together, write_whole
from tests.cli.commands import ROOT

SPARSE = 1 << 40
KINDS: dict[str, Callable[[Path], object]] = {
    "a pipe": os.mkfifo,
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "a folder": lambda path: path.mkdir(),
    "a sparse file": lambda path: (path.touch(), os.truncate(path, SPARSE)),
}


@pytest.mark.parametrize("kind", KINDS)
def test_only_files_of_a_sensible_size_are_read(tmp_path: Path, kind: str) -> None:
    KINDS[kind](tmp_path / "it")
    with pytest.raises(OSError, match=r"a folder, a pipe or a device, not a file|too large: 1,099,511,627,776 bytes"):
        read_file(tmp_path / "it")


def test_the_largest_is_read(tmp_path: Path) -> None:
    (tmp_path / "it").write_bytes(b"abc")
    assert read_file(tmp_path / "it", 3) == b"abc"
    with pytest.raises(OSError, match="3 bytes, at most 2"):
        read_file(tmp_path / "it", 2)


def test_several_files_together_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that fills up at the second of three: the old ones are as they were, and nothing else is there."""
    files = {tmp_path / name: name.encode() for name in ("main", "a", "b")}
    write_together(dict.fromkeys(files, b"old"))
    synced: list[int] = []

    def full(handle: int) -> None:
        synced.append(handle)
        if len(synced) == 2:
            raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left"):
            write_together(files)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == dict.fromkeys(("main", "a", "b"), b"old")
    write_together(files)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == files


@pytest.mark.parametrize("renames", [0, 1, 2])
def test_killed_between_two_files_leaves_nothing_that_looks_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, renames: int
) -> None:
    files = {tmp_path / name: name.encode() for name in ("main", "a", "b")}
    write_together(dict.fromkeys(files, b"old"))
    replace, done = Path.replace, []

    def killed(path: Path, to: Path) -> Path:
        if len(done) == renames:
            raise KeyboardInterrupt
        done.append(to)
        return replace(path, to)

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(Path, "replace", killed)
        write_together(files)
    assert not (tmp_path / "main").exists()
    write_together(files)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == files


def test_a_link_under_the_temporary_name_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine")
    (tmp_path / "it.tmp").symlink_to(tmp_path / "precious")
    write_whole(tmp_path / "it", b"new")
    assert (tmp_path / "precious").read_text() == "mine" and (tmp_path / "it").read_bytes() == b"new"


SHIPPED = ("analyser/games/", "analyser/cli/games.py", "analyser/benchmarks/speed.py")
"""They read what ships, or what the system tells."""


def test_files_are_read_in_one_place() -> None:
    """`read_text` and friends wait for pipes and read devices for ever."""
    elsewhere = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in sorted((ROOT / "analyser").rglob("*.py"))
        if not str(path.relative_to(ROOT)).startswith(SHIPPED)
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(r"\.read_(bytes|text)\(|\bopen\([^)]*\"r", line) and "new_strategy" not in line
    ]
    assert elsewhere == []


def test_json_of_a_name_that_is_not_utf8() -> None:
    assert json.loads(as_json({"path": "caf\udce9"})) == {"path": "caf\udce9"}
