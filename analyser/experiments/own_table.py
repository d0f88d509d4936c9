"""A designer's own question to a run: the mean of a column by the levels of others, with joint intervals.

Method: docs/explanation/methods.md#own-tables.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from analyser.core.arrays import Floats
from analyser.core.errors import BadInput, unknown
from analyser.experiments.catalogue import Dealt, read_catalogue
from analyser.games.loader import find_game
from analyser.plotting.text_chart import interval_chart
from analyser.statistics.estimates import Estimates, ratio_of_sums
from analyser.statistics.intervals import RARE, student, sup_t, wilson_ends
from analyser.storage.query import RunTables, told

WIN = "win"
MOST_ROWS = 200
MOST_SUMS = 20_000_000
"""Blocks x rows of the table that are held at a time; beyond that, neighbouring blocks are taken together."""
BLOCK, SUM, PLAYS = "block number", "sum of values", "number of rows"
OBSERVED = "Observed, not an experiment: who had it may have been better off before. See analyse values."


@dataclass(frozen=True)
class OwnTable:
    """Means by the levels of some columns. Shares are parts of 1."""

    title: str
    by: tuple[str, ...]
    value: str
    frame: pl.DataFrame
    overall: float
    remarks: tuple[str, ...]

    def chart(self) -> list[str]:
        """A line for each row: the mean and its interval; the mean of all rows is drawn through."""
        names = [", ".join(str(row[one]) for one in self.by) for row in self.frame.to_dicts()]
        spans = [(row["mean"], row["low"], row["high"]) for row in self.frame.to_dicts()]
        return interval_chart(names, spans, self.overall)

    def as_json(self) -> dict[str, object]:
        """Everything, for programs."""
        facts = {"title": self.title, "by": list(self.by), "value": self.value, "overall": self.overall}
        return facts | {"remarks": list(self.remarks), "table": self.frame.to_dicts()}

    def __repr__(self) -> str:
        return "\n".join([self.title, *self.chart(), *self.remarks, str(self.frame)])


def own_table(run: RunTables, by: Sequence[str], where: str | None, value: str = WIN) -> OwnTable:
    """The mean of `value` for each combination of levels, over the seats that `where` selects (all, if none)."""
    rows = run.seats()
    _check_columns(rows, by, value)
    if where is not None:
        with told("--where", where, f"Columns: {', '.join(rows.collect_schema().names())}."):
            condition = pl.sql_expr(where)
            _check_known(rows, condition.meta.root_names())
            rows = rows.filter(condition)
            rows.head(0).collect()
    sums = _block_sums(run, rows, by, value, where)
    levels = sums.select(by).unique().sort(by)
    if levels.height > MOST_ROWS:
        text = f"--by {' --by '.join(by)} has {levels.height:,} rows; the most is {MOST_ROWS}."
        raise BadInput(f'{text} Name another column, or choose some rows: --where "{by[0]} < ..."')
    found, met = _estimates(sums, levels, by)
    plays = sums.group_by(by).agg(plays=pl.col(PLAYS).sum()).sort(by)["plays"]
    low, high = ends(found, met, plays.to_numpy() / run.shared if value == WIN else None)
    frame = levels.with_columns(plays, mean=found.value, low=low, high=high).fill_nan(None)
    overall = float(sums[SUM].sum()) / float(sums[PLAYS].sum())
    title = f"{run.manifest.game}: mean of {value} by {', '.join(by)}" + (f", where {where}" if where else "")
    return OwnTable(title, tuple(by), value, frame, overall, _remarks(run, by, where, value, frame))


def _check_columns(rows: pl.LazyFrame, by: Sequence[str], value: str) -> None:
    schema = rows.collect_schema()
    _check_known(rows, [*by, value])
    if not (schema[value].is_numeric() or schema[value] == pl.Boolean):
        numbers = [name for name, kind in schema.items() if kind.is_numeric()]
        raise BadInput(f"--value {value} holds words; a mean needs numbers. Allowed: {', '.join(numbers)}.")
    if len(set(by)) < len(by) or value in by:
        raise BadInput("A column is named twice. Name each once, after --by or after --value.")


def _check_known(rows: pl.LazyFrame, names: Iterable[str]) -> None:
    known = rows.collect_schema().names()
    for name in names:
        if name not in known:
            raise unknown("column of the run", name, known, "docs/reference/columns.md")


def _block_sums(run: RunTables, rows: pl.LazyFrame, by: Sequence[str], value: str, where: str | None) -> pl.DataFrame:
    """Sum and number of the values of each block and combination of levels."""
    with told("--where", where or "", "Type a condition on columns, for instance: rounds > 12"):
        block = (pl.col("game") // run.block).alias(BLOCK)
        cells = rows.group_by(block, *by).agg(pl.col(value).cast(pl.Float64).sum().alias(SUM), pl.len().alias(PLAYS))
        sums = cells.sort(BLOCK, *by).collect()
    if sums.height == 0:
        raise BadInput(f'No row of the run fits --where "{where}". Type another condition.')
    return sums


def _estimates(sums: pl.DataFrame, levels: pl.DataFrame, by: Sequence[str]) -> tuple[Estimates, Floats]:
    """Means with the covariance of blocks; and how many blocks meet each row of the table."""
    at = sums.join(levels.with_row_index("cell"), on=list(by), how="left", nulls_equal=True, maintain_order="left")
    n_cells, n_blocks = levels.height, int(sums[BLOCK].to_numpy().max()) + 1
    together = -(-n_blocks * n_cells // MOST_SUMS)
    shape = (-(-n_blocks // together), n_cells)
    totals, counts = np.zeros(shape), np.zeros(shape)
    where = (sums[BLOCK].to_numpy() // together, at["cell"].to_numpy())
    np.add.at(totals, where, sums[SUM].to_numpy())
    np.add.at(counts, where, sums[PLAYS].to_numpy())
    return ratio_of_sums(totals, counts), (counts > 0).sum(0).astype(float)


def ends(found: Estimates, met: Floats, plays: Floats | None) -> tuple[Floats, Floats]:
    """Joint ends. A row that few blocks meet has Student's quantile of its own blocks, one of a single block has none;
    shares of independent plays with few wins, or losses, have at least Wilson's interval.
    """
    critical = sup_t(np.nan_to_num(found.covariance, posinf=0.0))
    half = np.array([student(critical, int(n)) for n in met]) * found.standard_error
    low, high = (np.where(met < 2, np.nan, found.value + sign * half) for sign in (-1, 1))
    if plays is None:
        return low, high
    least, most = wilson_ends(found.value, plays, critical)
    is_rare = (np.minimum(found.value, 1 - found.value) * plays < RARE) | (met < 2)
    low, high = np.where(is_rare, np.fmin(low, least), low), np.where(is_rare, np.fmax(high, most), high)
    return np.maximum(low, 0.0), np.minimum(high, 1.0)


def _remarks(run: RunTables, by: Sequence[str], where: str | None, value: str, frame: pl.DataFrame) -> tuple[str, ...]:
    """What stands out, and whether it is an experiment."""
    rows = frame.drop_nulls(["low", "high"]).sort("mean", descending=True).to_dicts()
    told_apart = "No row is set apart from all others."
    if len(rows) > 1 and rows[0]["low"] > max(row["high"] for row in rows[1:]):
        told_apart = f"Set apart: {', '.join(str(rows[0][one]) for one in by)} has the highest mean."
    is_drawn = where is None and set(by) <= drawn_by_rule(run.manifest.game)
    return (told_apart, *(() if is_drawn else (OBSERVED,)))


def drawn_by_rule(game: str) -> set[str]:
    """The columns that no player has a hand in: the seat, the line-up's strategy, and what the rules deal."""
    questions = read_catalogue(find_game(game)).value
    dealt = {name for one in questions if isinstance(one, Dealt) and not one.pool for name in one.columns}
    return {"seat", "strategy"} | dealt
