"""The page of figures that `analyse bench` writes, and what changed since."""

import os
import platform
import re
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from analyser.core.errors import BadInput
from analyser.core.files import read_file, write_whole

KERNELS, COMMANDS, ROLLOUTS = "kernels", "whole commands", "rollouts on one core"


class Figures(NamedTuple):
    """One table of figures."""

    title: str
    columns: list[str]
    rows: list[list[str]]


@dataclass(frozen=True)
class Change:
    """A figure then and now; above 1 is quicker."""

    what: str
    then: float
    now: float

    @property
    def ratio(self) -> float:
        """How many times as fast it is now."""
        return self.now / self.then


def read_page(path: Path) -> dict[str, float]:
    """The kernels' games a second that a page holds, by « game, strategy, threads »."""
    try:
        text = read_file(path).decode()
    except (OSError, ValueError) as problem:
        raise BadInput(
            f"Cannot read figures from {path}: {problem}. Write some: analyse bench --markdown FILE"
        ) from None
    found: dict[str, float] = {}
    title = ""
    for line in text.splitlines():
        if line.startswith("## "):
            title = line.removeprefix("## ")
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if title.endswith(f": {KERNELS}") and len(cells) >= 3 and re.fullmatch(r"[\d,]+", cells[2]):
            found[_name(title, cells[0], cells[1])] = float(cells[2].replace(",", ""))
    return found


def _name(title: str, strategy: str, threads: str) -> str:
    return f"{title.removesuffix(f': {KERNELS}')}, {strategy}, {threads} thread{'s' * (threads != '1')}"


def changes(tables: list[Figures], before: dict[str, float]) -> list[Change]:
    """What both pages have, compared."""
    now = {
        _name(one.title, row[0], row[1]): float(row[2].replace(",", ""))
        for one in tables
        if one.title.endswith(f": {KERNELS}")
        for row in one.rows
    }
    return [Change(name, before[name], rate) for name, rate in now.items() if before.get(name)]


def page(intro: list[str], tables: list[Figures]) -> str:
    """The page in Markdown."""
    lines = ["# How fast it is", "", *intro]
    for one in tables:
        lines += ["", f"## {one.title}", "", "| " + " | ".join(one.columns) + " |"]
        lines += ["|" + "---|" + "---:|" * (len(one.columns) - 1)]
        lines += ["| " + " | ".join(row) + " |" for row in one.rows]
    return "\n".join(lines) + "\n"


def write_page(path: Path, tables: list[Figures], command: str) -> None:
    """The page with the machine it was measured on and the command that measured it."""
    packages = ", ".join(f"{name} {version(name)}" for name in ("numba", "numpy", "polars"))
    intro = [
        f"Written by `{command}` on {os.cpu_count()} cores ({platform.machine()}), "
        f"Python {platform.python_version()}, {packages}. `make bench` measures again and compares.",
        "Machines are noisy: compare figures inside this page. Games have the most players, the strategy in all seats; "
        "kernels store nothing; scores/s are calls of a strategy's `score`.",
        "ns/decision is the time of one core. What a C program of the same rules reaches: `make limit`.",
    ]
    try:
        write_whole(path, page(intro, tables).encode())
    except OSError as problem:
        raise BadInput(f"Cannot write {path}: {problem.strerror}. Type --markdown FILE.") from None
