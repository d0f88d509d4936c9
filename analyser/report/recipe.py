"""A game's report as its designer wants it: `reports/<game>.toml`, read and checked.

base          the strategy that plays the experiments, if it is another than the game's own
games         of the main run: all strategies, every one in every seat equally often
fields        strategies with which every experiment is repeated, to see whether its answer depends on play
assumptions   false: worths are not tried under other assumptions (true if left out)
[tolerances]  what the designer tolerates
[[page]]      a question: its `kind` says how it is answered, its `title` how it is asked, in every language
[words]       what the game's cards, columns and levels are called in every language
"""

import hashlib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyser import places
from analyser.errors import BadInput, unknown
from analyser.registry import Game
from analyser.report.questions import KINDS
from analyser.report.words import LANGUAGES, Entry

KEYS = ("base", "games", "fields", "assumptions", "tolerances", "page", "words")
TEXTS = {"each", "below", "unit"}
"""Options that are texts, in every language."""
COMMON = {"kind", "name", "title", "games"}
LEAST_GAMES = 1_000
"""With fewer games of the main run no page would say anything."""
TOLERANCES: dict[str, tuple[str, Any]] = {
    "seat_points": ("points that a seat may be from an equal share", 1.0),
    "rounds": ("least and most rounds of a game, on average", None),
    "shared_percent": ("most games with a shared win, in percent", None),
    "no_winner_percent": ("most games that nobody wins, in percent", None),
    "unfinished_percent": ("most games that are broken off, in percent", 0.1),
    "leader_percent": ("how often who leads at half may win, in percent", None),
    "level_points": ("points that a card, opening or colour that is dealt may be worth", None),
}


@dataclass(frozen=True)
class Ask:
    """One page's question."""

    kind: str
    name: str
    title: Entry
    options: Mapping[str, Any]

    def get(self, name: str, otherwise: Any = None) -> Any:
        """An option, if it is given."""
        return self.options.get(name, otherwise)


@dataclass(frozen=True)
class Recipe:
    """All of a report's questions, with the designer's tolerances."""

    path: Path
    games: int
    base: str | None
    fields: tuple[str, ...]
    tolerances: dict[str, Any]
    asks: tuple[Ask, ...]
    words: dict[str, Entry]
    hash: str
    """Of the file."""
    assumptions: bool
    """Whether worths are tried under other assumptions."""

    @property
    def players(self) -> list[str]:
        """Every strategy that it names."""
        return [*([self.base] if self.base else []), *self.fields]


def read_recipe(game: Game, path: Path | None = None) -> Recipe:
    """A recipe, refused whole if anything in it is not known."""
    file = path or places.REPORTS / f"{game.name}.toml"
    content, found = _content(file)
    surplus = sorted(set(found) - set(KEYS))
    if surplus:
        raise _refused(file, f"« {surplus[0]} » is not known. Allowed: {', '.join(KEYS)}")
    pages = found.get("page", [])
    if not isinstance(pages, list) or not pages:
        raise _refused(file, "it asks no question. Write one [[page]] or more")
    asks = tuple(_ask(file, number, one) for number, one in enumerate(pages, 1))
    names = [one.name for one in asks]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise _refused(file, f'two pages are called « {twice} ». Give one of them another name = "..."')
    return Recipe(
        file,
        _games(file, found),
        _base(file, found),
        _fields(file, found),
        _tolerances(file, found),
        asks,
        _words(file, found),
        hashlib.sha256(content).hexdigest(),
        _assumptions(file, found),
    )


def _content(file: Path) -> tuple[bytes, dict[str, Any]]:
    try:
        content = file.read_bytes()
        return content, tomllib.loads(content.decode())
    except (OSError, ValueError, RecursionError) as problem:
        raise BadInput(f"The recipe {file} cannot be read: {problem}. Mend it, or type --recipe FILE.") from None


def _refused(file: Path, reason: str) -> BadInput:
    return BadInput(f"The recipe {file} is refused: {reason}.")


def _games(file: Path, found: Mapping[str, Any]) -> int:
    games = found.get("games", 100_000)
    if type(games) is not int or games < LEAST_GAMES:
        raise _refused(file, f"games = {games}. Allowed: a whole number from {LEAST_GAMES:,}")
    return games


def _base(file: Path, found: Mapping[str, Any]) -> str | None:
    base = found.get("base")
    if not isinstance(base, str | None):
        raise _refused(file, 'base is no strategy. Write for instance base = "greedy"')
    return base


def _fields(file: Path, found: Mapping[str, Any]) -> tuple[str, ...]:
    fields = found.get("fields", [])
    if not isinstance(fields, list) or not all(isinstance(one, str) for one in fields):
        raise _refused(file, 'fields is no list of strategies. Write for instance fields = ["greedy"]')
    return tuple(fields)


def _assumptions(file: Path, found: Mapping[str, Any]) -> bool:
    wanted = found.get("assumptions", True)
    if not isinstance(wanted, bool):
        raise _refused(file, f"assumptions = {wanted}. Allowed: true, false")
    return wanted


def _ask(file: Path, number: int, entry: Any) -> Ask:
    where = f"page {number}"
    if not isinstance(entry, dict) or not isinstance(entry.get("kind"), str):
        raise _refused(file, f"{where} has no kind. Allowed: {', '.join(sorted(KINDS))}")
    kind = entry["kind"]
    if kind not in KINDS:
        raise unknown(f"kind of page in {file}, {where}:", kind, KINDS, "docs/report.md")
    needs, options = KINDS[kind].needs, KINDS[kind].options
    missing, surplus = needs - set(entry), set(entry) - needs - options - COMMON
    if missing or surplus:
        wrong = [f"{', '.join(sorted(missing))} is missing"] if missing else []
        wrong += [f"{', '.join(sorted(surplus))} is not known"] if surplus else []
        allowed = ", ".join(sorted(needs | options | COMMON))
        raise _refused(file, f"{where} ({kind}): {'; '.join(wrong)}. Allowed: {allowed}")
    games = entry.get("games", LEAST_GAMES)
    if type(games) is not int or games < LEAST_GAMES:
        raise _refused(file, f"{where} ({kind}): games = {games}. Allowed: a whole number from {LEAST_GAMES:,}")
    title = _entry(file, f"{where}: title", entry.get("title"))
    for name in sorted(TEXTS & set(entry)):
        _entry(file, f"{where}: {name}", entry[name])
    names = entry.get("names", {})
    if not isinstance(names, dict):
        raise _refused(file, f"{where}: names is no table of texts")
    for name, text in names.items():
        _entry(file, f"{where}: the name of « {name} »", text)
    rest = {name: value for name, value in entry.items() if name not in ("kind", "name", "title")}
    return Ask(kind, _name(file, where, entry), title, rest)


def _name(file: Path, where: str, entry: Mapping[str, Any]) -> str:
    """What the page's files are called."""
    name = str(entry.get("name", entry.get("question", entry["kind"])))
    if not re.fullmatch(r"[\w-]{1,80}", name):
        raise _refused(file, f"{where}: name = « {name[:80]} » names no file. Allowed: letters, digits, - and _")
    return name


def _entry(file: Path, what: str, entry: Any) -> Entry:
    if not isinstance(entry, dict) or not all(isinstance(entry.get(lang), str) for lang in LANGUAGES):
        needed = ", ".join(f'{lang} = "..."' for lang in LANGUAGES)
        raise _refused(file, f"{what} is not given in every language. Write {{ {needed} }}")
    return entry


def _words(file: Path, found: Mapping[str, Any]) -> dict[str, Entry]:
    entries = found.get("words", {})
    if not isinstance(entries, dict):
        raise _refused(file, "words is no table of texts")
    return {name: _entry(file, f"words, « {name} »", entry) for name, entry in entries.items()}


def _tolerances(file: Path, found: Mapping[str, Any]) -> dict[str, Any]:
    given = found.get("tolerances", {})
    if not isinstance(given, dict):
        raise _refused(file, "tolerances is no table")
    for name, value in given.items():
        if name not in TOLERANCES:
            raise unknown(f"tolerance in {file}", name, TOLERANCES, "docs/report.md")
        if not _is_tolerance(name, value):
            raise _refused(file, f"tolerance {name} = {value}. Allowed: {_allowed(name)} ({TOLERANCES[name][0]})")
    return {name: default for name, (_, default) in TOLERANCES.items()} | given


def _is_tolerance(name: str, value: Any) -> bool:
    if name == "rounds":
        return isinstance(value, list) and len(value) == 2 and all(_is_number(one) for one in value) and _rises(value)
    most = 50 if name.endswith("_points") else 100
    return _is_number(value) and 0 <= value <= most and (value > 0 or name.endswith("_percent"))


def _rises(pair: list[float]) -> bool:
    return 0 <= pair[0] < pair[1]


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _allowed(name: str) -> str:
    if name == "rounds":
        return "two numbers, the least and the most"
    return "above 0, at most 50 points" if name.endswith("_points") else "0 to 100 percent"
