"""The built-in strategies of Piratoons: their files, what they claim to beat, and whether their ideas show."""

from functools import lru_cache

import polars as pl
import pytest

from analyser.simulation.job import Job, make_job
from analyser.statistics.intervals import share_intervals
from tests.strategies.league import SEED, BuiltIn, League, play

LEAGUE = League(
    "piratoons",
    strong="quartermaster",
    required=frozenset({"random", "grabber", "saver", "sailor", "shipwright", "collector"}),
    match_games=1200,
    pool_games=lambda _: 8400,
    lines=(90, 60),
    equals=("noisy:p=0.000001(shipwright)", "shipwright"),
)
GAME, STRONG = LEAGUE.game, LEAGUE.strong
SENSIBLE = [name for name in LEAGUE.files if name != "random"]


def means_of(job: Job) -> dict[str, dict[str, float]]:
    """Mean of each seat column by strategy."""
    seats = play(job).tables["seats"].with_columns(pl.col("strategy").cast(pl.String))
    rows = seats.group_by("strategy").agg(pl.selectors.numeric().mean()).iter_rows(named=True)
    return {row["strategy"]: row for row in rows}


@lru_cache
def means_of_all() -> dict[str, dict[str, float]]:
    """All sensible strategies mixed."""
    return means_of(make_job(GAME, 4, ",".join(SENSIBLE), None, "balanced", 3600, seed=SEED, part_games=3600))


def most(column: str) -> str:
    """The simple strategy with the largest mean of a column."""
    return max((name for name in SENSIBLE if name != STRONG), key=lambda name: means_of_all()[name][column])


class TestBuiltIn(BuiltIn):
    pass


class TestIdeas:
    def test_grabber_loots_most(self) -> None:
        assert most("tiles_looted") == "grabber"

    def test_saver_keeps_most_pawns_and_is_the_richest(self) -> None:
        assert most("doubloons") == most("from_riches") == "saver"

    def test_saver_spends_most_a_tile(self) -> None:
        means = means_of_all()
        price = {name: means[name]["spent"] / means[name]["tiles_bought"] for name in SENSIBLE}
        assert max(price, key=lambda name: price[name]) == "saver"

    def test_sailor_has_most_sails(self) -> None:
        assert most("sails") == most("from_sails") == "sailor"

    def test_shipwright_joins_best(self) -> None:
        assert most("from_joins") == "shipwright"

    def test_collector_has_the_best_families(self) -> None:
        assert most("from_families") == "collector"


def test_quick_hands_win() -> None:
    """Reaction 0.7 against 0.4: the quick seat of equals wins more than its quarter."""
    quick = ["reaction=0.4", "reaction_by_seat=30,0,0,0"]
    job = make_job(GAME, 4, "grabber", None, "mirror", 1200, None, quick, SEED, part_games=1200)
    tally = play(job).tally
    assert share_intervals(tally.seats, tally.n_blocks).low[0] > 0.3


@pytest.mark.long
def test_keeping_pawns_at_home_can_be_forced() -> None:
    """`never:pawn=4` puts at most three pawns a round down."""
    job = make_job(GAME, 2, None, "never:pawn=4(grabber),random", "rotate", 200, seed=SEED, part_games=200)
    means = means_of(job)["never:pawn=4(grabber)"]
    assert means["pawns_placed"] <= 24


class TestQuartermaster:
    def test_no_bid_is_better_than_its_drawn_ones(self) -> None:
        """Held to any bid among its likes, it wins no more than freely."""
        for bid in (1, 2, 3):
            held = f"always:bid={bid}({STRONG})"
            shares = LEAGUE.one_against_the_rest(held, STRONG, games=800)
            assert shares.low[0] < 1 / 4
