"""The numbers of the rules: read from `seeds/<game>/settings.toml`, changed by `--set name=value`, checked."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from analyser import places
from analyser.errors import BadInput, unknown

Value = int | float | bool | str | list[int]
STATUSES = ("stated", "inferred", "assumed", "reported")
ENTRY_KEYS = {"meaning", "default", "allowed", "try", "clause", "status"}
LIMIT_KEYS = {"least", "most", "rising"}


@dataclass(frozen=True)
class Setting:
    """One number (word, list) of the rules."""

    name: str
    meaning: str
    default: Value
    allowed: Any
    worth_trying: tuple[Value, ...]
    clause: str
    status: str

    def allows(self) -> str:
        """What is accepted, in words."""
        if isinstance(self.default, bool):
            return "true or false"
        if isinstance(self.allowed, list):
            return "one of " + ", ".join(self.allowed)
        kind = "numbers" if isinstance(self.default, float) else "whole numbers"
        span = f"{self.allowed['least']} to {self.allowed['most']}"
        if isinstance(self.default, list):
            rising = ", each larger than the one before" if self.allowed.get("rising") else ""
            return f"{len(self.default)} {kind} from {span}{rising}, separated by commas"
        return f"{kind} from {span}"

    def check(self, value: Any) -> Value:
        """The value, if it is of the right type and in range."""
        if not self._fits(value):
            raise BadInput(f"Setting {self.name} = {show(value)} is refused. Allowed: {self.allows()} ({self.clause}).")
        return value

    def _fits(self, value: Any) -> bool:
        if isinstance(self.default, list):
            right_length = isinstance(value, list) and len(value) == len(self.default)
            return right_length and all(self._in_range(item, int) for item in value) and self._rises(value)
        if isinstance(self.default, bool):
            return isinstance(value, bool)
        if isinstance(self.default, str):
            return value in self.allowed
        return self._in_range(value, type(self.default))

    def _in_range(self, value: Any, kind: type) -> bool:
        right_kind = isinstance(value, int if kind is int else (int, float)) and not isinstance(value, bool)
        return right_kind and self.allowed["least"] <= value <= self.allowed["most"]

    def _rises(self, values: list[int]) -> bool:
        return not self.allowed.get("rising") or all(a < b for a, b in pairwise(values))

    def parse(self, text: str) -> Value:
        """A value typed on the command line."""
        return self.check(_read(text, self.default))


def _read(text: str, like: Value) -> Any:
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


def show(value: Any) -> str:
    """A value as it is typed on the command line."""
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def settings_file(game: str, folder: Path | None = None) -> Path:
    """Where a game's settings stand."""
    return (folder or places.SEEDS / game) / "settings.toml"


def refuse_other_names(found: Iterable[str], wanted: Iterable[str], game: str) -> None:
    """The file must hold what the rules look up, and nothing that they would ignore."""
    more, less = sorted(set(found) - set(wanted)), sorted(set(wanted) - set(found))
    if more or less:
        wrong = [f"the rules know no setting {', '.join(more)}"] if more else []
        wrong += [f"{', '.join(less)} is missing"] if less else []
        raise BadInput(f"{settings_file(game)}: {'; '.join(wrong)}. Mend the file or restore it.")


def read_settings(game: str, folder: Path | None = None) -> dict[str, Setting]:
    """All settings of a game, by name."""
    path = settings_file(game, folder)
    try:
        entries = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as problem:
        raise BadInput(f"Cannot read the settings of {game}: {path}: {problem}. Mend the file or restore it.") from None
    return {name: _setting(name, entry, path) for name, entry in entries.items()}


def _setting(name: str, entry: Any, path: Path) -> Setting:
    where = f"{path}, [{name}]"
    if not isinstance(entry, dict) or set(entry) != ENTRY_KEYS:
        found = ", ".join(sorted(entry)) if isinstance(entry, dict) else show(entry)
        raise BadInput(f"{where}: found {found}; an entry needs exactly {', '.join(sorted(ENTRY_KEYS))}.")
    if entry["status"] not in STATUSES:
        raise BadInput(f"{where}: status « {entry['status']} » is not one of {', '.join(STATUSES)}.")
    _check_limits(entry["allowed"], entry["default"], where)
    tries = entry["try"] if isinstance(entry["try"], list) else [entry["try"]]
    setting = Setting(
        name, entry["meaning"], entry["default"], entry["allowed"], tuple(tries), entry["clause"], entry["status"]
    )
    for value in (setting.default, *tries):
        try:
            setting.check(value)
        except BadInput as problem:
            raise BadInput(f"{where}: {problem}") from None
    return setting


def _check_limits(allowed: Any, default: Any, where: str) -> None:
    if isinstance(default, str):
        good = isinstance(allowed, list) and all(isinstance(word, str) for word in allowed)
    elif isinstance(default, bool):
        good = allowed == [True, False]
    else:
        good = isinstance(allowed, dict) and {"least", "most"} <= set(allowed) <= LIMIT_KEYS
        good = good and all(isinstance(allowed[name], int | float) for name in ("least", "most"))
    if not good or not isinstance(default, int | float | str | list):
        raise BadInput(f"{where}: allowed must be a list of words, or {{ least = ..., most = ... }} for numbers.")


def changed(settings: Mapping[str, Setting], assignments: Iterable[str], game: str) -> dict[str, Value]:
    """All values of a game, with `name=value` assignments applied."""
    values: dict[str, Value] = {name: setting.default for name, setting in settings.items()}
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
