"""Reads a designer's file: what it declares, checked, with the line of whatever is wrong.

The file is run once, which only declares things: the rules in it are compiled later, when they are needed.
"""

import ast
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from analyser.core.errors import BadInput
from analyser.core.files import read_file
from analyser.core.patience import at_most
from analyser.games import components
from analyser.games.components import Board, Component, Count, Deck, Field, Numbers, Records
from analyser.games.settings import Setting as GameSetting

ONE_KIND = "choice"
"""What a game's only kind of decision is called, unless it has a name."""
MAX_TURNS, MOST_TURNS = 10_000, 65_000
MOST_DECKS = 20
READING_SECONDS = 30.0
"""How long a file may take to declare things."""
FUNCTIONS: dict[str, tuple[tuple[str, ...], ...]] = {
    "turn": (("table", "seat"),),
    "play_round": (("table",),),
    "set_up": (("table",),),
    "is_over": (("table",), ("table", "seat")),
    "score": (("table", "seat"),),
    "won": (("table", "seat"),),
    "next_seat": (("table", "seat"),),
    "starter": (("table",),),
    "is_out": (("table", "seat"),),
    "redeal": (("table", "seat"),),
}
"""The functions that the program calls, and their arguments."""
NEEDED = {
    "TITLE": 'TITLE = "Pig"',
    "IDEA": 'IDEA = "Roll as often as you dare."',
    "PLAYERS": "PLAYERS = (2, 3, 4)",
}
OWN_FIELDS = ("me", "n_players", "params", "turns", "kind", "value")
"""What the program keeps on the table itself."""
EXAMPLES = {
    "SETTINGS": 'SETTINGS = {"target": Setting(100, 10, 1000, "points that win")}',
    "STATE": 'STATE = {"points": per_seat(int), "deck": deck(range(1, 11))}',
    "CHOICES": 'CHOICES = ("roll", "hold"), or {"bid": numbers(0, 20), "move": record(piece=4, to=64)}',
    "COUNTS": 'COUNTS = {"busts": "turns lost to a 1"}',
    "CAVEATS": 'CAVEATS = ("the deck is a guess",)',
}


@dataclass(frozen=True)
class Kind:
    """A kind of decision: names, numbers or records."""

    name: str
    number: int
    names: tuple[str, ...] = ()
    numbers: Numbers | None = None
    records: Records | None = None
    is_secret: bool = False

    @property
    def most(self) -> int:
        """How many choices it can have."""
        if self.numbers:
            return self.numbers.most - self.numbers.least + 1
        return self.records.most if self.records else len(self.names)


@dataclass(frozen=True, eq=False)
class Design:
    """A designer's file, read and checked."""

    path: Path
    name: str
    module: ModuleType
    tree: ast.Module
    title: str
    idea: str
    players: tuple[int, ...]
    settings: Mapping[str, GameSetting]
    fields: Mapping[str, Field]
    components: Mapping[str, Component]
    boards: Mapping[str, Board]
    kinds: tuple[Kind, ...]
    counts: Mapping[str, Count]
    caveats: tuple[str, ...]
    data: tuple[Path, ...]
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def seats(self) -> int:
        """Room for the most players."""
        return max(self.players)

    @cached_property
    def functions(self) -> dict[str, ast.FunctionDef]:
        """The functions of the file, by name."""
        return {one.name: one for one in self.tree.body if isinstance(one, ast.FunctionDef)}

    @cached_property
    def choice_names(self) -> tuple[str, ...]:
        """All names of choices, each once; their places are their numbers."""
        return tuple(dict.fromkeys(name for kind in self.kinds for name in kind.names))

    @cached_property
    def constants(self) -> dict[str, int]:
        """What rules and strategies may write in capitals: choices, kinds of decision, cards."""
        found = {constant(name): number for number, name in enumerate(self.choice_names)}
        if len(self.kinds) > 1:
            found |= {constant(kind.name): kind.number for kind in self.kinds}
        for one in self.components.values():
            if isinstance(one, Deck):
                found |= {constant(name): face for face, name in enumerate(one.names)}
        return found

    def line(self, name: str) -> int:
        """Where a name is given its value, or a function begins."""
        return line_of(self.tree, name)

    def decks(self) -> dict[str, Deck]:
        """Its decks, by name."""
        return {name: one for name, one in self.components.items() if isinstance(one, Deck)}


def constant(name: str) -> str:
    """How a name is written in rules: « play-card » is PLAY_CARD."""
    return re.sub(r"\W", "_", name).upper()


def line_of(tree: ast.Module, name: str) -> int:
    """The line on which a name is bound at the top of a file; 1 if it is not."""
    for node in tree.body:
        names = []
        if isinstance(node, ast.Assign):
            names = [one.id for target in node.targets for one in ast.walk(target) if isinstance(one, ast.Name)]
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names = [node.target.id]
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            names = [node.name]
        if name in names:
            return node.lineno
    return 1


def function_of(tree: ast.Module, name: str) -> ast.FunctionDef | None:
    """The function of this name in a file."""
    return next((one for one in tree.body if isinstance(one, ast.FunctionDef) and one.name == name), None)


def wrong(path: Path, line: int, found: str, expected: str, example: str = "") -> BadInput:
    """What is wrong with a designer's file: where, what was found, what is expected, an example."""
    more = f" For instance: {example}" if example else ""
    end = "" if expected.endswith("?") else "."
    return BadInput(f"{path}, line {line}: {found}. Expected: {expected}{end}{more}")


def parse_game(path: Path) -> ast.Module:
    """A file's syntax; a syntax error is reported with its line."""
    try:
        return ast.parse(read_file(path), str(path))
    except SyntaxError as problem:
        raise BadInput(f"{path}, line {problem.lineno or 1}: {problem.msg}. Correct the file and run again.") from None
    except OSError as problem:
        raise BadInput(f"{path} cannot be read: {problem.strerror}. Type the path of a game's file.") from None
    except (ValueError, RecursionError, MemoryError) as problem:
        raise BadInput(f"{path}: {problem}. Correct the file and run again.") from None


def run_file(path: Path, module_name: str, tree: ast.Module) -> tuple[ModuleType, tuple[Path, ...]]:
    """Run a game's file, which only declares things; the module, and the data files it read."""
    spec = spec_from_file_location(module_name, path)
    assert spec is not None
    module = module_from_spec(spec)
    sys.modules[module_name] = module
    before = len(components.DATA_FILES)
    try:
        with at_most(READING_SECONDS):
            exec(compile(tree, str(path), "exec"), vars(module))
    except BaseException as problem:
        del sys.modules[module_name]
        if isinstance(problem, KeyboardInterrupt):
            raise
        what = problem if isinstance(problem, BadInput) else f"{told(problem)}. Correct the file and run again."
        raise BadInput(f"{where(path, problem)}: {what}") from None
    read, components.DATA_FILES[before:] = tuple(components.DATA_FILES[before:]), []
    return module, read


def where(path: Path, problem: BaseException) -> str:
    """The place in a file at which an error happened; what the program adds to the rules stands on line 1."""
    line, trace = 0, problem.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path) and (trace.tb_lineno > 1 or not line):
            line = trace.tb_lineno
        trace = trace.tb_next
    return f"{path}, line {line}" if line else str(path)


def told(problem: BaseException) -> str:
    """An error of Python in words."""
    return f"{type(problem).__name__}: {problem}".rstrip(": ").partition("\n")[0].rstrip(".")
