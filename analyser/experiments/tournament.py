"""All strategies against all, in all seats: ratings, one against the field, equilibrium, dominance, cycles, skill.

Every set of strategies plays in all rotations on the same deal, so that every strategy sits in every seat equally
often; if there are too many sets, a sample of them is played.

Methods: docs/explanation/methods.md#payoff-table, #ratings, #equilibrium, #luck-or-skill, #strategy-mixes.
"""

from dataclasses import dataclass

import numpy as np
import polars as pl

from analyser.core.arrays import Floats, Ints
from analyser.core.errors import BadInput
from analyser.experiments.answer import Answer, Tables
from analyser.experiments.budget import announce
from analyser.experiments.sample import ExperimentSpec, Runner, Sample, play
from analyser.experiments.seats import played_of
from analyser.experiments.sentences import Sentence, said
from analyser.experiments.skill import REPLAYED_GAMES, deal_share, skill_table
from analyser.experiments.tournament_text import (
    RATED_GAMES,
    alpha_sentence,
    best_of_random_sentences,
    equilibrium_sentence,
    ladder_sentence,
    seats_verdict,
    skill_verdict,
    strongest_verdict,
    structure_sentences,
)
from analyser.statistics.alpha_rank import ALPHAS, alpha_rank
from analyser.statistics.estimates import cell_means
from analyser.statistics.held_out import Regret, held_out_regret, redrawn_mixes
from analyser.statistics.metagame import (
    SUPPORT,
    Payoffs,
    equilibria,
    payoff_table,
)
from analyser.statistics.ratings import ELO, Ratings, rate
from analyser.statistics.robustness import Robustness, over_mixes, unseen_strategy
from analyser.statistics.skill import Part
from analyser.strategies.library import tournament_field
from analyser.strategies.strategy import RANDOM

PRINTED = {
    "strategies": ("strategy", "win_share", "low_share", "high_share", "elo", "elo_margin", "equilibrium_share"),
    "against": (),
    "alpha_rank": (),
    "seats_by_play": (
        *("seat", "uniform_mix_points", "low_points", "high_points", "top_points", "least_with", "least_points"),
        *("most_with", "most_points", "unseen_low_points", "unseen_high_points", "verdict"),
    ),
}
LEAST_MIRRORS = 3


@dataclass(frozen=True)
class Played:
    """A tournament that was played, and what its games say."""

    sample: Sample
    names: list[str]
    payoffs: Payoffs
    ratings: Ratings
    equilibria: list[tuple[Floats, float]]
    regret: Regret | None
    robust: list[Robustness]
    unseen: list[tuple[float, float] | None]
    """By seat: the interval in which the advantage among players of a strategy not yet written is expected."""


def tournament(experiment: ExperimentSpec, pool: str | None, tolerance: float, runner: Runner) -> Answer:
    """Play the tournament and say what it shows."""
    announce([experiment.games, min(experiment.games, REPLAYED_GAMES)], runner)
    who = pool or ",".join(tournament_field(experiment.game, experiment.folders))
    found = played(experiment, who, tolerance, runner)
    runner.steps.end()
    tables = tables_of(found, deal_share(experiment, found.sample, who, runner))
    verdicts = (
        strongest_verdict(tables["strategies"], experiment.players),
        skill_verdict(tables["skill"], found.sample),
        seats_verdict(found.robust, found.names, tolerance),
    )
    number = len(found.names)
    title = said("title.tournament", game=experiment.game.title, players=experiment.players, number=number)
    facts = {"strategies": found.names, "tolerance_points": tolerance}
    by = played_of(experiment, found.sample, ",".join(found.names))
    return Answer(title, by, verdicts, tables, remarks_of(found, tables), facts, PRINTED)


def played(experiment: ExperimentSpec, pool: str | None, tolerance: float, runner: Runner) -> Played:
    """Play all line-ups, and rate the strategies."""
    sample = play(experiment.job("seated", strategies=pool, lineups="profiles"), runner)
    names = [one.spec for one in sample.job.strategies]
    if len(names) < 2:
        raise BadInput("A tournament needs two strategies or more. Type --strategies a,b,... or leave it out for all.")
    payoffs = payoff_table(sample.lineups, sample.wins, len(names), sample.job.block)
    mixes = equilibria(payoffs)
    by_set = seats_by_set(sample)
    robust = seat_robustness(by_set, payoffs, tolerance / 100, mixes[0][0])
    regret = held_out_regret(sample.lineups, sample.wins, len(names), sample.job.block)
    return Played(sample, names, payoffs, rated(sample, names), mixes, regret, robust, unseen_by_seat(by_set))


def tables_of(found: Played, deal: Part) -> Tables:
    """All tables of the answer; `deal` is the share of a win that the deal settles, with its error."""
    names, payoffs = found.names, found.payoffs
    return {
        "strategies": strategy_table(found.sample, names, payoffs, found.ratings, found.equilibria[0][0]),
        "against": against_table(names, payoffs),
        "equilibria": equilibrium_table(names, found.equilibria, found.regret),
        "alpha_rank": alpha_table(names, payoffs),
        "seats_by_play": robustness_table(found.robust, found.unseen, names),
        "skill": skill_table(found.sample, deal),
    }


def remarks_of(found: Played, tables: Tables) -> tuple[Sentence, ...]:
    """What else the tournament shows."""
    return (
        ladder_sentence(found.names, found.ratings),
        equilibrium_sentence(found.equilibria, found.regret, tables["strategies"], found.names),
        alpha_sentence(tables["alpha_rank"]),
        *structure_sentences(found.names, found.payoffs, found.sample, found.ratings),
        *best_of_random_sentences(found.payoffs, found.names),
    )


def rated(sample: Sample, names: list[str]) -> Ratings:
    """Ratings of the strategies; `random` is 0, or the first one if it does not play."""
    block = sample.job.block
    n_games = min(sample.n_games, RATED_GAMES // block * block or block)
    ranks = sample.by_seat("rank")[:n_games]
    reference = names.index(RANDOM) if RANDOM in names else 0
    return rate(sample.lineups[:n_games], ranks, len(names), block, reference)


def strategy_table(sample: Sample, names: list[str], payoffs: Payoffs, ratings: Ratings, mix: Floats) -> pl.DataFrame:
    """A row for each strategy: win share with its joint interval, rating with its error, share of the equilibrium."""
    found = sample.by_cell(sample.wins.ravel(), sample.lineups.ravel(), len(names))
    low, high = found.joint()
    uniform = payoffs.against(np.full(len(names), 1 / len(names)))[0]
    redrawn = redrawn_mixes(payoffs, mix)
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
            "equilibrium_low_share": redrawn.low,
            "equilibrium_high_share": redrawn.high,
            "population_share": alpha_rank(payoffs, ALPHAS[-1]),
            "equilibrium_support_rate": redrawn.support,
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
            margin = 100 * (1.96 * float(payoffs.standard_error[one, column]))
            rows.append((name, opponent, float(payoffs.value[one, column]), margin))
    schema = ["strategy", "field", "win_share", "margin_points"]
    return pl.DataFrame(rows, schema=schema, orient="row", nan_to_null=True)


def equilibrium_table(names: list[str], found: list[tuple[Floats, float]], regret: Regret | None) -> pl.DataFrame:
    """Every equilibrium found: the share of each strategy, and the regret of mixes found so, in games held out."""
    points = (None, None) if regret is None else (100 * regret.value, 100 * regret.high)
    rows = [
        (number, names[one], float(mix[one]), *points)
        for number, (mix, _) in enumerate(found)
        for one in np.argsort(-mix)
        if mix[one] > SUPPORT
    ]
    regrets = dict.fromkeys(("mix_share", "regret_points", "high_regret_points"), pl.Float64())
    schema = {"equilibrium": pl.Int64(), "strategy": pl.String(), **regrets}
    return pl.DataFrame(rows, schema=schema, orient="row")


def alpha_table(names: list[str], payoffs: Payoffs) -> pl.DataFrame:
    """How long a population that copies what wins stays at each strategy, from weak to strong selection."""
    rows = [
        (alpha, names[one], float(share)) for alpha in ALPHAS for one, share in enumerate(alpha_rank(payoffs, alpha))
    ]
    return pl.DataFrame(rows, schema=["alpha", "strategy", "population_share"], orient="row")


@dataclass(frozen=True)
class BySet:
    """The seats' advantages with each set of strategies: sets x seats, with errors from deals."""

    sets: Ints
    value: Floats
    error: Floats


def seats_by_set(sample: Sample) -> BySet:
    """From the line-ups that were played, all rotations of a set together: no new games. Rotations of a mirror are the
    same game again: it counts once.
    """
    sets, which = np.unique(np.sort(sample.lineups, 1), axis=0, return_inverse=True)
    deal = np.arange(sample.n_games) // sample.job.players
    _, first = np.unique(np.column_stack([deal, sample.lineups]), axis=0, return_index=True)
    first.sort()
    cells, rows = which.reshape(-1, 1)[first], sample.above_mean[first]
    found = [cell_means(cells, rows[:, [seat]], len(sets), deal[first]) for seat in range(sample.job.players)]
    value, error = (np.stack([one[k] for one in found], 1) for k in (0, 1))
    return BySet(sets, value, error)


def seat_robustness(found: BySet, payoffs: Payoffs, tolerance: float, mix: Floats) -> list[Robustness]:
    """Each seat's advantage over mixes of strategies."""
    n = payoffs.n_strategies
    top = int(np.argmax(payoffs.against(np.full(n, 1 / n))[0]))
    seats = zip(found.value.T, found.error.T, strict=True)
    return [over_mixes(found.sets, value, n, tolerance, top, mix, error) for value, error in seats]


def unseen_by_seat(found: BySet) -> list[tuple[float, float] | None]:
    """What to expect of each seat among players of one more strategy, from those that played themselves."""
    mirror = (found.sets == found.sets[:, :1]).all(1)
    if np.isnan(found.error[mirror]).any() or mirror.sum() < LEAST_MIRRORS:
        return [None] * found.value.shape[1]
    seats = zip(found.value[mirror].T, found.error[mirror].T, strict=True)
    return [unseen_strategy(value, error)[1:] for value, error in seats]


def robustness_table(
    robust: list[Robustness], unseen: list[tuple[float, float] | None], names: list[str]
) -> pl.DataFrame:
    """A row for each seat: its advantage in several mixes of players."""
    rows = [
        {
            "seat": seat + 1,
            "uniform_mix_points": 100 * one.uniform,
            "equilibrium_points": None if one.equilibrium is None else 100 * one.equilibrium,
            "top_points": 100 * one.top,
            "low_points": 100 * one.low,
            "high_points": 100 * one.high,
            "least_with": names[one.least[0]],
            "least_points": 100 * one.least[1],
            "most_with": names[one.most[0]],
            "most_points": 100 * one.most[1],
            "unseen_low_points": None if ends is None else 100 * ends[0],
            "unseen_high_points": None if ends is None else 100 * ends[1],
            "agreement_rate": one.agreement,
            "verdict": one.verdict,
        }
        for seat, (one, ends) in enumerate(zip(robust, unseen, strict=True))
    ]
    return pl.DataFrame(rows, schema_overrides={"unseen_low_points": pl.Float64, "unseen_high_points": pl.Float64})
