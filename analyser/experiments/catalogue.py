"""The questions of a game: `analyser/games/<game>/experiments.toml`, read and checked.

opponents   other competent strategies, with which verdicts are checked: those whose mirrors lie furthest apart
[same_play] for a setting, the setting that says what strategies believe it to be
[[outcome]] something to compare between variants: `per_game`, an SQL expression over the seats of a game, or
            `of_game`, one of the columns of games
[[value]]   a question about the worth of something: `kind` says which experiment answers it
[[lever]]   what `analyse fix` may change, and what that costs: see fixing.declared
[ladder]    the game's headlines, which `analyse ladder` follows from level to level of play
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import ClassVar

import msgspec
import polars as pl

from analyser.core.errors import unknown
from analyser.core.schemas import Form, once, read_toml
from analyser.experiments.fixing.declared import LeverForm
from analyser.experiments.words import Words
from analyser.games.definition import Game
from analyser.strategies.spec import refuse_files


class Question(Form, frozen=True, kw_only=True, tag_field="kind"):
    """What something is worth, and the experiment that shows it. All kinds have these keys."""

    name: str
    question: str
    player: str | None = None
    """Who plays when nobody is named."""
    games: float = 1
    """The part of the games that each of many levels gets."""
    is_drawn: ClassVar[bool] = True
    """Whether its table holds values with intervals, for a figure."""
    is_staged: ClassVar[bool] = True
    """Whether its intervals know how much of the error rate a stage may spend."""

    @property
    def kind(self) -> str:
        """The experiment that answers it."""
        return str(self.__struct_config__.tag)

    @property
    def method(self) -> str:
        """How that experiment works, in English."""
        return Words().say(f"kind.{self.kind}")

    def at_table(self, players: int) -> "Question":
        """The question for this number of players."""
        return self


class Leveled(Question, frozen=True, kw_only=True):
    """A question that tries levels one by one. Templates hold `{level}` and, for the strategy that plays, `{base}`."""

    levels: list[str] | dict[str, str]
    """Labels; with the text for each in a template, if that differs."""
    of_others: bool = False
    """Levels are numbers of other players."""

    @property
    def tried(self) -> dict[str, str]:
        """The label of each level, and its text in a template."""
        return dict(self.levels) if isinstance(self.levels, dict) else {one: one for one in self.levels}

    def at_table(self, players: int) -> "Leveled":
        """Without levels that need more other players than there are."""
        if not self.of_others:
            return self
        kept = {label: level for label, level in self.tried.items() if int(level) < players}
        return msgspec.structs.replace(self, levels=kept)


class Forced(Leveled, frozen=True, kw_only=True, tag="forced"):
    """One seat is held to each level in turn (always:, never:), all others play freely."""

    play: str
    reference: str = "free play"
    """What a level is measured from, on the same deals."""
    reference_play: str = ""
    """How the focal seat plays for it, if not freely."""
    taken_away: bool = False
    observed: str = ""
    """The column that shows which level strategies choose by themselves."""
    observed_pool: str = ""
    often: str = ""
    """The column by which a level is better or worse than its reference, game by game."""
    marginal: bool = False
    universal: bool = False

    def __post_init__(self) -> None:
        """A question that counts against a reference needs one."""
        if self.often and not self.reference_play:
            raise ValueError(f"« {self.name} » has often, so reference_play is missing")


class BySetting(Leveled, frozen=True, kw_only=True, tag="setting"):
    """A setting gives one seat each level in turn."""

    set: list[str]
    reference: str
    """What a level is measured from, on the same deals: the same seat without the setting."""
    taken_away: bool = False
    turn: int | None = None
    """The turn whose seat has it; seat 1 if left out."""
    complies: str = ""
    """An SQL condition over games: whether the level was met."""
    currency: str = ""


class Dealt(Question, frozen=True, kw_only=True, tag="dealt"):
    """The rules deal the levels at random: who has which is an experiment already."""

    columns: list[str]
    pool: tuple[str, ...] = ()
    prices: dict[str, int] = msgspec.field(default_factory=dict)
    are_places: bool = False
    """The columns hold positions, which are counted from 1."""
    crossed: bool = False
    """Not each column alone, but every combination of them."""


class Pairs(Question, frozen=True, kw_only=True, tag="pairs"):
    """Dealt, two at a time: what a pair is worth beyond its parts."""

    columns: list[str]
    pool: tuple[str, ...] = ()


class Blanked(Question, frozen=True, kw_only=True, tag="blanked"):
    """A dealt card has no effect, in the same games."""

    columns: list[str]
    setting: str
    prices: dict[str, int] = msgspec.field(default_factory=dict)
    currency: str = ""


class Exchange(Question, frozen=True, kw_only=True, tag="exchange"):
    """A gift: what one unit of it is worth."""

    amounts: list[int]
    set: list[str]
    holder: tuple[str, str | int]
    """A column, and one of its names, or the position of that name, from 1."""
    unit: str
    is_drawn: ClassVar[bool] = False


class Hand(Leveled, frozen=True, kw_only=True, tag="hand"):
    """All subsets of a hand are blanked: the Shapley value of each part."""

    setting: str


class Scoring(Leveled, frozen=True, kw_only=True, tag="scoring"):
    """Parts of the score are left out, counted again and played again: the Shapley value of each."""

    setting: str
    against: str


class Deal(Question, frozen=True, kw_only=True, tag="deal"):
    """Each deal is replayed with other luck: how much it decides."""

    is_staged: ClassVar[bool] = False


class OwnStudy(Question, frozen=True, kw_only=True, tag="study"):
    """The game's own study, a module of its `studies`: `answer` makes its table (with `level`, a value and its ends),
    `told` a sentence about it.
    """

    study: str
    estimand: str
    is_drawn: ClassVar[bool] = False
    is_staged: ClassVar[bool] = False


AnyQuestion = Forced | BySetting | Dealt | Pairs | Blanked | Exchange | Hand | Scoring | Deal | OwnStudy


class Outcome(Form, frozen=True, kw_only=True):
    """Something measured in every game, by which variants are compared."""

    name: str
    meaning: str
    per_game: str = ""
    of_game: str = ""
    of_seat: str = ""

    def __post_init__(self) -> None:
        """Refuse an expression that Polars cannot read."""
        if bool(self.per_game) == bool(self.of_game):
            raise ValueError(f"« {self.name} » needs either per_game or of_game")
        try:
            _ = self.whole, self.part
        except pl.exceptions.PolarsError as problem:
            raise ValueError(f"« {self.name} »: {problem}") from None

    @property
    def whole(self) -> pl.Expr:
        """Of a game."""
        return pl.sql_expr(self.per_game or self.of_game)

    @property
    def part(self) -> pl.Expr | None:
        """The expression for each seat, which that of the game uses."""
        return pl.sql_expr(self.of_seat) if self.of_seat else None


class Headlines(Form, frozen=True, kw_only=True):
    """What a ladder follows from level to level, besides roles and length."""

    values: tuple[str, ...] = ()
    """Questions of the game, by name."""
    vary: str = ""
    """A setting with its values, the first being the base; and the outcome by which they are compared."""
    outcome: str = "rounds"
    games: int = 400
    """Games of a player that looks ahead with 64 rollouts, at each level."""


class Catalogue(Form, frozen=True, kw_only=True, dict=True):
    """All questions of a game."""

    opponents: tuple[str, ...] = ()
    same_play: dict[str, str] = msgspec.field(default_factory=dict)
    value: tuple[AnyQuestion, ...] = ()
    outcome: tuple[Outcome, ...] = ()
    ladder: Headlines = Headlines()
    lever: tuple[LeverForm, ...] = ()

    def __post_init__(self) -> None:
        """A question that is answered in a currency needs that currency's own question; none names a file of code."""
        for name in self.ladder.values:
            if not isinstance(self.questions.get(name), Forced | Dealt):
                raise ValueError(f"[ladder] values: « {name} » is no question of kind forced or dealt")
        refuse_files([*self.opponents, *(spec for one in self.value for spec in _strategies_of(one))])
        for one in self.value:
            currency = getattr(one, "currency", "")
            if currency and not isinstance(self.questions.get(currency), Exchange):
                raise ValueError(f"« {one.name} »: no question « {currency} » gives a rate of exchange")

    @cached_property
    def questions(self) -> Mapping[str, AnyQuestion]:
        """By name."""
        return {one.name: one for one in self.value}

    @cached_property
    def outcomes(self) -> Mapping[str, Outcome]:
        """By name."""
        return {one.name: one for one in self.outcome}

    def chosen(self, names: Sequence[str], game: Game) -> list[AnyQuestion]:
        """The questions of these names; all if none is named."""
        for name in names:
            if name not in self.questions:
                raise unknown(
                    f"question of {game.name}", name, self.questions, f"analyse values --game {game.typed} --list"
                )
        return [self.questions[name] for name in names] if names else list(self.value)


def _strategies_of(question: AnyQuestion) -> Iterator[str]:
    """The strategies that a question names, with a base that one more letter would make a file of code."""
    yield question.player or ""
    levels = question.tried.values() if isinstance(question, Leveled) else [""]
    for field in ("play", "reference_play", "observed_pool", "against", "pool"):
        templates = getattr(question, field, "")
        for template in [templates] if isinstance(templates, str) else templates:
            yield from (filled(template, level, ".p") for level in levels)


def filled(template: str, level: str, base: str) -> str:
    """A template with its level and strategy filled in."""
    return template.replace("{level}", level).replace("{base}", base)


def read_catalogue(game: Game) -> Catalogue:
    """A game's questions: as its file says, or as they follow from its rules; without either, none."""
    if game.catalogue.exists():
        return _read(game.catalogue)
    return Catalogue() if game.own_questions is None else _derived(game)


@cache
def _derived(game: Game) -> Catalogue:
    assert game.own_questions is not None
    return msgspec.convert(game.own_questions(), Catalogue)


@once
def _read(path: Path) -> Catalogue:
    return read_toml(path, Catalogue)
