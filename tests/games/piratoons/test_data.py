"""What a designer may write into tiles.toml and the settings: breaches are refused with file, line and reason."""

import re
import shutil

import pytest

from analyser import places
from analyser.compiling import new_record
from analyser.errors import BadInput
from analyser.games.piratoons.settings import lay_out
from analyser.games.piratoons.table import TABLE

from .kernel_games import DEFAULTS, GAME

pytestmark = pytest.mark.uncompiled

FIRST = '{ storeys = 1, left = "anchor", right = "anchor", portholes = 1, gunports = 0, quarters = 0, barrels = 0 }'
HIGH = '{ storeys = 4, left = "anchor", right = "buoy", portholes = 2, gunports = 1, quarters = 1, barrels = 3 }'
DECKS = '{ kind = "deck", designs = ["helmsman", "fiddler", "lookout"], copies = 3 }'
SEAT_0 = '{ seat = 0, prow = "anchor", stern = "anchor" }'


@pytest.fixture
def folder(tmp_path):
    return shutil.copytree(places.SEEDS / "piratoons", tmp_path / "piratoons")


def refused(folder, before, after):
    """The words with which the changed file is refused, and the line of the change."""
    path = folder / "tiles.toml"
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(BadInput) as problem:
        lay_out(new_record(TABLE), DEFAULTS, 4, folder)
    assert str(path) in str(problem.value)
    return str(problem.value), 1 + text[: text.index(before)].count("\n")


def test_the_shipped_file_is_accepted_and_laid_out(folder):
    table = new_record(TABLE)
    lay_out(table, DEFAULTS, 4, folder)
    assert (table.tile_storeys[0], table.tile_storeys[23], table.tile_barrels[23]) == (1, 4, 4)
    assert table.tile_places[23].tolist() == [0, 1, 1, 2, 1]


WRONG_ENTRIES = [
    (FIRST, FIRST.replace("storeys = 1", "storeys = 5"), r"storeys = 5; allowed: 1 to 4 \(PT-02\)"),
    (FIRST, FIRST.replace('left = "anchor"', 'left = "compass"'), "symbol « compass »; allowed with 1 storeys: anchor"),
    (HIGH, HIGH.replace('"buoy"', '"lantern"'), "symbol « lantern »"),
    (HIGH, HIGH.replace("portholes = 2", "portholes = 4"), "6 places below deck on 4 storeys"),
    (HIGH, HIGH.replace("gunports = 1", "gunports = -1"), "places below deck"),
    (HIGH, HIGH.replace("barrels = 3", "barrels = 2"), r"barrels = 2 on 4 storeys; allowed: 3 to 9 \(PT-22\)"),
    (HIGH, HIGH.replace("barrels = 3", "barrels = 10"), "barrels = 10"),
    (HIGH, HIGH.replace("barrels = 3", 'barrels = "3"'), "barrels = 3 is not of type int"),
    (HIGH, HIGH.replace("barrels = 3", "barrels = true"), "barrels = True is not of type int"),
    (HIGH, HIGH.replace("barrels = 3", "casks = 3"), "found storeys, .*casks; an entry of ships has storeys"),
    (HIGH, "7", "found 7; an entry of ships has"),
    (DECKS, DECKS.replace('"deck"', '"mast"'), r"kind « mast »; here stands deck \(PT-02\)"),
    (DECKS, DECKS.replace('"fiddler"', '"helmsman"'), r"3 designs of different names x 3 \(PT-03\)"),
    (DECKS, DECKS.replace(', "lookout"', ""), "3 designs"),
    (DECKS, DECKS.replace('"lookout"', "3"), "3 designs"),
    (DECKS, DECKS.replace("copies = 3", "copies = 2"), "3 designs"),
    (SEAT_0, SEAT_0.replace("seat = 0", "seat = 2"), "seat = 2; here stands seat 0"),
    (SEAT_0, SEAT_0.replace('stern = "anchor"', 'stern = "oar"'), "symbol « oar »"),
]


@pytest.mark.parametrize(("before", "after", "reason"), WRONG_ENTRIES)
def test_a_wrong_entry_is_refused_with_its_line(folder, before, after, reason):
    words, line = refused(folder, before, after)
    assert re.search(reason, words), words
    assert f", line {line}: " in words and words.endswith("Mend the file.")


WRONG_FILES = [
    ("sails = 12", "sails = 11", r"line \d+: sails = 11; there are 12 \(PT-02\)"),
    (f"    {FIRST},\n", "", r"ships: 23 entries; there must be 24, one a line \(PT-02\)"),
    (f"    {DECKS},\n", "", "families: 3 entries"),
    (f"    {SEAT_0},\n", "", r"ends: 3 entries; there must be 4, one a line \(PT-01\)"),
    (
        FIRST,
        FIRST.replace("storeys = 1", "storeys = 2").replace("barrels = 0", "barrels = 1"),
        r"there must be 4 of 1, 6 of 2, 7 of 3, 7 of 4 \(PT-02\)",
    ),
    (HIGH, HIGH.replace('right = "buoy"', 'right = "blazon"'), "the right symbols of the tiles with 4 storeys are not"),
    ("families = [", "familes = [", "found sails, ships, familes, ends; it needs ends, families, sails, ships"),
    ("ships = [", "ships = [[", "cannot be read"),
]


@pytest.mark.parametrize(("before", "after", "reason"), WRONG_FILES)
def test_a_wrong_file_is_refused(folder, before, after, reason):
    words, _ = refused(folder, before, after)
    assert re.search(reason, words), words


def test_a_list_that_is_none_is_refused(folder):
    path = folder / "tiles.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text[: text.index("ends = [")] + "ends = 4\n", encoding="utf-8")
    with pytest.raises(BadInput, match="ends: 4 entries; there must be 4, one a line"):
        lay_out(new_record(TABLE), DEFAULTS, 4, folder)


def test_barrels_must_grow_with_the_height(folder):
    path = folder / "tiles.toml"
    text = path.read_text(encoding="utf-8")
    lines = [
        line.replace("barrels = 1", "barrels = 5") if "storeys = 2" in line else line for line in text.splitlines()
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(BadInput, match=r"barrels must grow with the height, on the average \(PT-22\)"):
        lay_out(new_record(TABLE), DEFAULTS, 4, folder)


def test_a_missing_file_is_refused(folder):
    (folder / "tiles.toml").unlink()
    with pytest.raises(BadInput, match=r"tiles\.toml: cannot be read"):
        lay_out(new_record(TABLE), DEFAULTS, 4, folder)


@pytest.mark.parametrize(
    ("name", "text", "allowed"),
    [
        ("reaction", "1.5", "numbers from 0.0 to 1.0"),
        ("reaction_by_seat", "10,0", "4 whole numbers from -100 to 100"),
        ("knock_enemy", "-0.1", "numbers from 0.0 to 0.5"),
        ("crew", "9", "whole numbers from 1 to 8"),
        ("doubloons_in_all", "39", "whole numbers from 40 to 100"),
        ("open_purses", "maybe", "true or false"),
    ],
)
def test_a_setting_out_of_range_is_refused(name, text, allowed):
    with pytest.raises(BadInput, match=re.escape(f"is refused. Allowed: {allowed}")):
        GAME.settings()[name].parse(text)
