"""This game's own columns, in the order in which the kernel gives them."""

from analyser import places
from analyser.columns import FIRST_GAME_COLUMN, FIRST_SEAT_COLUMN, Column
from analyser.games.black_fleet.decks import PRICES, read_development

CARDS = read_development(places.SEEDS / "black-fleet" / "development.toml")


def card_names(price: int) -> tuple[str, ...]:
    """The development cards of a price, in the order of the file."""
    return tuple(card.name for card in CARDS if card.price == price)


GAMES = (Column("victory_cost", "UInt8", "what the victory card cost in this game (BF-06)"),)
SEATS = (
    Column("doubloons", "UInt16", "doubloons held at the end"),
    Column("cards_bought", "UInt8", "development cards and victory card bought: 0 to 5 (BF-24)"),
    Column("sales", "UInt16", "loads sold (BF-14)"),
    Column("robberies", "UInt16", "merchants robbed (BF-17)"),
    Column("burials", "UInt16", "goods buried (BF-18)"),
    Column("sinkings", "UInt16", "pirates sunk (BF-16)"),
    Column("from_sales", "UInt16", "doubloons from sales"),
    Column("from_robbing", "UInt16", "doubloons from robberies"),
    Column("from_burying", "UInt16", "doubloons from burials"),
    Column("from_sinking", "UInt16", "doubloons from sinking pirates"),
    Column("from_cards", "UInt16", "doubloons from fortune cards: stolen, and secret goals (BF-22)"),
    Column("stolen", "UInt16", "doubloons lost to the fortune cards of others"),
    Column("lost_merchants", "UInt16", "own merchants sunk"),
    Column("lost_pirates", "UInt16", "own pirates sunk"),
    *(Column(f"dev_{price}", "Enum", f"the card dealt at {price} (BF-05)", card_names(price)) for price in PRICES),
    *(Column(f"dev_{price}_round", "UInt16", "round in which it was bought, from 1; 0: never") for price in PRICES),
    Column("victory_round", "UInt16", "round in which the victory card was bought, from 1; 0: never"),
)
VICTORY_COST = FIRST_GAME_COLUMN
(
    DOUBLOONS,
    CARDS_BOUGHT,
    SALES,
    ROBBERIES,
    BURIALS,
    SINKINGS,
    FROM_SALES,
    FROM_ROBBING,
    FROM_BURYING,
    FROM_SINKING,
    FROM_CARDS,
    STOLEN,
    LOST_MERCHANTS,
    LOST_PIRATES,
) = range(FIRST_SEAT_COLUMN, FIRST_SEAT_COLUMN + 14)
DEV = LOST_PIRATES + 1
DEV_ROUND = DEV + len(PRICES)
VICTORY_ROUND = DEV_ROUND + len(PRICES)
"""DEV and DEV_ROUND are the first of four columns each, by price."""
BREAKDOWNS = ("dev_14",)
"""Columns that `analyse simulate` shows the win share by."""
