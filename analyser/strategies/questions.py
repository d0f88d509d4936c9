"""The questions that a learner asks about each choice: what the game's view offers, and the fields of the choice.

A question is an expression over `view` and `choice`. The arguments of a view's functions are filled in by their names:
see `Lessons` of the game's definition.
"""

import inspect
from collections.abc import Iterator, Sequence
from functools import cached_property
from importlib import import_module
from itertools import product
from typing import NamedTuple

from analyser.core.errors import BadInput
from analyser.games.definition import OTHERS, Game
from analyser.kernel.intrinsics import RecordType
from analyser.kernel.walk import plain_function

NUMBERS = (int, float, bool)
RECORDS = ("view", "choice")
NO_QUESTION = ("me", "params", "n_players", "asked")
"""Fields of a view that say nothing about a choice."""
MOST_SORTS = 24
WIDTH = 118
ANSWERS = '''"""Answers all questions about a choice."""

{imports}
{helpers}

def answer(view, choice, notes):
    notes.group = min(max({sort}, 0), {most_sorts} - 1)
    notes.clock = 1.0 * ({clock})
    notes.answers[0] = 1.0
{answers}
'''


class Question(NamedTuple):
    """What is asked about a choice."""

    text: str
    """An expression."""
    helper: str = ""
    """A function that it calls, if the view has none."""


class Questions:
    """What a learner asks in a game: the sort of a choice, the clock, and all questions about it."""

    def __init__(self, game: Game) -> None:
        self.game, self.rules, self.view = game, game.rules, import_module(game.view)
        self.choice_fields, self.view_fields = _numbers(self.rules.choice), _numbers(self.rules.table)

    @property
    def sort(self) -> str:
        """The sort of a choice."""
        return self.rules.lessons.sort or f"choice.{self.choice_fields[0]}"

    @property
    def clock(self) -> str:
        """How far the game is; 0 if the view has no clock."""
        clock = self.rules.lessons.clock
        name = clock.removeprefix("view.")
        return "0" if name.isidentifier() and name not in self.view_fields else clock

    @cached_property
    def all(self) -> tuple[Question, ...]:
        """Functions of the view, fields of the choice; if the view has no functions to ask, its fields."""
        asked = [one for name in self.rules.questions for one in self._of_function(name)]
        fields = [*map(Question, self.rules.lessons.more)] if asked else [*self._of_view()]
        found = tuple(dict.fromkeys([*asked, *(Question(f"choice.{one}") for one in self.choice_fields), *fields]))
        if not found or not self.choice_fields:
            raise BadInput(
                f"The view of {self.game.title} offers no question about a choice, so nothing can be learned. Add "
                f"functions of view and choice to {self.game.view}, and name them in its __all__."
            )
        return found

    @property
    def names(self) -> list[str]:
        """All that can be imported from the view."""
        return sorted(self.rules.questions)

    def imports(self, names: Sequence[str]) -> str:
        """How a file imports some of them, in lines that fit."""
        if not names:
            return ""
        lines = "".join(f"    {one},\n" for one in names)
        together = f"from {self.game.view} import {', '.join(names)}\n"
        return together if len(together) < WIDTH else f"from {self.game.view} import (\n{lines})\n"

    def file(self) -> str:
        """A file whose `answer` writes down what is to be known about a choice."""
        answers = (f"    notes.answers[{k}] = 1.0 * {one.text}" for k, one in enumerate(self.all, 1))
        return ANSWERS.format(
            imports=self.imports(self.names),
            helpers=helpers_of(self.all),
            sort=self.sort,
            clock=self.clock,
            most_sorts=MOST_SORTS,
            answers="\n".join(answers),
        )

    def _of_function(self, name: str) -> Iterator[Question]:
        """A function of the view, with its arguments filled in; only what hangs on the choice is a question."""
        function = plain_function(getattr(self.view, name))
        if function is None or inspect.signature(function).return_annotation not in NUMBERS:
            return
        for filled in product(*map(self._meanings, inspect.signature(function).parameters)):
            text = f"{name}({', '.join('seat' if one == OTHERS else one for one in filled)})"
            if "choice" not in text:
                continue
            if OTHERS not in filled:
                yield Question(text)
            elif filled.count(OTHERS) == 1:
                more = [one.rpartition(".")[2].lower() for one in filled if one not in (OTHERS, *RECORDS)]
                yield _of_others(text, "_".join([name, *more]))

    def _meanings(self, argument: str) -> tuple[str, ...]:
        """What may be put for an argument of a question."""
        if argument in RECORDS:
            return (argument,)
        if argument in self.rules.lessons.arguments:
            return tuple(self.rules.lessons.arguments[argument])
        if argument in self.choice_fields:
            return (f"choice.{argument}",)
        if argument == "seat":
            return ("view.me", OTHERS)
        return tuple(f"view.{one}" for one in (f"my_{argument}", argument) if one in self.view_fields)[:1]

    def _of_view(self) -> Iterator[Question]:
        """What is on the table: numbers, and what every seat has, mine and the highest of the others."""
        known = {*self.game.setting_names, *NO_QUESTION}
        yield from (Question(f"view.{name}") for name in self.view_fields if name not in known)
        for name, (kind, *_) in (self.rules.table.fields or {}).items():
            is_by_seat = len(kind.shape) == 1 and kind.shape[0] >= max(self.game.players) and kind.base.kind in "if"
            if is_by_seat and name not in known:
                yield Question(f"view.{name}[view.me]")
                yield _of_others(f"view.{name}[seat]", name)


def helpers_of(questions: Sequence[Question]) -> str:
    """The functions that questions need besides those of the view."""
    return "".join(f"\n\n{one.helper}\n" for one in questions if one.helper)


def _numbers(record: RecordType) -> list[str]:
    """The fields of a record that are single numbers."""
    return [name for name, (kind, *_) in (record.fields or {}).items() if kind.shape == () and kind.kind in "iuf"]


def _of_others(text: str, name: str) -> Question:
    lines = (
        f"def most_{name}(view, choice):",
        '    """The highest of the other players."""',
        "    most = -1.0",
        "    for seat in range(view.n_players):",
        "        if seat != view.me:",
        f"            most = max(most, 1.0 * {text})",
        "    return most",
    )
    return Question(f"most_{name}(view, choice)", "\n".join(lines))
