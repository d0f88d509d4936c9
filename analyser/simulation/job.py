"""What is to be played: everything that fixes the rows of a run, and nothing else."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import lcm
from pathlib import Path
from typing import TypeAlias

from analyser.core.errors import BadInput
from analyser.games import settings as rules
from analyser.games.definition import Game
from analyser.games.loader import find_game
from analyser.games.shipped import SettingsFacts, settings_facts
from analyser.simulation.engine import State
from analyser.simulation.lineups import Plan, make_plan
from analyser.strategies.library import default_field, find_strategies, find_strategy, strategy_files
from analyser.strategies.spec import split_specs
from analyser.strategies.strategy import Strategy

DEFAULT_SEED = 1
DEFAULT_GAMES = 100_000
MOST_GAMES = 2**32 - 1
PRECISION_GAMES = 20_000_000
"""The most games played for a precision, unless --games says otherwise."""
LEAST_PARTS, SMALLEST_PART = 16, 1 / 64
"""A run has at least this many parts, to keep all cores busy to the end; but none is smaller than this share of the
game's usual part: a very short run needs no sixteen files."""
ROLLOUT_GAMES = 4
"""Games that a seat's rollouts cost together, for each rollout of a decision: the better part of a dozen half games."""
REPLAYS = 8
Specs: TypeAlias = str | Sequence[str]
"""Strategies as one text, as typed, or one by one, as files hold them."""
LUCK = {
    "fresh": "every game has its own deal",
    "rotated": "each deal is played once for every rotation of its luck",
    "seated": "each deal is played once for every rotation of its line-up; every seat keeps its luck",
    "replayed": f"each deal is played {REPLAYS} times, with other luck after it",
}


@dataclass(frozen=True)
class Job:
    """A run to play. The number and kind of workers is not part of it."""

    game: str
    players: int
    settings: rules.Fixed
    strategies: tuple[Strategy, ...]
    plan_name: str
    seats: tuple[int, ...] | None
    seed: int
    games: int
    precision: float | None
    luck: str
    part_games: int

    @property
    def plan(self) -> Plan:
        """The line-up plan."""
        return make_plan(self.plan_name, len(self.strategies), self.players, self.seats)

    @cached_property
    def lineup_names(self) -> tuple[str, ...]:
        """Each different line-up of the plan, as it is stored."""
        return self.plan.names([one.spec for one in self.strategies])

    @property
    def rotations(self) -> int:
        """How many consecutive games have the same line-up, because they share a deal."""
        return {"rotated": self.players, "replayed": REPLAYS}.get(self.luck, 1)

    @property
    def alike(self) -> int:
        """How many games share luck: all of them together count as one."""
        return games_alike(self.players, self.luck)

    @property
    def sharing(self) -> int:
        """Which games share luck, as the kernel takes it: see `kernel.begin_game`."""
        return {"rotated": self.players, "seated": -self.players}.get(self.luck, 1)

    @property
    def replays(self) -> int:
        """How many games share a deal, and nothing else."""
        return REPLAYS if self.luck == "replayed" else 1

    @property
    def block(self) -> int:
        """How many consecutive games form a block: balanced, and sharing luck with no others."""
        return block_of(self.plan, self.players, self.luck)

    @property
    def n_strata(self) -> int:
        """How many different blocks of line-ups follow each other before the plan begins again."""
        cycle = len(self.plan.cycle) * self.rotations
        return cycle // self.block if cycle % self.block == 0 else 1

    @property
    def has_strata(self) -> bool:
        """Whether strategies meet in different line-ups, which are no noise."""
        return len(self.strategies) > 1 and self.n_strata > 1

    @property
    def n_parts(self) -> int:
        """How many parts the run has, unless it stops early."""
        return -(-self.games // self.part_games)

    def part_range(self, number: int) -> tuple[int, int]:
        """First game and number of games of a part."""
        first = number * self.part_games
        return first, min(self.part_games, self.games - first)

    def changed_settings(self) -> list[str]:
        """The settings that differ from the game's defaults, as typed."""
        defaults = {name: one.default for name, one in find_game(self.game).settings().items()}
        return [f"{name}={rules.show(value)}" for name, value in self.values().items() if value != defaults[name]]

    def from_shipped(self) -> SettingsFacts:
        """What differs from the data that we ship, and what is assumed."""
        return settings_facts(find_game(self.game), self.values())

    def values(self) -> dict[str, rules.Value]:
        """All settings by name."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in self.settings}

    def replay_command(self, game: int) -> str:
        """The command that shows one game of this job."""
        lineup = self.plan.seating(game, 1, self.rotations)[0]
        words = [
            "analyse",
            "play",
            "--game",
            find_game(self.game).typed,
            "--seed",
            str(self.seed),
            "--game-number",
            str(game),
        ]
        words += ["--players", str(self.players)] if self.players != max(find_game(self.game).players) else []
        words += ["--seats", ",".join(self.typed(self.strategies[one]) for one in lineup)]
        words += [word for setting in self.changed_settings() for word in ("--set", setting)]
        words += ["--luck", self.luck] if self.luck != "fresh" else []
        return shlex.join(words)

    def typed(self, strategy: Strategy) -> str:
        """A strategy as a user would type it: by name if it is built in, else by path."""
        own = strategy_files(find_game(self.game)).get(strategy.name) != strategy.path
        return strategy.typed(str(strategy.path)) if own else strategy.spec


def make_job(
    game: Game,
    players: int | None = None,
    strategies: Specs | None = None,
    seats: Specs | None = None,
    lineups: str | None = None,
    games: int | None = None,
    precision: float | None = None,
    assignments: Sequence[str] = (),
    seed: int = DEFAULT_SEED,
    luck: str = "fresh",
    part_games: int | None = None,
    folders: Sequence[Path] = (),
    smaller: int = 0,
) -> Job:
    """Check everything a user typed, and fill in what was left open. With `smaller`, parts are that many times smaller
    than usual, whatever the number of games.
    """
    n_players = game.check_players(players)
    values = rules.changed(game.settings(), assignments, game.name)
    State(game, values, n_players)
    pool, numbers = _pool(game, strategies, seats, n_players, folders)
    n_games = _check_games(games, precision)
    _check("--seed", seed, 0, 2**63 - 1)
    plan = make_plan(lineups, len(pool), n_players, numbers)
    _check_luck(luck, plan)
    block = block_of(plan, n_players, luck)
    settings = tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in values.items())
    size = part_games if part_games is not None else _part_games(game, pool, n_games, precision, smaller)
    _check("--part-games", size, 1, 10_000_000)
    size = -(-size // block) * block
    return Job(game.key, n_players, settings, tuple(pool), plan.name, numbers, seed, n_games, precision, luck, size)


def _check_luck(luck: str, plan: Plan) -> None:
    if luck not in LUCK:
        raise BadInput(f"--luck {luck} is not known. Allowed: {', '.join(LUCK)}.")
    if luck == "seated" and plan.name not in ("rotate", "balanced", "profiles"):
        raise BadInput(f"--luck seated plays rotations of a line-up; --lineups {plan.name} has none. Use rotated.")


def games_alike(n_players: int, luck: str) -> int:
    """How many games share luck: all of them together count as one."""
    return {"fresh": 1, "replayed": REPLAYS}.get(luck, n_players)


def block_of(plan: Plan, n_players: int, luck: str) -> int:
    """How many consecutive games form a block: balanced, and sharing luck with no others."""
    if luck == "seated":
        return lcm(plan.block, n_players)
    return plan.block * {"rotated": n_players, "replayed": REPLAYS}.get(luck, 1)


def _check_games(games: int | None, precision: float | None) -> int:
    if precision is not None:
        _check("--precision", precision, 0.01, 50)
    n_games = games if games is not None else PRECISION_GAMES if precision is not None else DEFAULT_GAMES
    _check("--games", n_games, 1, MOST_GAMES)
    return n_games


def _check(name: str, value: float, least: float, most: float) -> None:
    if not least <= value <= most:
        raise BadInput(f"{name} {value} is refused. Allowed: {least} to {most}.")


def _part_games(game: Game, pool: Sequence[Strategy], n_games: int, precision: float | None, smaller: int) -> int:
    """About a second of play; one that looks ahead plays several games for each of its rollouts."""
    rollouts = max((one.ahead.numbers[0] for one in pool if one.ahead), default=0)
    longer = (1 if precision is None else 4) * max(1, int(ROLLOUT_GAMES * rollouts))
    most = max(1, game.part_games // longer)
    if smaller:
        return max(1, most // smaller)
    return max(1, int(SMALLEST_PART * most), min(most, -(-n_games // LEAST_PARTS)))


def _pool(
    game: Game, strategies: Specs | None, seats: Specs | None, n_players: int, folders: Sequence[Path]
) -> tuple[list[Strategy], tuple[int, ...] | None]:
    """The strategies that play, and the line-up in numbers if the seats are given."""
    if seats is None:
        specs = _apart(strategies) if strategies is not None else default_field(game, folders)
        return find_strategies(game, specs, folders), None
    if strategies is not None:
        raise BadInput("--strategies names a pool, --seats says who sits where: give one of them.")
    sitting = [find_strategy(game, spec, folders) for spec in _apart(seats)]
    if len(sitting) != n_players:
        raise BadInput(f"--seats names {len(sitting)} strategies for {n_players} players. Name one for each seat.")
    pool = list(dict.fromkeys(sitting))
    for one, other in combinations(pool, 2):
        if one.spec == other.spec:
            raise BadInput(f"Two strategies are called {one.spec}: {one.path} and {other.path}. Rename one.")
    return pool, tuple(pool.index(one) for one in sitting)


def _apart(specs: Specs) -> list[str]:
    return split_specs(specs) if isinstance(specs, str) else list(specs)
