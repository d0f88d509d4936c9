"""Takes points from whoever leads, and thinks of its own only second.

Idea: only the first place counts, so push the leader's pirates over the end and keep its places small. The leader is
the other player who would have most points if the game ended now.
Beats: random. Weakness: two others gain by every blow it strikes, and it hardly builds anything itself.
"""

from analyser.games.faut_pas_pousser.view import leader, points_after

OWN = 0.25


def score(view, choice):
    """The leader's points after this choice count against it; a quarter of mine count for it."""
    return OWN * points_after(view, choice, view.me) - points_after(view, choice, leader(view))
