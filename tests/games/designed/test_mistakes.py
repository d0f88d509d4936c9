"""Nothing a designer can get wrong ends in a traceback or in silent nonsense: a sentence with file and line, exit 2."""

import re
from pathlib import Path

import pytest

from analyser.core.errors import BadInput
from analyser.core.exit_codes import Exit
from analyser.experiments.trial import check_game, check_games, tables_of
from analyser.games.loader import find_game
from analyser.simulation.job import make_job
from tests.games.designed.conftest import PIG, Write

HOLDS = "            table.points[seat] += table.turn_total\n            return"
BUSTS = "            table.busts[seat] += 1\n            return"


def refused(path: Path, players: int = 2) -> str:
    """What is said when the game is read, compiled and played at random."""
    with pytest.raises(BadInput) as found:
        tables_of(make_job(find_game(str(path)), players, "random", None, None, 100), 10)
    assert found.value.exit_code == Exit.BAD_INPUT
    return str(found.value)


READ = [
    (
        "PLAYERS = (2, 3, 4, 5, 6, 7, 8)",
        "PLAYERS = (2, 9)",
        "PLAYERS is (2, 9). Expected: rising whole numbers from 1 to 8",
    ),
    ("PLAYERS = (2, 3, 4, 5, 6, 7, 8)", "PLAYERS = ()", "PLAYERS is (). Expected"),
    ("def score(", "def scores(", "there is no score. Expected: a function of the rules"),
    ("def is_over(", "def is_ended(", "there is no is_over"),
    ("def turn(table, seat):", "def turn(table):", "found def turn(table). Expected: def turn(table, seat)"),
    ("IDEA = ", "IDEAS = ", "IDEA is missing"),
    (
        'CHOICES = ("roll", "hold")',
        "CHOICES = ()",
        "« choice » is (). Expected: names, numbers(least, most) or record(...)",
    ),
    ('CHOICES = ("roll", "hold")', 'CHOISES = ("roll", "hold")', "CHOICES is missing"),
    ("Setting(6, 3, 20,", "Setting(6, 7, 20,", "setting « die_sides » is 6, from 7 to 20"),
    ("Setting(6, 3, 20,", 'Setting("6", 3, 20,', "setting « die_sides » is '6'. Expected: a number"),
    ("IDEA = ", "\0IDEA = ", "null bytes"),
    ('"turn_total": int', '"turn_total": "int"', "« turn_total » is 'int'. Expected: int, float, per_seat(...)"),
    ('"points": per_seat(int)', '"copy": per_seat(int)', "« copy », a name that the program uses itself"),
    (
        "table.turn_total += die",
        "table.turn_totl += die",
        "the table has no field « turn_totl ». Expected: turn_total?",
    ),
    ("table.turn_total += die", "table.turn_total += dye", "name « dye » is not defined"),
    ("ask(seat) ==", "aks(seat) ==", "name « aks » is not defined. Expected: ask?"),
    ('== "hold"', '== "hodl"', "« hodl » means nothing here. Expected: hold"),
    ("def is_over(table, seat):", "def is_over(table, seat)", "expected ':'"),
    ('TITLE = "Pig"', 'TITLE = "Pig" + 1', "TypeError: can only concatenate str"),
    ("    return table.points[seat]\n", "    table.points[seat] + 1\n", "score does not always return something"),
    ('    """The points."""', '    """The points."""\n    score(table, seat)', "score -> score is a circle of calls"),
    ("table.points[seat] += table.turn_total", "table.points[seat] /= 2", "a whole number is divided with /="),
    ("die = roll(table.die_sides)", "die = roll(6)", "the setting « die_sides » is used nowhere in the rules"),
    ("table.turn_total = 0", "table.target = 5", "the setting « target » is changed"),
    ("roll(table.die_sides)", "roll(table.die_sides, 2)", "roll has 2 arguments"),
]


@pytest.mark.parametrize(("old", "new", "said"), READ, ids=[one[2][:40] for one in READ])
def test_what_reading_shows(pig: Write, old: str, new: str, said: str) -> None:
    path = pig((old, new))
    text = refused(path)
    assert said in text
    assert re.match(rf"{re.escape(str(path))}, line \d+: ", text), text


def test_the_line_is_the_right_one(pig: Write) -> None:
    path = pig(("table.turn_total += die", "table.turn_totl += die"))
    line = 1 + path.read_text("utf-8").splitlines().index("        table.turn_totl += die")
    assert refused(path).startswith(f"{path}, line {line}: ")


COMPILED = [
    ("table.points[seat] += table.turn_total", "table.points[seat] += table.turn_total / 2", "not whole"),
    ("    return table.points[seat]\n", "    return table.points[seat] / 2\n", "not whole"),
    ("table.busts[seat] += 1", "table.busts[seat + 8] += 1", "IndexError"),
    ("roll(table.die_sides)", "roll(table.die_sides) // table.turn_total", "a number is divided by zero"),
    ("roll(table.die_sides)", "roll(table.die_sides) + len(STATE)", "« STATE » is neither a number"),
    (BUSTS, "            table.busts[seat] += 1", "a loop went round 20,000 times"),
]


@pytest.mark.parametrize(("old", "new", "said"), COMPILED, ids=["float", "score", "index", "zero", "state", "endless"])
def test_what_compiling_or_playing_shows(pig: Write, old: str, new: str, said: str) -> None:
    more = [(HOLDS, "            table.points[seat] += table.turn_total")] if "loop" in said else []
    path = pig((old, new), *more)
    text = refused(path)
    assert said in text
    assert re.match(rf"{re.escape(str(path))}, line \d+: ", text), text


def test_a_game_that_never_ends_is_refused_by_try(pig: Write) -> None:
    path = pig(("return table.points[seat] >= table.target", "return table.points[seat] >= 9999 * table.target"))
    with pytest.raises(BadInput, match=r"100\.0% of random games reach the limit of turns"):
        check_games(find_game(str(path)), 2, 20, 10)


RECORDS = (
    PIG.read_text("utf-8")
    .replace('CHOICES = ("roll", "hold")', 'CHOICES = {"go": record(to=9, most=3)}')
    .replace('if ask(seat) == "hold":', 'go = ask(seat, "go")\n        if go.to >= 0:')
    .replace("import Setting, ask,", "import Setting, ask, record, offer,")
)


@pytest.mark.parametrize(
    ("listing", "said"),
    [
        ("    for to in range(9):\n        offer(to)\n", "more choices are offered than declared"),
        ("    table.turn_total += 0\n", "a seat is asked, but no choice is legal"),
    ],
)
def test_more_choices_than_room_or_none(tmp_path: Path, listing: str, said: str) -> None:
    path = tmp_path / "moves.py"
    path.write_text(RECORDS + f"\n\ndef list_go(table, seat):\n{listing}", "utf-8")
    assert said in refused(path)


def test_hidden_numbers_need_a_redeal(pig: Write) -> None:
    path = pig(
        ('"points": per_seat(int)', '"points": per_seat(int), "secret": hidden(per_seat(int))'),
        ("import Setting,", "import Setting, hidden,"),
    )
    assert "« secret » is hidden, and nothing says how to deal it again" in refused(path)


HIDDEN = (
    ('"points": per_seat(int)', '"points": per_seat(int), "secret": hidden(per_seat(int))'),
    ("import Setting,", "import Setting, hidden, pick,"),
    (
        "def turn(",
        "def set_up(table):\n    for k in range(table.n_players):\n        table.secret[k] = pick(4)\n\n\ndef turn(",
    ),
)


@pytest.mark.parametrize(
    ("redeal", "said"),
    [
        ("table.secret[1 - seat] = pick(4)", ""),
        ("table.secret[seat] = pick(4)", "a redeal changes what the seat knows"),
        ("table.secret[1 - seat] = 0", "redeal is not honest"),
    ],
)
def test_a_redeal_must_be_honest(pig: Write, redeal: str, said: str) -> None:
    text = f"def redeal(table, seat):\n    {redeal}\n\n\ndef score("
    path = pig(*HIDDEN, ("def score(", text), ("PLAYERS = (2, 3, 4, 5, 6, 7, 8)", "PLAYERS = (2,)"))
    if not said:
        assert any("redeal honest" in one for one in check_game(find_game(str(path)), 10, lambda _: None))
        return
    with pytest.raises(BadInput, match=said):
        list(check_game(find_game(str(path)), 10, lambda _: None))
