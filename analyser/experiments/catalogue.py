"""The questions of a game: `analyser/games/<game>/experiments.toml`, read and checked.

base        the strategy that plays when none is named
fields      other strategies, good enough to be believed, with which headlines are checked
[same_play] for a setting, the setting that says what strategies believe it to be
[[outcome]] something to compare between variants: `per_game`, an SQL expression over the seats of a game, or
            `of_game`, one of the columns of games
[[value]]   a question about the worth of something: `kind` says by which experiment it is answered; `player` who plays
            when nobody is named, `games` the part of the games that each of many levels gets, `of_others` that levels
            are numbers of other players; a `study` is a module of the game's `studies`: `answer` makes its table (with
            `level`, a value and its ends), `told` a sentence of it
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import polars as pl

from analyser import places
from analyser.errors import BadInput, unknown
from analyser.registry import Game

FILE = "experiments.toml"
KINDS = {
    "forced": "one seat is held to each level in turn (always:, never:), all others play freely",
    "setting": "a setting gives one seat each level in turn",
    "dealt": "the rules deal the levels at random: who has which is an experiment already",
    "pairs": "dealt, two at a time: what a pair is worth beyond its parts",
    "blanked": "a dealt card has no effect, in the same games",
    "exchange": "a gift of so much: what one unit is worth",
    "hand": "all subsets of a hand are blanked: the Shapley value of each part",
    "scoring": "parts of the score are left out, counted again and played again: the Shapley value of each",
    "deal": "each deal is replayed with other luck: how much it decides",
    "study": "the game's own study: games followed turn by turn",
}
NEEDS = {
    "forced": {"levels", "play"},
    "setting": {"levels", "set"},
    "dealt": {"columns"},
    "pairs": {"columns"},
    "blanked": {"columns", "setting"},
    "exchange": {"amounts", "set", "holder", "unit"},
    "hand": {"levels", "setting"},
    "scoring": {"levels", "setting", "against"},
    "deal": set[str](),
    "study": {"study", "estimand"},
}
OPTIONS = {
    "reference",
    "reference_play",
    "observed",
    "observed_pool",
    "complies",
    "often",
    "turn",
    "pool",
    "prices",
    "player",
    "currency",
    "taken_away",
    "marginal",
    "universal",
    "games",
    "of_others",
}


@dataclass(frozen=True)
class Outcome:
    """Something measured in every game, to compare variants by."""

    name: str
    meaning: str
    expression: pl.Expr
    of_seat: pl.Expr | None = None
    of_game: bool = False


@dataclass(frozen=True)
class Question:
    """What something is worth, and the experiment that tells."""

    name: str
    question: str
    kind: str
    options: Mapping[str, Any]

    @property
    def levels(self) -> dict[str, str]:
        """Label of each level, and what stands for it in a template."""
        found = self.options["levels"]
        return dict(found) if isinstance(found, dict) else {str(one): str(one) for one in found}

    def filled(self, name: str, level: str, base: str) -> Any:
        """A template (or a list of them) with its level and strategy filled in."""
        template = self.options.get(name, [])
        fill = [one.replace("{level}", level).replace("{base}", base) for one in _listed(template)]
        return fill if isinstance(template, list) else fill[0]

    def at_table(self, players: int) -> "Question":
        """The question at a table of so many: without levels that speak of more others than there are."""
        if not self.get("of_others"):
            return self
        levels = {label: level for label, level in self.levels.items() if int(level) < players}
        return replace(self, options={**self.options, "levels": levels})

    def get(self, name: str, otherwise: Any = None) -> Any:
        """An option, if it is given."""
        return self.options.get(name, otherwise)


@dataclass(frozen=True)
class Catalogue:
    """All questions of a game."""

    base: str
    questions: dict[str, Question]
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    same_play: dict[str, str] = field(default_factory=dict)
    fields: tuple[str, ...] = ()

    def chosen(self, names: list[str], game: Game) -> list[Question]:
        """The questions of these names; all if none is named."""
        for name in names:
            if name not in self.questions:
                raise unknown(
                    f"question of {game.name}", name, self.questions, f"analyse values --game {game.name} --list"
                )
        return [self.questions[name] for name in names] if names else list(self.questions.values())


def _listed(value: Any) -> list[str]:
    return value if isinstance(value, list) else [value]


def read_catalogue(game: Game) -> Catalogue:
    """A game's questions; a game without any has `random` as its base and nothing to ask."""
    path = places.GAMES / places.package_name(game.name) / FILE
    if not path.exists():
        return Catalogue("random", {})
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
        questions = [_question(entry) for entry in found.get("value", [])]
        outcomes = [_outcome(entry) for entry in found.get("outcome", [])]
        known = {one.name for one in questions}
        for one in questions:
            if one.get("currency", one.name) not in known:
                raise ValueError(
                    f"[[value]] {one.name}: no question « {one.get('currency')} » gives a rate of exchange"
                )
        return Catalogue(
            found["base"],
            {one.name: one for one in questions},
            {one.name: one for one in outcomes},
            found.get("same_play", {}),
            tuple(found.get("fields", ())),
        )
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as problem:
        raise BadInput(f"{path} cannot be read: {problem}. Mend the file or restore it.") from None


def _question(entry: dict[str, Any]) -> Question:
    options = dict(entry)
    name, question, kind = (str(options.pop(key)) for key in ("name", "question", "kind"))
    if kind not in KINDS:
        raise ValueError(f"[[value]] {name}: kind « {kind} » is not one of {', '.join(KINDS)}")
    missing, surplus = NEEDS[kind] - set(options), set(options) - NEEDS[kind] - OPTIONS
    missing |= {"reference_play"} if "often" in options and "reference_play" not in options else set()
    if missing or surplus:
        wrong = [f"{', '.join(sorted(missing))} is missing"] if missing else []
        wrong += [f"{', '.join(sorted(surplus))} is not known"] if surplus else []
        raise ValueError(f"[[value]] {name}: {'; '.join(wrong)}")
    return Question(name, question, kind, options)


def _outcome(entry: dict[str, Any]) -> Outcome:
    of_seat, of_game = entry.get("of_seat"), "of_game" in entry
    try:
        whole = pl.sql_expr(entry["of_game" if of_game else "per_game"])
        part = pl.sql_expr(of_seat) if of_seat else None
    except pl.exceptions.PolarsError as problem:
        raise ValueError(f"[[outcome]] {entry['name']}: {problem}") from None
    return Outcome(str(entry["name"]), str(entry["meaning"]), whole, part, of_game)
