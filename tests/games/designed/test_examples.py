"""The examples of the documentation: short, playable by everybody, and right where the truth is known."""

import math
import runpy
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from analyser.core import paths
from analyser.core.errors import StrategyFailed
from analyser.experiments.trial import check_game, tables_of
from analyser.experiments.workshop import check_contract
from analyser.games.loader import find_game
from analyser.simulation.job import make_job
from tests.games.designed.conftest import EXAMPLES

NAMES = ("pig", "kuhn", "auction", "isolation")
PLANK = "plank"
COLOURS = ("yellow", "red", "green", "blue")
READINGS = ({"vane": "opposite", "push": "row"}, {"vane": "independent", "push": "contact"})
GAMES = 200_000
Z = 4.5
"""Standard errors that a figure may be from the truth: by chance once in 150,000."""


def played(name: str, spec: str, players: int = 2, games: int = GAMES, **more) -> dict[str, pl.DataFrame]:
    home = EXAMPLES / name
    job = make_job(
        find_game(str(home) if home.is_dir() else name), players, spec, None, None, games, part_games=games, **more
    )
    return tables_of(job, 10)


def close(shares: np.ndarray, truth: float) -> bool:
    return abs(shares.mean() - truth) < Z * shares.std() / math.sqrt(len(shares))


@pytest.mark.parametrize("name", NAMES)
def test_one_file_under_120_lines(name: str) -> None:
    assert len((EXAMPLES / name / "game.py").read_text("utf-8").splitlines()) < 120


@pytest.mark.parametrize("name", (*NAMES, PLANK))
def test_the_contract_is_kept(name: str) -> None:
    said = list(check_game(find_game(str(EXAMPLES / name)), 10, lambda _: None))
    assert "compiled" in said and any("redeal honest, view blind" in one for one in said)


def plank_lines(folder: Path) -> int:
    return sum(len(path.read_text("utf-8").splitlines()) for path in folder.glob("*.py"))


def test_la_planche_in_one_file_is_a_fifth_of_the_shipped_one() -> None:
    assert 5 * plank_lines(EXAMPLES / PLANK) < plank_lines(paths.PACKAGE / "games" / "la_planche")


@pytest.mark.parametrize("reading", READINGS)
def test_la_planche_in_one_file_plays_as_the_shipped_one(reading: dict[str, str]) -> None:
    """Two programs of the same rules: how often each colour wins, how many games nobody wins, and how long they are."""
    told = [f"{name}={value}" for name, value in reading.items()]
    one, shipped = (played(name, "random", 3, 100_000, assignments=told) for name in (PLANK, "la-planche"))
    ones = [one["seats"].filter(pl.col("own_colour").cast(str) == colour)["win"].to_numpy() for colour in COLOURS]
    twos = [shipped["seats"].filter(pl.col("colour").cast(str) == colour)["win"].to_numpy() for colour in COLOURS]
    lengths = [found["games"]["turns"].to_numpy() for found in (one, shipped)]
    unowned = [found["games"]["winners"].to_numpy() == 0 for found in (one, shipped)]
    assert all(agree(left, right) for left, right in [*zip(ones, twos, strict=True), lengths, unowned])
    assert not agree(ones[0], twos[3])


def agree(left: np.ndarray, right: np.ndarray) -> bool:
    error = math.sqrt(left.var() / len(left) + right.var() / len(right))
    return abs(left.mean() - right.mean()) < Z * error


def first_wins(tables: dict[str, pl.DataFrame]) -> np.ndarray:
    return tables["seats"].filter(pl.col("seat") == 1)["win"].to_numpy()


def test_pig_has_its_exact_figures() -> None:
    """Worked out by solving the chain of positions: both hold at 20; 25 against 20 in both seats; a game to 50."""
    both = played("pig", "hold")
    assert close(first_wins(both), 0.53470)
    assert close(both["games"]["turns"].to_numpy(), 19.867)
    assert close(first_wins(played("pig", "hold", assignments=["target=50"])), 0.55556)
    mixed = played("pig", "hold,hold:at=25")["seats"]
    assert close(mixed.filter(pl.col("strategy").cast(str) == "hold:at=25")["win"].to_numpy(), 0.51172)


def test_pig_by_another_rule_has_other_figures() -> None:
    """Negative control: with a die of eight sides the figures are not those."""
    assert not close(first_wins(played("pig", "hold", assignments=["die_sides=8"])), 0.53470)


def test_kuhn_poker_has_the_value_of_its_equilibrium() -> None:
    """The first player loses 1/18 of a chip."""
    scores = played("kuhn", "nash")["seats"].filter(pl.col("seat") == 1)["score"].to_numpy()
    assert close(scores, -1 / 18)


@pytest.mark.parametrize(("name", "strategy"), [("kuhn", "nash"), ("auction", "fair_price")])
def test_strategies_that_choose_from_a_list_can_be_restricted(name: str, strategy: str) -> None:
    checks = check_contract(find_game(str(EXAMPLES / name)), strategy, None, 10.0, print)
    assert "chooses from what is in its list, also where never: leaves choices out" in checks


def test_a_strategy_that_takes_its_list_to_be_whole_is_found_out(tmp_path: Path) -> None:
    (tmp_path / "holder.py").write_text('"""Holds."""\n\n\ndef choose(view, choices, luck):\n    return 1\n')
    with pytest.raises(StrategyFailed, match=r"never:roll\(.*index outside.*must look for its choice in the list"):
        check_contract(find_game(str(EXAMPLES / "pig")), str(tmp_path / "holder.py"), None, 10.0, print)


@pytest.mark.parametrize(
    ("name", "base", "players"), [("kuhn", "random", 2), ("auction", "random", 3), ("isolation", "squeeze", 2)]
)
def test_players_who_look_ahead_beat_their_base(name: str, base: str, players: int) -> None:
    ahead = f"lookahead:games=32({base})"
    seats = played(name, f"{base},{ahead}", players, 240)["seats"]
    mine = seats.filter(pl.col("strategy").cast(str) == ahead)["score" if name == "kuhn" else "win"].to_numpy()
    theirs = seats.filter(pl.col("strategy").cast(str) == base)["score" if name == "kuhn" else "win"].to_numpy()
    assert mine.mean() > theirs.mean()


def test_one_file_and_a_package_play_the_same_games() -> None:
    """Row for row, the same game written by hand in the full form."""
    by_hand = runpy.run_path(str(Path(__file__).with_name("pig_by_hand.py")))["GAME"]
    assert by_hand.rules.max_choices == find_game(str(EXAMPLES / "pig")).rules.max_choices
    from tests.games.designed.same_games import rows_of

    one, other = rows_of(find_game(str(EXAMPLES / "pig")), 500), rows_of(by_hand, 500)
    assert all((a == b).all() for a, b in zip(one, other, strict=True))
