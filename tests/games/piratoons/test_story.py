"""A game told: chest, pawns as they fall, loot, auction, ships in text, the count."""

import pytest

from analyser.games.piratoons import points
from analyser.games.piratoons.notation import below_deck, best_order, ship_lines, tile_words
from analyser.games.piratoons.story import Story
from analyser.games.piratoons.table import FIRST_SHIP, Event
from analyser.games.piratoons.tiles import read_tiles
from analyser.simulation.job import make_job
from analyser.simulation.narrate import tell_game
from tests.games.piratoons.kernel_games import GAME, PLAYERS
from tests.games.piratoons.tables import code_of, lay_pawns, shipyard, supplied

TILES = read_tiles(GAME.data_folder / "tiles.toml")
pytestmark = pytest.mark.uncompiled


def told(event, room, *numbers):
    """What the story says of an event."""
    lines = []
    numbers = (*numbers, 0, 0, 0)[:3]
    Story([f"s{seat}" for seat in range(int(room.table.n_players))], lines.append, GAME.data_folder).on_event(
        event, room.table, *numbers
    )
    return lines


def test_tiles_in_words():
    assert tile_words(TILES, 0) == "sail"
    assert tile_words(TILES, code_of("deck2")) == "deck « fiddler »"
    assert tile_words(TILES, code_of("quarters3")) == "quarters « surgeon »"
    assert tile_words(TILES, FIRST_SHIP) == "ship tile 1 (1 storey, anchor to anchor)"
    assert tile_words(TILES, FIRST_SHIP + 17) == "ship tile 18 (4 storeys, anchor to buoy)"


def test_a_ship_in_text():
    room = shipyard("4ca/gppq/3", "2ac/pq/1", equipment=["deck1", "sail", "porthole2", "gunport1"])
    assert ship_lines(room.table, 0) == [
        "                   D",
        "                |     |",
        "         V      |     |",
        "      |     |   |     |",
        "      | Pq  |   |Gppq |",
        " <a + a  o  c + c ooo a + a>",
    ]


def test_a_ship_without_tiles():
    assert ship_lines(shipyard(ends="ac").table, 0) == [" <a x c>"]


def test_many_barrels_are_a_number():
    assert ship_lines(shipyard("1aa/g/9").table, 0)[-1] == " <a + a 9o  a + a>"


def test_a_deck_is_drawn_on_the_highest_tile_and_equipped_places_in_capitals():
    room = shipyard("1aa/gq/0", "3aa/ggp/2", equipment=["gunport1", "gunport2", "quarters1"])
    order = best_order(room.table, 0)
    assert sorted("".join(below_deck(room.table, 0, order))) == sorted("GGQgp")


def test_a_round_shows_the_chest():
    room = supplied(3)
    lines = told(Event.ROUND, room, 1, 2)
    assert lines[0] == "\nRound 1. Captain: Seat 3 (s2). The chest:"
    assert lines[1:] == [f"  {place + 1}  {tile_words(TILES, int(room.table.chest[place]))}" for place in range(9)]


def test_a_gift():
    assert told(Event.GIVEN, supplied(2), 0, 0) == ["Seat 1 (s0) is given sail."]


def test_pawns_as_they_fall():
    room = supplied(2)
    room.table.chest[3], room.table.tick = code_of("sail"), 7
    lay_pawns(room, 3, "12")
    assert told(Event.PUT, room, 1, 3) == ["   7 s  Seat 2 (s1) puts a pawn on tile 4, sail: 1 of seat 1, 2 of seat 2."]
    assert told(Event.DROPPED, room, 1, 3) == ["   7 s  Seat 2 (s1) drops a pawn beside tile 4, sail: it is lost."]
    assert told(Event.KNOCKED, room, 0, 3) == [
        "   7 s  Seat 1 (s0) knocks an enemy down on tile 4, sail: out of the round."
    ]
    assert told(Event.STOPPED, room, 0) == ["   7 s  Seat 1 (s0) cries stop."]
    assert told(Event.ENDED, room, 0) == ["   7 s  Nobody has cried stop: the plunder ends."]
    assert told(Event.ENDED, room, 1) == []


def test_pay_and_loot():
    room = supplied(2)
    room.table.chest[0] = code_of("deck1")
    lay_pawns(room, 0, "21")
    assert told(Event.HALVED, room) == ["The bank has too few doubloons: all give back half of theirs."]
    assert told(Event.PAID, room, 1, 1, 4) == ["Seat 2 (s1) is paid 1 doubloon for pawns at home and has 4."]
    assert told(Event.LOOTED, room, 0, 0) == ["Seat 1 (s0) takes tile 1, deck « helmsman » (2 of seat 1, 1 of seat 2)."]
    assert told(Event.LEFT, room, 0, 0) == ["Nobody takes tile 1, deck « helmsman »: no pawn counts there."]
    assert told(Event.LEFT, room, 3, 0)[0].endswith("the pawns cancel (2 of seat 1, 1 of seat 2).")


def test_the_auction():
    room = supplied(2)
    assert told(Event.AUCTION, room, 0) == ["There is nothing to auction."]
    room.table.lot[0], room.table.lot[code_of("deck1")], room.table.bids[:2] = 3, 1, [4, 0]
    assert told(Event.AUCTION, room, 4) == ["Auction: 3 x sail; deck « helmsman »."]
    assert told(Event.BIDS, room) == ["Bids: seat 1 4, seat 2 0."]
    assert told(Event.BOUGHT, room, 0, 0, 4) == ["Seat 1 (s0) takes sail for 4."]
    assert told(Event.BID_BACK, room, 0, 4) == ["Seat 1 (s0) gets its bid of 4 back: no tile is left."]
    assert told(Event.SANK, room, FIRST_SHIP) == ["Nobody takes ship tile 1 (1 storey, anchor to anchor): it sinks."]
    assert told(Event.THROWN, room, 1, 0) == ["Seat 2 (s1) has no place for sail and throws it into the sea."]


def test_ships_and_what_floats():
    room = shipyard("1aa/g/0", equipment=["sail", "sail"])
    room.table.sea[0] = 2
    lines = told(Event.ASSEMBLED, room)
    assert lines[:2] == ["Afloat: 2 x sail.", "  Seat 1 (s0): 0 barrels; 2 x sail"]
    assert "  Seat 2 (s1): 0 barrels; no equipment" in lines
    room.table.sea[0] = 0
    assert told(Event.ASSEMBLED, room) == lines[1:]


@pytest.mark.parametrize("n_players", PLAYERS)
def test_a_whole_game_is_told_and_the_count_adds_up(n_players):
    lines = []
    result = tell_game(make_job(GAME, n_players, strategies="random"), 3, lines.append)
    text = "\n".join(lines)
    assert text.count("The chest:") == 8 and text.count("Bids: ") <= 8 and "Caveat: tiles: reconstruction." in text
    for seat in range(n_players):
        first = lines.index(f"Seat {seat + 1} (random): {result['seats'][seat]['score']} points in all.")
        points = [int(line.split()[1]) for line in lines[first + 1 : first + 7]]
        assert sum(points) == result["seats"][seat]["score"]
    assert lines[-1].startswith("Winner: ")


def test_the_count_says_what_each_source_is_counted_from():
    words = ["sail", "deck1", "deck1", "gunport1", "gunport2", "gunport3", "quarters2"]
    room, lines = shipyard("1aa/g/0", "3ac/pq/2", "4ab/ggq/4", equipment=words), []
    room.hidden.purse[:2] = [7, 1]
    points.count_points(room.table, room.hidden)
    story = Story(["s0", "s1"], lines.append, GAME.data_folder)
    for seat, purse in enumerate((7, 1)):
        story.on_event(Event.PURSE, room.table, seat, purse, 0)
    story.on_event(Event.FINISHED, room.table, 0, 0, 0)
    assert lines[1:8] == [
        "Seat 1 (s0): 15 points in all.",
        "  sails      5  1 sail",
        "  riches     5  7 doubloons",
        "  size       5  6 barrels",
        "  joins      0  2 good, 2 bad",
        "  empty     -6  deck 0, gunport 0, porthole 1, quarters 1; in all 2",
        "  families   6  deck 2 (2 helmsman); gunport 4 (1 gunner, 1 bombardier, 1 powder monkey)",
    ]
