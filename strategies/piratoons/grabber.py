"""Puts its pawns down at once, one on each tile that it can have, and takes what it gets.

Idea: tiles make points; six pawns can be six tiles, and who is first may be alone. Left-over pairs fight for more.
Beats: random, saver, sailor, shipwright.
Weakness: it hardly asks what a tile is good for, and everybody sees where its pawns lie.
"""

from analyser.games.piratoons.view import Act, Add, adds, family_loss, leads, mine_after, worth


def score(view, choice):
    """A pawn on any tile that it makes mine and that fits, the useful ones a little earlier; small bids."""
    if choice.act == Act.PUT:
        if mine_after(view, choice.place):
            return tile_score(view, choice.tile)
        return 0.6 if leads(view, choice.place) == -1 and view.reserve[view.me] > 1 else -1.0
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
    """Whatever fits."""
    return 1.0 + adds(view, view.me, tile, Add.FITS) * (2.0 + 0.1 * worth(view, view.me, tile))
