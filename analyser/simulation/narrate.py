"""Plays one game uncompiled, with a listener that describes it."""

from collections.abc import Callable

from analyser.core.errors import BadInput
from analyser.games.loader import find_game
from analyser.kernel.columns import OUTCOME, OUTCOMES, RANK, WHOLE_WIN
from analyser.kernel.intrinsics import LISTENERS, Event
from analyser.kernel.loop import Lineups, Rows
from analyser.simulation.job import Job
from analyser.simulation.part import OneTable, errors_as_compiled, explained


def tell_game(job: Job, number: int, say: Callable[[str], None]) -> dict[str, object]:
    """Describe game `number` of a job; returns its result."""
    if not 0 <= number < job.games:
        raise BadInput(f"--game-number {number} is not in the run: it has games 0 to {job.games - 1}.")
    game = find_game(job.game)
    lineup = job.plan.seating(number, 1, job.rotations)
    names = [job.strategies[one].spec for one in lineup[0]]
    say(f"{game.title}, {job.players} players: game {number} of seed {job.seed}.")
    for caveat in game.caveats:
        say(f"Caveat: {caveat}.")
    story = game.rules.story(names, say, game.data_folder)
    games, seats = _play_aloud(job, number, lineup, story.on_event)
    result = [
        {"seat": seat + 1, "strategy": name, "score": score, "rank": rank, "win": won / WHOLE_WIN}
        for seat, (name, score, won, rank) in enumerate(zip(names, *seats[: RANK + 1].tolist(), strict=True))
    ]
    winners = ", ".join(f"seat {one['seat']} ({one['strategy']})" for one in result if one["win"])
    say(f"Winner: {winners}." if winners else "Nobody wins.")
    facts = {"game": number, "caveats": list(game.caveats), "outcome": OUTCOMES[games[OUTCOME, 0]]}
    return facts | {"seats": result}


def _play_aloud(job: Job, number: int, lineup: Lineups, on_event: Event) -> tuple[Rows, Rows]:
    """Play the game with a listener; returns what the kernel records."""
    table = OneTable(job)
    LISTENERS.append(on_event)
    try:
        with errors_as_compiled():
            table.play(lineup, number)
    except Exception as problem:
        raise explained(job, table.state.workspace, problem) from None
    finally:
        LISTENERS.remove(on_event)
    return table.games, table.seats
