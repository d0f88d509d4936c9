"""What the rules deal at random is an experiment already: who has which card, and how often that seat wins.

The values of one column sum to 0 over what is dealt: they rank cards against each other. Blank cards give absolute
values, gifts the rate of exchange, subsets of a hand the Shapley value of each card.

Methods: docs/explanation/methods.md#dealt-values, #exchange-rate, #shapley-values, #decided-at-the-deal.
"""

from dataclasses import replace
from itertools import combinations, product
from statistics import NormalDist

import numpy as np
import polars as pl

from analyser.core.arrays import ArrayTable, Bools, Floats, Ints, Values
from analyser.experiments.catalogue import Blanked, Dealt, Exchange, Hand, Pairs, filled
from analyser.experiments.forced import value_rows, worth_rows
from analyser.experiments.sample import ExperimentSpec, Runner, Sample, play
from analyser.simulation.tables import levels_of
from analyser.statistics.adjusting import adjusted_means, dummies
from analyser.statistics.estimates import Estimates, mean_by_cell, mean_of_games
from analyser.statistics.shapley import left_out, subsets
from analyser.statistics.values import decided_at_deal, shapley_values, slope_weights

MOST_PAIRS = 12
DEALT_GAMES = 16
"""Games that show what a card is worth beyond the mean of its price, for each game with one blank card."""


def cells_of(sample: Sample, column: str) -> Ints:
    """The name in each seat's row, as its number."""
    names = levels_of(sample.seats[column])
    numbers = {name: k for k, name in enumerate(names)}
    return np.array([numbers[str(one)] for one in sample.seats[column].cast(pl.String)])


def dealt_sample(experiment: ExperimentSpec, question: Dealt | Pairs, base: str, runner: Runner) -> Sample:
    """One strategy in all seats, or a pool whose choices are random.

    Rotated luck would move card and holder together, and repeat the same comparison.
    """
    if question.pool:
        pool = ",".join(filled(one, "", base) for one in question.pool)
        return play(experiment.job("seated", strategies=pool, lineups="balanced"), runner)
    return play(experiment.job("fresh", strategies=base), runner)


def by_columns(sample: Sample, columns: list[str]) -> tuple[list[tuple[str, str]], Estimates, Ints]:
    """Mean win share above an equal one for every name of every column, all with one covariance; and how often."""
    labels: list[tuple[str, str]] = []
    cells = []
    for column in columns:
        cells.append(cells_of(sample, column) + len(labels))
        labels += [(column, name) for name in levels_of(sample.seats[column])]
    found, plays = _mean_of_holders(sample, [sample.above_mean.ravel()] * len(columns), cells, len(labels))
    return labels, found, plays


def crossed(sample: Sample, columns: list[str]) -> tuple[list[tuple[str, str]], Estimates, Ints]:
    """The same for every combination of names, one of each column: « 1 + 6 »."""
    names = [levels_of(sample.seats[column]) for column in columns]
    labels = [(" + ".join(columns), " + ".join(one)) for one in product(*names)]
    cells = np.ravel_multi_index([cells_of(sample, column) for column in columns], [len(one) for one in names])
    found, plays = _mean_of_holders(sample, [sample.above_mean.ravel()], [cells.astype(np.int64)], len(labels))
    return labels, found, plays


def _mean_of_holders(sample: Sample, values: list[Floats], cells: list[Ints], n: int) -> tuple[Estimates, Ints]:
    """The mean of each of n cells, and how many have it: for each column, a value and a cell for each seat."""
    numbers, blocks = np.concatenate(cells), np.tile(sample.blocks, len(cells))
    found = mean_by_cell(np.concatenate(values), numbers, blocks, n, sample.n_blocks)
    return found, np.bincount(numbers, minlength=n)


def dealt(experiment: ExperimentSpec, question: Dealt, base: str, runner: Runner) -> pl.DataFrame:
    """A row for each card, colour or position: its holder's win share minus an equal share."""
    sample = dealt_sample(experiment, question, base, runner)
    labels, found, plays = (crossed if question.crossed else by_columns)(sample, question.columns)
    met = plays > 0
    found = Estimates(found.value[met], found.covariance[np.ix_(met, met)], found.n_blocks)
    labels, plays = [one for one, seen in zip(labels, met, strict=True) if seen], plays[met]
    names = [str(place) for place in range(1, len(labels) + 1)] if question.are_places else [name for _, name in labels]
    rows = (
        {"column": [column for column, _ in labels]}
        | value_rows(names, found, experiment.confidence, plays)
        | {"plays": plays}
    )
    if not (experiment.brief or question.crossed):
        rows |= _adjusted(sample, question.columns, met)
    return priced(pl.DataFrame(rows, strict=False), question.prices)


def priced(frame: pl.DataFrame, prices: dict[str, int]) -> pl.DataFrame:
    """With the price of each card, where there are prices, by column."""
    if not prices:
        return frame
    return frame.with_columns(price=pl.col("column").replace_strict(prices, return_dtype=pl.Int64))


def _adjusted(sample: Sample, columns: list[str], met: Bools) -> ArrayTable:
    """The same values without the influence of seat and other deals: interacted least squares, sandwich errors."""
    gain, block, n_blocks = sample.above_mean.ravel(), sample.blocks, sample.n_blocks
    sizes = {column: len(levels_of(sample.seats[column])) for column in columns}
    cells = {column: cells_of(sample, column) for column in columns}
    seats = dummies(np.tile(np.arange(sample.job.players), sample.n_games), sample.job.players)
    parts = []
    for column in columns:
        others = [dummies(cells[one], sizes[one]) for one in columns if one != column]
        luck = np.column_stack([seats, *others])
        parts.append(adjusted_means(gain, cells[column], luck, block, sizes[column], n_blocks))
    value, error = (np.concatenate([getattr(one, name) for one in parts])[met] for name in ("value", "standard_error"))
    z = NormalDist().inv_cdf(1 - 0.025 / len(value))
    ends = {"adjusted_low_points": 100 * (value - z * error), "adjusted_high_points": 100 * (value + z * error)}
    return {"adjusted_points": 100 * value} | ends


def pairs(experiment: ExperimentSpec, question: Pairs, base: str, runner: Runner) -> pl.DataFrame:
    """What two cards in one hand are worth beyond the sum of their values: the pairs that stand out most."""
    sample = dealt_sample(experiment, question, base, runner)
    labels, alone, _ = by_columns(sample, question.columns)
    value = dict(zip(labels, alone.value, strict=True))
    names: list[str] = []
    rest, cells = [], []
    for one, other in combinations(question.columns, 2):
        firsts, seconds = levels_of(sample.seats[one]), levels_of(sample.seats[other])
        a, b = cells_of(sample, one), cells_of(sample, other)
        mine = (
            np.array([value[one, name] for name in firsts])[a] + np.array([value[other, name] for name in seconds])[b]
        )
        cells.append(len(names) + a * len(seconds) + b)
        rest.append(sample.above_mean.ravel() - mine)
        names += [f"{first} + {second}" for first in firsts for second in seconds]
    found, plays = _mean_of_holders(sample, rest, cells, len(names))
    frame = pl.DataFrame(value_rows(names, found, experiment.confidence, plays), strict=False).rename(
        {"value_points": "synergy_points"}
    )
    return frame.sort(pl.col("synergy_points").abs(), descending=True).head(MOST_PAIRS)


def holders(sample: Sample, column: str, name: str) -> Ints:
    """The seat that was dealt a card in each game, or -1."""
    has = (sample.seats[column].cast(pl.String) == name).to_numpy().reshape(sample.n_games, -1)
    return np.where(has.any(1), has.argmax(1), -1)


def of_holders(sample: Sample, seat: Ints) -> Floats:
    """The win share of these seats, in the games that have one."""
    return sample.wins[np.arange(sample.n_games), np.maximum(seat, 0)][seat >= 0]


def blanked(
    experiment: ExperimentSpec, question: Blanked, base: str, runner: Runner, rate: Estimates | None
) -> pl.DataFrame:
    """A row for each card: its holder's win share minus that with a blank card of the same price, in the same games.

    Where a currency and prices are known: its worth, and how far that is from the mean of the cards of its price. A
    check of that needs no blank cards.
    """
    beyond = _beyond_price(experiment, question, base, runner, rate) if rate is not None and question.prices else {}
    if beyond and experiment.brief:
        return priced(pl.DataFrame(beyond, strict=False), question.prices)
    return _against_blank(experiment, question, base, runner, rate, beyond)


def _against_blank(
    experiment: ExperimentSpec, question: Blanked, base: str, runner: Runner, rate: Estimates | None, beyond: ArrayTable
) -> pl.DataFrame:
    plain = play(experiment.job("fresh", strategies=base), runner)
    cards = [(column, name) for column in question.columns for name in levels_of(plain.seats[column])]
    gains, cells, games = [], [], []
    for number, (column, name) in enumerate(cards):
        blank = play(experiment.job("fresh", [f"{question.setting}={number + 1}"], strategies=base), runner)
        seat = holders(plain, column, name)
        gains.append(of_holders(plain, seat) - of_holders(blank, seat))
        games.append(np.flatnonzero(seat >= 0))
        cells.append(np.full(len(games[-1]), number))
    values, numbers, blocks = np.concatenate(gains), np.concatenate(cells), np.concatenate(games)
    found = mean_by_cell(values, numbers, blocks, len(cards), plain.n_games)
    rows: dict[str, Values] = {"column": [column for column, _ in cards], "games": [len(one) for one in games]}
    rows |= value_rows([name for _, name in cards], found, experiment.confidence)
    if rate is not None:
        worths = worth_rows(found, rate, experiment.confidence)
        rows |= {f"worth_in_{question.currency}": worths.pop("worth"), **worths}
    return priced(pl.DataFrame({**rows, **beyond}, strict=False), question.prices)


def _beyond_price(
    experiment: ExperimentSpec, question: Blanked, base: str, runner: Runner, rate: Estimates
) -> dict[str, Values]:
    """How far each card's worth is from the mean of its price; nothing while a unit is not shown to be worth something.

    The deal itself shows it: one sample serves all cards, so it has many times the games of a blank card.
    """
    if rate.separate(experiment.confidence)[0][0] <= 0:
        return {}
    many = replace(experiment, games=DEALT_GAMES * experiment.games)
    labels, found, _ = by_columns(play(many.job("fresh", strategies=base), runner), question.columns)
    columns, names = ([one[k] for one in labels] for k in (0, 1))
    return {"column": columns, "level": names, **surplus_rows(found, rate, columns, experiment.confidence)}


def surplus_rows(dealt_values: Estimates, rate: Estimates, columns: list[str], confidence: float) -> ArrayTable:
    """Worth beyond the mean of the cards of its price, jointly (Bonferroni).

    Whoever is dealt a card also keeps it from the others, who have the rest of its price: of m cards, its dealt value
    is m / (m - 1) times its worth beyond their mean.
    """
    same = np.array([[one == other for other in columns] for one in columns], float)
    several = same.sum(1, keepdims=True)
    beyond = dealt_values.contrast((several - 1) / several * (np.eye(len(columns)) - same / several))
    surplus = worth_rows(beyond, rate, 1 - (1 - confidence) / len(columns))
    return {name.replace("worth", "surplus"): one for name, one in surplus.items()}


def exchange(
    experiment: ExperimentSpec, question: Exchange, base: str, runner: Runner
) -> tuple[pl.DataFrame, Estimates]:
    """What one unit more at the start is worth: the slope of the win share over gifts of several sizes."""
    amounts, (column, name) = question.amounts, question.holder
    settings = [[filled(one, str(k), base) for one in question.set] for k in amounts]
    samples = [play(experiment.job("fresh", words, strategies=base), runner) for words in settings]
    seat = holders(samples[0], column, levels_of(samples[0].seats[column])[name - 1] if isinstance(name, int) else name)
    wins = np.column_stack([of_holders(one, seat) for one in samples])
    found = mean_of_games(wins, 1)
    slope = found.contrast([slope_weights(amounts)])
    gains = np.eye(len(amounts)) - np.eye(len(amounts))[0]
    gifts = [*map(str, amounts[1:]), f"one {question.unit.rstrip('s')}"]
    rows = value_rows(gifts, found.contrast([*gains[1:], slope_weights(amounts)]), experiment.confidence)
    rows = {"gift": rows.pop("level"), "win_share": [*found.value[1:], None]} | rows
    return pl.DataFrame(rows | {"games": [len(wins)] * len(gifts)}, strict=False), slope


def hand(experiment: ExperimentSpec, question: Hand, base: str, runner: Runner) -> pl.DataFrame:
    """The hand of seat 1, every subset blanked on the same deals: the Shapley value of each part, and their sum."""
    things = list(question.tried)
    wins = []
    for there in subsets(len(things)):
        setting = [f"{question.setting}={left_out(len(things), there)}"]
        wins.append(play(experiment.job("fresh", setting, strategies=base), runner).wins[:, 0])
    rows = value_rows([*things, "all together"], shapley_values(np.column_stack(wins), 1), experiment.confidence)
    return pl.DataFrame(rows | {"games": [len(wins[0])] * (len(things) + 1)}, strict=False)


def decided(experiment: ExperimentSpec, base: str, runner: Runner) -> pl.DataFrame:
    """How much of each seat's win the deal alone decides."""
    sample = play(experiment.job("replayed", strategies=base), runner)
    parts = [decided_at_deal(sample.wins[:, seat], sample.job.replays) for seat in range(experiment.players)]
    value, low, high = (np.array(one) for one in zip(*parts, strict=True))
    rows = {"level": [f"seat {seat + 1}" for seat in range(experiment.players)], "decided_share": value}
    return pl.DataFrame(rows | {"low_share": low, "high_share": high, "games": [sample.n_games] * experiment.players})
