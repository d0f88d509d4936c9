"""Two variants of a rule on the same deals: length, seats, and who wins instead."""

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import FigureBase

from analyser.core.errors import unknown
from analyser.experiments.answer import Answer
from analyser.experiments.compare import compare
from analyser.experiments.differences import ADAPTED, DIFFERENCES, STRATEGIC, WAYS
from analyser.experiments.outcomes import FACTS, SPREAD
from analyser.experiments.variation import Variation, read_variation
from analyser.experiments.words import Words
from analyser.plotting.charts import COLOURS, GREY, HATCHES, MARKERS, SMALL, histogram, plain, write_ticks
from analyser.plotting.hover import tell
from analyser.report.context import ReportContext
from analyser.report.page import Page, Table, table_of
from analyser.report.recipe import ComparePage

SHOWN = ("rounds", "winners_score", "shared_rate", "no_winner_rate", "unfinished_rate", SPREAD)
BASE = "base"


def page(context: ReportContext, spec: ComparePage) -> Page:
    """The second value against the first: strategies adapt to it or, where a setting can hide it, do not."""
    words, variation = context.words, variation_of(context, spec)
    answer = context.checked(
        spec,
        lambda what, who: compare(what, variation, who, context.runner, spec.headline),
        context.base,
        [variation.setting],
    )
    names = [words.label(variation.words(one)) for one in variation.values]
    first, *further = answer.verdicts
    known = [*SHOWN, *context.catalogue.outcomes]
    return Page(
        spec.name,
        words.text(spec.title),
        (first,),
        words,
        lambda figure: _draw(figure, answer, names, words),
        words.say("compare.caption"),
        _table(answer.tables[DIFFERENCES], known, names, words),
        words.say("compare.method", games=answer.played.games, base=words.player(context.base)),
        tuple(one.sentence for one in further),
        tuple(words.sentence(one) for one in first.remarks),
    )


def variation_of(context: ReportContext, spec: ComparePage) -> Variation:
    """The two rules that are compared."""
    variation = read_variation(context.game, spec.vary)
    if len(variation.values) != 2:
        raise context.refused(spec, f"vary = « {spec.vary} » must name two values")
    known = [*FACTS, SPREAD, *context.catalogue.outcomes]
    if spec.headline not in known:
        raise unknown(f"outcome for page {spec.name} of {context.path}:", spec.headline, known, "docs/how-to/report.md")
    return variation


def _draw(figure: FigureBase, answer: Answer, names: list[str], words: Words) -> None:
    lengths, seats, winners = figure.subplots(1, 3, width_ratios=[1.5, 1.1, 0.9])
    labels = (words.say("share_of_games"), words.label("rounds"))
    for k, way in enumerate((BASE, ADAPTED)):
        counts = answer.tables["lengths"].filter(pl.col("play") == way)
        histogram(lengths, counts["rounds"].to_list(), counts["games"].to_list(), words, labels, k, names[k])
    lengths.legend(frameon=False, fontsize=7)
    lengths.set_title(words.say("compare.lengths"), fontsize=SMALL)
    _draw_seats(seats, answer.tables["seats"], names, words)
    _draw_winners(winners, answer.tables["winners"], words)


def _draw_seats(axes: Axes, table: pl.DataFrame, names: list[str], words: Words) -> None:
    """Win share of the seats under both rules."""
    for k, way in enumerate((BASE, ADAPTED)):
        rows = table.filter(pl.col("play") == way)
        share, low, high = (100 * rows[one].to_numpy() for one in ("win_share", "low_share", "high_share"))
        at, reach = rows["seat"].to_numpy() + 0.1 * k, [share - low, high - share]
        line = axes.errorbar(at, share, yerr=reach, capsize=2, linewidth=1.1, label=names[k], color=COLOURS[k])
        line[0].set(marker=MARKERS[k], linestyle=("-", "--")[k])
        shares = zip(rows["seat"], share, low, high, strict=True)
        tell(line[0], *(_told_seat(*one, names[k], words) for one in shares))
    first = table.filter(pl.col("play") == BASE)
    axes.axhline(100 * float(first["win_share"].to_numpy().mean()), color=GREY, linewidth=0.8)
    axes.set_xticks(first["seat"].to_list())
    axes.set_xlabel(words.say("seat", seat="").strip(), fontsize=SMALL)
    axes.set_title(words.say("compare.seats"), fontsize=SMALL)
    axes.legend(frameon=False, fontsize=7)
    plain(axes)
    write_ticks(axes.yaxis, words)


def _told_seat(seat: int, share: float, low: float, high: float, name: str, words: Words) -> str:
    return f"{words.say('seat', seat=str(seat))}, {name}: {words.number(share, 1)} ({words.between(low, high, 1)})"


def _draw_winners(axes: Axes, table: pl.DataFrame, words: Words) -> None:
    """Whether the same seat wins, in each way of playing."""
    rows = table.filter(pl.col("play") != STRATEGIC).to_dicts()
    other = [100 * row["other_winner_rate"] for row in rows]
    same = [100 - one for one in other]
    places = range(len(rows))
    axes.bar(places, same, color=COLOURS[5], edgecolor="white", label=words.say("compare.same_winner"))
    label = words.say("compare.other_winner")
    axes.bar(places, other, bottom=same, color=COLOURS[4], hatch=HATCHES[1], edgecolor="white", label=label)
    axes.set_xticks(places, [words.say(f"{WAYS[row['play']]}_short") for row in rows])
    axes.set_title(words.say("compare.winners"), fontsize=SMALL)
    axes.legend(frameon=True, fontsize=7, loc="lower center")
    plain(axes)
    write_ticks(axes.yaxis, words)


def _table(table: pl.DataFrame, known: list[str], names: list[str], words: Words) -> Table:
    """The outcomes that a recipe has words for, if they happen, in every way of playing."""
    happens = (pl.col("base") != 0) | (pl.col("with_variant") != 0)
    shown = table.filter(pl.col("outcome").is_in(known) & happens & (pl.col("play") != STRATEGIC))
    ways = [words.say(f"{WAYS[way]}_short") for way in shown["play"]]
    several = len(set(ways)) > 1
    labels = [
        f"{words.label(name)} ({way})" if several else words.label(name)
        for name, way in zip(shown["outcome"], ways, strict=True)
    ]
    return table_of(
        shown.with_columns(label=pl.Series(labels)),
        [
            ("label", words.say("column.outcome"), str),
            ("base", names[0], lambda x: words.number(x, 3)),
            ("with_variant", names[1], lambda x: words.number(x, 3)),
            ("difference", words.say("column.change"), lambda x: words.signed(x, 3)),
            ("low", words.say("column.low"), lambda x: words.signed(x, 3)),
            ("high", words.say("column.high"), lambda x: words.signed(x, 3)),
        ],
    )
