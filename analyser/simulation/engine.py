"""A game's kernel with the policies of its strategies, ready to play."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyser.core.errors import BadInput
from analyser.games.definition import Game
from analyser.games.loader import find_game
from analyser.games.settings import Value
from analyser.games.setup import new_table
from analyser.kernel import loop, policies, restrictions
from analyser.kernel.columns import FIRST_GAME_COLUMN, FIRST_SEAT_COLUMN
from analyser.kernel.hashing import file_hash
from analyser.kernel.intrinsics import POLICY, Handle, Record, RecordType, new_record, place_of
from analyser.kernel.loop import PlayGames, Rows
from analyser.kernel.machine_code import CannotCompile, EntryPoint
from analyser.kernel.policies import Policy
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
from analyser.strategies.loading import asks_more, load_function, own_files, where_asked
from analyser.strategies.strategy import NEVER, Restriction, Strategy

KERNEL, ROLLOUTS = "the rules", "the rollouts"
"""What is compiled for a game besides its strategies."""
Note = Callable[[str], None]
Function = Callable[..., Any]
"""A strategy's `score` or `choose`, loaded from its file: which of them, `Strategy.form` says."""


class State:
    """The records that one thread plays on, and those for the rollouts of strategies that look ahead."""

    def __init__(self, game: Game, values: Mapping[str, Value], n_players: int) -> None:
        _, self.hidden, self.workspace = records(game)
        self.table = new_table(game, values, n_players)
        self.workspace.hidden = place_of(self.hidden)

    def prepare_rollouts(self, game: Game) -> None:
        """Record the choices of every game, and give rollouts a table of their own."""
        self.rollouts = records(game)
        table, hidden, workspace = self.rollouts
        workspace.hidden = place_of(hidden)
        self.workspace.rollout_table, self.workspace.rollout_workspace = place_of(table), place_of(workspace)
        with rules_blamed(game):
            self.workspace.roll, self.workspace.redeal = (entry.handle() for entry in rollout_entries(game))
        self.workspace.studied = RECORDED


def records(game: Game) -> tuple[Record, Record, Record]:
    """A new table, what is hidden, and a workspace."""
    return new_record(game.rules.table), new_record(game.rules.hidden), new_record(_workspace_type(game))


@cache
def _workspace_type(game: Game) -> RecordType:
    return workspace_dtype(game.rules.choice, game.rules.max_choices, game.sums())


@contextmanager
def rules_blamed(game: Game) -> Iterator[None]:
    """Rules of one's own that cannot be compiled are their designer's to mend."""
    try:
        yield
    except CannotCompile as problem:
        if game.file is None:
            raise
        text, _, line = str(problem).removesuffix(")").rpartition(" (line ")
        where = f", line {line}" if text else ""
        raise BadInput(f"{game.file}{where}: {text or problem}. Correct the rules and run again.") from None


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
        with rules_blamed(self.game):
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
        found[FIRST_RESTRICTION + 2 * k : FIRST_RESTRICTION + 2 * k + 2] = _number(game, restriction), restriction.value
    if strategy.ahead is not None:
        found[POLICY_ROLLOUTS : POLICY_CAUTION + 1] = strategy.ahead.numbers
        found[POLICY_SEES_ALL] = strategy.ahead.sees_all
    return found


def _number(game: Game, restriction: Restriction) -> int:
    """As `restrictions.allows_by` numbers it."""
    number = 1 + list(game.rules.restrictable).index(restriction.what)
    return -number if restriction.mode == NEVER else number


@cache
def kernel_entry(game: Game) -> EntryPoint:
    """The game's one kernel."""
    pool = (np.zeros((1, 1), np.uint8), np.zeros((1, 1), POLICY), np.zeros((1, 1)))
    examples = (0, 0, 0, 1, 1, *pool, *records(game), *outputs(game, 1, 1))
    kernel = loop.play_games(game.rules.play_game)
    return EntryPoint(f"{game.name}-kernel", kernel, examples, tuple(game.data_files()))


@cache
def rollout_entries(game: Game) -> tuple[EntryPoint, EntryPoint]:
    """The game's one rollout, and how it deals hidden things again."""
    from analyser.kernel import race

    table, _, workspace = records(game)
    rules, data = game.rules, tuple(game.data_files())
    play = race.roll(rules.play_on or rules.play_game, rules.hidden)
    again = race.redeal_by(rules.redeal, rules.hidden)
    return (
        EntryPoint(f"{game.name}-rollout", play, (table, workspace), data),
        EntryPoint(f"{game.name}-redeal", again, (table, workspace), data),
    )


def policy_entries(game: Game, strategy: Strategy) -> tuple[EntryPoint, ...]:
    """A strategy's policies, one for each kind of decision. Its numbers and restrictions are read at run time, so they
    do not matter.
    """
    plain = replace(strategy, params=(), noise=0.0, restrictions=(), ahead=None)
    way = AHEAD if strategy.ahead is not None else RESTRICTED if strategy.restrictions else FREE
    game.rules.show_view()
    return _policy_entries(game, plain, way, tuple(map(file_hash, own_files(strategy))))


def compile_strategy(game: Game, strategy: Strategy) -> list[Handle]:
    """A strategy's policies as the kernel calls them, from the cache or compiled now."""
    try:
        return [entry.handle() for entry in policy_entries(game, strategy)]
    except CannotCompile as problem:
        why = f"{problem}{where_asked(strategy, problem.field)}"
        text = f"Strategy {strategy.path} cannot be compiled: {why}. Correct {strategy.form} for {game.title}."
        raise BadInput(text) from None


@cache
def _policy_entries(game: Game, strategy: Strategy, way: str, files: tuple[str, ...]) -> tuple[EntryPoint, ...]:
    table, _, workspace = records(game)
    make = partial(MAKERS[way], game, strategy, load_function(strategy))
    data = tuple(game.data_files())
    return tuple(
        EntryPoint(f"{game.name}-{strategy.name}-{way}{int(kind)}", make(kind), (table, workspace), data)
        for kind in game.rules.lists
    )


def _free_policy(game: Game, strategy: Strategy, function: Function, kind: int) -> Policy:
    rules = game.rules
    listed = rules.lists[kind]
    if strategy.form == "choose":
        return policies.plan(listed, function)
    if kind in rules.policies:
        return rules.policies[kind](function)
    return policies.score_list(listed, function, policies.ties_dtype(rules.max_choices))


def _restricted_policy(game: Game, strategy: Strategy, function: Function, kind: int) -> Policy:
    restricted = restrictions.score_restricted if strategy.form == "score" else restrictions.plan_restricted
    return restricted(game.rules.lists[kind], function, restrictions.allows_by(game.rules.restrictable.values()))


def _ahead_policy(game: Game, strategy: Strategy, function: Function, kind: int) -> Policy:
    from analyser.kernel import lookahead, race

    rules = game.rules
    rank = lookahead.rank_by_score if strategy.form == "score" else lookahead.rank_by_plan
    table, hidden, workspace = (one.dtype for one in records(game))
    by_rollouts = race.race_by_rollouts(table, hidden, workspace, goes_on=rules.play_on is not None)
    allows = restrictions.allows_by(rules.restrictable.values())
    return lookahead.look_ahead(rules.lists[kind], rank(function), allows, by_rollouts)


FREE, RESTRICTED, AHEAD = "", "restricted-", "ahead-"
MAKERS = {FREE: _free_policy, RESTRICTED: _restricted_policy, AHEAD: _ahead_policy}
"""How the policies of a strategy are made, by what is around it."""


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
    side_by_side([*(Task(compile_one, (game.key, one)) for one in todo), Task(tally.make_ready)], note)


def compile_one(game: str, what: Strategy | str) -> None:
    """A game's kernel, its rollouts, or the policies of one of its strategies."""
    if what == KERNEL:
        with rules_blamed(find_game(game)):
            kernel_entry(find_game(game)).load()
    elif what == ROLLOUTS:
        with rules_blamed(find_game(game)):
            for entry in rollout_entries(find_game(game)):
                entry.load()
    else:
        assert isinstance(what, Strategy)
        compile_strategy(find_game(game), what)
