"""Plays games in this process, without a run on disk."""

from typing import Any

import polars as pl

from analyser.games.loader import find_game
from analyser.simulation.job import Job, make_job
from analyser.simulation.part import Part, play_part
from tests.cli.commands import GAME


def job_of(strategies: str, games: int, **more: Any) -> Job:
    """A job of one part."""
    return make_job(find_game(GAME), strategies=strategies, games=games, **({"part_games": games} | more))


def play(job: Job, number: int = 0, with_rows: bool = True) -> Part:
    """One part of a job."""
    return play_part(job, number, 10.0, None, lambda _: None, with_rows)


def table(part: Part, name: str) -> pl.DataFrame:
    """A table of a part."""
    return part.tables[name]
