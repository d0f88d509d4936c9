"""What is compared: the same for any workers and parts; metrics with the errors of their blocks."""

import numpy as np
import pytest

from analyser.drift.outcomes import NOTHING, MetricSums, Outcomes, outcomes_of, sums_of, win_share
from analyser.statistics.estimates import ratio_of_sums
from tests.drift.conftest import FAIR, POOL, job_of, played
from tests.drift.lottery import part_of


def test_the_same_digest_for_any_workers(outcomes):
    other = outcomes_of(job_of(), played(job_of(), workers=2))
    assert other.digest() == outcomes.digest()
    assert (other.fingerprints() == outcomes.fingerprints()).all()


def test_the_same_for_other_parts_but_not_for_another_seed():
    whole, parts, other = (outcomes_of(job, FAIR(job)) for job in (job_of(), job_of(part_games=1200), job_of(seed=2)))
    assert parts.digest() == whole.digest() != other.digest()
    assert parts.lineups_digest() == whole.lineups_digest() == other.lineups_digest() != whole.digest()
    assert parts.metrics == whole.metrics


def two_games():
    """Line-ups 0123 and 0132. Seat 2 wins the first game; seats 1 and 4 share the second, which is unfinished."""
    job = job_of(2)
    wins, turns = [[0, 1, 0, 0], [0.5, 0, 0, 0.5]], [[4, 3, 2, 1], [1, 2, 4, 3]]
    scores = [[11, 12, 13, 14], [21, 22, 23, 24]]
    return outcomes_of(job, [part_of(0, ["won", "unfinished"], [6, 9], [30, 31], wins, scores, turns)])


def test_a_row_holds_all_that_is_compared():
    """Line-up, outcome, rounds, decisions, twelfths won, scores."""
    assert two_games().rows.tolist() == [
        [0, 1, 2, 3, 0, 6, 30, 0, 12, 0, 0, 11, 12, 13, 14],
        [0, 1, 3, 2, 3, 9, 31, 6, 0, 0, 6, 21, 22, 23, 24],
    ]


def test_every_metric_of_two_games():
    """What was counted, out of how many; both games are in one block, as the plan has 24 line-ups."""
    found = {name: (one.counted, one.among, one.blocks) for name, one in two_games().metrics.items()}
    random, greedy, captain, thrifty = (f"{name} wins" for name in POOL.split(","))
    assert found == {
        **{"seat 1 wins": (6, 24, 1), "seat 2 wins": (12, 24, 1), "seat 3 wins": (0, 24, 1), "seat 4 wins": (6, 24, 1)},
        **{random: (6, 24, 1), greedy: (12, 24, 1), captain: (6, 24, 1), thrifty: (0, 24, 1)},
        **{"length": (15, 2, 1), "shared wins": (0, 2, 1), "no winner": (0, 2, 1), "unfinished": (1, 2, 1)},
        **{"turn_position 1 wins": (6, 24, 1), "turn_position 2 wins": (0, 24, 1)},
        **{"turn_position 3 wins": (18, 24, 1), "turn_position 4 wins": (0, 24, 1)},
        **{"age_rank 1 wins": (6, 24, 1), "age_rank 2 wins": (12, 24, 1)},
        **{"age_rank 3 wins": (0, 24, 1), "age_rank 4 wins": (6, 24, 1)},
    }


def test_sums_of_blocks_by_hand():
    """Five games in blocks of two: 3 of 4, 7 of 6, and the last alone, 5 of 1."""
    found = sums_of(np.array([1, 2, 3, 4, 5]), np.array([2, 2, 3, 3, 1]), 2)
    assert found == MetricSums(15, 11, 9 + 49 + 25, 12 + 42 + 5, 16 + 36 + 1, 3)
    assert found.estimate == pytest.approx(15 / 11)


def test_shares_and_errors_are_those_of_ratios_over_blocks():
    """A strategy that sits twice in some line-ups and not in others: the error is that of a ratio of sums."""
    rng = np.random.default_rng(1)
    held = rng.random((600, 4)) < 0.4
    wins = 12 * np.eye(4, dtype=int)[rng.integers(4, size=600)]
    found = win_share(wins, held, 3)
    sums, counts = ((one * held).reshape(200, 12).sum(1, keepdims=True) for one in (wins / 12, np.ones((600, 4))))
    expected = ratio_of_sums(sums, counts)
    assert found.estimate == pytest.approx(expected.value[0])
    assert found.error == pytest.approx(expected.standard_error[0])


def test_a_metric_without_any_game_is_0():
    assert (NOTHING.estimate, NOTHING.error) == (0, 0)


def test_sums_add_up():
    one, other = MetricSums(1, 2, 3, 4, 5, 1), MetricSums(10, 20, 30, 40, 50, 1)
    assert one + other == MetricSums(11, 22, 33, 44, 55, 2)


def test_a_fingerprint_holds_the_winners_and_a_checksum():
    """The format of the files: bits of the winners, then the sum of 7, 49, 343, ... times each number, modulo 65521,
    the high byte first.
    """
    assert two_games().fingerprints()[:, 0].tolist() == [0b0010, 0b1001]
    units = Outcomes(np.eye(11, dtype=np.int64), 4, {}, ())
    checksums = [256 * int(high) + int(low) for _, high, low in units.fingerprints()]
    assert checksums[:5] == [7, 49, 343, 2401, 16807]
    assert checksums[5] == 7**6 - 65521
    assert Outcomes(65521 * np.eye(11, dtype=np.int64), 4, {}, ()).fingerprints()[:, 1:].any() == np.False_


def test_every_number_of_a_game_is_in_its_fingerprint():
    """One more in any column, or two columns exchanged, gives another one, of this game only."""
    found = two_games()
    before = found.fingerprints()
    for column in range(found.rows.shape[1]):
        rows = found.rows.copy()
        rows[1, column] += 1
        differs = (Outcomes(rows, 4, {}, ()).fingerprints() != before).any(1)
        assert differs.tolist() == [False, True], column
    swapped = found.rows[:, [1, 0, *range(2, 15)]]
    assert (Outcomes(swapped, 4, {}, ()).fingerprints() != before).any(1).all()


def test_names_of_a_column_are_all_metrics_though_some_do_not_occur(outcomes):
    """Numbers only if they occur; in the played games all four turn positions do."""
    assert [name for name in outcomes.metrics if name.startswith("turn_position")] == [
        f"turn_position {number} wins" for number in (1, 2, 3, 4)
    ]


def test_the_error_of_a_metric_by_hand():
    """Two blocks, 3 of 4 and 1 of 4: a half, +/- sqrt(2 (1 + 1)) / 8. One block has no spread; rounding is none."""
    found = sums_of(np.array([3, 1]), np.array([4, 4]), 1)
    assert (found.estimate, found.error) == (0.5, np.sqrt(2 * 2) / 8)
    three = sums_of(np.array([3, 1, 2]), np.array([4, 4, 4]), 1)
    assert three.error == pytest.approx(np.sqrt(2 * 3 / 2) / 12)
    assert sums_of(np.array([1]), np.array([1]), 1).error == 0
    assert MetricSums(1, 1, 0, 1, 1, 1).error == 0
    assert MetricSums(1, 1, 2, 1, 1, 1).error == 1
