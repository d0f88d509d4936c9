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
from analyser.kernel import lookahead, loop, policies, race, restrictions
from analyser.kernel.columns import FIRST_GAME_COLUMN, FIRST_SEAT_COLUMN
from analyser.kernel.hashing import file_hash
from analyser.kernel.intrinsics import POLICY, Handle, Record, new_record, place_of
from analyser.kernel.loop import PlayGames, Rows
from analyser.kernel.machine_code import CannotCompile, EntryPoint
from analyser.kernel.policies import Policy
from analyser.kernel.restrictions import Allows
from analyser.kernel.rollouts import RECORDED
from analyser.kernel.workspace import (
    FIRST_RESTRICTION,
    N_POLICY_PARAMS,
    POLICY_ASKS_MORE,
    POLICY_CAUTION,
    POLICY_NOISE,
    POLICY_OTHERS,
    POLICY_OWN,
    POLICY_RESTRICTED,
    POLICY_ROLLOUTS,
    POLICY_SEES_ALL,
    workspace_dtype,
)
from analyser.simulation.compilers import Task, side_by_side
from analyser.statistics import tally
from analyser.strategies.library import NEVER, Restriction, Strategy, asks_more, load_function, own_files

KERNEL, ROLLOUTS = "the rules", "the rollouts"
"""What is compiled for a game besides its strategies."""
Note = Callable[[str], None]
Function = Callable[..., Any]
"""A strategy's `score` or `choose`, loaded from its file: which of them, `Strategy.form` says."""


class State:
    """The records that one thread plays on, and those for the rollouts of strategies that look ahead."""

    def __init__(self, game: Game, values: Mapping[str, Value], n_players: int) -> None:
        _, self.hidden, self.workspace = _records(game)
        self.table = new_table(game, values, n_players)
        self.workspace.hidden = place_of(self.hidden)

    def prepare_rollouts(self, game: Game) -> None:
        """Record the choices of every game, and give rollouts a table of their own."""
        self.rollouts = _records(game)
        table, hidden, workspace = self.rollouts
        workspace.hidden = place_of(hidden)
        self.workspace.rollout_table, self.workspace.rollout_workspace = place_of(table), place_of(workspace)
        self.workspace.roll, self.workspace.redeal = (entry.handle() for entry in rollout_entries(game))
        self.workspace.studied = RECORDED


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
        found: loop.Policies = np.zeros((len(self.rows), len(self.game.rules.lists)), POLICY)
        for row, strategy in enumerate(self.rows):
            if not strategy.is_random:
                found[row] = compile_strategy(self.game, strategy)
        return found

    @cached_property
    def policy_params(self) -> NDArray[np.float64]:
        """For each strategy, what the kernel knows about it: see `workspace.N_POLICY_PARAMS`."""
        found = np.array([policy_params(self.game, strategy) for strategy in self.rows])
        for row, strategy in enumerate(self.strategies):
            if strategy.in_rollouts is not None:
                found[row, [POLICY_OWN, POLICY_OTHERS]] = [self.rows.index(one) for one in strategy.in_rollouts]
        return found

    @cached_property
    def rows(self) -> tuple[Strategy, ...]:
        """The strategies that line-ups draw from, and behind them those that only play in rollouts."""
        return (*self.strategies, *(one for strategy in self.strategies for one in strategy.in_rollouts or ()))

    @property
    def looks_ahead(self) -> bool:
        """Whether any of the strategies looks ahead."""
        return any(one.ahead for one in self.strategies)


def policy_params(game: Game, strategy: Strategy) -> NDArray[np.float64]:
    """What the kernel knows about a strategy."""
    found = np.zeros(N_POLICY_PARAMS)
    found[: len(strategy.params)] = strategy.params
    found[POLICY_NOISE] = strategy.noise
    found[POLICY_RESTRICTED] = len(strategy.restrictions) > 0
    found[POLICY_ASKS_MORE] = asks_more(game, strategy)
    for k, restriction in enumerate(strategy.restrictions):
        found[FIRST_RESTRICTION + k] = restriction.value
    if strategy.ahead is not None:
        found[POLICY_ROLLOUTS : POLICY_CAUTION + 1] = strategy.ahead.numbers
        found[POLICY_SEES_ALL] = strategy.ahead.sees_all
    return found


@cache
def kernel_entry(game: Game) -> EntryPoint:
    """The game's one kernel."""
    pool = (np.zeros((1, 1), np.uint8), np.zeros((1, 1), POLICY), np.zeros((1, 1)))
    examples = (0, 0, 0, 1, 1, *pool, *_records(game), *outputs(game, 1, 1))
    kernel = loop.play_games(game.rules.play_game)
    return EntryPoint(f"{game.name}-kernel", kernel, examples, tuple(game.data_files()))


@cache
def rollout_entries(game: Game) -> tuple[EntryPoint, EntryPoint]:
    """The game's one rollout, and how it deals hidden things again."""
    table, _, workspace = _records(game)
    rules, data = game.rules, tuple(game.data_files())
    play = race.roll(rules.play_on or rules.play_game, rules.hidden)
    again = race.redeal_by(rules.redeal, rules.hidden)
    return (
        EntryPoint(f"{game.name}-rollout", play, (table, workspace), data),
        EntryPoint(f"{game.name}-redeal", again, (table, workspace), data),
    )


def policy_entries(game: Game, strategy: Strategy) -> tuple[EntryPoint, ...]:
    """A strategy's policies, one for each kind of decision. Its numbers are read at run time, so they do not matter."""
    shape = tuple(replace(one, value=0.0) for one in strategy.restrictions)
    plain = replace(strategy, params=(), noise=0.0, restrictions=shape, ahead=None)
    return _policy_entries(game, plain, strategy.ahead is not None, tuple(map(file_hash, own_files(strategy))))


def compile_strategy(game: Game, strategy: Strategy) -> list[Handle]:
    """A strategy's policies as the kernel calls them, from the cache or compiled now."""
    try:
        return [entry.handle() for entry in policy_entries(game, strategy)]
    except CannotCompile as problem:
        raise BadInput(f"Strategy {strategy.path} cannot be compiled: {problem}. Correct {strategy.form}.") from None


@cache
def _policy_entries(
    game: Game, strategy: Strategy, looks_ahead: bool, files: tuple[str, ...]
) -> tuple[EntryPoint, ...]:
    table, _, workspace = _records(game)
    function = load_function(strategy)
    data = tuple(game.data_files())
    return tuple(
        EntryPoint(
            f"{game.name}-{strategy.name}-{'ahead-' if looks_ahead else ''}{int(kind)}",
            _ahead_policy(game, kind, strategy, function)
            if looks_ahead
            else _policy(game.rules, kind, strategy, function),
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


def _ahead_policy(game: Game, kind: int, strategy: Strategy, function: Function) -> Policy:
    rules = game.rules
    rank = lookahead.rank_by_score if strategy.form == "score" else lookahead.rank_by_plan
    table, hidden, workspace = (one.dtype for one in _records(game))
    by_rollouts = race.race_by_rollouts(table, hidden, workspace, goes_on=rules.play_on is not None)
    return lookahead.look_ahead(rules.lists[kind], rank(function), _allows(rules, strategy.restrictions), by_rollouts)


def _allows(rules: Rules, restricted: Sequence[Restriction]) -> Allows:
    """All restrictions of a strategy as one question."""
    allows: Allows = restrictions.allows_all
    for number, one in enumerate(restricted):
        restrict = restrictions.never if one.mode == NEVER else restrictions.always
        allows = restrict(rules.restrictable[one.what], number, allows)
    return allows


def make_ready(game: Game, strategies: Sequence[Strategy], note: Note) -> None:
    """Compile what is not in the cache yet, several at a time, with a note: it takes seconds, once."""
    rows = Engine(game, tuple(strategies)).rows
    todo: list[Strategy | str] = [] if kernel_entry(game).is_ready else [KERNEL]
    if any(one.ahead for one in strategies) and not all(entry.is_ready for entry in rollout_entries(game)):
        todo.append(ROLLOUTS)
    asked = [one for one in rows if not one.is_random]
    todo += [one for one in asked if not all(entry.is_ready for entry in policy_entries(game, one))]
    if not todo:
        return
    names = ", ".join(one if isinstance(one, str) else one.spec for one in todo)
    note(f"Compiling {names} of {game.title}: some seconds, once after each change.")
    side_by_side([*(Task(compile_one, (game.name, one)) for one in todo), Task(tally.make_ready)], note)


def compile_one(game: str, what: Strategy | str) -> None:
    """A game's kernel, its rollouts, or the policies of one of its strategies."""
    if what == KERNEL:
        kernel_entry(find_game(game)).load()
    elif what == ROLLOUTS:
        for entry in rollout_entries(find_game(game)):
            entry.load()
    else:
        assert isinstance(what, Strategy)
        compile_strategy(find_game(game), what)
