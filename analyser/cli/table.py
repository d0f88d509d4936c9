"""`analyse table`.

Method: docs/explanation/methods.md#own-tables.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyser import api
from analyser.cli.options import Json
from analyser.cli.output import note, out, percent, print_json, table

if TYPE_CHECKING:
    import polars as pl

MOST_SHOWN = 40


def own_table(
    run: Annotated[Path, typer.Argument(help="The folder of a run.", show_default=False)],
    by: Annotated[
        list[str] | None, typer.Option("--by", help="A column of the run: a row for each level. Repeat for more.")
    ] = None,
    where: Annotated[str | None, typer.Option("--where", help='A condition on columns, e.g. "rounds > 12".')] = None,
    value: Annotated[str, typer.Option("--value", help="The column whose mean is shown.")] = "win",
    sql: Annotated[str | None, typer.Option("--sql", help="Ask in SQL instead: SELECT ... FROM games, seats.")] = None,
    to: Annotated[Path | None, typer.Option("--out", help="Write the table: a .csv, .parquet or .json file.")] = None,
    as_json: Json = False,
) -> None:
    """Your own question to a run: any column by any other, with joint 95 % intervals; or SQL.

    `--by seat --by dev_14 --where "rounds > 12" --value score`. Columns: docs/reference/columns.md.
    """
    if to is not None:
        api.check_table_file(to)
    import polars as pl

    found = api.table(run, by or [], where, value, sql=sql)
    if isinstance(found, pl.DataFrame):
        _print_rows(found, to, as_json)
    else:
        _print_own(found, to, as_json)


def _print_own(found: "api.OwnTable", to: Path | None, as_json: bool) -> None:
    _write(found.frame, to)
    if as_json:
        print_json(found.as_json())
        return
    for line in [f"{found.title}. Mean of all: {_shown(found, found.overall)} (┊).", *found.chart()]:
        out.print(line, markup=False, soft_wrap=True)
    rows = [
        [*(str(row[one]) for one in found.by), f"{row['plays']:,}", *(_shown(found, row[k]) for k in ENDS)]
        for row in found.frame.to_dicts()
    ]
    out.print(table("Joint 95 % intervals", [*found.by, "plays", "mean", "from", "to"], rows, len(found.by)))
    for line in found.remarks:
        out.print(line, markup=False, soft_wrap=True)


ENDS = ("mean", "low", "high")


def _shown(found: "api.OwnTable", value: float | None) -> str:
    if value is None:
        return "unknown"
    return percent(value) if found.value == "win" else f"{value:#.4g}".rstrip(".")


def _written(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _print_rows(frame: "pl.DataFrame", to: Path | None, as_json: bool) -> None:
    _write(frame, to)
    if as_json:
        print_json({"rows": frame.height, "table": frame.to_dicts()})
        return
    rows = [[_written(one) for one in row] for row in frame.head(MOST_SHOWN).iter_rows()]
    out.print(table("", frame.columns, rows, 0))
    if frame.height > MOST_SHOWN:
        out.print(f"{MOST_SHOWN} of {frame.height:,} rows. All of them: --out FILE.csv")
    out.print("Numbers of a query have no intervals: --by COLUMN gives them.")


def _write(frame: "pl.DataFrame", to: Path | None) -> None:
    if to is not None:
        api.write_table(frame, to)
        note(f"Written: {to}")
