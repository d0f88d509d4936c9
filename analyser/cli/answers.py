"""Answers of experiments, printed: one sentence, a small table with its chart; everything with --all."""

import shlex
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from analyser import api
from analyser.cli.options import ExperimentOptions, PlayedBy
from analyser.cli.output import err, note, out, percent, print_caveats, print_json, table
from analyser.core.errors import Interrupted

if TYPE_CHECKING:
    import polars as pl

LEAST_CHART, MOST_CHART = 14, 40
MOST_NAME = 24
GAP = "   "
APART = ("variant", "play")
NAMED = ("outcome", "measure")
CHANGES = ("difference", "low", "high")
NUMBERS = (*CHANGES, "base", "with_variant", "mean")


def print_answer(answer: "api.Answer", asked: ExperimentOptions) -> None:
    """Print an answer, and store it if a folder is named."""
    files = answer.write(asked.out) if asked.out is not None else []
    if asked.as_json:
        print_json(answer.as_json() | {"files": [str(file) for file in files]})
        return
    out.print(answer.heading, style="bold")
    if asked.everything:
        _print_everything(answer)
    else:
        print_brief(api.brief(answer))
    print_caveats(answer.caveats)
    for file in files:
        note(f"Written: {file}")
    if command := api.next_command(answer, sys.argv[1:]):
        out.print(f"Next: {command}", markup=False)


def print_brief(brief: "api.Brief") -> None:
    """One sentence, one small table with its chart, what else was found, and who played."""
    for line in (brief.sentence, brief.holds, *brief.remarks):
        if line:
            out.print(line)
    if brief.rows:
        head, *lines = _small_lines(brief)
        out.print(head, style="bold", soft_wrap=True)
        for line in lines:
            out.print(line.rstrip(), soft_wrap=True)
    for line in brief.also:
        out.print(f"Also: {line}")
    more = f"{brief.left_out} more rows, " if brief.left_out else ""
    out.print(f"{brief.who} More ({more}remarks, all tables): --all", style="dim")


def _small_lines(brief: "api.Brief") -> list[str]:
    """The rows, each with its interval drawn beside it; below the table where there is no room."""
    texts = [list(brief.columns), *([row.name, *row.cells] for row in brief.rows)]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    lines = ["  ".join([f"{row[0]:<{widths[0]}}", *map(str.rjust, row[1:], widths[1:])]) for row in texts]
    room = min(out.width - len(lines[0]) - len(GAP), MOST_CHART)
    if room >= LEAST_CHART:
        return [f"{line}{GAP}{drawn}" for line, drawn in zip_longest(lines, brief.chart(room), fillvalue="")]
    names = [row[0][:MOST_NAME] for row in texts]
    drawn = brief.chart(out.width - max(map(len, names)) - len(GAP))
    wide = max(map(len, names))
    return [*lines, *(f"{name:<{wide}}{GAP}{line}" for name, line in zip(names, drawn, strict=False))]


def _print_everything(answer: "api.Answer") -> None:
    """All sentences, then all tables with every row."""
    for line in answer.headlines:
        out.print(line)
    for name, whole in answer.tables.items():
        columns = [one for one in answer.printed.get(name, whole.columns) if one in whole.columns]
        if columns:
            _print_tables(name, whole.select(columns))


def _print_tables(name: str, whole: "pl.DataFrame") -> None:
    """A table; if many rows share a value, one table for each value, named in its title."""
    apart = [one for one in APART if one in whole.columns]
    pieces = whole.partition_by(apart, maintain_order=True, as_dict=True) if apart else {(): whole}
    for key, piece in pieces.items():
        frame = piece.drop(apart)
        title = ", ".join([name, *map(str, key)])
        second = frame.dtypes[1] if frame.width > 1 else None
        left = 2 if second == "String" else 1
        numbers = frozenset(column for column, kind in frame.schema.items() if kind.is_numeric())
        for columns in _side_by_side(_as_read(frame), left, out.width, numbers):
            out.print(table(title, list(map(heading, columns.columns)), list(map(list, columns.rows())), left=left))
            title = f"{name}, continued"


def _as_read(frame: "pl.DataFrame") -> "pl.DataFrame":
    """All cells as text."""
    rows = frame.to_dicts()
    return type(frame)({column: [cell(column, row) for row in rows] for column in frame.columns})


def _side_by_side(
    frame: "pl.DataFrame", left: int, width: int, numbers: frozenset[str] = frozenset()
) -> Iterator["pl.DataFrame"]:
    """As many columns as fit without breaking a number, then the others, each time beside the names."""
    names, others = frame.columns[:left], frame.columns[left:]
    widths = {one: _width(one, frame[one].to_list(), one in numbers) for one in frame.columns}
    room = width - 1 - sum(widths[one] for one in names)
    if not others:
        yield frame
    while others:
        n_fit, used = 0, 0
        while n_fit < len(others) and (n_fit == 0 or used + widths[others[n_fit]] <= room):
            used += widths[others[n_fit]]
            n_fit += 1
        yield frame.select(*names, *others[:n_fit])
        others = others[n_fit:]


def _width(name: str, cells: list[str], whole: bool) -> int:
    """What a column needs at least: its longest number, or the longest word of its texts; and the lines between."""
    words = heading(name).split() + (cells if whole else " ".join(cells).split())
    return 3 + max(map(len, words), default=0)


def heading(column: str) -> str:
    """A column's name as a heading, short enough for a narrow terminal; signs mark points, « % » marks shares."""
    if column == "difference":
        return "change"
    for unit in ("_share", "_rate", "_points"):
        column = column.removesuffix(unit)
    return column.replace("_", " ")


def cell(column: str, row: Mapping[str, Any]) -> str:
    """A value of a row as it is read: where rows are outcomes or measures, their name says whether it is a share."""
    value = row[column]
    if value is None or column not in NUMBERS or not api.is_share(next((row[one] for one in NAMED if one in row), "")):
        return shown(column, value)
    return f"{100 * value:+.2f}" if "difference" in row and column in CHANGES else percent(value)


def shown(column: str, value: object) -> str:
    """A value as it is read: points with their sign, shares as percentages, whole numbers with commas."""
    if value is None:
        return "-"
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    if isinstance(value, int):
        return f"{value:,}"
    if column.endswith("_points"):
        return f"{value:+.2f}"
    if column.endswith(("_share", "_rate")):
        return percent(value)
    return f"{value:,.1f}" if abs(value) >= 100 else f"{value:.3g}"


@contextmanager
def playing(asked: ExperimentOptions) -> Iterator["api.Runner"]:
    """Who plays the games of an experiment, with a bar on stderr; what was played outlives an interruption."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    text = "{task.completed:,.0f} of at most {task.total:,.0f} games"
    columns = (BarColumn(), TextColumn(text), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task("games", total=0, visible=False)

        def progress(games: int, total: "api.Tally | None") -> None:
            bar.update(task, completed=runner.steps.played, total=runner.steps.total, visible=True)

        runner = api.runner(asked.by.workers(), once(note), progress, asked.resume)
        try:
            yield runner
        except (KeyboardInterrupt, Interrupted):
            raise Interrupted(_kept(runner, asked)) from None


def _kept(runner: "api.Runner", asked: ExperimentOptions) -> str:
    """Keep the games that were played, and say which command goes on from there."""
    if runner.kept.games == 0:
        return "Interrupted before the first games were played. Type the command again."
    folder = asked.resume or api.new_kept_folder(asked.out)
    runner.kept.write(folder)
    command = shlex.join(["analyse", *api.without(sys.argv[1:], "--resume"), "--resume", str(folder)])
    return f"Interrupted. {runner.kept.games:,} games are kept in {folder}. To go on: {command}"


@contextmanager
def learning(by: PlayedBy) -> Iterator[tuple["api.Runner", Callable[[int], None]]]:
    """Who plays for a learner, with the games played to try choices, and the time left, on stderr; and who hears how
    many games there will be.
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task("games", total=None)
        runner = api.runner(by.workers(), once(note), lambda games, total: bar.advance(task, games))
        yield runner, lambda games: bar.update(task, total=games)


def once(say: Callable[[str], None]) -> Callable[[str], None]:
    """The same, but each remark only once: checks repeat an experiment, not its remarks."""
    said: set[str] = set()

    def told(text: str) -> None:
        if text not in said:
            said.add(text)
            say(text)

    return told
