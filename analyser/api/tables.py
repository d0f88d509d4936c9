"""A designer's own questions to a stored run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, overload

from analyser.core.errors import BadInput, RunFailed

if TYPE_CHECKING:
    import polars as pl

    from analyser.experiments.own_table import OwnTable

FORMATS = (".csv", ".parquet", ".json")


@overload
def table(run: Path | str, by: str | Sequence[str], where: str | None = None, value: str = "win") -> OwnTable: ...


@overload
def table(run: Path | str, *, sql: str) -> pl.DataFrame: ...


@overload
def table(
    run: Path | str, by: str | Sequence[str], where: str | None, value: str, *, sql: str | None
) -> OwnTable | pl.DataFrame: ...


def table(
    run: Path | str,
    by: str | Sequence[str] = (),
    where: str | None = None,
    value: str = "win",
    *,
    sql: str | None = None,
) -> OwnTable | pl.DataFrame:
    """The mean of a column of a run by the levels of others, with joint intervals; or the answer to a query in SQL.

    `where` is a condition on columns, as in SQL: "rounds > 12". `sql` asks the tables games and seats themselves.
    """
    from analyser.experiments.own_table import own_table
    from analyser.storage.query import RunTables

    columns = [by] if isinstance(by, str) else list(by)
    if (sql is None) == (not columns):
        raise BadInput("analyse table needs --by COLUMN or --sql QUERY, one of them. For instance: --by seat")
    if sql is not None and (where is not None or value != "win"):
        raise BadInput("--where and --value belong to --by. In SQL, write WHERE and SELECT instead.")
    tables = RunTables(Path(run))
    return own_table(tables, columns, where, value) if sql is None else tables.sql(sql)


def write_table(frame: pl.DataFrame, path: Path) -> None:
    """Write a table as CSV, Parquet or JSON, by the ending of the file's name."""
    import io

    from analyser.core.files import write_whole

    content = io.BytesIO()
    if path.suffix == ".parquet":
        frame.write_parquet(content)
    elif path.suffix == ".csv":
        frame.write_csv(content)
    else:
        frame.write_json(content)
    try:
        write_whole(path, content.getvalue())
    except OSError as problem:
        raise RunFailed(f"Cannot write {path}: {problem.strerror}. Type another --out FILE.") from None


def check_table_file(path: Path) -> None:
    """Refuse what cannot be written, before anything is read."""
    if path.suffix not in FORMATS:
        raise BadInput(f"--out {path} is refused. Allowed endings: {', '.join(FORMATS)}.")
