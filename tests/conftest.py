"""What every test shares."""

import signal
from collections.abc import Iterator

import pytest

import analyser  # noqa: F401  # before numpy, whose threads it limits


@pytest.fixture(autouse=True)
def signals_are_put_back() -> Iterator[None]:
    """A command run in this process takes Ctrl-C for itself; programs started later would inherit that."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)
