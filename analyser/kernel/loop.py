"""Plays game after game: seats the strategies, gives each game its luck, records how it ended."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from analyser.kernel.backend import compiled, compiled_apart
from analyser.kernel.columns import DECISIONS, OUTCOME, RANK, SCORE, SHARED, WHOLE_WIN, WIN, WINNERS, WON
from analyser.kernel.intrinsics import Record
from analyser.kernel.limits import MAX_TRACE
from analyser.kernel.rng import game_key, stream
from analyser.kernel.workspace import (
    N_POLICY_PARAMS,
    NOISE,
    OTHERS,
    OWN,
    POLICY_NOISE,
    POLICY_OTHERS,
    POLICY_OWN,
    POLICY_ROLLOUTS,
)

PlayGame: TypeAlias = Callable[[Record, Record, Record], None]
"""A game's `play_game(table, hidden, workspace)`: plays one game to its end."""
PlayGames: TypeAlias = Callable[..., object]
"""See `play_games`."""
Lineups: TypeAlias = NDArray[np.uint8]
Policies: TypeAlias = NDArray[np.object_]
"""Handles of policies, by strategy and kind of decision."""
Rows: TypeAlias = NDArray[np.int32]


def play_games(play_game: PlayGame) -> PlayGames:
    """The kernel of a game."""

    def play(
        seed: int,
        first: int,
        start: int,
        end: int,
        rotations: int,
        lineups: Lineups,
        policies: Policies,
        policy_params: NDArray[np.float64],
        table: Record,
        hidden: Record,
        workspace: Record,
        games: Rows,
        seats: Rows,
    ) -> None:
        """Play and record the games of rows `start` to `end`; row 0 is game number `first`."""
        n_seats = lineups.shape[1]
        workspace.n_seats = n_seats
        for seat in range(n_seats):
            seat_strategy(workspace, seat, lineups[start, seat], policies, policy_params)
        for row in range(start, end):
            for seat in range(n_seats):
                if lineups[row, seat] != workspace.lineup[seat]:
                    seat_strategy(workspace, seat, lineups[row, seat], policies, policy_params)
            begin_game(workspace, first + row, seed, rotations, n_seats)
            play_game(table, hidden, workspace)
            record_game(workspace, row, n_seats, games, seats)

    return play


@compiled
def seat_strategy(
    workspace: Record, seat: int, strategy: int, policies: Policies, policy_params: NDArray[np.float64]
) -> None:
    """Seat a strategy."""
    workspace.lineup[seat] = strategy
    for kind in range(policies.shape[1]):
        workspace.policies[seat, kind] = policies[strategy, kind]
    for k in range(N_POLICY_PARAMS):
        workspace.policy_params[seat, k] = policy_params[strategy, k]
    if policy_params[strategy, POLICY_ROLLOUTS] > 0:
        seat_rollouts(workspace, seat, OWN, int(policy_params[strategy, POLICY_OWN]), policies, policy_params)
        seat_rollouts(workspace, seat, OTHERS, int(policy_params[strategy, POLICY_OTHERS]), policies, policy_params)


@compiled_apart
def seat_rollouts(
    workspace: Record, seat: int, who: int, row: int, policies: Policies, policy_params: NDArray[np.float64]
) -> None:
    """Remember who plays in the rollouts of a seat that looks ahead."""
    for kind in range(policies.shape[1]):
        workspace.rollout_policies[seat, who, kind] = policies[row, kind]
    for k in range(N_POLICY_PARAMS):
        workspace.rollout_params[seat, who, k] = policy_params[row, k]


@compiled
def begin_game(workspace: Record, game: int, seed: int, rotations: int, n_seats: int) -> None:
    """The luck of a game. With rotations, that many games share a deal, its luck moved on by one seat each time; below
    0 they share it with every seat keeping its luck. With replays, that many games share the deal and nothing else.
    """
    workspace.game = game
    workspace.decisions = 0
    workspace.n_hopes = 0
    workspace.n_traced = 0
    workspace.rotation = game % rotations if rotations > 1 else 0
    workspace.key = game_key(seed, game if rotations == 1 else game // abs(rotations))
    workspace.deal_key = workspace.key if workspace.replays <= 1 else game_key(seed, game // workspace.replays)
    begin_luck_of_seats(workspace, n_seats)


@compiled
def begin_luck_of_seats(workspace: Record, n_seats: int) -> None:
    """The streams that seats decide with."""
    for seat in range(n_seats):
        workspace.luck[seat] = stream(workspace.key, luck_of_seat(workspace, seat, n_seats))
        if workspace.policy_params[seat, POLICY_NOISE] > 0:
            workspace.luck[NOISE + seat] = stream(workspace.key, NOISE + luck_of_seat(workspace, seat, n_seats))


@compiled
def luck_of_seat(workspace: Record, seat: int, n_seats: int) -> int:
    """Whose luck this seat gets in this rotation."""
    owner = seat + workspace.rotation
    return owner - n_seats if owner >= n_seats else owner


@compiled
def seat_of_luck(workspace: Record, owner: int, n_seats: int) -> int:
    """Which seat gets the luck of `owner` in this rotation."""
    seat = owner - workspace.rotation
    return seat + n_seats if seat < 0 else seat


@compiled
def note_score(workspace: Record, seat: int, score: int) -> None:
    """Record a seat's score after this turn, if `workspace.traced` asks for it."""
    workspace.scores[min(workspace.n_traced, MAX_TRACE - 1), seat] = score


@compiled
def record_game(workspace: Record, row: int, n_seats: int, games: Rows, seats: Rows) -> None:
    """Write a game's result into its row."""
    workspace.game_row[DECISIONS] = workspace.decisions
    workspace.all_decisions += workspace.decisions
    for column in range(games.shape[0]):
        games[column, row] = workspace.game_row[column]
    for column in range(seats.shape[0]):
        if n_seats == 4:  # a loop of known length is written out: gains 1.04 x
            record_seats(workspace, column, row, 4, seats)
        else:
            record_seats(workspace, column, row, n_seats, seats)


@compiled
def record_seats(workspace: Record, column: int, row: int, n_seats: int, seats: Rows) -> None:
    """One column of the seats of a game."""
    for seat in range(n_seats):
        seats[column, row * n_seats + seat] = workspace.seat_rows[column, seat]


@compiled
def rank_scores(workspace: Record, n_seats: int) -> None:
    """Highest score wins; equal scores share rank and win."""
    scores = workspace.seat_rows[SCORE]
    winners = 0
    for seat in range(n_seats):
        rank = 1
        for other in range(n_seats):
            rank += int(scores[other] > scores[seat])
        workspace.seat_rows[RANK, seat] = rank
        winners += int(rank == 1)
    share_win(workspace, n_seats, winners)


@compiled
def share_win(workspace: Record, n_seats: int, winners: int) -> None:
    """The seats of rank 1 share the win equally."""
    workspace.game_row[WINNERS] = winners
    workspace.game_row[OUTCOME] = WON if winners == 1 else SHARED
    share = WHOLE_WIN // winners
    for seat in range(n_seats):
        workspace.seat_rows[WIN, seat] = share if workspace.seat_rows[RANK, seat] == 1 else 0
