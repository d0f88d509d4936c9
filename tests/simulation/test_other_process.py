"""A question to another process: its answer, its errors, and what it prints."""

import os

import pytest

from analyser.core.errors import BadInput, RunFailed
from analyser.simulation.other_process import SWITCH, ask


def told(number: int) -> tuple[int, str | None]:
    """Prints before it answers, as a strategy might."""
    print("noise")
    return number + 1, os.environ.get(SWITCH)


def refused() -> None:
    raise BadInput("No such card. Type another.")


def broken() -> None:
    raise ValueError("a\nb")


@pytest.mark.parametrize(("compiled", "switch"), [(False, "1"), (True, None)])
def test_the_answer_comes_back_compiled_or_not(
    monkeypatch: pytest.MonkeyPatch, compiled: bool, switch: str | None
) -> None:
    monkeypatch.setenv(SWITCH, "0" if not compiled else "1")
    assert ask(told, 1, failure="It failed", compiled=compiled) == (2, switch)


def test_an_error_is_raised_here_as_it_was_there() -> None:
    with pytest.raises(BadInput, match=r"^No such card\. Type another\.$"):
        ask(refused, failure="It failed")


def test_a_crash_is_one_sentence() -> None:
    with pytest.raises(RunFailed, match=r"^It failed: b$"):
        ask(broken, failure="It failed")
