"""Files that are none are refused before they are read; letters that no file has are written all the same."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from analyser.core.files import as_json, read_file
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
