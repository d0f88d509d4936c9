"""Builds the fastest ship: sails first, and low ship tiles to carry them.

Idea: most sails are 5 points, and a mast with a sail is no empty deck place; one storey carries three of them.
Beats: random, saver. Weakness: one sail more than the others is enough, all further ones are wasted.
"""

from analyser.games.piratoons.view import (
    Act,
    Add,
    adds,
    best_other_sails,
    family_loss,
    is_sail,
    is_ship,
    mine_after,
    worth,
)

PARAMS = {"lead": (2, 0, 12)}


def score(view, choice):
    """Sails as long as the lead is short, then whatever fits."""
    if choice.act == Act.PUT:
        return tile_score(view, choice.tile) if mine_after(view, choice.place) else -1.0
    if choice.act == Act.STOP:
        return 0.5
    if choice.act == Act.BID:
        return -abs(choice.bid - 2.0 * (view.lot[0] > 0))
    if choice.act == Act.PICK:
        return tile_score(view, choice.tile)
    if choice.act == Act.THROW:
        return -1.0 * family_loss(view, choice.tile) - 9.0 * is_sail(choice.tile)
    return 0.0


def tile_score(view, tile):
    """Sails, and masts for them; other tiles by their points."""
    me = view.me
    if adds(view, me, tile, Add.FITS) == 0:
        return 0.1 if is_sail(tile) else 0.05
    points = 1.0 + 0.2 * worth(view, me, tile)
    if is_sail(tile):
        return points + 5.0 * (view.kinds[me, 0] < best_other_sails(view) + view.params[0])
    if is_ship(tile):
        return points + 1.0 * adds(view, me, tile, Add.SAILS)
    return points
