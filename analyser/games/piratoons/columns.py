"""This game's own columns, in the order in which the kernel gives them."""

from pathlib import Path

from analyser.games.definition import Columns
from analyser.kernel.columns import FIRST_GAME_COLUMN, FIRST_SEAT_COLUMN, Column

GAMES = (
    Column("first_captain", "UInt8", "seat that was captain in round 1; then clockwise (PT-04)"),
    Column("ticks", "UInt16", "ticks of all plunders together (PT-06)"),
    Column("stopped", "UInt8", "plunders that somebody stopped; the others ran to their last tick (PT-06)"),
    Column(
        "lost_to_ties",
        "UInt8",
        "tiles with pawns on them that nobody took, because the pawns cancelled each other (PT-10)",
    ),
    Column("untouched", "UInt8", "tiles on which no pawn counted at the end of the plunder (PT-10)"),
    Column("auctions", "UInt8", "rounds with an auction (PT-11)"),
    Column("halvings", "UInt8", "times that all gave back half of their doubloons (PT-09)"),
    Column("bank", "UInt8", "doubloons in the bank at the end"),
    Column("sunk", "UInt8", "ship tiles that sank (PT-12)"),
    Column("adrift_sails", "UInt8", "sails afloat at the end (PT-12, PT-14)"),
    Column("adrift_decks", "UInt8", "deck tiles afloat at the end"),
    Column("adrift_gunports", "UInt8", "gunport tiles afloat at the end"),
    Column("adrift_portholes", "UInt8", "porthole tiles afloat at the end"),
    Column("adrift_quarters", "UInt8", "quarters tiles afloat at the end"),
)
(
    FIRST_CAPTAIN,
    TICKS,
    STOPPED,
    LOST_TO_TIES,
    UNTOUCHED,
    AUCTIONS,
    HALVINGS,
    BANK,
    SUNK_TILES,
    ADRIFT,
) = range(FIRST_GAME_COLUMN, FIRST_GAME_COLUMN + 10)
"""ADRIFT is the first of five columns, by kind of equipment."""

SEATS = (
    Column("from_sails", "Int8", "points for most sails (PT-17)"),
    Column("from_riches", "Int8", "points for most doubloons (PT-17)"),
    Column("from_size", "Int8", "points for most barrels (PT-17)"),
    Column("from_joins", "Int16", "points of good joins less those of bad ones (PT-16)"),
    Column("from_empty", "Int8", "points lost to empty places (PT-19)"),
    Column("from_families", "Int16", "points of families (PT-20)"),
    Column("sails", "UInt8", "sails on the ship at the end"),
    Column("decks", "UInt8", "deck tiles on the ship at the end"),
    Column("gunports", "UInt8", "gunport tiles on the ship at the end"),
    Column("portholes", "UInt8", "porthole tiles on the ship at the end"),
    Column("quarters", "UInt8", "quarters tiles on the ship at the end"),
    Column("one_storey", "UInt8", "ship tiles of one storey"),
    Column("two_storeys", "UInt8", "ship tiles of two storeys"),
    Column("three_storeys", "UInt8", "ship tiles of three storeys"),
    Column("four_storeys", "UInt8", "ship tiles of four storeys"),
    Column("barrels", "UInt8", "barrels of the ship"),
    Column("bad_joins", "UInt8", "bad joins of the best order of its tiles (PT-16)"),
    Column("empty_places", "UInt8", "empty places of all kinds (PT-19)"),
    Column("doubloons", "UInt8", "doubloons at the end"),
    Column("pawns_kept", "UInt8", "pawns kept in reserve, over all rounds (PT-09)"),
    Column("pawns_placed", "UInt8", "pawns put down, those that landed badly included (PT-07)"),
    Column("pawns_lost", "UInt8", "pawns that landed badly or knocked an enemy down (PT-08)"),
    Column("rounds_out", "UInt8", "rounds in which the seat was out for clumsiness (PT-08)"),
    Column("stops", "UInt8", "plunders that the seat stopped (PT-06)"),
    Column("paid", "UInt8", "doubloons paid for pawns in reserve (PT-09)"),
    Column("gave_back", "UInt8", "doubloons given back when the bank was empty (PT-09)"),
    Column("tiles_looted", "UInt8", "tiles won in plunders (PT-10)"),
    Column("bids", "UInt8", "bids above zero (PT-11)"),
    Column("bids_cancelled", "UInt8", "of these, cancelled by an equal bid (PT-11)"),
    Column("tiles_bought", "UInt8", "tiles won in auctions (PT-11)"),
    Column("spent", "UInt8", "doubloons spent in auctions (PT-11)"),
    Column("thrown", "UInt8", "tiles thrown back into the sea (PT-14)"),
    Column("captain_round", "UInt8", "first round in which the seat was captain, from 1; then every n-th (PT-04)"),
)
(
    FROM_SAILS,
    FROM_RICHES,
    FROM_SIZE,
    FROM_JOINS,
    FROM_EMPTY,
    FROM_FAMILIES,
    SAILS,
    DECKS,
    GUNPORTS,
    PORTHOLES,
    QUARTERS,
    ONE_STOREY,
    TWO_STOREYS,
    THREE_STOREYS,
    FOUR_STOREYS,
    BARRELS,
    BAD_JOINS,
    EMPTY_PLACES,
    DOUBLOONS,
    PAWNS_KEPT,
    PAWNS_PLACED,
    PAWNS_LOST,
    ROUNDS_OUT,
    STOPS,
    PAID,
    GAVE_BACK,
    TILES_LOOTED,
    BIDS,
    BIDS_CANCELLED,
    TILES_BOUGHT,
    SPENT,
    THROWN,
    CAPTAIN_ROUND,
) = range(FIRST_SEAT_COLUMN, FIRST_SEAT_COLUMN + len(SEATS))
COLUMNS = Columns(GAMES, SEATS, breakdowns=("captain_round",))


def columns_of(data: Path) -> Columns:
    """All of them. None depends on the data."""
    return COLUMNS
