"""Which strategies ask the view's costly questions: the rules answer them only for those."""

import pytest

from analyser.games.black_fleet.foresight import THREATS, WAYS
from analyser.games.black_fleet.view import COSTLY, __all__
from analyser.kernel.workspace import POLICY_ASKS_MORE
from analyser.simulation.engine import Engine
from analyser.strategies.library import find_strategy
from analyser.strategies.loading import asks_more, read_strategy
from tests.games.black_fleet.kernel_games import BUILT_IN, GAME

ASKING = {"commodore": THREATS, "corsair": THREATS, "racer": THREATS, "trader": THREATS}

IMPORT = "from analyser.games.black_fleet.view import "
SOURCES = {
    "": 0,
    "def helper(view):\n    '''Not can_attack, not view.way.'''\n    # way_to, view.threat\n    return 0.0\n": 0,
    f"{IMPORT}can_attack\n": THREATS,
    f"{IMPORT}danger_from_frigates as fear\n": THREATS,
    f"{IMPORT}way_to\n": WAYS,
    f"{IMPORT}(\n    danger_from_pirates,\n    way_to,\n)\n": THREATS | WAYS,
    "def helper(view):\n    return view.way[0, 0] * 1.0\n": WAYS,
    "def helper(view):\n    return view.threat[0, 0] * 1.0\n": THREATS,
    f"{IMPORT}sea_distance, prey\n": 0,
}


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_built_in_strategies_that_ask(name):
    assert asks_more(GAME, find_strategy(GAME, name)) == ASKING.get(name, 0)


@pytest.mark.parametrize("spec", ["commodore", "noisy:p=0.1(commodore)", "never:rob(commodore)"])
def test_the_kernel_is_told_also_of_strategies_in_wrappers(spec):
    engine = Engine(GAME, (find_strategy(GAME, "random"), find_strategy(GAME, spec)))
    assert engine.policy_params[:, POLICY_ASKS_MORE].tolist() == [0, THREATS]


@pytest.mark.parametrize("source", SOURCES)
def test_names_count_words_in_docstrings_and_remarks_do_not(tmp_path, source):
    path = tmp_path / "asker.py"
    path.write_text(
        f'"""Asks can_attack, way_to, view.way."""\n\n{source}\n\ndef score(view, choice):\n    return 0.0\n'
    )
    assert asks_more(GAME, read_strategy(path)) == SOURCES[source]


def test_what_helpers_in_files_of_their_own_ask_counts(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "helper_that_asks.py").write_text(f"{IMPORT}way_to\n")
    path = tmp_path / "asker.py"
    text = "import helper_that_asks\n\n\ndef score(view, choice):\n    return helper_that_asks.way_to(view, 0, 0)\n"
    path.write_text(f'"""An idea."""\n\n{text}')
    assert asks_more(GAME, read_strategy(path)) == WAYS


def test_every_costly_question_is_offered_or_is_a_field():
    assert {name for name in COSTLY if name not in __all__} == {"threat", "way"}
