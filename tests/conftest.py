"""What every test shares."""

import pytest

import analyser  # noqa: F401  # before numpy, whose threads it limits


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files first, so that no core waits for another at the end."""
    items.sort(key=lambda item: item.path.name != "test_uncompiled.py")
