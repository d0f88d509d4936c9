"""Plays a game's kernel without anything around it."""

import numpy as np

from analyser.games.definition import Game
from analyser.games.settings import defaults
from analyser.kernel.intrinsics import POLICY
from analyser.kernel.loop import Rows
from analyser.kernel.workspace import N_POLICY_PARAMS
from analyser.simulation.engine import State, kernel_entry, outputs


def rows_of(game: Game, n: int, players: int = 2) -> tuple[Rows, Rows]:
    """The rows of n random games."""
    state = State(game, defaults(game.settings()), players)
    games, seats = outputs(game, n, players)
    pool = (np.zeros((n, players), np.uint8), np.zeros((1, 1), POLICY), np.zeros((1, N_POLICY_PARAMS)))
    kernel_entry(game).load()(1, 0, 0, n, 1, *pool, state.table, state.hidden, state.workspace, games, seats)
    return games, seats
