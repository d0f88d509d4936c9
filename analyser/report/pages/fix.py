"""What would we change? The smallest change that meets the targets: every number before and after."""

from dataclasses import replace

import polars as pl

from analyser.experiments.fixing.figure import draw, scaled
from analyser.experiments.fixing.fix import Wanted
from analyser.experiments.fixing.fix import fix as run
from analyser.experiments.fixing.gauges import Gauge
from analyser.experiments.fixing.plan import LEAST_GAMES, steps_of
from analyser.experiments.fixing.stored import StoredFix, stored_of
from analyser.experiments.fixing.targets import SEATS
from analyser.experiments.fixing.wording import SEAT, number_name, with_unit
from analyser.experiments.measured import NOTHING
from analyser.experiments.sentences import Number
from analyser.experiments.verdict import About, Verdict
from analyser.experiments.words import Words
from analyser.report.context import ReportContext
from analyser.report.page import Column, Page, Table, table_of
from analyser.report.recipe import FixPage

FEW = 12
"""A figure with more numbers shows those that a change moves most."""
ROOM = 1.5
"""Times the fewest games: their number is rounded to whole blocks."""
COST = "fix.cost"
WHEN, ENDS = ("before", "after"), ("low", "high")


def page(context: ReportContext, spec: FixPage) -> Page:
    """An answer of `analyse fix`, made beforehand or in this report."""
    words = context.words
    found = context.fix or searched(context, spec)
    numbers = named(found, words)
    notes = [words.say("fix.kept", command=found.command)] if context.fix else []
    return Page(
        spec.name,
        words.text(spec.title),
        (verdict_of(found),),
        words,
        lambda figure: draw(figure, scaled(furthest(numbers)), words),
        words.say("fix.caption"),
        _table(numbers, words),
        words.say(
            "fix.method", games=found.games, base=words.player(found.strategies), targets=", ".join(found.targets)
        ),
        tuple(one for one in found.further if one.key != COST),
        tuple(words.sentence(one) for one in found.further if one.key == COST) + tuple(notes),
        rows=min(numbers.height, FEW),
    )


def searched(context: ReportContext, spec: FixPage) -> StoredFix:
    """The search of this report, made once for all languages."""
    if spec.name not in context.searched:
        context.searched[spec.name] = search(context, spec)
    return context.searched[spec.name]


def search(context: ReportContext, spec: FixPage) -> StoredFix:
    """With as many games as the page says, or the fewest that a search can do with."""
    asked, levers = context.experiment, context.levers
    others = tuple(context.opponents)
    gauge = Gauge(context.targets, context.base, context.runner)
    least = sum(steps_of(replace(asked, games=LEAST_GAMES), gauge, levers, others))
    wanted = Wanted(
        asked, context.base, context.targets, levers, others, max(context.asked_for(spec).games, int(ROOM * least))
    )
    return stored_of(wanted, run(wanted, context.runner), "analyse report")


def verdict_of(found: StoredFix) -> Verdict:
    """What is to be done."""
    return Verdict(found.level, found.sentence, About("fixes"))


def named(found: StoredFix, words: Words) -> pl.DataFrame:
    """Its numbers, with what each is called; without those that symmetry makes 0."""
    frame = found.frame
    names = [
        words.say("seat", seat=one.level.removeprefix(SEAT))
        if one.target == SEATS and one.level.startswith(SEAT)
        else words.fill(number_name((one.target, one.level)))
        for one in found.numbers
    ]
    named = frame.with_columns(pl.Series("number", [one[:1].upper() + one[1:] for one in names]))
    ends = (pl.col(f"{when}_{end}").abs() for when in WHEN for end in ENDS)
    return named.filter(pl.max_horizontal(ends) > NOTHING)


def furthest(numbers: pl.DataFrame) -> pl.DataFrame:
    """The numbers that were, or are, furthest out."""
    reach = scaled(numbers).select(pl.max_horizontal(pl.col("before").abs(), pl.col("after").abs())).to_series()
    kept = reach.arg_sort(descending=True).head(FEW).sort()
    return numbers[kept]


def _table(numbers: pl.DataFrame, words: Words) -> Table:
    def told(when: str) -> pl.Series:
        """A number with its unit."""
        rows = numbers.select("target", "level", when).iter_rows()
        return pl.Series(f"{when}_told", [words.fill(with_unit((a, b), Number(x, 2, bool(b)))) for a, b, x in rows])

    def spans(when: str) -> pl.Series:
        ends = numbers.select(f"{when}_low", f"{when}_high").rows()
        return pl.Series(f"{when}_span", [words.between(low, high, 2) for low, high in ends])

    is_changed = not numbers["before"].equals(numbers["after"])
    called = {"before": "small.base", "after": "fix.after"} if is_changed else {"before": "tornado.usual"}
    ends: list[Column] = []
    for when, name in called.items():
        ends += [(f"{when}_told", words.say(name), str), (f"{when}_span", words.say("small.interval"), str)]
    return table_of(
        numbers.with_columns(*(made(when) for made in (told, spans) for when in WHEN)),
        [
            ("number", words.say("column.outcome"), str),
            *ends,
            ("least", words.say("fix.least"), words.brief),
            ("most", words.say("fix.most"), words.brief),
        ],
    )
