"""Watches a strategy play: whether it changes the table, or chooses differently when hidden things are dealt again.

Compiled rules cannot be interrupted to deal again, so a process of its own does it: see `other_process`.
"""

from collections.abc import Callable

from analyser.core.arrays import Words
from analyser.games.loader import find_game
from analyser.kernel.backend import COMPILED
from analyser.kernel.intrinsics import Record
from analyser.kernel.rng import game_key, stream
from analyser.kernel.rollouts import REDEALING
from analyser.simulation.job import make_job
from analyser.simulation.part import OneTable, errors_as_compiled

GAMES = 12
REDEALS = 3


def count_breaches(game_name: str, spec: str, players: int) -> dict[str, int]:
    """How often the strategy was asked again with other hidden things, chose differently, and changed the table.
    Must run uncompiled.
    """
    assert not COMPILED
    game = find_game(game_name)
    rival = "random"
    job = make_job(game, players, None, ",".join([spec] + [rival] * (players - 1)), "rotate", GAMES)
    table = OneTable(job, GAMES)
    engine, state = table.engine, table.state
    redeal = game.rules.redeal
    asked = differs = touched = 0

    def watched(policy: Callable[..., int]) -> Callable[..., int]:
        def choose(view: Record, workspace: Record) -> int:
            nonlocal asked, differs, touched
            seen = view.tobytes()
            index, luck = _chosen(policy, view, workspace)
            touched += view.tobytes() != seen
            before = state.hidden.copy()
            for k in range(REDEALS):
                own = workspace.luck[REDEALING]
                workspace.luck[REDEALING] = stream(game_key(k, int(workspace.game)), REDEALING)
                redeal(view, state.hidden, int(view.me), workspace)
                workspace.luck[REDEALING] = own
                again, _ = _chosen(policy, view, workspace)
                asked += 1
                differs += index != again
            for name in before.dtype.names:
                state.hidden[name] = before[name]
            workspace.luck[:] = luck
            return index

        return choose

    for kind in range(engine.policies.shape[1]):
        if engine.policies[0, kind]:
            engine.policies[0, kind] = watched(engine.policies[0, kind])
    with errors_as_compiled():
        table.play(job.plan.seating(0, GAMES, 1), 0, 0, GAMES)
    return {"asked": asked, "differs": differs, "touched": touched}


def _chosen(policy: Callable[..., int], table: Record, workspace: Record) -> tuple[int, Words]:
    """A choice without using up luck, and the luck after it."""
    before = workspace.luck.copy()
    index = int(policy(table, workspace))
    after = workspace.luck.copy()
    workspace.luck[:] = before
    return index, after
