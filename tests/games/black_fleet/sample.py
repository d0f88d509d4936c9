"""A sample of games that is played compiled and uncompiled (`test_same_uncompiled.py`)."""

POOL = ("random", "greedy", "commodore")
RANDOM, GREEDY, COMMODORE = range(3)
SAMPLE = (
    (3, (RANDOM, GREEDY, COMMODORE), 2, 1, {}),
    (4, (COMMODORE, GREEDY, GREEDY, RANDOM), 1, 1, {"victory_cost": 20}),
    (3, (RANDOM, RANDOM, RANDOM), 3, 3, {"max_rounds": 6, "entry_cost": 0}),
    (4, (GREEDY, COMMODORE, GREEDY, COMMODORE), 2, 1, {"hand_limit": 1, "start_fortune": 3, "load": 2}),
    (3, (GREEDY, COMMODORE, RANDOM), 2, 1, {"gift_fortune": 9}),
)
"""Players, line-up, number of games, rotations, settings."""
