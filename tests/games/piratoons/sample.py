"""A sample of games that is played compiled and uncompiled (`test_same_uncompiled.py`)."""

POOL = ("random", "quartermaster", "saver")
RANDOM, QUARTERMASTER, SAVER = range(3)
SAMPLE = (
    (2, (RANDOM, RANDOM), 6, 1, {}),
    (3, (RANDOM, RANDOM, RANDOM), 6, 1, {"knock_enemy": 0.2, "drop_own": 0.2}),
    (4, (RANDOM, RANDOM, RANDOM, RANDOM), 6, 1, {"reaction_by_seat": [40, -30, 0, 10]}),
    (2, (QUARTERMASTER, RANDOM), 3, 1, {"open_purses": True}),
    (3, (RANDOM, QUARTERMASTER, SAVER), 3, 1, {"second_after_tie": False, "start_doubloons": 10}),
    (4, (QUARTERMASTER, SAVER, RANDOM, QUARTERMASTER), 4, 1, {}),
    (4, (SAVER, SAVER, SAVER, SAVER), 3, 1, {"crew": 8, "start_doubloons": 10}),
    (2, (QUARTERMASTER, RANDOM), 2, 2, {}),
    (3, (RANDOM, RANDOM, SAVER), 3, 3, {"plunder_ticks": 5, "captain_delay": 3, "halve_again": False}),
    (4, (RANDOM, SAVER, QUARTERMASTER, RANDOM), 3, 1, {"zero_majority": True, "full_ships_lose": True}),
    (4, (RANDOM, RANDOM, RANDOM, SAVER), 5, 1, {"equal_points": "richest", "end_places": [2, 1, 0], "end_barrels": 2}),
    (4, (RANDOM, QUARTERMASTER, RANDOM, RANDOM), 4, 4, {}),
    (3, (QUARTERMASTER, SAVER, RANDOM), 3, 1, {"gift_tile": 8}),
    (2, (QUARTERMASTER, SAVER), 3, 1, {"gift_tile": 1, "gift_round": 8, "gift_points": 2, "uncounted": 21}),
)
"""Players, line-up, number of games, rotations, settings."""
