"""Games played once more, uncompiled: on a table that was used before, those of the committed baseline, and a few whose
every column is committed. After a change of the rules that is meant to move numbers, `REWRITE=1` writes these anew.
"""

import json
import os
from dataclasses import replace
from pathlib import Path
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


def assert_all_columns_are_as_stored(kernel: Kernel, path: Path, cases: dict[str, Any]) -> None:
    """Two random games of each case, with the fewest players and the most; a column that differs is named."""
    engine, found = kernel.engine_of(["random"]), {}
    for name, settings in cases.items():
        for n_players in {min(kernel.players), max(kernel.players)}:
            with np.errstate(**UNCOMPILED_ERRORS):
                games = kernel.play(engine, same_seats(2, n_players), 3, **settings)
            found |= {f"{name}, {n_players} players, {column}": rows for column, rows in _columns(games).items()}
    if os.environ.get("REWRITE"):
        lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(rows)}" for name, rows in sorted(found.items()))
        path.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    stored = json.loads(path.read_text(encoding="utf-8"))
    assert stored.keys() == found.keys()
    assert {name: rows for name, rows in found.items() if rows != stored[name]} == {}


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
