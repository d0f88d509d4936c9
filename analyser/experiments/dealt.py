"""What the rules deal at random is an experiment already: who has which card, and how often that seat wins.

The values of one column sum to 0 over what is dealt: they rank cards against each other. Blank cards give absolute
values, gifts the rate of exchange, subsets of a hand the Shapley value of each card (method M9).
"""

from itertools import combinations
from statistics import NormalDist
from typing import Any

import numpy as np
import polars as pl

from analyser.experiments.answer import points
from analyser.experiments.catalogue import Question
from analyser.experiments.forced import value_rows, worth_rows
from analyser.experiments.sample import Asked, Lab, Sample, play
from analyser.statistics.adjusting import adjusted_means, dummies
from analyser.statistics.estimates import Estimates, mean_by_cell, mean_of_games
from analyser.statistics.shapley import left_out, subsets
from analyser.statistics.values import decided_at_deal, forced_values, shapley_values, slope_weights, verdicts

MOST_PAIRS = 12


def names_of(sample: Sample, column: str) -> list[str]:
    """What may stand in a column: all names of an Enum, or the values that occur."""
    series = sample.seats[column]
    if isinstance(series.dtype, pl.Enum):
        return series.dtype.categories.to_list()
    return [str(one) for one in series.unique().sort()]


def cells_of(sample: Sample, column: str) -> Any:
    """Which name stands in each seat's row, as its number."""
    names = names_of(sample, column)
    numbers = {name: k for k, name in enumerate(names)}
    return np.array([numbers[str(one)] for one in sample.seats[column].cast(pl.String)])


def dealt_sample(asked: Asked, question: Question, base: str, lab: Lab) -> Sample:
    """One strategy in all seats, or a pool whose choices are to be random.

    Rotations of luck would move card and holder together, and play the same comparison again.
    """
    pool = [one.replace("{base}", base) for one in question.get("pool", [])]
    if pool:
        return play(asked.job("seated", strategies=",".join(pool), lineups="balanced"), lab)
    return play(asked.job("fresh", strategies=base), lab)


def by_columns(sample: Sample, columns: list[str]) -> tuple[list[tuple[str, str]], Estimates, Any]:
    """Mean win share above an equal one for every name of every column, all with one covariance; and how often."""
    centred = (sample.wins - sample.wins.mean(1, keepdims=True)).ravel()
    n_blocks = sample.n_games // sample.job.block
    block = np.repeat(np.arange(sample.n_games) // sample.job.block, sample.job.players)
    labels: list[tuple[str, str]] = []
    cells = []
    for column in columns:
        cells.append(cells_of(sample, column) + len(labels))
        labels += [(column, name) for name in names_of(sample, column)]
    times = len(columns)
    found = mean_by_cell(np.tile(centred, times), np.concatenate(cells), np.tile(block, times), len(labels), n_blocks)
    return labels, found, np.bincount(np.concatenate(cells), minlength=len(labels))


def dealt(asked: Asked, question: Question, base: str, lab: Lab) -> pl.DataFrame:
    """A row a card (colour, place): its holder's win share less an equal share."""
    sample = dealt_sample(asked, question, base, lab)
    labels, found, plays = by_columns(sample, question.options["columns"])
    met = plays > 0
    found = Estimates(found.value[met], found.covariance[np.ix_(met, met)], found.n_blocks)
    labels, plays = [one for one, seen in zip(labels, met, strict=True) if seen], plays[met]
    rows = value_rows([name for _, name in labels], None, found, plays)
    rows = {"column": [column for column, _ in labels]} | rows | {"plays": plays}
    if not asked.brief:
        rows |= _adjusted(sample, question.options["columns"], met)
    return priced(pl.DataFrame(rows, strict=False), question)


def priced(frame: pl.DataFrame, question: Question) -> pl.DataFrame:
    """With the price of each card, where the question names the prices of its columns."""
    if not question.get("prices"):
        return frame
    return frame.with_columns(price=pl.col("column").replace_strict(question.options["prices"], return_dtype=pl.Int64))


def _adjusted(sample: Sample, columns: list[str], met: Any) -> dict[str, Any]:
    """The same values freed from seat and from what else was dealt: interacted least squares, sandwich errors."""
    centred = (sample.wins - sample.wins.mean(1, keepdims=True)).ravel()
    n_blocks = sample.n_games // sample.job.block
    block = np.repeat(np.arange(sample.n_games) // sample.job.block, sample.job.players)
    sizes = {column: len(names_of(sample, column)) for column in columns}
    cells = {column: cells_of(sample, column) for column in columns}
    seats = dummies(np.tile(np.arange(sample.job.players), sample.n_games), sample.job.players)
    parts = []
    for column in columns:
        others = [dummies(cells[one], sizes[one]) for one in columns if one != column]
        luck = np.column_stack([seats, *others])
        parts.append(adjusted_means(centred, cells[column], luck, block, sizes[column], n_blocks))
    value, error = (np.concatenate([getattr(one, name) for one in parts])[met] for name in ("value", "standard_error"))
    z = NormalDist().inv_cdf(1 - 0.025 / len(value))
    ends = {"adjusted_low_points": points(value - z * error), "adjusted_high_points": points(value + z * error)}
    return {"adjusted_points": points(value)} | ends


def pairs(asked: Asked, question: Question, base: str, lab: Lab) -> pl.DataFrame:
    """What two cards in one hand are worth beyond the sum of their values: the pairs that stand out most."""
    sample = dealt_sample(asked, question, base, lab)
    columns = question.options["columns"]
    labels, alone, _ = by_columns(sample, columns)
    value = dict(zip(labels, alone.value, strict=True))
    centred = (sample.wins - sample.wins.mean(1, keepdims=True)).ravel()
    block = np.repeat(np.arange(sample.n_games) // sample.job.block, asked.players)
    names: list[str] = []
    rest, cells = [], []
    for one, other in combinations(columns, 2):
        firsts, seconds = names_of(sample, one), names_of(sample, other)
        a, b = cells_of(sample, one), cells_of(sample, other)
        mine = (
            np.array([value[one, name] for name in firsts])[a] + np.array([value[other, name] for name in seconds])[b]
        )
        cells.append(len(names) + a * len(seconds) + b)
        rest.append(centred - mine)
        names += [f"{first} + {second}" for first in firsts for second in seconds]
    times = len(cells)
    n_blocks = sample.n_games // sample.job.block
    found = mean_by_cell(np.concatenate(rest), np.concatenate(cells), np.tile(block, times), len(names), n_blocks)
    plays = np.bincount(np.concatenate(cells), minlength=len(names))
    frame = pl.DataFrame(value_rows(names, None, found, plays), strict=False).rename({"value_points": "synergy_points"})
    return frame.sort(pl.col("synergy_points").abs(), descending=True).head(MOST_PAIRS)


def holders(sample: Sample, column: str, name: str) -> Any:
    """The seat that was dealt a card in each game, or -1."""
    has = (sample.seats[column].cast(pl.String) == name).to_numpy().reshape(sample.n_games, -1)
    return np.where(has.any(1), has.argmax(1), -1)


def of_holders(sample: Sample, seat: Any) -> Any:
    """The win share of these seats, in the games that have one."""
    return sample.wins[np.arange(sample.n_games), np.maximum(seat, 0)][seat >= 0]


def blanked(asked: Asked, question: Question, base: str, lab: Lab, rate: Estimates | None) -> pl.DataFrame:
    """A row a card: what its holder wins more with it than with a blank card of the same price, in the same games."""
    plain = play(asked.job("fresh", strategies=base), lab)
    rows: list[dict[str, Any]] = []
    number = 0
    for column in question.options["columns"]:
        for name in names_of(plain, column):
            number += 1
            blank = play(asked.job("fresh", [f"{question.options['setting']}={number}"], strategies=base), lab)
            seat = holders(plain, column, name)
            gain = mean_of_games((of_holders(plain, seat) - of_holders(blank, seat))[:, None], 1)
            rows.append({"column": column, "level": name, "games": int((seat >= 0).sum())} | _gain(gain, rate))
    return priced(_jointly(rows, question.get("currency")), question)


def _gain(gain: Estimates, rate: Estimates | None) -> dict[str, Any]:
    value, error = float(gain.value[0]), float(gain.standard_error[0])
    found: dict[str, Any] = {"value_points": points(value), "error_points": points(error)}
    if rate is not None:
        found |= {name: worths[0] for name, worths in worth_rows(gain, rate).items()}
    return found


def _jointly(rows: list[dict[str, Any]], unit: str | None) -> pl.DataFrame:
    """Joint intervals: the cards are measured in separate games, so each is widened for their number (Bonferroni)."""
    z = NormalDist().inv_cdf(1 - 0.025 / len(rows))
    frame = pl.DataFrame(rows, strict=False)
    value, error = frame["value_points"].to_numpy(), frame["error_points"].to_numpy()
    low, high = value - z * error, value + z * error
    ends = [pl.Series("low_points", low), pl.Series("high_points", high), pl.Series("verdict", verdicts(low, high))]
    frame = frame.drop("error_points").with_columns(ends)
    return frame if unit is None else frame.rename({"worth": f"worth_in_{unit}"}, strict=False)


def exchange(asked: Asked, question: Question, base: str, lab: Lab) -> tuple[pl.DataFrame, Estimates]:
    """What one unit more at the start is worth: the slope of the win share over gifts of several sizes. The holder is a
    value of a column, or its place, from 1, among the names that may stand there.
    """
    amounts = question.options["amounts"]
    column, name = question.options["holder"]
    samples = [play(asked.job("fresh", question.filled("set", str(k), base), strategies=base), lab) for k in amounts]
    if isinstance(name, int):
        name = names_of(samples[0], column)[name - 1]
    seat = holders(samples[0], column, name)
    wins = np.column_stack([of_holders(one, seat) for one in samples])
    found = forced_values(wins, 1)
    slope = found.contrast([slope_weights(amounts)])
    gains = np.eye(len(amounts)) - np.eye(len(amounts))[0]
    gifts = [*map(str, amounts[1:]), f"one {question.options['unit'].rstrip('s')}"]
    rows = value_rows(gifts, None, found.contrast([*gains[1:], slope_weights(amounts)]))
    rows = {"gift": rows.pop("level"), "win_share": [*found.value[1:], None]} | rows
    return pl.DataFrame(rows | {"games": [len(wins)] * len(gifts)}, strict=False), slope


def hand(asked: Asked, question: Question, base: str, lab: Lab) -> pl.DataFrame:
    """Seat 0's hand, every subset of it blanked on the same deals: the Shapley value of each part, and their sum."""
    things = list(question.levels)
    wins = []
    for there in subsets(len(things)):
        setting = [f"{question.options['setting']}={left_out(len(things), there)}"]
        wins.append(play(asked.job("fresh", setting, strategies=base), lab).wins[:, 0])
    rows = value_rows([*things, "all together"], None, shapley_values(np.column_stack(wins), 1))
    return pl.DataFrame(rows | {"games": [len(wins[0])] * (len(things) + 1)}, strict=False)


def decided(asked: Asked, base: str, lab: Lab) -> pl.DataFrame:
    """How much of each seat's win is settled by the deal alone."""
    sample = play(asked.job("replayed", strategies=base), lab)
    parts = [decided_at_deal(sample.wins[:, seat], sample.job.replays) for seat in range(asked.players)]
    value, low, high = (np.array(one) for one in zip(*parts, strict=True))
    rows = {"level": [f"seat {seat}" for seat in range(asked.players)], "decided_share": value}
    return pl.DataFrame(rows | {"low_share": low, "high_share": high, "games": [sample.n_games] * asked.players})
