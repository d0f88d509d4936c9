"""The commands as a designer meets them: what they print, what programs read, and that what they propose works."""

import json
import re
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import polars as pl
import pytest
import typer

from analyser.cli.app import app_with
from analyser.games.loader import find_game, game_names
from analyser.simulation.job import make_job
from analyser.strategies.library import strategy_files
from tests.cli.commands import GAME, ROOT, analyse, fine, follow, rows

CLAUSES = re.findall(r"FPP-\d\d", (ROOT / "seeds" / GAME / "rules.md").read_text(encoding="utf-8"))
BY_DESIGN = {
    "games": ["--json"],
    "games show": ["--ledger", "--board", "--out", "--json"],
    "strategies": ["--game", "--json"],
    "simulate": [
        *("--game", "--players", "--strategies", "--seats", "--lineups", "--games", "--precision", "--set", "--seed"),
        *("--jobs", "--backend", "--out", "--resume", "--json"),
    ],
    "play": ["--game", "--seed", "--game-number", "--players", "--strategies", "--seats", "--set", "--run"],
}


def commands(group: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    """Every command with its full name."""
    for name, command in group.commands.items():
        yield f"{before}{name}", command
        if hasattr(command, "commands"):
            yield from commands(command, f"{before}{name} ")


COMMANDS = dict(commands(typer.main.get_command(app_with())))


class TestHelp:
    @pytest.mark.parametrize("name", COMMANDS)
    def test_every_command_explains_itself_and_all_its_options(self, name: str) -> None:
        command = COMMANDS[name]
        assert len(command.help) > 15
        for option in command.params:
            assert option.name == "help" or option.help, option.name

    @pytest.mark.parametrize("name", BY_DESIGN)
    def test_options_of_the_design(self, name: str) -> None:
        options = {word for option in COMMANDS[name].params for word in option.opts}
        assert set(BY_DESIGN[name]) <= options

    @pytest.mark.parametrize("name", ["", "games", "simulate"])
    def test_is_printed(self, tmp_path: Path, name: str) -> None:
        done = fine(*name.split(), "--help", cwd=tmp_path)
        assert done.err == ""
        assert "Usage: " in done.out
        for word in BY_DESIGN.get(name, ["simulate", "play", "games", "strategies", "Exit codes"]):
            assert word in done.out

    def test_without_a_command(self, tmp_path: Path) -> None:
        """Help, and no error without a message."""
        done = analyse(cwd=tmp_path)
        assert "First run: analyse simulate --game" in done.out
        assert done.err.strip() in ("", "analyse: Type a command. See: analyse --help")

    def test_the_first_run_of_the_help_can_be_typed(self, tmp_path: Path) -> None:
        """It names a game that is there."""
        line = next(line for line in fine("--help", cwd=tmp_path).out.splitlines() if "First run: " in line)
        assert line.split()[-1] in game_names()

    def test_version(self, tmp_path: Path) -> None:
        assert fine("--version", cwd=tmp_path).out == f"analyse {version('analyser')}\n"


class TestGames:
    def test_list(self, tmp_path: Path) -> None:
        done = fine("games", cwd=tmp_path)
        assert done.err == ""
        for name in game_names():
            assert name in done.out
            assert find_game(name).title in done.out
        assert follow(done.out, "Next: ", cwd=tmp_path).code == 0

    def test_list_for_programs(self, tmp_path: Path) -> None:
        games = json.loads(fine("games", "--json", cwd=tmp_path).out)
        assert [one["name"] for one in games] == game_names()
        assert {"name": GAME, "title": "Faut pas pousser", "players": [2, 3, 4]} in games

    def test_show(self, tmp_path: Path) -> None:
        done = fine("games", "show", GAME, cwd=tmp_path)
        game = find_game(GAME)
        for setting in game.settings().values():
            assert setting.name in done.out
            assert setting.meaning in done.out
            assert f"{setting.clause}, {setting.status}: {setting.allows()}" in done.out
        for column in (*game.game_columns(), *game.seat_columns()):
            assert column.name in done.out
            assert column.meaning in done.out
        assert "Assumed, since the rulebook is silent: pirate_values (FPP-02), ages (FPP-05)" in done.out
        assert f"analyse games show {GAME} --ledger" in done.out
        assert follow(done.out, "Next: ", cwd=tmp_path).code == 0

    def test_no_word_is_broken_in_a_narrow_terminal(self, tmp_path: Path) -> None:
        words = fine("games", "show", GAME, cwd=tmp_path, columns=80).out.split()
        for setting in find_game(GAME).settings().values():
            assert {setting.name, *setting.meaning.split(), *setting.allows().split()} <= set(words)

    @pytest.mark.parametrize("game", game_names())
    def test_tables_are_whole_in_a_narrow_terminal(self, tmp_path: Path, game: str) -> None:
        for words in (("games", "show", game), ("strategies", "--game", game)):
            lines = fine(*words, cwd=tmp_path, columns=80).out.splitlines()
            cells = [line for line in lines if line.startswith("│")]
            assert cells and all(line.endswith("│") for line in cells)

    @pytest.mark.parametrize("game", game_names())
    def test_the_files_to_edit_and_what_their_lines_mean(self, tmp_path: Path, game: str) -> None:
        done = fine("games", "show", game, "--data", cwd=tmp_path, columns=400)
        found = find_game(game)
        files = [path for path in found.data_files() if path.name != "rules.md"]
        assert f"--game {game}@FOLDER" in done.out and files
        for path in files:
            assert str(path) in done.out
            remarks = [line for line in path.read_text("utf-8").splitlines() if line.startswith("# ")]
            assert remarks and remarks[0][2:] in done.out
        told = json.loads(fine("games", "show", game, "--data", "--json", cwd=tmp_path).out)
        assert [one["path"] for one in told["files"]] == list(map(str, files))
        assert all(one["about"] for one in told["files"])
        assert follow(done.out, "Next: ", cwd=tmp_path).code == 0

    def test_show_for_programs(self, tmp_path: Path) -> None:
        facts = json.loads(fine("games", "show", GAME, "--json", cwd=tmp_path).out)
        assert (facts["name"], facts["players"]) == (GAME, [2, 3, 4])
        (bonus,) = (one for one in facts["settings"] if one["name"] == "captain_bonus")
        assert bonus["default"] == 2
        assert bonus["allowed"] == {"least": 0, "most": 20}
        assert (bonus["clause"], bonus["status"]) == ("FPP-16", "stated")
        columns = {table: [one["name"] for one in facts["columns"][table]] for table in ("games", "seats")}
        assert set(columns["games"]) >= {
            "game",
            "lineup",
            "outcome",
            "rounds",
            "decisions",
            "winners",
            "captains_aboard",
        }
        assert set(columns["seats"]) >= {"game", "seat", "strategy", "score", "win", "rank"}
        assert set(columns["seats"]) >= {"turn_position", "age_rank", "opening_pirate", "non_merci_turn"}
        assert Path(facts["ledger"]).is_file()

    def test_ledger(self, tmp_path: Path) -> None:
        done = fine("games", "show", GAME, "--ledger", cwd=tmp_path)
        assert len(CLAUSES) >= 24
        for clause in CLAUSES:
            assert clause in done.out


class TestStrategies:
    def test_list(self, tmp_path: Path) -> None:
        done = fine("strategies", "--game", GAME, cwd=tmp_path)
        for name in strategy_files(find_game(GAME)):
            assert name in done.out
        assert "Plays any legal choice, each with the same chance." in done.out
        assert "turn=3 (1" in done.out
        assert f"Next: analyse simulate --game {GAME} --strategies " in done.out

    def test_list_for_programs(self, tmp_path: Path) -> None:
        found = json.loads(fine("strategies", "--game", GAME, "--json", cwd=tmp_path).out)["strategies"]
        by_name = {one["name"]: one for one in found}
        assert set(by_name) == set(strategy_files(find_game(GAME)))
        assert by_name["passes"]["parameters"] == [{"name": "turn", "default": 3.0, "least": 1.0, "most": 6.0}]
        assert by_name["greedy"]["form"] == "score"
        assert all(Path(one["path"]).is_file() and one["idea"] for one in found)


POOL = ("--strategies", "greedy,passes:turn=2,random")


@pytest.fixture(scope="module")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """A run's folder, and what `--json` said of it."""
    folder = tmp_path_factory.mktemp("simulated")
    words = ("simulate", "--game", GAME, *POOL, "--games", "3000", "--out", "run", "--seed", "4", "--json")
    done = fine(*words, "--set", "captain_bonus=3", cwd=folder)
    return folder, json.loads(done.out)


class TestSimulateForPrograms:
    def test_says_what_was_played(self, simulated: tuple[Path, dict[str, Any]]) -> None:
        _, said = simulated
        assert (said["game"], said["players"], said["games"], said["seed"]) == (GAME, 4, 3000, 4)
        assert (said["plan"], said["luck"], said["run"], said["ended_by"]) == ("balanced", "fresh", "run", "games")
        assert said["settings"]["captain_bonus"] == 3
        assert said["confidence"] == 0.95

    def test_seats(self, simulated: tuple[Path, dict[str, Any]]) -> None:
        folder, said = simulated
        seats = rows(folder / "run", "seats")
        wanted = seats.group_by("seat").agg(pl.col("win").mean(), pl.col("score").mean(), pl.len()).sort("seat")
        assert [one["win_share"] for one in said["seats"]] == pytest.approx(wanted["win"].to_list(), abs=1e-7)
        assert [one["mean_score"] for one in said["seats"]] == pytest.approx(wanted["score"].to_list())
        assert [one["plays"] for one in said["seats"]] == wanted["len"].to_list() == [3000] * 4
        assert sum(one["win_share"] for one in said["seats"]) == pytest.approx(1)
        assert said["fair_share"] == 0.25
        for one in said["seats"]:
            assert one["low"] < one["win_share"] < one["high"]
        margins = [(one["high"] - one["low"]) / 2 for one in said["seats"]]
        assert said["widest_margin"] == pytest.approx(max(margins))

    def test_strategies(self, simulated: tuple[Path, dict[str, Any]]) -> None:
        folder, said = simulated
        seats = rows(folder / "run", "seats")
        wanted = dict(seats.group_by(pl.col("strategy").cast(pl.String)).agg(pl.col("win").mean()).iter_rows())
        assert {one["strategy"] for one in said["strategies"]} == {"greedy", "passes:turn=2", "random"}
        for one in said["strategies"]:
            line_ups_equally = pytest.approx(wanted[one["strategy"]], abs=1e-3)
            assert one["win_share"] == line_ups_equally
            assert one["plays"] == 4000
        shares = [one["win_share"] for one in said["strategies"]]
        assert shares == sorted(shares, reverse=True)

    def test_games(self, simulated: tuple[Path, dict[str, Any]]) -> None:
        folder, said = simulated
        games = rows(folder / "run", "games")
        counts = dict(games.group_by(pl.col("outcome").cast(pl.String)).len().iter_rows())
        assert {name: n for name, n in said["outcomes"].items() if n} == counts
        assert said["shared_rate"] == pytest.approx(counts["shared"] / 3000)
        assert said["rounds"] == {"mean": 6.0, "low": 6.0, "high": 6.0}
        assert said["decisions"] == games["decisions"].sum()

    def test_breakdowns(self, simulated: tuple[Path, dict[str, Any]]) -> None:
        folder, said = simulated
        seats = rows(folder / "run", "seats")
        for name, found in said["breakdowns"].items():
            wanted = seats.group_by(name).agg(pl.col("win").mean(), pl.len()).sort(name)
            assert [one[name] for one in found] == wanted[name].to_list()
            assert [one["win_share"] for one in found] == pytest.approx(wanted["win"].to_list(), abs=1e-7)
        assert {"turn_position", "age_rank"} <= set(said["breakdowns"])

    def test_the_manifest_says_how_to_play_it_again(self, simulated: tuple[Path, dict[str, Any]]) -> None:
        folder, _ = simulated
        manifest = json.loads((folder / "run" / "run.json").read_text(encoding="utf-8"))
        assert manifest["command"].startswith(
            f"analyse simulate --game {GAME} --strategies greedy,passes:turn=2,random"
        )
        assert (manifest["format"], manifest["status"], manifest["parts"]) == (
            2,
            "complete",
            len(manifest["checksums"]),
        )
        assert {"strategy greedy", "data settings.toml", "rules games/faut_pas_pousser/turn.py"} <= set(
            manifest["hashes"]
        )
        assert set(manifest["versions"]) >= {"analyser", "numba", "numpy", "polars"}

    def test_answer_on_stdout_notes_on_stderr(self, simulated: tuple[Path, dict[str, Any]]) -> None:
        folder, said = simulated
        words = ("simulate", "--game", GAME, *POOL, "--games", "3000", "--out", "run", "--seed", "4", "--json")
        again = fine(*words, "--set", "captain_bonus=3", cwd=folder)
        assert again.err.strip() == "run holds this run already, complete: nothing to play."
        assert json.loads(again.out) == said


class TestSimulate:
    def test_answer(self, tmp_path: Path) -> None:
        done = fine("simulate", "--game", GAME, *POOL, "--games", "2000", "--luck", "rotated", cwd=tmp_path)
        assert "Faut pas pousser, 4 players: 2,000 games, seed 1" in done.out
        settings = f"defaults, 4 of them assumed (analyse games show {GAME} lists them)."
        assert f"Line-ups: balanced; luck: rotated; settings: {settings}" in done.out
        for word in ("seat", "passes:turn=2", "± ", "turn_position", "age_rank", "Length: 6.0 rounds", "Unfinished: 0"):
            assert word in done.out
        assert f"Run: runs/{GAME}-4p-1 " in done.out
        assert follow(done.out, "Next: ", cwd=tmp_path).code == 0

    @pytest.mark.parametrize("games", ["1", "2", "5"])
    def test_very_few_games(self, tmp_path: Path, games: str) -> None:
        done = fine("simulate", "--game", GAME, "--strategies", "random", "--games", games, cwd=tmp_path)
        assert f"4 players: {games} game" in done.out
        assert "nan" not in done.out.lower()

    def test_very_few_games_for_programs(self, tmp_path: Path) -> None:
        """JSON has no NaN."""
        done = fine("simulate", "--game", GAME, "--strategies", "random", "--games", "1", "--json", cwd=tmp_path)
        assert json.loads(done.out, parse_constant=pytest.fail)["games"] == 1

    def test_the_next_command_is_in_one_piece(self, tmp_path: Path) -> None:
        """Also in a narrow terminal and in a folder with a space: a designer copies and types it."""
        folder = "a rather long name of a folder/and another one below it/run"
        words = ("simulate", "--game", GAME, "--strategies", "random", "--games", "100", "--out", folder)
        done = fine(*words, cwd=tmp_path, columns=80)
        assert follow(done.out, "Next: ", cwd=tmp_path).code == 0

    def test_game_alone(self) -> None:
        """Most players, all competent strategies in every seat equally often, enough games, a fixed seed."""
        job = make_job(find_game(GAME))
        assert [one.spec for one in job.strategies] == list(find_game(GAME).competent)
        assert (job.players, job.seed, job.games, job.plan_name) == (4, 1, 100_000, "balanced")
        assert job.part_games % job.block == 0


class TestPlay:
    """The game that is told is the one in the run."""

    @pytest.mark.parametrize(
        ("words", "numbers"),
        [
            (("--players", "2", *POOL), (0, 299)),
            (("--players", "3", *POOL, "--luck", "rotated"), (4, 5)),
            (("--players", "4", "--strategies", "greedy,random", "--set", "equal_points=youngest"), (7,)),
            (("--players", "4", "--seats", "greedy,random,passes:turn=1,random", "--seed", "11"), (123,)),
        ],
        ids=["2 players", "3 players, rotated luck", "4 players, other settings", "4 players, fixed seats"],
    )
    def test_is_the_stored_game(self, tmp_path: Path, words: tuple[str, ...], numbers: tuple[int, ...]) -> None:
        fine("simulate", "--game", GAME, *words, "--games", "300", "--out", "run", cwd=tmp_path)
        games, seats = rows(tmp_path / "run", "games"), rows(tmp_path / "run", "seats")
        for number in numbers:
            told = json.loads(fine("play", "--run", "run", "--game-number", number, "--json", cwd=tmp_path).out)
            stored = seats.filter(game=number)
            assert told["game"] == number
            assert told["outcome"] == games.row(number, named=True)["outcome"]
            for name in ("seat", "strategy", "score", "rank"):
                assert [one[name] for one in told["seats"]] == stored[name].to_list()
            assert [one["win"] for one in told["seats"]] == pytest.approx(stored["win"].to_list(), abs=1e-6)

    def test_without_a_run(self, tmp_path: Path) -> None:
        """Seed, settings and line-up as they were typed for the run give the same game."""
        words = ("--game", GAME, "--players", "3", *POOL, "--seed", "3", "--set", "pile_size=5")
        fine("simulate", *words, "--games", "20", "--out", "run", cwd=tmp_path)
        by_run = fine("play", "--run", "run", "--game-number", "13", cwd=tmp_path)
        by_words = fine("play", *words, "--game-number", "13", cwd=tmp_path)
        assert by_run.out == by_words.out
        assert by_run.err == by_words.err == ""

    def test_story(self, tmp_path: Path) -> None:
        """Every round, every fall, the plank, the result: and the points that are told add up to the score."""
        words = ("play", "--game", GAME, "--strategies", "random", "--seed", "2", "--game-number", "6")
        told = json.loads(fine(*words, "--json", cwd=tmp_path).out)
        text = fine(*words, cwd=tmp_path).out
        assert text.splitlines() == "\n".join(told["story"]).splitlines()
        assert text.startswith("Faut pas pousser, 4 players: game 6 of seed 2.")
        assert [int(k) for k in re.findall(r"^Round (\d)$", text, re.MULTILINE)] == [1, 2, 3, 4, 5, 6]
        assert text.count(" falls and scores ") == 20
        assert text.count("« Non Merci »") == 4
        totals = re.findall(
            r"^Seat (\d) .*: (\d+) points = (\d+) from the piles \+ (\d+) on the plank", text, re.MULTILINE
        )
        assert [int(points) for _, points, _, _ in totals] == [one["score"] for one in told["seats"]]
        assert all(int(points) == int(piles) + int(plank) for _, points, piles, plank in totals)
        for seat, share in ((one["seat"], one["win"]) for one in told["seats"]):
            assert (f"seat {seat} (" in text.splitlines()[-1]) == (share > 0)

    def test_beyond_the_end_of_the_run(self, tmp_path: Path) -> None:
        fine("simulate", "--game", GAME, "--strategies", "random", "--games", "20", "--out", "run", cwd=tmp_path)
        done = analyse("play", "--run", "run", "--game-number", "20", cwd=tmp_path)
        assert (done.code, done.out) == (2, "")
        assert done.err == "analyse: --game-number 20 is not in the run: it has games 0 to 19.\n"
