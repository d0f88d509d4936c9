"""The board as it is drawn is the board that is played on."""

import pytest

from analyser.games.black_fleet import GAME
from analyser.games.black_fleet.board import PORTS, SIGNS
from analyser.games.black_fleet.box import read_box
from analyser.games.black_fleet.notation import board_text
from analyser.games.black_fleet.picture import STYLES

pytestmark = pytest.mark.uncompiled
BOX = read_box(GAME.data_folder)


def test_every_sea_cell_is_drawn_once_under_its_name():
    named = [one.name for one in GAME.picture().hexagons if one.name]
    board = BOX.board
    assert named == [board.name(cell) for cell in range(board.n_cells)] == list(GAME.sums()[0].known[0].names)


def test_the_signs_are_those_of_the_file():
    lines = [" " * (row[0].row % 2) + " ".join(one.sign for one in row) for row in GAME.picture().rows()]
    assert "\n".join(lines) == board_text(BOX.board)


def test_every_sign_of_the_file_is_in_the_legend_once():
    signs = [sign for style in GAME.picture().styles.values() for sign in style.signs.split()]
    assert sorted(signs) == sorted(SIGNS)


def test_ports_say_what_they_buy_at_which_price():
    drawn = {one.sign: one for one in GAME.picture().hexagons if one.sign in PORTS}
    for port in BOX.ports:
        letter = port.letter
        assert drawn[letter].is_landmark
        assert drawn[letter].note == " ".join(f"{PORTS[goods]}{price}" for goods, price in port.prices.items())
        assert port.name in GAME.picture().styles[letter].word
    assert drawn["G"].note == "R2 V2 Y3"
    assert GAME.picture().styles["G"].word == "La Barbaria: green goods; buys red at 2, violet at 2, yellow at 3"


def test_cells_at_a_port_bear_its_letter():
    board = BOX.board
    for letter in PORTS:
        beside = {one.name for one in GAME.picture().hexagons if one.note == f"at {letter}"}
        assert beside == {board.name(cell) for cell in board.port_cells(letter)}


def test_kinds_differ_without_colours_too():
    hatches = [one.hatch for one in STYLES.values()]
    assert len(set(hatches)) == len(hatches)
    assert "reconstruction" in GAME.picture().title
