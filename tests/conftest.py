"""What every test shares."""

import os
from collections.abc import Iterator

import pytest

import analyser  # noqa: F401  # before numpy, whose threads it limits
from analyser.games import places
from tests.checkout import Checkout

LONGEST = (
    "test_uncompiled.py",
    "test_wheel.py",
    "test_whole_reports.py",
    "test_machine_code.py",
    "test_cluster.py",
    "test_black_fleet.py",
    "test_hashes.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files first, so that no core waits for another at the end."""
    items.sort(key=lambda item: LONGEST.index(item.path.name) if item.path.name in LONGEST else len(LONGEST))


@pytest.fixture(autouse=True, scope="module")
def games_by_path_are_forgotten() -> Iterator[None]:
    """A game that a test has named by its path is no game of the tests after it."""
    typed, variable = set(places.ADDED), os.environ.get(places.VARIABLE, "")
    yield
    places.ADDED.clear()
    places.ADDED.update(typed)
    os.environ[places.VARIABLE] = variable


@pytest.fixture(scope="session")
def one_checkout(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Checkout]:
    made = Checkout(tmp_path_factory.mktemp("checkout"))
    yield made
    made.end()


@pytest.fixture
def checkout(one_checkout: Checkout) -> Iterator[Checkout]:
    """A checkout to edit; put back after the test."""
    yield one_checkout
    one_checkout.put_back()
