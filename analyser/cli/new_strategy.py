"""`analyse new-strategy`."""

from pathlib import Path
from typing import Annotated

import typer

from analyser import api
from analyser.cli.options import GameName
from analyser.cli.output import out


def new_strategy(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Its name, and that of the file: NAME.py.")],
    game: GameName,
    folder: Annotated[Path, typer.Option("--out", "-o", help="The folder to write it to.")] = Path(),
) -> None:
    """Write a strategy file to start from: it works as it is, and says what you may ask and change."""
    path = api.new_strategy(name, game, folder)
    out.print(f"Written: {path}")
    out.print(f"Next: edit it, then analyse try {path}")
