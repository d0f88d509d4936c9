"""Games played once more, uncompiled: on a table that was used before, those of the committed baseline, and a few whose
every column is committed (`golden.py`).
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from analyser.core import paths
from analyser.drift.baseline import read_baseline
from analyser.drift.outcomes import outcomes_of
from analyser.kernel.columns import KERNEL_GAME_COLUMNS
from analyser.simulation.engine import State
from analyser.simulation.part import errors_as_compiled, play_part
from tests.games.golden import REWRITES, read_golden, write_golden
from tests.games.kernel_play import Games, Kernel, same_seats


def assert_a_used_table_is_as_good_as_new(kernel: Kernel, n_players: int, **settings: Any) -> None:
    """Two games at one table, and the second at a fresh one: nothing of the first is left."""
    engine = kernel.engine_of(["random"])
    used = State(kernel.game, kernel.defaults | settings, n_players)
    fresh = State(kernel.game, kernel.defaults | settings, n_players)
    with errors_as_compiled():
        kernel.play(engine, same_seats(1, n_players), first=0, room=used)
        second = kernel.play(engine, same_seats(1, n_players), first=1, room=used)
        alone = kernel.play(engine, same_seats(1, n_players), first=1, room=fresh)
    assert _columns(second) == _columns(alone)


def assert_all_columns_are_as_stored(kernel: Kernel, path: Path, cases: dict[str, Any]) -> None:
    """Two random games of each case, with the fewest players and the most; a column that differs is named."""
    engine, found = kernel.engine_of(["random"]), {}
    for name, settings in cases.items():
        for n_players in {min(kernel.players), max(kernel.players)}:
            with errors_as_compiled():
                games = kernel.play(engine, same_seats(2, n_players), 3, **settings)
            found |= {f"{name}, {n_players} players, {column}": rows for column, rows in _columns(games).items()}
    if REWRITES:
        write_golden(path, found)
    stored = read_golden(path)
    assert stored.keys() == found.keys()
    assert {name: rows for name, rows in found.items() if rows != stored[name]} == {}


def _columns(games: Games) -> dict[str, list[Any]]:
    return {name: column.tolist() for name, column in (games.game | games.seat).items()}


def assert_the_baseline_s_first_games_come_out_as_stored(name: str, n_games: int) -> None:
    """The gate's own games, uncompiled: who won, the scores, the length, the number of decisions."""
    baseline = read_baseline(paths.REPORTS / "baselines" / f"{name}.json")
    job = replace(baseline.job(), games=n_games, part_games=n_games)
    part = play_part(job, 0, 600.0, None, lambda n: None)
    fingerprints = outcomes_of(job, [part]).fingerprints()
    stored = np.frombuffer(baseline.fingerprints, np.uint8).reshape(-1, 3)[:n_games]
    assert fingerprints.tolist() == stored.tolist(), list(KERNEL_GAME_COLUMNS.values())
