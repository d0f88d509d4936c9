"""Recipes: those that ship are whole, and every mistake is refused with what is allowed."""

import re
import subprocess
import sys

import pytest

from analyser.core.errors import BadInput
from analyser.games.loader import find_game, game_names
from analyser.report.recipe import read_recipe

TITLE = 'title = { en = "Is it so?", fr = "Est-ce ainsi ?" }'
GOOD = f"""
games = 2000
opponents = ["random"]
[tolerances]
seat_points = 2
rounds = [1, 9]
[[page]]
kind = "seats"
{TITLE}
"""


def read(tmp_path, text):
    path = tmp_path / "recipe.toml"
    path.write_text(text, encoding="utf-8")
    return read_recipe(path)


@pytest.mark.parametrize("game", game_names())
def test_shipped_recipes_ask_ten_to_twenty_questions(game):
    recipe = read_recipe(find_game(game).recipe)
    assert 10 <= len(recipe.page) <= 18
    assert {"seats", "strategies", "feel", "endings"} <= {one.kind for one in recipe.page}


def test_a_recipe_of_ones_own(tmp_path):
    recipe = read(tmp_path, GOOD)
    assert (recipe.games, recipe.opponents) == (2000, ("random",))
    assert recipe.tolerances.rounds == (1, 9)
    assert recipe.tolerances.unfinished_percent == 0.1
    assert recipe.page[0].name == "seats"


def test_reading_a_recipe_loads_no_library_that_draws_or_compiles():
    code = "import sys, analyser.report.recipe; print({'matplotlib', 'numba'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ('kind = "seats"', 'kind = "seat"', "line 8: kind: « seat » is not known. Allowed: seats, length"),
        ('kind = "seats"', "kind = 3", "line 8: kind: found 3, where one of seats, length"),
        ('kind = "seats"', 'kind = "values"', "line 7: « question » is missing. Add it."),
        ('kind = "seats"', 'kind = "seats"\ncolour = 1', "« colour » is not known here. Allowed: games, name, title."),
        ("seat_points = 2", "seat_pionts = 2", "« seat_pionts » is not known here. Allowed: detect_points"),
        ("seat_points = 2", "seat_points = 0", "tolerances: seat_points = 0. Allowed: above 0, at most 50 points"),
        ("seat_points = 2", 'seat_points = "two"', "seat_points: found « two », where a number is allowed"),
        ("seat_points = 2", "seat_points = true", "seat_points: found true, where a number is allowed"),
        ("rounds = [1, 9]", "rounds = [9, 1]", "rounds = [9, 1]. Allowed: two numbers, the least and the most"),
        ("rounds = [1, 9]", "rounds = [9]", "rounds: found a list of 1, where"),
        ("rounds = [1, 9]", "shared_percent = 101", "shared_percent = 101. Allowed: 0 to 100 percent"),
        ("games = 2000", "games = 10", "games = 10. Allowed: a whole number from 1,000"),
        ("games = 2000", "game = 2000", "« game » is not known here. Allowed: assumptions, base, games, opponents"),
        (
            'opponents = ["random"]',
            'opponents = "random"',
            "found « random », where a list or nothing is allowed",
        ),
        ("games = 2000", "games = 2000\nbase = 7", "base: found 7, where text or nothing is allowed"),
        ("games = 2000", "games = 2000\nassumptions = 1", "assumptions: found 1, where true or false is allowed"),
        (TITLE, 'title = { en = "Is it so?" }', "title: « fr » is missing. Add it."),
        (TITLE, 'title = "Is it so?"', "title: found « Is it so? », where a table with en, fr is allowed"),
        (TITLE, f"{TITLE}\ngames = 5", "games = 5. Allowed: a whole number from 1,000"),
        (TITLE, f'{TITLE}\nname = "../seats"', "name = « ../seats » names no file. Allowed: letters, digits"),
        (TITLE, f"{TITLE}\n[words]\nred = 3", "words: not every value is a table with en, fr"),
        ("[[page]]", "[page]", "page: found a table of names and values, where a list is allowed"),
        ("games = 2000", "games = ", "Invalid value (at line 2"),
    ],
)
def test_mistakes_are_refused(tmp_path, before, after, reason):
    assert before in GOOD
    with pytest.raises(BadInput, match=re.escape(reason)):
        read(tmp_path, GOOD.replace(before, after))


def test_two_pages_of_one_name_are_refused(tmp_path):
    page = GOOD[GOOD.index("[[page]]") :]
    with pytest.raises(BadInput, match="two pages are called « seats »"):
        read(tmp_path, GOOD + page)


def test_a_missing_recipe_is_refused(tmp_path):
    with pytest.raises(BadInput, match=r"none\.toml is missing"):
        read_recipe(tmp_path / "none.toml")


def test_a_recipe_without_questions_is_refused(tmp_path):
    with pytest.raises(BadInput, match=r"it asks no question\. Write one \[\[page\]\] or more"):
        read(tmp_path, "games = 2000")
