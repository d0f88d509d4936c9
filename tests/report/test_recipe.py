"""Recipes: those that ship are whole, and every mistake is refused with what is allowed."""

import pytest

from analyser.errors import BadInput
from analyser.registry import find_game, game_names
from analyser.report.recipe import read_recipe

TITLE = 'title = { en = "Is it so?", fr = "Est-ce ainsi ?" }'
GOOD = f"""
games = 2000
fields = ["random"]
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
    return read_recipe(find_game("la-planche"), path)


@pytest.mark.parametrize("game", game_names())
def test_shipped_recipes_ask_ten_to_twenty_questions(game):
    recipe = read_recipe(find_game(game))
    assert 10 <= len(recipe.asks) <= 18
    assert {"seats", "strategies", "feel", "tornado", "endings"} <= {one.kind for one in recipe.asks}


def test_a_recipe_of_ones_own(tmp_path):
    recipe = read(tmp_path, GOOD)
    assert (recipe.games, recipe.fields) == (2000, ("random",))
    assert recipe.tolerances["rounds"] == [1, 9]
    assert recipe.tolerances["unfinished_percent"] == 0.1
    assert recipe.asks[0].name == "seats"


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ('kind = "seats"', 'kind = "seat"', "No kind of page .* « seat ». Nearest: seats"),
        ('kind = "seats"', "kind = 3", "page 1 has no kind. Allowed: board"),
        ('kind = "seats"', 'kind = "values"', "question is missing"),
        ('kind = "seats"', 'kind = "seats"\ncolour = 1', "colour is not known. Allowed: games, kind, name, title"),
        ("seat_points = 2", "seat_pionts = 2", "No tolerance .* « seat_pionts ». Nearest: seat_points"),
        ("seat_points = 2", "seat_points = 0", "seat_points = 0. Allowed: above 0, at most 50 points"),
        ("seat_points = 2", 'seat_points = "two"', "seat_points = two. Allowed"),
        ("seat_points = 2", "seat_points = true", "seat_points = True. Allowed"),
        ("rounds = [1, 9]", "rounds = [9, 1]", "Allowed: two numbers, the least and the most"),
        ("rounds = [1, 9]", "shared_percent = 101", "Allowed: 0 to 100 percent"),
        ("games = 2000", "games = 10", "games = 10. Allowed: a whole number from 1,000"),
        ("games = 2000", "game = 2000", "« game » is not known. Allowed: base, games, fields, assumptions"),
        ('fields = ["random"]', 'fields = "random"', "fields is no list of strategies"),
        ("games = 2000", "games = 2000\nbase = 7", "base is no strategy"),
        ("games = 2000", "games = 2000\nassumptions = 1", "assumptions = 1. Allowed: true, false"),
        (TITLE, 'title = { en = "Is it so?" }', "title is not given in every language"),
        (TITLE, 'title = "Is it so?"', "title is not given in every language"),
        (TITLE, f"{TITLE}\ngames = 5", "games = 5. Allowed"),
        (TITLE, f'{TITLE}\nname = "../seats"', "name = « ../seats » names no file"),
        (TITLE, f"{TITLE}\n[words]\nred = 3", "words, « red » is not given in every language"),
        ("[[page]]", "[page]", "asks no question"),
        ("games = 2000", "games = ", "cannot be read"),
    ],
)
def test_mistakes_are_refused(tmp_path, before, after, reason):
    assert before in GOOD
    with pytest.raises(BadInput, match=reason):
        read(tmp_path, GOOD.replace(before, after))


def test_two_pages_of_one_name_are_refused(tmp_path):
    page = GOOD[GOOD.index("[[page]]") :]
    with pytest.raises(BadInput, match="two pages are called « seats »"):
        read(tmp_path, GOOD + page)


def test_a_missing_recipe_is_refused(tmp_path):
    with pytest.raises(BadInput, match="cannot be read"):
        read_recipe(find_game("la-planche"), tmp_path / "none.toml")
