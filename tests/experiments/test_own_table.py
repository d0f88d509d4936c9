"""A designer's own questions to a run: right numbers, intervals that hold together, and plain refusals."""

import json

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

import analyser
from analyser.cli.app import app_with
from analyser.core.errors import BadInput
from analyser.experiments.own_table import OBSERVED, ends, own_table
from analyser.plotting.text_chart import interval_chart
from analyser.statistics.estimates import ratio_of_sums
from analyser.storage.query import RunTables

FPP = "faut-pas-pousser"


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A run with shared luck, in several parts."""
    folder = tmp_path_factory.mktemp("runs") / "asked"
    words = ["simulate", "--game", FPP, "--games", "800", "--strategies", "random", "--luck", "rotated"]
    done = CliRunner().invoke(app_with(), [*words, "--out", str(folder)], catch_exceptions=False)
    assert done.exit_code == 0
    return folder


def asked(*words):
    return CliRunner().invoke(app_with(), ["table", *map(str, words)])


def test_means_are_those_of_polars(run):
    found = analyser.table(run, ["seat", "turn_position"], where="rounds >= 1", value="score").frame
    seats = pl.read_parquet(run / "seats" / "*.parquet")
    plain = seats.group_by("seat", "turn_position").agg(plays=pl.len(), mean=pl.col("score").mean())
    plain = plain.sort("seat", "turn_position")
    assert found["plays"].to_list() == plain["plays"].to_list()
    assert found["mean"].to_list() == pytest.approx(plain["mean"].to_list())
    assert found["seat"].min() == 1
    assert (found["low"] <= found["mean"]).all() and (found["mean"] <= found["high"]).all()


def test_a_condition_chooses_rows_of_games_and_seats(run):
    some = analyser.table(run, "seat", where="winners > 1 AND seat < 3").frame
    assert some["seat"].to_list() == [1, 2]
    games = pl.read_parquet(run / "games" / "*.parquet").filter(pl.col("winners") > 1)
    assert some["plays"].to_list() == [games.height] * 2


def test_what_is_no_experiment_says_so(run):
    assert OBSERVED in analyser.table(run, "non_merci_turn").remarks
    assert OBSERVED in analyser.table(run, "seat", where="rounds > 2").remarks
    assert OBSERVED not in analyser.table(run, "seat").remarks


def test_intervals_of_rotated_luck_hold_together():
    """200 lotteries of 60 deals, each played 4 times with the same winner: all four rows are covered in about 95 %.
    Games taken as independent cover in less than half.
    """
    rng, truth, covered, naive = np.random.default_rng(1), np.array([0.4, 0.3, 0.2, 0.1]), 0, 0
    for _ in range(200):
        wins = np.eye(4)[rng.choice(4, 60, p=truth)]
        once = ratio_of_sums(4 * wins, np.full((60, 4), 4.0))
        low, high = ends(once, np.full(4, 60.0), np.full(4, 60.0))
        covered += bool(np.all((low <= truth) & (truth <= high)))
        apart = ratio_of_sums(wins.repeat(4, 0), np.ones((240, 4)))
        low, high = ends(apart, np.full(4, 240.0), np.full(4, 240.0))
        naive += bool(np.all((low <= truth) & (truth <= high)))
    assert covered / 200 >= 0.93
    assert naive / 200 < 0.6


def test_a_row_of_one_block_has_no_interval_and_rare_wins_have_one():
    found = ratio_of_sums(np.array([[3.0, 0.0], [0.0, 0.0]]), np.array([[1.0, 1.0], [0.0, 9.0]]))
    low, _ = ends(found, np.array([1.0, 2.0]), None)
    assert np.isnan(low[0])
    low, high = ends(ratio_of_sums(np.zeros((50, 1)), np.ones((50, 1))), np.array([50.0]), np.array([50.0]))
    assert low[0] == 0
    assert high[0] == pytest.approx(1.96**2 / (50 + 1.96**2), rel=1e-3)


def test_many_blocks_are_taken_together(run, monkeypatch):
    usual = own_table(RunTables(run), ["seat"], None)
    monkeypatch.setattr("analyser.experiments.own_table.MOST_SUMS", 160)
    fewer = own_table(RunTables(run), ["seat"], None)
    assert fewer.frame["mean"].to_list() == pytest.approx(usual.frame["mean"].to_list())
    assert fewer.frame["high"].to_list() != usual.frame["high"].to_list()


def test_sql_reads_the_run(run):
    found = analyser.table(run, sql="SELECT COUNT(*) AS n FROM games")
    assert found["n"].to_list() == [800]
    joined = "SELECT g.outcome, SUM(s.win) AS wins FROM games g JOIN seats s ON g.game = s.game GROUP BY g.outcome"
    assert analyser.table(run, sql=joined)["wins"].sum() == pytest.approx(800, abs=0.01)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("DROP TABLE seats", "is no SELECT"),
        ("SELECT * FROM read_csv('x.csv')", "no other files"),
        ("SELECT * FROM \"read_parquet\" ('x')", "no other files"),
        ("SELECT * FROM 'run.json'", "cannot be answered"),
        ("SELECT nothing FROM seats", "cannot be answered"),
        ("SELECT * FROM nowhere", "cannot be answered"),
        ("SELECT (", "cannot be answered"),
    ],
)
def test_sql_that_is_refused(run, query, said):
    with pytest.raises(BadInput, match=said):
        analyser.table(run, sql=query)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "needs --by COLUMN or --sql"),
        (["--by", "saet"], "Nearest: seat"),
        (["--by", "seat", "--value", "outcome"], "holds words"),
        (["--by", "seat", "--by", "seat"], "named twice"),
        (["--by", "game"], "the most is 200"),
        (["--by", "seat", "--where", "rounds >"], "cannot be answered"),
        (
            ["--by", "seat", "--where", "opening_pirat > 3"],
            "No column of the run « opening_pirat ». Nearest: opening_pirate",
        ),
        (["--by", "seat", "--where", "rounds > 999"], "No row of the run fits"),
        (["--by", "seat", "--sql", "SELECT 1"], "one of them"),
        (["--sql", "SELECT 1", "--where", "seat = 1"], "belong to --by"),
        (["--by", "seat", "--out", "x.txt"], "Allowed endings"),
    ],
)
def test_what_is_typed_wrong_is_a_sentence(run, words, said):
    done = asked(run, *words)
    assert isinstance(done.exception, BadInput)
    assert said in str(done.exception)
    assert done.exception.exit_code == 2


def test_a_folder_that_is_no_run(tmp_path):
    assert asked(tmp_path, "--by", "seat").exception.exit_code in (2, 3)


def test_the_command_prints_and_writes(run, tmp_path):
    done = asked(run, "--by", "turn_position")
    assert done.exit_code == 0
    assert "●" in done.stdout and "Joint 95 % intervals" in done.stdout and OBSERVED in done.stdout.replace("\n", " ")
    for ending, read in ((".csv", pl.read_csv), (".parquet", pl.read_parquet), (".json", pl.read_json)):
        assert asked(run, "--by", "seat", "--out", tmp_path / f"t{ending}").exit_code == 0
        assert read(tmp_path / f"t{ending}")["plays"].to_list() == [800] * 4
    told = json.loads(asked(run, "--by", "seat", "--json").stdout)
    assert (told["by"], len(told["table"])) == (["seat"], 4)
    rows = asked(run, "--sql", "SELECT game, seat FROM seats")
    assert "40 of 3,200 rows" in rows.stdout


def test_a_chart_by_hand():
    lines = interval_chart(["a", "bc"], [(0.5, 0.0, 1.0), (1.0, None, None)], 0.0)
    assert lines == ["a   │" + "─" * 19 + "●" + "─" * 18 + "│", "bc  ┊" + " " * 38 + "●"]
    assert interval_chart(["a"], [(1.0, 1.0, 1.0)])[0].strip().endswith("●")
