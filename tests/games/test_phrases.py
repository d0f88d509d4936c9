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


@pytest.mark.parametrize(
    ("game", "english", "french"),
    [
        (
            "black-fleet",
            "Black's merchant sells 3 red at La Barbaria: +9, now 12 doubloons; it loads 3 green.",
            "Le marchand noir vend 3 rouge à La Barbaria : +9, soit 12 doublons ; il charge 3 vert.",
        ),
        (
            "black-fleet",
            "It plays « Fog » (swap-ships) on black's merchant and white's pirate.",
            "Carte jouée : « Brouillard » (échanger des navires), sur le marchand noir et le pirate blanc.",
        ),
        ("black-fleet", "The violet frigate sails to 9/5 (beach 4).", "La frégate violette va jusqu’en 9/5 (plage 4)."),
        ("piratoons", "Bids: seat 1 0, seat 2 3, seat 4 5.", "Mises : place 1 0, place 2 3, place 4 5."),
        (
            "piratoons",
            "0 s  Seat 1 (grabber) puts a pawn on tile 3, deck « helmsman »: 1 of seat 1, 2 of seat 3.",
            "0 s Place 1 (grabber) pose un pion sur la tuile 3, pont « timonier » : 1 de la place 1, 2 de la place 3.",
        ),
        ("piratoons", "Auction: 2 x sail; deck « cook ».", "Enchères : 2 × voile; pont « cuisinier »."),
        ("la-planche", "Points in all: seat 1 3, seat 2 0.", "Points en tout : place 1 3, place 2 0."),
    ],
)
def test_lists_and_names_within_a_sentence(game: str, english: str, french: str) -> None:
    assert phrases_of(find_game(game), {}).say(english) == french
