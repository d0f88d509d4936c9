"""Where on the board it happens: what was counted on each cell."""

from collections.abc import Sequence

import numpy as np
import polars as pl

from analyser.experiments.answer import Answer
from analyser.experiments.lengths import played_by_all
from analyser.experiments.sample import ExperimentSpec, Sample
from analyser.experiments.sentences import Fact, Facts, Label, Number, Sentence, Share, said
from analyser.experiments.verdict import About, Level, Verdict
from analyser.games.definition import Game

TOP_SHARE = 0.1
CELL, CELLS = "cell", "cells"


def counted_on_cells(game: Game) -> dict[str, list[str]]:
    """What a game counts on the cells of its board, by table."""
    tables = [one for one in game.sums() if CELL in [column.name for column in one.known]]
    return {one.name: [count.name for count in one.counts] for one in tables}


def cells(experiment: ExperimentSpec, sample: Sample, counts: Sequence[str]) -> Answer:
    """Counts per game and cell; how far each count is concentrated on few cells, and which cell is the busiest."""
    table = next(sample.sums[name] for name in counted_on_cells(experiment.game))
    first, *further = (_gathered(table, name, sample.n_games) for name in counts)
    by_game = table.with_columns(pl.col(name) / sample.n_games for name in counts).sort(counts[0], descending=True)
    title = said("title.cells", game=experiment.game.title, players=experiment.players)
    verdict = Verdict(Level.NOTED, first, About(CELLS))
    return Answer(title, played_by_all(experiment, sample), (verdict,), {CELLS: by_game}, tuple(further))


def _gathered(table: pl.DataFrame, count: str, games: int) -> Sentence:
    values = table[count].to_numpy().astype(float)
    few = max(round(TOP_SHARE * len(values)), 1)
    top = np.sort(values)[::-1][:few].sum() / max(values.sum(), 1)
    busiest = table.sort(count, descending=True).row(0, named=True)
    mean = Number(busiest[count] / games, 2)
    return said("board.noted", count=Label(count), cell=str(busiest[CELL]), mean=mean, share=Share(float(top), 0))


def near(answer: Answer, column: str, most: float, count: str, traffic: str, where: Fact) -> Sentence:
    """The part of a count on the cells near something, and the part of the traffic that ends there."""
    table = answer.tables[CELLS]
    close = table.filter(pl.col(column) <= most)
    share, visited = (
        float(close[name].to_numpy().sum() / max(table[name].to_numpy().sum(), 1e-9)) for name in (count, traffic)
    )
    facts: Facts = {"share": Share(share, 0), "visited": Share(visited, 0)}
    return said("board.near", where=where, count=Label(count), traffic=Label(traffic), **facts)
