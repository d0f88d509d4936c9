"""A curve over a setting: what changes when a number of the rules does."""

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from analyser.errors import BadInput, unknown
from analyser.experiments.compare import FACTS, Variation, read_variation
from analyser.experiments.compare import sweep as run
from analyser.report.charts import COLOURS, MARKERS, SMALL, numbers, plain
from analyser.report.holding import repeated, told_by
from analyser.report.page import Page, Table, table_of
from analyser.report.questions.kind import Kind
from analyser.report.verdicts import Holding, Level, Verdict
from analyser.report.words import Words

if TYPE_CHECKING:
    from analyser.report.desk import Desk
    from analyser.report.recipe import Ask


def page(desk: "Desk", ask: "Ask") -> Page:
    """Some outcomes at every value of a setting, all on the same deals."""
    words = desk.words
    variation = variation_of(desk, ask)
    found = run(desk.asked_for(ask), variation, desk.base, desk.lab)
    frame = found.tables["curve"].rename({variation.setting: "value"})
    outcomes = ask.get("outcomes")
    shown = frame.filter(pl.col("outcome").is_in(outcomes))
    setting = words.label(variation.setting)
    games = words.count(found.asked["games"])
    first, *further = (verdict(shown.filter(pl.col("outcome") == one), one, setting, words) for one in outcomes)
    holding = _holds(desk, ask, variation, first, setting)
    return Page(
        ask.name,
        words.told(ask.title),
        (first.held(holding),),
        lambda figure: _draw(figure, shown, outcomes, setting, words),
        words.say("sweep.caption", setting=setting),
        _table(shown, setting, words),
        (words.say("sweep.method", games=games, base=desk.base), holding.sentence),
        tuple(one.sentence for one in further),
    )


def _holds(desk: "Desk", ask: "Ask", variation: Variation, mine: Verdict, setting: str) -> Holding:
    """The first outcome again, with the other strategies of the recipe."""
    outcome = ask.get("outcomes")[0]

    def again(field: str) -> pl.DataFrame:
        frame = run(desk.asked_for(ask), variation, field, desk.lab).tables["curve"]
        return frame.rename({variation.setting: "value"}).filter(pl.col("outcome") == outcome)

    others = {field: verdict(frame, outcome, setting, desk.words) for field, frame in repeated(desk, again).items()}
    return told_by(mine, others, desk.base, desk.words)


def variation_of(desk: "Desk", ask: "Ask") -> Variation:
    """The setting and its values; the outcomes must be known too."""
    outcomes = ask.get("outcomes")
    if not isinstance(outcomes, list) or not outcomes:
        raise BadInput(f"{desk.recipe.path}, page {ask.name}: outcomes is no list of outcomes.")
    known = [*FACTS, *desk.catalogue.outcomes]
    for name in outcomes:
        if name not in known:
            raise unknown(f"outcome for page {ask.name} of {desk.recipe.path}:", str(name), known, "docs/report.md")
    return read_variation(desk.asked.game, str(ask.get("vary")))


def verdict(rows: pl.DataFrame, outcome: str, setting: str, words: Words) -> Verdict:
    """From the first value to the last: a change only if the two intervals are apart."""
    first, last = rows.row(0, named=True), rows.row(-1, named=True)
    apart = int(last["low"] > first["high"]) - int(last["high"] < first["low"])
    facts = {
        "outcome": words.label(outcome),
        "setting": setting,
        "first": words.label(first["value"]),
        "last": words.label(last["value"]),
        "before": f"{words.number(first['mean'], 2)} ({words.between(first['low'], first['high'], 2)})",
        "after": f"{words.number(last['mean'], 2)} ({words.between(last['low'], last['high'], 2)})",
    }
    level = Level.FOUND if apart else Level.TOLD
    weight = abs(last["mean"] - first["mean"]) / max(abs(first["mean"]), 1e-9)
    return Verdict(level, words.say(("sweep.same", "sweep.rises", "sweep.falls")[apart], **facts), weight, apart)


def _draw(figure: Any, frame: pl.DataFrame, outcomes: list[str], setting: str, words: Words) -> None:
    panels = np.atleast_1d(figure.subplots(1, len(outcomes)))
    for k, (axes, name) in enumerate(zip(panels, outcomes, strict=True)):
        rows = frame.filter(pl.col("outcome") == name)
        at = np.arange(rows.height)
        axes.fill_between(at, rows["low"], rows["high"], color=COLOURS[k], alpha=0.25, linewidth=0)
        axes.plot(at, rows["mean"], color=COLOURS[k], marker=MARKERS[k])
        axes.set_xticks(at, [words.label(one) for one in rows["value"]])
        axes.set_xlabel(setting, fontsize=SMALL)
        axes.set_title(words.label(name), fontsize=SMALL)
        axes.grid(axis="y", color="#EEEEEE")
        plain(axes)
        numbers(axes.yaxis, words)


def _table(frame: pl.DataFrame, setting: str, words: Words) -> Table:
    return table_of(
        frame,
        [
            ("outcome", words.say("column.outcome"), words.label),
            ("value", setting, words.label),
            ("mean", words.say("column.mean"), lambda x: words.number(x, 3)),
            ("low", words.say("column.low"), lambda x: words.number(x, 3)),
            ("high", words.say("column.high"), lambda x: words.number(x, 3)),
        ],
        names=2,
    )


KIND = Kind(page, needs=frozenset({"vary", "outcomes"}), check=variation_of)
