"""What the tests of bad input share."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from analyser.cli.app import main

Refused = Callable[..., str]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which a command is typed; empty."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def refused(here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Refused:
    """Types a command that must be refused; returns the last line it says. Nothing is left behind.

    It runs in this process, which is much quicker, but through the very `main` of the command.
    """

    def run(*words: object, code: int = 2) -> str:
        monkeypatch.setattr(sys, "argv", ["analyse", *map(str, words)])
        monkeypatch.setattr(os, "_exit", sys.exit)
        with pytest.raises(SystemExit) as left:
            main()
        said = capsys.readouterr()
        assert left.value.code == code, said.err
        assert said.out == ""
        assert "Traceback" not in said.err
        assert list(here.rglob("*")) == []
        return said.err.rstrip("\n").splitlines()[-1].removeprefix("analyse: ")

    return run
