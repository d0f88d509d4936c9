"""The focal seat visits every seat, whatever it plays: a strategy in its own field wins an equal share."""

import shutil

import numpy as np
import pytest

from analyser.experiments.sample import play
from analyser.games.loader import find_game
from analyser.strategies.library import strategy_files, strongest
from tests.experiments.asking import GAMES, RUNNER, ask


@pytest.mark.parametrize("game", GAMES)
def test_a_strategy_in_its_own_field_is_scored_like_any_other(game, tmp_path):
    """With every number of players, deal by deal and seat by seat: a copy under another name wins the same games.

    So both win an equal share of what is won, although the seats of some games differ.
    """
    base = strongest(find_game(game))
    shutil.copy(strategy_files(find_game(game))[base], tmp_path / "twin.py")
    for players in find_game(game).players:
        asked = ask(game, 200, players, folders=[tmp_path])
        own, copy = play(asked.focal(base, base), RUNNER), play(asked.focal("twin", base), RUNNER)
        assert own.of_focal().tolist() == copy.of_focal().tolist()
        assert own.of_focal("score").tolist() == copy.of_focal("score").tolist()
        assert own.of_focal().mean() == pytest.approx(own.wins.sum(1).mean() / players)
        assert own.n_games * players == copy.n_games


@pytest.mark.parametrize("game", GAMES)
def test_every_strategy_wins_an_equal_share_in_its_own_field(game):
    """Whatever is won: games without a winner lower the share of all."""
    for players in find_game(game).players:
        for strategy in strategy_files(find_game(game)):
            sample = play(ask(game, 100, players).focal(strategy, strategy), RUNNER)
            won = 1 - (sample.games["winners"] == 0).to_numpy().mean()
            assert np.isclose(sample.of_focal().mean(), won / players), strategy
