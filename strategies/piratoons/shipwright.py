"""Builds a big ship that joins well and has few empty places.

Idea: every good join is 2 points and every bad one costs 2, barrels count for the size; places are filled as they come.
Beats: random, grabber, saver, sailor. Weakness: it leaves families to chance.
"""

from analyser.games.piratoons.view import Act, Add, adds, empty_on, family_loss, is_ship, leads, mine_after


def score(view, choice):
    """Ship tiles that join, also against another, then equipment for the empty places."""
    if choice.act == Act.PUT:
        value = tile_score(view, choice.tile)
        fights = is_ship(choice.tile) and leads(view, choice.place) == -1 and view.reserve[view.me] > 1
        return value if mine_after(view, choice.place) else 0.5 * value if fights else -1.0
    if choice.act == Act.STOP:
        return 0.5
    if choice.act == Act.BID:
        return 1.0 if 0 < choice.bid <= 2 else 0.0
    if choice.act == Act.PICK:
        return tile_score(view, choice.tile)
    if choice.act == Act.THROW:
        return -1.0 * family_loss(view, choice.tile)
    return 0.0


def tile_score(view, tile):
    """A ship tile by its join and barrels; equipment by the place that it fills, the more so the more are empty."""
    me = view.me
    if is_ship(tile):
        return 2.0 + adds(view, me, tile, Add.JOINS) + 0.5 * adds(view, me, tile, Add.BARRELS)
    return adds(view, me, tile, Add.FITS) * (1.0 - adds(view, me, tile, Add.EMPTY) * (1.0 + 0.1 * empty_on(view, me)))
