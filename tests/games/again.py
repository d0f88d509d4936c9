"""Games played once more, uncompiled: on a table that was used before, and those of the committed baseline."""

from dataclasses import replace
from typing import Any

import numpy as np
from kernel_play import Games, Kernel, same_seats

from analyser import places
from analyser.columns import KERNEL_GAME_COLUMNS
from analyser.drift.baseline import read_baseline
from analyser.drift.outcomes import outcomes_of
from analyser.engine import Table
from analyser.playing import UNCOMPILED_ERRORS, play_part


def assert_a_used_table_is_as_good_as_new(kernel: Kernel, n_players: int, **settings: Any) -> None:
    """Two games at one table, and the second at a fresh one: nothing of the first is left."""
    engine = kernel.engine_of(["random"])
    used = Table(kernel.game, kernel.defaults | settings, n_players)
    fresh = Table(kernel.game, kernel.defaults | settings, n_players)
    with np.errstate(**UNCOMPILED_ERRORS):
        kernel.play(engine, same_seats(1, n_players), first=0, room=used)
        second = kernel.play(engine, same_seats(1, n_players), first=1, room=used)
        alone = kernel.play(engine, same_seats(1, n_players), first=1, room=fresh)
    assert _columns(second) == _columns(alone)


def _columns(games: Games) -> dict[str, list[Any]]:
    return {name: column.tolist() for name, column in (games.game | games.seat).items()}


def assert_the_baseline_s_first_games_come_out_as_stored(name: str, n_games: int) -> None:
    """The gate's own games, uncompiled: who won, the scores, the length, the number of decisions."""
    baseline = read_baseline(places.REPORTS / "baselines" / f"{name}.json")
    job = replace(baseline.job(), games=n_games, part_games=n_games)
    part = play_part(job, 0, 600.0, None, lambda n: None)
    marks = outcomes_of(job, [part]).marks()
    stored = np.frombuffer(baseline.marks, np.uint8).reshape(-1, 3)[:n_games]
    assert marks.tolist() == stored.tolist(), list(KERNEL_GAME_COLUMNS.values())
