"""How fast this machine plays."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analyser.benchmarks.measure import Bench
    from analyser.benchmarks.pages import Change, Figures
    from analyser.simulation.engine import Note


def bench(game: str, strategies: str | None, seconds: float, quick: bool, note: Note) -> Bench:
    """Measure a game: kernels; unless it must be quick also whole commands and scaling."""
    from analyser.benchmarks.measure import measure
    from analyser.games.loader import find_game

    return measure(find_game(game), strategies, seconds, quick, note)


def read_figures(page: Path) -> dict[str, float]:
    """The kernels' games a second that a page holds."""
    from analyser.benchmarks.pages import read_page

    return read_page(page)


def changes(tables: list[Figures], before: dict[str, float]) -> list[Change]:
    """What figures and a page both have, compared."""
    from analyser.benchmarks.pages import changes as compared

    return compared(tables, before)


def write_figures(page: Path, tables: list[Figures], command: str) -> None:
    """Write figures to a page, with the machine and the command."""
    from analyser.benchmarks.pages import write_page

    write_page(page, tables, command)
