"""Plays one game uncompiled, with a listener that tells it."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from analyser.columns import OUTCOME, OUTCOMES, RANK, SCORE, WHOLE_WIN, WIN
from analyser.compiling import LISTENERS
from analyser.engine import Engine, Table, outputs
from analyser.errors import BadInput
from analyser.job import MOST_GAMES, Job, make_job
from analyser.playing import UNCOMPILED_ERRORS, explained
from analyser.registry import find_game
from analyser.resuming import job_of_run
from analyser.runs import Run


def job_to_tell(
    run: Path | None,
    game: str | None,
    players: int | None,
    strategies: str | None,
    seats: str | None,
    lineups: str | None,
    assignments: Sequence[str],
    seed: int,
    luck: str,
    folders: Sequence[Path] = (),
) -> Job:
    """The job whose game is told: that of a run, or the one typed."""
    if run is not None:
        return job_of_run(Run.open(run), folders)
    if game is None:
        raise BadInput("analyse play needs --game GAME, or --run DIR. See: analyse games")
    typed = (players, strategies, seats, lineups, MOST_GAMES, None, assignments, seed, luck, None, folders)
    return make_job(find_game(game), *typed)


def tell_game(job: Job, number: int, say: Callable[[str], None]) -> dict[str, Any]:
    """Tell game `number` of a job; returns its result."""
    if not 0 <= number < job.games:
        raise BadInput(f"--game-number {number} is not in the run: it has games 0 to {job.games - 1}.")
    game = find_game(job.game)
    lineup = job.plan.seating(number, 1, job.rotations)
    names = [job.strategies[one].spec for one in lineup[0]]
    say(f"{game.title}, {job.players} players: game {number} of seed {job.seed}.")
    for caveat in game.caveats:
        say(f"Caveat: {caveat}.")
    games, seats = _play_aloud(job, number, lineup, game.module("story").Story(names, say).hear)
    wins = (seats[WIN] / WHOLE_WIN).tolist()
    winners = ", ".join(f"seat {seat} ({names[seat]})" for seat, share in enumerate(wins) if share)
    say(f"Winner: {winners}." if winners else "Nobody wins.")
    return {
        "game": number,
        "caveats": list(game.caveats),
        "lineup": names,
        "outcome": OUTCOMES[games[OUTCOME, 0]],
        "score": seats[SCORE].tolist(),
        "rank": seats[RANK].tolist(),
        "win": wins,
    }


def _play_aloud(job: Job, number: int, lineup: Any, hear: Callable[..., None]) -> tuple[Any, Any]:
    """Play the game while somebody listens; what the kernel records of it."""
    game = find_game(job.game)
    engine, room = Engine(game, job.strategies), Table(game, dict(job.settings), job.players)
    room.work.replays = job.replays
    games, seats = outputs(game, 1, job.players)
    LISTENERS.append(hear)
    try:
        with np.errstate(**UNCOMPILED_ERRORS):
            luck = (job.seed, number, 0, 1, job.sharing)
            engine.play(*luck, lineup, engine.choosers, engine.traits, room.table, room.hidden, room.work, games, seats)
    except Exception as problem:
        raise explained(job, room.work, problem) from None
    finally:
        LISTENERS.remove(hear)
    return games, seats
