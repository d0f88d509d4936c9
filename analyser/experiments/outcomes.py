"""The outcomes by which variants of the rules are compared: win share by seat, length, scores, ties, the game's own."""

from collections.abc import Sequence

import numpy as np
import polars as pl

from analyser.core.arrays import Floats
from analyser.experiments.answer import is_share
from analyser.experiments.catalogue import Catalogue
from analyser.experiments.sample import Sample
from analyser.experiments.sentences import Fact, Label, said
from analyser.kernel.columns import OUTCOMES, UNFINISHED

FACTS = ("rounds", "decisions", "mean_score", "winners_score", "shared_rate", "no_winner_rate", "unfinished_rate")
OF_SEAT = "win_share_of_seat_"
SPREAD = "seat_spread"


def outcomes_of(sample: Sample, catalogue: Catalogue) -> tuple[list[str], Floats]:
    """The names of all outcomes, and their values: games x outcomes. Seats are counted from 1."""
    scores = sample.by_seat("score")
    ending = sample.games["outcome"].cast(pl.String).to_numpy()
    facts = [
        sample.games["rounds"].to_numpy(),
        sample.games["decisions"].to_numpy(),
        scores.mean(1),
        scores.max(1),
        (sample.games["winners"] > 1).to_numpy(),
        ending == "no_winner",
        ending == OUTCOMES[UNFINISHED],
    ]
    own = _own_outcomes(sample, catalogue)
    names = [f"{OF_SEAT}{seat + 1}" for seat in range(sample.job.players)] + [*FACTS, *own.columns]
    return names, np.column_stack([sample.wins, *facts, own.to_numpy()]).astype(float)


def reach_of(names: Sequence[str]) -> Floats:
    """The most by which one game can change each outcome: 1 for shares and rates; NaN for those without an end."""
    return np.array([1.0 if is_share(name) else np.nan for name in names])


def _own_outcomes(sample: Sample, catalogue: Catalogue) -> pl.DataFrame:
    seats = sample.seats
    for one in catalogue.outcome:
        if one.part is not None:
            seats = seats.with_columns(one.part.alias(one.name))
    by_seats = [one.whole.alias(one.name).cast(pl.Float64) for one in catalogue.outcome if not one.of_game]
    by_games = [one.whole.alias(one.name).cast(pl.Float64) for one in catalogue.outcome if one.of_game]
    found = seats.group_by("game", maintain_order=True).agg(by_seats).drop("game")
    return pl.concat([found, sample.games.select(by_games)], how="horizontal")


def outcome_name(outcome: str) -> Fact:
    """What an outcome is called in a sentence."""
    if outcome.startswith(OF_SEAT):
        return said("outcome_of_seat", seat=int(outcome.removeprefix(OF_SEAT)))
    return Label(outcome, outcome.replace("_", " "))
