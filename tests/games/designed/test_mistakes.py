"""Nothing a designer can get wrong ends in a traceback or in silent nonsense: a sentence with file and line, exit 2."""

import re
from pathlib import Path

import pytest

from analyser.core.errors import BadInput
from analyser.core.exit_codes import Exit
from analyser.experiments.trial import check_game, check_games, tables_of
from analyser.games.designed import contract
from analyser.games.loader import find_game
from analyser.simulation.job import make_job
from tests.games.designed.conftest import PIG, Write

HOLDS = "            table.points[seat] += table.turn_total\n            return"
BUSTS = "            table.busts[seat] += 1\n            return"


RULES = [
    ("x = [1, 2]", "a list stands in turn"),
    ("x = {1: 2}", "a dictionary stands in turn"),
    ("x = {1, 2}", "a set stands in turn"),
    ("x = sum(k for k in range(3))", "a generator stands in turn"),
    ("x = f'{seat}'", "a text stands in turn"),
    ("x = 'abc'", "a text stands here: 'abc'"),
    ("x = None", "None stands in turn"),
    ("x = lambda y: y", "a function inside a function stands in turn"),
    ("def x(y): return y", "a function inside a function stands in turn"),
    ("global x", "global stands in turn"),
    ("import math", "import stands in turn"),
    ("del table", "del stands in turn"),
    ("table = 5", "table is used as a value"),
    ("x = table", "table is used as a value"),
    ("print(seat)", "rules cannot call print. Expected: tell("),
    ("x = open(seat)", "rules cannot call open"),
    ("x = random.random()", "« random.random » draws luck that nobody can repeat. Expected: roll, pick"),
    ("x = numpy.random.rand()", "« numpy.random » draws luck that nobody can repeat"),
    ("x = randint(0, 1)", "« randint » draws luck that nobody can repeat"),
    ("x = time.time()", "rules cannot use the module time. Expected: math"),
    ("x = SETTINGS", "« SETTINGS » is a dict. Expected: a number, or a tuple of numbers"),
    ("x = PAIR[0]", "« PAIR » is a tuple with texts in it"),
    ("SIZES[0] += 1", "« SIZES » is changed. Expected: what changes lies on the table"),
    ("table.points += 1", "« points » has several numbers. Expected: table.points[seat]"),
    ("x = table.points > 3", "« points » has several numbers"),
    ("table.turn_total[seat] = 1", "« turn_total » is one number"),
    ("table.points[seat, 1] = 1", "« points » is looked up by 1 number"),
    ("x = ask(seat) is seat", "numbers are compared with « is ». Expected: =="),
    ("x = best_seat()", "best_seat has 0 arguments. Expected: 2 of them"),
    ("tell('{name} rolls', seat)", "has room for 0 facts and gets 1. Expected: {} or {who} for each fact"),
    ("tell('{ rolls {}', seat)", "and no other braces"),
    ("x = 10_000_000_000_000_000_000", "numbers up to 1,000,000,000,000,000"),
    ("x = BOARD.rows", "« BOARD » is a board. Expected: a question to it"),
    ("seat_ = 1", "« seat_ » ends with _"),
    ("x = BOARD", "« BOARD » is a board. Expected: a question to it"),
]
DECLARED = """import random, time, numpy
from random import randint
PAIR, SIZES, BOARD = (1, "a"), numpy.zeros(2), grid(2, 2)
"""


def refused(path: Path, players: int = 2) -> str:
    """What is said when the game is read, compiled and played at random."""
    with pytest.raises(BadInput) as found:
        tables_of(make_job(find_game(str(path)), players, "random", None, None, 100), 10)
    assert found.value.exit_code == Exit.BAD_INPUT
    return str(found.value)


STATES = [
    ("__import__('numpy').zeros(4)", "Expected: int, float, per_seat(...), array(...)"),
    ("array(-6)", "array(-6). Expected: lengths, as in array(6)"),
    ("array(6.5)", "array(6.5). Expected: lengths"),
    ('array("6")', "array('6'). Expected: lengths"),
    ("array()", "array(). Expected: how many numbers"),
    ("array(10**13)", "10,000 in all at most"),
    ("array(6, start='a')", "start='a'. Expected: a whole number"),
    ("array(6, start=10**30)", "Expected: a whole number"),
    ("array(6, start=0.5)", "start=0.5. Expected: a whole number"),
    ("per_seat(deck(range(4)))", "numbers of the kind « Deck ». Expected: int or float"),
    ("per_seat(str)", "numbers of the kind « str »"),
    ("deck([])", "deck with 0 cards. Expected: 1 to 1,024 cards"),
    ("deck({'a': -2})", "deck({'a': -2}). Expected: {"),
    ("deck({'a': 1, 2: 1})", "different names"),
    ("deck(['a', 'b'])", "deck(['a', 'b']). Expected: {"),
    ("deck([1.5])", "deck([1.5]). Expected: {"),
    ("deck(52)", "deck(52). Expected: {"),
    ("deck(range(4), copies=0)", "deck(..., copies=0)"),
    ("deck(range(10**6))", "deck with 1,025 cards"),
    ("hand('deck', 0)", "hand('deck', 0). Expected: the name of a deck"),
    ("hand('deck', 3)", "« row » is a hand of « deck ». Expected: the name of a deck in STATE"),
    ("dice(0)", "dice(0, 6). Expected: how many"),
    ("dice(2, -6)", "dice(2, -6). Expected: how many"),
    ("counter('a')", "counter('a', 0, 1000000000). Expected: whole numbers"),
    ("counter(30, 0, 20)", "counter(30, 0, 20). Expected: whole numbers"),
    ("track(0)", "track(0). Expected: how many spaces"),
    ("grid(0, 3)", "grid(0, 3). Expected: rows and columns"),
    ("grid(2000, 2000)", "grid(2000, 2000). Expected: rows and columns"),
    ("graph([])", "graph with no pairs. Expected: pairs of cells"),
    ("graph([(0, -1)])", "graph with (0, -1). Expected: pairs of cells"),
    ("graph([(0, 1, 2)])", "graph with (0, 1, 2). Expected: pairs of cells"),
]
CHOICES = [
    ('"roll"', "« choice » is 'roll'. Expected: names"),
    ('{"x": numbers(0.5, 3)}', "numbers(0.5, 3). Expected: whole numbers"),
    ('{"x": numbers(5, 3)}', "numbers(5, 3). Expected: whole numbers"),
    ('{"x": record()}', "record(). Expected: the fields of a choice"),
    ('{"x": record(a=0)}', "record(a=0). Expected: a=4 (0 to 3)"),
    ('{"x": record(a="abc")}', "record(a='abc'). Expected: a=4"),
    ('{"x": record(a=2.5)}', "record(a=2.5). Expected: a=4"),
    ('{"x": record(a=9, most="4")}', "record(most='4'). Expected: how many"),
    ('{"x": record(a=9, most=-4)}', "record(most=-4). Expected: how many"),
    ('{"x": record(kind=9)}', "« kind », a name that the program uses itself"),
    ('{"Bid!": numbers(0, 3)}', "CHOICES has « Bid! ». Expected: names of small letters"),
]
COUNTS = [
    ('["busts"]', "Expected: a dictionary of names"),
    ('{"busts": 5}', "« busts » is 5. Expected: a text"),
    ('{"busts": " "}', "« busts » is ' '. Expected: a text"),
    ('{"busts": count("x", "red")}', "count(..., 'red'). Expected: different names"),
    ('{"busts": count("x", ("a", "a"))}', "Expected: different names"),
    ('{"busts": count("x", dealt=True)}', "Expected: names for what is dealt"),
    *((f'{{"{name}": "x"}}', f"« {name} » is a column of every game") for name in ("score", "win", "seat", "rounds")),
]
MORE = [
    ("CAVEATS = 5", "CAVEATS is 5. Expected: texts in brackets"),
    ("MAX_TURNS = True", "MAX_TURNS is True. Expected: a whole number from 1 to 65,000"),
    ("COMPETENT = (3,)", "COMPETENT is (3,). Expected: names of strategies"),
    ('RESTRICTABLE = {"a": "b"}', "Expected: a name of small letters, digits and -, and a function of this file"),
    (
        'RESTRICTABLE = {"a": lambda view, choice, value: 1}',
        "and a function of this file: def name(view, choice, value)",
    ),
    ("raise GeneratorExit", "GeneratorExit"),
]
SETTINGS = [
    ('6, "3", "20"', "Setting(6, '3', '20'). Expected: Setting(default, least, most, meaning)"),
    ("[6], 3, 20", "Setting([6], 3, 20). Expected"),
    ("10**30, 3, 10**40", "Expected: Setting(default, least, most, meaning)"),
    ("6, 3, 20, 42", "means 42. Expected: a text"),
    ("6, 3, 20, tries=(50,)", "tries=(50,). Expected: whole numbers from 3 to 20"),
    ('"a", words="ab"', "words='ab'). Expected: a number, or one of words="),
    ('"a", words=("a", 3)', "Expected: a number, or one of words="),
    ('"a", words=("a", "a")', "Expected: a number, or one of words="),
    ('"a", words=("a", "b,c")', "letters, digits, - and _"),
    ("6, 3, 20, status=3", "status=3. Expected: stated"),
]

READ = [
    (
        "PLAYERS = (2, 3, 4, 5, 6, 7, 8)",
        "PLAYERS = (2, 9)",
        "PLAYERS is (2, 9). Expected: rising whole numbers from 1 to 8",
    ),
    ("PLAYERS = (2, 3, 4, 5, 6, 7, 8)", "PLAYERS = ()", "PLAYERS is (). Expected"),
    ("def score(", "def scores(", "nothing calls scores, and the program does not know it. Expected: score?"),
    ("def is_over(", "def is_ended(", "nothing calls is_ended"),
    ("def is_over(", "def _over(x):\n    return x\n\n\ndef _is_over(", "nothing calls _is_over"),
    ("def score(table, seat):", "score = lambda table, seat:", "invalid syntax"),
    ("def score(table, seat):", "def points_of(seat):", "there is no score. Expected: a function of the rules"),
    ("def score(", "async def score(", "score is no plain function"),
    ("def score(", "@staticmethod\ndef score(", "score has a decorator"),
    ("def score(", "def is_over(", "is_over is there twice"),
    ("def score(table, seat):", "def roll(sides):", "roll is a name that the program uses itself"),
    ("def score(table, seat):", "def score(seat, table):", "Expected: def score(table, seat)"),
    ("def score(table, seat):", "def score(table, *seat):", "or an argument with *"),
    ("def score(", "def setup(table):\n    table.turn_total = 1\n\n\ndef score(", "Expected: set_up?"),
    ("def score(", "def can_hodl(table, seat):\n    return True\n\n\ndef score(", "Expected: can_hold?"),
    (
        "def score(",
        "def can_hold(seat, table):\n    return True\n\n\ndef score(",
        "Expected: def can_hold(table, seat)",
    ),
    ("def turn(table, seat):", "def turn(table):", "found def turn(table). Expected: def turn(table, seat)"),
    ("IDEA = ", "IDEAS = ", "IDEA is missing"),
    (
        'CHOICES = ("roll", "hold")',
        "CHOICES = ()",
        "« choice » is (). Expected: names, numbers(least, most) or record(...)",
    ),
    *(('"turn_total": int', f'"turn_total": int, "row": {one}', said) for one, said in STATES),
    *(('CHOICES = ("roll", "hold")', f"CHOICES = {one}", said) for one, said in CHOICES),
    *(('COUNTS = {"busts": "turns lost to a 1"}', f"COUNTS = {one}", said) for one, said in COUNTS),
    *(('TITLE = "Pig"', f'TITLE = "Pig"\n{one}', said) for one, said in MORE),
    *(('Setting(6, 3, 20, "sides of the die")', f"Setting({one})", said) for one, said in SETTINGS),
    ('CHOICES = ("roll", "hold")', 'CHOISES = ("roll", "hold")', "CHOICES is missing"),
    ("Setting(6, 3, 20,", "Setting(6, 7, 20,", "Setting(6, 7, 20). Expected"),
    ("Setting(6, 3, 20,", 'Setting("6", 3, 20,', "Setting('6', words=()). Expected: a number"),
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


@pytest.mark.parametrize(("old", "new", "said"), READ, ids=[re.sub(r"\W+", "-", one[1])[:40] for one in READ])
def test_what_reading_shows(pig: Write, old: str, new: str, said: str) -> None:
    path = pig((old, new), ("import Setting, ask, per_seat, roll", "import *"))
    text = refused(path)
    assert said in text
    assert re.match(rf"{re.escape(str(path))}, line \d+: ", text), text


@pytest.mark.parametrize(("line", "said"), RULES, ids=[re.sub(r"\W+", "-", one[0])[:40] for one in RULES])
def test_rules_are_written_with_numbers(pig: Write, line: str, said: str) -> None:
    """What is more is refused with its line, before anything is compiled."""
    path = pig(
        ("    table.turn_total = 0", f"    table.turn_total = 0\n    {line}"),
        ("import Setting, ask, per_seat, roll", "import *"),
        ("TITLE = ", f"{DECLARED}TITLE = "),
    )
    text = refused(path)
    wanted = 1 + [one.strip() for one in path.read_text("utf-8").splitlines()].index(line)
    assert said in text and text.startswith(f"{path}, line {wanted}: ")


@pytest.mark.parametrize("question", ["score", "won", "is_out", "can_hold"])
def test_questions_draw_and_ask_nothing(pig: Write, question: str) -> None:
    """They are asked as often as somebody looks: luck drawn in them would be other luck with a trace than without."""
    own = "def {}(table, seat):\n    return luck(table)\n\n\n"
    more = "" if question == "score" else own.format(question)
    change = ("def score(", f"{more}def luck(table):\n    return roll(6)\n\n\ndef score(")
    path = pig(
        change, ("    return table.points[seat]\n", "    return luck(table)\n" if not more else "    return 1\n")
    )
    assert f"{question} calls roll. Expected: a question that draws and asks nothing" in refused(path)


WAYS = [
    ("if seat: y = 1\nx = y", False),
    ("if seat: y = 1\nelse: y = 2\nx = y", True),
    ("if seat: return\nelse: y = 2\nx = y", True),
    ("for k in range(2): y = k\nx = y + k", True),
    ("while True:\n    if seat:\n        y = 1\n        break\n    seat += 1\nx = y", True),
    ("while True:\n    if seat:\n        break\n    y = 1\n    seat += 1\nx = y", False),
    ("while seat < 2:\n    seat += 1\n    if seat: continue\n    y = 2\nx = y", False),
    ("y += 1", False),
    ("x = (y := 3) + y", True),
]


@pytest.mark.parametrize(("lines", "good"), WAYS)
def test_names_have_a_value_on_every_way(pig: Write, lines: str, good: bool) -> None:
    """Compiled, a name without a value would be whatever lies there."""
    told = "    table.turn_total = 0\n" + "".join(f"    {one}\n" for one in lines.splitlines())
    path = pig(("    table.turn_total = 0\n", told))
    if good:
        assert find_game(str(path)).rules.max_choices == 2
    else:
        assert "« y » may have no value here. Expected: a value on every way to this line" in refused(path)


def test_a_decision_that_nobody_takes(pig: Write) -> None:
    assert "no rule asks for « choice ». Expected: ask(seat)" in refused(pig(('ask(seat) == "hold"', "die == 6")))


def test_helpers_that_only_declare_are_plain_python(pig: Write) -> None:
    """A function that builds a constant may use everything."""
    built = 'def build(kind):\n    return [k for k in range(4) if kind == "even"]\n\n\nSIZES = tuple(build("even"))\n'
    path = pig(("\n\ndef turn(", f"\n\n{built}\n\ndef turn("), ("table.turn_total = 0", "table.turn_total = SIZES[0]"))
    assert find_game(str(path)).rules.max_choices == 2


def test_several_names_after_in(pig: Write) -> None:
    assert find_game(str(pig(('== "hold"', 'in ("hold", "roll")')))).rules.max_choices == 2


def test_the_line_is_the_right_one(pig: Write) -> None:
    path = pig(("table.turn_total += die", "table.turn_totl += die"))
    line = 1 + path.read_text("utf-8").splitlines().index("        table.turn_totl += die")
    assert refused(path).startswith(f"{path}, line {line}: ")


COMPILED = [
    ("table.points[seat] += table.turn_total", "table.points[seat] += table.turn_total / 2", "not whole"),
    ("    return table.points[seat]\n", "    return table.points[seat] / 2\n", "not whole"),
    ("table.busts[seat] += 1", "table.busts[seat + 8] += 1", "a seat that is not there"),
    ("roll(table.die_sides)", "roll(table.die_sides) // table.turn_total", "a number is divided by zero"),
    ("table.turn_total += die", "table.points[die / 2] += die", "what stands in [ ] is not a whole number"),
    ("table.turn_total += die", "shuffle(table.turn_total, die)", "« len » does not work with what it is given"),
    (BUSTS, "            table.busts[seat] += 1", "a loop went round 20,000 times"),
]


@pytest.mark.parametrize(
    ("old", "new", "said"), COMPILED, ids=["float", "score", "index", "zero", "float-index", "one-number", "endless"]
)
def test_what_compiling_or_playing_shows(pig: Write, old: str, new: str, said: str) -> None:
    more = [(HOLDS, "            table.points[seat] += table.turn_total")] if "loop" in said else []
    more += [("ask, per_seat, roll", "ask, per_seat, roll, shuffle")]
    path = pig((old, new), *more)
    text = refused(path)
    assert said in text
    assert re.match(rf"{re.escape(str(path))}, line \d+: ", text), text


PLAYED = [
    ("table.points[seat - 1] += 0", "the rules name a seat that is not there", 0),
    ("table.points[table.n_players] = 1", "the rules name a seat that is not there", 0),
    ("table.gold.add(seat + 9, 1)", "the rules name a seat that is not there", 0),
    ("table.dice.roll_one(9)", "IndexError", 0),
    ("x = BOARD.distance(0, table.turn_total - 1)", "the rules name a cell that the board does not have", 0),
    ("x = best_seat(table.points, 60)", "IndexError", 0),
    ("x = pick(table.turn_total)", "roll and pick need 1 or more", 0),
    ("shuffle(table.row, 60)", "shuffle at most as many numbers as the array has", 0),
    ("x = chance(30)", "a chance lies between 0 and 1: chance(0.3) is 30 %", 0),
    ("table.busts[seat] = 5_000_000_000", "a count is larger than 2,147,483,647", "COUNTS = "),
    ("table.points[seat] = 50_000", "a score is larger than 32,767", "def score("),
    ("table.tone[seat] = 7", "« tone » goes from", "COUNTS = "),
]


@pytest.mark.parametrize(("line", "said", "place"), PLAYED, ids=[re.sub(r"\W+", "-", one[0])[:40] for one in PLAYED])
def test_what_playing_shows(pig: Write, line: str, said: str, place: str) -> None:
    """Also where compiled code would read or write beside its memory."""
    path = pig(
        ("    table.turn_total = 0", f"    table.turn_total = 0\n    {line}"),
        ("import Setting, ask, per_seat, roll", "import *"),
        ('"turn_total": int', '"turn_total": int, "row": array(6), "dice": dice(2), "gold": counter(3)'),
        ("TITLE = ", "BOARD = grid(3, 3)\nTITLE = "),
        ('"busts": "turns lost to a 1"', '"busts": "turns lost to a 1", "tone": count("tone", ("low", "high"))'),
    )
    text, lines = refused(path), [one.strip() for one in path.read_text("utf-8").splitlines()]
    wanted = 1 + next(k for k, one in enumerate(lines) if one.startswith(place or line))
    assert said in text and text.startswith(f"{path}, line {wanted}: "), text


def test_a_loop_without_end_is_noticed_whatever_its_kind(pig: Write) -> None:
    path = pig(("    table.turn_total = 0", "    for k in range(10**12):\n        table.turn_total += roll(6)"))
    with pytest.raises(BadInput, match=r"line 2\d: it does not come to an end \(an endless loop\?\)"):
        tables_of(make_job(find_game(str(path)), 2, "random", None, None, 100), 0.5)


def test_a_file_that_is_never_read_to_its_end(pig: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contract, "READING_SECONDS", 0.3)
    path = pig(("TITLE = ", "while True:\n    pass\nTITLE = "))
    with pytest.raises(BadInput, match=r"line [56]: TooLong: it does not come to an end"):
        find_game(str(path))


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


FIELDS = """
from analyser.games.components import *

TITLE, IDEA, PLAYERS = "Take", "Names of fields that the program uses too.", (2,)
CHOICES = {"take": record(seat=2, n=range(3, 5), k=2)}
STATE = {"total": per_seat(int), "last": int}


def can_take(table, me, seat, n, k):
    return seat != me


def turn(table, seat):
    take = ask(seat, "take")
    if take.seat == seat or take.n < 3:
        table.total[seat] -= 1000
    table.total[take.seat] += take.n


def is_over(table):
    return table.turns == 4


def score(table, seat):
    return table.total[seat]
"""


def test_fields_may_be_called_as_they_like(tmp_path: Path) -> None:
    """« n » and « seat » were written over by the loops that list the choices."""
    path = tmp_path / "take.py"
    path.write_text(FIELDS, "utf-8")
    scores = tables_of(make_job(find_game(str(path)), 2, "random", None, None, 200), 10)["seats"]["score"]
    assert (scores.min(), scores.max()) == (6, 8)


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
