"""How much of a win is skill, seat, deal and luck in play, in the tournament's own line-ups.

Method: docs/explanation/methods.md#luck-or-skill.
"""

from dataclasses import replace

import polars as pl

from analyser.experiments.sample import ExperimentSpec, Runner, Sample, play
from analyser.statistics.skill import Part, deal_part, variance_parts

REPLAYED_GAMES = 4_000
Z = 1.96


def deal_share(experiment: ExperimentSpec, sample: Sample, pool: str | None, runner: Runner) -> Part:
    """How much of a seat's win the deal settles: other deals for the same line-ups, each replayed with other luck."""
    others = replace(experiment, seed=experiment.seed + 1)
    games = min(experiment.games, REPLAYED_GAMES)
    replayed = play(others.job("replayed", games=games, strategies=pool, lineups="profiles"), runner)
    return deal_part(replayed.lineups, replayed.wins, replayed.job.replays, (sample.lineups, sample.wins))


def skill_table(sample: Sample, deal: Part) -> pl.DataFrame:
    """Shares of the variance of a win: strategies, seat, deal, luck after it; none if line-ups are played only once."""
    parts = variance_parts(sample.lineups, sample.wins, sample.job.block, deal)
    rows = [(name, *(min(max(one, 0.0), 1.0) for one in _with_ends(part))) for name, part in parts.items()]
    shares = dict.fromkeys(("variance_share", "low_share", "high_share"), pl.Float64())
    return pl.DataFrame(rows, schema={"source": pl.String(), **shares}, orient="row")


def _with_ends(part: Part) -> tuple[float, float, float]:
    share, error = part
    return share, share - Z * error, share + Z * error
