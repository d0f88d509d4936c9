"""Likes what its helpers say: plain functions of the same file, one calling the other."""

from analyser.games.faut_pas_pousser.view import points_after

PARAMS = {"weight": (0.5, 0, 1)}


def doubled(number):
    """Twice a number."""
    return 2 * number


def worth(view, choice, crew):
    """Twice a crew's points."""
    return doubled(points_after(view, choice, crew))


def score(view, choice):
    """My points, less a part of my left neighbour's."""
    neighbour = (view.me + 1) % view.n_players
    return worth(view, choice, view.me) - view.params[0] * worth(view, choice, neighbour)
