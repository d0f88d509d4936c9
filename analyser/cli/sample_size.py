"""`analyse sample-size`.

Method: docs/explanation/methods.md#sample-size.
"""

from typing import Annotated

import typer

from analyser import api
from analyser.cli.answers import shown
from analyser.cli.options import Json
from analyser.cli.output import out, print_json, table


def sample_size(
    players: Annotated[int, typer.Option("--players", "-p", help="Number of players.")] = 4,
    margin: Annotated[
        list[float] | None, typer.Option("--margin", help="A margin in points, e.g. 0.5. Repeat for more.")
    ] = None,
    reduction: Annotated[
        float, typer.Option("--reduction", help="Variance reduction of the design, as `analyse seats` gives it.")
    ] = 1.0,
    as_json: Json = False,
) -> None:
    """How many games are needed for a margin, and to show that equal seats are equal."""
    frame = api.sample_size(players, margin or api.MARGINS, reduction)
    if as_json:
        print_json({"players": players, "reduction": reduction, "needed": frame.to_dicts()})
        return
    rows = [
        [f"± {row['margin_points']:g}", *(shown(name, row[name]) for name in frame.columns[1:])]
        for row in frame.to_dicts()
    ]
    columns = ["margin (points)", "one seat", "all seats together", "to show equality (power 90 %)"]
    out.print(table(f"Games needed, {players} players", columns, rows))
