"""Every answer that a test of this folder makes is checked: nothing in its tables is undefined."""

import pytest

from analyser.experiments.answer import Answer
from tests.experiments.asking import undefined


@pytest.fixture(autouse=True)
def everything_is_defined(monkeypatch):
    """After each test: what its answers show is in docs/reference/metrics.md."""
    made: list[Answer] = []
    first = Answer.__init__

    def noted(self, *args, **more):
        first(self, *args, **more)
        made.append(self)

    monkeypatch.setattr(Answer, "__init__", noted)
    yield
    assert set().union(*(undefined(one) for one in made if not one.facts.get("planted"))) == set()
