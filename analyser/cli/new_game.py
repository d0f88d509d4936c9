"""`analyse new-game` and `analyse copy-game`."""

from pathlib import Path
from typing import Annotated

import typer

from analyser import api
from analyser.cli.output import out


def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The game's name, and that of its folder.")],
    folder: Annotated[Path, typer.Option("--out", "-o", help="Where to make the folder.")] = Path(),
) -> None:
    """Write a folder with a small game that works at once: rules, a strategy, a report, a test, a workflow for CI."""
    _tell(folder / name, api.new_game(name, folder))


def copy_game(
    shipped: Annotated[
        str, typer.Argument(metavar="GAME", help="A game that comes with analyse: see `analyse games`.")
    ],
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder to write; its name is the game's.")],
) -> None:
    """Copy a shipped game's data, strategies, questions and recipe into a folder of yours, to be edited."""
    _tell(folder, api.copy_game(shipped, folder))


def _tell(folder: Path, written: list[Path]) -> None:
    for path in written:
        out.print(f"Written: {path}", soft_wrap=True)
    out.print(f"Next: cd {folder}; analyse try .", soft_wrap=True)
