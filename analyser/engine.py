"""One game's compiled kernel with its strategies, ready to play."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np

from analyser import kernel, limits, parquet, places
from analyser.aggregate import tally
from analyser.cache import folder_of, is_ready, mark_ready
from analyser.columns import FIRST_GAME_COLUMN, FIRST_SEAT_COLUMN
from analyser.compiling import CHOOSER, COMPILED, CannotCompile, bound, cached, chooser, compiled, new_record
from analyser.errors import BadInput
from analyser.registry import Game, find_game
from analyser.settings import settings_file
from analyser.strategies import NEVER, Strategy, asks_more, load_function, own_files

Note = Callable[[str], None]
TELL_SECONDS = 5.0
"""How often it is said how far a long compilation is."""


class Table:
    """The records that one thread plays on."""

    def __init__(self, game: Game, values: Mapping[str, Any], n_players: int) -> None:
        table, choices = game.module("table"), game.module("choices")
        self.table = new_record(table.TABLE)
        self.hidden = new_record(table.HIDDEN)
        self.work = new_record(kernel.work_dtype(choices.CHOICE, choices.MAX_CHOICES, game.sums()))
        try:
            game.module("settings").lay_out(self.table, values, n_players)
        except KeyError as problem:
            where = settings_file(game.name)
            raise BadInput(
                f"{where}: the rules of {game.title} know no {problem}. Mend the file or restore it."
            ) from None


def _any_table(game: Game) -> Table:
    values = {name: setting.default for name, setting in game.settings().items()}
    return Table(game, values, max(game.players))


def outputs(game: Game, n_games: int, n_seats: int) -> tuple[Any, Any]:
    """Room for what the kernel records: a row a column, so that each column lies in one piece."""
    columns = game.module("columns")
    games = np.zeros((FIRST_GAME_COLUMN + len(columns.GAMES), n_games), np.int32)
    seats = np.zeros((FIRST_SEAT_COLUMN + len(columns.SEATS), n_games * n_seats), np.int32)
    return games, seats


@dataclass(frozen=True)
class Engine:
    """A game and the pool of strategies that line-ups draw from."""

    game: Game
    strategies: tuple[Strategy, ...]

    @cached_property
    def play(self) -> Any:
        """The kernel: see `kernel.play_games`."""
        return compile_kernel(self.game)

    @cached_property
    def choosers(self) -> Any:
        """For each strategy and kind of decision, its chooser."""
        kinds = self.game.module("choices").LISTS
        choosers = np.zeros((len(self.strategies), len(kinds)), CHOOSER)
        for row, strategy in enumerate(self.strategies):
            if not strategy.is_random:
                choosers[row] = compile_strategy(self.game, strategy)
        return choosers

    @cached_property
    def traits(self) -> Any:
        """For each strategy, what the kernel knows of it: see `kernel.N_TRAITS`."""
        traits = np.zeros((len(self.strategies), kernel.N_TRAITS))
        for row, strategy in enumerate(self.strategies):
            traits[row, : len(strategy.params)] = strategy.params
            traits[row, kernel.TRAIT_NOISE] = strategy.noise
            traits[row, kernel.TRAIT_LIMITED] = len(strategy.limits) > 0
            traits[row, kernel.TRAIT_ASKS_MORE] = asks_more(self.game, strategy)
            for k, limit in enumerate(strategy.limits):
                traits[row, kernel.FIRST_LIMIT + k] = limit.value
        return traits


def compile_kernel(game: Game) -> Any:
    """The game's one kernel, from the cache or compiled now."""
    folder = kernel_folder(game)
    template = bound(kernel.play_games, play_game=game.module("turn").play_game)
    room = _any_table(game)
    games, seats = outputs(game, 1, 1)
    lineups, choosers, traits = np.zeros((1, 1), np.uint8), np.zeros((1, 1), CHOOSER), np.zeros((1, 1))
    play = cached(
        template, folder, 0, 0, 0, 1, 1, lineups, choosers, traits, room.table, room.hidden, room.work, games, seats
    )
    mark_ready(folder)
    return play


def compile_strategy(game: Game, strategy: Strategy) -> list[Any]:
    """A strategy's choosers, one for each kind of decision, from the cache or compiled now."""
    folder = strategy_folder(game, strategy)
    function = load_function(strategy)
    room = _any_table(game)
    choices = game.module("choices")
    try:
        choosers = [
            chooser(_template(choices, kind, strategy, function), folder / str(int(kind)), room.table, room.work)
            for kind in choices.LISTS
        ]
    except CannotCompile as problem:
        raise BadInput(f"Strategy {strategy.path} cannot be compiled: {problem}. Mend {strategy.form}.") from None
    mark_ready(folder)
    return choosers


def _template(choices: Any, kind: int, strategy: Strategy, function: Any) -> Any:
    names = {strategy.form: function, "list_choices": choices.LISTS[kind]}
    if strategy.limits:
        template = limits.score_limited if strategy.form == "score" else limits.plan_limited
        return bound(template, [limits.keep_allowed], **names, allows=_allows(choices, strategy))
    if strategy.form == "choose":
        return bound(kernel.plan, **names)
    if kind not in choices.TEMPLATES:
        return bound(kernel.score_list, **names, TIES=choices.TIES)
    template, *helpers = choices.TEMPLATES[kind]
    return bound(template, helpers, score=function)


def _allows(choices: Any, strategy: Strategy) -> Any:
    """All limits of a strategy as one question; their values are read at run time, so they need no recompilation."""
    allows = compiled(limits.allows_all)
    for number, limit in enumerate(strategy.limits):
        template = limits.never_allows if limit.mode == NEVER else limits.always_allows
        fits = choices.RESTRICTABLE[limit.what]
        allows = compiled(bound(template, fits=fits, allows_before=allows, NUMBER=number))
    return allows


def kernel_folder(game: Game) -> Path:
    """Where a game's compiled kernel is kept."""
    return folder_of(f"{game.name}-kernel", places.kernel_sources(game.name))


def strategy_folder(game: Game, strategy: Strategy) -> Path:
    """Where a strategy's choosers are kept: a folder for each strategy, since numba's key ignores globals."""
    sources = [*places.kernel_sources(game.name), *own_files(strategy)]
    limits = " ".join(f"{limit.mode} {limit.what}" for limit in strategy.limits)
    return folder_of(f"{game.name}-{strategy.name}", sources, limits)


def make_ready(game: Game, strategies: Sequence[Strategy], note: Note) -> None:
    """Compile what is not in the cache yet, several at a time, and say so: it takes seconds, once."""
    if not COMPILED:
        return
    todo: list[Strategy | None] = [] if is_ready(kernel_folder(game)) else [None]
    todo += [one for one in strategies if not one.is_random and not is_ready(strategy_folder(game, one))]
    if not todo:
        return
    names = ", ".join("the rules" if one is None else one.spec for one in todo)
    note(f"Compiling {names} of {game.title}: some seconds, once after each change.")
    _compile_side_by_side([*(partial(_compile_one, game.name, one) for one in todo), compile_storing], note)


def _compile_side_by_side(tasks: Sequence[Callable[[], None]], note: Note) -> None:
    """The first here, the others in processes, since compilation holds a lock and threads would take turns.

    What no other process has begun when the first is done is done here too.
    """
    from joblib import effective_n_jobs
    from joblib.externals.loky import get_reusable_executor

    executor = get_reusable_executor(max_workers=max(effective_n_jobs(-1) - 1, 1))
    try:
        waiting = [executor.submit(task) for task in tasks[1:]]
        tasks[0]()
        told = time.monotonic()
        for n, (task, elsewhere) in enumerate(zip(tasks[:0:-1], waiting[::-1], strict=True), start=2):
            if elsewhere.cancel():
                task()
            else:
                elsewhere.result()
            if time.monotonic() - told > TELL_SECONDS:
                told = time.monotonic()
                note(f"  {n} of {len(tasks)} compiled")
    finally:
        executor.shutdown(wait=True, kill_workers=True)


def compile_storing() -> None:
    """What stores and sums up games, the same for every game."""
    parquet.make_ready()
    tally.make_ready()


def _compile_one(game: str, strategy: Strategy | None) -> None:
    if strategy is None:
        compile_kernel(find_game(game))
    else:
        compile_strategy(find_game(game), strategy)
