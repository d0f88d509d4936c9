"""Which strategy is strongest, and does one rule all? Ratings, and a heat map of one against a field of another."""

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from analyser.experiments.answer import Answer
from analyser.report.charts import COLOURS, SMALL, heat, numbers, plain
from analyser.report.page import Page, Table, table_of
from analyser.report.questions.kind import Kind
from analyser.report.verdicts import Level, Verdict
from analyser.report.words import Words

if TYPE_CHECKING:
    from analyser.report.desk import Desk
    from analyser.report.recipe import Ask


def page(desk: "Desk", ask: "Ask") -> Page:
    """All strategies against all, in all seats."""
    words, found = desk.words, desk.tournament
    table = found.tables["strategies"]
    return Page(
        ask.name,
        words.told(ask.title),
        (verdict(table, desk.asked.players, words), _skill(found, words)),
        lambda figure: _draw(figure, found, desk.asked.players, words),
        words.say("strategies.caption"),
        _table(table, words),
        (words.say("strategies.method", games=words.count(found.asked["games"])), words.say("strategies.assumption")),
        (_equilibrium(found, words), _skill(found, words).sentence),
    )


def verdict(table: pl.DataFrame, players: int, words: Words) -> Verdict:
    """The strongest, if its interval lies above all others; else those that are not told apart, if they are shown to
    win more than an equal share.
    """
    rows = table.sort("win_share", descending=True).to_dicts()
    best = rows[0]
    alike = [row["strategy"] for row in rows if row["high_share"] >= best["low_share"]]
    facts = {
        "best": best["strategy"],
        "share": words.percent(best["win_share"]),
        "between": words.between_shares(best["low_share"], best["high_share"]),
        "equal": words.percent(1 / players),
        "names": words.listed(alike),
    }
    if best["low_share"] <= 1 / players:
        return Verdict(Level.TOLD, words.say("strategies.none", **facts))
    key = "strategies.best" if len(alike) == 1 else "strategies.alike"
    return Verdict(Level.FOUND, words.say(key, **facts), best["win_share"] * players - 1)


def _equilibrium(found: Answer, words: Words) -> str:
    table = found.tables["equilibria"].filter(pl.col("equilibrium") == 0)
    mix = words.listed(f"{row['strategy']} {words.percent(row['mix_share'], 0)}" for row in table.to_dicts())
    return words.say("strategies.equilibrium", mix=mix, regret=words.number(table["regret_points"][0], 2))


def _skill(found: Answer, words: Words) -> Verdict:
    """How much of a win is the strategies' and how much is luck."""
    parts = dict(found.tables["skill"].select("source", "variance_share").iter_rows())
    if not parts:
        return Verdict(Level.TOLD, words.say("strategies.skill_unknown"))
    told = words.listed(f"{words.say(f'skill.{name}')} {words.percent(share, 0)}" for name, share in parts.items())
    return Verdict(Level.TOLD, words.say("strategies.skill", parts=told))


def _draw(figure: Any, found: Answer, players: int, words: Words) -> None:
    left, right = figure.subplots(1, 2, width_ratios=[1.0, 1.7])
    table = found.tables["strategies"].sort("elo", descending=True)
    names = table["strategy"].to_list()
    places = np.arange(len(names))
    look = {"fmt": "o", "color": COLOURS[0], "capsize": 2.5, "markersize": 5}
    left.errorbar(table["elo"], places, xerr=table["elo_margin"], **look)
    left.set_yticks(places, names, fontsize=7)
    left.set_ylim(len(names) - 0.5, -0.5)
    left.set_xlabel(words.say("strategies.elo"), fontsize=SMALL)
    left.grid(axis="x", color="#EEEEEE")
    plain(left)
    left.tick_params(axis="y", labelsize=7 if len(names) <= 12 else 6)
    numbers(left.xaxis, words)
    cells = {(row["strategy"], row["field"]): row["win_share"] for row in found.tables["against"].to_dicts()}
    values = np.array([[100 * _share(cells[one, field]) for field in names] for one in names])
    heat(right, names, values, words, 100 / players)
    right.set_xlabel(words.say("strategies.field"), fontsize=SMALL)
    right.set_title(words.say("strategies.against"), fontsize=SMALL)


def _share(value: float | None) -> float:
    return float("nan") if value is None else value


def _table(table: pl.DataFrame, words: Words) -> Table:
    return table_of(
        table.sort("elo", descending=True),
        [
            ("strategy", words.say("column.strategy"), str),
            ("win_share", words.say("column.win_share"), words.percent),
            ("low_share", words.say("column.low"), words.percent),
            ("high_share", words.say("column.high"), words.percent),
            ("elo", words.say("column.elo"), words.count),
            ("elo_margin", words.say("column.margin"), lambda x: f"± {words.count(x)}"),
            ("equilibrium_share", words.say("column.equilibrium"), lambda x: words.percent(x, 0)),
        ],
    )


KIND = Kind(page)
