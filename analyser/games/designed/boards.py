"""What a board can be asked: worked out once, as arrays."""

from collections import deque

import numpy as np
from numpy.typing import NDArray

from analyser.games.components import NOBODY, Board

Answers = dict[str, NDArray[np.int64]]


def answers(board: Board) -> Answers:
    """The neighbours of each cell, and the steps between any two; -1 where there is no way."""
    around: list[list[int]] = [[] for _ in range(board.n_cells)]
    for one, other in board.edges:
        around[one].append(other)
        around[other].append(one)
    widest = max(map(len, around), default=0)
    neighbour = np.full((board.n_cells, max(1, widest)), NOBODY)
    beside = np.zeros((board.n_cells, board.n_cells), np.int64)
    for cell, others in enumerate(around):
        neighbour[cell, : len(others)] = sorted(others)
        beside[cell, others] = 1
    cells = np.arange(board.n_cells)
    return {
        "neighbour": neighbour,
        "n_neighbours": np.array([len(one) for one in around]),
        "are_neighbours": beside,
        "distance": np.array([_steps_from(cell, around) for cell in range(board.n_cells)]),
        "row": cells // max(1, board.columns),
        "column": cells % max(1, board.columns),
    }


def _steps_from(start: int, around: list[list[int]]) -> list[int]:
    steps = [NOBODY] * len(around)
    steps[start] = 0
    todo = deque([start])
    while todo:
        cell = todo.popleft()
        for other in around[cell]:
            if steps[other] == NOBODY:
                steps[other] = steps[cell] + 1
                todo.append(other)
    return steps
