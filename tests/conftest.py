"""What every test shares."""

from collections.abc import Iterator

import pytest

import analyser  # noqa: F401  # before numpy, whose threads it limits
from tests.checkout import Checkout


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files first, so that no core waits for another at the end."""
    items.sort(key=lambda item: item.path.name != "test_uncompiled.py")


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
