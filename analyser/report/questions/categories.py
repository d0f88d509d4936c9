"""How often does each of several things happen in a game? Which colour survives, for instance, by number of players."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from analyser.errors import unknown
from analyser.experiments.sample import Sample, play
from analyser.report.charts import Bars, Marks, bars
from analyser.report.holding import over_strategies
from analyser.report.page import Page, Table, table_of
from analyser.report.questions.kind import Kind
from analyser.report.questions.seats import decided_by
from analyser.report.verdicts import Holding, Level, Verdict, games_for_all, within
from analyser.report.words import Words
from analyser.statistics.estimates import mean_of_games

if TYPE_CHECKING:
    from analyser.report.desk import Desk
    from analyser.report.recipe import Ask

NONE = "none"


def page(desk: "Desk", ask: "Ask") -> Page:
    """Shares of games by a column of the games' table, for every number of players."""
    words, column = desk.words, column_of(desk, ask)
    samples = {
        n: desk.main if n == desk.asked.players else play(desk.asked_for(ask, n).job("fresh"), desk.lab)
        for n in desk.asked.game.players
    }
    frame = pl.concat([shares(sample, column, n) for n, sample in samples.items()])
    tolerance = desk.tolerance("level_points")
    mine = frame.filter(pl.col("players") == desk.asked.players)
    holding = _holds(desk.main, column, mine, tolerance, words)
    return Page(
        ask.name,
        words.told(ask.title),
        (verdict(mine, tolerance, desk.main.n_games, words).held(holding),),
        lambda figure: _draw(figure, frame, tolerance, words),
        words.say("categories.caption"),
        _table(frame, words),
        (words.say("categories.method"), holding.sentence),
    )


def column_of(desk: "Desk", ask: "Ask") -> str:
    """A column of names of the games' table."""
    game, column = desk.asked.game, str(ask.get("column"))
    known = [one.name for one in game.game_columns() if one.dtype == "Enum" and one.name not in ("lineup", "outcome")]
    if column not in known:
        raise unknown(f"column of names of {game.title}", column, known, f"analyse games show {game.name}")
    return column


def _holds(sample: Sample, column: str, mine: pl.DataFrame, tolerance: float | None, words: Words) -> Holding:
    """The name that is furthest from an equal share, in the games of each strategy."""
    equal, limit = 1 / mine.height, (tolerance or 0.0) / 100
    far = max(mine.to_dicts(), key=lambda row: abs(row["share"] - equal))["level"]
    hits = (sample.games[column].cast(pl.String) == far).to_numpy()
    told = over_strategies(
        sample, hits, lambda low, high: within(low, high, equal - limit, equal + limit), words.percent, words
    )
    return replace(told, sentence=words.of(words.label(far), told.sentence))


def shares(sample: Sample, column: str, players: int) -> pl.DataFrame:
    """The share of each name, with joint intervals; games that have none are left out."""
    series = sample.games[column]
    names = [one for one in series.cast(pl.String).unique().sort().to_list() if one != NONE]
    values = series.cast(pl.String).to_numpy()
    hits = np.column_stack([values == name for name in names]).astype(float)
    found = mean_of_games(hits[hits.any(1)], sample.job.block)
    low, high = found.joint()
    rows = {"players": [players] * len(names), "level": names, "share": found.value, "low": low, "high": high}
    return pl.DataFrame(rows).with_columns(games=pl.lit(int(hits.sum())))


def verdict(frame: pl.DataFrame, tolerance: float | None, games: int, words: Words) -> Verdict:
    """Whether one happens more often than its equal share, beyond the tolerance."""
    equal, limit = 1 / frame.height, (tolerance or 0.0) / 100
    rows = sorted(frame.to_dicts(), key=lambda row: -abs(row["share"] - equal))
    outside = [row for row in rows if row["low"] > equal + limit or row["high"] < equal - limit]
    row = (outside or rows)[0]
    gaps = [(one["share"] - equal, one["low"] - equal, one["high"] - equal) for one in rows]
    facts = {
        "name": words.label(row["level"]),
        "share": words.percent(row["share"]),
        "between": words.between_shares(row["low"], row["high"]),
        "equal": words.percent(equal),
        "tolerance": words.brief(100 * limit),
        "games": decided_by(games_for_all(games, gaps, limit), words),
    }
    if tolerance is None:
        key = "categories.found" if outside else "categories.even"
        return Verdict(Level.FOUND if outside else Level.TOLD, words.say(key, **facts))
    inside = all(one["low"] > equal - limit and one["high"] < equal + limit for one in rows)
    level = Level.MISSED if outside else Level.MET if inside else Level.UNDECIDED
    return Verdict(level, words.say(f"categories.{level}", **facts), abs(row["share"] - equal) / limit - 1)


def _draw(figure: Any, frame: pl.DataFrame, tolerance: float | None, words: Words) -> None:
    names = frame["level"].unique(maintain_order=True).to_list()
    groups = []
    for (players,), part in frame.group_by("players", maintain_order=True):
        rows = {row["level"]: row for row in part.to_dicts()}
        values, low, high = ([100 * rows[name][key] for name in names] for key in ("share", "low", "high"))
        groups.append(Bars(words.say("players", players=players), values, low, high))
    equal = 100 / len(names)
    band = None if tolerance is None else (equal - tolerance, equal + tolerance)
    marks = Marks(words.say("share_of_games"), equal, band, words.say("tolerance") if band else "")
    bars(figure, [words.label(name) for name in names], groups, marks, words)


def _table(frame: pl.DataFrame, words: Words) -> Table:
    return table_of(
        frame,
        [
            ("players", words.say("column.players"), str),
            ("level", words.say("column.level"), words.label),
            ("share", words.say("column.rate"), lambda x: words.percent(x, 2)),
            ("low", words.say("column.low"), lambda x: words.percent(x, 2)),
            ("high", words.say("column.high"), lambda x: words.percent(x, 2)),
            ("games", words.say("column.games"), words.count),
        ],
        names=2,
    )


KIND = Kind(page, needs=frozenset({"column"}), check=column_of)
