"""Collects families: three alike, or one of each design.

Idea: three identical tiles are 5 points, and nothing else is so dear; ship tiles are only there to give them places.
Beats: random, grabber, saver, sailor, shipwright.
Weakness: a family needs its places first, and everybody sees which tile it waits for.
"""

from analyser.games.piratoons.view import Act, Add, adds, empty_on, family_loss, is_sail, is_ship, leads, mine_after

PARAMS = {"places": (6, 0, 30)}


def score(view, choice):
    """Tiles that complete or begin a family; what completes one is fought for."""
    if choice.act == Act.PUT:
        value = tile_score(view, choice.tile)
        fights = value > 2.0 and leads(view, choice.place) == -1 and view.reserve[view.me] > 1
        return value if mine_after(view, choice.place) else 0.5 * value if fights else -1.0
    if choice.act == Act.STOP:
        return 0.5
    if choice.act == Act.BID:
        return -abs(choice.bid - 2.0)
    if choice.act == Act.PICK:
        return tile_score(view, choice.tile)
    if choice.act == Act.THROW:
        return -1.0 * family_loss(view, choice.tile) + 0.5 * is_sail(choice.tile)
    return 0.0


def tile_score(view, tile):
    """What a tile adds to a family, a beginning being worth something; ship tiles while places are wanted."""
    me = view.me
    if is_ship(tile):
        return 1.0 + 0.2 * adds(view, me, tile, Add.JOINS) + 4.0 * (empty_on(view, me) < view.params[0])
    if adds(view, me, tile, Add.FITS) == 0:
        return 0.1
    return 1.0 + 2.0 * adds(view, me, tile, Add.FAMILIES) + 1.0 * (not is_sail(tile))
