"""The board as it is drawn is the board that is played on."""

import pytest

from analyser.games.black_fleet.board import PORTS, SIGNS
from analyser.games.black_fleet.columns import CELLS
from analyser.games.black_fleet.notation import board_text, ports, shipped_board
from analyser.games.black_fleet.picture import STYLES, picture

pytestmark = pytest.mark.uncompiled


def test_every_sea_cell_is_drawn_once_under_its_name():
    named = [one.name for one in picture().hexagons if one.name]
    board = shipped_board()
    assert named == [board.name(cell) for cell in range(board.n_cells)] == list(CELLS.known[0].names)


def test_the_signs_are_those_of_the_file():
    lines = [" " * (row[0].row % 2) + " ".join(one.sign for one in row) for row in picture().rows()]
    assert "\n".join(lines) == board_text()


def test_every_sign_of_the_file_is_in_the_legend_once():
    signs = [sign for style in picture().styles.values() for sign in style.signs.split()]
    assert sorted(signs) == sorted(SIGNS)


def test_ports_say_what_they_buy_at_which_price():
    drawn = {one.sign: one for one in picture().hexagons if one.sign in PORTS}
    for port in ports():
        letter = PORTS[port.colour]
        assert drawn[letter].is_landmark
        assert drawn[letter].note == " ".join(f"{PORTS[goods]}{price}" for goods, price in port.buys.items())
        assert port.name in picture().styles[letter].word
    assert drawn["G"].note == "R2 V2 Y3"
    assert picture().styles["G"].word == "La Barbaria: green goods; buys red at 2, violet at 2, yellow at 3"


def test_cells_at_a_port_bear_its_letter():
    board = shipped_board()
    for letter in PORTS:
        beside = {one.name for one in picture().hexagons if one.note == f"at {letter}"}
        assert beside == {board.name(cell) for cell in board.port_cells(letter)}


def test_kinds_differ_without_colours_too():
    hatches = [one.hatch for one in STYLES.values()]
    assert len(set(hatches)) == len(hatches)
    assert "reconstruction" in picture().title
