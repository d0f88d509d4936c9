"""Hands the tests of `league.BuiltIn` what stands in their module's `LEAGUE`."""

import pytest

from analyser.simulation.engine import make_ready
from analyser.strategies.library import find_strategy
from tests.strategies.league import BuiltIn, League


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if not issubclass(metafunc.cls or object, BuiltIn):
        return
    league: League = metafunc.module.LEAGUE
    cases = {
        "strategy": list(league.files),
        "claim": league.claims,
        "other": league.simple,
        "n_players": league.game.players,
    }
    for argument, values in cases.items():
        if argument in metafunc.fixturenames:
            names = ["-".join(one) if isinstance(one, tuple) else str(one) for one in values]
            metafunc.parametrize(argument, values, ids=names)


@pytest.fixture(scope="module")
def league(request: pytest.FixtureRequest) -> League:
    """Whose strategies are tested."""
    return request.module.LEAGUE


@pytest.fixture(scope="module", autouse=True)
def compiled(request: pytest.FixtureRequest) -> None:
    """All strategies of a league at once, on all cores; other tests compile what they need."""
    league: League | None = getattr(request.module, "LEAGUE", None)
    if league is not None:
        make_ready(league.game, [find_strategy(league.game, name) for name in league.files], lambda _: None)
