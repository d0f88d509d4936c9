"""What a run holds already, read back: the sums of its rows, or the sums that were kept instead of them."""

from collections.abc import Callable

import numpy as np
import polars as pl

from analyser.aggregate.sums import from_stored, to_stored
from analyser.aggregate.tally import Tally, tally
from analyser.columns import SCORE, WHOLE_WIN, WIN
from analyser.engine import outputs
from analyser.errors import RunFailed
from analyser.job import Job
from analyser.playing import Part, column_rows, summed_tables
from analyser.registry import find_game
from analyser.runs import SUMS, Run

Progress = Callable[[int, Tally | None], None]
"""Called with the games just played and, after a part, the sums so far."""


def sums_so_far(job: Job, run: Run, progress: Progress) -> Tally | None:
    """The sums of all finished parts, each checked."""
    run.verify()
    if run.is_complete:
        run.tidy()
    total: Tally | None = None
    if not run.keeps_rows:
        stored = run.sums()
        total = None if stored is None else from_stored(stored, job, str(run.folder / SUMS))
        progress(0 if total is None else total.n_games, total)
        return total
    for number in range(len(run.checksums)):
        part = stored_tally(job, run, number)
        total = part if total is None else total + part
        progress(part.n_games, total)
    return total


def store(run: Run, part: Part, total: Tally) -> None:
    """Keep a part: its rows, or the sums of all games with it."""
    if run.keeps_rows:
        run.add(part.number, part.tables)
    else:
        run.put_sums(to_stored(total))


def close(job: Job, run: Run, total: Tally, ended_by: str) -> None:
    """All is played. Tables that are sums anyway are written also where no rows are kept, as of one part."""
    if not run.keeps_rows:
        run.checksums = []
        run.add(0, summed_tables(job, 0, total.counted))
    run.finish({"games_played": total.n_games, "ended_by": ended_by, "parts": parts_in(job, total)})


def parts_in(job: Job, total: Tally | None) -> int:
    """How many parts these sums are of."""
    return 0 if total is None else -(-total.n_games // job.part_games)


def stored_tally(job: Job, run: Run, number: int) -> Tally:
    """The sums of a part that is on disk, read back with Polars."""
    by = column_rows(job)
    games = pl.read_parquet(run.part("games", number), columns=["game", "outcome", "winners", "rounds", "decisions"])
    seats = pl.read_parquet(run.part("seats", number), columns=["score", "win", *by])
    first, n_games = job.part_range(number)
    if games.height != n_games or seats.height != n_games * job.players:
        raise RunFailed(f"Part {number} of {run.folder} has {games.height} games instead of {n_games}.")
    game_rows, seat_rows = outputs(find_game(job.game), n_games, job.players)
    for row, name in enumerate(("outcome", "winners", "rounds", "decisions")):
        game_rows[row] = games[name].to_physical().to_numpy()
    seat_rows[SCORE] = seats["score"].to_numpy()
    seat_rows[WIN] = np.rint(seats["win"].to_numpy() * WHOLE_WIN)
    for name, row in by.items():
        seat_rows[row] = seats[name].to_physical().to_numpy()
    lineups = job.plan.seating(first, n_games, job.rotations)
    return tally(game_rows, seat_rows, lineups, len(job.strategies), job.block, by)
