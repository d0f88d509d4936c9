"""The rules as they are written against the slow reference, in some positions of every kind.

`test_reference.py` compares the compiled rules in many more. These are for whoever changes a rule: the mistake is
found in seconds, without compiling, and so are the mutants of `make mutants`.
"""

from collections import Counter

import pytest

from tests.games.black_fleet.comparing import compare
from tests.games.black_fleet.kernel_games import PLAYERS
from tests.games.black_fleet.positions import OTHER_SETTINGS

pytestmark = pytest.mark.uncompiled
POSITIONS = 120


@pytest.mark.parametrize("n_players", PLAYERS)
@pytest.mark.parametrize("settings", OTHER_SETTINGS, ids=str)
def test_the_rules_and_the_reference_agree(settings, n_players):
    """In games whose table is stirred before each turn."""
    met = Counter()
    compare(POSITIONS, n_players, settings, n_players + 2, met)
    assert met["positions"] == POSITIONS and met["act 2"] > POSITIONS / 5
