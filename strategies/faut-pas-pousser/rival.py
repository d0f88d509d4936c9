"""Takes the greatest lead over the best of the others.

Idea: only the first place counts, so my points and those of my strongest rival matter alike. It looks at the table as
if the game ended right after the turn.
Beats: random. Weakness: looks no turn ahead, and keeps « Non Merci » for a bad day.
"""

from analyser.games.faut_pas_pousser.view import best_other_after, points_after


def score(view, choice):
    """My points after this choice, minus those of the best of the others."""
    return float(points_after(view, choice, view.me) - best_other_after(view, choice))
