"""The bar of an experiment: the games played of the most that there may be."""

from io import StringIO
from types import SimpleNamespace

import pytest
from rich.console import Console

from analyser.cli import answers
from analyser.experiments.budget import announce
from analyser.simulation.executor import Workers


def test_there_is_no_bar_before_there_is_anything_to_count(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Console(file=StringIO(), force_terminal=True, width=100)
    monkeypatch.setattr(answers, "err", screen)
    asked = SimpleNamespace(by=SimpleNamespace(workers=lambda: Workers(1)), resume=None, out=None)
    with answers.playing(asked) as runner:  # type: ignore[arg-type]
        pass
    assert "of at most" not in screen.file.getvalue()  # type: ignore[attr-defined]
    with answers.playing(asked) as runner:  # type: ignore[arg-type]
        announce([3_000], runner)
        runner.count(500, None)
    assert "500 of at most 3,000 games" in screen.file.getvalue()  # type: ignore[attr-defined]
