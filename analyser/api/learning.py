"""Strategies that are learned."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from analyser.api.options import Options, runner_of, spec_of
from analyser.core.errors import BadInput

if TYPE_CHECKING:
    from analyser.experiments.learn import Learned

LEARNED = Path("learned.py")


def learn(
    game: str,
    out: Path = LEARNED,
    *,
    again: str = "",
    began: Callable[[int], None] = lambda games: None,
    **options: Unpack[Options],
) -> Learned:
    """Learn a strategy for a game, write it to a file, and race it against the field.

    `games`: how many are played to try choices; a minute or two's worth if left out. Interrupted, the same call goes on
    where it stopped: `again` is how a user types it. `began` is told how many games there will be.
    """
    from analyser.experiments.learn import LEAST_GAMES
    from analyser.experiments.learn import learn as learned

    games = options.get("games")
    if games is not None and games < LEAST_GAMES:
        raise BadInput(f"--games {games} is refused. Allowed: {LEAST_GAMES} or more, or nothing is learned.")
    if out.suffix != ".py" or not out.parent.is_dir():
        raise BadInput(f"--out {out} is refused. Allowed: a file in a folder that exists, with the ending .py.")
    return learned(spec_of(game, options), games, out, again, runner_of(options), began)
