"""Bad input: every refusal says what was asked, found and allowed, and what to type next; nothing is left behind."""

import json
from pathlib import Path

import pytest

from analyser.core import paths
from analyser.games.loader import game_names
from tests.cli.commands import GAME, ROOT, Refused, analyse_apart, fine, write_strategy

SIMULATE = ("simulate", "--game", GAME, "--strategies", "random", "--games", "100")
SEE_SETTINGS = f"See: analyse games show {GAME}"
SEE_STRATEGIES = f"See: analyse strategies --game {GAME}"
SEE_HELP = "See: analyse simulate --help"
SEE_GAMES = "See: analyse games (a game of yours: --game FILE, or --game-path FOLDER)"


class TestUnknownNames:
    @pytest.mark.parametrize("command", [("simulate", "--game"), ("strategies", "--game"), ("games", "show")])
    def test_game(self, refused: Refused, command: tuple[str, str]) -> None:
        assert refused(*command, "faut-pas-pouser") == f"No game « faut-pas-pouser ». Nearest: {GAME}. {SEE_GAMES}"

    def test_game_unlike_any(self, refused: Refused) -> None:
        said = refused("games", "show", "zzz")
        assert said == f"No game « zzz ». Known: {', '.join(game_names())}. {SEE_GAMES}"

    def test_strategy(self, refused: Refused) -> None:
        said = refused("simulate", "--game", GAME, "--strategies", "greedi,random")
        assert said == f"No strategy of {GAME} « greedi ». Nearest: greedy. {SEE_STRATEGIES}"

    def test_seat(self, refused: Refused) -> None:
        said = refused("simulate", "--game", GAME, "--players", "2", "--seats", "random,gredy")
        assert said == f"No strategy of {GAME} « gredy ». Nearest: greedy. {SEE_STRATEGIES}"

    def test_empty_strategy(self, refused: Refused) -> None:
        said = refused("simulate", "--game", GAME, "--strategies", "greedy,")
        assert said.startswith(f"No strategy of {GAME} «  ». Known: ")
        assert said.endswith(SEE_STRATEGIES)

    def test_setting(self, refused: Refused) -> None:
        said = refused(*SIMULATE, "--set", "captain_bonu=3")
        assert said == f"No setting of {GAME} « captain_bonu ». Nearest: captain_bonus. {SEE_SETTINGS}"

    def test_plan(self, refused: Refused) -> None:
        said = refused(*SIMULATE, "--lineups", "balancd")
        assert said == f"No line-up plan « balancd ». Nearest: balanced. {SEE_HELP}"

    def test_backend(self, refused: Refused) -> None:
        assert refused(*SIMULATE, "--backend", "task") == f"No backend « task ». Nearest: dask. {SEE_HELP}"
        assert refused(*SIMULATE, "--backend", "loky") == f"No backend « loky ». Known: dask, threads. {SEE_HELP}"

    def test_luck(self, refused: Refused) -> None:
        said = refused(*SIMULATE, "--luck", "rotate")
        assert "rotate" in said
        assert "fresh, rotated" in said

    def test_parameter(self, refused: Refused) -> None:
        said = refused("simulate", "--game", GAME, "--strategies", "passes:tur=3")
        assert said == f"No parameter of strategy passes « tur ». Nearest: turn. {SEE_STRATEGIES}"

    def test_parameter_of_a_strategy_that_has_none(self, refused: Refused) -> None:
        said = refused("simulate", "--game", GAME, "--strategies", "greedy:x=1")
        assert said == f"No parameter of strategy greedy « x ». Known: none. {SEE_STRATEGIES}"

    def test_command(self, refused: Refused) -> None:
        said = refused("simulat")
        assert "simulat" in said
        assert "Did you mean 'simulate'?" in said
        assert said.endswith("See: analyse --help")

    def test_option(self, refused: Refused) -> None:
        said = refused("simulate", "--gmae", GAME)
        assert said == f"No option of analyse simulate « --gmae ». Nearest: --game. {SEE_HELP}"
        assert refused("games", "show", "--bord").endswith("Nearest: --board. See: analyse games show --help")
        assert refused("simulate", "--games") == f"Option '--games' requires an argument. {SEE_HELP}"

    @pytest.mark.long
    def test_in_a_process_of_its_own(self, tmp_path: Path) -> None:
        done = analyse_apart("simulate", "--game", "faut-pas-pouser", cwd=tmp_path)
        assert (done.code, done.out) == (2, "")
        assert done.err == f"analyse: No game « faut-pas-pouser ». Nearest: {GAME}. {SEE_GAMES}\n"
        assert list(tmp_path.iterdir()) == []


class TestSettings:
    @pytest.mark.parametrize("value", ["x", "2.5", "", "1,2", "true", "-1", "21", "99999999999999999999", "nan"])
    def test_a_whole_number(self, refused: Refused, value: str) -> None:
        said = refused(*SIMULATE, "--set", f"captain_bonus={value}")
        assert said == f"Setting captain_bonus = {value} is refused. Allowed: whole numbers from 0 to 20 (FPP-16)."

    @pytest.mark.parametrize("value", ["1,2,3", "6,5,4,3,2,1", "1,2,3,4,5,5", "0,2,3,4,5,6", "1,2,3,4,5,16", "a,b"])
    def test_a_rising_list(self, refused: Refused, value: str) -> None:
        said = refused(*SIMULATE, "--set", f"pirate_values={value}")
        assert said == (
            f"Setting pirate_values = {value} is refused. Allowed: 6 whole numbers from 1 to 15, "
            "each larger than the one before, separated by commas (FPP-02)."
        )

    def test_a_word(self, refused: Refused) -> None:
        said = refused(*SIMULATE, "--set", "ages=old")
        assert said == "Setting ages = old is refused. Allowed: one of random, seat-order, reverse (FPP-05)."

    def test_no_value(self, refused: Refused) -> None:
        said = refused(*SIMULATE, "--set", "captain_bonus")
        assert said == f"« --set captain_bonus » has no value. Type: --set name=value. {SEE_SETTINGS}"

    def test_no_name(self, refused: Refused) -> None:
        assert refused(*SIMULATE, "--set", "=3").endswith(SEE_SETTINGS)


class TestNumbers:
    @pytest.mark.parametrize(
        ("option", "value", "allowed"),
        [
            ("--games", "0", "1 to 4294967295"),
            ("--games", "-5", "1 to 4294967295"),
            ("--games", "4294967296", "1 to 4294967295"),
            ("--precision", "0.0", "0.01 to 50"),
            ("--precision", "-0.2", "0.01 to 50"),
            ("--precision", "50.1", "0.01 to 50"),
            ("--precision", "nan", "0.01 to 50"),
            ("--seed", "-1", "0 to 9223372036854775807"),
            ("--seed", "9223372036854775808", "0 to 9223372036854775807"),
            ("--part-games", "0", "1 to 10000000"),
            ("--jobs", "0", "1 or more, or -1 for all cores"),
            ("--jobs", "-2", "1 or more, or -1 for all cores"),
            ("--decision-timeout", "0", "0.1 to 86400 seconds"),
            ("--decision-timeout", "nan", "0.1 to 86400 seconds"),
        ],
    )
    def test_out_of_range(self, refused: Refused, option: str, value: str, allowed: str) -> None:
        assert refused(*SIMULATE, option, value) == f"{option} {value} is refused. Allowed: {allowed}."

    @pytest.mark.parametrize(
        "option", ["--games", "--precision", "--seed", "--players", "--jobs", "--decision-timeout"]
    )
    def test_no_number(self, refused: Refused, option: str) -> None:
        said = refused("simulate", "--game", GAME, option, "many")
        assert option in said
        assert said.endswith(SEE_HELP)

    @pytest.mark.parametrize("number", ["1.5", "1e-3", "1e", "nan", "inf", "1e99", "", "20k"])
    @pytest.mark.parametrize("option", ["--games", "--part-games"])
    def test_no_count(self, refused: Refused, option: str, number: str) -> None:
        said = refused("simulate", "--game", GAME, option, number)
        assert option in said
        assert said.endswith(f"« {number} » is no whole number. Type 20000, 1_000_000 or 1e6. {SEE_HELP}")

    @pytest.mark.parametrize(("typed", "games"), [("2e2", 200), ("1_00", 100), ("1.2E2", 120), ("60", 60)])
    def test_a_count_as_people_type_it(self, tmp_path: Path, typed: str, games: int) -> None:
        words = ("simulate", "--game", GAME, "--strategies", "random", "--games", typed, "--part-games", typed)
        assert json.loads(fine(*words, "--json", cwd=tmp_path).out)["games"] == games

    @pytest.mark.parametrize("players", [-1, 0, 1, 5])
    def test_players(self, refused: Refused, players: int) -> None:
        said = refused(*SIMULATE, "--players", players)
        assert said == f"Faut pas pousser is not played by {players}. Allowed: --players 2, 3, 4."

    @pytest.mark.parametrize("turn", ["9", "0", "nan", "inf", "x", ""])
    def test_parameter(self, refused: Refused, turn: str) -> None:
        said = refused("simulate", "--game", GAME, "--strategies", f"passes:turn={turn}")
        assert said == f"Strategy passes: turn={turn} is refused. Allowed: turn from 1 to 6."

    @pytest.mark.parametrize("number", [-1, 2**32])
    def test_game_number(self, refused: Refused, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
        monkeypatch.setenv("NUMBA_DISABLE_JIT", "")  # `play` switches it on: put it back afterwards
        said = refused("play", "--game", GAME, "--game-number", number)
        assert said.startswith(f"--game-number {number} is not in the run: it has games 0 to ")


def test_a_page_of_figures_that_cannot_be_written_is_refused_before_it_is_measured(refused: Refused) -> None:
    said = refused("bench", "--quick", "--markdown", "nowhere/page.md")
    assert said == "Cannot write nowhere/page.md: no folder nowhere to write in. Type --markdown FILE."


class TestWordsThatDoNotGoTogether:
    def test_nothing_to_simulate(self, refused: Refused) -> None:
        said = refused("simulate")
        assert said == "analyse simulate needs --game GAME, or --resume DIR. See: analyse games"

    def test_nothing_to_play(self, refused: Refused, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("NUMBA_DISABLE_JIT", "")
        assert refused("play") == "analyse play needs --game GAME, or --run DIR. See: analyse games"

    def test_pool_and_seats(self, refused: Refused) -> None:
        said = refused(*SIMULATE, "--seats", "random,random,random,random")
        assert said == "--strategies names a pool, --seats says who sits where: give one of them."

    def test_too_few_seats(self, refused: Refused) -> None:
        said = refused("simulate", "--game", GAME, "--seats", "greedy,random")
        assert said == "--seats names 2 strategies for 4 players. Name one for each seat."

    def test_mirror_with_seats(self, refused: Refused) -> None:
        said = refused("simulate", "--game", GAME, "--players", 2, "--seats", "greedy,random", "--lineups", "mirror")
        assert said == "--seats says who sits where; --lineups mirror contradicts it. Use fixed or rotate."

    def test_fixed_without_seats(self, refused: Refused) -> None:
        said = refused(*SIMULATE, "--lineups", "fixed")
        assert said.startswith("--lineups fixed needs --seats: ")

    def test_rotate_with_another_number(self, refused: Refused) -> None:
        said = refused(*SIMULATE, "--lineups", "rotate")
        assert said == "--lineups rotate needs as many strategies as seats: 4, not 1."

    def test_a_strategy_twice(self, refused: Refused) -> None:
        said = refused("simulate", "--game", GAME, "--strategies", "greedy,random,greedy")
        assert said == "Strategy greedy is named twice. Name each once; --seats may repeat one."

    def test_two_files_of_one_name_in_seats(self, refused: Refused, tmp_path: Path) -> None:
        """Tables could not tell them apart."""
        code = "def score(view, choice):\n    return 0.0\n"
        one, other = (write_strategy(tmp_path / folder, "mine", code) for folder in ("one", "other"))
        said = refused("simulate", "--game", GAME, "--players", 2, "--seats", f"{one},{other}", "--games", 10)
        assert "mine" in said


FILES_THAT_CANNOT_BE_READ = {
    "syntax": ("def score(view, choice)\n    return 0.0\n", ", line 3: expected ':'. Correct the file and run again."),
    "one_argument": (
        "def score(view):\n    return 0.0\n",
        ": found score(view), needed score(view, choice).",
    ),
    "planner_without_luck": (
        "def choose(view, choices):\n    return 0\n",
        ": found choose(view, choices), needed choose(view, choices, luck).",
    ),
    "both": (
        "def score(view, choice):\n    return 0.0\n\n\ndef choose(view, choices, luck):\n    return 0\n",
        " has score and choose. It needs score(view, choice) or choose(view, choices, luck).",
    ),
    "neither": (
        "def rate(view, choice):\n    return 0.0\n",
        " has neither. It needs score(view, choice) or choose(view, choices, luck).",
    ),
    "writes": (
        "def score(view, choice):\n    view.points[view.me] += 50\n    return 0.0\n",
        ", line 4: it writes to view. A strategy may only read what it is given; keep numbers in your own variables.",
    ),
    "params": (
        "PARAMS = {'turn': (9, 1, 6)}\n\n\ndef score(view, choice):\n    return 0.0\n",
        ", line 3: PARAMS must read {'name': (default, least, most)}, at most 8 of them.",
    ),
}
FILES_THAT_CANNOT_BE_COMPILED = {
    "misspelt_view": ("def score(view, choice):\n    return view.plnk\n", "there is no field « plnk » (line 4)"),
    "misspelt_choice": ("def score(view, choice):\n    return choice.pirat\n", "there is no field « pirat » (line 4)"),
    "no_return": (
        "def score(view, choice):\n    if choice.pirate > 3:\n        return 1.0\n",
        "it does not return a number on every path",
    ),
    "planner_no_return": (
        "def choose(view, choices, luck):\n    best = view.turn\n",
        "it does not return a number on every path",
    ),
    "no_such_name": ("def score(view, choice):\n    return pointz(view)\n", "name 'pointz' is not defined (line 4)"),
    "text": ("def score(view, choice):\n    return 'good'\n", "it does not return a number"),
    "no_such_module": ("import nothing_here\n\n\ndef score(view, choice):\n    return 0.0\n", "nothing_here"),
}


class TestStrategyFiles:
    @pytest.mark.parametrize("name", FILES_THAT_CANNOT_BE_READ)
    def test_cannot_be_read(self, refused: Refused, tmp_path: Path, name: str) -> None:
        code, problem = FILES_THAT_CANNOT_BE_READ[name]
        path = write_strategy(tmp_path, name, code)
        assert refused("simulate", "--game", GAME, "--strategies", path) == f"Strategy {path}{problem}"

    @pytest.mark.parametrize("name", FILES_THAT_CANNOT_BE_COMPILED)
    def test_cannot_be_compiled(self, refused: Refused, tmp_path: Path, name: str) -> None:
        code, problem = FILES_THAT_CANNOT_BE_COMPILED[name]
        path = write_strategy(tmp_path, name, code)
        said = refused("simulate", "--game", GAME, "--strategies", path)
        assert said.startswith(f"Strategy {path} cannot be ")
        assert problem in said

    def test_no_docstring(self, refused: Refused, tmp_path: Path) -> None:
        path = tmp_path / "silent.py"
        path.write_text("def score(view, choice):\n    return 0.0\n")
        said = refused("simulate", "--game", GAME, "--strategies", path)
        assert said == f"Strategy {path} has no docstring. Say its idea in the first line, in triple quotes."

    def test_no_such_file(self, refused: Refused) -> None:
        said = refused("simulate", "--game", GAME, "--strategies", "mine.py")
        assert said == "Cannot read strategy mine.py: No such file or directory. Type the path of a .py file."

    def test_not_text(self, refused: Refused, tmp_path: Path) -> None:
        path = tmp_path / "picture.py"
        path.write_bytes(b"\x89PNG\x00\xff")
        assert refused("simulate", "--game", GAME, "--strategies", path).startswith(f"Strategy {path}")

    @pytest.mark.parametrize(
        "code",
        [
            "def score(view, choice):\n    table = view\n    table.points[table.me] += 50\n    return 0.0\n",
            "def score(view, choice):\n    points = view.points\n    points[view.me] += 50\n    return 0.0\n",
            "from analyser.games.faut_pas_pousser.rules import play_non_merci\n\n\n"
            "def score(view, choice):\n    play_non_merci(view, view.me)\n    return 0.0\n",
        ],
        ids=["by another name", "by a field's name", "by a rule"],
    )
    def test_cheating_is_refused(self, refused: Refused, tmp_path: Path, code: str) -> None:
        """A view is the table itself: who writes to it plays illegally, whatever it calls the view."""
        path = write_strategy(tmp_path, "cheat", code)
        assert "may only read" in refused("simulate", "--game", GAME, "--strategies", path, "--games", 10)

    def test_in_a_process_of_its_own(self, tmp_path: Path) -> None:
        code, problem = FILES_THAT_CANNOT_BE_COMPILED["misspelt_view"]
        path = write_strategy(tmp_path / "mine", "misspelt_view", code)
        (tmp_path / "here").mkdir()
        done = analyse_apart("simulate", "--game", GAME, "--strategies", f"{path},greedy", cwd=tmp_path / "here")
        assert (done.code, done.out) == (2, "")
        why = f"{problem}. Correct score for Faut pas pousser."
        assert done.last_line == f"analyse: Strategy {path} cannot be compiled: {why}"
        assert list((tmp_path / "here").iterdir()) == []


FAILURES = {
    "nan": ("def score(view, choice):\n    return float('nan')\n", "gave a score that is not a finite number"),
    "infinite": ("def score(view, choice):\n    return float('inf')\n", "gave a score that is not a finite number"),
    "divides": ("def score(view, choice):\n    return 1 / view.fallen\n", "raised ZeroDivisionError: division by zero"),
    "overruns": ("def score(view, choice):\n    return view.points[view.fallen]\n", "raised IndexError: "),
    "raises": (
        "def score(view, choice):\n    if view.turn == 3:\n        raise ValueError('no idea')\n    return 0.0\n",
        "raised ValueError: no idea",
    ),
    "forgets_to_return": (
        "def choose(view, choices, luck):\n    if view.turn < 3:\n        return 0\n",
        "raised TypeError: expected int64, got None",
    ),
    "asserts": ("def score(view, choice):\n    assert view.turn < 3\n    return 0.0\n", "raised AssertionError"),
    "index_999": ("def choose(view, choices, luck):\n    return 999\n", "chose an index outside its list of choices"),
    "index_minus_1": (
        "def choose(view, choices, luck):\n    return -1\n",
        "chose an index outside its list of choices",
    ),
    "index_a_half": (
        "def choose(view, choices, luck):\n    return 1.5\n",
        "chose an index outside its list of choices",
    ),
}


class TestStrategiesThatFail:
    @pytest.mark.parametrize("name", FAILURES)
    def test_is_named(self, refused: Refused, tmp_path: Path, name: str) -> None:
        code, problem = FAILURES[name]
        path = write_strategy(tmp_path, name, code)
        words = ("simulate", "--game", GAME, "--players", 2, "--strategies", path, "--games", 64, "--jobs", 1)
        said = refused(*words, "--seed", 5, "--set", "captain_bonus=3", code=3)
        assert said.startswith(f"Strategy {name} {problem}")
        assert " in game 0, seat " in said
        assert f"Replay: analyse play --game {GAME} " in said
        assert said.count(f"({path}") == 1
        knows_line = "raised" in problem and name != "forgets_to_return"
        assert knows_line == (f"{path}, line " in said), "compiled code does not know the line: a replay does"

    def test_endless_loop(self, tmp_path: Path) -> None:
        code = (
            "def score(view, choice):\n    x = 0\n    while view.turn > 1 and x >= 0:\n        x += 1\n    return x\n"
        )
        path = write_strategy(tmp_path / "mine", "endless", code)
        here = tmp_path / "here"
        here.mkdir()
        words = ("simulate", "--game", GAME, "--strategies", path, "--games", "64", "--decision-timeout", "1")
        done = analyse_apart(*words, cwd=here)
        assert (done.code, done.out) == (3, "")
        assert "Strategy endless has not answered for 1 seconds (an endless loop?) in game " in done.last_line
        assert "Replay: analyse play " in done.last_line
        assert list(here.rglob("*")) == []


SETTINGS = (ROOT / "seeds" / GAME / "settings.toml").read_text(encoding="utf-8")
PILE_SIZE = """[pile_size]
meaning = "How many of the fallen make a pile; the first pile scores 1 each, the next 2, and so on."
default = 4
"""
BROKEN_SETTINGS = {
    "syntax": ("[pile_size]", "[pile_size", "settings.toml"),
    "missing key": ("default = 4\n", "", "[pile_size] « default » is missing. Add it."),
    "misspelt key": (
        "default = 4\n",
        "defualt = 4\n",
        "[pile_size] « defualt » is not known here. Allowed: allowed,",
    ),
    "wrong type": ("default = 4\n", 'default = "four"\n', "pile_size"),
    "default out of range": (
        "default = 4\n",
        "default = 21\n",
        "[pile_size] 21 is refused; allowed: whole numbers from 1 to 20. Correct the file.",
    ),
    "limits of a wrong type": ("{ least = 1, most = 20 }", '{ least = "a", most = 20 }', "pile_size"),
    "limits crossed": ("{ least = 1, most = 20 }", "{ least = 20, most = 1 }", "pile_size"),
    "a date": ("default = 4\n", "default = 2026-01-01\n", "pile_size"),
    "unknown status": ('clause = "FPP-15"\nstatus = "stated"', 'clause = "FPP-15"\nstatus = "sure"', "« sure »"),
    "a setting the rules do not know": ("[pile_size]", "[pile_sise]", "pile_sise"),
    "a list that is too short": ("default = [9, 8, 7, 6]", "default = [9, 8]", "plank_points"),
}


class TestBrokenSettingsFile:
    @pytest.fixture
    def settings_file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """A copy of the game's data, used instead of the real one."""
        path = tmp_path / "seeds" / GAME / "settings.toml"
        path.parent.mkdir(parents=True)
        (path.parent / "rules.md").write_text("# Rules\n")
        monkeypatch.setattr(paths, "SEEDS", tmp_path / "seeds")
        return path

    @pytest.mark.parametrize("what", BROKEN_SETTINGS)
    def test_is_refused(self, refused: Refused, settings_file: Path, what: str) -> None:
        good, bad, problem = BROKEN_SETTINGS[what]
        assert SETTINGS.count(good) == 1
        settings_file.write_text(SETTINGS.replace(good, bad), encoding="utf-8")
        said = refused(*SIMULATE)
        assert str(settings_file) in said
        assert problem in said

    def test_missing(self, refused: Refused, settings_file: Path) -> None:
        said = refused(*SIMULATE)
        assert said == (f"{settings_file} is missing. Restore it, or type another path.")

    def test_not_text(self, refused: Refused, settings_file: Path) -> None:
        settings_file.write_bytes(b"\xff\xfe\x00")
        assert refused(*SIMULATE).startswith(str(settings_file))

    def test_in_games_show(self, refused: Refused, settings_file: Path) -> None:
        settings_file.write_text("broken", encoding="utf-8")
        assert refused("games", "show", GAME).startswith(str(settings_file))
