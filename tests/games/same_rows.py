"""Prints the rows of a game's sample, compiled or not, as JSON: `python -m tests.games.same_rows black_fleet`."""

import json
import sys
from importlib import import_module
from typing import Any

import numpy as np


def rows_of(package: str) -> list[dict[str, Any]]:
    """Every recorded value of every game of the sample."""
    sample, games = (import_module(f"tests.games.{package}.{name}") for name in ("sample", "kernel_games"))
    engine, rows = games.engine_of(sample.POOL), []
    for number, (_, lineup, n_games, rotations, settings) in enumerate(sample.SAMPLE):
        lineups = np.array([lineup] * n_games, np.uint8)
        with np.errstate(over="ignore"):
            played = games.play(engine, lineups, seed=number, rotations=rotations, **settings)
        rows.append({name: values.tolist() for table in played for name, values in table.items()})
    return rows


if __name__ == "__main__":
    print(json.dumps(rows_of(sys.argv[1])))
