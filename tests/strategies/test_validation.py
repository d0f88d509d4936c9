"""What a strategy file may do: read what it is given, and write only to what it has made itself."""

import ast
import inspect
import sys
import textwrap
from importlib import import_module
from pathlib import Path

import numba
import numpy as np
import pytest

from analyser.core.errors import BadInput
from analyser.games.loader import find_game, game_names
from analyser.simulation.engine import compile_strategy
from analyser.strategies.loading import load_function, read_strategy
from tests.cli.commands import write_strategy

SCORE = "def score(view, choice):\n"
OWN = {
    "a list": "    points = [0, 0]\n    points[0] = 1\n    return points[0]\n",
    "a list of zeros": "    points = [0] * 4\n    points[0] += 1\n    return points[0]\n",
    "an array": "    seen = np.zeros(4)\n    seen[view.me] += 1\n    return seen[0]\n",
    "a copy": "    points = view.points.copy()\n    points[view.me] += 9\n    return points[0]\n",
    "two copies": (
        "    points, pirates = view.points.copy(), view.pirates.copy()\n    points[0] = pirates[0] = 1\n"
        "    return points[0]\n"
    ),
    "a number": "    total = 0\n    total += choice.pirate\n    return total\n",
}
FOREIGN = {
    "a field of the choice": "    choice.plank = 0\n    return 0.0\n",
    "a field of the view": "    view.params[0] = 1\n    return 0.0\n",
    "a field by name": "    view['turn'] = 1\n    return 0.0\n",
    "one of several": "    view.points[0], x = 1, 2\n    return 0.0\n",
    "deleted": "    del view.points\n    return 0.0\n",
    "a loop's variable": "    for view.turn in range(3):\n        pass\n    return 0.0\n",
    "another name": "    table = view\n    table.points[0] += 50\n    return 0.0\n",
    "a field's name": "    points = view.points\n    points[0] += 50\n    return 0.0\n",
    "an array or a field": (
        "    points = np.zeros(4)\n    if view.turn > 1:\n        points = view.points\n"
        "    points[0] = 1\n    return 0.0\n"
    ),
    "unpacked": "    points, turn = view.points, view.turn\n    points[0] = turn\n    return 0.0\n",
    "walrus": "    if len(points := view.points) > 1:\n        points[0] = 1\n    return 0.0\n",
}


@pytest.mark.parametrize("what", OWN)
def test_own_variables_may_be_written(tmp_path: Path, what: str) -> None:
    code = "import numpy as np\n\n\n" + SCORE + OWN[what]
    assert read_strategy(write_strategy(tmp_path, "mine", code)).form == "score"


@pytest.mark.parametrize(
    ("helpers", "circle"),
    [
        ("def a(n):\n    return a(n - 1) if n else 0\n", "a -> a"),
        ("def a(n):\n    return b(n - 1) if n else 0\n\n\ndef b(n):\n    return a(n)\n", "a -> b -> a|b -> a -> b"),
    ],
)
def test_functions_that_call_each_other_in_a_circle(tmp_path: Path, helpers: str, circle: str) -> None:
    code = f"{helpers}\n\n{SCORE}    return a(choice.pirate)\n"
    with pytest.raises(BadInput, match=f"({circle}) is a circle of calls"):
        read_strategy(write_strategy(tmp_path, "mine", code))


def test_functions_that_call_one_another_downwards(tmp_path: Path) -> None:
    code = f"def a(n):\n    return n\n\n\ndef b(n):\n    return a(n) + a(n)\n\n\n{SCORE}    return a(1) + b(2)\n"
    assert read_strategy(write_strategy(tmp_path, "mine", code)).form == "score"


@pytest.mark.parametrize("what", FOREIGN)
def test_nothing_that_is_handed_over_may_be_written(tmp_path: Path, what: str) -> None:
    code = "import numpy as np\n\n\n" + SCORE + FOREIGN[what]
    with pytest.raises(BadInput, match=r"it writes to .* may only read"):
        read_strategy(write_strategy(tmp_path, "mine", code))


@pytest.mark.parametrize(
    "code",
    [
        "def choose(view, choices, luck):\n    choices[0].plank = 0\n    return 0\n",
        "def choose(view, choices, luck):\n    luck[0] = 0\n    return 0\n",
        f"def helper(table):\n    table.points[0] = 9\n    return 0.0\n\n\n{SCORE}    return helper(view)\n",
    ],
)
def test_not_in_a_planner_or_a_helper_either(tmp_path: Path, code: str) -> None:
    with pytest.raises(BadInput, match=r"it writes to .* may only read"):
        read_strategy(write_strategy(tmp_path, "mine", code))


def test_not_in_a_file_that_it_imports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own_helpers_of_a_cheat.py").write_text("def cheat(table):\n    table.points[0] = 9\n    return 0.0\n")
    monkeypatch.syspath_prepend(tmp_path)
    code = f"from own_helpers_of_a_cheat import cheat\n\n\n{SCORE}    return cheat(view)\n"
    with pytest.raises(BadInput, match=r"own_helpers_of_a_cheat.py, line 2: it writes to table"):
        read_strategy(write_strategy(tmp_path, "mine", code))


@pytest.mark.parametrize(
    "line",
    [
        "from analyser.games.faut_pas_pousser.rules import play_non_merci",
        "from analyser.games.faut_pas_pousser.view import compiled",
        "from analyser.games.faut_pas_pousser import rules",
        "from analyser import kernel",
        "import analyser.games.faut_pas_pousser.rules",
    ],
)
def test_only_the_questions_of_a_view_may_be_imported(tmp_path: Path, line: str) -> None:
    with pytest.raises(BadInput, match=r"line 3: it imports .* may only read"):
        read_strategy(write_strategy(tmp_path, "mine", f"{line}\n\n\n{SCORE}    return 0.0\n"))


@pytest.mark.parametrize(
    ("game", "said"),
    [("pirates_of_nowhere", r"nothing\. <game> is the name of the game"), ("la_planche", "gap_before")],
)
def test_what_a_view_offers_is_said(tmp_path: Path, game: str, said: str) -> None:
    line = f"from analyser.games.{game}.view import sunken"
    with pytest.raises(BadInput, match=rf"Offered by analyser\.games\.{game}\.view: .*{said}"):
        read_strategy(write_strategy(tmp_path, "mine", f"{line}\n\n\n{SCORE}    return 0.0\n"))


@pytest.mark.parametrize("game", game_names())
def test_the_questions_of_a_view_only_read(game: str) -> None:
    one = find_game(game)
    view = import_module(one.view)
    questions = [getattr(view, name) for name in one.rules.questions]
    functions = [getattr(one, "py_func", one) for one in questions if callable(one) and not isinstance(one, type)]
    assert functions
    for function in functions:
        for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(function)))):
            stores = isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del)
            assert not stores, f"{function.__qualname__}, line {node.lineno}"


IN_PLACE = {
    "sorted": "    points = view.points\n    points.sort()\n",
    "a part, sorted": "    view.points[1:].sort()\n",
    "filled": "    view.points.fill(3)\n",
    "added to": "    points = view.points\n    points += 1\n",
    "added to by a helper": "    raise_all(view.points)\n",
    "written by numpy": "    np.add(view.points, 1, view.points)\n",
    "written by name": "    np.add(view.points, 1, out=view.points)\n",
    "written under another name": "    add = np.negative\n    add(view.points, view.points)\n",
    "out of a list": "    rows = [view.points]\n    rows[0][0] = 50\n",
    "out of a list in a list": "    rows = [[view.points]]\n    rows[0][0][1:][0] = 50\n",
    "a choice out of a list": "    rows = [choice]\n    rows[0]['plank'] = 0\n",
    "out of a helper's arguments": "    raise_first(view.points)\n",
    "out of a helper that is called copy": "    points = np.copy(view.points)\n    points = tools.copy(view.points)\n"
    "    points[0] = 50\n",
    "own luck under another name": "    library = np\n    return library.random.random()\n",
}
RAISE_ALL = (
    "import numpy as np\nimport tools_of_a_cheat as tools\n\n\n"
    "def raise_all(a):\n    b = a[1:]\n    b += 1\n    return 0.0\n\n\n"
    "def raise_first(*a):\n    a[0][0] = 50\n    a = [1]\n    return 0.0\n\n\n"
)
TOOLS = "from analyser.kernel.backend import compiled\n\n\n@compiled\ndef copy(a):\n    return a\n"


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module that strategies of a designer's own import."""
    (tmp_path / "tools_of_a_cheat.py").write_text(TOOLS)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "tools_of_a_cheat", raising=False)


def compiled_alone(path: Path) -> None:
    """Compile a strategy's function by itself, which is quicker than its policies."""
    function = load_function(read_strategy(path))
    rules = find_game("faut-pas-pousser").rules
    function.compile(tuple(numba.typeof(np.zeros(1, dtype)[0]) for dtype in (rules.table, rules.choice)))


@pytest.mark.usefixtures("tools")
@pytest.mark.parametrize("what", IN_PLACE)
def test_no_array_is_changed_in_place_under_any_name(tmp_path: Path, what: str) -> None:
    path = write_strategy(tmp_path, "mine", RAISE_ALL + SCORE + IN_PLACE[what] + "    return 0.0\n")
    with pytest.raises(
        numba.core.errors.NumbaError, match=r"in place|numpy write into|no seed repeats|an array that it was given"
    ):
        compiled_alone(path)


@pytest.mark.usefixtures("tools")
def test_numbers_and_new_arrays_may_be_counted_up(tmp_path: Path) -> None:
    body = (
        "    n = view.turn\n    n += 1\n    mine = np.sort(view.points.copy())\n    mine[0] += n\n"
        "    a, b, c, d = np.zeros(2), np.zeros(2), view.points.copy(), n\n    a[0] = b[1] = c[0] = d\n"
        "    rows = [[0, 1], [2, 3]]\n    rows[1][0] = n\n"
        "    grid = np.zeros((2, 2))\n    grid[1][0] = n\n    return mine[0] + rows[1][0] + grid[1, 0]\n"
    )
    compiled_alone(write_strategy(tmp_path, "mine", RAISE_ALL + SCORE + body))


def test_the_sentence_names_the_line(tmp_path: Path) -> None:
    path = write_strategy(tmp_path, "mine", SCORE + IN_PLACE["sorted"] + "    return 0.0\n")
    with pytest.raises(
        BadInput, match=r"mine\.py cannot be compiled: it changes an array in place by \.sort\..*\(line 5\)"
    ):
        compile_strategy(find_game("faut-pas-pousser"), read_strategy(path))


def test_not_in_place_in_a_file_that_it_imports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    helper = "from analyser.kernel.backend import compiled\n\n\n@compiled\ndef raised(a):\n    a += 1\n    return 0.0\n"
    (tmp_path / "helpers_in_place.py").write_text(helper)
    monkeypatch.syspath_prepend(tmp_path)
    code = f"from helpers_in_place import raised\n\n\n{SCORE}    return raised(view.points)\n"
    with pytest.raises(numba.core.errors.NumbaError, match="in place"):
        compiled_alone(write_strategy(tmp_path, "mine", code))


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("import random", "draws from random.*choose.view, choices, luck"),
        ("from random import randint", "draws from random"),
        ("import numpy.random as dice", r"draws from numpy\.random"),
        ("from numpy import random", r"draws from numpy\.random"),
        ("from numpy.random import rand", r"draws from numpy\.random"),
        ("import numpy as dice\nROLL = dice.random.random()", r"draws from numpy\.random"),
        ("import sys", r"it imports sys\. A strategy only calculates.*Allowed: numpy"),
        ("from os import _exit", "it imports os"),
        ("import subprocess", "it imports subprocess"),
        ("import operator", "it imports operator"),
        ("from numba import carray", "it imports numba"),
    ],
)
def test_only_what_calculates_may_be_imported(tmp_path: Path, line: str, why: str) -> None:
    with pytest.raises(BadInput, match=why):
        read_strategy(write_strategy(tmp_path, "mine", f"{line}\n\n\n{SCORE}    return 0.0\n"))


@pytest.mark.parametrize("line", ["exit(0)", "quit()", "raise SystemExit(0)"])
def test_leaving_is_a_failed_strategy(tmp_path: Path, line: str) -> None:
    with pytest.raises(BadInput, match=r"mine\.py cannot be imported: SystemExit"):
        load_function(read_strategy(write_strategy(tmp_path, "mine", f"{line}\n\n\n{SCORE}    return 0.0\n")))


@pytest.mark.parametrize("depth", [250, 100_000])
def test_a_file_nested_too_deeply_is_refused(tmp_path: Path, depth: int) -> None:
    path = write_strategy(tmp_path, "deep", f"{SCORE}    return {'(' * depth}1{')' * depth}\n")
    with pytest.raises(BadInput, match=r"Strategy .*deep\.py"):
        read_strategy(path)
