"""All strategies against all, in all seats: ratings, one against the field, equilibrium, dominance, cycles, skill.

Every set of strategies plays in all rotations on the same deal, so that every strategy sits in every seat equally
often; a sample of the sets if they are too many (methods M10 to M13, M15).
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from analyser.errors import BadInput
from analyser.experiments.answer import Answer, points
from analyser.experiments.sample import Asked, Lab, Sample, play
from analyser.experiments.seats import facts_of
from analyser.experiments.standings import (
    RATED_GAMES,
    alpha_sentence,
    equilibrium_sentence,
    ladder_sentence,
    robustness_sentences,
    skill_sentence,
    structure_sentences,
)
from analyser.statistics.alpha_rank import ALPHAS, alpha_rank
from analyser.statistics.estimates import mean_by_cell
from analyser.statistics.metagame import (
    SUPPORT,
    Payoffs,
    equilibria,
    payoff_table,
    support_frequencies,
)
from analyser.statistics.ratings import ELO, Ratings, rate
from analyser.statistics.robustness import Robustness, over_mixes
from analyser.statistics.skill import variance_parts
from analyser.statistics.values import decided_at_deal
from analyser.strategies import RANDOM

PRINTED = {
    "strategies": ("strategy", "win_share", "low_share", "high_share", "elo", "elo_margin", "equilibrium_share"),
    "against": (),
    "alpha_rank": (),
    "seats_by_play": ("seat", "uniform_mix_points", "low_points", "high_points", "least_with", "most_with", "verdict"),
}
REPLAYED_GAMES = 4_000
FEW_DEALS = 30


@dataclass(frozen=True)
class Played:
    """A tournament that was played, and what its games say."""

    sample: Sample
    names: list[str]
    payoffs: Payoffs
    ratings: Ratings
    equilibria: list[tuple[Any, float]]
    robust: list[Robustness]


def tournament(asked: Asked, pool: str | None, tolerance: float, lab: Lab) -> Answer:
    """Play the tournament and say what it shows."""
    found = played(asked, pool, tolerance, lab)
    tables = tables_of(found, deal_share(asked, found, lab))
    title = f"{asked.game.title}, {asked.players} players: {len(found.names)} strategies, all against all"
    facts = facts_of(asked, found.sample, strategies=found.names, tolerance_points=tolerance)
    return Answer(title, facts, headlines_of(found, tables, tolerance), tables, printed=PRINTED)


def played(asked: Asked, pool: str | None, tolerance: float, lab: Lab) -> Played:
    """Play all line-ups, and rate the strategies."""
    sample = play(asked.job("seated", strategies=pool, lineups="profiles"), lab)
    names = [one.spec for one in sample.job.strategies]
    if len(names) < 2:
        raise BadInput("A tournament needs two strategies or more. Type --strategies a,b,... or leave it out for all.")
    payoffs = payoff_table(sample.lineups, sample.wins, len(names), sample.job.block)
    mixes = equilibria(payoffs)
    robust = seat_robustness(sample, payoffs, tolerance / 100, mixes[0][0])
    return Played(sample, names, payoffs, rated(sample, names), mixes, robust)


def tables_of(found: Played, deal: float) -> dict[str, pl.DataFrame]:
    """All tables of the answer; `deal` is the share of a win that the deal settles."""
    names, payoffs = found.names, found.payoffs
    return {
        "strategies": strategy_table(found.sample, names, payoffs, found.ratings, found.equilibria[0][0]),
        "against": against_table(names, payoffs),
        "equilibria": equilibrium_table(names, found.equilibria),
        "alpha_rank": alpha_table(names, payoffs),
        "seats_by_play": robustness_table(found.robust, names),
        "skill": skill_table(found.sample, deal),
    }


def headlines_of(found: Played, tables: dict[str, pl.DataFrame], tolerance: float) -> list[str]:
    """What the tournament shows, in sentences."""
    return [
        ladder_sentence(found.names, found.ratings),
        equilibrium_sentence(found.names, found.equilibria),
        alpha_sentence(tables["alpha_rank"]),
        *structure_sentences(found.names, found.payoffs, found.sample, found.ratings),
        *robustness_sentences(found.robust, found.names, tolerance),
        skill_sentence(tables["skill"], found.sample, found.payoffs, found.names),
    ]


def rated(sample: Sample, names: list[str]) -> Ratings:
    """Ratings of the strategies; `random` is 0, or the first one if it does not play."""
    block = sample.job.block
    n_games = min(sample.n_games, RATED_GAMES // block * block or block)
    ranks = sample.by_seat("rank")[:n_games]
    reference = names.index(RANDOM) if RANDOM in names else 0
    return rate(sample.lineups[:n_games], ranks, len(names), block, reference)


def strategy_table(sample: Sample, names: list[str], payoffs: Payoffs, ratings: Ratings, mix: Any) -> pl.DataFrame:
    """A row a strategy: win share with its joint interval, rating with its error, share of the equilibrium."""
    block = sample.job.block
    blocks = np.repeat(np.arange(sample.n_games) // block, sample.job.players)
    found = mean_by_cell(sample.wins.ravel(), sample.lineups.ravel(), blocks, len(names), sample.n_games // block)
    low, high = found.joint()
    uniform = payoffs.against(np.full(len(names), 1 / len(names)))[0]
    frame = pl.DataFrame(
        {
            "strategy": names,
            "win_share": found.value,
            "low_share": low,
            "high_share": high,
            "elo": ratings.strategies * ELO,
            "elo_margin": 1.96 * ratings.standard_error * ELO,
            "against_uniform_field_share": uniform,
            "equilibrium_share": mix,
            "population_share": alpha_rank(payoffs, ALPHAS[-1]),
            "equilibrium_support_rate": support_frequencies(payoffs),
        }
    )
    return frame.sort("elo", descending=True)


def against_table(names: list[str], payoffs: Payoffs) -> pl.DataFrame:
    """One of a strategy against a whole field of another: win share and margin, long form."""
    rivals = int(payoffs.opponents[0].sum())
    rows = []
    for field, opponent in enumerate(names):
        column = payoffs.column(*[field] * rivals)
        for one, name in enumerate(names):
            margin = points(1.96 * float(payoffs.standard_error[one, column]))
            rows.append((name, opponent, float(payoffs.value[one, column]), margin))
    schema = ["strategy", "field", "win_share", "margin_points"]
    return pl.DataFrame(rows, schema=schema, orient="row", nan_to_null=True)


def equilibrium_table(names: list[str], found: list[tuple[Any, float]]) -> pl.DataFrame:
    """Every equilibrium found: the share of each strategy, and the regret."""
    rows = [
        (number, names[one], float(mix[one]), points(regret))
        for number, (mix, regret) in enumerate(found)
        for one in np.argsort(-mix)
        if mix[one] > SUPPORT
    ]
    return pl.DataFrame(rows, schema=["equilibrium", "strategy", "mix_share", "regret_points"], orient="row")


def alpha_table(names: list[str], payoffs: Payoffs) -> pl.DataFrame:
    """How often a population that copies what wins is found at each strategy, from weak to strong selection."""
    rows = [
        (alpha, names[one], float(share)) for alpha in ALPHAS for one, share in enumerate(alpha_rank(payoffs, alpha))
    ]
    return pl.DataFrame(rows, schema=["alpha", "strategy", "population_share"], orient="row")


def seat_robustness(sample: Sample, payoffs: Payoffs, tolerance: float, mix: Any) -> list[Robustness]:
    """Each seat's advantage over mixes of strategies: from the line-ups that were played, no new games."""
    lineups, which = np.unique(sample.lineups, axis=0, return_inverse=True)
    n = len(sample.job.strategies)
    centred = sample.wins - sample.wins.mean(1, keepdims=True)
    top = int(np.argmax(payoffs.against(np.full(n, 1 / n))[0]))
    deal = np.arange(sample.n_games) // sample.job.players
    found = [_by_lineup(centred[:, seat], which.ravel(), deal) for seat in range(sample.job.players)]
    return [over_mixes(lineups, value, n, tolerance, top, mix, error) for value, error in found]


def _by_lineup(values: Any, which: Any, deal: Any) -> tuple[Any, Any]:
    """Mean and standard error by line-up. Rotations of a mirror are the same game again: deals count, not games.

    With few deals a variance may come out far too small: it is then at least the usual one.
    """
    counts = np.bincount(which)
    deals = np.bincount(np.unique(which * (deal.max() + 1) + deal) // (deal.max() + 1))
    mean = np.bincount(which, values) / counts
    square = np.bincount(which, (values - mean[which]) ** 2) / counts * deals / np.maximum(deals - 1, 1)
    usual = float((square * counts).sum() / counts.sum())
    return mean, np.sqrt(np.where(deals < FEW_DEALS, np.maximum(square, usual), square) / deals)


def robustness_table(robust: list[Robustness], names: list[str]) -> pl.DataFrame:
    """A row a seat: its advantage in several mixes of players."""
    rows = [
        {
            "seat": seat,
            "uniform_mix_points": points(one.uniform),
            "equilibrium_points": None if one.equilibrium is None else points(one.equilibrium),
            "low_points": points(one.low),
            "high_points": points(one.high),
            "least_with": names[one.least[0]],
            "least_points": points(one.least[1]),
            "most_with": names[one.most[0]],
            "most_points": points(one.most[1]),
            "agreement_rate": one.agreement,
            "verdict": one.verdict,
        }
        for seat, one in enumerate(robust)
    ]
    return pl.DataFrame(rows)


def deal_share(asked: Asked, found: Played, lab: Lab) -> float:
    """How much of a seat's win the deal settles when the best strategy plays itself: deals replayed with other luck."""
    n = len(found.names)
    best = found.sample.job.strategies[int(np.argmax(found.payoffs.against(np.full(n, 1 / n))[0]))]
    job = asked.job("replayed", games=min(asked.games, REPLAYED_GAMES), strategies=found.sample.job.typed(best))
    sample = play(job, lab)
    return float(np.mean([decided_at_deal(sample.wins[:, k], job.replays)[0] for k in range(asked.players)]))


def skill_table(sample: Sample, deal: float) -> pl.DataFrame:
    """Shares of the variance of a win: strategies, seat, deal, luck after it."""
    parts = variance_parts(sample.lineups, sample.wins, len(sample.job.strategies), deal)
    return pl.DataFrame({"source": list(parts), "variance_share": list(parts.values())})
