"""Who checks a verdict: the competent strategies whose mirrors lie furthest apart, so that they could contradict it."""

import numpy as np
import pytest

from analyser.experiments.checks import usual_opponents
from analyser.experiments.roles import JudgedRole, is_seat, role_sample, roles_of
from analyser.experiments.sample import play
from analyser.experiments.seats import design_of
from analyser.games.loader import find_game
from analyser.strategies.library import strongest
from tests.experiments.asking import GAMES, RUNNER, ask

SIZES = {"black-fleet": 4000, "faut-pas-pousser": 8000, "la-planche": 20_000, "piratoons": 6000}
Z = 2.5


@pytest.mark.parametrize("game", GAMES)
def test_they_are_competent_and_not_the_base(game):
    found = find_game(game)
    opponents = usual_opponents(found, strongest(found))
    assert len(opponents) == 2
    assert set(opponents) < set(found.competent) - {strongest(found)}


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_their_mirrors_lie_furthest_apart(game):
    """By the first role, at the level that varies most among the mirrors: one of the two reaches the least of all
    mirrors but the base's, one the most, within 2.5 standard errors.
    """
    found, asked = find_game(game), ask(game, SIZES[game])
    base = strongest(found)
    role = roles_of(found, design_of(asked, base, RUNNER).are_equal)[0]
    others = [one for one in found.competent if one != base]
    samples = [
        play(asked.mirror(one, "fresh"), RUNNER) if is_seat(role) else role_sample(asked, role, one, RUNNER)
        for one in others
    ]
    advantage = [JudgedRole(role, one, 1.0).found.advantage for one in samples]
    value, error = (np.array([getattr(one, name) for one in advantage]) for name in ("value", "standard_error"))
    level = int(np.ptp(value, axis=0).argmax())
    named = [others.index(one) for one in usual_opponents(found, base)]
    low, high = (value + sign * Z * error for sign in (-1, 1))
    assert low[named, level].min() <= value[:, level].min()
    assert high[named, level].max() >= value[:, level].max()
