"""What a seat cannot know, drawn again: the order of both piles, and bids in closed hands.

Everybody sees who is paid, who pays and who gives back: a purse that is hidden holds what these leave.
"""

from analyser.core.arrays import Ints
from analyser.games.piles import shuffle
from analyser.games.piratoons.table import CHEST_EQUIPMENT, CHEST_SHIPS, N_EQUIPMENT, TAKEN
from analyser.games.piratoons.tiles import N_SHIPS
from analyser.kernel.backend import compiled_apart
from analyser.kernel.intrinsics import Record
from analyser.kernel.rollouts import REDEALING


@compiled_apart
def redeal_pile(pile: Ints, used: int, n: int, workspace: Record) -> None:
    """The tiles to come, in another order; a tile put aside stays out, at the end."""
    while n > used and pile[n - 1] == TAKEN:
        n -= 1
    for k in range(used + 1, n):
        code, place = pile[k], k
        while place > used and pile[place - 1] > code:
            pile[place] = pile[place - 1]
            place -= 1
        pile[place] = code
    shuffle(pile[used:], n - used, workspace, REDEALING)


@compiled_apart
def redeal(table: Record, hidden: Record, seat: int, workspace: Record) -> None:
    """Piles, bids and purses. The tiles to come are sorted first, so that nothing of their true order is left."""
    redeal_pile(hidden.equipment, CHEST_EQUIPMENT * table.rounds, N_EQUIPMENT, workspace)
    redeal_pile(hidden.ships, CHEST_SHIPS * table.rounds, N_SHIPS, workspace)
    for other in range(table.n_players):
        if other != seat:
            earned = table.start_doubloons + table.earned[other] - table.gave_back[other] - table.spent[other]
            hidden.purse[other] = earned
            hidden.bids[other] = 0
