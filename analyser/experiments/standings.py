"""What a tournament shows, in sentences."""

from itertools import pairwise
from statistics import NormalDist
from typing import Any

import numpy as np
import polars as pl

from analyser.experiments.answer import in_points, points
from analyser.experiments.sample import Sample
from analyser.statistics.alpha_rank import ALPHAS
from analyser.statistics.metagame import SUPPORT, Payoffs, cycles, dominated, invasions
from analyser.statistics.ratings import Ratings, worst_residual
from analyser.statistics.robustness import ON_PLAY, ROBUST, Robustness
from analyser.statistics.skill import settled_by_lineup
from analyser.strategies import RANDOM

RATED_GAMES = 100_000
"""Ratings need no more, and take their time."""


def ladder_sentence(names: list[str], ratings: Ratings) -> str:
    """From best to worst; « = » where the next is not shown to be weaker."""
    order = np.argsort(-ratings.strategies)
    text = names[order[0]]
    for upper, lower in pairwise(order):
        gap = ratings.strategies[upper] - ratings.strategies[lower]
        variance = ratings.covariance[upper, upper] + ratings.covariance[lower, lower]
        variance -= 2 * ratings.covariance[upper, lower]
        text += f" {'>' if gap > 1.96 * np.sqrt(max(variance, 0.0)) else '='} {names[lower]}"
    return f"Ladder (Plackett-Luce; > where a 95 % interval of the difference excludes 0): {text}."


def equilibrium_sentence(found: list[tuple[Any, float]], strategies: pl.DataFrame, names: list[str]) -> str:
    """The mix that no strategy beats, how sure its strategies are, and how many such mixes there are."""
    mix, regret = found[0]
    rates = dict(strategies.select("strategy", "equilibrium_support_rate").iter_rows())
    inside = [one for one in np.argsort(-mix) if mix[one] > SUPPORT]
    told = ", ".join(f"{names[one]} {100 * mix[one]:.0f} %" for one in inside)
    sure = ", ".join(f"{names[one]} {100 * rates[names[one]]:.0f} %" for one in inside)
    others = f" ({len(found)} such mixes were found)" if len(found) > 1 else ""
    return (
        f"Equilibrium of choosing a strategy: {told}; regret {points(regret):.3f} points{others}. With payoffs redrawn "
        f"within their errors, so often part of it: {sure}."
    )


def alpha_sentence(table: pl.DataFrame) -> str:
    """Where strong selection leads, and whether weaker selection leads there too."""
    first = table.sort("population_share", descending=True).group_by("alpha", maintain_order=True).first().sort("alpha")
    last = table.filter(pl.col("alpha") == ALPHAS[-1]).sort("population_share", descending=True)
    told = ", ".join(f"{name} {100 * share:.0f} %" for _, name, share in last.rows()[:3] if share > SUPPORT)
    leaders = list(dict.fromkeys(first["strategy"]))
    steady = "the same leads at every alpha" if len(leaders) == 1 else f"from weak to strong: {', '.join(leaders)}"
    return f"Alpha-rank (a population that copies what wins, alpha {ALPHAS[-1]:g}): {told}; {steady}."


def structure_sentences(names: list[str], payoffs: Payoffs, sample: Sample, ratings: Ratings) -> list[str]:
    """Dominance, cycles, and where a rating misleads."""
    weaker = sorted({one for one, _ in dominated(payoffs)})
    circles = cycles(invasions(payoffs))
    block = sample.job.block
    n_games = min(sample.n_games, RATED_GAMES // block * block or block)
    ranks = sample.by_seat("rank")[:n_games]
    one, other, seen, expected, apart = worst_residual(ratings, sample.lineups[:n_games], ranks, block)
    found = [
        f"Dominated beyond chance: {', '.join(names[k] for k in weaker)}."
        if weaker
        else "None is shown to be dominated."
    ]
    shown = "; ".join(" beats ".join(names[k] for k in (*circle, circle[0])) for circle in circles[:3])
    found.append(f"Cycles: {len(circles)} ({shown})." if circles else "No cycle of three is shown.")
    told = (
        f"{names[one]} is before {names[other]} in {100 * seen:.1f} % of meetings, expected are {100 * expected:.1f} %"
    )
    many = apart > NormalDist().inv_cdf(1 - 0.025 / max(len(names) * (len(names) - 1) / 2, 1))
    found.append(
        f"Ratings: {'they mislead, beyond chance: ' if many else 'no pair is shown to mislead; worst: '}{told}."
    )
    return found


def robustness_sentences(robust: list[Robustness], names: list[str], tolerance: float) -> list[str]:
    """Whether the seats' verdict holds whoever plays."""
    doubtful = [seat for seat, one in enumerate(robust) if one.verdict == ON_PLAY]
    if any(one.verdict not in (ON_PLAY, ROBUST) for one in robust) and not doubtful:
        return [
            "Seats: these games are too few to say whether their verdict holds whoever plays. Type a larger --games."
        ]
    if not doubtful:
        sides = ", ".join(f"seat {k} {points(one.uniform):+.2f}" for k, one in enumerate(robust))
        return [f"Seats: robust over mixes of these strategies at a tolerance of {in_points(tolerance)} ({sides})."]
    one = robust[doubtful[0]]
    return [
        f"Seats: depends on play. Seat {doubtful[0]} has {points(one.most[1]):+.2f} points among {names[one.most[0]]}, "
        f"{points(one.least[1]):+.2f} among {names[one.least[0]]}; over mixes {points(one.low):+.2f} to "
        f"{points(one.high):+.2f} (5 to 95 %)."
    ]


def skill_sentence(table: pl.DataFrame, sample: Sample) -> str:
    """How much of a win is the strategy's."""
    settled = settled_by_lineup(sample.lineups, sample.wins, len(sample.job.strategies), sample.job.block)
    low, high = (max(float(end[0]), 0.0) for end in settled.separate())
    who = f"the line-up settles {100 * max(float(settled.value[0]), 0.0):.1f} % of who wins ({100 * low:.1f} to "
    who += f"{100 * high:.1f})"
    if table.height == 0:
        kinds = len(np.unique(sample.lineups, axis=0))
        return f"Luck or skill: {who}; variance by source needs every line-up twice: {2 * kinds:,} games or more."
    told = ", ".join(
        f"{row['source']} {100 * row['variance_share']:.1f} % ({100 * row['low_share']:.1f} to "
        f"{100 * row['high_share']:.1f})"
        for row in table.to_dicts()
    )
    return f"Luck or skill: variance of a win by source: {told}; {who}."


def best_of_random_sentences(payoffs: Payoffs, names: list[str]) -> list[str]:
    """What the best makes of a table of random players."""
    if RANDOM not in names:
        return []
    column = payoffs.column(*[names.index(RANDOM)] * int(payoffs.opponents[0].sum()))
    shares, errors = payoffs.value[:, column], payoffs.standard_error[:, column]
    known = ~np.isnan(shares) & ~np.isnan(errors)
    if not known.any():
        return []
    best = int(np.argmax(np.where(known, shares, -1.0)))
    z = NormalDist().inv_cdf(1 - 0.025 / int(known.sum()))
    low, high = max(shares[best] - z * errors[best], 0.0), min(shares[best] + z * errors[best], 1.0)
    return [
        f"Against random players only, {names[best]} wins most: {100 * shares[best]:.1f} % ({100 * low:.1f} to "
        f"{100 * high:.1f})."
    ]
