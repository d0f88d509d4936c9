"""A game that the strongest card decided: on the same deal, without the card, its winner does not win."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import polars as pl

from analyser.core.arrays import Floats, Ints
from analyser.experiments.catalogue import AnyQuestion, Blanked, BySetting, Forced, filled
from analyser.experiments.dealt import holders
from analyser.experiments.sample import ExperimentSpec, Runner, Sample, play
from analyser.simulation.job import Job
from analyser.simulation.tables import levels_of

NOBODY = -1


class Card(NamedTuple):
    """Something that can be taken away from a player: a level of a question."""

    question: Blanked | BySetting | Forced
    level: str
    column: str
    """That deals it, of a card that is dealt."""
    value: float
    """What it is worth to have it, in points of win share."""


class Decided(NamedTuple):
    """The game, its winner's seat, and who wins without the card; seats from 0."""

    number: int
    seat: int
    instead: tuple[int, ...]


def can_be_taken(question: AnyQuestion) -> bool:
    """Whether a question measures what it is worth to have something, by taking it away from one seat."""
    if isinstance(question, BySetting):
        return question.taken_away and question.turn is None
    return isinstance(question, Blanked) or (isinstance(question, Forced) and question.taken_away)


def strongest_card(tables: Mapping[str, pl.DataFrame], questions: Mapping[str, AnyQuestion]) -> Card | None:
    """What is shown to be worth most, of the tables of questions that take something away."""
    found = []
    for name, table in tables.items():
        question = questions[name]
        if isinstance(question, Blanked | BySetting | Forced) and can_be_taken(question):
            shown = table.filter(pl.col("low_points") > 0)
            found += [
                Card(question, row["level"], row.get("column", ""), row["value_points"]) for row in shown.to_dicts()
            ]
    return max(found, key=lambda one: one.value, default=None)


def decisive(experiment: ExperimentSpec, base: str, card: Card, runner: Runner) -> Decided | None:
    """Of the games of equal players, the one in which taking the card away costs its winner most; none if it never
    costs the win.
    """
    plain = play(experiment.job("fresh", strategies=base), runner)
    owner = _owner(plain, card)
    lead = _lead(plain)
    best: tuple[float, Decided] | None = None
    for seat in range(experiment.players):
        games = np.flatnonzero((plain.wins[:, seat] == 1) & ((owner == seat) | (owner == NOBODY)))
        job = _without(plain, experiment, base, card, seat) if len(games) else None
        if job is None:
            continue
        without = play(job, runner)
        lost = games[without.wins[games, seat] == 0]
        if len(lost):
            loss = lead[lost, seat] - _lead(without)[lost, seat]
            number = int(lost[loss.argmax()])
            instead = tuple(int(one) for one in np.flatnonzero(without.wins[number]))
            if best is None or loss.max() > best[0]:
                best = float(loss.max()), Decided(number, seat, instead)
    return best[1] if best else None


def _owner(plain: Sample, card: Card) -> Ints:
    """The seat that holds the card in each game; NOBODY where everybody has it."""
    if isinstance(card.question, Blanked):
        seat = holders(plain, card.column, card.level)
        return np.where(seat >= 0, seat, plain.job.players)
    return np.full(plain.n_games, NOBODY)


def _without(plain: Sample, experiment: ExperimentSpec, base: str, card: Card, seat: int) -> Job | None:
    """The same games, the card taken away from one seat; none if its question does not take it from this seat."""
    question = card.question
    if isinstance(question, Forced):
        players = [base] * experiment.players
        players[seat] = filled(question.play, question.tried[card.level], base)
        return experiment.job("fresh", seats=",".join(players), lineups="fixed")
    if isinstance(question, Blanked):
        cards = [(column, name) for column in question.columns for name in levels_of(plain.seats[column])]
        more = [f"{question.setting}={cards.index((card.column, card.level)) + 1}"]
    else:
        more = [filled(one, question.tried[card.level], base) for one in question.set]
    is_taken = isinstance(question, Blanked) or seat == 0
    return experiment.job("fresh", more, strategies=base) if is_taken else None


def _lead(sample: Sample) -> Floats:
    """How far each seat is ahead of the best of the others, at the end of each game."""
    score = sample.by_seat("score")
    n = sample.job.players
    others = [np.delete(score, seat, axis=1).max(1) for seat in range(n)]
    return score - np.column_stack(others)
