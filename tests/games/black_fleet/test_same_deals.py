"""BF-06: what the victory card costs changes neither the deal nor, before it can be bought, how the game goes."""

import pytest

from tests.games.black_fleet.kernel_games import PLAYERS, engine_of, play, same_seats

PRICES = (5, 8, 11, 14)


@pytest.fixture(scope="module")
def engine():
    return engine_of(["greedy"])


@pytest.mark.parametrize("n_players", PLAYERS)
def test_the_same_deals_at_10_and_at_20(engine, n_players):
    games = same_seats(400, n_players)
    short, long = (play(engine, games, victory_cost=cost) for cost in (10, 20))
    for price in PRICES:
        assert (short.seat[f"dev_{price}"] == long.seat[f"dev_{price}"]).all()
        rounds, later = short.seat[f"dev_{price}_round"], long.seat[f"dev_{price}_round"]
        in_both = (rounds > 0) & (rounds < short.game["rounds"][:, None])
        assert in_both.mean() > 0.2
        assert (rounds == later)[in_both].all()
    assert (long.game["rounds"] >= short.game["rounds"]).all()
    assert long.game["rounds"].mean() > short.game["rounds"].mean() + 1


@pytest.mark.parametrize("n_players", PLAYERS)
def test_another_seed_deals_otherwise(engine, n_players):
    games = same_seats(400, n_players)
    one, other = (play(engine, games, seed=seed) for seed in (1, 2))
    assert (one.seat["dev_14"] != other.seat["dev_14"]).mean() > 0.5
