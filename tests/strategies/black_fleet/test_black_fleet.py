"""The built-in strategies of Black Fleet: their files, what they claim to beat, and whether their ideas show."""

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

GAME = find_game("black-fleet")
FILES = strategy_files(GAME)
STRONG = "commodore"
SIMPLE = sorted(set(FILES) - {STRONG})
REQUIRED = {"random", "trader", "corsair", "navy", "greedy", "racer", "leader-basher", STRONG}
SENSIBLE = [name for name in FILES if name != "random"]
SEED = 2026
PLAYERS = (3, 4)


def docstring(name: str) -> str:
    return ast.get_docstring(ast.parse(FILES[name].read_text(encoding="utf-8"))) or ""


def claims(name: str) -> list[str]:
    """The strategies that a file says it beats."""
    found = re.search(r"Beats: ([^.]*)\.", docstring(name))
    return found[1].replace("\n", " ").split(", ") if found else []


CLAIMS = [(name, other) for name in FILES for other in claims(name)]


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """All strategies at once, on all cores."""
    make_ready(GAME, [find_strategy(GAME, name) for name in FILES], lambda _: None)


def play(job: Job) -> Part:
    return play_part(job, 0, 60.0, None, lambda _: None)


def intervals(job: Job) -> Intervals:
    """Win shares by strategy with joint 95 % intervals."""
    tally = play(job).tally
    return share_intervals(tally.strategies, tally.n_blocks)


@lru_cache
def one_against_the_rest(name: str, other: str, players: int = 4, games: int = 3000) -> Intervals:
    """One seat plays `name` and all others `other`, in every order of the seats."""
    seats = ",".join([name] + [other] * (players - 1))
    return intervals(make_job(GAME, players, None, seats, "rotate", games, seed=SEED, part_games=games))


@lru_cache
def seats_of_all(players: int = 4, games: int = 6000) -> pl.DataFrame:
    """Mean of each seat column by strategy, all sensible strategies mixed."""
    job = make_job(GAME, players, ",".join(SENSIBLE), None, "balanced", games, seed=SEED, part_games=games)
    seats = pl.read_parquet(BytesIO(play(job).tables["seats"])).with_columns(pl.col("strategy").cast(pl.String))
    return seats.group_by("strategy").agg(pl.selectors.numeric().mean()).sort("strategy")


def most(column: str) -> str:
    """The strategy with the largest mean of a column."""
    return str(seats_of_all().sort(column)["strategy"][-1])


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
        assert n_lines <= (160 if name == STRONG else 60)


class TestClaims:
    @pytest.mark.parametrize(("name", "other"), CLAIMS)
    def test_beats(self, name: str, other: str) -> None:
        """One against three of the others wins more than its quarter. The seed is fixed: there are no false alarms."""
        assert one_against_the_rest(name, other).low[0] > 1 / 4

    def test_everybody_claims_to_beat_random(self) -> None:
        assert {name for name, other in CLAIMS if other == "random"} == set(FILES) - {"random"}

    def test_equals_do_not_beat_each_other(self) -> None:
        """The rigged game: a strategy among three of its own kind, that noise only gives another name."""
        same = one_against_the_rest("noisy:p=0.000001(greedy)", "greedy")
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
        job = make_job(GAME, players, ",".join([STRONG, *SIMPLE]), None, "balanced", 6720, seed=SEED, part_games=6720)
        shares = intervals(job)
        assert shares.low[0] > max(shares.high[1:])


class TestIdeas:
    def test_trader_is_robbed_less_than_greedy(self) -> None:
        means = {row["strategy"]: row for row in seats_of_all().iter_rows(named=True)}
        assert means["trader"]["from_sales"] > means["greedy"]["from_sales"] + 1
        assert means["trader"]["lost_merchants"] < 0.9 * means["greedy"]["lost_merchants"]

    def test_corsair_buries_most(self) -> None:
        assert most("from_burying") == most("burials") == "corsair"

    def test_navy_sinks_more_than_greedy_and_corsair(self) -> None:
        sinkings = dict(seats_of_all().select("strategy", "sinkings").iter_rows())
        assert sinkings["navy"] > max(sinkings["greedy"], sinkings["corsair"]) + 0.1

    def test_racer_buys_for_what_a_power_earns_not_for_its_price(self) -> None:
        """Cards at 5 earn little: greedy buys them first of all, racer later."""
        rounds = dict(seats_of_all().select("strategy", "dev_5_round").iter_rows())
        assert rounds["racer"] > rounds["greedy"] + 0.5

    def test_leader_basher_spoils_it_for_the_leader(self) -> None:
        """Among three of it the strong one wins less than among three greedy ones."""
        spoilt = one_against_the_rest(STRONG, "leader-basher", games=12_000)
        unspoilt = one_against_the_rest(STRONG, "greedy", games=12_000)
        assert spoilt.high[0] < unspoilt.low[0]


@pytest.mark.parametrize("players", PLAYERS)
def test_sensible_games_last_as_long_as_at_the_table(players: int) -> None:
    """10 to 22 turns each, hardly any unfinished, every source of income used."""
    job = make_job(GAME, players, ",".join(SENSIBLE), None, "balanced", 6720, seed=SEED, part_games=6720)
    part = play(job)
    games, seats = (pl.read_parquet(BytesIO(part.tables[name])) for name in ("games", "seats"))
    assert 10 <= games["rounds"].mean() <= 22  # type: ignore[operator]
    assert (games["outcome"].cast(pl.String) == "unfinished").mean() < 0.001  # type: ignore[operator]
    for source in ("from_sales", "from_robbing", "from_burying", "from_sinking", "from_cards"):
        assert seats[source].mean() > 1  # type: ignore[operator]


def test_random_games_finish_or_are_counted_as_unfinished() -> None:
    job = make_job(GAME, 4, "random", None, "mirror", 500, seed=SEED, part_games=500)
    outcomes = pl.read_parquet(BytesIO(play(job).tables["games"]))["outcome"].cast(pl.String)
    assert set(outcomes) <= {"won", "shared", "unfinished"}
    assert len(outcomes) == 500
