"""How long is a game? A histogram of rounds with the designer's target."""

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from analyser.errors import unknown
from analyser.experiments.sample import Sample
from analyser.report.charts import BAND, GREY, histogram
from analyser.report.holding import over_strategies
from analyser.report.page import Page, Table, table_of
from analyser.report.questions.kind import Kind
from analyser.report.questions.seats import decided_by
from analyser.report.verdicts import Holding, Level, Verdict, excess, games_to_decide, within
from analyser.report.words import Words
from analyser.statistics.estimates import mean_of_games

if TYPE_CHECKING:
    from analyser.report.desk import Desk
    from analyser.report.recipe import Ask

PARTS = (0.05, 0.25, 0.5, 0.75, 0.95)


def page(desk: "Desk", ask: "Ask") -> Page:
    """Rounds of the games of the main run, finished ones."""
    words, sample = desk.words, desk.main
    column = column_of(desk, ask)
    finished = sample.games.filter(pl.col("outcome").cast(pl.String) != "unfinished")
    lengths = finished[column].to_numpy()
    target = desk.tolerance("rounds")
    unit = words.label(column)
    holding = _holds(sample, column, target, words)
    return Page(
        ask.name,
        words.told(ask.title),
        (verdict(lengths, sample, target, unit, words).held(holding),),
        lambda figure: _draw(figure, lengths, target, unit, words),
        words.say("length.plain" if target is None else "length.caption", unit=unit),
        _table(sample, column, words),
        (
            words.say("length.method", games=words.count(len(lengths)), unfinished=words.count(sample.unfinished)),
            holding.sentence,
        ),
        (_spread(lengths, unit, words),),
    )


def column_of(desk: "Desk", ask: "Ask") -> str:
    """What length is counted in: a number of the games' table."""
    game, column = desk.asked.game, str(ask.get("column", "rounds"))
    known = [one.name for one in game.game_columns() if one.dtype != "Enum"]
    if column not in known:
        raise unknown(f"number of a game of {game.title}", column, known, f"analyse games show {game.name}")
    return column


def _holds(sample: Sample, column: str, target: list[float] | None, words: Words) -> Holding:
    judge = None if target is None else partial(within, least=target[0], most=target[1])
    return over_strategies(sample, sample.games[column].to_numpy(), judge, words.number, words)


def _spread(lengths: Any, unit: str, words: Words) -> str:
    low, middle, high = (words.count(one) for one in np.quantile(lengths, [0.05, 0.5, 0.95]))
    return words.say("length.spread", low=low, middle=middle, high=high, unit=unit)


def verdict(lengths: Any, sample: Sample, target: list[float] | None, unit: str, words: Words) -> Verdict:
    """The mean length with its interval, against the target if there is one."""
    found = mean_of_games(np.asarray(lengths, float)[:, None], sample.job.block)
    value, low, high = float(found.value[0]), *(float(end[0]) for end in found.separate())
    facts = {"mean": words.number(value, 2), "between": words.between(low, high, 2), "unit": unit}
    if target is None:
        return Verdict(Level.TOLD, words.say("length.told", **facts))
    level = within(low, high, *target)
    needed = games_to_decide(len(lengths), value, low, high, *target)
    facts |= {"least": words.brief(target[0]), "most": words.brief(target[1])}
    return Verdict(
        level, words.say(f"length.{level}", games=decided_by(needed, words), **facts), excess(value, *target)
    )


def _draw(figure: Any, lengths: Any, target: list[float] | None, unit: str, words: Words) -> None:
    axes = figure.subplots()
    if target is not None:
        axes.axvspan(*target, color=BAND, zorder=0, label=words.say("target"))
    histogram(axes, lengths, words, words.say("share_of_games"), unit, name=words.say("games"))
    axes.axvline(lengths.mean(), color=GREY, linestyle="--", linewidth=1.0, label=words.say("mean"))
    axes.legend(frameon=False, fontsize=8)


def _table(sample: Sample, column: str, words: Words) -> Table:
    """Lengths of all games and by number of winners."""
    games = sample.games.with_columns(pl.col("outcome").cast(pl.String))
    rows = []
    for name in ["all", *sorted(set(games["outcome"]))]:
        one = games if name == "all" else games.filter(pl.col("outcome") == name)
        values = one[column].to_numpy()
        rows.append(
            {"outcome": name, "games": len(values), "mean": float(values.mean())}
            | {f"q{int(100 * part)}": float(np.quantile(values, part)) for part in PARTS}
            | {"longest": float(values.max())}
        )
    return table_of(
        pl.DataFrame(rows),
        [
            ("outcome", words.say("column.ending"), lambda x: words.say(f"outcome.{x}")),
            ("games", words.say("column.games"), words.count),
            ("mean", words.say("column.mean"), words.number),
            *((f"q{int(100 * part)}", words.percent(part, 0), words.count) for part in PARTS),
            ("longest", words.say("column.longest"), words.count),
        ],
    )


KIND = Kind(page, options=frozenset({"column"}), check=column_of)
