"""Values every tile by the points that it adds to its ship, takes the best first and fights for what is worth it.

Idea: joins, families, empty places, barrels and room for more, weighed by how they won games between these strategies.
A pawn goes where it wins the most; a tile that another holds alone is first made a tie, which spoils it, then won.
Half of the pawns wait until the sand has almost run out, when nobody has time to answer. Bids are low and
drawn, since equal ones cancel and the lot has room for several.
Beats: random, grabber, saver, sailor, shipwright, collector. Weakness: it does not guess what others are about to do.
"""

from analyser.games.piratoons.view import (
    N_CODES,
    NONE,
    Act,
    Add,
    Source,
    adds,
    family_loss,
    is_sail,
    is_ship,
    my_doubloons,
    pays,
    rounds_left,
    sand_left,
    taker_after,
    taker_now,
)

PARAMS = {
    "base": (4.0, 0.0, 9.0),
    "pawn": (2.5, 0.0, 9.0),
    "empty": (0.7, 0.0, 9.0),
    "family": (3.0, 0.0, 9.0),
    "barrel": (0.4, 0.0, 9.0),
    "room": (1.0, 0.0, 9.0),
    "fight": (0.2, 0.0, 1.0),
    "bold": (0.18, 0.0, 1.0),
}
BASE, PAWN, EMPTY, FAMILY, BARREL, ROOM, FIGHT, BOLD = range(8)
WAITING, LATE = 3, 6  # how many pawns wait, and until how much sand is left
CHEAP = 1.0  # the lowest bid; the highest is as much more as a share of the purse


def score(view, choice):
    """The points that a choice adds."""
    if choice.act == Act.PUT:
        if sand_left(view) > LATE and view.reserve[view.me] <= WAITING:
            return -1.0
        return pawn_value(view, choice.place, choice.tile) - view.params[PAWN]
    if choice.act == Act.STOP:
        return 0.01
    if choice.act == Act.BID:
        return bid_value(view, choice.bid)
    if choice.act == Act.PICK:
        return tile_value(view, view.me, choice.tile)
    if choice.act == Act.THROW:
        return -1.0 * family_loss(view, choice.tile) - 0.5 * is_sail(choice.tile)
    return 0.0


def pawn_value(view, place, tile):
    """What the tile adds if this pawn wins it; part of that, if it makes a tie of a tile that another has."""
    before, after = taker_now(view, place), taker_after(view, place, view.me, 1)
    if before != view.me and after == view.me:
        return tile_value(view, view.me, tile)
    if before != view.me and before != NONE and after == NONE:
        return view.params[FIGHT] * (tile_value(view, view.me, tile) + tile_value(view, before, tile))
    return -1.0


def tile_value(view, seat, tile):
    """Points by joins and families, and the average worth of the rest."""
    if adds(view, seat, tile, Add.FITS) == 0:
        return 0.0
    empty = adds(view, seat, tile, Add.EMPTY) * pays(view, Source.EMPTY)
    value = view.params[BASE] - view.params[EMPTY] * empty
    if is_ship(tile):
        barrels = adds(view, seat, tile, Add.BARRELS) * pays(view, Source.SIZE)
        size = view.params[BARREL] * barrels + view.params[ROOM] * rounds_left(view)
        return value + adds(view, seat, tile, Add.JOINS) + size
    return value + view.params[FAMILY] * adds(view, seat, tile, Add.FAMILIES)


def bid_value(view, bid):
    """Something, if there is a tile to win; all bids that are low enough are liked as much, so one of them is drawn."""
    is_wanted = False
    for code in range(N_CODES):
        is_wanted |= view.lot[code] > 0 and tile_value(view, view.me, code) > 0
    highest = CHEAP + view.params[BOLD] * my_doubloons(view)
    return -max(CHEAP - bid, bid - highest, 0.0) if is_wanted else -1.0 * bid
