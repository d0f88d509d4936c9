"""What a tournament shows, in sentences."""

from itertools import pairwise
from typing import Any

import numpy as np
import polars as pl

from analyser.experiments.answer import points
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


def equilibrium_sentence(names: list[str], found: list[tuple[Any, float]]) -> str:
    """The mix that no strategy beats, and how many such mixes there are."""
    mix, regret = found[0]
    told = ", ".join(f"{names[one]} {100 * mix[one]:.0f} %" for one in np.argsort(-mix) if mix[one] > SUPPORT)
    others = f" ({len(found)} such mixes were found)" if len(found) > 1 else ""
    return f"Equilibrium of choosing a strategy: {told}; regret {points(regret):.3f} points{others}."


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
    one, other, seen, expected = worst_residual(ratings, sample.lineups[:n_games], sample.by_seat("rank")[:n_games])
    found = [f"Dominated beyond chance: {', '.join(names[k] for k in weaker)}." if weaker else "None is dominated."]
    shown = "; ".join(" beats ".join(names[k] for k in (*circle, circle[0])) for circle in circles[:3])
    found.append(f"Cycles: {len(circles)} ({shown})." if circles else "No cycle of three is shown.")
    found.append(
        f"Worst residual of the ratings: {names[one]} is before {names[other]} in {100 * seen:.1f} % of meetings, "
        f"the ratings expect {100 * expected:.1f} %."
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
        return [f"Seats: robust over mixes of these strategies at a tolerance of {tolerance:g} points ({sides})."]
    one = robust[doubtful[0]]
    return [
        f"Seats: depends on play. Seat {doubtful[0]} has {points(one.most[1]):+.2f} points among {names[one.most[0]]}, "
        f"{points(one.least[1]):+.2f} among {names[one.least[0]]}; over mixes {points(one.low):+.2f} to "
        f"{points(one.high):+.2f} (5 to 95 %)."
    ]


def skill_sentence(table: pl.DataFrame, sample: Sample, payoffs: Payoffs, names: list[str]) -> str:
    """How much of a win is the strategy's, and what the best makes of a table of random players."""
    parts = dict(table.iter_rows())
    told = ", ".join(f"{name} {100 * share:.1f} %" for name, share in parts.items())
    settled = settled_by_lineup(sample.lineups, sample.wins)
    text = f"Luck or skill: variance of a win by source: {told}; the line-up settles {100 * settled:.1f} % of who wins"
    if RANDOM not in names:
        return text + "."
    shares = payoffs.value[:, payoffs.column(*[names.index(RANDOM)] * int(payoffs.opponents[0].sum()))]
    if np.isnan(shares).all():
        return text + "."
    best = int(np.nanargmax(shares))
    return f"{text}; {names[best]} wins {100 * shares[best]:.1f} % against random players only."
