"""The built-in strategies of Piratoons: their files, what they claim to beat, and whether their ideas show."""

import ast
import re
from functools import lru_cache
from io import BytesIO

import polars as pl
import pytest

from analyser.aggregate.intervals import Intervals, share_intervals
from analyser.engine import make_ready
from analyser.job import Job, make_job
from analyser.playing import Part, play_part
from analyser.registry import find_game
from analyser.strategies import find_strategy, strategy_files

GAME = find_game("piratoons")
FILES = strategy_files(GAME)
STRONG = "quartermaster"
SIMPLE = sorted(set(FILES) - {STRONG})
REQUIRED = {"random", "grabber", "saver", "sailor", "shipwright", "collector", STRONG}
SENSIBLE = [name for name in FILES if name != "random"]
SEED = 2026
PLAYERS = (2, 3, 4)


def docstring(name: str) -> str:
    return ast.get_docstring(ast.parse(FILES[name].read_text(encoding="utf-8"))) or ""


def claims(name: str) -> list[str]:
    """The strategies that a file says it beats."""
    found = re.search(r"Beats: ([^.]*)\.", docstring(name))
    return found[1].replace("\n", " ").split(", ") if found else []


CLAIMS = [(name, other) for name in FILES for other in claims(name)]


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """All strategies at once."""
    make_ready(GAME, [find_strategy(GAME, name) for name in FILES], lambda _: None)


def play(job: Job) -> Part:
    return play_part(job, 0, 60.0, None, lambda _: None)


def intervals(job: Job) -> Intervals:
    """Win shares by strategy with joint 95 % intervals."""
    tally = play(job).tally
    return share_intervals(tally.strategies, tally.n_blocks)


@lru_cache
def one_against_the_rest(name: str, other: str, players: int = 4, games: int = 1200) -> Intervals:
    """One seat plays `name` and all others `other`, in every order of the seats."""
    seats = ",".join([name] + [other] * (players - 1))
    return intervals(make_job(GAME, players, None, seats, "rotate", games, seed=SEED, part_games=games))


def means_of(job: Job) -> dict[str, dict[str, float]]:
    """Mean of each seat column by strategy."""
    seats = pl.read_parquet(BytesIO(play(job).tables["seats"])).with_columns(pl.col("strategy").cast(pl.String))
    rows = seats.group_by("strategy").agg(pl.selectors.numeric().mean()).iter_rows(named=True)
    return {row["strategy"]: row for row in rows}


@lru_cache
def means_of_all() -> dict[str, dict[str, float]]:
    """All sensible strategies mixed."""
    return means_of(make_job(GAME, 4, ",".join(SENSIBLE), None, "balanced", 3600, seed=SEED, part_games=3600))


def most(column: str) -> str:
    """The simple strategy with the largest mean of a column."""
    return max((name for name in SENSIBLE if name != STRONG), key=lambda name: means_of_all()[name][column])


class TestFiles:
    def test_all_that_are_required_are_there(self) -> None:
        assert set(FILES) >= REQUIRED

    @pytest.mark.parametrize("name", FILES)
    def test_says_its_idea_and_its_weakness(self, name: str) -> None:
        assert find_strategy(GAME, name).idea.endswith(".")
        assert "\nIdea: " in docstring(name)
        assert "Weakness: " in docstring(name)
        assert name == "random" or claims(name)

    @pytest.mark.parametrize("name", FILES)
    def test_is_short(self, name: str) -> None:
        n_lines = len(FILES[name].read_text(encoding="utf-8").splitlines())
        assert n_lines <= (90 if name == STRONG else 60)


class TestClaims:
    @pytest.mark.parametrize(("name", "other"), CLAIMS)
    def test_beats(self, name: str, other: str) -> None:
        """One against three of the others wins more than its quarter. The seed is fixed: there are no false alarms."""
        assert one_against_the_rest(name, other).low[0] > 1 / 4

    def test_everybody_claims_to_beat_random(self) -> None:
        assert {name for name, other in CLAIMS if other == "random"} == set(FILES) - {"random"}

    def test_equals_do_not_beat_each_other(self) -> None:
        """The rigged game: a strategy among three of its own kind, that noise only gives another name."""
        same = one_against_the_rest("noisy:p=0.000001(grabber)", "grabber")
        assert same.low[0] < 1 / 4 < same.high[0]


class TestTheStrongOne:
    @pytest.mark.parametrize("players", PLAYERS)
    @pytest.mark.parametrize("other", SIMPLE)
    def test_beats_each_other(self, other: str, players: int) -> None:
        shares = one_against_the_rest(STRONG, other, players)
        assert shares.low[0] > 1 / players
        assert shares.low[0] > shares.high[1]

    @pytest.mark.parametrize("players", PLAYERS)
    def test_leads_the_balanced_pool(self, players: int) -> None:
        pool = ",".join([STRONG, *SIMPLE])
        shares = intervals(make_job(GAME, players, pool, None, "balanced", 8400, seed=SEED, part_games=8400))
        assert shares.low[0] > max(shares.high[1:])


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


def test_keeping_pawns_at_home_can_be_forced() -> None:
    """`never:pawn=4` puts at most three pawns a round down."""
    job = make_job(GAME, 2, None, "never:pawn=4(grabber),random", "rotate", 200, seed=SEED, part_games=200)
    means = means_of(job)["never:pawn=4(grabber)"]
    assert means["pawns_placed"] <= 24
