"""Which strategy is strongest, and does one dominate? Ratings, and a heat map of one against a field of another."""

import numpy as np
import polars as pl
from matplotlib.figure import FigureBase

from analyser.experiments.answer import Answer
from analyser.experiments.words import FIXED, Words
from analyser.plotting.charts import COLOURS, SMALL, heat, plain, write_ticks
from analyser.plotting.hover import tell
from analyser.report.context import ReportContext
from analyser.report.page import Page, Table, table_of
from analyser.report.recipe import StrategiesPage

MIX, NO_MIX = "strategies.equilibrium", "strategies.equilibrium_open"
"""What no strategy beats, if that is shown; or that it is not."""


def page(context: ReportContext, spec: StrategiesPage) -> Page:
    """All strategies against all, in all seats."""
    words, answer = context.words, context.tournament
    strongest, skill, seats = answer.verdicts
    further = [one for one in answer.remarks if one.key in (MIX, NO_MIX)]
    return Page(
        spec.name,
        words.text(spec.title),
        (strongest, skill),
        words,
        lambda figure: _draw(figure, answer, words),
        words.say("strategies.caption"),
        _table(answer.tables["strategies"], words, any(one.key == MIX for one in further)),
        words.say("strategies.method", games=answer.played.games),
        (skill.sentence, *further),
        (words.sentence(seats.sentence), words.say("strategies.assumption")),
    )


def _draw(figure: FigureBase, answer: Answer, words: Words) -> None:
    left, right = figure.subplots(1, 2, width_ratios=[1.0, 1.7])
    table = answer.tables["strategies"].sort("elo", descending=True)
    specs = table["strategy"].to_list()
    names = list(map(words.player, specs))
    places = np.arange(len(names))
    elo, margin = table["elo"].to_numpy(), table["elo_margin"].to_numpy()
    points = left.errorbar(elo, places, xerr=margin, fmt="o", color=COLOURS[0], capsize=2.5, markersize=5)
    told = zip(names, elo, margin, strict=True)
    tell(points[0], *(f"{name}: {words.count(rating)} ± {words.count(reach)}" for name, rating, reach in told))
    left.set_yticks(places, names, fontsize=7)
    left.set_ylim(len(names) - 0.5, -0.5)
    left.set_xlabel(words.say("strategies.elo"), fontsize=SMALL)
    left.grid(axis="x", color="#EEEEEE")
    plain(left)
    left.tick_params(axis="y", labelsize=7 if len(names) <= 12 else 6)
    write_ticks(left.xaxis, words)
    cells = {(row["strategy"], row["field"]): row["win_share"] for row in answer.tables["against"].to_dicts()}
    values = np.array([[100 * _share(cells[one, field]) for field in specs] for one in specs])
    cells_drawn = heat(right, names, values, words, 100 / answer.played.players)
    pairs = [(one, field, values[row, k]) for row, one in enumerate(names) for k, field in enumerate(names)]
    tell(cells_drawn, *(f"{one} / {field}: {words.number(share, 1)}{FIXED}%" for one, field, share in pairs))
    right.set_xlabel(words.say("strategies.field"), fontsize=SMALL)
    right.set_title(words.say("strategies.against"), fontsize=SMALL)


def _share(value: float | None) -> float:
    return float("nan") if value is None else value


def _table(table: pl.DataFrame, words: Words, has_mix: bool) -> Table:
    mix = [("equilibrium_share", words.say("column.equilibrium"), lambda x: words.percent(x, 0))]
    return table_of(
        table.sort("elo", descending=True),
        [
            ("strategy", words.say("column.strategy"), words.player),
            ("win_share", words.say("column.win_share"), words.percent),
            ("low_share", words.say("column.low"), words.percent),
            ("high_share", words.say("column.high"), words.percent),
            ("elo", words.say("column.elo"), words.count),
            ("elo_margin", words.say("column.margin"), lambda x: f"± {words.count(x)}" if x else "–"),
            *(mix if has_mix else []),
        ],
    )
