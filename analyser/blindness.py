"""Watches a strategy play: whether it touches the table, or chooses otherwise when what is hidden is dealt anew.

Run uncompiled: `NUMBA_DISABLE_JIT=1 python -m analyser.blindness GAME STRATEGY PLAYERS`.
"""

import json
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from analyser.compiling import COMPILED
from analyser.engine import Engine, Table, outputs
from analyser.errors import AnalyseError
from analyser.job import make_job
from analyser.playing import UNCOMPILED_ERRORS
from analyser.registry import find_game

GAMES = 12
REDEALS = 3


def count_breaches(game_name: str, spec: str, players: int) -> dict[str, int]:
    """How often the strategy was asked again with other hidden things, then chose otherwise, and touched the table."""
    game = find_game(game_name)
    rival = "random"
    job = make_job(game, players, None, ",".join([spec] + [rival] * (players - 1)), "rotate", GAMES)
    engine, room = Engine(game, job.strategies), Table(game, job.values(), players)
    redeal = game.module("table").redeal
    asked = differs = touched = 0

    def watched(chooser: Callable[..., int]) -> Callable[..., int]:
        def choose(table: Any, work: Any) -> int:
            nonlocal asked, differs, touched
            seen = table.tobytes()
            index, luck = _chosen(chooser, table, work)
            touched += table.tobytes() != seen
            before = room.hidden.copy()
            for k in range(REDEALS):
                redeal(table, room.hidden, int(table.me), np.random.Generator(np.random.PCG64([int(work.game), k])))
                again, _ = _chosen(chooser, table, work)
                asked += 1
                differs += index != again
            for name in before.dtype.names:
                room.hidden[name] = before[name]
            work.luck[:] = luck
            return index

        return choose

    for kind in range(engine.choosers.shape[1]):
        if engine.choosers[0, kind]:
            engine.choosers[0, kind] = watched(engine.choosers[0, kind])
    games, seats = outputs(game, GAMES, players)
    lineups = job.plan.seating(0, GAMES, 1)
    records = (room.table, room.hidden, room.work)
    with np.errstate(**UNCOMPILED_ERRORS):
        engine.play(job.seed, 0, 0, GAMES, 1, lineups, engine.choosers, engine.traits, *records, games, seats)
    return {"asked": asked, "differs": differs, "touched": touched}


def _chosen(chooser: Callable[..., int], table: Any, work: Any) -> tuple[int, Any]:
    """A choice, leaving the luck as it was, and the luck after it."""
    before = work.luck.copy()
    index = int(chooser(table, work))
    after = work.luck.copy()
    work.luck[:] = before
    return index, after


if __name__ == "__main__":
    assert not COMPILED, "set NUMBA_DISABLE_JIT=1"
    try:
        sys.stdout.write(json.dumps(count_breaches(sys.argv[1], sys.argv[2], int(sys.argv[3]))))
    except AnalyseError as problem:
        sys.exit(str(problem))
