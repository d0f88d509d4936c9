"""Prints the rows of a fixed sample of games as JSON: the same whether compiled or not (`test_same_uncompiled.py`)."""

import json
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from black_fleet.kernel_games import engine_of, play

POOL = ("random", "greedy", "commodore")
RANDOM, GREEDY, COMMODORE = range(3)
SAMPLE = (
    (3, (RANDOM, GREEDY, COMMODORE), 2, 1, {}),
    (4, (COMMODORE, GREEDY, GREEDY, RANDOM), 1, 1, {"victory_cost": 20}),
    (3, (RANDOM, RANDOM, RANDOM), 3, 3, {"max_rounds": 6, "entry_cost": 0}),
    (4, (GREEDY, COMMODORE, GREEDY, COMMODORE), 2, 1, {"hand_limit": 1, "start_fortune": 3, "load": 2}),
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
