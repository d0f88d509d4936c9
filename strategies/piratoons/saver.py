"""Keeps most pawns at home for doubloons, rules the auction with them, and ends rich.

Idea: a pawn at home is a sure doubloon; the richest gets 5 points, and a bid that nobody can match takes the best tile.
Beats: random. Weakness: an auction gives one tile a round, a plunder may give six.
"""

from analyser.games.piratoons.view import (
    N_CODES,
    Act,
    Add,
    adds,
    family_loss,
    mine_after,
    my_doubloons,
    richest_known,
    rounds_left,
    worth,
)

PARAMS = {"pawns": (4, 0, 8), "dear": (3, 1, 20)}


def score(view, choice):
    """A few pawns on the best tiles; in the auction enough to be alone at the top; at the end nothing."""
    if choice.act == Act.PUT:
        spent = view.crew - view.reserve[view.me]
        wanted = mine_after(view, choice.place) and spent < view.params[0]
        return tile_score(view, choice.tile) if wanted else -1.0
    if choice.act == Act.STOP:
        return 0.5
    if choice.act == Act.BID:
        return -abs(choice.bid - wanted_bid(view))
    if choice.act == Act.PICK:
        return tile_score(view, choice.tile)
    if choice.act == Act.THROW:
        return -1.0 * family_loss(view, choice.tile)
    return 0.0


def tile_score(view, tile):
    """Points by joins and families; whatever fits is worth something."""
    return adds(view, view.me, tile, Add.FITS) * (2.0 + worth(view, view.me, tile))


def wanted_bid(view):
    """One more than the richest other has, if that is known, else a firm bid; nothing for a poor lot."""
    best = 0.0
    for code in range(N_CODES):
        if view.lot[code] > 0:
            best = max(best, tile_score(view, code))
    if best < 2.0 or rounds_left(view) < 2:
        return 0
    return min(richest_known(view) + 1 if richest_known(view) >= 0 else view.params[1], my_doubloons(view))
