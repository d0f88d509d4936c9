"""Games of one file, written into a folder of the test's own."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from analyser.games import places
from tests.cli.commands import ROOT

EXAMPLES = ROOT / "docs" / "examples"
PIG = EXAMPLES / "pig" / "game.py"
Write = Callable[..., Path]


@pytest.fixture(autouse=True)
def nothing_found_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An empty folder, and no places that another test has named."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(places.VARIABLE, "")
    before = set(places.ADDED)
    yield
    places.ADDED.clear()
    places.ADDED.update(before)
    os.environ.pop(places.VARIABLE, None)


@pytest.fixture
def pig(tmp_path: Path) -> Write:
    """Pig with some texts replaced, as a file of its own."""

    def write(*changes: tuple[str, str], name: str = "spoilt") -> Path:
        text = PIG.read_text("utf-8")
        for old, new in changes:
            assert old in text, old
            text = text.replace(old, new)
        path = tmp_path / f"{name}.py"
        path.write_text(text, "utf-8")
        return path

    return write
