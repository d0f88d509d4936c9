"""Sums as they are stored with `--keep summary`: whole numbers by name. The same games give the same bytes, in
whatever parts and by whomever they were played.
"""

from dataclasses import fields
from typing import Any

import numpy as np

from analyser.aggregate.tally import BY_CELL, CELL, Shares, Tally
from analyser.columns import OUTCOMES
from analyser.errors import RunFailed
from analyser.job import Job
from analyser.registry import find_game

WHOLE = ("n_games", "n_blocks", "decisions")


def to_stored(total: Tally) -> dict[str, Any]:
    """The sums as plain numbers and lists."""
    return {one.name: _plain(getattr(total, one.name)) for one in fields(Tally)}


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items()}
    if isinstance(value, Shares):
        return {name: one.tolist() for name, one in vars(value).items()}
    return value.tolist() if isinstance(value, np.ndarray) else int(value)


def from_stored(stored: dict[str, Any], job: Job, where: str) -> Tally:
    """The sums of a job's games, if that is what was stored."""
    try:
        total = _read(stored, job)
    except (KeyError, TypeError, ValueError, OverflowError) as problem:
        raise RunFailed(f"{where} does not hold the sums of this run: {problem}. Nothing was changed.") from None
    done = -(-total.n_games // job.part_games) * job.part_games
    if not 0 < total.n_games <= job.games or total.n_games != min(done, job.games):
        raise RunFailed(f"{where} has {total.n_games} games, which end no part of the run. Nothing was changed.")
    return total


def _read(stored: dict[str, Any], job: Job) -> Tally:
    n_seats, n_pool, game = job.players, len(job.strategies), find_game(job.game)
    counted = {one.name: (len(one.counts), len(one.values[0])) for one in game.sums()}
    return Tally(
        **{name: int(stored[name]) for name in WHOLE},
        outcomes=_array(stored["outcomes"], len(OUTCOMES)),
        rounds=_array(stored["rounds"], -1),
        seats=_shares(stored["seats"], n_seats),
        strategies=_shares(stored["strategies"], n_pool),
        by_seat=_array(stored["by_seat"], CELL, n_pool, n_seats),
        by_column={name: _array(stored["by_column"][name], BY_CELL, -1) for name in game.breakdowns()},
        counted={name: _array(stored["counted"][name], *shape) for name, shape in counted.items()},
    )


def _shares(stored: dict[str, Any], n: int) -> Shares:
    return Shares(_array(stored["wins"], n), _array(stored["plays"], n), _array(stored["products"], 3, n, n))


def _array(stored: Any, *shape: int) -> Any:
    found = np.array(stored, dtype=np.int64)
    if found.ndim != len(shape) or any(n not in (-1, m) for n, m in zip(shape, found.shape, strict=True)):
        raise ValueError(f"a table of {found.shape} where {shape} was expected")
    return found
