"""What the tests of bad input share."""

from pathlib import Path

import pytest

from tests.cli.commands import Refused, analyse


@pytest.fixture
def refused(tmp_path: Path) -> Refused:
    """Types a command that must be refused; returns the last line it says. Nothing is left behind."""
    here = tmp_path / "here"
    here.mkdir()

    def run(*words: object, code: int = 2) -> str:
        done = analyse(*words, cwd=here)
        assert (done.code, done.out) == (code, ""), done.err
        assert list(here.rglob("*")) == []
        return done.last_line.removeprefix("analyse: ")

    return run
