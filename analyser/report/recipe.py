"""A game's report as its designer wants it: `reports/<game>.toml`, read and checked.

base          the strategy that plays the experiments, if it is not the game's own
games         of the main run: all competent strategies, each in every seat equally often
opponents     strategies with which every experiment is repeated, to see whether its answer depends on who
              plays; the game's own if left out, none if empty
assumptions   false: verdicts are not tried under other assumptions (true if left out)
[tolerances]  what the designer tolerates
[[page]]      a question: its `kind` says how it is answered, its `title` how it is asked, in every language
[words]       what the game's cards, columns and levels are called in every language
"""

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from analyser.core.schemas import Form, read_toml
from analyser.experiments.catalogue import Dealt, Question, read_catalogue
from analyser.experiments.words import Text
from analyser.games.definition import Game
from analyser.strategies.spec import refuse_files

LEAST_GAMES = 1_000
"""With fewer games of the main run no page would say anything."""


class Tolerances(Form, frozen=True, kw_only=True):
    """What the designer tolerates; None: not judged."""

    seat_points: float = 1.0
    """Points that a seat may be from an equal share."""
    rounds: tuple[float, float] | None = None
    """Least and most rounds of a game, on average."""
    shared_percent: float | None = None
    no_winner_percent: float | None = None
    unfinished_percent: float | None = 0.1
    leader_percent: float | None = None
    """How often the leader at half may win."""
    level_points: float | None = None
    """Points that a card, opening or colour that is dealt may be worth."""
    drift_points: float = 0.5
    """Points that a share may move unnoticed, for `analyse check`."""
    detect_points: float = 2.0
    """The drift that `analyse check` must not overlook."""

    def __post_init__(self) -> None:
        """Refuse tolerances that cannot be met, or cannot be missed."""
        for name, value in msgspec.structs.asdict(self).items():
            if isinstance(value, tuple) and not 0 <= value[0] < value[1]:
                least, most = (f"{one:g}" for one in value)
                raise ValueError(f"{name} = [{least}, {most}]. Allowed: two numbers, the least and the most")
            if isinstance(value, float | int) and not _can_be_met(name, value):
                allowed = "above 0, at most 50 points" if name.endswith("_points") else "0 to 100 percent"
                raise ValueError(f"{name} = {value:g}. Allowed: {allowed}")


def _can_be_met(name: str, value: float) -> bool:
    return 0 < value <= 50 if name.endswith("_points") else 0 <= value <= 100


class PageSpec(Form, frozen=True, kw_only=True, tag_field="kind"):
    """One page's question. All kinds of pages have these keys."""

    title: Text
    name: str = ""
    """Of its files."""
    games: int | None = None
    """At each level; a tenth of the main run if left out."""

    def __post_init__(self) -> None:
        """Refuse a name that cannot name a file, and too few games."""
        if not self.name:
            msgspec.structs.force_setattr(self, "name", self.usual_name)
        if not re.fullmatch(r"[\w-]{1,80}", self.name):
            raise ValueError(f"name = « {self.name[:80]} » names no file. Allowed: letters, digits, - and _")
        if self.games is not None and self.games < LEAST_GAMES:
            raise ValueError(f"games = {self.games}. Allowed: a whole number from {LEAST_GAMES:,}")

    @property
    def kind(self) -> str:
        """How it is answered."""
        return str(self.__struct_config__.tag)

    @property
    def usual_name(self) -> str:
        """What its files are called if it has no name."""
        return self.kind


class SeatsPage(PageSpec, frozen=True, kw_only=True, tag="seats"):
    """Whether the seats are equal."""


class LengthPage(PageSpec, frozen=True, kw_only=True, tag="length"):
    """How long a game is, in rounds or by another column of the games' table."""

    column: str = "rounds"


class EndingsPage(PageSpec, frozen=True, kw_only=True, tag="endings"):
    """How games end, with every number of players."""


class CategoriesPage(PageSpec, frozen=True, kw_only=True, tag="categories"):
    """How often each name of a column occurs."""

    column: str


class ValuesPage(PageSpec, frozen=True, kw_only=True, tag="values"):
    """What a card, an opening, a timing is worth: one of the game's questions."""

    question: str
    chart: Literal["forest", "curve"] = "forest"
    tolerance: float | None = None
    below: Text | None = None
    """The label below a curve."""
    each: Text | None = None
    """A phrase around every level: « the card at {level} first »."""
    names: dict[str, Text] = msgspec.field(default_factory=dict)
    """What levels are called, if not by the recipe's words."""

    @property
    def usual_name(self) -> str:
        """The question's own."""
        return self.question


class ComparePage(PageSpec, frozen=True, kw_only=True, tag="compare"):
    """Two values of a rule on the same deals; the headline outcome is named first."""

    vary: str
    headline: str = "rounds"


class SweepPage(PageSpec, frozen=True, kw_only=True, tag="sweep"):
    """A curve over a setting: some outcomes at every value."""

    vary: str
    outcomes: tuple[str, ...]


class Stages(Form, frozen=True):
    """The same deals stopped at each value of a setting."""

    setting: str
    values: tuple[int, ...]


class SourcesPage(PageSpec, frozen=True, kw_only=True, tag="sources"):
    """Where points or money come from."""

    columns: tuple[str, ...]
    unit: Text
    stages: Stages | None = None


class Near(Form, frozen=True):
    """The share of a count, and of a traffic, on cells where a column is at most `most`."""

    column: str
    most: float
    count: str
    traffic: str
    words: Text


class BoardPage(PageSpec, frozen=True, kw_only=True, tag="board"):
    """Where on the board it happens."""

    counts: tuple[str, ...]
    near: Near | None = None


class FeelPage(PageSpec, frozen=True, kw_only=True, tag="feel"):
    """How a game feels."""


class StrategiesPage(PageSpec, frozen=True, kw_only=True, tag="strategies"):
    """Which strategy is strongest."""


class LadderPage(PageSpec, frozen=True, kw_only=True, tag="ladder"):
    """Whether the answers change as players get stronger, up to look-ahead with `top` rollouts a decision. `games` is
    for players that look ahead with 64; the game's catalogue says if left out.
    """

    top: int = 16


class FixPage(PageSpec, frozen=True, kw_only=True, tag="fix"):
    """What we would change: an answer of `analyse fix` that was made beforehand; with `games`, if there is none, the
    report searches with that many games at most. Without either there is no such page.
    """

    title: Text = Text(en="What would we change?", fr="Que changerions-nous ?")


class TornadoPage(PageSpec, frozen=True, kw_only=True, tag="tornado"):
    """Whether the seats' verdict rests on an assumption: all assumed settings are tried, or those named."""

    settings: tuple[str, ...] = ()


AnyPage: TypeAlias = (
    SeatsPage
    | LengthPage
    | EndingsPage
    | CategoriesPage
    | ValuesPage
    | ComparePage
    | SweepPage
    | SourcesPage
    | BoardPage
    | FeelPage
    | StrategiesPage
    | LadderPage
    | FixPage
    | TornadoPage
)


class Recipe(Form, frozen=True, kw_only=True):
    """All of a report's questions, with the designer's tolerances."""

    page: tuple[AnyPage, ...] = ()
    games: int = 100_000
    base: str | None = None
    opponents: tuple[str, ...] | None = None
    assumptions: bool = True
    tolerances: Tolerances = Tolerances()
    words: dict[str, Text] = msgspec.field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse too few games, pages without a name of their own, and files of code."""
        refuse_files(self.players)
        if self.games < LEAST_GAMES:
            raise ValueError(f"games = {self.games}. Allowed: a whole number from {LEAST_GAMES:,}")
        if not self.page:
            raise ValueError("it asks no question. Write one [[page]] or more")
        for name, times in Counter(one.name for one in self.page).items():
            if times > 1:
                raise ValueError(f'two pages are called « {name} ». Give one of them another name = "..."')

    def level_tolerances(self, questions: Iterable[Question]) -> dict[str, float]:
        """What the levels of each question may be worth: as its page says, or what is dealt as all that is dealt."""
        pages = {one.question: one.tolerance for one in self.page if isinstance(one, ValuesPage)}
        dealt = {one.name: self.tolerances.level_points for one in questions if isinstance(one, Dealt)}
        return {name: found for name, found in (dealt | {k: v for k, v in pages.items() if v}).items() if found}

    @property
    def players(self) -> list[str]:
        """Every strategy that it names."""
        return [*([self.base] if self.base else []), *(self.opponents or ())]


def read_recipe(path: Path) -> Recipe:
    """A recipe; refused if anything in it is unknown."""
    return read_toml(path, Recipe)


def recipe_of(game: Game) -> Recipe | None:
    """The recipe that a game ships with, or the one that follows from its rules; None if it has neither."""
    if game.recipe.exists():
        return read_recipe(game.recipe)
    return None if game.own_pages is None else msgspec.convert(game.own_pages(), Recipe)


def recipe_to_build(game: Game, path: Path | None) -> Recipe:
    """The recipe of a report: the game's own, or that of the file that is named, with the game's words too."""
    found = recipe_of(game)
    if path is None:
        return found or read_recipe(game.recipe)
    named = read_recipe(path)
    return msgspec.structs.replace(named, words={**found.words, **named.words}) if found else named


def wanted_by(recipe: Recipe | None, game: Game) -> dict[str, float | tuple[float, float] | None]:
    """The targets of `analyse fix`: seats, length, endings, the leader, and what is dealt and has a page."""
    found = recipe.tolerances if recipe else Tolerances()
    wanted: dict[str, float | tuple[float, float] | None] = {
        "seats": found.seat_points,
        "rounds": found.rounds,
        "shared": found.shared_percent,
        "no_winner": found.no_winner_percent,
        "unfinished": found.unfinished_percent,
        "leader": found.leader_percent,
    }
    catalogue = read_catalogue(game)
    pages = {one.question for one in recipe.page if isinstance(one, ValuesPage)} if recipe else set()
    roles = {one.name for one in game.roles}
    dealt = [one for one in catalogue.value if isinstance(one, Dealt) and one.name in pages and not one.pool]
    limits = recipe.level_tolerances(catalogue.value) if recipe else {}
    return wanted | {one.name: limits.get(one.name) for one in dealt if not roles & set(one.columns)}


def tolerances_of(game: Game) -> Tolerances:
    """What the designer tolerates, for every command: as the game's recipe says."""
    recipe = recipe_of(game)
    return recipe.tolerances if recipe else Tolerances()
