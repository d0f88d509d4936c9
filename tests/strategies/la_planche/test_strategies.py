"""The built-in strategies of La Planche: their files, what they claim to beat, and whether their ideas show."""

import os
import subprocess
import sys
from functools import lru_cache
from typing import Any

import numpy as np
import polars as pl
import pytest

from analyser.games.la_planche.view import COLOURS, suspicion
from analyser.simulation.engine import Engine, State, outputs
from analyser.simulation.job import make_job
from tests.strategies.league import SEED, BuiltIn, League, play

LEAGUE = League(
    "la-planche",
    strong="survivor",
    required=frozenset({"random", "protector", "shark-feeder", "bluffer", "detective", "opportunist"}),
    match_games=6000,
    pool_games=lambda players: 21_000 if players == 2 else 84_000,
    lines=(80, 40),
    equals=("noisy:p=0.000001(protector)", "protector"),
)
"""With three and four players survivor leads detective by 2 to 3 points: 84,000 games make that clear."""
GAME, FILES = LEAGUE.game, LEAGUE.files


def mean_turns(name: str) -> float:
    part = play(make_job(GAME, 4, name, None, "mirror", 1500, seed=SEED, part_games=1500))
    return float(part.tables["games"]["turns"].mean())  # type: ignore[arg-type]


@lru_cache
def after_games(name: str, n_games: int = 300) -> tuple[float, float]:
    """Of seat 0 among three protectors: how often its colour shows at the end, and strangers it dropped a game."""
    job = make_job(GAME, 4, None, f"{name},protector,protector,protector", "fixed", n_games, seed=SEED)
    engine, room = Engine(GAME, job.strategies), State(GAME, dict(job.settings), 4)
    games, seats = outputs(GAME, n_games, 4)
    lineups = job.plan.seating(0, n_games, 1)
    records = (room.table, room.hidden, room.workspace)
    read = fed = 0
    for row in range(n_games):
        engine.play(SEED, 0, row, row + 1, 1, lineups, engine.policies, engine.policy_params, *records, games, seats)
        own = room.hidden.stones[0]
        shown = [suspicion_of(room.table, colour) for colour in range(COLOURS)]
        read += int(int(np.argmax(shown)) == own)
        fed += int(room.table.dropped[0].sum() - room.table.dropped[0, own])
    return read / n_games, fed / n_games


def suspicion_of(table: Any, colour: int) -> int:
    """What `view.suspicion` says of seat 0, asked from Python."""
    return int(getattr(suspicion, "py_func", suspicion)(table, 0, colour))


class TestBuiltIn(BuiltIn):
    pass


class TestIdeas:
    def test_protector_keeps_its_own(self) -> None:
        job = make_job(GAME, 4, None, "protector,random,random,random", "rotate", 2000, seed=SEED, part_games=2000)
        seats = play(job).tables["seats"]
        means = seats.group_by(pl.col("strategy").cast(pl.String)).agg(pl.col("own_left_at_half").mean())
        left = dict(means.iter_rows())
        assert left["protector"] > left["random"] + 1

    def test_shark_feeder_feeds_the_shark(self) -> None:
        assert after_games("shark-feeder")[1] > 1.2 * after_games("protector")[1]

    def test_shark_feeders_play_the_shortest_games(self) -> None:
        turns = {name: mean_turns(name) for name in FILES}
        assert min(turns, key=lambda name: turns[name]) == "shark-feeder"

    def test_bluffer_hides_its_colour(self) -> None:
        assert after_games("bluffer")[0] < after_games("protector")[0] - 0.15

    def test_bluffing_pays_against_those_who_read_colours(self) -> None:
        against_readers = LEAGUE.one_against_the_rest("bluffer", "detective")
        assert against_readers.low[0] > LEAGUE.one_against_the_rest("bluffer", "protector").high[0]

    def test_detective_gains_by_reading(self) -> None:
        """Without zeal it is protector by another name."""
        assert LEAGUE.one_against_the_rest("detective", "protector", games=24_000).low[0] > 1 / 4
        blind = LEAGUE.one_against_the_rest("detective:zeal=0", "protector")
        assert blind.low[0] < 1 / 4 < blind.high[0]


ROWS = f"""
import sys
from analyser.simulation.job import make_job
from analyser.simulation.part import play_part
from analyser.games.loader import find_game
from analyser.storage.parts import as_parquet
job = make_job(find_game("la-planche"), 4, None, None, "balanced", 21, seed={SEED}, part_games=21)
tables = play_part(job, 0, 600.0, None, lambda _: None).tables
sys.stdout.buffer.write(as_parquet(tables["games"]) + as_parquet(tables["seats"]))
"""


class TestUncompiled:
    @pytest.mark.long
    def test_plays_the_same_games(self) -> None:
        """All strategies, 21 games, in processes of their own: the tables are the same to the byte."""
        made = [
            subprocess.run(
                [sys.executable, "-c", ROWS],
                env=os.environ | {"NUMBA_DISABLE_JIT": uncompiled},
                capture_output=True,
                check=True,
                timeout=300,
            ).stdout
            for uncompiled in ("0", "1")
        ]
        assert len(made[0]) > 1000
        assert made[0] == made[1]
