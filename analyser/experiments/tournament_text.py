"""What a tournament shows: its verdicts, and further sentences."""

from itertools import pairwise
from statistics import NormalDist

import numpy as np
import polars as pl

from analyser.core.arrays import Floats
from analyser.experiments.measured import NOTHING
from analyser.experiments.sample import Sample
from analyser.experiments.sentences import Facts, Number, Player, Sentence, Share, ShareSpan, in_turn, listed, said
from analyser.experiments.verdict import About, Level, Verdict
from analyser.statistics.alpha_rank import ALPHAS
from analyser.statistics.held_out import Regret
from analyser.statistics.metagame import SUPPORT, Payoffs, cycles, dominated, invasions
from analyser.statistics.ratings import Ratings, worst_residual
from analyser.statistics.robustness import MIXES, ON_PLAY, ROBUST, Robustness
from analyser.statistics.skill import settled_by_lineup
from analyser.strategies.strategy import RANDOM

RATED_GAMES = 100_000
"""Enough for ratings, which take long to fit."""
MOST_CYCLES = 3
LEAST_REGRET = 0.0005
"""A smaller gain is printed as 0.0 points."""
OPEN_SPAN = 0.5
"""A mix in which the share of a strategy may lie this far apart is not told: the table of payoffs is too thin."""
MIX_COLUMNS = ["strategy", "equilibrium_low_share", "equilibrium_high_share"]


def strongest_verdict(table: pl.DataFrame, players: int) -> Verdict:
    """The strongest strategy, if its interval lies above all others; else those that share the top, if they are shown
    to win more than an equal share.
    """
    rows = table.sort("win_share", descending=True).to_dicts()
    best, equal = rows[0], 1 / players
    alike = [row["strategy"] for row in rows if row["high_share"] >= best["low_share"]]
    facts: Facts = {"share": Share(best["win_share"]), "between": ShareSpan(best["low_share"], best["high_share"])}
    about, names = About("strategies"), listed(map(Player, alike))
    if best["low_share"] <= equal:
        sentence = said("strategies.none", best=Player(best["strategy"]), equal=Share(equal), **facts)
        return Verdict(Level.NOTED, sentence, about)
    key = "strategies.best" if len(alike) == 1 else "strategies.alike"
    sentence = said(key, best=Player(best["strategy"]), equal=Share(equal), names=names, **facts)
    return Verdict(Level.FOUND, sentence, about, weight=best["win_share"] * players - 1)


def skill_verdict(table: pl.DataFrame, sample: Sample) -> Verdict:
    """How much of a win is the strategies' and how much is luck."""
    settled = settled_by_lineup(sample.lineups, sample.wins, len(sample.job.strategies), sample.job.block)
    value, (low,), (high,) = float(settled.value[0]), *settled.separate()
    lineup = said("skill.lineup", share=Share(max(value, 0.0)), between=ShareSpan(float(low), float(high)))
    about = About("skill")
    if table.height == 0:
        games = 2 * len(np.unique(sample.lineups, axis=0))
        return Verdict(Level.NOTED, said("strategies.skill_unknown", games=games), about, remarks=(lineup,))
    parts = [
        said(
            "skill.part",
            source=said(f"skill.{row['source']}"),
            share=Share(row["variance_share"]),
            between=ShareSpan(row["low_share"], row["high_share"]),
        )
        for row in table.to_dicts()
    ]
    return Verdict(Level.NOTED, said("strategies.skill", parts=in_turn(parts)), about, remarks=(lineup,))


def seats_verdict(robust: list[Robustness], names: list[str], tolerance: float) -> Verdict:
    """Whether the seats lie on the same side of the tolerance whoever plays."""
    about = About("seats_by_play")
    doubtful = [(seat, one) for seat, one in enumerate(robust, 1) if one.verdict == ON_PLAY and one.is_apart]
    if doubtful:
        seat, one = doubtful[0]
        least, most = (Number(100 * value, 1, signed=True) for _, value in (one.least, one.most))
        facts: Facts = {
            "most": names[one.most[0]],
            "least": names[one.least[0]],
            "most_points": most,
            "least_points": least,
        }
        return Verdict(Level.FOUND, said("seats.on_play", seat=said("the_seat", seat=seat), **facts), about)
    if all(one.verdict == ROBUST for one in robust):
        limit = Number(tolerance, None)
        return Verdict(Level.MET, said("seats.robust", mixes=MIXES, tolerance=limit), about)
    return Verdict(Level.NOTED, said("seats.unsettled"), about)


def ladder_sentence(names: list[str], ratings: Ratings) -> Sentence:
    """From best to worst; « = » where the next is not shown to be weaker, all steps together."""
    order = np.argsort(-ratings.strategies)
    z = NormalDist().inv_cdf(1 - 0.025 / max(len(order) - 1, 1))
    text = names[order[0]]
    for upper, lower in pairwise(order):
        gap = ratings.strategies[upper] - ratings.strategies[lower]
        variance = ratings.covariance[upper, upper] + ratings.covariance[lower, lower]
        variance -= 2 * ratings.covariance[upper, lower]
        text += f" {'>' if gap > z * np.sqrt(max(variance, 0.0)) else '='} {names[lower]}"
    return said("strategies.ladder", ladder=text)


def equilibrium_sentence(
    found: list[tuple[Floats, float]], regret: Regret | None, strategies: pl.DataFrame, names: list[str]
) -> Sentence:
    """The mix that no strategy beats, how far it may lie elsewhere, and its regret in games that did not choose it."""
    mix = found[0][0]
    ends = {name: (low, high) for name, low, high in strategies.select(MIX_COLUMNS).iter_rows()}
    inside = [(names[one], float(mix[one])) for one in np.argsort(-mix) if mix[one] > SUPPORT]
    widest = max((name for name, _ in inside), key=lambda name: ends[name][1] - ends[name][0])
    if ends[widest][1] - ends[widest][0] > OPEN_SPAN:
        return said("strategies.equilibrium_open", name=Player(widest), between=ShareSpan(*ends[widest]))
    return said(
        "strategies.equilibrium",
        regret=_regret(regret),
        mix=listed(_part(name, share, *ends[name]) for name, share in inside),
        number=len(found),
    )


def _part(name: str, share: float, low: float, high: float) -> Sentence:
    """The share of one strategy, with its interval if it has one."""
    if high - low < NOTHING:
        return said("share_of", name=name, share=Share(share, 0))
    return said("skill.part", source=name, share=Share(share, 0), between=ShareSpan(low, high))


def _regret(regret: Regret | None) -> Sentence:
    if regret is None:
        return said("equilibrium.unknown")
    if regret.high < LEAST_REGRET:
        return said("equilibrium.unbeaten")
    return said("equilibrium.regret", regret=Number(100 * regret.value, 1), high=Number(100 * regret.high, 1))


def alpha_sentence(table: pl.DataFrame) -> Sentence:
    """Where strong selection leads, and whether weaker selection leads there too."""
    first = table.sort("population_share", descending=True).group_by("alpha", maintain_order=True).first().sort("alpha")
    last = table.filter(pl.col("alpha") == ALPHAS[-1]).sort("population_share", descending=True)
    shares = [(name, share) for _, name, share in last.rows()[:3] if share > SUPPORT]
    leaders = list(dict.fromkeys(first["strategy"]))
    steady = said("alpha.steady") if len(leaders) == 1 else said("alpha.changes", names=listed(leaders))
    told = listed(said("share_of", name=name, share=Share(share, 0)) for name, share in shares)
    return said("strategies.alpha", alpha=Number(ALPHAS[-1], None), shares=told, steady=steady)


def structure_sentences(names: list[str], payoffs: Payoffs, sample: Sample, ratings: Ratings) -> list[Sentence]:
    """Dominance, cycles, and where a rating misleads."""
    weaker = sorted({one for one, _ in dominated(payoffs)})
    found = [said("strategies.dominated", names=listed(names[k] for k in weaker))] if weaker else []
    circles = cycles(invasions(payoffs))
    shown = in_turn(" > ".join(names[k] for k in (*circle, circle[0])) for circle in circles[:MOST_CYCLES])
    found += [] if weaker else [said("strategies.undominated")]
    found.append(said("strategies.cycles", number=len(circles), shown=shown) if circles else said("strategies.acyclic"))
    return [*found, _misleading(names, sample, ratings)]


def _misleading(names: list[str], sample: Sample, ratings: Ratings) -> Sentence:
    """The pair of strategies whose meetings the ratings describe worst."""
    block = sample.job.block
    n_games = min(sample.n_games, RATED_GAMES // block * block or block)
    ranks = sample.by_seat("rank")[:n_games]
    one, other, seen, expected, apart = worst_residual(ratings, sample.lineups[:n_games], ranks, block)
    is_shown = apart > NormalDist().inv_cdf(1 - 0.025 / max(len(names) * (len(names) - 1) / 2, 1))
    key = "strategies.misleading" if is_shown else "strategies.not_misleading"
    return said(key, one=names[one], other=names[other], seen=Share(seen), expected=Share(expected))


def best_of_random_sentences(payoffs: Payoffs, names: list[str]) -> list[Sentence]:
    """How much the best wins against random players."""
    if RANDOM not in names:
        return []
    column = payoffs.column(*[names.index(RANDOM)] * int(payoffs.opponents[0].sum()))
    shares, errors = payoffs.value[:, column], payoffs.standard_error[:, column]
    known = ~np.isnan(shares) & ~np.isnan(errors)
    if not known.any():
        return []
    best = int(np.argmax(np.where(known, shares, -1.0)))
    z = NormalDist().inv_cdf(1 - 0.025 / int(known.sum()))
    low, high = shares - z * errors, shares + z * errors
    ends = ShareSpan(float(low[best]), float(high[best]))
    alike = [names[k] for k in np.flatnonzero(known & (high >= low[best]))]
    key = "strategies.of_random" if len(alike) == 1 else "strategies.of_random_alike"
    return [
        said(
            key,
            best=Player(names[best]),
            share=Share(float(shares[best])),
            between=ends,
            names=listed(map(Player, alike)),
        )
    ]
