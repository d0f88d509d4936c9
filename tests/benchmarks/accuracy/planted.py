"""Claims about luck whose law is known: lotteries, toy races, planted strengths."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from analyser.experiments.fixing.measurement import Family, Measurement
from analyser.experiments.forced import value_rows
from analyser.experiments.measured import Limits, Measured
from analyser.experiments.robustness import Check, Holds, Kind, Result, robustness
from analyser.experiments.roles import JudgedRole
from analyser.experiments.stages import in_stages
from analyser.experiments.verdict import Level
from analyser.games.definition import SEAT
from analyser.statistics.estimates import mean_of_games
from analyser.statistics.fairness import FAIR, judge, seat_advantage
from analyser.statistics.held_out import held_out_regret
from analyser.statistics.intervals import LEAST_BLOCKS, is_precise, rare_reach
from analyser.statistics.metagame import equilibria, payoff_table
from analyser.statistics.minimum_effect import LEVEL, drift_p
from analyser.statistics.ratings import rate, worst_residual
from analyser.statistics.shapley import shapley_weights, subsets
from analyser.statistics.skill import deal_part, settled_by_lineup
from analyser.statistics.values import (
    decided_at_deal,
    exchanged,
    shapley_values,
    slope_weights,
)
from tests.benchmarks.accuracy.rows import AT_MOST, INTERVALS, Row, inside, row
from tests.experiments.asking import ask, planted_sample
from tests.experiments.asking import lottery as drawn
from tests.statistics.lotteries import chances, counted, lottery
from tests.statistics.test_metagame import CIRCLE, meetings, two_player
from tests.statistics.test_ratings import LIMIT_OF_SIX
from tests.statistics.test_ratings import played as rated_games
from tests.statistics.test_sample_size import BATCH, HALF_WIDTH, covers, tallied
from tests.statistics.test_shapley import gloves
from tests.statistics.test_skill import dealt
from tests.statistics.test_values import chance_in_race


def seats() -> Iterator[Row]:
    """Joint intervals of four seats of which one is 2 points ahead, 11 % ties."""
    ahead, rng = np.array([0.02, 0.0, 0.0, -0.02]), np.random.default_rng(1)
    found = [judge(seat_advantage(lottery(rng, 2000, 4, advantage=ahead), 1), 0.01) for _ in range(600)]
    kept = [inside(one.low, ahead, one.high) for one in found]
    yield row("seats: joint intervals", "a lottery of 2,000 games, exact", kept)


def equivalence() -> Iterator[Row]:
    """« Fair » of a seat exactly at the tolerance is wrong."""
    rng, edge = np.random.default_rng(2), np.array([0.01, -0.01, 0.0, 0.0])
    wrong = [judge(counted(rng, 100_000, 4, advantage=edge), 0.01).verdict != FAIR for _ in range(1500)]
    yield row("seats: « fair » at the tolerance", "a lottery of 100,000 games", wrong, AT_MOST)
    right = [judge(counted(rng, 28_000, 4), 0.01).verdict == FAIR for _ in range(300)]
    against = "a lottery of 28,000 games, as `sample-size` says"
    yield row("seats: « fair » of equal seats", against, right, "90 % found", 0.90)


def stages() -> Iterator[Row]:
    """Answers that stop as soon as they are decided, of seats exactly at the tolerance: neither claim is true."""
    levels = [_staged(seed) for seed in range(300)]
    against = "a lottery at the tolerance, in stages up to 16,000 games"
    for name, level in (("unfair", Level.MISSED), ("fair", Level.MET)):
        yield row(f"stages: « {name} » at the tolerance", against, [one != level for one in levels], AT_MOST)


def _staged(seed: int) -> Level:
    wins = drawn((0.27, 0.27, 0.23, 0.23), 16_000, seed)

    def tried(stage: Any) -> JudgedRole:
        return JudgedRole(SEAT, planted_sample(wins[: stage.games]), 2.0, stage.spent)

    return in_stages(ask(games=16_000, staged=True), tried, JudgedRole.verdict).verdict().level


def precision() -> Iterator[Row]:
    """Runs that stop when every margin is below a target."""
    rng, kept = np.random.default_rng(3), []
    for _ in range(400):
        counts = rng.multinomial(LEAST_BLOCKS, chances(4, 0.11))
        while not is_precise(tallied(counts), int(counts.sum()), HALF_WIDTH):
            counts = counts + rng.multinomial(BATCH, chances(4, 0.11))
        kept.append(bool(covers(counts)))
    yield row("`--precision`: joint intervals", "a lottery, stopped, exact", kept)


def rare() -> Iterator[Row]:
    """Levels that win in 1, 5 and 250 of 1,000 games, of 400 each."""
    rng, truth, kept = np.random.default_rng(11), np.array([0.001, 0.005, 0.25]), []
    for _ in range(1500):
        wins = (rng.random((400, 3)) < truth).astype(float)
        reach = rare_reach(wins.mean(0), np.full(3, 400))
        rows = value_rows(["a", "b", "c"], mean_of_games(wins, 1), 0.95, reach=reach)
        kept.append(inside(rows["low_points"], 100 * truth, rows["high_points"]))
    yield row("levels that hardly ever win", "a lottery of 400 games, exact", kept)


def currency() -> Iterator[Row]:
    """The worth in doubloons of a card that does what 3 doubloons do."""
    rng, kept = np.random.default_rng(2), []
    gifts, weights = np.array([chance_in_race(amount) for amount in (0, 1, 2, 4)]), slope_weights([0, 1, 2, 4])
    card = np.array([gifts[0], chance_in_race(3)])
    truth = (card[1] - card[0]) / (weights @ gifts)
    for _ in range(800):
        slope = mean_of_games(rng.random((1500, 4)) < gifts, 1).contrast([weights])
        value = mean_of_games(rng.random((1500, 2)) < card, 1).contrast([[-1, 1]])
        worth = exchanged(value.value[0], value.standard_error[0], slope.value[0], slope.standard_error[0])
        kept.append(worth.low <= truth <= worth.high)
    yield row("`values`: worth in another currency", "a toy race of 1,500 games, exact", kept, INTERVALS)


def hands() -> Iterator[Row]:
    """Shapley values of a lottery that wins with a pair of gloves."""
    rng, kept = np.random.default_rng(12), []
    worth = np.array([gloves(one) for one in subsets(3)], float)
    chance = 0.2 + 0.4 * worth
    truth = [*(shapley_weights(3) @ chance), chance[-1] - chance[0]]
    for _ in range(500):
        found = shapley_values((rng.random((400, 8)) < chance).astype(float), 1)
        low, high = found.joint()
        kept.append(inside(low, truth, high))
    yield row("`values`: parts of a hand (Shapley)", "the glove game, 400 games, exact", kept)


def deal() -> Iterator[Row]:
    """A deal that settles a planted part of a win."""
    rng, kept = np.random.default_rng(13), []
    for _ in range(500):
        chance = rng.choice([0.1, 0.4], 400)
        wins = rng.random((400, 8)) < chance[:, None]
        _, low, high = decided_at_deal(wins.ravel().astype(float), 8)
        kept.append(bool(low <= 0.0225 / 0.1875 <= high))
    yield row("`values deal`: decided at the deal", "a planted deal of 12 %, 3,200 games", kept, INTERVALS)


def checks() -> Iterator[Row]:
    """Other players who play to the same truth, at the tolerance or at 0, and to the opposite one."""
    rng = np.random.default_rng(14)
    for truth, width, where in ((0.02, 0.02, "at the tolerance"), (0.0, 0.0, "without any effect")):
        kept = [_held(rng, truth, truth, width) != Holds.DEPENDS for _ in range(300)]
        yield row("« depends on who plays »", f"two equal samples {where}", kept, AT_MOST)
    kept = [_held(rng, 0.03, -0.03, 0.01) != Holds.ROBUST for _ in range(300)]
    yield row("« robust »", "+3 points with one player, -3 with the other", kept, AT_MOST)
    kept = [_held(rng, 0.0, 0.03, 0.01) != Holds.ROBUST for _ in range(300)]
    yield row("« robust »", "0 points with one player, +3 with the other", kept, AT_MOST)


def _held(rng: np.random.Generator, here: float, there: float, width: float) -> Holds:
    main, other = (_measured(rng, one, width) for one in (here, there))
    return robustness([main], [Result(Check("other", Kind.PLAY), {other.key: other})]).holds


def _measured(rng: np.random.Generator, truth: float, width: float) -> Measured:
    found = mean_of_games((rng.random((4000, 1)) < 0.25 + truth) - 0.25, 1)
    low, high = found.joint()
    return Measured(found.value[0], low[0], high[0], Limits.around_zero(width), key=("seat 1",))


def ratings() -> Iterator[Row]:
    """Planted strengths, and pairs that never lose."""
    planted, covered, calm = np.array([0.6, 0.2, -0.2, -0.6]), [], []
    for seed in range(150):
        found = rate(*rated_games(np.random.default_rng(seed), 500, planted), 4, 1)
        half = 1.96 * found.standard_error[1:]
        near = np.abs(found.strategies - (planted - planted[0]))[1:] <= half
        covered += [bool(one) for one in near]
        line, places = rated_games(np.random.default_rng(seed), 300, [3.0, 0.0, -3.0, -6.0])
        calm.append(worst_residual(rate(line, places, 4, 1), line, places, 1).apart <= LIMIT_OF_SIX)
    yield row("`tournament`: ratings", "planted strengths, 500 games", covered, INTERVALS)
    yield row("`tournament`: « ratings mislead »", "planted strengths, 300 games", calm, AT_MOST)


def equilibrium() -> Iterator[Row]:
    """The highest regret told against the true regret of the mix told."""
    truth, kept = two_player(CIRCLE, 0.0), []
    for seed in range(60):
        lineups, wins = meetings(seed, 400, CIRCLE)
        mix = equilibria(payoff_table(lineups, wins, 4, 2))[0][0]
        told = held_out_regret(lineups, wins, 4, 2)
        kept.append(told is not None and truth.regret(mix) <= told.high)
    yield row("`tournament`: highest regret", "four planted strategies, 800 games", kept, "95 % of mixes")


def skill() -> Iterator[Row]:
    """The part of a win that a planted deal settles, 16 %; and what the line-up of a lottery settles: nothing."""
    found = [deal_part(*dealt(k, 400, 8, 0.2), 8, dealt(5000 + k, 2000, 1, 0.2)) for k in range(200)]
    kept = [abs(share - 0.16) <= 1.96 * error for share, error in found]
    yield row("`tournament`: the deal's part", "a planted deal, 3,200 games", kept, INTERVALS)
    calm = []
    for seed in range(100):
        rng = np.random.default_rng(seed)
        lineups = rng.permuted(np.tile([0, 1, 2, 2], (2000, 1)), axis=1)
        settled = settled_by_lineup(lineups, np.eye(4)[rng.integers(4, size=2000)], 3, 1)
        calm.append(bool(settled.separate()[0][0] <= 0))
    yield row("`tournament`: « the line-up settles »", "a lottery of 2,000 games", calm, AT_MOST)


def drift() -> Iterator[Row]:
    """40 metrics, all exactly at their tolerance, 200,000 games against a million; and one that moved by a point."""
    rng, edge = np.random.default_rng(7), np.full(40, 0.005)
    quiet, found = [], []
    for _ in range(3000):
        quiet.append(bool(_drift(rng, edge).min() >= LEVEL))
        found.append(bool(_drift(rng, np.r_[0.01, np.zeros(39)]).min() < LEVEL))
    yield row("`check`: alarm at the tolerance", "40 shares exactly at it", quiet, "at most 1 % false", 0.99)
    yield row("`check`: one share moved by a point", "200,000 games", found, "85 % found", 0.85)


def _drift(rng: np.random.Generator, moved: Any) -> Any:
    share, games = 0.25, (1_000_000, 200_000)
    before, after = rng.binomial(games[0], share, 40) / games[0], rng.binomial(games[1], share + moved) / games[1]
    error = np.sqrt(before * (1 - before) / games[0] + after * (1 - after) / games[1])
    return drift_p(after - before, error, 0.005)


def fixes() -> Iterator[Row]:
    """`fix` and `diff` call a number good that lies exactly on its limit."""
    rng, calm, none = np.random.default_rng(7), [], np.zeros(1)
    for _ in range(800):
        blocks = rng.normal(1.0, 4.0, (400, 1))
        adds = (blocks - blocks.mean(0)) / len(blocks)
        one = Family((("seats", "seat 1"),), (Limits(-1, 1),), blocks.mean(0), adds, (none, none))
        calm.append(Measurement({"mirror": one}, 400).levels()["seats"] != Level.MET)
    yield row("`fix`, `diff`: a target is met", "a number on its limit, 400 games", calm, AT_MOST)


PARTS: dict[str, Callable[[], Iterator[Row]]] = {
    "seats": seats,
    "equivalence": equivalence,
    "stages": stages,
    "precision": precision,
    "rare": rare,
    "currency": currency,
    "hands": hands,
    "deal": deal,
    "checks": checks,
    "ratings": ratings,
    "equilibrium": equilibrium,
    "skill": skill,
    "drift": drift,
    "fixes": fixes,
}
