"""Sums and intervals: whole numbers that add up, and intervals that cover what they promise."""

from typing import Any

import numpy as np
import polars as pl
import pytest

from analyser.games.loader import find_game
from analyser.kernel.columns import FIRST_GAME_COLUMN, FIRST_SEAT_COLUMN, OUTCOME, OUTCOMES, SCORE, WHOLE_WIN, WIN
from analyser.simulation.job import Job
from analyser.statistics.intervals import Intervals, is_precise, share_intervals, sup_t, wilson
from analyser.statistics.tally import PLAYED, SCORED, SQUARES, WON, Shares, Tally, tally
from tests.simulation.playing import job_of, play, table

FOUR = "greedy,random,passes:turn=1,passes:turn=2"
JOBS = {
    "one strategy, block 1": {"strategies": "random", "games": 1001},
    "one strategy, block 1, two players": {"strategies": "random", "games": 1001, "players": 2},
    "two strategies, block 2": {"strategies": "greedy,random", "games": 1001, "players": 2},
    "three strategies, block 3": {"strategies": "greedy,random,passes", "games": 1000, "players": 4},
    "four strategies, block 24": {"strategies": FOUR, "games": 1001},
    "one strategy, rotated luck": {"strategies": "random", "games": 1002, "luck": "rotated"},
    "two strategies, rotated luck": {"strategies": "greedy,random", "games": 1001, "players": 3, "luck": "rotated"},
    "one strategy named by seat": {"strategies": None, "seats": "random,random,random", "games": 500, "players": 3},
}


@pytest.fixture(params=JOBS)
def job(request: pytest.FixtureRequest) -> Job:
    return job_of(**JOBS[request.param])


def parts_won(seats: pl.DataFrame) -> pl.DataFrame:
    """The seats' table with wins as whole numbers."""
    return seats.with_columns((pl.col("win").cast(pl.Float64) * WHOLE_WIN).round().cast(pl.Int64).alias("won"))


class TestSums:
    """Against plain Polars over the tables that a run stores."""

    def test_of_games(self, job: Job) -> None:
        part = play(job)
        games = table(part, "games")
        assert part.tally.n_games == games.height == job.games
        counts = dict(games.group_by("outcome").len().iter_rows())
        assert part.tally.outcomes.tolist() == [counts.get(name, 0) for name in OUTCOMES]
        lengths = dict(games.group_by(find_game(job.game).length).len().iter_rows())
        assert {k: int(n) for k, n in enumerate(part.tally.lengths) if n} == lengths
        assert part.tally.decisions == games["decisions"].sum()

    def test_by_strategy_and_seat(self, job: Job) -> None:
        part = play(job)
        score = pl.col("score").cast(pl.Int64)
        wanted = (
            parts_won(table(part, "seats"))
            .group_by(pl.col("strategy").cast(pl.String), "seat")
            .agg(
                pl.col("won").sum(),
                pl.len().alias("plays"),
                score.sum().alias("sum"),
                (score**2).sum().alias("squares"),
            )
        )
        names = [one.spec for one in job.strategies]
        for strategy, seat, won, plays, total, squares in wanted.iter_rows():
            cell = part.tally.by_seat[:, names.index(strategy), seat - 1]
            assert [cell[WON], cell[PLAYED], cell[SCORED], cell[SQUARES]] == [won, plays, total, squares]
        assert part.tally.by_seat[PLAYED].sum() == job.games * job.players
        assert part.tally.by_seat[WON].sum() == job.games * WHOLE_WIN

    @pytest.mark.parametrize("cells", ["seat", "strategy"])
    def test_products_over_blocks(self, job: Job, cells: str) -> None:
        part = play(job)
        shares = part.tally.seats if cells == "seat" else part.tally.strategies
        names = list(range(1, job.players + 1)) if cells == "seat" else [one.spec for one in job.strategies]
        whole_blocks = job.games // job.block
        blocks = (
            parts_won(table(part, "seats"))
            .with_columns(pl.col(cells).cast(pl.Int64 if cells == "seat" else pl.String))
            .with_columns((pl.col("game") // job.block).alias("block"))
            .filter(pl.col("block") < whole_blocks)
            .group_by("block", cells)
            .agg(pl.col("won").sum(), pl.len().alias("plays"))
        )
        won, plays = np.zeros((2, whole_blocks, len(names)), np.int64)
        for block, name, wins, n in blocks.iter_rows():
            won[block, names.index(name)], plays[block, names.index(name)] = wins, n
        assert part.tally.n_blocks == whole_blocks
        for product, (left, right) in zip(shares.products, ((won, won), (won, plays), (plays, plays)), strict=True):
            assert np.array_equal(product, left.T @ right)

    @pytest.mark.parametrize("column", ["turn_position", "age_rank"])
    def test_by_column(self, job: Job, column: str) -> None:
        part = play(job)
        seats = parts_won(table(part, "seats")).with_columns((pl.col("game") // job.block).alias("block"))
        sums = seats.group_by(column).agg(pl.col("won").sum(), pl.len(), pl.col("score").cast(pl.Int64).sum())
        whole = seats.filter(pl.col("block") < job.games // job.block)
        blocks = whole.group_by(column, "block").agg(won=pl.col("won").sum(), n=pl.len().cast(pl.Int64))
        products = blocks.group_by(column).agg(
            won_won=(pl.col("won") ** 2).sum(), won_n=pl.col("won").dot("n"), n_n=(pl.col("n") ** 2).sum()
        )
        wanted = sums.join(products, on=column).sort(column)
        found = part.tally.by_column[column]
        assert wanted[column].to_list() == list(range(1, job.players + 1)) == np.flatnonzero(found[PLAYED]).tolist()
        assert found[:, 1:].T.tolist() == [list(row) for row in wanted.drop(column).iter_rows()]

    def test_compiled_and_polars_count_the_same(self, job: Job) -> None:
        """The tables of a run are summed up by Polars; where none are made, the kernel's columns in compiled code."""
        assert_same(play(job, with_rows=False).tally, play(job).tally)

    def test_parts_add_up_to_the_whole(self, job: Job) -> None:
        whole = play(job).tally
        size = 5 * job.block
        parts = job_of(**JOBS_BY_JOB[job], part_games=size)
        assert parts.part_games == size
        tallies = [play(parts, number).tally for number in range(parts.n_parts)]
        total = tallies[0]
        for one in tallies[1:]:
            total = total + one
        assert_same(total, whole)
        backwards = tallies[-1]
        for one in tallies[-2::-1]:
            backwards = backwards + one
        assert_same(backwards, whole)

    def test_both_ways_to_count_agree(self) -> None:
        """One strategy alone has a quicker way; as one of two it goes the long way."""
        games, seats, lineups = drawn_games(np.random.default_rng(5), 3000, 4)
        quick = tally(games, seats, lineups, 1, 1)
        long = tally(games, seats, lineups, 2, 1)
        assert np.array_equal(quick.seats.products, long.seats.products)
        assert np.array_equal(quick.seats.wins, long.seats.wins)
        assert np.array_equal(quick.by_seat[:, 0], long.by_seat[:, 0])
        assert np.array_equal(quick.strategies.products, long.strategies.products[:, :1, :1])
        assert not long.by_seat[:, 1].any()


def assert_same(one: Tally, other: Tally) -> None:
    assert (one.n_games, one.n_blocks, one.decisions) == (other.n_games, other.n_blocks, other.decisions)
    for name in ("outcomes", "lengths", "by_seat"):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
    assert one.by_column.keys() == other.by_column.keys()
    for name in one.by_column:
        assert np.array_equal(one.by_column[name], other.by_column[name]), name
    for name in ("seats", "strategies"):
        for part in ("wins", "plays", "products"):
            assert np.array_equal(getattr(getattr(one, name), part), getattr(getattr(other, name), part)), (name, part)


JOBS_BY_JOB = {job_of(**words): {k: v for k, v in words.items() if k != "part_games"} for words in JOBS.values()}


def drawn_games(generator: np.random.Generator, n: int, n_seats: int, ties: float = 0.11) -> tuple[Any, Any, Any]:
    """A fair lottery in the kernel's columns: each game has a random winner, or two who share."""
    games = np.zeros((FIRST_GAME_COLUMN, n), np.int32)
    wins = np.zeros((n, n_seats), np.int32)
    order = generator.random((n, n_seats)).argsort(1)
    shared = generator.random(n) < ties
    wins[np.arange(n), order[:, 0]] = np.where(shared, WHOLE_WIN // 2, WHOLE_WIN)
    wins[np.arange(n)[shared], order[shared, 1]] = WHOLE_WIN // 2
    games[OUTCOME] = shared
    seats = np.zeros((FIRST_SEAT_COLUMN, n * n_seats), np.int32)
    seats[WIN] = wins.ravel()
    seats[SCORE] = generator.integers(0, 40, n * n_seats)
    return games, seats, np.zeros((n, n_seats), np.uint8)


def lottery(generator: np.random.Generator, n: int) -> Tally:
    games, seats, lineups = drawn_games(generator, n, 4)
    return tally(games, seats, lineups, 1, 1)


def covers(intervals: Intervals, truth: float = 0.25) -> bool:
    return bool(np.all((intervals.low <= truth) & (truth <= intervals.high)))


@pytest.mark.long
def test_joint_coverage_of_four_seats() -> None:
    """Figure 2: 4,000 fair four-way draws with 11 % ties. The count's own standard error is 0.34 points, so a right
    method fails in 0.4 % of all seeds; this one is fixed. Four separate intervals must not pass for joint ones.
    """
    generator = np.random.default_rng(41)
    repeats, joint, separate = 4000, 0, 0
    for _ in range(repeats):
        sums = lottery(generator, 1000)
        intervals = share_intervals(sums.seats, sums.n_blocks)
        assert intervals.method == "sup-t"
        joint += covers(intervals)
        alone = 1.96 * intervals.standard_error
        separate += bool(np.all(np.abs(intervals.share - 0.25) <= alone))
    assert 0.94 <= joint / repeats <= 0.96
    assert separate / repeats < 0.90


@pytest.mark.parametrize(("n_seats", "critical"), [(2, 1.96), (3, 2.35), (4, 2.47)])
def test_critical_values(n_seats: int, critical: float) -> None:
    """For two seats whose shares sum to 1 there is only one number to be wrong about."""
    games, seats, lineups = drawn_games(np.random.default_rng(42), 20_000, n_seats, ties=0.0)
    sums = tally(games, seats, lineups, 1, 1)
    assert share_intervals(sums.seats, sums.n_blocks).critical == pytest.approx(critical, abs=0.03)


def test_critical_values_are_the_same_on_every_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Equal seats have equal eigenvalues: their eigenvectors are any basis, and each processor finds another."""
    equal_seats = np.eye(4) - 0.25
    here = sup_t(equal_seats)
    turn = np.linalg.qr(np.random.default_rng(47).standard_normal((3, 3)))[0]

    def elsewhere(matrix: Any) -> tuple[Any, Any]:
        values, vectors = np_eigh(matrix)
        return values, np.column_stack([vectors[:, :1], vectors[:, 1:] @ turn])

    np_eigh = np.linalg.eigh
    monkeypatch.setattr(np.linalg, "eigh", elsewhere)
    assert sup_t(equal_seats) == pytest.approx(here, rel=1e-12)


def test_shares_of_seats_sum_to_one() -> None:
    sums = lottery(np.random.default_rng(43), 999)
    assert share_intervals(sums.seats, sums.n_blocks).share.sum() == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("n", [1, 2, 7, 49])
def test_few_games_give_wide_intervals_inside_0_and_1(n: int) -> None:
    sums = lottery(np.random.default_rng(n), n)
    intervals = share_intervals(sums.seats, sums.n_blocks)
    assert np.all((intervals.low >= 0) & (intervals.high <= 1))
    assert np.all(intervals.low <= intervals.share + 1e-12)
    assert np.all(intervals.share <= intervals.high + 1e-12)
    assert covers(intervals)


def test_blocks_of_rotated_luck_have_the_right_spread() -> None:
    """2,000 runs of 800 random games, each deal played once a rotation. The spread of the shares is known to 1.6 %
    (one standard error), so 6 % is exceeded by a right method in 0.02 % of all seeds for each seat. As if the games
    were independent, the error would come out at least 10 % too large.
    """
    repeats, n = 2000, 800
    job = job_of("random", repeats * n, luck="rotated")
    seats = parts_won(table(play(job), "seats"))["won"].to_numpy().reshape(repeats, n * 4)
    shares, errors, naive = [], [], []
    for won in seats:
        rows = np.zeros((FIRST_SEAT_COLUMN, n * 4), np.int32)
        rows[WIN] = won
        games = np.zeros((FIRST_GAME_COLUMN, n), np.int32)
        sums = tally(games, rows, np.zeros((n, 4), np.uint8), 1, job.block)
        intervals = share_intervals(sums.seats, sums.n_blocks)
        shares.append(intervals.share)
        errors.append(intervals.standard_error**2)
        naive.append((won.reshape(n, 4) / WHOLE_WIN).var(0, ddof=1) / n)
    spread = np.std(shares, axis=0, ddof=1)
    assert job.block == 4
    assert np.sqrt(np.mean(errors, axis=0)) == pytest.approx(spread, rel=0.06)
    assert np.all(np.sqrt(np.mean(naive, axis=0)) > 1.10 * spread)


@pytest.mark.long
def test_coverage_when_stopped_by_precision() -> None:
    """Precision stop: 600 fair lotteries, stopped as soon as every margin is below 2 points. Joint coverage is 95 % or
    more; 92 % is 3.4 standard errors below, so a right method fails in 0.03 % of all seeds; this one is fixed.
    """
    generator = np.random.default_rng(44)
    covered, repeats, lengths = 0, 600, set()
    for _ in range(repeats):
        sums = lottery(generator, 2400)
        while not is_precise(sums.seats, sums.n_blocks, 0.02):
            sums = sums + lottery(generator, 200)
        covered += covers(share_intervals(sums.seats, sums.n_blocks))
        lengths.add(sums.n_games)
    assert covered / repeats >= 0.92
    assert len(lengths) > 1, "the rule looks at the data"


def test_precision_needs_blocks() -> None:
    sums = lottery(np.random.default_rng(45), 1999)
    assert not is_precise(sums.seats, sums.n_blocks, 0.5)
    assert is_precise(*blocks_of(sums + lottery(np.random.default_rng(46), 1)), 0.5)


def blocks_of(sums: Tally) -> tuple[Any, int]:
    return sums.seats, sums.n_blocks


def test_precision_leaves_a_little_for_having_looked() -> None:
    """The margin alone is not enough: one game's worth, 1 / n, is added to it."""
    sums = lottery(np.random.default_rng(47), 4000)
    margin = float(share_intervals(sums.seats, sums.n_blocks).margin.max())
    assert not is_precise(*blocks_of(sums), margin + 0.9 / sums.n_blocks)
    assert is_precise(*blocks_of(sums), margin + 1.1 / sums.n_blocks)


def shares_of(blocks: list[tuple[list[int], list[int]]]) -> Shares:
    """The sums of blocks of (parts of the win, plays) by cell."""
    won, plays = (np.array([block[k] for block in blocks]) for k in (0, 1))
    return Shares(won.sum(0), plays.sum(0), np.stack([won.T @ won, won.T @ plays, plays.T @ plays]))


def test_errors_of_shares_by_hand() -> None:
    """Two blocks of unequal size. Cell 1 is played once, cell 2 never: 0 of 0, without an error."""
    shares = shares_of([([WHOLE_WIN, 0, 0], [2, 0, 0]), ([WHOLE_WIN, WHOLE_WIN // 2, 0], [1, 1, 0])])
    found = share_intervals(shares, 2)
    assert found.share == pytest.approx([2 / 3, 0.5, 0])
    residuals = np.array([1 - 4 / 3, 1 - 2 / 3])
    assert found.standard_error == pytest.approx([np.sqrt(2 * (residuals**2).sum()) / 3, 0, 0])
    assert share_intervals(shares_of([([WHOLE_WIN // 2], [1])]), 1).standard_error.tolist() == [0]


def test_few_blocks_or_rare_wins_take_wilson() -> None:
    """Fifty blocks and ten wins are enough for sup-t; one less of either is not."""

    def method(wins: int, n: int) -> str:
        return share_intervals(shares_of([([WHOLE_WIN * (k < wins)], [1]) for k in range(n)]), n).method

    assert [method(10, 50), method(39, 50)] == ["sup-t"] * 2
    assert [method(25, 49), method(9, 50), method(41, 50)] == ["Wilson"] * 3


def test_wilson_by_hand() -> None:
    """8 of 10: 49.0 to 94.3 %; of two cells each is wider (z 2.241); no plays count as one."""
    low, high, z = wilson(np.array([0.8]), 10)
    assert (low[0], high[0], z) == pytest.approx((0.4902, 0.9433, 1.96), abs=1e-4)
    low, high, z = wilson(np.array([0.8, 0.0]), np.array([10, 0]))
    assert z == pytest.approx(2.2414, abs=1e-4)
    assert high[1] == pytest.approx(z * z / (1 + z * z))
    assert low[1] == 0
    assert wilson(np.array([1.0]), 5)[1].tolist() == [1]


def test_sup_t_of_cells_that_do_not_move() -> None:
    """Cells without a spread do not widen the band; one that moves alone has the usual 1.96. Two that move as one are
    as one.
    """
    assert sup_t(np.diag([1.0, 0.0])) == pytest.approx(1.95996, abs=1e-5)
    assert sup_t(np.zeros((2, 2))) == pytest.approx(1.95996, abs=1e-5)
    assert sup_t(np.diag([1.0, 4.0, 0.0])) == pytest.approx(2.236, abs=0.01)
    assert sup_t(np.diag([1.0, 4.0]), 0.9) == pytest.approx(1.949, abs=0.01)
    assert sup_t(np.array([[1.0, 2.0], [2.0, 4.0]])) == pytest.approx(1.96, abs=0.03)
    assert sup_t(np.diag([1.0, -1e-20])) == pytest.approx(1.95996, abs=1e-5)


def test_margins_are_half_widths() -> None:
    found = share_intervals(lottery(np.random.default_rng(48), 4000).seats, 4000)
    assert found.margin == pytest.approx((found.high - found.low) / 2)
    assert found.margin == pytest.approx(found.critical * found.standard_error)


def test_tables_of_sums_add_up() -> None:
    """A game's own counts, and the wins by a column whose values the other part does not reach."""

    def part(counts: list[int], by: list[list[int]]) -> Tally:
        few, none = np.array([1]), Shares(np.zeros(1, int), np.zeros(1, int), np.zeros((3, 1, 1), int))
        return Tally(1, 1, few, few, 1, none, none, few, {"turn": np.array(by)}, counted={"cells": np.array(counts)})

    total = part([1, 2], [[1], [2]]) + part([10, 20], [[3, 4], [5, 6]])
    assert total.counted["cells"].tolist() == [11, 22]
    assert total.by_column["turn"].tolist() == [[4, 4], [7, 6]]
    assert (total.n_games, total.n_blocks, total.decisions, total.by_seat.tolist()) == (2, 2, 2, [2])
