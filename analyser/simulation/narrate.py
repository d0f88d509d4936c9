"""Plays one game uncompiled, with a listener that describes it."""

from collections.abc import Callable

from analyser.core.errors import BadInput
from analyser.games.loader import find_game
from analyser.kernel.columns import OUTCOME, OUTCOMES, RANK, WHOLE_WIN
from analyser.kernel.intrinsics import LISTENERS, Event, Record
from analyser.kernel.loop import Lineups, Rows
from analyser.kernel.rollouts import STUDIED
from analyser.simulation.job import Job
from analyser.simulation.part import OneTable, errors_as_compiled, explained
from analyser.simulation.scripts import Hope, Script, script_of


def tell_game(job: Job, number: int, say: Callable[[str], None]) -> dict[str, object]:
    """Describe game `number` of a job; returns its result."""
    if not 0 <= number < job.games:
        raise BadInput(f"--game-number {number} is not in the run: it has games 0 to {job.games - 1}.")
    game = find_game(job.game)
    lineup = job.plan.seating(number, 1, job.rotations)
    names = [job.strategies[one].spec for one in lineup[0]]
    say(f"{game.title}, {job.players} players: game {number} of seed {job.seed}.")
    for caveat in game.all_caveats:
        say(f"Caveat: {caveat}.")
    story = game.rules.story(names, say, game.data_folder)
    games, seats = play_aloud(job, number, lineup, story.on_event, say)
    result = [
        {"seat": seat + 1, "strategy": name, "score": score, "rank": rank, "win": won / WHOLE_WIN}
        for seat, (name, score, won, rank) in enumerate(zip(names, *seats[: RANK + 1].tolist(), strict=True))
    ]
    winners = ", ".join(f"seat {one['seat']} ({one['strategy']})" for one in result if one["win"])
    say(f"Winner: {winners}." if winners else "Nobody wins.")
    facts = {"game": number, "caveats": list(game.all_caveats), "outcome": OUTCOMES[games[OUTCOME, 0]]}
    return facts | {"seats": result}


def _following(table: OneTable, script: Script, on_event: Event, say: Callable[[str], None]) -> Event:
    """Let a game follow its script, and tell before each scripted choice what was expected of it."""
    workspace, hopes = table.state.workspace, list(script.hopes)
    workspace.studied, workspace.scripted = STUDIED, len(script.choices)
    workspace.script[: len(script.choices)] = script.choices

    def on_event_after_hope(event: int, table: Record, first: int, second: int, third: int) -> None:
        while hopes and hopes[0].decision <= workspace.decisions:
            say(told_hope(hopes.pop(0)))
        on_event(event, table, first, second, third)

    return on_event_after_hope


def told_hope(hope: Hope) -> str:
    """What a seat expected of its choice."""
    mine, favourite = (f"{100 * share:.0f} %" for share in (hope.mine, hope.favourite))
    text = (
        f"  Seat {hope.seat + 1} looks ahead ({hope.choices} choices tried, the last two in {hope.rollouts} games each)"
    )
    if hope.mine == hope.favourite:
        return f"{text}: it wins {mine} of them so."
    return f"{text}: it wins {mine} of them so, {favourite} with the favourite of its base."


def play_aloud(
    job: Job,
    number: int,
    lineup: Lineups,
    on_event: Event,
    say: Callable[[str], None],
    look_at: Callable[[Record], None] = lambda workspace: None,
) -> tuple[Rows, Rows]:
    """Play the game with a listener; returns what the kernel records. `look_at` is shown the workspace before."""
    table = OneTable(job)
    look_at(table.state.workspace)
    if table.engine.looks_ahead:
        on_event = _following(table, script_of(job, number), on_event, say)
    LISTENERS.append(on_event)
    try:
        with errors_as_compiled():
            table.play(lineup, number)
    except Exception as problem:
        raise explained(job, table.state.workspace, problem) from None
    finally:
        LISTENERS.remove(on_event)
    return table.games, table.seats
