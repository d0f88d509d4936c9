"""Plays games in this process, without a run on disk."""

from io import BytesIO
from typing import Any

import polars as pl
from cli.commands import GAME

from analyser.job import Job, make_job
from analyser.playing import Part, play_part
from analyser.registry import find_game


def job_of(strategies: str, games: int, **more: Any) -> Job:
    """A job of one part."""
    return make_job(find_game(GAME), strategies=strategies, games=games, **({"part_games": games} | more))


def play(job: Job, number: int = 0) -> Part:
    """One part of a job."""
    return play_part(job, number, 10.0, None, lambda _: None)


def table(part: Part, name: str) -> pl.DataFrame:
    """A table of a part, read back with Polars."""
    return pl.read_parquet(BytesIO(part.tables[name]))
