"""The traps that numba sets, each with a test that would fall into it."""

import os
import re
import shutil
import signal
import subprocess
import sys
from ctypes import string_at
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from llvmlite.binding import executionengine
from polars.testing import assert_frame_equal

from analyser.games.faut_pas_pousser.choices import Kind
from analyser.games.loader import find_game, game_names
from analyser.kernel.backend import compiled, compiled_apart, compiled_strategy
from analyser.kernel.intrinsics import call, fill
from analyser.kernel.machine_code import EntryPoint, cached
from analyser.kernel.restrictions import allows_by
from analyser.kernel.workspace import workspace_dtype
from analyser.simulation import engine
from analyser.simulation.engine import State, policy_entries
from analyser.strategies.library import find_strategy
from tests.checkout import Checkout
from tests.cli.commands import (
    GAME,
    OWN,
    analyse,
    analyse_apart,
    contents,
    environment,
    fine_apart,
    follow,
    parquet_files,
    rows,
    simulate,
    write_strategy,
)
from tests.simulation.playing import job_of, play, table

FPP = find_game(GAME)
HELPER = "from analyser.kernel.backend import compiled\n\n\n@compiled\ndef liked(pirate):\n    return {}\n"
USES_HELPER = "from {} import liked\n\n\ndef score(view, choice):\n    return liked(choice.pirate)\n"


# Traps 1 and 3: what is compiled must never be older than what is written.


class Games:
    """Plays in an edited checkout, with helpers and strategies of a designer's own."""

    def __init__(self, checkout: Checkout, folder: Path) -> None:
        self.checkout, self.folder = checkout, folder
        self.helpers, self.mine = folder / "helpers", folder / "mine"
        self.helpers.mkdir()
        self.environment = {"PYTHONPATH": f"{checkout.folder}{os.pathsep}{self.helpers}"}

    def play(self, *strategies: str, **changes: str) -> pl.DataFrame:
        """The seats of a few games."""
        shutil.rmtree(self.folder / "run", ignore_errors=True)
        words = ("--strategies", ",".join(strategies), "--games", "200")
        return rows(simulate(*words, cwd=self.folder, **self.environment, **changes), "seats")

    def openings(self, *strategies: str) -> list[int]:
        """Which pirates are picked for the installation."""
        return sorted(self.play(*strategies)["opening_pirate"].unique())


@pytest.fixture
def games(checkout: Checkout, tmp_path: Path) -> Games:
    return Games(checkout, tmp_path)


class TestNothingIsStale:
    def test_an_edited_rule_is_played(self, games: Games) -> None:
        """`points_on_plank` is called from three files, none of which changes."""
        before = games.play("random")
        rules = "analyser/games/faut_pas_pousser/rules.py"
        games.checkout.edit(rules, "return points + table.captain_bonus", "return 500 + points + table.captain_bonus")
        after = games.play("random")
        assert after["score"].min() >= 500
        assert_frame_equal(after.select(pl.col("score") - 500), before.select("score"))

    def test_an_edited_strategy_is_played(self, games: Games) -> None:
        assert len(games.openings("greedy")) > 1
        old, new = "    return points_after(view, choice, view.me)", "    return float(choice.pirate)"
        games.checkout.edit(f"strategies/{GAME}/greedy.py", old, new)
        assert games.openings("greedy") == [6]

    def test_an_edited_data_file_is_played(self, games: Games) -> None:
        old, new = "default = [1, 2, 3, 4, 5, 6]", "default = [2, 3, 4, 5, 6, 15]"
        games.checkout.edit(f"seeds/{GAME}/settings.toml", old, new)
        assert games.openings("random") == [2, 3, 4, 5, 6, 15]

    @pytest.mark.long
    def test_an_edited_helper_of_a_strategy_is_played(self, games: Games) -> None:
        """A run does not go on with it: its first games were played by other code."""
        helper = games.helpers / "tastes.py"
        helper.write_text(HELPER.format("pirate"))
        mine = str(write_strategy(games.mine, "helped", USES_HELPER.format("tastes")))
        assert games.openings(mine) == [6]
        helper.write_text(HELPER.format("-pirate"))
        words = ("simulate", "--resume", "run", "--strategy-path", games.mine)
        done = analyse_apart(*words, cwd=games.folder, **games.environment)
        assert done.code == 3
        assert "Changed since: strategy helped." in done.last_line
        assert games.openings(mine) == [1]

    @pytest.mark.long
    def test_two_strategies_of_one_template_play_their_own_code(self, games: Games) -> None:
        """The same source but for one number, compiled into the same template."""
        code = f"def score(view, choice):\n    return {os.getpid()} + {{}} * choice.pirate\n"
        low, high = (
            str(write_strategy(games.mine, name, code.format(sign))) for name, sign in (("low", -1.0), ("high", 1.0))
        )
        for _ in ("cold", "warm"):
            seats = games.play(low, high)
            picked = dict(seats.group_by("strategy").agg(pl.col("opening_pirate").unique()).iter_rows())
            assert picked == {"low": [1], "high": [6]}

    @pytest.mark.long
    def test_a_warm_run_adds_nothing_to_the_cache(self, games: Games, tmp_path: Path) -> None:
        mine, cache = str(OWN / "with_helpers.py"), tmp_path / "cache"
        first = games.play("random", mine, ANALYSE_CACHE=str(cache))
        before = contents(cache)
        assert_frame_equal(games.play("random", mine, ANALYSE_CACHE=str(cache)), first)
        assert contents(cache) == before
        assert any("kernel" in name for name in before)


def code_files(strategy: Path | str) -> set[Path]:
    """Where the machine code of a strategy is kept."""
    return {entry.path for entry in policy_entries(FPP, find_strategy(FPP, str(strategy)))}


class TestKeysOfStrategies:
    """What a strategy is made of names the files of its machine code; so an edit leads to other files."""

    @pytest.fixture
    def helpers(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        monkeypatch.syspath_prepend(tmp_path)
        return tmp_path

    def check_key(self, code: str, edited: Path, old: str, new: str) -> None:
        """Editing this file must change the key of a strategy with this code; a comment in it must not."""
        path = write_strategy(edited.parent / "mine", "mine", code)
        before, text = code_files(path), edited.read_text()
        edited.write_text(f"# A remark.\n{text}")
        assert code_files(path) == before
        assert old in text
        edited.write_text(text.replace(old, new))
        assert code_files(path).isdisjoint(before)

    def test_its_own_file(self, tmp_path: Path) -> None:
        one, other = (
            write_strategy(tmp_path / folder, "mine", f"def score(view, choice):\n    return {value}\n")
            for folder, value in (("one", 1.0), ("other", 2.0))
        )
        assert code_files(one).isdisjoint(code_files(other))

    def test_a_module_that_its_helper_imports(self, helpers: Path) -> None:
        (helpers / "inner_tastes.py").write_text(HELPER.format("pirate"))
        (helpers / "outer_tastes.py").write_text("from inner_tastes import liked\n\n__all__ = ['liked']\n")
        self.check_key(
            USES_HELPER.format("outer_tastes"), helpers / "inner_tastes.py", "return pirate", "return -pirate"
        )

    def test_a_module_of_a_package(self, helpers: Path) -> None:
        """`from package import module` names no function of the module."""
        (helpers / "taste_package").mkdir()
        (helpers / "taste_package" / "__init__.py").touch()
        plain = helpers / "taste_package" / "plain.py"
        plain.write_text(HELPER.format("pirate"))
        code = "from taste_package import plain\n\n\ndef score(view, choice):\n    return plain.liked(choice.pirate)\n"
        self.check_key(code, plain, "return pirate", "return -pirate")

    def test_a_module_imported_inside_a_function(self, helpers: Path) -> None:
        (helpers / "late_tastes.py").write_text("WEIGHT = 1.0\n")
        code = "import late_tastes as late\n\nW = late.WEIGHT\n\n\ndef score(view, choice):\n    return W\n"
        self.check_key(code, helpers / "late_tastes.py", "1.0", "2.0")

    def test_two_things_that_change_places(self) -> None:
        """The same functions and constants, put together otherwise."""
        fits = list(FPP.rules.restrictable.values())[:2]
        one, other = (EntryPoint("allows", allows_by(order), ()).path for order in (fits, fits[::-1]))
        assert one != other

    def test_numbers_are_read_at_run_time(self) -> None:
        """Other parameters, noise and restrictions need no compilation."""
        assert code_files("noisy:p=0.2(passes:turn=2)") == code_files("passes")
        assert code_files("never:pirate=2(greedy)") == code_files("always:action(never:opening=3(greedy))")


def test_options_are_in_the_key() -> None:
    """Trap 2: numba would load unchecked code for a checked function."""
    paths = {EntryPoint("one", add_one(decorate), (1,)).path for decorate in (compiled, compiled_strategy)}
    assert len(paths) == 2


def add_one(decorate: Any) -> Any:
    @decorate
    def added(number: int) -> int:
        return number + 1

    def entry(number: int) -> int:
        return added(number)

    return entry


def test_types_and_versions_are_in_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    def path(*examples: object) -> Path:
        return EntryPoint("three_deep", three_deep, examples).path

    paths = {path(1), path(1.0), path(np.zeros(1)), path(np.zeros(1, np.int8)), path(np.zeros((1, 1)))}
    monkeypatch.setattr("analyser.kernel.machine_code._machine", lambda: ("numba 9",))
    assert len({*paths, path(1)}) == 6


# Traps 4 to 6: files by path, in a second process, with helper functions.


@pytest.mark.long
def test_strategies_by_path_in_a_second_process(tmp_path: Path) -> None:
    """The second process finds the code of the first in the cache; it must find its module as well."""
    words = ("--strategies", f"{OWN / 'with_helpers.py'}:weight=0.25,{OWN / 'greedy_planner.py'},random")
    cold, warm = (simulate(*words, "--games", "600", cwd=tmp_path, out=out, apart=True) for out in ("cold", "warm"))
    assert parquet_files(cold) == parquet_files(warm)


def test_helper_functions_do_what_they_say() -> None:
    """`with_helpers` with weight 0 is greedy, however it is computed."""
    mine = table(play(job_of(f"{OWN / 'with_helpers.py'}:weight=0", 500)), "seats")
    assert_frame_equal(mine.drop("strategy"), table(play(job_of("greedy", 500)), "seats").drop("strategy"))


@pytest.mark.long
def test_a_cache_that_cannot_be_written(tmp_path: Path) -> None:
    """Compiling anew each time is slow, but it works; and no folders pile up in the place for temporary files."""
    (tmp_path / "file").write_text("")
    (tmp_path / "temporary").mkdir()
    where = {"ANALYSE_CACHE": str(tmp_path / "file" / "cache"), "TMPDIR": str(tmp_path / "temporary")}
    run = simulate("--strategies", "random", "--games", "100", cwd=tmp_path, **where)
    assert_frame_equal(rows(run, "seats"), table(play(job_of("random", 100)), "seats"))
    assert [path.name for path in (tmp_path / "temporary").iterdir() if path.name.startswith("analyse-")] == []


# Traps 7 and 8: what goes wrong in a strategy arrives, and can be looked at.


FAILING = """
def score(view, choice):
    if view.turn == 4 and view.me == 1:
        raise ValueError("lost")
    return 0.0
"""


@pytest.mark.parametrize(
    "words",
    [
        ("--players", "2"),
        ("--players", "3", "--luck", "rotated"),
        ("--players", "4", "--seed", "9", "--set", "captain_bonus=3", "--set", "plank_points=9,9,9,9"),
    ],
    ids=["two players", "rotated luck", "other settings"],
)
def test_an_exception_names_strategy_and_game_and_its_replay_shows_it(tmp_path: Path, words: tuple[str, ...]) -> None:
    mine = write_strategy(tmp_path / "my strategies", "failing", FAILING)
    common = ("simulate", "--game", GAME, "--games", "600", "--jobs", "1")
    done = analyse(*common, "--strategies", f"random,{mine}:", *words, cwd=tmp_path)
    assert done.code == 3
    assert "Strategy failing raised ValueError: lost in game " in done.last_line
    game = done.last_line.partition(" in game ")[2].partition(",")[0]
    replay = follow(done.err, "Replay: ", cwd=tmp_path)
    assert replay.code == 3
    assert f"game {game} of seed" in replay.out
    assert "Round 5" in replay.out, "the story goes up to the failure, in the fifth round"
    assert f"Strategy failing raised ValueError: lost in game {game}, seat 2 " in replay.last_line


def test_the_first_failing_game_is_named_whoever_finds_it(tmp_path: Path) -> None:
    """With two workers another one may be met first; what is reported should not depend on that."""
    mine = write_strategy(tmp_path, "rarely", "def score(view, choice):\n    return 1 / (view.points[view.me] - 22)\n")
    words = ("simulate", "--game", GAME, "--strategies", mine, "--games", "4000", "--part-games", "250")
    alone = analyse(*words, "--jobs", "1", cwd=tmp_path)
    together = analyse(*words, "--jobs", "2", cwd=tmp_path)
    assert alone.last_line == together.last_line


# Trap 9: the same rows without compiling.


def test_uncompiled_games_are_the_same(tmp_path: Path) -> None:
    """With strategies of a designer's own; tests/games/test_same_uncompiled.py has all games and numbers of players."""
    pool = f"random,greedy,passes:turn=2,{OWN / 'greedy_planner.py'},{OWN / 'with_helpers.py'}"
    words = ("--strategies", pool, "--games", "24", "--players", "3", "--luck", "rotated")
    slow = simulate(*words, cwd=tmp_path, out="slow", NUMBA_DISABLE_JIT="1")
    job = job_of(pool, 24, players=3, luck="rotated")
    for name in ("games", "seats"):
        assert_frame_equal(rows(slow, name), table(play(job), name))


# Trap 12: one record a thread.


def test_threads_do_not_share_a_table(tmp_path: Path) -> None:
    words = ("--strategies", "random", "--games", "60000", "--part-games", "1000")
    one, four = (simulate(*words, "--jobs", jobs, cwd=tmp_path, out=jobs) for jobs in ("1", "4"))
    assert parquet_files(one) == parquet_files(four)


# Linking: only entry points are translated.


@compiled
def doubled(number: int) -> int:
    return 2 * number


@compiled_apart
def doubled_and_one(number: int) -> int:
    return doubled(number) + 1


@compiled
def one_more(number: int) -> int:
    return doubled_and_one(number) + 1


def three_deep(number: int) -> int:
    return one_more(number) + doubled(number)


def test_an_entry_point_takes_in_all_that_it_calls() -> None:
    """Parts and phases, called directly or not: none has machine code of its own, and the entry point runs."""
    entry = EntryPoint("three-deep", three_deep, (1,))
    entry.path.unlink(missing_ok=True)
    assert [entry.load()(number) for number in (0, 1, 5)] == [2, 6, 22]
    for part in (doubled, doubled_and_one, one_more):
        (overload,) = part.overloads.values()
        assert overload.library.get_pointer_to_function(overload.fndesc.llvm_func_name) == 0


def test_an_entry_point_comes_back_from_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one process has stored, another loads without compiling anything."""
    entry = EntryPoint("three-deep", three_deep, (1,))
    first = entry.load()
    assert entry.is_ready
    monkeypatch.setattr("analyser.kernel.machine_code._loaded", {})
    monkeypatch.setattr(EntryPoint, "_compile", None)
    second = entry.load()
    assert second is not first
    assert second(5) == first(5) == 22


def test_an_interruption_while_llvm_works_is_heard(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The signal is raised in a callback that lets no exception through; what was begun is not kept."""

    def interrupted(where: int, size: int) -> bytes:
        signal.raise_signal(signal.SIGINT)
        return string_at(where, size)

    entry = EntryPoint("three-deep-interrupted", three_deep, (1,))
    entry.path.unlink(missing_ok=True)
    with monkeypatch.context() as patched:
        patched.setattr(executionengine, "string_at", interrupted)
        with pytest.raises(KeyboardInterrupt):
            entry.load()
    assert (capsys.readouterr().err, entry.is_ready) == ("", False)
    assert entry.load()(5) == 22


PHASES = """
import sys
from analyser.kernel.backend import compiled_apart
from analyser.kernel.machine_code import EntryPoint


def adding(number):
    @compiled_apart
    def add(value):
        return value + number

    def entry(value):
        return add(value)

    return entry


print([EntryPoint(f"adding-{n}", adding(int(n)), (0,)).load()(10) for n in sys.argv[1:]])
"""


def test_phases_of_one_name_from_two_processes_are_not_mixed_up(tmp_path: Path) -> None:
    """numba numbers functions and types in each process anew: the two phases have one name in the cache."""
    file = tmp_path / "phases.py"
    file.write_text(PHASES)

    def added(*numbers: str) -> str:
        words = (sys.executable, file, *numbers)
        changes = environment(ANALYSE_CACHE=str(tmp_path))
        return subprocess.run(words, env=changes, capture_output=True, text=True, check=True).stdout.strip()

    assert [added("1"), added("2")] == ["[11]", "[12]"]
    assert [added("1", "2"), added("2", "1")] == ["[11, 12]", "[12, 11]"]


def test_an_entry_point_is_loaded_once_a_process() -> None:
    one, other = (EntryPoint("three-deep", three_deep, (1,)) for _ in range(2))
    assert one.load() is other.load()


def test_a_damaged_file_is_compiled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("three-deep-damaged", three_deep, (1,))
    entry.load()
    damaged = bytearray(entry.path.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    entry.path.write_bytes(damaged)
    monkeypatch.setattr("analyser.kernel.machine_code._loaded", {})
    assert entry.load()(5) == 22


# Trap 16: the call by address.


def call_by_address(address: int, view: Any, workspace: Any) -> int:
    return call(address, view, workspace)


def test_the_call_by_address_is_a_plain_call() -> None:
    """A policy reached by its address gives what the same function gives when called by name, in 200 positions."""
    strategy = find_strategy(FPP, "greedy")
    values = {name: setting.default for name, setting in FPP.settings().items()}
    room = State(FPP, values, 4)
    entry = policy_entries(FPP, strategy)[Kind.TURN]
    plain, address = entry.load(), entry.handle()
    by_address = cached("call-by-address", call_by_address, address, room.table, room.workspace)
    answers = set()
    for position in range(200):
        deal_position(room, np.random.default_rng(position))
        before = room.workspace.luck.copy()
        expected = plain(room.table, room.workspace)
        room.workspace.luck[:] = before
        assert by_address(address, room.table, room.workspace) == expected
        answers.add(expected)
    assert len(answers) > 50, "the positions must differ"


def deal_position(room: State, generator: np.random.Generator) -> None:
    """Some cards in everybody's hand, some pirates on the plank."""
    view = room.table
    n = int(generator.integers(1, 6))
    view.me = generator.integers(0, 4)
    for crew in range(4):
        view.pirates[crew] = sum(1 << int(card) for card in generator.permutation(6)[:n])
        view.actions[crew] = sum(1 << int(card) for card in generator.permutation(5)[:n])
        view.points[crew] = generator.integers(0, 20)
        view.non_merci[crew] = generator.integers(0, 2)
    lanes = [int(view.lanes[crew, generator.integers(0, 6)]) for crew in generator.integers(0, 4, 4)]
    view.plank = sum(lane << 16 * slot for slot, lane in enumerate(lanes))
    view.fall_points = generator.integers(1, 6)
    room.workspace.luck[:] = generator.integers(0, 2**63, len(room.workspace.luck))


def test_a_planner_is_told_the_same_whatever_was_played_before() -> None:
    """The list of choices lies in memory that is used again: an opening must not show what an earlier turn left."""
    pool = f"{OWN / 'curious_planner.py'},random"
    whole = table(play(job_of(pool, 400, players=2)), "seats")
    parts = job_of(pool, 400, players=2, part_games=20)
    cut = pl.concat(table(play(parts, number), "seats") for number in range(parts.n_parts))
    assert_frame_equal(cut, whole)


def test_a_planner_and_a_score_of_the_same_idea_play_the_same_games() -> None:
    """Greedy inlined into the enumeration, and greedy written by hand over the list of choices."""
    for players in (2, 4):
        by_score = play(job_of("greedy", 2000, players=players))
        by_hand = play(job_of(str(OWN / "greedy_planner.py"), 2000, players=players))
        for name, named in (("games", "lineup"), ("seats", "strategy")):
            assert_frame_equal(table(by_score, name).drop(named), table(by_hand, name).drop(named))


# Names that numpy has taken.


@pytest.mark.parametrize("game", game_names())
def test_no_field_hides_a_method_of_numpy(game: str) -> None:
    """`record.fields` or `record.copy` would mean the method without compiling, and the field with it."""
    one = find_game(game)
    dtypes = {"work": workspace_dtype(one.rules.choice, 8, one.sums())}
    package = one.view.rpartition(".")[0]
    for module in [sys.modules[name] for name in sys.modules if name.startswith(package)]:
        dtypes |= {name: value for name, value in vars(module).items() if isinstance(value, np.dtype) and value.names}
    assert len(dtypes) > 3
    for name, dtype in dtypes.items():
        assert not [field for field in dtype.names or () if hasattr(np.record, field)], name


def test_such_a_field_is_refused() -> None:
    """Negative control."""
    with pytest.raises(AssertionError, match="copy"):
        engine.new_record(np.dtype([("copy", "i8")]))


@pytest.mark.long
def test_the_command_says_what_takes_so_long(tmp_path: Path) -> None:
    """A cold start compiles; that is announced on stderr, and nothing else is."""
    mine = write_strategy(tmp_path, "fresh", f"def score(view, choice):\n    return {os.getpid()} * choice.pirate\n")
    shutil.rmtree(tmp_path / "run", ignore_errors=True)
    words = ("simulate", "--game", GAME, "--strategies", mine, "--games", "10", "--json", "--out", "run")
    done = fine_apart(*words, cwd=tmp_path)
    assert done.err.strip() == "Compiling fresh of Faut pas pousser: some seconds, once after each change."


@pytest.mark.long
def test_compiling_several_at_once_leaves_nothing_but_the_note(tmp_path: Path) -> None:
    """Several strategies are compiled in processes of their own, which must go quietly."""
    pool = ",".join(
        str(write_strategy(tmp_path, name, f"def score(view, choice):\n    return {os.getpid()} + choice.{name}\n"))
        for name in ("pirate", "action")
    )
    words = ("simulate", "--game", GAME, "--strategies", pool, "--games", "10", "--json", "--out", "r")
    done = fine_apart(*words, cwd=tmp_path)
    note, *progress = done.err.strip().splitlines()
    assert note == "Compiling pirate, action of Faut pas pousser: some seconds, once after each change."
    assert all(re.fullmatch(r"  \d of 3 compiled", line) for line in progress)


# What we add to numba ourselves.

SMALL = np.dtype([("wide", "i8"), ("low", "i4"), ("high", "i4"), ("byte", "i1"), ("last", "i2")], align=True)


def write_whole(records: Any, wide: int, low: int, high: int, byte: int, last: int) -> None:
    """Only the middle one of three records."""
    fill(records[1], wide, low, high, byte, last)


@pytest.mark.parametrize(
    "values", [(-(2**63), -3, 2**31 - 1, -128, 32767), (5, 2**31 - 1, -1, 127, -1), (0, -1, 0, 0, 1)]
)
def test_a_record_filled_at_once_holds_what_was_given(values: tuple[int, ...]) -> None:
    records = np.full(3 * SMALL.itemsize, 0x55, np.uint8).view(SMALL)
    before = records.copy()
    cached("write-whole", write_whole, records, *values)(records, *values)
    assert records[1].item() == values
    assert records[0] == before[0] and records[2] == before[2]
