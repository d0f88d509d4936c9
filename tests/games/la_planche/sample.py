"""A sample of games that is played compiled and uncompiled (`test_same_uncompiled.py`)."""

POOL = ("random", "protector")
RANDOM, PROTECTOR = range(2)
SAMPLE = (
    (2, (RANDOM, RANDOM), 5, 1, {}),
    (3, (RANDOM, RANDOM, RANDOM), 5, 1, {"push": "contact"}),
    (4, (RANDOM, RANDOM, RANDOM, RANDOM), 5, 1, {"push_target": "any-group"}),
    (2, (PROTECTOR, RANDOM), 3, 1, {"plank_length": 24, "vane": "no-skulls"}),
    (3, (RANDOM, PROTECTOR, RANDOM), 3, 1, {"push_target": "any-group", "push": "contact"}),
    (4, (PROTECTOR, RANDOM, RANDOM, PROTECTOR), 3, 1, {"plank_length": 17, "vane": "independent"}),
    (2, (RANDOM, RANDOM), 3, 1, {"series": True}),
    (3, (RANDOM, PROTECTOR, RANDOM), 2, 1, {"series": True, "series_starter": "rotate"}),
    (4, (RANDOM, RANDOM, RANDOM, RANDOM), 3, 1, {"max_turns": 20}),
    (2, (PROTECTOR, RANDOM), 2, 2, {}),
    (3, (RANDOM, RANDOM, RANDOM), 3, 3, {}),
    (4, (RANDOM, PROTECTOR, RANDOM, RANDOM), 4, 4, {}),
)
"""Players, line-up, number of games, rotations, settings."""
