"""Faut pas pousser: stay on the plank (Didier Jacobée, Sweet November, 2012)."""

TITLE = "Faut pas pousser"
IDEA = "Pirates crowd a plank of four slots; every newcomer makes the last one fall. Stay on it, or fall late."
PLAYERS = (2, 3, 4)
SETTINGS = (
    "pirate_values",
    "actions",
    "ages",
    "pile_size",
    "plank_points",
    "captain_bonus",
    "equal_points",
    "neutral_tie",
    "blank_action",
    "blank_seat",
)
"""What its rules look up in `settings.toml`."""
PART_GAMES = 200_000
"""Games in one part of a run: about a second of simple play."""

BENCH = ("random", "greedy", "greedy-list")
"""What `analyse bench` plays: drawn, scored, and chosen from the whole list."""
BENCH_COMMANDS = (
    ("--strategies greedy --games 1000", False),
    ("--strategies greedy --games 1000", True),
    ("--strategies random --games 10000000", False),
    ("--strategies greedy --games 1000000", False),
)
"""Whole commands that it times, and whether with an empty cache of compiled code."""
