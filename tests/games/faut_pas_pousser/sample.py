"""A sample of games that is played compiled and uncompiled (`test_same_uncompiled.py`)."""

POOL = ("random", "greedy", "passes:turn=2")
RANDOM, GREEDY, PASSES = range(3)
SAMPLE = (
    (2, (RANDOM, RANDOM), 6, 1, {}),
    (3, (RANDOM, RANDOM, RANDOM), 6, 1, {}),
    (4, (RANDOM, RANDOM, RANDOM, RANDOM), 6, 1, {}),
    (2, (GREEDY, RANDOM), 5, 1, {}),
    (3, (RANDOM, GREEDY, PASSES), 5, 1, {}),
    (4, (PASSES, GREEDY, RANDOM, GREEDY), 4, 1, {}),
    (2, (GREEDY, PASSES), 4, 1, {"captain_bonus": 4, "pile_size": 3, "neutral_tie": "crew-order"}),
    (3, (GREEDY, RANDOM, RANDOM), 4, 1, {"pirate_values": [2, 4, 7, 8, 11, 15], "equal_points": "youngest"}),
    (4, (RANDOM, PASSES, RANDOM, RANDOM), 4, 1, {"actions": [3, 0, -1, 1, -2], "plank_points": [99, 9, 0, 6]}),
    (2, (GREEDY, RANDOM), 4, 2, {"ages": "reverse"}),
    (3, (PASSES, RANDOM, RANDOM), 6, 3, {}),
    (4, (RANDOM, RANDOM, GREEDY, RANDOM), 8, 4, {"ages": "seat-order", "pile_size": 5}),
)
"""Players, line-up, number of games, rotations, settings."""
