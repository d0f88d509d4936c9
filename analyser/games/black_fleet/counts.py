"""Counts what happens on each sea cell, over all games of a part: the table `cells` of a run.

A deed is counted where it is done: a robbery or a sinking on the victim's cell, a sale and a burial on the ship's own.
"""

from analyser.games.black_fleet.acts import ACT_ROB, ACT_SAIL, ACT_SELL, ACT_SINK
from analyser.games.black_fleet.columns import (
    CELL_INCOME,
    CELL_LOST_MERCHANTS,
    CELL_PLACED,
    CELL_SALES,
    MERCHANT_VOYAGES,
)
from analyser.games.black_fleet.sea import place_of
from analyser.games.black_fleet.table import FRIGATE
from analyser.kernel.backend import compiled
from analyser.kernel.intrinsics import Record


@compiled
def count_placing(workspace: Record, cell: int) -> None:
    """A merchant is put at a port."""
    workspace.cells[CELL_PLACED, cell] += 1


@compiled
def count_deed(table: Record, workspace: Record, choice: Record) -> None:
    """What a voyage does on its way; to be counted before it is done, while the victim is still there."""
    if choice.act == ACT_SAIL:
        return
    is_attack = choice.act == ACT_ROB or choice.act == ACT_SINK
    cell = table.ship_cell[choice.target] if is_attack else choice.cell
    workspace.cells[CELL_SALES + choice.act - ACT_SELL, cell] += 1
    workspace.cells[CELL_INCOME, cell] += choice.gain
    if choice.act == ACT_ROB and table.cargo[choice.target] == 1:
        workspace.cells[CELL_LOST_MERCHANTS, cell] += 1


@compiled
def count_voyage(table: Record, workspace: Record, choice: Record) -> None:
    """Where a voyage has ended; a ship that stops in the middle has not ended it."""
    place = place_of(table, choice.ship)
    workspace.cells[MERCHANT_VOYAGES + min(place, FRIGATE), choice.to] += table.has_sailed[place]
