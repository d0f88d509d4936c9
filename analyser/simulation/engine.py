"""A game's kernel with the policies of its strategies, ready to play."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyser.core.errors import BadInput
from analyser.games.definition import Game, Rules
from analyser.games.loader import find_game
from analyser.games.settings import Value
from analyser.games.setup import new_table
from analyser.kernel import loop, policies, restrictions
from analyser.kernel.columns import FIRST_GAME_COLUMN, FIRST_SEAT_COLUMN
from analyser.kernel.hashing import file_hash
from analyser.kernel.intrinsics import POLICY, Handle, Record, new_record
from analyser.kernel.loop import PlayGames, Rows
from analyser.kernel.machine_code import CannotCompile, EntryPoint
from analyser.kernel.policies import Policy
from analyser.kernel.restrictions import Allows
from analyser.kernel.workspace import (
    FIRST_RESTRICTION,
    N_POLICY_PARAMS,
    POLICY_ASKS_MORE,
    POLICY_NOISE,
    POLICY_RESTRICTED,
    workspace_dtype,
)
from analyser.simulation.compilers import Task, side_by_side
from analyser.statistics import tally
from analyser.strategies.library import NEVER, Restriction, Strategy, asks_more, load_function, own_files

Note = Callable[[str], None]
Function = Callable[..., Any]
"""A strategy's `score` or `choose`, loaded from its file: which of them, `Strategy.form` says."""


class State:
    """The records that one thread plays on."""

    def __init__(self, game: Game, values: Mapping[str, Value], n_players: int) -> None:
        _, self.hidden, self.workspace = _records(game)
        self.table = new_table(game, values, n_players)


def _records(game: Game) -> tuple[Record, Record, Record]:
    rules = game.rules
    workspace = workspace_dtype(rules.choice, rules.max_choices, game.sums())
    return new_record(rules.table), new_record(rules.hidden), new_record(workspace)


def outputs(game: Game, n_games: int, n_seats: int) -> tuple[Rows, Rows]:
    """Room for what the kernel records: one row for each column, so that a column is contiguous."""
    columns = game.columns
    games = np.zeros((FIRST_GAME_COLUMN + len(columns.games), n_games), np.int32)
    seats = np.zeros((FIRST_SEAT_COLUMN + len(columns.seats), n_games * n_seats), np.int32)
    return games, seats


@dataclass(frozen=True)
class Engine:
    """A game and the pool of strategies that line-ups draw from."""

    game: Game
    strategies: tuple[Strategy, ...]

    @cached_property
    def play(self) -> PlayGames:
        """The kernel: see `loop.play_games`."""
        return kernel_entry(self.game).load()

    @cached_property
    def policies(self) -> loop.Policies:
        """For each strategy and kind of decision, its policy."""
        found: loop.Policies = np.zeros((len(self.strategies), len(self.game.rules.lists)), POLICY)
        for row, strategy in enumerate(self.strategies):
            if not strategy.is_random:
                found[row] = compile_strategy(self.game, strategy)
        return found

    @cached_property
    def policy_params(self) -> NDArray[np.float64]:
        """For each strategy, what the kernel knows about it: see `workspace.N_POLICY_PARAMS`."""
        return np.array([policy_params(self.game, strategy) for strategy in self.strategies])


def policy_params(game: Game, strategy: Strategy) -> NDArray[np.float64]:
    """What the kernel knows about a strategy."""
    found = np.zeros(N_POLICY_PARAMS)
    found[: len(strategy.params)] = strategy.params
    found[POLICY_NOISE] = strategy.noise
    found[POLICY_RESTRICTED] = len(strategy.restrictions) > 0
    found[POLICY_ASKS_MORE] = asks_more(game, strategy)
    for k, restriction in enumerate(strategy.restrictions):
        found[FIRST_RESTRICTION + k] = restriction.value
    return found


@cache
def kernel_entry(game: Game) -> EntryPoint:
    """The game's one kernel."""
    pool = (np.zeros((1, 1), np.uint8), np.zeros((1, 1), POLICY), np.zeros((1, 1)))
    examples = (0, 0, 0, 1, 1, *pool, *_records(game), *outputs(game, 1, 1))
    kernel = loop.play_games(game.rules.play_game)
    return EntryPoint(f"{game.name}-kernel", kernel, examples, tuple(game.data_files()))


def policy_entries(game: Game, strategy: Strategy) -> tuple[EntryPoint, ...]:
    """A strategy's policies, one for each kind of decision. Its numbers are read at run time, so they do not matter."""
    shape = tuple(replace(one, value=0.0) for one in strategy.restrictions)
    plain = replace(strategy, params=(), noise=0.0, restrictions=shape)
    return _policy_entries(game, plain, tuple(map(file_hash, own_files(strategy))))


def compile_strategy(game: Game, strategy: Strategy) -> list[Handle]:
    """A strategy's policies as the kernel calls them, from the cache or compiled now."""
    try:
        return [entry.handle() for entry in policy_entries(game, strategy)]
    except CannotCompile as problem:
        raise BadInput(f"Strategy {strategy.path} cannot be compiled: {problem}. Correct {strategy.form}.") from None


@cache
def _policy_entries(game: Game, strategy: Strategy, files: tuple[str, ...]) -> tuple[EntryPoint, ...]:
    table, _, workspace = _records(game)
    function = load_function(strategy)
    data = tuple(game.data_files())
    return tuple(
        EntryPoint(
            f"{game.name}-{strategy.name}-{int(kind)}",
            _policy(game.rules, kind, strategy, function),
            (table, workspace),
            data,
        )
        for kind in game.rules.lists
    )


def _policy(rules: Rules, kind: int, strategy: Strategy, function: Function) -> Policy:
    listed = rules.lists[kind]
    scores = strategy.form == "score"
    if strategy.restrictions:
        restricted = restrictions.score_restricted if scores else restrictions.plan_restricted
        return restricted(listed, function, _allows(rules, strategy.restrictions))
    if not scores:
        return policies.plan(listed, function)
    if kind in rules.policies:
        return rules.policies[kind](function)
    return policies.score_list(listed, function, policies.ties_dtype(rules.max_choices))


def _allows(rules: Rules, restricted: Sequence[Restriction]) -> Allows:
    """All restrictions of a strategy as one question."""
    allows: Allows = restrictions.allows_all
    for number, one in enumerate(restricted):
        restrict = restrictions.never if one.mode == NEVER else restrictions.always
        allows = restrict(rules.restrictable[one.what], number, allows)
    return allows


def make_ready(game: Game, strategies: Sequence[Strategy], note: Note) -> None:
    """Compile what is not in the cache yet, several at a time, with a note: it takes seconds, once."""
    asked = [one for one in strategies if not one.is_random]
    todo: list[Strategy | None] = [] if kernel_entry(game).is_ready else [None]
    todo += [one for one in asked if not all(entry.is_ready for entry in policy_entries(game, one))]
    if not todo:
        return
    names = ", ".join("the rules" if one is None else one.spec for one in todo)
    note(f"Compiling {names} of {game.title}: some seconds, once after each change.")
    side_by_side([*(Task(compile_one, (game.name, one)) for one in todo), Task(tally.make_ready)], note)


def compile_one(game: str, strategy: Strategy | None) -> None:
    """A game's kernel, or the policies of one of its strategies."""
    if strategy is None:
        kernel_entry(find_game(game)).load()
    else:
        compile_strategy(find_game(game), strategy)
