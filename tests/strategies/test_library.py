"""Strategy files and how they are typed."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from analyser.core.errors import BadInput
from analyser.games.loader import find_game, game_names
from analyser.simulation.job import make_job
from analyser.strategies import library
from analyser.strategies.library import default_field, find_strategies, find_strategy, strategy_files, strongest
from analyser.strategies.loading import read_strategy
from analyser.strategies.spec import split_specs
from tests.cli.commands import GAME, OWN, write_strategy
from tests.kernel.steady import steady
from tests.simulation.playing import job_of, play, table

FPP = find_game(GAME)
HELPERS = str(OWN / "with_helpers.py")
NAMES = st.from_regex(r"[a-z][a-z0-9_-]{0,6}", fullmatch=True)


@pytest.mark.parametrize(
    ("text", "specs"),
    [
        ("greedy", ["greedy"]),
        ("greedy,random", ["greedy", "random"]),
        (" greedy , random ", ["greedy", "random"]),
        ("a:x=1,y=2,b", ["a:x=1,y=2", "b"]),
        ("a,b:x=1,y=2,c:z=3,d", ["a", "b:x=1,y=2", "c:z=3", "d"]),
        ("my/own file.py:x=1,y=2,random", ["my/own file.py:x=1,y=2", "random"]),
        ("a:x=1,b:x=2", ["a:x=1", "b:x=2"]),
    ],
)
def test_specs_are_split_at_strategies(text: str, specs: list[str]) -> None:
    assert split_specs(text) == specs


@steady
@given(st.lists(st.tuples(NAMES, st.dictionaries(NAMES, st.integers(-9, 9), max_size=3)), min_size=1, max_size=5))
def test_whatever_is_joined_is_split_again(pool: list[tuple[str, dict[str, int]]]) -> None:
    specs = [
        name + (":" if params else "") + ",".join(f"{key}={value}" for key, value in params.items())
        for name, params in pool
    ]
    assert split_specs(",".join(specs)) == specs


def test_defaults_are_left_out_of_a_name() -> None:
    assert find_strategy(FPP, "passes:turn=3").spec == "passes"
    assert find_strategy(FPP, "passes:turn=5").spec == "passes:turn=5"
    assert find_strategy(FPP, f"{HELPERS}:weight=0.25").spec == "with_helpers:weight=0.25"


@steady
@given(st.floats(0, 1))
def test_a_parameter_survives_being_stored(weight: float) -> None:
    """A run's manifest and a replay command hold what was typed: reading that again must give the very same number."""
    assume(weight != 0.5)
    strategy = find_strategy(FPP, f"{HELPERS}:weight={weight!r}")
    assert strategy.params == (weight,)
    job = make_job(FPP, strategies=f"{HELPERS}:weight={weight!r}")
    assert find_strategy(FPP, job.typed(strategy)).params == (weight,)


def test_two_settings_of_one_strategy_are_two_strategies() -> None:
    pool = find_strategies(FPP, ["passes:turn=1", "passes:turn=2", "passes"])
    assert [one.spec for one in pool] == ["passes:turn=1", "passes:turn=2", "passes"]


def test_nearly_equal_parameters_are_two_strategies() -> None:
    pool = find_strategies(FPP, [f"{HELPERS}:weight=0.1234567", f"{HELPERS}:weight=0.1234568"])
    assert pool[0].spec != pool[1].spec


@pytest.mark.parametrize("name", ["my own", "sous-vide", "naïf", "2nd"])
def test_any_file_name_will_do(tmp_path: Path, name: str) -> None:
    path = write_strategy(tmp_path / "a folder", name, "def score(view, choice):\n    return choice.pirate\n")
    seats = table(play(job_of(f"{path}", 10)), "seats")
    assert seats["strategy"].unique().to_list() == [name]


def test_a_file_of_ones_own_called_random_plays_its_own_code(tmp_path: Path) -> None:
    """The kernel draws for the built-in `random`; a designer's file of that name is not that one."""
    code = "def score(view, choice):\n    return choice.pirate\n"
    path = write_strategy(tmp_path, "random", code)
    seats = table(play(job_of(str(path), 100)), "seats")
    assert seats["opening_pirate"].unique().to_list() == [6]


def test_a_relative_path_means_the_same_file_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_strategy(tmp_path, "mine", "def score(view, choice):\n    return 0.0\n")
    monkeypatch.chdir(tmp_path)
    strategy = find_strategy(FPP, "mine.py")
    assert strategy.path == tmp_path / "mine.py"
    assert make_job(FPP, strategies="mine.py").typed(strategy) == str(tmp_path / "mine.py")


@pytest.mark.parametrize(
    "params",
    [
        "PARAMS = {'turn': (3, 1, 6)}",
        "PARAMS = {}",
        "PARAMS = {'a': (0, 0, 0), 'b': (0.5, -1, 1)}",
    ],
)
def test_parameters_are_declared(tmp_path: Path, params: str) -> None:
    path = write_strategy(tmp_path, "mine", f"{params}\n\n\ndef score(view, choice):\n    return 0.0\n")
    strategy = read_strategy(path)
    assert strategy.params == tuple(default for _, default, _, _ in strategy.defaults)


@pytest.mark.parametrize(
    "params",
    [
        "PARAMS = {'turn': 3}",
        "PARAMS = {'turn': (3, 1)}",
        "PARAMS = {'turn': (0, 1, 6)}",
        "PARAMS = {'turn': ('a', 1, 6)}",
        "PARAMS = ['turn']",
        "PARAMS = {'turn': (float('nan'), 1, 6)}",
        "PARAMS = dict(turn=(3, 1, 6))",
        f"PARAMS = {dict.fromkeys('abcdefghi', (0, 0, 1))}",
    ],
)
def test_parameters_badly_declared(tmp_path: Path, params: str) -> None:
    path = write_strategy(tmp_path, "mine", f"{params}\n\n\ndef score(view, choice):\n    return 0.0\n")
    with pytest.raises(BadInput, match=r"line 3: PARAMS must read \{'name': \(default, least, most\)\}"):
        read_strategy(path)


def test_a_parameter_whose_name_cannot_be_typed(tmp_path: Path) -> None:
    """`mine:a=b=1` or `mine:a,b=1` could not be read back."""
    path = write_strategy(
        tmp_path, "mine", "PARAMS = {'a,b': (0, 0, 1)}\n\n\ndef score(view, choice):\n    return 0.0\n"
    )
    with pytest.raises(BadInput):
        read_strategy(path)


@pytest.mark.parametrize("game", game_names())
def test_every_built_in_strategy_can_be_read(game: str) -> None:
    files = strategy_files(find_game(game))
    assert "random" in files
    for path in files.values():
        strategy = read_strategy(path)
        assert strategy.idea.endswith("."), path


def test_a_strategy_written_as_rules_wish_is_found_by_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The registry is a folder: a new file needs no other edit."""
    write_strategy(tmp_path / GAME, "newcomer", "def score(view, choice):\n    return 0.0\n")
    monkeypatch.setattr("analyser.core.paths.STRATEGIES", tmp_path)
    assert list(strategy_files(FPP)) == ["newcomer"]
    assert find_strategy(FPP, "newcomer").path == tmp_path / GAME / "newcomer.py"


def test_nobody_named_means_the_competent_ones(tmp_path, monkeypatch):
    """A user's own strategies join them; `random` plays only where there is no other."""
    game = find_game("faut-pas-pousser")
    assert default_field(game) == list(game.competent)
    assert {"random", "greedy"}.isdisjoint(default_field(game))
    (tmp_path / "mine.py").write_bytes(strategy_files(game)["greedy"].read_bytes())
    assert default_field(game, [tmp_path]) == [*game.competent, "mine"]
    unmeasured = replace(game, competent=())
    assert set(default_field(unmeasured)) == set(strategy_files(game)) - {"random"}
    monkeypatch.setattr(library, "strategy_files", lambda *_: {"random": tmp_path / "random.py"})
    assert default_field(unmeasured) == ["random"]
    assert strongest(unmeasured) == "random"


def test_an_installed_package_offers_strategies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Found once it is installed, although strategies were looked for before."""
    assert "offered" not in strategy_files(FPP)
    path = write_strategy(tmp_path / "files", "offered", "def score(view, choice):\n    return 1.0\n")
    (tmp_path / "offering.py").write_text(f"FOLDER = {str(path.parent)!r}\n")
    (tmp_path / "offering-1.dist-info").mkdir()
    (tmp_path / "offering-1.dist-info" / "METADATA").write_text("Name: offering\nVersion: 1\n")
    points = f"[analyser.strategies]\n{GAME} = offering:FOLDER\n"
    (tmp_path / "offering-1.dist-info" / "entry_points.txt").write_text(points)
    monkeypatch.syspath_prepend(tmp_path)
    assert strategy_files(FPP)["offered"] == path
