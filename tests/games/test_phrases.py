"""Stories in French: every sentence that a game tells has a phrase, and a phrase keeps what its holes hold."""

import re
import string
from pathlib import Path

import pytest

from analyser import api
from analyser.core.schemas import read_toml
from analyser.games import phrases
from analyser.games.loader import find_game, game_names
from analyser.games.phrases import BOOK, Phrases, phrases_of
from analyser.report.recipe import read_recipe
from analyser.simulation.recording import recordings

ENGLISH = re.compile(
    r"\b(the|is|are|and|of|with|it|its|plays|pushes|buys|sells|sails|takes|puts|draws|seat|turn|red|blue|green)\b", re.I
)
BOOKS = sorted(Path(phrases.__file__).parent.glob(f"**/{BOOK}"))


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.parent.name)
def test_a_french_phrase_has_the_holes_of_the_english_one(path: Path) -> None:
    for english, french in read_toml(path, dict[str, str]).items():
        holes = [sorted({name for _, name, _, _ in string.Formatter().parse(one) if name}) for one in (english, french)]
        assert holes[0] == holes[1], english


@pytest.mark.parametrize("game", game_names())
def test_no_english_is_left_in_a_game(game: str) -> None:
    (recording,) = recordings(api.experiment(game, games=100).job("fresh", strategies="random"), [0])
    found = find_game(game)
    book = phrases_of(found, {one.en: one.fr for one in read_recipe(found.recipe).words.values()})
    lines = {line for step in recording.steps for line in step.lines}
    left = {line: book.say(line) for line in lines if ENGLISH.search(book.say(line))}
    assert len(lines) > 20
    assert not left, next(iter(left.items()))


def test_holes_are_looked_up_numbers_are_numbers_and_the_rest_stays() -> None:
    book = Phrases({"{who} gives {n} {what}": "{who} donne {n} {what}", "gold": "or", "seat {n}": "place {n}"})
    assert book.say("Seat 2 gives 3 gold.") == "Place 2 donne 3 or."
    assert book.say("seat 1, seat 2 and Ann") == "place 1, place 2 et Ann"
    assert book.say("Ann gives some gold") == "Ann gives some gold"
