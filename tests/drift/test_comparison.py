"""What moved between a baseline and today: named, counted and measured; paired where that is possible."""

import dataclasses

import numpy as np
import pytest

from analyser.drift.check import PAIRED, check_same_games
from analyser.drift.comparison import changed_games, paired_changes, unpaired_changes, what_moved
from analyser.drift.outcomes import NOTHING, outcomes_of
from analyser.drift.outputs import headline
from analyser.drift.verdict import DriftVerdict, Tolerance, judge_changes, worst
from analyser.statistics.estimates import mean_of_games
from tests.drift.conftest import FAIR, drawn_baseline, edited, job_of, with_contents
from tests.drift.lottery import Lottery

BETTER = Lottery((1.0, 1.5, 1.0, 1.0))
"""Greedy, the second strategy, wins more often: a third instead of a quarter."""


def today(lottery=FAIR, **options):
    job = job_of(**options)
    return outcomes_of(job, lottery(job))


def test_what_moved_is_named_by_kind(drawn):
    hashes = drawn.contents.hashes
    name = next(iter(hashes))
    other = with_contents(
        drawn, hashes=hashes | {name: "0", "strategy gone": "0"}, settings=drawn.contents.settings | {"pile_size": 9}
    )
    moved = what_moved(other, job_of())
    assert len(moved) == 3
    assert moved[-1] == "setting pile_size: 9 -> 4"
    assert any("gone" in one for one in moved)
    assert what_moved(drawn, job_of()) == []


def test_a_setting_that_one_side_does_not_know_has_moved(drawn):
    settings = dict(drawn.contents.settings)
    del settings["pile_size"]
    assert what_moved(with_contents(drawn, settings=settings | {"gone": 1}), job_of()) == [
        "setting gone: 1 -> None",
        "setting pile_size: None -> 4",
    ]


def test_the_games_that_changed(drawn):
    assert not changed_games(drawn, today()).any()
    differs = changed_games(drawn, today(BETTER))
    assert 0.02 < differs.mean() < 0.3
    assert changed_games(drawn, today(BETTER, games=240)).tolist() == differs[:240].tolist()
    fingerprints = bytearray(drawn.fingerprints)
    fingerprints[3 * 41 + 2] ^= 1
    other = dataclasses.replace(drawn, fingerprints=bytes(fingerprints))
    assert np.flatnonzero(changed_games(other, today())).tolist() == [41]


def test_paired_win_shares_are_means_of_differences_game_by_game(drawn):
    """Of a seat, which plays in every game: against plain means over blocks, from the games themselves."""
    before, after, block = today(), today(BETTER), job_of().block
    changes = {one.metric: one for one in paired_changes(drawn, after)}
    gaps = mean_of_games((after.wins - before.wins) / 12, block)
    for seat in range(4):
        found = changes[f"seat {seat + 1} wins"]
        assert found.before == pytest.approx(before.wins[:, seat].mean() / 12)
        assert found.delta == pytest.approx(gaps.value[seat])
        assert found.error == pytest.approx(gaps.standard_error[seat])
    assert changes["greedy wins"].delta == pytest.approx(
        after.metrics["greedy wins"].estimate - before.metrics["greedy wins"].estimate
    )


def test_every_metric_is_compared_once_and_pairs_are_closer(drawn):
    after = today(BETTER)
    paired, unpaired = ({one.metric: one for one in of(drawn, after)} for of in (paired_changes, unpaired_changes))
    assert len(list(paired_changes(drawn, after))) == len(paired)
    assert set(paired) == set(unpaired) == {name for name, sums in drawn.metrics.items() if sums.among}
    assert paired["greedy wins"].error < 0.8 * unpaired["greedy wins"].error
    assert paired["length"] == unpaired["length"]


SLIGHTLY = Lottery((1.0, 1.0, 1.0, 1.0), shared=0.1005)
"""A handful of games of 12,000 are shared that were not."""
OTHERWISE = Lottery((1.0, 1.1, 1.0, 1.0), shared=0.12, nobody=0.06)


@pytest.mark.parametrize("law", [SLIGHTLY, OTHERWISE, BETTER])
def test_no_metric_has_a_smaller_error_than_its_true_pairs(drawn, law):
    """The lottery knows both games of each pair; a baseline only knows their sums."""
    before, after, block = today(), today(law), job_of().block
    found = {one.metric: one for one in paired_changes(drawn, after)}
    for metric, (then, now) in per_game(before, after).items():
        true = mean_of_games((now - then)[:, None].astype(float), block)
        assert found[metric].delta == pytest.approx(true.value[0], abs=1e-12), metric
        assert found[metric].error >= 0.999 * true.standard_error[0], metric
        if metric in ("shared wins", "no winner"):
            assert found[metric].error == pytest.approx(true.standard_error[0])


def per_game(before, after):
    """The value of each game before and after, for metrics that the winners do not decide."""
    rates = {rate: (before.ended(rate), after.ended(rate)) for rate in ("shared wins", "no winner")}
    ages = {f"age_rank {k + 1} wins": (before.wins[:, k] / 12, after.wins[:, k] / 12) for k in range(4)}
    return {"length": (before.rounds, after.rounds), **rates, **ages}


def test_of_the_first_games_a_difference_is_bounded(drawn):
    """What the first 2,400 games of the baseline gave is not stored."""
    before, after = today(games=2400), today(SLIGHTLY, games=2400)
    found = {one.metric: one for one in paired_changes(drawn, after)}
    n_changed = changed_games(drawn, after).sum()
    assert 0 < n_changed < 10
    for k in range(4):
        change = found[f"age_rank {k + 1} wins"]
        assert abs((after.wins - before.wins)[:, k].mean() / 12) <= change.error <= 2.5 * n_changed / 2400


def test_a_harmless_edit_passes_and_says_how_many_games_changed(drawn):
    result = check_same_games(edited(drawn), Tolerance(), SLIGHTLY)
    assert (result.verdict, result.mode) == (DriftVerdict.PASS, PAIRED)
    assert 0 < result.changed < 20
    assert headline(result) == f"drawn.json: PASS (paired): {result.changed} of 12,000 games came out differently."


def test_two_samples_would_not_let_it_pass(drawn):
    """The control: unpaired, the same harmless edit cannot be decided."""
    judged = judge_changes(list(unpaired_changes(drawn, today(SLIGHTLY))), Tolerance())
    assert worst(one.verdict for one in judged) is DriftVerdict.INCONCLUSIVE


def test_a_real_edit_fails(drawn):
    result = check_same_games(edited(drawn), Tolerance(), BETTER)
    assert (result.verdict, result.mode) == (DriftVerdict.FAIL, PAIRED)
    assert "greedy wins" in {one.change.metric for one in result.judged if one.verdict is DriftVerdict.FAIL}


def test_the_wrong_pairs_do_not_pass(drawn):
    """The control: each game is paired with its neighbour."""
    rolled = np.roll(np.frombuffer(drawn.fingerprints, np.uint8), 3).tobytes()
    result = check_same_games(dataclasses.replace(edited(drawn), fingerprints=rolled), Tolerance(), SLIGHTLY)
    assert result.changed > 6_000
    assert result.verdict is DriftVerdict.INCONCLUSIVE


def test_the_error_of_two_samples_is_that_of_both(drawn):
    change = next(one for one in unpaired_changes(drawn, today(BETTER)) if one.metric == "greedy wins")
    one, other = (sums.metrics["greedy wins"] for sums in (drawn, today(BETTER)))
    assert (change.before, change.after) == (one.estimate, other.estimate)
    assert change.error**2 == pytest.approx(one.error**2 + other.error**2)


def test_a_metric_that_one_side_does_not_have_is_left_out(drawn):
    after = today()
    del after.metrics["length"]
    after.metrics["greedy wins"] = NOTHING
    found = {one.metric for one in unpaired_changes(drawn, after)}
    assert found == set(drawn.metrics) - {"length", "greedy wins"}


def test_other_line_ups_are_not_paired(drawn):
    """Who sat where must be the same before games can be compared one by one; of fewer games that is not known."""
    moved = with_contents(drawn, lineups="0")
    unpaired = list(unpaired_changes(drawn, today(BETTER)))
    assert list(paired_changes(moved, today(BETTER))) == unpaired
    few = {one.metric: one for one in paired_changes(moved, today(BETTER, games=240))}
    of_few = {one.metric: one for one in unpaired_changes(moved, today(BETTER, games=240))}
    assert few["greedy wins"].error < of_few["greedy wins"].error


@pytest.mark.long
def test_paired_intervals_cover_the_true_change(tmp_path):
    """Two laws, 100 pairs of 480 games: the 95 % interval of what greedy gains (8.33 points, less for games that are
    shared or without a winner) covers the truth in 88 to 100 % (standard error 2.2). The truth is a long run's.
    """
    truth = (
        today(BETTER, games=240_000).metrics["greedy wins"].estimate
        - today(games=240_000).metrics["greedy wins"].estimate
    )
    covered = 0
    for seed in range(2, 102):
        baseline = drawn_baseline(tmp_path / "one.json", games=480, seed=seed)
        (change,) = (
            one for one in paired_changes(baseline, today(BETTER, games=480, seed=seed)) if one.metric == "greedy wins"
        )
        covered += abs(change.delta - truth) < 1.96 * change.error
    assert 88 <= covered <= 100


def test_shared_wins_of_the_baseline_count_in_equal_parts(drawn):
    """With nothing changed the stored winners must give the same shares as the games themselves."""
    changes = {one.metric: one for one in paired_changes(drawn, today())}
    shares = today().wins.mean(0) / 12
    assert [changes[f"seat {seat} wins"].before for seat in (1, 2, 3, 4)] == pytest.approx(shares.tolist())
    assert all(changes[f"seat {seat} wins"].delta == 0 for seat in (1, 2, 3, 4))
    assert np.isfinite([one.error for one in changes.values()]).all()
