"""The built-in strategies of Black Fleet: their files, what they claim to beat, and whether their ideas show."""

from functools import lru_cache

import polars as pl
import pytest

from analyser.games.black_fleet.box import read_box
from analyser.games.black_fleet.decks import Fortune
from analyser.simulation.job import make_job
from tests.strategies.league import SEED, BuiltIn, League, play

LEAGUE = League(
    "black-fleet",
    strong="commodore",
    required=frozenset({"random", "trader", "corsair", "navy", "greedy", "racer", "leader-basher"}),
    match_games=3000,
    pool_games=lambda _: 6720,
    lines=(160, 75),
    equals=("noisy:p=0.000001(greedy)", "greedy"),
)
GAME, STRONG = LEAGUE.game, LEAGUE.strong
SENSIBLE = [name for name in LEAGUE.files if name != "random"]
PLAYERS = GAME.players
DEVELOPMENT = read_box(GAME.data_folder).development
CARD_GAMES = 8000
"""For each card: its worth is then known to a point or less, the mean of a price to 0.4."""


@lru_cache
def seats_of_all(players: int = 4, games: int = 6000) -> pl.DataFrame:
    """Mean of each seat column by strategy, all sensible strategies mixed."""
    job = make_job(GAME, players, ",".join(SENSIBLE), None, "balanced", games, seed=SEED, part_games=games)
    seats = play(job).tables["seats"].with_columns(pl.col("strategy").cast(pl.String))
    return seats.group_by("strategy").agg(pl.selectors.numeric().mean()).sort("strategy")


def losses_among(others: str, games: int = 3000) -> dict[str, float]:
    """What the strong one loses on the average among three others."""
    seats = ",".join([STRONG] + [others] * 3)
    job = make_job(GAME, 4, None, seats, "rotate", games, seed=SEED, part_games=games)
    rows = play(job).tables["seats"].filter(pl.col("strategy").cast(pl.String) == STRONG)
    return rows.select(pl.col("stolen", "lost_pirates").mean()).row(0, named=True)


def most(column: str) -> str:
    """The strategy with the largest mean of a column."""
    return str(seats_of_all().sort(column)["strategy"][-1])


class TestBuiltIn(BuiltIn):
    pass


class TestIdeas:
    def test_trader_is_robbed_less_than_greedy(self) -> None:
        means = {row["strategy"]: row for row in seats_of_all().iter_rows(named=True)}
        assert means["trader"]["from_sales"] > means["greedy"]["from_sales"] + 0.5
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
        spoilt = LEAGUE.one_against_the_rest(STRONG, "leader-basher")
        unspoilt = LEAGUE.one_against_the_rest(STRONG, "greedy")
        assert spoilt.high[0] < unspoilt.low[0]

    def test_leader_basher_takes_from_the_leader(self) -> None:
        """The strong one, who leads, loses more doubloons and pirates to three of it than to three greedy ones."""
        spoilt, unspoilt = losses_among("leader-basher"), losses_among("greedy")
        assert spoilt["stolen"] > unspoilt["stolen"] + 0.1
        assert spoilt["lost_pirates"] > unspoilt["lost_pirates"] + 0.05


def strong_seats(play_as: str = STRONG, *settings: str, games: int = 4000) -> pl.DataFrame:
    """The seats of games in which all play alike."""
    job = make_job(GAME, 4, play_as, None, "mirror", games, assignments=settings, seed=SEED, part_games=games)
    return play(job).tables["seats"]


class TestCards:
    """The strong one uses what it is dealt: otherwise nobody could say what a card is worth."""

    @pytest.mark.long
    def test_dearer_development_cards_are_stronger_and_none_is_far_beyond_its_price(self) -> None:
        """What holders lose when their card has no power, on the same deals: by price; four points above it at most."""
        free, worth = strong_seats(games=CARD_GAMES), dict[int, list[float]]()
        for number, card in enumerate(DEVELOPMENT, 1):
            blank = strong_seats(STRONG, f"blank_card={number}", games=CARD_GAMES)
            holds = free[f"dev_{card.price}"].cast(pl.String) == card.name
            loss = free.filter(holds)["win"].mean() - blank.filter(holds)["win"].mean()  # type: ignore[operator]
            worth.setdefault(card.price, []).append(loss)
        means = {price: sum(cards) / len(cards) for price, cards in worth.items()}
        assert 0 < means[5] < means[8] < means[11] < means[14], means
        assert all(max(cards) < means[price] + 0.04 for price, cards in worth.items()), worth

    def test_to_change_places_is_no_burden(self) -> None:
        """Who swaps at random would rather not have the power: without it, its holders win less on the same deals."""
        number = 1 + next(k for k, card in enumerate(DEVELOPMENT) if card.name == "Twin captains")
        free, blank = strong_seats(), strong_seats(STRONG, f"blank_card={number}")
        holds = free["dev_14"].cast(pl.String) == "Twin captains"
        assert free.filter(holds)["win"].mean() > blank.filter(holds)["win"].mean() + 0.03  # type: ignore[operator]

    @pytest.mark.parametrize(
        "effect", [one for one in Fortune if one != Fortune.SECOND_MOVEMENT], ids=lambda effect: effect.name.lower()
    )
    @pytest.mark.long
    def test_every_fortune_card_is_played(self, effect: Fortune) -> None:
        """Some game goes otherwise if it may not be."""
        free, forbidden = (strong_seats(one, games=400) for one in (STRONG, f"never:fortune={int(effect)}({STRONG})"))
        assert not free.drop("strategy").equals(forbidden.drop("strategy"))


@pytest.mark.parametrize("players", PLAYERS)
def test_sensible_games_last_as_long_as_at_the_table(players: int) -> None:
    """10 to 22 turns each, hardly any unfinished, every source of income used."""
    job = make_job(GAME, players, ",".join(SENSIBLE), None, "balanced", 6720, seed=SEED, part_games=6720)
    part = play(job)
    games, seats = part.tables["games"], part.tables["seats"]
    assert 10 <= games["rounds"].mean() <= 22  # type: ignore[operator]
    assert (games["outcome"].cast(pl.String) == "unfinished").mean() < 0.001  # type: ignore[operator]
    for source in ("from_sales", "from_robbing", "from_burying", "from_sinking", "from_cards"):
        assert seats[source].mean() > 1  # type: ignore[operator]


@pytest.mark.parametrize("players", PLAYERS)
def test_every_port_is_worth_a_start_and_a_sale_and_beaches_are_worth_burying_on(players: int) -> None:
    """The ledger's amendment on the shipped board: among strong players a tenth of the placements and of the sales or
    more at every port, at least 1.5 burials a player and game, 10 to 22 rounds.
    """
    part = play(make_job(GAME, players, STRONG, None, "mirror", 3000, seed=SEED, part_games=3000))
    counted = part.tables["cells"].group_by(pl.col("port").cast(pl.String)).agg(pl.col("placed", "sales").sum())
    ports = counted.filter(pl.col("port") != "none")
    for what in ("placed", "sales"):
        assert (ports[what] / ports[what].sum()).min() > 0.1, ports  # type: ignore[operator]
    assert part.tables["seats"]["burials"].mean() > 1.5  # type: ignore[operator]
    assert 10 <= part.tables["games"]["rounds"].mean() <= 22  # type: ignore[operator]


def test_random_games_finish_or_are_counted_as_unfinished() -> None:
    job = make_job(GAME, 4, "random", None, "mirror", 500, seed=SEED, part_games=500)
    outcomes = play(job).tables["games"]["outcome"].cast(pl.String)
    assert set(outcomes) <= {"won", "shared", "unfinished"}
    assert len(outcomes) == 500
