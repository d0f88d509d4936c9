"""The summary of a run: seats from 1, and breakdowns whose errors come from blocks of games that share luck."""

from typing import Any

import numpy as np
import pytest

from analyser.kernel.columns import FIRST_GAME_COLUMN, FIRST_SEAT_COLUMN, WHOLE_WIN, WIN
from analyser.simulation.summary import as_json, summarise
from analyser.statistics.tally import Tally, tally
from tests.simulation.playing import job_of, play

SEATS = 4
COLUMNS = {"turn_position": FIRST_SEAT_COLUMN, "age_rank": FIRST_SEAT_COLUMN}


def lottery(n_games: int, copies: int, generator: np.random.Generator, block: int = 0) -> Tally:
    """Games with one winner each, drawn once and played `copies` times. Copies are a block, or so many games."""
    winners = generator.choice(SEATS, n_games, p=[0.4, 0.3, 0.2, 0.1])
    wins = WHOLE_WIN * (np.arange(SEATS) == winners[:, None])
    seats = np.zeros((FIRST_SEAT_COLUMN + 1, n_games * copies * SEATS), np.int32)
    seats[WIN] = np.repeat(wins, copies, axis=0).ravel()
    seats[FIRST_SEAT_COLUMN] = np.tile(np.arange(1, SEATS + 1), n_games * copies)
    games = np.zeros((FIRST_GAME_COLUMN, n_games * copies), np.int32)
    return tally(games, seats, np.zeros((n_games * copies, SEATS), np.uint8), 1, block or copies, COLUMNS)


def breakdown(sums: Tally) -> list[dict[str, Any]]:
    return summarise(job_of("random", sums.n_games), sums).breakdowns["turn_position"].to_dicts()


def test_copies_of_games_make_no_error_smaller() -> None:
    once = breakdown(lottery(500, 1, np.random.default_rng(3)))
    often = breakdown(lottery(500, 8, np.random.default_rng(3)))
    assert [row["turn_position"] for row in once] == [1, 2, 3, 4]
    for one, other in zip(once, often, strict=True):
        share = one["win_share"]
        assert other["plays"] == 8 * one["plays"] == 4000
        assert other["win_share"] == share
        assert one["standard_error"] == pytest.approx(np.sqrt(share * (1 - share) / 499))
        assert other["standard_error"] == pytest.approx(one["standard_error"])


def test_errors_are_the_spread_of_many_runs() -> None:
    """400 runs of 300 lotteries in blocks of 4: the spread of the shares is known to 3.5 %."""
    generator = np.random.default_rng(4)
    runs = [breakdown(lottery(300, 4, generator)) for _ in range(400)]
    shares = np.array([[row["win_share"] for row in rows] for rows in runs])
    errors = np.array([[row["standard_error"] for row in rows] for rows in runs])
    assert np.sqrt((errors**2).mean(0)) == pytest.approx(shares.std(0, ddof=1), rel=0.12)


def test_intervals_of_a_breakdown_hold_together() -> None:
    """400 runs of 300 lotteries in blocks of 4: all four shares are covered in 95 %; margins row by row, and rows
    taken as independent, fail.
    """
    generator, truth = np.random.default_rng(6), np.array([0.4, 0.3, 0.2, 0.1])
    together = alone = apart = 0
    for _ in range(400):
        rows = breakdown(lottery(300, 4, generator))
        share, low, high, error = (
            np.array([row[k] for row in rows]) for k in ("win_share", "low", "high", "standard_error")
        )
        together += bool(np.all((low <= truth) & (truth <= high)))
        alone += bool(np.all(np.abs(share - truth) <= 1.96 * error))
        apart += bool(np.all(np.abs(share - truth) <= 1.96 * np.sqrt(share * (1 - share) / 1200)))
    assert together / 400 >= 0.93
    assert alone / 400 < 0.90
    assert apart / 400 < 0.50


def test_a_value_that_never_wins_may_win() -> None:
    """The column's fifth value is met ten times and never wins: its interval still reaches up to a quarter."""
    rows = breakdown(_never_wins())
    assert rows[-1]["win_share"] == rows[-1]["low"] == 0
    assert 0.2 < rows[-1]["high"] < 0.5


def test_lineups_that_are_balanced_together_are_games_of_their_own() -> None:
    """720 games in 20 blocks of 36 line-ups, each with its own deal: shares are known to 5 points. Where 8 games share
    a deal, they count as one, and a place that seldom wins is known less well.
    """
    sums = lottery(720, 1, np.random.default_rng(7), block=36)
    own, shared = (
        summarise(job_of("random", 720, luck=luck), sums).breakdowns["turn_position"] for luck in ("fresh", "replayed")
    )
    assert (own["high"] - own["low"]).max() < 0.11
    assert shared["high"][3] > 0.15 > own["high"][3]


def _never_wins() -> Tally:
    n_games = 400
    wins = WHOLE_WIN * (np.arange(SEATS) == np.arange(n_games)[:, None] % 2)
    places = np.tile(np.arange(1, SEATS + 1), (n_games, 1))
    places[:10, 3] = 5
    seats = np.zeros((FIRST_SEAT_COLUMN + 1, n_games * SEATS), np.int32)
    seats[WIN], seats[FIRST_SEAT_COLUMN] = wins.ravel(), places.ravel()
    games = np.zeros((FIRST_GAME_COLUMN, n_games), np.int32)
    return tally(games, seats, np.zeros((n_games, SEATS), np.uint8), 1, 1, COLUMNS)


@pytest.mark.parametrize("games", [1, 4])
def test_a_single_block_shows_no_spread(games: int) -> None:
    assert {row["standard_error"] for row in breakdown(lottery(1, games, np.random.default_rng(5)))} == {None}


def test_seats_are_counted_from_1() -> None:
    job = job_of("random", 200, players=3)
    summary = summarise(job, play(job).tally)
    assert summary.seats["seat"].to_list() == [1, 2, 3]
    assert [row["seat"] for row in as_json(summary)["seats"]] == [1, 2, 3]
    assert [row["age_rank"] for row in as_json(summary)["breakdowns"]["age_rank"]] == [1, 2, 3]
