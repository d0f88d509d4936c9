"""What a person reads first of an answer: one sentence, a few rows with their intervals, and who played."""

import math
from dataclasses import dataclass

import polars as pl

from analyser.experiments.answer import Answer
from analyser.experiments.robustness import Holds
from analyser.experiments.sentences import Facts
from analyser.experiments.small_table import WIN_SHARE, SmallRow, SmallTable, decimals
from analyser.experiments.verdict import Level, Verdict
from analyser.experiments.words import MINUS, Words
from analyser.games.loader import find_game
from analyser.plotting.text_chart import interval_lines, reach
from analyser.strategies.library import strategy_files, strongest
from analyser.strategies.spec import split_specs
from analyser.strategies.strategy import RANDOM

FIRST_REMARKS = ("role.meaning", "zero.")
"""What a reader needs to understand the numbers; all other remarks are for those who ask for more."""
CURVE = "curve"


@dataclass(frozen=True)
class Brief:
    """The sentence that answers, whether it holds, the rows that show it, what else was found, and who played."""

    sentence: str
    holds: str
    remarks: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[SmallRow, ...]
    left_out: int
    """Rows of the table that are not shown."""
    mark: float | None
    """What the numbers are compared with, drawn through all lines."""
    drawn: str
    """What the chart shows."""
    scale: float
    """What its numbers are multiplied by where they are written."""
    also: tuple[str, ...]
    who: str

    def chart(self, width: int) -> list[str]:
        """Its numbers drawn, a line for each row; first a line with what the ends and the mark mean."""
        spans = [row.span for row in self.rows]
        if not any(spans):
            return []
        least, most = reach(spans, self.mark)
        digits = decimals(self.scale * (most - least) / 2)
        first, last = (f"{self.scale * one:,.{digits}f}".replace("-", MINUS) for one in (least, most))
        room = width - len(first) - len(last)
        scale = self.drawn if len(self.drawn) < room - 1 else ""
        return [f"{first}{scale:^{room}}{last}", *interval_lines(spans, self.mark, width)]


def brief_of(answer: Answer, words: Words) -> Brief:
    """The first verdict with its rows; or, of several questions, a row for each."""
    if len(answer.verdicts) > 1 and all(one.question for one in answer.verdicts):
        return _overview(answer, words)
    lead, *others = answer.verdicts
    small = _table_of(answer, lead)
    rows = small.chosen(lead)
    return Brief(
        " ".join(one for one in (lead.question, words.sentence(lead.sentence)) if one),
        words.sentence(lead.robustness.sentence) if answer.readings else "",
        tuple(words.sentence(one) for one in lead.remarks if one.key.startswith(FIRST_REMARKS)),
        (small.heading(lead.about.table), *small.columns(words)),
        tuple(small.row(one, words) for one in rows),
        len(small.rows) - len(rows),
        _mark(answer, small),
        "" if small.drawn == "numbers" else words.say(f"drawn.{small.drawn}"),
        small.scale,
        tuple(words.sentence(one.sentence) + tag(one, words, " [{}]") for one in others),
        _who(answer, lead.about.table, words),
    )


def _table_of(answer: Answer, lead: Verdict) -> SmallTable:
    """What the first verdict is about; over a setting, the curve of its outcome."""
    about = lead.about
    table = answer.tables[CURVE if CURVE in answer.tables and "outcome" in about.where else about.table]
    fixed = {name: one for name, one in about.where.items() if name in table.columns}
    return SmallTable.of(table.filter(*(pl.col(name) == one for name, one in fixed.items())), tuple(fixed))


def _mark(answer: Answer, small: SmallTable) -> float | None:
    """Zero; an equal share where win shares are drawn; nothing for means."""
    if small.value == WIN_SHARE:
        return 1 / answer.played.players
    return 0.0 if small.value != "mean" else None


def tag(verdict: Verdict, words: Words, form: str = "{}") -> str:
    """Whether a verdict holds, in a few words; nothing if it was not checked."""
    held = verdict.robustness
    if not held.checks:
        return ""
    depends = held.holds == Holds.DEPENDS
    return form.format(words.say("tag.depends", on=held.on) if depends else words.say(f"tag.{held.holds}"))


def _overview(answer: Answer, words: Words) -> Brief:
    """Several questions: how many say what, and a row for each with the level that it names."""
    counts = {level: sum(one.level == level for one in answer.verdicts) for level in Level}
    told = [words.say(f"overview.{level}", number=number) for level, number in counts.items() if number]
    sentence = words.say("overview", number=len(answer.verdicts), told=words.listed(told))
    columns = ("", *(words.say(f"small.{one}") for one in ("far", "value_points", "interval", "holds")))
    rows = tuple(_question_row(one, words) for one in answer.verdicts)
    drawn, who = words.say("drawn.points"), _who(answer, "", words)
    return Brief(sentence, "", (), columns, rows, 0, 0.0, drawn, 1.0, (), who)


def _question_row(verdict: Verdict, words: Words) -> SmallRow:
    """A question, by the number of its verdict that is furthest from 0."""
    known = [one for one in verdict.rests_on if math.isfinite(one.low + one.high)]
    if not known:
        return SmallRow(verdict.about.table, ("-", "-", "-", tag(verdict, words)), None)
    far = max(known, key=lambda one: abs(one.value))
    cells = (words.fill(far.name), words.fill(far.number()), words.fill(far.span()), tag(verdict, words))
    return SmallRow(verdict.about.table, cells, (far.scale * far.value, far.scale * far.low, far.scale * far.high))


def _who(answer: Answer, table: str, words: Words) -> str:
    """Who played, and how strong that is."""
    played, game = answer.played, find_game(answer.played.game)
    pool = split_specs(played.by(table))
    known = [one for one in strategy_files(game) if one != RANDOM]
    facts: Facts = {"who": ", ".join(pool), "games": played.games, "seed": str(played.seed), "best": strongest(game)}
    kind = "pool" if len(pool) > 1 else "strongest" if pool == [strongest(game)] else "other"
    return words.say(f"who.{kind}", number=len(pool) if kind == "pool" else len(known), **facts)
