"""Prints the rows of a fixed sample of games as JSON: the same whether compiled or not (`test_same_uncompiled.py`)."""

import json
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from la_planche.kernel_games import engine_of, play

POOL = ("random", "protector")
RANDOM, PROTECTOR = range(2)
SAMPLE = (
    (2, (RANDOM, RANDOM), 5, 1, {}),
    (3, (RANDOM, RANDOM, RANDOM), 5, 1, {"push": "row"}),
    (4, (RANDOM, RANDOM, RANDOM, RANDOM), 5, 1, {"push_target": "any-group"}),
    (2, (PROTECTOR, RANDOM), 3, 1, {"plank_length": 24, "vane": "no-skulls"}),
    (3, (RANDOM, PROTECTOR, RANDOM), 3, 1, {"push_target": "any-group", "push": "row"}),
    (4, (PROTECTOR, RANDOM, RANDOM, PROTECTOR), 3, 1, {"plank_length": 17, "vane": "opposite"}),
    (2, (RANDOM, RANDOM), 3, 1, {"series": True}),
    (3, (RANDOM, PROTECTOR, RANDOM), 2, 1, {"series": True, "series_starter": "rotate"}),
    (4, (RANDOM, RANDOM, RANDOM, RANDOM), 3, 1, {"max_turns": 20}),
    (2, (PROTECTOR, RANDOM), 2, 2, {}),
    (3, (RANDOM, RANDOM, RANDOM), 3, 3, {}),
    (4, (RANDOM, PROTECTOR, RANDOM, RANDOM), 4, 4, {}),
)
"""Players, line-up, number of games, rotations, settings."""


def sample_rows():
    """Every recorded value of every game of the sample."""
    engine, rows = engine_of(POOL), []
    for number, (_, lineup, n_games, rotations, settings) in enumerate(SAMPLE):
        lineups = np.array([lineup] * n_games, np.uint8)
        with np.errstate(over="ignore"):
            played = play(engine, lineups, seed=number, rotations=rotations, **settings)
        rows.append({name: values.tolist() for table in played for name, values in table.items()})
    return rows


if __name__ == "__main__":
    print(json.dumps(sample_rows()))
