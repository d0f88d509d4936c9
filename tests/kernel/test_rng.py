"""Luck: every number follows from seed, game, purpose and draw; nothing is shared, nothing leans to one side."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import chi2

from analyser.kernel.limits import N_STREAMS
from analyser.kernel.machine_code import cached
from analyser.kernel.rng import below, draw, game_key, lot, stream
from tests.cli.commands import OWN
from tests.simulation.playing import job_of, play, table

FALSE_ALARM = 1e-6
"""Chance that a chi-square test fails for a perfect generator; the seeds are fixed, so it fails always or never."""


def fill_keys(seed: int, first: int, purposes: int, keys: Any) -> None:
    """The start of every stream of every game, from game `first` on."""
    for game in range(len(keys) // purposes):
        key = game_key(seed, first + game)
        for purpose in range(purposes):
            keys[game * purposes + purpose] = stream(key, purpose)


def fill_draws(streams: Any, purpose: int, numbers: Any) -> None:
    for k in range(len(numbers)):
        numbers[k] = draw(streams, purpose)


def fill_lots(streams: Any, purpose: int, numbers: Any) -> None:
    for k in range(len(numbers)):
        numbers[k] = lot(streams, purpose, k)


def fill_below(seed: int, game: int, n: int, purposes: int, numbers: Any) -> None:
    """Small numbers of successive games, each from a purpose of its own in turn, a few draws a stream."""
    streams = np.zeros(purposes, np.uint64)
    for k in range(0, len(numbers), purposes):
        key = game_key(seed, game + k // purposes)
        for purpose in range(purposes):
            streams[purpose] = stream(key, purpose)
            numbers[k + purpose] = below(streams, purpose, n)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("luck")


@pytest.fixture(scope="module")
def keys_of(folder: Path) -> Any:
    return cached("fill_keys", fill_keys, 0, 0, 0, np.zeros(1, np.uint64))


@pytest.fixture(scope="module")
def draws_of(folder: Path) -> Any:
    return cached("fill_draws", fill_draws, np.zeros(1, np.uint64), 0, np.zeros(1, np.uint64))


@pytest.fixture(scope="module")
def lots_of(folder: Path) -> Any:
    return cached("fill_lots", fill_lots, np.zeros(1, np.uint64), 0, np.zeros(1, np.int64))


@pytest.fixture(scope="module")
def small_numbers(folder: Path) -> Any:
    return cached("fill_below", fill_below, 0, 0, 0, 1, np.zeros(1, np.int64))


def test_known_answers_of_splitmix64(draws_of: Any) -> None:
    """The first five numbers for the seed 1234567, as published with the generator's reference."""
    numbers = np.zeros(5, np.uint64)
    draws_of(np.array([1234567], np.uint64), 0, numbers)
    assert numbers.tolist() == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_lots_are_the_draws_to_come_and_use_up_none(draws_of: Any, lots_of: Any) -> None:
    """Draws are checked above; a lot is the upper half of one."""
    streams, numbers, lots = np.array([7, 1234567], np.uint64), np.zeros(500, np.uint64), np.zeros(500, np.int64)
    lots_of(streams, 1, lots)
    assert streams.tolist() == [7, 1234567]
    draws_of(streams, 1, numbers)
    assert np.array_equal(lots, (numbers >> np.uint64(32)).astype(np.int64))


def test_games_share_no_stream(keys_of: Any) -> None:
    """Of so many keys hundreds would be the same if 32 of their bits were lost."""
    keys = np.zeros(50_000 * N_STREAMS, np.uint64)
    keys_of(1, 0, N_STREAMS, keys)
    for lost, hold in ((0, True), (32, False)):
        kept = np.sort(keys >> np.uint64(lost))
        assert np.all(kept[1:] != kept[:-1]) == hold


def test_the_last_games_of_the_longest_run(keys_of: Any) -> None:
    keys = np.zeros(2 * 1000 * N_STREAMS, np.uint64)
    keys_of(1, 2**32 - 1000, N_STREAMS, keys[: len(keys) // 2])
    keys_of(1, 0, N_STREAMS, keys[len(keys) // 2 :])
    assert len(np.unique(keys)) == len(keys)


@pytest.mark.parametrize(("seed", "other"), [(0, 1), (1, 2), (0, 2**63 - 1), (1, 2**62)])
def test_seeds_share_no_stream(keys_of: Any, seed: int, other: int) -> None:
    keys = np.zeros((2, 5000 * N_STREAMS), np.uint64)
    keys_of(seed, 0, N_STREAMS, keys[0])
    keys_of(other, 0, N_STREAMS, keys[1])
    assert len(np.unique(keys)) == keys.size


def test_games_differ() -> None:
    """Deal and play of a thousand games: opening pirates and scores together never repeat for long."""
    seats = table(play(job_of("random", 1000)), "seats")
    games = seats.group_by("game").agg("opening_pirate", "score", "age_rank", "non_merci_turn")
    assert games.drop("game").n_unique() > 990


@pytest.mark.parametrize("n", [2, 6, 7, 201])
@pytest.mark.parametrize("purposes", [1, 4])
def test_small_numbers_are_uniform(small_numbers: Any, n: int, purposes: int) -> None:
    numbers = np.zeros(400_000, np.int64)
    small_numbers(3, 0, n, purposes, numbers)
    counts = np.bincount(numbers, minlength=n)
    assert len(counts) == n
    assert statistic(counts) < chi2.ppf(1 - FALSE_ALARM, n - 1)


@pytest.mark.parametrize("step", [1, 2, 5])
def test_neighbours_are_independent(small_numbers: Any, step: int) -> None:
    """A number and the one `step` further: the next purpose of the same game, or the same purpose of a later one."""
    numbers = np.zeros(640_000, np.int64)
    small_numbers(4, 0, 12, 4, numbers)
    counts = np.bincount(numbers[:-step] * 12 + numbers[step:], minlength=144)
    assert statistic(counts) < chi2.ppf(1 - FALSE_ALARM, 143)


def test_the_check_would_notice_a_biased_number(small_numbers: Any) -> None:
    """Negative control: one outcome in six drawn 2 % more often than the others."""
    numbers = np.zeros(400_000, np.int64)
    small_numbers(3, 0, 306, 1, numbers)
    counts = np.bincount(np.minimum(numbers // 50, 5), minlength=6)
    assert statistic(counts) > chi2.ppf(1 - FALSE_ALARM, 5)


def statistic(counts: Any) -> float:
    expected = counts.sum() / len(counts)
    return float(((counts - expected) ** 2).sum() / expected)


DEAL = ["age_rank", "turn_position", "opening_pirate", "non_merci_turn"]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("luck", ["fresh", "rotated"])
def test_a_variant_of_the_scoring_meets_the_same_games(players: int, luck: str) -> None:
    """Strategies that never look at points choose the same, so all but the points stays the same."""
    pool = f"random,{OWN / 'blind.py'}"
    base, variant = (
        play(job_of(pool, 24_000, players=players, luck=luck, assignments=[f"captain_bonus={bonus}"]))
        for bonus in (2, 9)
    )
    assert table(base, "seats")[DEAL].equals(table(variant, "seats")[DEAL])
    same = ["lineup", "captains_aboard", "decisions", "rounds"]
    assert table(base, "games")[same].equals(table(variant, "games")[same])
    assert not table(base, "seats")["score"].equals(table(variant, "seats")["score"])


def test_a_strategy_that_looks_at_points_does_change() -> None:
    """Negative control: greedy sees the bonus, so its games differ, but not the ages that were dealt."""
    base, variant = (play(job_of("greedy,random", 2000, assignments=[f"captain_bonus={bonus}"])) for bonus in (2, 9))
    assert not table(base, "games")["captains_aboard"].equals(table(variant, "games")["captains_aboard"])
    assert table(base, "seats")["age_rank"].equals(table(variant, "seats")["age_rank"])


def test_more_luck_for_one_seat_does_not_shift_the_others() -> None:
    """Another strategy in seat 0 leaves the openings of the other seats, which nobody has seen yet, as they were."""
    openings = [
        table(play(job_of(None, 3000, seats=f"{first},random,random,random")), "seats").select(  # type: ignore[arg-type]
            "seat", "opening_pirate", "age_rank"
        )
        for first in ("random", "greedy", str(OWN / "greedy_planner.py"))
    ]
    others = [frame.remove(seat=0) for frame in openings]
    assert others[0].equals(others[1])
    assert others[0].equals(others[2])
