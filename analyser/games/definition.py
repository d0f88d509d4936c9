"""What a game is to the rest of the program: one `Game`, with its `Columns` and its `Rules`.

A game MUST bring, as `GAME` in its package:
  - its name, title, idea and numbers of players, the names of its settings, the games in one part of a run, the module
    that strategies import from (`view`), and what `analyse bench` measures;
  - its `Rules`, loaded when they are first needed: the records, how choices are listed, how a game is played, how the
    settings are put on the table, how hidden things are dealt again, and how a game is narrated turn by turn;
  - data in `seeds/<name>/` (`settings.toml`, `rules.md`), strategies in `strategies/<name>/` (with `random.py`), report
    questions in `reports/<name>.toml`, and `new_strategy.txt` beside its code.
A game MAY bring: caveats, more columns, a picture of its board, `experiments.toml` beside its code and modules
for the studies it names, policies that list and score at once, restrictions (`never:`, `always:`), and questions that
are only answered for strategies that ask them; its competent strategies, and the roles of its seats. Each has a default
here.
A game GETS FOR FREE: everything else. Runs, summaries, experiments, reports, drift checks, benchmarks and the watched
play of `analyse try` use only what is declared here. No other code names a game.

Each part checks itself when it is made (`analyser.games.validation`): `Game` when it is found, `Columns` and `Rules`
when they are loaded. `analyser.games.setup` checks that every setting is put on the table.
"""

import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from analyser.core import paths
from analyser.core.errors import AnalyseError, BadInput
from analyser.games.data_warnings import warnings_of
from analyser.games.settings import Setting, Value, read_settings, refuse_other_names
from analyser.games.validation import (
    RESTRICTABLE_NAME,
    BadDefinition,
    check_breakdowns,
    check_columns,
    check_costly,
    check_game_name,
    check_kinds,
    check_names,
    check_players,
    check_record,
    check_sums,
    check_table,
    refuse,
)
from analyser.kernel.columns import GAME_COLUMNS, SEAT_COLUMNS, Column, Summed

if TYPE_CHECKING:  # numpy and the kernel take half a second to import: only rules need them
    from analyser.games.picture import Picture
    from analyser.games.scene import MakeScene
    from analyser.games.story import Story
    from analyser.kernel.intrinsics import Record, RecordType
    from analyser.kernel.loop import PlayGame
    from analyser.kernel.policies import ListChoices, PolicyFactory
    from analyser.kernel.race import Redeal
    from analyser.kernel.restrictions import Fits

GAME_FILES = ("game", "__init__")
"""Files that are the only game of their folder."""
GAME_VERSION = "__game_version__"
"""What the view of another version of a game of one file is marked with."""
Say = Callable[[str], None]
Part = TypeVar("Part")


class BenchCommand(NamedTuple):
    """An `analyse simulate` that `analyse bench` times."""

    words: str
    is_cold: bool = False
    """With an empty cache of compiled code."""


class Role(NamedTuple):
    """What a seat is in a game, and what may make it better off: the first to play, the youngest, a colour."""

    name: str
    meaning: str
    """How its levels are read: « 1 is the first to play »."""
    level: str
    """An SQL expression over the table of seats; it may use `players` and the game's `rounds` too."""
    drawn_by: tuple[str, ...] = ()
    """A pool that deals the role at random, where players would otherwise choose it; {base} is who plays."""


SEAT = Role("seat", "", "seat")
OTHERS = "others"
"""As an argument of a question: each of the other players, of whom the highest answer counts."""


@dataclass(frozen=True)
class Lessons:
    """What `analyse learn` must know about a view; fields and arguments that speak for themselves need no word."""

    sort: str = ""
    """The sort of a choice, a whole number from 0: each sort has weights of its own. The first field of a choice, if
    left out."""
    clock: str = "view.rounds"
    """How far the game is: weights may grow or shrink with it."""
    arguments: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """What to put for the arguments of questions, by name: expressions over `view` and `choice`, names that the view
    offers, OTHERS. What is not here is a field of that name, of the choice or the view; `seat` is me, and OTHERS."""
    more: Sequence[str] = ()
    """Further questions, as expressions. If left out, and the view has no functions to ask: the fields of the view."""


@dataclass(frozen=True)
class Columns:
    """What a game records besides the shared columns, in the order in which its rules write them.

    The rules write column k of a game to `workspace.game_row[FIRST_GAME_COLUMN + k]` and column k of a seat to
    `workspace.seat_rows[FIRST_SEAT_COLUMN + k, seat]`.
    """

    games: tuple[Column, ...] = ()
    seats: tuple[Column, ...] = ()
    breakdowns: tuple[str, ...] = ()
    """Columns of seats that a summary shows the win share by."""
    sums: tuple[Summed, ...] = ()
    """Tables of sums over the games of a part; the rules count into `workspace.<name>[count, row]`."""

    def __post_init__(self) -> None:
        check_columns(self.games, self.seats)
        check_breakdowns(self.breakdowns, self.seats)
        check_sums(self.sums)


def as_imported() -> None:
    """The view of a package is found by Python itself."""


@dataclass(frozen=True, kw_only=True)
class Rules:
    """How a game is played. All functions but `lay_out` and `story` are compiled."""

    table: "RecordType"
    """Everything open, and what the seat to play may know: a strategy's view. It has `me` and `params`."""
    hidden: "RecordType"
    """What no strategy may see."""
    choice: "RecordType"
    """One legal choice."""
    max_choices: int
    """The longest list of choices that a seat can have."""
    lists: "Mapping[int, ListChoices]"
    """For each kind of decision, 0, 1, ...: writes the legal choices into an array and says how many there are."""
    play_game: "PlayGame"
    """One game on `table`, `hidden` and `workspace`, from the deal to its result."""
    lay_out: "Callable[[Record, Mapping[str, Value], int, Path], None]"
    """Puts settings, number of players and the data on a blank table. It must use every setting."""
    redeal: "Redeal"
    """Draws again what a seat cannot know, consistent with all it saw: `redeal(table, hidden, seat, workspace)`. It may
    read nothing that the seat cannot know, and draws by `workspace.luck[REDEALING]`."""
    play_on: "PlayGame | None" = None
    """The same from the decision that is being asked, if all that is going on stands in `table` and `hidden`: rollouts
    then begin there. Without it they are played again from the deal, which needs nothing but costs more."""
    story: "Callable[[Sequence[str], Say, Path], Story]"
    """Tells a game, given the names of the strategies by seat and the data folder."""
    scene: "MakeScene | None" = None
    """How the table looks in a replay; without it the numbers of the table are shown."""
    questions: Sequence[str]
    """What strategies may import from the view."""
    costly: Mapping[str, int] = field(default_factory=dict)
    """Questions that the rules answer only for strategies that name them, and the bit that stands for each."""
    restrictable: "Mapping[str, Fits]" = field(default_factory=dict)
    """What `never:` and `always:` may name: 1 the choice is that, 0 it is against it, -1 neither."""
    policies: "Mapping[int, PolicyFactory]" = field(default_factory=dict)
    """For kinds of decision whose lists would be slow: makes a policy that lists and scores at once."""
    lessons: Lessons = field(default_factory=Lessons)
    """How `analyse learn` asks the questions of the view."""
    show_view: Callable[[], None] = as_imported
    """Called before a strategy is loaded: of two versions of a game of one file, each has a view of the same name."""

    def __post_init__(self) -> None:
        check_table(self.table)
        check_record("hidden", self.hidden)
        check_record("choice", self.choice)
        check_kinds(self.lists, self.policies, self.max_choices)
        check_names("restrictable", list(self.restrictable), RESTRICTABLE_NAME)
        check_costly(self.costly)


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """A game: what every command needs to know about it. Its rules are imported only when needed."""

    name: str
    """As typed on the command line."""
    title: str
    """As its box has it."""
    idea: str
    """What it is about, in a sentence or two."""
    players: tuple[int, ...]
    """The numbers of players it can be played with."""
    setting_names: tuple[str, ...]
    """What its rules look up in `settings.toml`."""
    part_games: int
    """Games in one part of a run: about a second of simple play."""
    view: str
    """The module that its strategies import from."""
    home: Path
    """The folder of its code."""
    load_rules: Callable[[], Rules]
    load_columns: Callable[[Path], Columns] = lambda data: Columns()
    """Its columns, given the data folder: names of cards and cells come from there. A game that reads data for them
    decorates it with `schemas.once`, since it is called often."""
    load_picture: "Callable[[Path], Picture] | None" = None
    """Its board to be drawn, given the data folder."""
    caveats: tuple[str, ...] = ()
    """What a reader of any result must know, whatever the data."""
    competent: tuple[str, ...] = ()
    """The built-in strategies that win at least half an equal share among all but `random`, the strongest first: they
    play when none is named, and the first plays the experiments. A long test measures them again."""
    length: str = "rounds"
    """The column of its table of games, in numbers, that says how long a game was."""
    bench: tuple[str, ...] = ("random",)
    """The strategies that `analyse bench` measures, the most thoughtful last."""
    bench_commands: tuple[BenchCommand, ...] = ()
    roles: tuple[Role, ...] = (SEAT,)
    """What `analyse seats` answers for, the most important first. Where symmetry makes the seats equal, it says so and
    answers for the others."""
    studies: Mapping[str, str] = field(default_factory=dict)
    """Modules of the game's own experiments, by the names that `experiments.toml` uses."""
    data: Path | None = None
    """Where its data are, if they are a user's own: see `own_data`."""
    key: str = ""
    """What jobs find it by: its name, with the place of a user's own data."""
    file: Path | None = None
    """The file of a game of one file, or of a folder of its own: data, strategies and recipe then lie beside it."""
    own_settings: Mapping[str, Setting] | None = None
    """The numbers of its rules, if they stand in its file."""
    own_data: tuple[Path, ...] = ()
    """The data files that such a game has read."""
    strategy_folders: tuple[Path, ...] = ()
    """Where its built-in strategies are, if not in `strategies/<name>/`."""
    own_questions: Callable[[], Mapping[str, object]] | None = None
    """What `experiments.toml` would hold, if there is none."""
    own_pages: Callable[[], Mapping[str, object]] | None = None
    """What the recipe of its report would hold, if there is none."""
    template: Callable[[], str] | None = None
    """The strategy that a newcomer starts from, if it is not in a file."""

    def __post_init__(self) -> None:
        check_game_name(self.name)
        object.__setattr__(self, "key", self.key or self.name)
        check_players(self.players)
        check_names("setting", self.setting_names)
        refuse(self.part_games < 1, f"part_games is {self.part_games}. Allowed: 1 or more.")
        refuse(not self.bench, "bench is empty. Allowed: one strategy or more.")

    @cached_property
    def rules(self) -> Rules:
        """Its rules."""
        return self._loaded("rules", self.load_rules)

    @property
    def columns(self) -> Columns:
        """Its own columns, with the names that its data have now."""
        return self._loaded("columns", lambda: self.load_columns(self.data_folder))

    @property
    def typed(self) -> str:
        """How it is typed after --game: its name, or its place if the name alone would not be found."""
        from analyser.games.places import typed_place

        return typed_place(self.file) or self.name

    def _loaded(self, what: str, load: Callable[[], Part]) -> Part:
        """A part of the definition. Whatever breaks while it is loaded is reported as the game's fault."""
        try:
            return load()
        except AnalyseError:
            raise
        except Exception as problem:
            raise BadInput(f"The {what} of game {self.name} cannot be used: {told(problem)}") from problem

    @property
    def data_folder(self) -> Path:
        """What the game is, as data."""
        usual = paths.SEEDS / self.name if self.file is None else self.file.parent / "data"
        return self.data or usual

    @property
    def all_caveats(self) -> tuple[str, ...]:
        """What a reader of any result must know, with what is unusual in the data; shown wherever results are."""
        return (*self.caveats, *warnings_of(self.data_folder))

    @property
    def ledger(self) -> Path:
        """Its rules, clause by clause."""
        return self.data_folder / "rules.md"

    @property
    def built_in(self) -> tuple[Path, ...]:
        """The folders of its built-in strategies."""
        return self.strategy_folders or (paths.STRATEGIES / self.name,)

    @property
    def recipe(self) -> Path:
        """The questions of its report."""
        return paths.REPORTS / f"{self.name}.toml" if self.file is None else self.beside("report.toml")

    def beside(self, name: str) -> Path:
        """A file of a game of one file: `report.toml` beside `game.py`, `pig.report.toml` beside `pig.py`."""
        assert self.file is not None
        return self.file.with_name(name if self.file.stem in GAME_FILES else f"{self.file.stem}.{name}")

    @property
    def catalogue(self) -> Path:
        """The questions of its experiments."""
        return self.home / "experiments.toml" if self.file is None else self.beside("experiments.toml")

    def new_strategy(self) -> str:
        """The strategy that a newcomer starts from."""
        return self.template() if self.template else (self.home / "new_strategy.txt").read_text(encoding="utf-8")

    def sources(self) -> list[Path]:
        """Its rules as code."""
        return sorted(self.home.glob("*.py")) if self.file is None else [self.file]

    def data_files(self) -> list[Path]:
        """What the game is, as data: every file."""
        if self.own_settings is not None:
            return sorted(self.own_data)
        return sorted(path for path in self.data_folder.iterdir() if path.is_file())

    @property
    def settings_file(self) -> Path:
        """The numbers of its rules, as data."""
        return self.data_folder / "settings.toml" if self.own_settings is None or self.file is None else self.file

    def settings(self) -> Mapping[str, Setting]:
        """The numbers of its rules."""
        if self.own_settings is not None:
            return self.own_settings
        found = read_settings(self.settings_file)
        refuse_other_names(found, self.setting_names, self.settings_file)
        return found

    def game_columns(self) -> tuple[Column, ...]:
        """The columns of its table of games."""
        return GAME_COLUMNS + self.columns.games

    def seat_columns(self) -> tuple[Column, ...]:
        """The columns of its table of seats."""
        return SEAT_COLUMNS + self.columns.seats

    def breakdowns(self) -> dict[str, Column]:
        """The columns of its seats that a summary shows the win share by."""
        columns = self.columns
        return {one.name: one for one in columns.seats if one.name in columns.breakdowns}

    def sums(self) -> tuple[Summed, ...]:
        """Its tables of sums, if it has any."""
        return self.columns.sums

    def tables(self) -> dict[str, tuple[str, tuple[Column, ...]]]:
        """All tables of its runs: what a row is, and the columns."""
        own = {one.name: (one.row, one.columns) for one in self.sums()}
        return {
            "games": ("one row a game", self.game_columns()),
            "seats": ("one row a seat", self.seat_columns()),
        } | own

    @property
    def has_board(self) -> bool:
        """Whether it is played on a board that can be drawn."""
        return self.load_picture is not None

    def picture(self) -> "Picture":
        """Its board, to be drawn."""
        if self.load_picture is None:
            raise BadInput(f"{self.title} has no board to draw.")
        return self.load_picture(self.data_folder)

    def check_players(self, asked: int | None) -> int:
        """The number of players: as asked, or the most."""
        if asked is not None and asked not in self.players:
            allowed = ", ".join(map(str, self.players))
            raise BadInput(f"{self.title} is not played by {asked}. Allowed: --players {allowed}.")
        return asked or max(self.players)


def told(problem: Exception) -> str:
    """What is wrong with a game's code, and where."""
    if isinstance(problem, BadDefinition):
        return str(problem)
    frames = traceback.extract_tb(problem.__traceback__)
    where = f" ({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""
    return f"{type(problem).__name__}: {problem}{where}. Correct the game's code."
