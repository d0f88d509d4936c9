"""Takes what would score most if the game ended right after the turn.

Idea: count my crew's points on the plank, in the piles and for the Captain; nothing else matters.
Beats: random. Weakness: looks neither at the others nor one turn ahead; it enters a pirate whenever it can, so it says
« Non Merci » on its last turn, the one on which entering pays most.
"""

from analyser.games.faut_pas_pousser.view import points_after


def score(view, choice):
    """My crew's points after this choice."""
    return points_after(view, choice, view.me)
