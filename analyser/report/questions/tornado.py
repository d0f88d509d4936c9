"""Do the conclusions rest on an assumption? A tornado over the settings that the rulebook does not state."""

from typing import TYPE_CHECKING, Any

import polars as pl

from analyser.experiments.sensitivity import assumed_settings, sensitivity
from analyser.report.charts import BAND, COLOURS, FEW_ROWS, GREY, HATCHES, SMALL, numbers, plain
from analyser.report.hanging import Hanging
from analyser.report.page import Page, Table, table_of
from analyser.report.questions.kind import Kind
from analyser.report.questions.seats import decided_by
from analyser.report.verdicts import Level, Verdict, games_to_decide
from analyser.report.words import Words
from analyser.statistics.fairness import FAIR, UNFAIR
from analyser.statistics.robustness import ON_ASSUMPTION, ROBUST, UNSURE

if TYPE_CHECKING:
    from analyser.report.desk import Desk
    from analyser.report.recipe import Ask

USUAL = "as it is"


def page(desk: "Desk", ask: "Ask") -> Page:
    """The seat that is furthest from an equal share, under every assumption in turn, on the same deals."""
    words, tolerance = desk.words, desk.tolerance("seat_points")
    names = settings_of(desk, ask)
    found = sensitivity(desk.asked_for(ask), names, desk.base, tolerance, desk.lab)
    frame = found.tables["tornado"]
    answer = verdict(frame, tolerance, found.asked["games"], words)
    return Page(
        ask.name,
        words.told(ask.title),
        (answer,),
        lambda figure: _draw(figure, frame, tolerance, words),
        words.say("tornado.caption"),
        _table(frame, words),
        (words.say("tornado.method", games=words.count(found.asked["games"]), base=desk.base),),
        hanging=_hanging(frame, answer),
    )


def _hanging(frame: pl.DataFrame, answer: Verdict) -> Hanging:
    """What is shown to turn the verdict on the seats."""
    tried = frame.slice(1)
    turned = tried.filter(pl.col("verdict").str.starts_with(ON_ASSUMPTION)).to_dicts()
    return Hanging(
        tuple(f"{row['setting']}={row['value']}" for row in turned), tried.height, answer.level == Level.UNDECIDED
    )


def settings_of(desk: "Desk", ask: "Ask") -> list[str]:
    """The settings that are tried: those named, or all that are assumed."""
    names = [str(one) for one in ask.get("settings", [])]
    assumed_settings(desk.asked, names)
    return names


def verdict(frame: pl.DataFrame, tolerance: float, games: int, words: Words) -> Verdict:
    """On which assumptions the seats' verdict hangs."""
    usual = frame.row(0, named=True)
    tried = frame.slice(1)
    turned = tried.filter(pl.col("verdict").str.starts_with(ON_ASSUMPTION))
    unsure = tried.filter((pl.col("verdict") == UNSURE) | ~pl.col("seats").is_in([FAIR, UNFAIR]))
    facts = {
        "seat": usual["seat"] + 1,
        "points": words.signed(usual["advantage_points"]),
        "number": tried.height,
        "names": words.listed(f"{row['setting']} = {row['value']}" for row in turned.head(4).to_dicts())
        if turned.height
        else "",
    }
    if turned.height == 0 and unsure.height > 0:
        needed = _games_to_decide(pl.concat([frame.head(1), unsure]), tolerance, games)
        facts["games"] = decided_by(needed, words, "each")
        return Verdict(Level.UNDECIDED, words.say("tornado.undecided", **facts))
    if turned.height == 0:
        return Verdict(Level.MET, words.say("tornado.robust", **facts))
    return Verdict(Level.FOUND, words.say("tornado.depends", **facts), turned.height)


def _games_to_decide(rows: pl.DataFrame, tolerance: float, games: int) -> int | None:
    """So many that none of these intervals would cross the tolerance any more; none if one lies on it."""
    needed = [
        games_to_decide(games, row["advantage_points"], row["low_points"], row["high_points"], tolerance, -tolerance)
        for row in rows.to_dicts()
    ]
    return None if None in needed else max(one for one in needed if one is not None)


def _draw(figure: Any, frame: pl.DataFrame, tolerance: float, words: Words) -> None:
    axes = figure.subplots()
    usual = frame.row(0, named=True)["advantage_points"]
    rows = frame.slice(1).sort(pl.col("change_points").abs(), descending=True)
    axes.axvspan(-tolerance, tolerance, color=BAND, zorder=0, label=words.say("tolerance"))
    axes.axvline(usual, color=GREY, linestyle="--", label=words.say("tornado.usual"))
    for place, row in enumerate(rows.to_dicts()):
        turned = row["verdict"].startswith(ON_ASSUMPTION)
        look = {"color": COLOURS[4 if turned else 0], "hatch": HATCHES[1 if turned else 0], "edgecolor": "white"}
        axes.barh(place, row["change_points"], left=usual, height=0.62, **look)
        reach = [[row["advantage_points"] - row["low_points"]], [row["high_points"] - row["advantage_points"]]]
        axes.errorbar(row["advantage_points"], place, xerr=reach, fmt="none", color="#222222", capsize=2, linewidth=0.9)
    axes.set_yticks(range(rows.height), [f"{row['setting']} = {row['value']}" for row in rows.to_dicts()])
    axes.set_ylim(max(rows.height, FEW_ROWS) - 0.4, -0.6)
    axes.set_xlabel(words.say("seats.axis"), fontsize=SMALL)
    axes.legend(frameon=False, fontsize=7, loc="upper center", bbox_to_anchor=(0.5, -0.12), ncols=2)
    plain(axes)
    numbers(axes.xaxis, words)


def _holds(row: dict[str, Any], words: Words) -> str:
    """Whether the verdict is shown to be the same; two undecided ones are not."""
    if row["verdict"].startswith(ON_ASSUMPTION):
        return words.say("no")
    return words.say("yes" if row["verdict"] == ROBUST and row["seats"] in (FAIR, UNFAIR) else "verdict.undecided")


def _table(frame: pl.DataFrame, words: Words) -> Table:
    shown = frame.with_columns(
        assumption=pl.Series(
            [
                words.say("tornado.usual") if row["setting"] == USUAL else f"{row['setting']} = {row['value']}"
                for row in frame.to_dicts()
            ]
        ),
        holds=pl.Series([_holds(row, words) for row in frame.to_dicts()]),
    )
    return table_of(
        shown,
        [
            ("assumption", words.say("column.assumption"), str),
            ("advantage_points", words.say("column.advantage"), lambda x: words.signed(x, 2)),
            ("low_points", words.say("column.low"), lambda x: words.signed(x, 2)),
            ("high_points", words.say("column.high"), lambda x: words.signed(x, 2)),
            ("spread_points", words.say("column.spread"), lambda x: words.number(x, 2)),
            ("rounds", words.say("column.rounds"), lambda x: words.number(x, 1)),
            ("seats", words.say("column.verdict"), lambda x: words.say(f"verdict.{x}")),
            ("holds", words.say("column.holds"), str),
        ],
    )


KIND = Kind(page, options=frozenset({"settings"}), check=settings_of)
