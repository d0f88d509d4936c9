"""Measures how often every kind of claim is right, and writes docs/explanation/accuracy.md. Called by `make accuracy`.

Each claim is repeated with other seeds, and compared with an exact answer or a long run. What was measured stands in
accuracy.json beside the page: `make accuracy` measures the parts whose code has changed since, `PART=...` one of them.
"""

import hashlib
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from analyser.api import experiment
from analyser.experiments.compare import compare
from analyser.experiments.feel import choices_of, feel
from analyser.experiments.sample import Runner, play
from analyser.experiments.values import values
from analyser.experiments.variation import read_variation
from analyser.games.loader import find_game
from analyser.simulation.executor import Workers
from analyser.simulation.job import make_job
from analyser.simulation.summary import summarise
from analyser.simulation.tables import tally_of
from analyser.statistics.fairness import FAIR, judge, seat_advantage
from analyser.statistics.held_out import held_out_regret
from analyser.statistics.intervals import LEAST_BLOCKS, is_precise, wilson
from analyser.statistics.metagame import equilibria, payoff_table
from analyser.statistics.minimum_effect import LEVEL, drift_p
from analyser.statistics.ratings import rate, worst_residual
from analyser.statistics.skill import deal_part
from tests.statistics.lotteries import chances, counted, lottery
from tests.statistics.test_metagame import CIRCLE, meetings, two_player
from tests.statistics.test_ratings import LIMIT_OF_SIX, played
from tests.statistics.test_sample_size import BATCH, HALF_WIDTH, covers, tallied
from tests.statistics.test_skill import dealt

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "explanation" / "accuracy.md"
MEASURED = PAGE.with_suffix(".json")
LONG = 987_654
"""The seed of long runs."""
QUIET = Runner(Workers(1))
FPP = "faut-pas-pousser"


class Row(NamedTuple):
    """One claim: what it is measured against, what it promises, and in how many of the runs it kept that."""

    claim: str
    against: str
    promise: str
    least: float
    """The share of runs that must keep it."""
    kept: int
    runs: int

    @property
    def ends(self) -> tuple[float, float]:
        """Between which shares the truth lies (95 %)."""
        low, high, _ = wilson(np.array([self.kept / self.runs]), np.array([self.runs]))
        return float(low[0]), float(high[0])

    @property
    def is_inside(self) -> bool:
        """Whether the promise is not shown to be broken."""
        return self.ends[1] >= self.least


def row(claim: str, against: str, promise: str, least: float, kept: list[bool]) -> Row:
    """A claim that was repeated."""
    return Row(claim, against, promise, least, int(np.sum(kept)), len(kept))


def inside(low: Any, truth: Any, high: Any) -> bool:
    """Whether all intervals cover."""
    return bool(np.all((np.asarray(low) <= truth) & (truth <= np.asarray(high))))


def seats() -> Iterator[Row]:
    """Joint intervals of four seats of which one is 2 points ahead, 11 % ties."""
    ahead, rng = np.array([0.02, 0.0, 0.0, -0.02]), np.random.default_rng(1)
    found = [judge(seat_advantage(lottery(rng, 2000, 4, advantage=ahead), 1), 0.01) for _ in range(600)]
    kept = [inside(one.low, ahead, one.high) for one in found]
    yield row("seats: joint intervals", "a lottery of 2,000 games, exact", "95 % of tables", 0.95, kept)
    truth = _seats("la-planche", 100_000, LONG)[0]
    runs = (_seats("la-planche", 2000, seed) for seed in range(150))
    yield row(
        "seats: joint intervals",
        "La Planche, 2,000 games, against 100,000",
        "95 % of tables",
        0.95,
        [inside(low, truth, high) for _, low, high in runs],
    )


def _seats(game: str, games: int, seed: int) -> tuple[Any, Any, Any]:
    sample = play(experiment(game, games=games, seed=seed).mirror("random", "fresh"), QUIET)
    found = judge(seat_advantage(sample.wins, sample.job.block), 0.01)
    return found.advantage.value, found.low, found.high


def equivalence() -> Iterator[Row]:
    """« Fair » of a seat exactly at the tolerance is wrong."""
    rng, edge = np.random.default_rng(2), np.array([0.01, -0.01, 0.0, 0.0])
    wrong = [judge(counted(rng, 100_000, 4, advantage=edge), 0.01).verdict != FAIR for _ in range(1500)]
    yield row("seats: « fair » at the tolerance", "a lottery of 100,000 games", "at most 5 % wrong", 0.95, wrong)
    right = [judge(counted(rng, 28_000, 4), 0.01).verdict == FAIR for _ in range(1000)]
    yield row("seats: « fair » of equal seats", "a lottery of 28,000 games", "90 % found", 0.90, right)


def precision() -> Iterator[Row]:
    """Runs that stop when every margin is below a target."""
    rng, kept = np.random.default_rng(3), []
    for _ in range(400):
        counts = rng.multinomial(LEAST_BLOCKS, chances(4, 0.11))
        while not is_precise(tallied(counts), int(counts.sum()), HALF_WIDTH):
            counts = counts + rng.multinomial(BATCH, chances(4, 0.11))
        kept.append(bool(covers(counts)))
    yield row("`--precision`: joint intervals", "a lottery, stopped, exact", "95 % of tables", 0.95, kept)


def compared() -> Iterator[Row]:
    """All variants and outcomes of a table together."""
    truth = _compared(40_000, LONG)
    keys = ["variant", "play", "outcome"]
    kept = []
    for seed in range(80):
        found = _compared(400, seed).join(truth.select(*keys, truth="difference"), on=keys)
        kept.append(inside(found["low"], found["truth"].to_numpy(), found["high"]))
    against = "Faut pas pousser, bonus 2 against 0, 1, 4: 400 games, 45 rows, against 40,000"
    yield row("`compare`: the whole table", against, "95 % of tables", 0.95, kept)


def _compared(games: int, seed: int) -> pl.DataFrame:
    asked = experiment(FPP, games=games, seed=seed)
    return compare(asked, read_variation(asked.game, "captain_bonus=2,0,1,4"), "admiral", QUIET).frame


def breakdowns() -> Iterator[Row]:
    """By turn position, each deal played in all rotations of its luck."""
    truth = _by_turn(100_000, LONG)["win_share"].to_numpy()
    tables = (_by_turn(400, seed) for seed in range(200))
    kept = [inside(one["low"], truth, one["high"]) for one in tables]
    against = "Faut pas pousser by turn position, rotated luck: 400 games against 100,000"
    yield row("breakdowns: joint intervals", against, "95 % of tables", 0.95, kept)


def _by_turn(games: int, seed: int) -> pl.DataFrame:
    sample = play(experiment(FPP, games=games, seed=seed).mirror("random", "rotated"), QUIET)
    total = tally_of(sample.job, sample.games.lazy(), sample.seats.lazy())
    return summarise(sample.job, total).breakdowns["turn_position"]


def lineups() -> Iterator[Row]:
    """Strategies in a pool: differences between line-ups are no noise. The last cycle of line-ups is not finished."""
    truth = _strategies(400_000, LONG).sort("strategy")["win_share"].to_numpy()
    tables = (_strategies(10_000, seed).sort("strategy") for seed in range(200))
    kept = [inside(one["low"], truth, one["high"]) for one in tables]
    against = "Faut pas pousser, nine strategies: 10,000 games against 400,000"
    yield row("strategies in a pool: joint intervals", against, "95 % of tables", 0.95, kept)
    truth = _tournament(200_000, LONG)["win_share"].to_numpy()
    found = (_tournament(4_000, seed) for seed in range(120))
    kept = [inside(one["low_share"], truth, one["high_share"]) for one in found]
    against = "Faut pas pousser, nine strategies: 4,000 games against 200,000"
    yield row("`tournament`: joint intervals", against, "95 % of tables", 0.95, kept)


def _strategies(games: int, seed: int) -> pl.DataFrame:
    sample = play(make_job(find_game(FPP), games=games, seed=seed), QUIET)
    return summarise(sample.job, tally_of(sample.job, sample.games.lazy(), sample.seats.lazy())).strategies


def _tournament(games: int, seed: int) -> pl.DataFrame:
    sample = play(experiment(FPP, games=games, seed=seed).job("seated", lineups="profiles"), QUIET)
    found = sample.by_cell(sample.wins.ravel(), sample.lineups.ravel(), len(sample.job.strategies))
    low, high = found.joint()
    return pl.DataFrame({"win_share": found.value, "low_share": low, "high_share": high})


def worths() -> Iterator[Row]:
    """The turn of « Non Merci », forced: all levels together."""
    truth = _worths(20_000, LONG)
    tables = (_worths(300, seed) for seed in range(60))
    kept = [inside(one["low_points"], truth["value_points"].to_numpy(), one["high_points"]) for one in tables]
    against = "Faut pas pousser, turn of « Non Merci » forced: 300 games against 20,000"
    yield row("`values`: all levels", against, "95 % of tables", 0.95, kept)


def _worths(games: int, seed: int) -> pl.DataFrame:
    asked = replace(experiment(FPP, games=games, seed=seed), brief=True)
    return values(asked, ["non-merci-turn"], "admiral", QUIET).frame


FELT = ("drama", "decided_at", "false_favourite", "uncertainty", "leader_at_half_wins_share", "snowball")


def felt() -> Iterator[Row]:
    """Each measure alone."""
    truth = _felt(8_000, LONG)
    kept = []
    for seed in range(20):
        found = _felt(800, seed)
        kept += [bool(found[name][1] <= truth[name][0] <= found[name][2]) for name in FELT]
    against = f"Faut pas pousser, {len(FELT)} measures of 800 games against 8,000"
    yield row("`feel`: each measure", against, "95 % of intervals", 0.95, kept)


def _felt(games: int, seed: int) -> dict[str, tuple[float, float, float]]:
    answer = feel(experiment(FPP, games=games, seed=seed), "admiral", QUIET)
    return {one["measure"]: (one["mean"], one["low"], one["high"]) for one in answer.frame.to_dicts()}


def agency() -> Iterator[Row]:
    """What choices are worth in sampled positions."""
    names, kept = ("agency", "same_winner_rate"), []
    truth = _choices(60_000, LONG)
    for seed in range(40):
        found = _choices(2000, seed)
        kept += [inside(found[one].separate()[0], truth[one].value[0], found[one].separate()[1]) for one in names]
    against = "La Planche, 62 positions against 1,875"
    yield row("`feel`: agency, same winner", against, "95 % of intervals", 0.95, kept)


def _choices(games: int, seed: int) -> dict[str, Any]:
    return choices_of(experiment("la-planche", games=games, seed=seed).job("fresh", strategies="survivor"), QUIET)


def ratings() -> Iterator[Row]:
    """Planted strengths, and pairs that never lose."""
    planted, covered, calm = np.array([0.6, 0.2, -0.2, -0.6]), [], []
    for seed in range(150):
        found = rate(*played(np.random.default_rng(seed), 500, planted), 4, 1)
        half = 1.96 * found.standard_error[1:]
        near = np.abs(found.strategies - (planted - planted[0]))[1:] <= half
        covered += [bool(one) for one in near]
        line, places = played(np.random.default_rng(seed), 300, [3.0, 0.0, -3.0, -6.0])
        calm.append(worst_residual(rate(line, places, 4, 1), line, places, 1).apart <= LIMIT_OF_SIX)
    yield row("`tournament`: ratings", "planted strengths, 500 games", "95 % of intervals", 0.95, covered)
    yield row("`tournament`: « ratings mislead »", "planted strengths, 300 games", "at most 5 % wrong", 0.95, calm)


def equilibrium() -> Iterator[Row]:
    """The highest regret told against the true regret of the mix told."""
    truth, kept = two_player(CIRCLE, 0.0), []
    for seed in range(60):
        lineups, wins = meetings(seed, 400, CIRCLE)
        mix = equilibria(payoff_table(lineups, wins, 4, 2))[0][0]
        told = held_out_regret(lineups, wins, 4, 2)
        kept.append(told is not None and truth.regret(mix) <= told.high)
    yield row("`tournament`: highest regret", "four planted strategies, 800 games", "95 % of mixes", 0.95, kept)


def skill() -> Iterator[Row]:
    """The part of a win that a planted deal settles: 16 %."""
    found = [deal_part(*dealt(k, 400, 8, 0.2), 8, dealt(5000 + k, 2000, 1, 0.2)) for k in range(200)]
    kept = [abs(share - 0.16) <= 1.96 * error for share, error in found]
    yield row("`tournament`: the deal's part", "a planted deal, 3,200 games", "95 % of intervals", 0.95, kept)


def drift() -> Iterator[Row]:
    """40 metrics, all exactly at their tolerance, 200,000 games against a million; and one that moved by a point."""
    rng, edge = np.random.default_rng(7), np.full(40, 0.005)
    quiet, found = [], []
    for _ in range(3000):
        quiet.append(bool(_drift(rng, edge).min() >= LEVEL))
        found.append(bool(_drift(rng, np.r_[0.01, np.zeros(39)]).min() < LEVEL))
    yield row("`check`: alarm at the tolerance", "40 shares exactly at it", "at most 1 % false", 0.99, quiet)
    yield row("`check`: one share moved by a point", "200,000 games", "85 % found", 0.85, found)


def _drift(rng: np.random.Generator, moved: Any) -> Any:
    share, games = 0.25, (1_000_000, 200_000)
    before, after = rng.binomial(games[0], share, 40) / games[0], rng.binomial(games[1], share + moved) / games[1]
    error = np.sqrt(before * (1 - before) / games[0] + after * (1 - after) / games[1])
    return drift_p(after - before, error, 0.005)


PARTS: dict[str, Callable[[], Iterator[Row]]] = {
    "seats": seats,
    "equivalence": equivalence,
    "precision": precision,
    "values": worths,
    "compare": compared,
    "breakdowns": breakdowns,
    "lineups": lineups,
    "feel": felt,
    "agency": agency,
    "ratings": ratings,
    "equilibrium": equilibrium,
    "skill": skill,
    "drift": drift,
}


def main(wanted: str) -> None:
    """Measure what is asked for, or what is out of date; write the page after each part."""
    if wanted and wanted not in PARTS:
        sys.exit(f"No part « {wanted} ». Allowed: {', '.join(PARTS)}.")
    now = code()
    for name, measure in PARTS.items():
        if name == wanted or (not wanted and stored().get(name, {}).get("code") != now):
            began = time.process_time()
            rows = [one._asdict() for one in measure()]
            seconds = round(time.process_time() - began)
            print(name, *(f"{one['kept']}/{one['runs']}" for one in rows), f"{seconds} s", flush=True)
            found = stored() | {name: {"code": now, "seconds": seconds, "rows": rows}}
            MEASURED.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")
            PAGE.write_text(page(found), "utf-8")


def stored() -> dict[str, Any]:
    """What was measured before, by part."""
    found: dict[str, Any] = json.loads(MEASURED.read_text("utf-8")) if MEASURED.exists() else {}
    return found


def code() -> str:
    """What the figures depend on: the statistics and the experiments."""
    files = [one for part in ("statistics", "experiments") for one in sorted((ROOT / "analyser" / part).glob("*.py"))]
    return hashlib.sha256(b"".join(one.read_bytes() for one in files)).hexdigest()[:16]


def rows_of(found: dict[str, Any]) -> list[Row]:
    """All claims that were measured, in the order of the parts."""
    return [Row(**one) for name in PARTS if name in found for one in found[name]["rows"]]


def page(found: dict[str, Any]) -> str:
    """The page."""
    rows = rows_of(found)
    minutes = sum(one["seconds"] for one in found.values()) / 60
    lines = [HEAD.format(minutes=minutes), "| claim | measured against | promised | kept | runs | |"]
    lines.append("|---|---|---|---|---|---|")
    for one in rows:
        low, high = (100 * end for end in one.ends)
        kept = f"{100 * one.kept / one.runs:.1f} % ({low:.1f} to {high:.1f})"
        verdict = "kept" if one.is_inside else "**broken**"
        lines.append(f"| {one.claim} | {one.against} | {one.promise} | {kept} | {one.runs:,} | {verdict} |")
    return "\n".join([*lines, "", TAIL])


HEAD = """# How often the answers are right

<!-- Generated by `make accuracy`. Do not edit: run it again. -->

Every kind of claim, repeated with other seeds and compared with an exact answer, a planted effect or a long run of the
same game. *Kept* is the share of repeated runs in which the claim was right, with its own 95 % interval. A promise is
*kept* unless that interval lies below it. How each number is made: [methods.md](methods.md).

Measured in {minutes:.0f} minutes of processor time by `make accuracy`; `make accuracy PART=compare` measures one part
again.
"""
TAIL = """A long run has an error too, which counts against us: it makes coverage look lower than it is. Error rates are
shown as the share of runs without the error.
"""

if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
