"""The few rows of a table that show a verdict: as text, and as numbers that can be drawn beside each other."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import polars as pl

from analyser.experiments.answer import is_share
from analyser.experiments.measured import ENDS, KEYS, Row
from analyser.experiments.verdict import Verdict
from analyser.experiments.words import Words, catalogue

MOST_ROWS = 10
OF_EACH_END = 4
"""A longer table is shown by this many of its highest and of its lowest rows."""
DIFFERENCE, CHANGE, WIN_SHARE, MEAN = "difference", "change_points", "win_share", "mean"
READ = {
    CHANGE: ("change_low_points", "change_high_points"),
    **{name: ends for name, ends in ENDS.items() if name != MEAN},
    WIN_SHARE: ("low_share", "high_share"),
    MEAN: ("low", "high"),
}
"""The columns whose numbers are shown, the first that a table has; with those of their ends."""
MOST_DIGITS = 3
MEASURES = ("measure",)
COUNTED = ("turns", "lead_changes")
"""Of measures in several units the shares are shown, and these."""
Span = tuple[float, float, float]


class SmallRow(NamedTuple):
    """One line: its name, its cells as text, and its number with both ends, if it can be drawn beside the others."""

    name: str
    cells: tuple[str, ...]
    span: Span | None


class Figure(NamedTuple):
    """How a number and its ends are written: times a scale, with a sign, in percent."""

    scale: float
    signed: bool
    percent: bool

    def texts(self, value: float, low: float, high: float, words: Words) -> tuple[str, str]:
        """The number and its interval, with two digits of the margin."""
        digits = decimals(self.scale * (high - low) / 2)
        write = words.signed if self.signed else words.number
        number = write(self.scale * value, digits)
        between = words.between(self.scale * low, self.scale * high, digits, self.signed)
        text = words.say("percent", number=number) if self.percent else number
        return text, between if math.isfinite(low + high) else words.say("verdict.none")


def decimals(margin: float) -> int:
    """Of a number with this margin."""
    if not 0 < margin < math.inf:
        return 2
    return min(max(1 - math.floor(math.log10(margin)), 0), MOST_DIGITS)


@dataclass(frozen=True)
class SmallTable:
    """The rows that a verdict is about, the columns that name them, and the one that holds their number."""

    rows: Sequence[Row]
    keys: tuple[str, ...]
    value: str

    @classmethod
    def of(cls, table: pl.DataFrame, fixed: Sequence[str] = ()) -> "SmallTable":
        """How a table is read; all its rows have the `fixed` columns in common."""
        value = next(one for one in READ if one in table.columns and READ[one][0] in table.columns)
        keys = [one for one in (*KEYS, "strategy") if one in table.columns and one not in (*fixed, "column")]
        if value == CHANGE:
            keys = ["setting", "value"]
        elif "level" in keys:
            keys = ["level"]
        elif value == MEAN and "measure" not in keys:
            keys = [table.columns[0]]
        return cls(table.to_dicts(), tuple(keys), value)

    def shows(self, row: Row) -> bool:
        """Whether a row holds a share, in percent."""
        return self.value.endswith("_share") or is_share(str(row.get("outcome") or row.get("measure") or ""))

    def chosen(self, lead: Verdict) -> list[Row]:
        """All rows of a short table; of a comparison those that change; of a long one the highest and the lowest."""
        rows = [row for row in self.rows if row[self.value] is not None]
        if self.value == DIFFERENCE:
            told = {one.key for one in lead.rests_on}
            return [row for row in rows if tuple(row[one] for one in KEYS if one in row) in told][:MOST_ROWS]
        if self.keys == MEASURES:
            return [row for row in rows if self.shows(row) or row["measure"] in COUNTED]
        if len(rows) <= MOST_ROWS:
            return rows
        order = sorted(rows, key=lambda row: -number_of(row[self.value]))
        return [*order[:OF_EACH_END], *order[-OF_EACH_END:]]

    @property
    def beside(self) -> str:
        """The column that says where a number comes from: what it was before, or the win share."""
        if self.value == DIFFERENCE:
            return "base"
        return WIN_SHARE if self.value != WIN_SHARE and WIN_SHARE in self.rows[0] else ""

    @property
    def tag(self) -> str:
        """The column that says in a word what a row shows, where a tolerance judges it."""
        return "verdict" if self.value == "advantage_points" else ""

    def columns(self, words: Words) -> list[str]:
        """The headings after the name."""
        found = [*([self.beside] if self.beside else []), self.value, "interval", *([self.tag] if self.tag else [])]
        return [words.say(f"small.{one}") for one in found]

    def row(self, row: Row, words: Words) -> SmallRow:
        """A row as it is read, and drawn."""
        value, low, high = (number_of(row[one]) for one in (self.value, *READ[self.value]))
        share, changes = self.shows(row), self.value == DIFFERENCE
        figure = Figure(100.0 if share else 1.0, changes or self.value.endswith("_points"), share and not changes)
        cells = list(figure.texts(value, low, high, words))
        if changes:
            before = Figure(figure.scale, False, share)
            cells.insert(0, before.texts(number_of(row[self.beside]), low, high, words)[0])
        elif self.beside:
            cells.insert(0, words.percent(number_of(row[self.beside])))
        cells += [tag_text(row[self.tag], words)] if self.tag else []
        return SmallRow(self.name(row, words), tuple(cells), self.span(row, value, low, high))

    def name(self, row: Row, words: Words) -> str:
        """What a row is called."""
        names = [str(row[one]) for one in self.keys if row[one] is not None]
        return " ".join(words.label(one, read_as(one)) for one in names).strip()

    def heading(self, table: str) -> str:
        """What the names of the rows are: a role, a question, a setting."""
        one = self.keys[0] if len(self.keys) == 1 and self.keys != MEASURES else ""
        return read_as(table if one == "level" else one)

    def span(self, row: Row, *numbers: float) -> Span | None:
        """What is drawn of a row: changes in percent of what it was; of measures in several units only the shares."""
        base = number_of(row["base"]) if self.value == DIFFERENCE else 1.0
        hidden = self.keys == MEASURES and not self.shows(row)
        if hidden or not base > 0 or not all(map(math.isfinite, numbers)):
            return None
        value, low, high = (one / base for one in numbers)
        return value, low, high

    @property
    def drawn(self) -> str:
        """What the chart shows, as a key of the texts."""
        if self.value == DIFFERENCE:
            return "relative"
        if self.value.endswith("_points"):
            return "points"
        return "shares" if self.keys == MEASURES or self.value.endswith("_share") else "numbers"

    @property
    def scale(self) -> float:
        """What drawn numbers are multiplied by where they are written."""
        return 100.0 if self.drawn in ("relative", "shares") else 1.0


def read_as(name: str) -> str:
    """A column's name as words; « % » marks shares."""
    for unit in ("_share", "_rate"):
        name = name.removesuffix(unit)
    return name.replace("_", " ")


def number_of(value: object) -> float:
    """A number of a table; NaN for none."""
    return float(value) if isinstance(value, int | float) else math.nan


def tag_text(found: object, words: Words) -> str:
    """A verdict in a table, in a language."""
    key = f"verdict.{found}"
    return words.say(key) if key in catalogue() else str(found)
