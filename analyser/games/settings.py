"""The numbers of the rules: read from a game's `settings.toml`, changed by `--set name=value`, checked."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Literal, get_args

from msgspec import field

from analyser.core.errors import BadInput, unknown
from analyser.core.schemas import Form, once, read_tables

Value = int | float | bool | str | list[int]
Fixed = tuple[tuple[str, Value | tuple[int, ...]], ...]
"""All settings by name, as a job keeps them: lists are tuples."""
Status = Literal["stated", "inferred", "assumed", "reported", "house", "experiment"]
"""What the rulebook says of a number. A house rule is not in it; an experiment is no rule: a knob that questions
turn. Both are off by default.
"""
STATUSES: tuple[Status, ...] = get_args(Status)


class Limits(Form, frozen=True, omit_defaults=True):
    """The least and the most that a number may be; with `rising`, each number of a list is larger than the last."""

    least: int | float
    most: int | float
    rising: bool = False


Allowed = Limits | list[str | bool]


def allows(default: Value, allowed: Allowed) -> str:
    """What is accepted, in words."""
    if isinstance(default, bool):
        return "true or false"
    if not isinstance(allowed, Limits):
        return "one of " + ", ".join(map(str, allowed))
    kind = "numbers" if isinstance(default, float) else "whole numbers"
    span = f"{allowed.least} to {allowed.most}"
    if isinstance(default, list):
        rising = ", each larger than the one before" if allowed.rising else ""
        return f"{len(default)} {kind} from {span}{rising}, separated by commas"
    return f"{kind} from {span}"


def fits(value: object, default: Value, allowed: Allowed) -> bool:
    """Whether a value is of the right type and in range."""
    if isinstance(default, bool):
        return isinstance(value, bool)
    if not isinstance(allowed, Limits):
        return isinstance(value, str) and value in allowed
    if isinstance(default, list):
        if not isinstance(value, list) or len(value) != len(default):
            return False
        in_range = all(_in_range(item, int, allowed) for item in value)
        return in_range and (not allowed.rising or all(a < b for a, b in pairwise(value)))
    return _in_range(value, type(default), allowed)


def _in_range(value: object, kind: type, allowed: Limits) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float) or (kind is int and isinstance(value, float)):
        return False
    return allowed.least <= value <= allowed.most


class Entry(Form, frozen=True):
    """A table of `settings.toml`."""

    meaning: str
    default: Value
    allowed: Allowed
    clause: str
    status: Status
    worth_trying: list[Value] | int | float | bool | str = field(name="try")
    when: str = ""

    def __post_init__(self) -> None:
        is_number = not isinstance(self.default, bool | str)
        if is_number != isinstance(self.allowed, Limits):
            wanted = "{ least = ..., most = ... }" if is_number else "a list of words, or [true, false]"
            raise ValueError(f"allowed is not of the kind of default = {show(self.default)}; it must be {wanted}")
        for value in (self.default, *self.tries):
            if not fits(value, self.default, self.allowed):
                raise ValueError(f"{show(value)} is refused; allowed: {allows(self.default, self.allowed)}")

    @property
    def tries(self) -> list[Value]:
        """The values worth trying; one may stand without brackets."""
        return self.worth_trying if isinstance(self.worth_trying, list) else [self.worth_trying]


@dataclass(frozen=True)
class Setting:
    """One number (word, list) of the rules."""

    name: str
    meaning: str
    default: Value
    allowed: Allowed
    worth_trying: tuple[Value, ...]
    clause: str
    status: str
    when: str = ""
    """What another setting must be for this one to matter, such as « series=true »; nothing if it always does."""

    def matters(self, values: Mapping[str, Value]) -> bool:
        """Whether it can change a game with these settings."""
        name, _, value = self.when.partition("=")
        return not self.when or show(values[name]) == value

    @property
    def is_open(self) -> bool:
        """Whether the rulebook leaves it open, so that verdicts are tried with its other values too."""
        return self.status in ("assumed", "reported")

    @property
    def is_for_experiments(self) -> bool:
        """Whether it is no rule, but a knob for questions."""
        return self.status == "experiment"

    def allows(self) -> str:
        """What is accepted, in words."""
        return allows(self.default, self.allowed)

    def refuse_unless_allowed(self, value: object) -> None:
        """A value must be of the right type and in range."""
        if not fits(value, self.default, self.allowed):
            raise BadInput(f"Setting {self.name} = {show(value)} is refused. Allowed: {self.allows()} ({self.clause}).")

    def check(self, value: Value) -> Value:
        """The value, if it is allowed."""
        self.refuse_unless_allowed(value)
        return value

    def parse(self, text: str) -> Value:
        """A value typed on the command line."""
        return self.check(_read(text, self.default))


def _read(text: str, like: Value) -> Value:
    words = {"true": True, "false": False}
    try:
        if isinstance(like, bool):
            return words.get(text.strip().lower(), text)
        if isinstance(like, list):
            return [int(item) for item in text.strip().strip("[]").split(",")]
        if isinstance(like, str):
            return text.strip()
        return int(text) if isinstance(like, int) else float(text)
    except ValueError:
        return text


def show(value: object) -> str:
    """A value as it is typed on the command line."""
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


@once
def read_settings(path: Path) -> Mapping[str, Setting]:
    """All settings of a file, by name."""
    return {
        name: Setting(name, one.meaning, one.default, one.allowed, tuple(one.tries), one.clause, one.status, one.when)
        for name, one in read_tables(path, Entry).items()
    }


def refuse_other_names(found: Iterable[str], wanted: Iterable[str], path: Path) -> None:
    """The file must hold what the rules look up, and nothing that they would ignore."""
    more, less = sorted(set(found) - set(wanted)), sorted(set(wanted) - set(found))
    if more or less:
        wrong = [f"the rules have no setting {', '.join(more)}"] if more else []
        wrong += [f"{', '.join(less)} is missing"] if less else []
        raise BadInput(f"{path}: {'; '.join(wrong)}. Correct the file or restore it.")


def changed(settings: Mapping[str, Setting], assignments: Iterable[str], game: str) -> dict[str, Value]:
    """All values of a game, with `name=value` assignments applied."""
    values = defaults(settings)
    for assignment in assignments:
        name, equals, text = assignment.partition("=")
        if not equals:
            raise BadInput(
                f"« --set {assignment} » has no value. Type: --set name=value. See: analyse games show {game}"
            )
        if name.strip() not in settings:
            raise unknown(f"setting of {game}", name.strip(), settings, f"analyse games show {game}")
        values[name.strip()] = settings[name.strip()].parse(text)
    return values


def defaults(settings: Mapping[str, Setting]) -> dict[str, Value]:
    """What is played if nothing is changed; lists are copies, so that nobody changes the settings themselves."""
    values = {name: one.default for name, one in settings.items()}
    return {name: value.copy() if isinstance(value, list) else value for name, value in values.items()}
