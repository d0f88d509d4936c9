"""Watches a game being played uncompiled: whether its choices are those asked for, and whether `redeal` is honest.

Compiled rules cannot be watched, so a process of its own does it: see `other_process`.
"""

from collections import Counter
from typing import NamedTuple

import numpy as np

from analyser.games.loader import find_game
from analyser.kernel import policies
from analyser.kernel.backend import COMPILED
from analyser.kernel.intrinsics import Record
from analyser.kernel.rng import game_key, stream
from analyser.kernel.rollouts import REDEALING
from analyser.simulation.job import make_job
from analyser.simulation.part import OneTable, errors_as_compiled, explained

GAMES = 30
REDEALS = 3
OFFERED = ("least_", "most_", "n_offers_", "offers_", "params", "me")
"""Fields that say what is asked, not what is known."""


class Seen(NamedTuple):
    """What was seen of some games."""

    decisions: int
    misses: int
    """Decisions in which another number of choices was listed than asked for."""
    leaks: int
    """Decisions in which a redeal changed what the seat knows."""
    odd: list[str]
    """Hidden values that are redealt at another rate than is true."""


class Watcher:
    """Looks at every decision of some games."""

    def __init__(self, game: str, players: int) -> None:
        self.game = find_game(game)
        self.job = make_job(self.game, players, "random", None, None, GAMES)
        self.table = OneTable(self.job, GAMES)
        self.decide = policies.decide
        self.decisions = self.misses = self.leaks = 0
        self.true: Counter[str] = Counter()
        self.redealt: Counter[str] = Counter()

    def watch(self) -> Seen:
        """What was seen."""
        policies.decide = self.look
        try:
            with errors_as_compiled():
                self.table.play(self.job.plan.seating(0, GAMES, 1), 0, 0, GAMES)
        except Exception as problem:
            raise explained(self.job, self.table.state.workspace, problem) from None
        finally:
            policies.decide = self.decide
        return Seen(self.decisions, int(self.misses), int(self.leaks), self.odd())

    def look(self, table: Record, workspace: Record, seat: int, kind: int, n_choices: int) -> int:
        """A decision: its list, and what redealing changes; then the random player decides."""
        self.decisions += 1
        table.me = seat
        self.misses += int(self.game.rules.lists[kind](table, workspace.choices)) != n_choices
        self.deal_again(table, workspace, seat)
        return self.decide(table, workspace, seat, kind, n_choices)

    def deal_again(self, table: Record, workspace: Record, seat: int) -> None:
        """Redeal some times, look at what the seat sees, and put all back."""
        hidden = self.table.state.hidden
        before, seen, luck = hidden.copy(), table.copy(), workspace.luck.copy()
        # What the seat sees is shown to it again after each redeal: the first one shows it as it is.
        self.note(self.true, before, seat)
        views = []
        for k in range(REDEALS):
            workspace.luck[REDEALING] = stream(game_key(k, int(workspace.game) * 1000 + self.decisions), REDEALING)
            self.game.rules.redeal(table, hidden, seat, workspace)
            views.append(self.known(table))
            if k == 0:
                self.note(self.redealt, hidden, seat)
        self.leaks += any(one != views[0] for one in views)
        for record, old in ((hidden, before), (table, seen)):
            for name in old.dtype.names:
                record[name] = old[name]
        workspace.luck[:] = luck

    def known(self, table: Record) -> bytes:
        """All that the view holds, but for what is offered."""
        return b"".join(table[name].tobytes() for name in table.dtype.names if name not in OFFERED)

    def note(self, into: Counter[str], hidden: Record, seat: int) -> None:
        """The hidden numbers that the game declares itself."""
        for name in hidden.dtype.names:
            if name != "picks_" and hidden[name].dtype.names is None:
                for place, value in enumerate(np.atleast_1d(hidden[name]).ravel().tolist()):
                    into[f"{name} {int(place == seat)} {value}"] += 1

    def odd(self) -> list[str]:
        """Values that are truly there and hardly ever redealt, or the other way round."""
        found = []
        for key in {*self.true, *self.redealt}:
            true, again = self.true[key], self.redealt[key]
            if true + again >= 40 and min(true, again) * 8 < max(true, again):
                found.append(f"{key.split()[0]} = {key.split()[2]}: {true} times in truth, {again} times redealt")
        return sorted(found)


def watched(game: str, players: int) -> Seen:
    """What was seen in some games. Must run uncompiled."""
    assert not COMPILED
    return Watcher(game, players).watch()
