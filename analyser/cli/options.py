"""The options of the commands: each stands here once, alone or in a group that several commands share.

A command takes a group as one argument; `grouped` makes its options those of the command.
"""

import inspect
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import MISSING, dataclass, fields, is_dataclass
from decimal import Decimal
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from analyser import api

MOST_COUNT = 10**30
"""No count is larger."""
GAME_HELP = "The game: a name (see `analyse games`) or a file or folder of yours; the one of this folder if left out."
GameName = Annotated[str, typer.Option("--game", "-g", help=GAME_HELP)]
MaybeGame = Annotated[str | None, typer.Option("--game", "-g", help=GAME_HELP)]
GamePath = Annotated[
    list[str] | None,
    typer.Option("--game-path", help="A folder with games of your own, used by name. Repeat for more."),
]
Players = Annotated[int | None, typer.Option("--players", "-p", help="Number of players; the most if left out.")]
Strategies = Annotated[
    str | None,
    typer.Option(
        "--strategies",
        "-s",
        help="The pool, separated by commas, e.g. greedy,passes:turn=3; the competent ones if left out (never random).",
    ),
]
WhoPlays = Annotated[
    str | None,
    typer.Option(
        "--strategies",
        "-s",
        help="Who plays: one in all seats, or a pool separated by commas; the game's own choice if left out.",
    ),
]
OnePlays = Annotated[
    str | None,
    typer.Option("--strategies", "-s", help="Who plays, in all seats; the game's own choice if left out."),
]
Seats = Annotated[str | None, typer.Option("--seats", help="Who sits where: one strategy for each seat, in order.")]
Lineups = Annotated[
    str | None,
    typer.Option(
        "--lineups",
        help="mirror (all seats alike), rotate (all seat orders), fixed (as --seats says), balanced (draws from the "
        "pool, every strategy in every seat equally often), profiles (every set of strategies in all rotations). Left "
        "out: what fits the pool.",
    ),
]


def count(text: str | int) -> int:
    """A whole number as people type it: 20000, 1_000_000, 1e6."""
    with suppress(ArithmeticError, ValueError):
        number = Decimal(str(text))
        if abs(number) < MOST_COUNT and number == int(number):
            return int(number)
    raise typer.BadParameter(f"« {text} » is no whole number. Type 20000, 1_000_000 or 1e6")


def counted(*names: str, help: str) -> Any:
    """An option that takes a count."""
    return typer.Option(*names, parser=count, metavar="INT", help=help)


Games = Annotated[
    int | None,
    counted(
        "--games",
        "-n",
        help="How many games, at each level or variant if there are several; some seconds' worth if left out. seats, "
        "compare and values: the most; they stop when the answer is decided.",
    ),
]
Assignments = Annotated[
    list[str] | None,
    typer.Option("--set", help="Change a number of the rules: name=value. Repeat for more. See `analyse games show`."),
]
Seed = Annotated[int, counted("--seed", help="The same seed gives the same games, bit for bit.")]
Luck = Annotated[
    str,
    typer.Option(
        "--luck",
        help="fresh: each game its own deal. rotated: each deal is played once for every rotation of its luck. seated: "
        "once for every rotation of its line-up, luck staying with the seat. replayed: 8 times, with other luck later.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Machine-readable output on stdout.")]
Jobs = Annotated[int, typer.Option("--jobs", "-j", help="Workers; -1 for all cores. Does not change the results.")]
Backend = Annotated[
    str, typer.Option("--backend", help="threads (of this machine) or dask (a cluster). Does not change the results.")
]
Cluster = Annotated[
    str | None, typer.Option("--cluster", help="Where a Dask scheduler listens, for --backend dask: tcp://HOST:8786.")
]
DecisionTimeout = Annotated[
    float,
    typer.Option("--decision-timeout", help="Seconds a strategy may take over one choice before it is stopped."),
]
Out = Annotated[
    Path | None, typer.Option("--out", "-o", help="The run's folder; runs/<game>-<players>p-<k> if left out.")
]
AnswerOut = Annotated[
    Path | None, typer.Option("--out", "-o", help="A folder for the tables as CSV and Parquet, and answer.json.")
]
Everything = Annotated[
    bool, typer.Option("--all", help="Print every remark, every table and all of its rows, not only the answer.")
]
ResumeKept = Annotated[
    Path | None,
    typer.Option("--resume", help="A folder of games that an interrupted command has kept: they are not played again."),
]
StrategyPath = Annotated[
    list[Path] | None,
    typer.Option("--strategy-path", help="A folder with strategy files of your own, used by name. Repeat for more."),
]
Tolerance = Annotated[
    float | None,
    typer.Option("--tolerance", help="How many points from an equal share you tolerate; as the game's recipe says."),
]
LevelTolerance = Annotated[
    float | None,
    typer.Option("--tolerance", help="How many points a level may be worth; as the game's recipe says."),
]
Opponents = Annotated[
    str | None,
    typer.Option("--opponents", help="Strategies to repeat it with, at full length, e.g. greedy,random."),
]
Assumptions = Annotated[
    bool, typer.Option("--assumptions", help="Repeat it with other values of all assumed settings, at full length.")
]
Robustness = Annotated[
    bool,
    typer.Option(
        "--robustness/--no-robustness",
        help="Check verdicts briefly with other players and other values of assumed settings; about doubles the time.",
    ),
]
VARY = typer.Option(
    "--vary", help="A setting and its values: victory_cost=10,20; captain_bonus=0:4 for a range; lists with « ; »."
)
Vary = Annotated[str, VARY]
MaybeVary = Annotated[str, VARY]


@dataclass(frozen=True)
class PlayedBy:
    """Who plays: the options of every command that plays games. They do not change the results."""

    jobs: Jobs = -1
    backend: Backend = "threads"
    cluster: Cluster = None

    def workers(self, decision_timeout: float = api.DECISION_TIMEOUT) -> "api.Workers":
        """As the API takes them."""
        return api.workers(self.jobs, self.backend, decision_timeout, self.cluster)


@dataclass(frozen=True)
class ExperimentOptions:
    """The options of every experiment."""

    game: GameName
    players: Players = None
    games: Games = None
    settings: Assignments = None
    seed: Seed = 1
    by: PlayedBy = PlayedBy()
    strategy_path: StrategyPath = None
    out: AnswerOut = None
    resume: ResumeKept = None
    everything: Everything = False
    as_json: Json = False

    def options(self, runner: "api.Runner") -> "api.Options":
        """As the API takes them."""
        return {
            "players": self.players,
            "games": self.games,
            "settings": self.settings or [],
            "seed": self.seed,
            "folders": self.strategy_path or [],
            "runner": runner,
        }


@dataclass(frozen=True)
class Checks:
    """The options of experiments whose verdicts are checked."""

    opponents: Opponents = None
    assumptions: Assumptions = False
    robustness: Robustness = True

    def options(self) -> "api.Checks":
        """As the API takes them."""
        return {
            "opponents": self.opponents or "",
            "assumptions": self.assumptions,
            "robustness": self.robustness,
        }


@dataclass(frozen=True)
class LineUp:
    """The options that say who plays which games of a run."""

    players: Players = None
    strategies: Strategies = None
    seats: Seats = None
    lineups: Lineups = None
    settings: Assignments = None
    seed: Seed = 1
    luck: Luck = "fresh"

    def options(self, folders: list[Path] | None = None) -> "api.LineUp":
        """As the API takes them."""
        return {
            "players": self.players,
            "strategies": self.strategies,
            "seats": self.seats,
            "lineups": self.lineups,
            "settings": self.settings or [],
            "seed": self.seed,
            "luck": self.luck,
            "folders": folders or [],
        }


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """The command as typer sees it: the options of its groups, and its own."""
    hints = get_type_hints(command, include_extras=True)
    groups = {name: hints[name] for name in inspect.signature(command).parameters if is_dataclass(hints[name])}
    parameters = []
    for name, parameter in inspect.signature(command).parameters.items():
        if name in groups:
            parameters += [*_options_of(groups[name])]
        else:
            kind = inspect.Parameter.KEYWORD_ONLY
            parameters.append(parameter.replace(kind=kind, annotation=hints[name]))

    @wraps(command)
    def run(**typed: Any) -> None:
        taken = {name: _taken(group, typed) for name, group in groups.items()}
        command(**taken, **typed)

    vars(run)["__signature__"] = inspect.Signature(parameters)
    run.__annotations__ = {one.name: one.annotation for one in parameters}
    return run


INSTEAD = ("resume", "run", "refresh")
"""Options that say which game it is."""


def knowing_games(command: Callable[..., None], names_game: bool = True) -> Callable[..., None]:
    """The command as it is typed: with --game-path, and without --game in the folder of a game."""
    hints = get_type_hints(command, include_extras=True)
    parameters = [one.replace(annotation=hints[name]) for name, one in inspect.signature(command).parameters.items()]
    is_needed = any(one.name == "game" and one.default is inspect.Parameter.empty for one in parameters)
    kind = inspect.Parameter.KEYWORD_ONLY
    parameters = [one.replace(kind=kind, default=None) if one.name == "game" else one for one in parameters]
    parameters.sort(key=lambda one: one.kind)
    parameters.append(inspect.Parameter("game_path", kind, default=None, annotation=GamePath))

    @wraps(command)
    def run(*arguments: Any, game_path: list[str] | None = None, **typed: Any) -> None:
        api.add_game_paths(game_path or [])
        if "game" in typed and typed["game"] is None and names_game and not any(typed.get(one) for one in INSTEAD):
            typed["game"] = api.default_game(is_needed)
        command(*arguments, **typed)

    vars(run)["__signature__"] = inspect.Signature(parameters)
    run.__annotations__ = {one.name: one.annotation for one in parameters}
    return run


def _options_of(group: type) -> Iterator[inspect.Parameter]:
    """The options of a group, and of the groups in it."""
    hints = get_type_hints(group, include_extras=True)
    for one in fields(group):
        if is_dataclass(hints[one.name]):
            yield from _options_of(hints[one.name])
            continue
        default = inspect.Parameter.empty if one.default is MISSING else one.default
        kind = inspect.Parameter.KEYWORD_ONLY
        yield inspect.Parameter(one.name, kind, default=default, annotation=hints[one.name])


def _taken(group: type, typed: dict[str, Any]) -> Any:
    """The group with what was typed for its options, which are taken out."""
    hints = get_type_hints(group, include_extras=True)
    return group(
        **{
            one.name: _taken(hints[one.name], typed) if is_dataclass(hints[one.name]) else typed.pop(one.name)
            for one in fields(group)
        }
    )
