"""A strategy is blamed for the time that it used, not for the time on the clock."""

import threading
import time
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from analyser.core.errors import StrategyFailed
from analyser.simulation.part import Slices
from tests.simulation.playing import job_of


def playing(play: Callable[[threading.Event], None]) -> Slices:
    """A part whose strategy is being asked all the time."""
    one = Slices.__new__(Slices)
    one.job, one.problem, one.done = job_of("random", 10), None, threading.Event()
    one.workspace = SimpleNamespace(game=0, decisions=0, rolled=0, asking=1, seat=0, lineup=[0])
    one.table = SimpleNamespace(is_playing=True, is_own=False)  # type: ignore[assignment]

    def until_done() -> None:
        play(one.done)
        one.done.set()

    one.play = until_done  # type: ignore[method-assign]
    one.start()
    return one


def sleeping(_: threading.Event) -> None:
    """What a stopped process, or one on a busy machine, looks like."""
    time.sleep(0.6)


def looping(done: threading.Event) -> None:
    while not done.is_set():
        pass


def test_time_on_the_clock_blames_nobody() -> None:
    playing(sleeping).watch(0.1)


def test_an_endless_loop_is_blamed() -> None:
    one = playing(looping)
    with pytest.raises(StrategyFailed, match=r"has not answered for 0\.2 seconds"):
        one.watch(0.2)
    one.done.set()
