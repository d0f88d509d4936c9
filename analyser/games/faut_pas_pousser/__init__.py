"""Faut pas pousser: stay on the plank (Didier Jacobée, Sweet November, 2012)."""

TITLE = "Faut pas pousser"
IDEA = "Pirates crowd a plank of four slots; every newcomer makes the last one fall. Stay on it, or fall late."
PLAYERS = (2, 3, 4)
PART_GAMES = 200_000
"""Games in one part of a run: about a second of simple play."""
