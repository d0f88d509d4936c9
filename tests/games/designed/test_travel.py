"""A game of one's own travels with a job: a worker unpacks it and plays the very same games."""

import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from analyser.games.loader import find_game
from analyser.simulation.job import make_job
from analyser.simulation.job_bundle import pack
from analyser.simulation.part import Part, PartTask, as_it_is, play_part
from tests.games.designed.conftest import EXAMPLES

WORKER = """
import pickle, sys
from analyser.simulation.job_bundle import play_elsewhere
sys.stdout.buffer.write(pickle.dumps(play_elsewhere(pickle.load(sys.stdin.buffer), 0)))
"""


@pytest.mark.parametrize(
    ("name", "specs"), [("pig", "hold,random"), ("kuhn", "nash,lookahead:games=8,others=random(nash)")]
)
def test_a_worker_plays_the_same_games(name: str, specs: str, tmp_path: Path) -> None:
    """In a process of its own, in an empty folder, that knows nothing of the game."""
    import pickle

    job = make_job(find_game(str(EXAMPLES / name)), 2, specs, None, None, 60, part_games=60)
    here = play_part(job, 0, 10, None, lambda n: None)
    bundle = pickle.dumps(pack(PartTask(job, 10.0, True, as_it_is)))
    done = subprocess.run(
        [sys.executable, "-c", WORKER], input=bundle, cwd=tmp_path, capture_output=True, check=False, env=clean()
    )
    there = pickle.loads(done.stdout) if done.returncode == 0 else done.stderr.decode()
    assert isinstance(there, Part), there
    for table in ("games", "seats"):
        assert isinstance(there.tables[table], pl.DataFrame) and there.tables[table].equals(here.tables[table])


def clean() -> dict[str, str]:
    """The environment of a machine on which nobody has typed the game's path."""
    import os

    return {key: value for key, value in os.environ.items() if key != "ANALYSE_GAME_PATH"}
