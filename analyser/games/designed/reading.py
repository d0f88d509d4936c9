"""Checks what a designer's file declares, name by name, and says the line of whatever is wrong."""

import ast
import builtins
import keyword
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from types import ModuleType
from typing import Any

from analyser.core.errors import BadInput
from analyser.games.components import (
    VERBS,
    Board,
    Component,
    Count,
    Field,
    Hand,
    Numbers,
    Records,
    Setting,
    are_texts,
    is_whole,
)
from analyser.games.designed.contract import (
    EXAMPLES,
    FUNCTIONS,
    MOST_DECKS,
    MOST_TURNS,
    NEEDED,
    ONE_KIND,
    OWN_FIELDS,
    Design,
    Kind,
    constant,
    function_of,
    line_of,
    parse_game,
    run_file,
    wrong,
)
from analyser.games.settings import Setting as GameSetting
from analyser.games.validation import RESTRICTABLE_NAME
from analyser.kernel.columns import GAME_COLUMNS, SEAT_COLUMNS
from analyser.kernel.limits import MAX_COLUMNS, MAX_KINDS, MAX_LISTED, MAX_SEATS

MEANT = ("view", "choice", "value")
"""What a function of RESTRICTABLE is asked with."""
OPTIONS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "LOWEST_WINS": (lambda value: isinstance(value, bool), "True or False"),
    "MAX_TURNS": (lambda value: is_whole(value, 1, MOST_TURNS), f"a whole number from 1 to {MOST_TURNS:,}"),
    "COMPETENT": (are_texts, 'names of strategies, each followed by a comma: COMPETENT = ("hold",)'),
    "RESTRICTABLE": (lambda value: isinstance(value, dict), 'a dictionary: RESTRICTABLE = {"high-bid": is_high_bid}'),
    "NAME": (lambda value: isinstance(value, str), 'a text: NAME = "pig"'),
}
"""What may be declared besides, and what it must be."""


def read_design(path: Path, name: str, module_name: str) -> Design:
    """Read, run and check a designer's file."""
    tree = parse_game(path)
    module, data = run_file(path, module_name, tree)
    return Reader(path, name, tree, module).design(data)


@dataclass
class Reader:
    """Checks what a file declares, name by name."""

    path: Path
    name: str
    tree: ast.Module
    module: ModuleType

    def __post_init__(self) -> None:
        self.values = vars(self.module)

    def wrong(self, name: str, found: str, expected: str, example: str = "") -> BadInput:
        """What is wrong with a declaration."""
        return wrong(self.path, line_of(self.tree, name), found, expected, example or EXAMPLES.get(name, ""))

    def design(self, data: tuple[Path, ...]) -> Design:
        """All of it."""
        for name, example in NEEDED.items():
            if name not in self.values:
                raise wrong(self.path, 1, f"{name} is missing", "every game has one", example)
        state = self.mapping("STATE")
        found = Design(
            path=self.path,
            name=self.name,
            module=self.module,
            tree=self.tree,
            title=self.text("TITLE"),
            idea=self.text("IDEA"),
            players=self.players(),
            settings={name: self.setting(name, one) for name, one in self.mapping("SETTINGS").items()},
            fields={k: self.state(k, v) for k, v in state.items() if not isinstance(v, Component)}
            | {name: Field(is_per_seat=not one.of_game) for name, one in self.counts().items()},
            components={name: one for name, one in state.items() if isinstance(one, Component)},
            boards={name: one for name, one in self.values.items() if isinstance(one, Board)},
            kinds=self.kinds(),
            counts=self.counts(),
            caveats=self.caveats(),
            data=data,
            options=self.options(),
        )
        self.check(found)
        return found

    def text(self, name: str) -> str:
        """A text."""
        value = self.values[name]
        if not isinstance(value, str) or not value.strip():
            raise self.wrong(name, f"{name} is {value!r}", "a text", NEEDED[name])
        return value.strip()

    def mapping(self, name: str) -> dict[str, Any]:
        """A dictionary whose keys are names."""
        value = self.values.get(name, {})
        if not isinstance(value, Mapping):
            raise self.wrong(name, f"{name} is {value!r}", "a dictionary of names")
        for key in value:
            self.check_name(name, key)
        return dict(value)

    def check_name(self, of: str, name: object, *, is_field: bool = True) -> None:
        """A name that rules can write; most are fields of the table."""
        import numpy as np

        if not isinstance(name, str) or not re.fullmatch(r"[a-z][a-z0-9_]*", name) or name.endswith("_"):
            raise self.wrong(of, f"{of} has « {name} »", "names of small letters, digits and _")
        taken = name in OWN_FIELDS or hasattr(np.record, name) or keyword.iskeyword(name) or name.startswith("my_")
        if is_field and taken:
            raise self.wrong(of, f"{of} has « {name} », a name that the program uses itself", "another name")

    def players(self) -> tuple[int, ...]:
        """Numbers of players."""
        value = self.values["PLAYERS"]
        try:
            found = (value,) if isinstance(value, int) else tuple(value)
        except TypeError:
            found = ()
        good = all(isinstance(one, int) and not isinstance(one, bool) and 1 <= one <= MAX_SEATS for one in found)
        if not found or not good or list(found) != sorted(set(found)):
            expected = f"rising whole numbers from 1 to {MAX_SEATS}"
            raise self.wrong("PLAYERS", f"PLAYERS is {value!r}", expected, NEEDED["PLAYERS"])
        return found

    def setting(self, name: str, one: object) -> GameSetting:
        """A setting, as all games have them."""
        if not isinstance(one, Setting):
            raise self.wrong("SETTINGS", f"setting « {name} » is {one!r}", "Setting(default, least, most, meaning)")
        tries = tuple(one.tries) if isinstance(one.tries, list | tuple) else (one.tries,)
        meaning = one.meaning or name.replace("_", " ")
        clause = one.clause or f"{self.path.name}:{line_of(self.tree, 'SETTINGS')}"
        return GameSetting(name, meaning, one.default, one.allowed, tries or others(one), clause, one.status)

    def state(self, name: str, one: object) -> Field:
        """Something on the table."""
        if isinstance(one, Field):
            return one
        if any(one is kind for kind in (int, float, bool)):
            return Field(kind=float if one is float else int)
        expected = "int, float, per_seat(...), array(...), hidden(...) or a component such as deck(...)"
        raise self.wrong("STATE", f"« {name} » is {one!r}", expected)

    def counts(self) -> dict[str, Count]:
        """What is recorded."""
        found = {}
        for name, one in self.mapping("COUNTS").items():
            if not isinstance(one, str | Count):
                raise self.wrong("COUNTS", f"« {name} » is {one!r}", "a text that says what is counted")
            if isinstance(one, str) and not one.strip():
                raise self.wrong("COUNTS", f"« {name} » is {one!r}", "a text that says what is counted")
            found[name] = Count(one) if isinstance(one, str) else one
        return found

    def caveats(self) -> tuple[str, ...]:
        """What a reader of any result must know."""
        value = self.values.get("CAVEATS", ())
        if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
            raise self.wrong("CAVEATS", f"CAVEATS is {value!r}", "texts in brackets, each followed by a comma")
        return tuple(value)

    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of decision."""
        if "CHOICES" not in self.values:
            raise wrong(self.path, 1, "CHOICES is missing", "what a seat can decide", EXAMPLES["CHOICES"])
        value = self.values["CHOICES"]
        kinds = value if isinstance(value, Mapping) else {ONE_KIND: value}
        for name in kinds:
            self.check_name("CHOICES", name, is_field=isinstance(name, str) and self.is_secret(name))
        if not 1 <= len(kinds) <= MAX_KINDS:
            raise self.wrong("CHOICES", f"CHOICES has {len(kinds)} kinds of decision", f"1 to {MAX_KINDS}")
        return tuple(self.kind(name, number, one) for number, (name, one) in enumerate(kinds.items()))

    def kind(self, name: str, number: int, one: object) -> Kind:
        """One kind of decision."""
        if isinstance(one, Numbers):
            found = Kind(name, number, numbers=one, is_secret=self.is_secret(name))
        elif isinstance(one, Records):
            found = Kind(name, number, records=one, is_secret=self.is_secret(name))
            for part in one.fields:
                self.check_name("CHOICES", part)
        elif isinstance(one, tuple | list) and one and all(isinstance(name, str) and name for name in one):
            found = Kind(name, number, names=tuple(one), is_secret=self.is_secret(name))
            bad = [name for name in one if not re.fullmatch(r"[a-z][a-z0-9_-]*", name)]
            if bad or len(set(one)) < len(one):
                raise self.wrong(
                    "CHOICES", f"« {name} » has {one!r}", "different names of small letters, digits, - and _"
                )
        else:
            raise self.wrong("CHOICES", f"« {name} » is {one!r}", "names, numbers(least, most) or record(...)")
        if found.most > MAX_LISTED:
            raise self.wrong("CHOICES", f"« {name} » can have {found.most:,} choices", f"at most {MAX_LISTED:,}")
        return found

    def is_secret(self, kind: str) -> bool:
        """Whether all seats choose at once. A call that names no decision means the only one."""
        calls = (node for node in ast.walk(self.tree) if isinstance(node, ast.Call))
        alls = [one for one in calls if isinstance(one.func, ast.Name) and one.func.id == "ask_all"]
        firsts = [one.args[0].value if one.args and isinstance(one.args[0], ast.Constant) else None for one in alls]
        return any(first == kind or not isinstance(first, str) for first in firsts)

    def options(self) -> dict[str, Any]:
        """Everything that may be left out."""
        found = {name: self.values[name] for name in OPTIONS if name in self.values}
        for name, value in found.items():
            is_right, expected = OPTIONS[name]
            if not is_right(value):
                raise self.wrong(name, f"{name} is {value!r}", expected)
        for name, function in found.get("RESTRICTABLE", {}).items():
            self.check_restrictable(name, function)
        return found

    def check_restrictable(self, name: object, function: object) -> None:
        """A name for never: and always:, and a function of the file."""
        node = function_of(self.tree, getattr(function, "__name__", ""))
        arguments = [one.arg for one in node.args.args] if node else []
        if not isinstance(name, str) or not RESTRICTABLE_NAME.fullmatch(name) or len(arguments) != len(MEANT):
            expected = (
                f"a name of small letters, digits and -, and a function of this file: def name({', '.join(MEANT)})"
            )
            raise self.wrong("RESTRICTABLE", f"RESTRICTABLE has {name!r}: {function!r}", expected)

    def check(self, design: Design) -> None:
        """What hangs together."""
        self.check_unknown_names()
        self.check_fields(design)
        self.check_functions(design)
        self.check_constants(design)

    def check_unknown_names(self) -> None:
        """A misspelt declaration would be ignored silently."""
        known = [*NEEDED, *EXAMPLES, "LOWEST_WINS", "MAX_TURNS", "COMPETENT", "RESTRICTABLE", "NAME", "GAME"]
        for name in self.values:
            near_one = get_close_matches(name, known, n=1, cutoff=0.8)
            if name.isupper() and name not in known and near_one and near_one[0] not in self.values:
                raise self.wrong(name, f"{name} is not known", f"perhaps {near_one[0]}?")

    def check_fields(self, design: Design) -> None:
        """Each name once."""
        picks = [kind.name for kind in design.kinds if kind.is_secret]
        groups = {
            "SETTINGS": [*design.settings],
            "STATE": [*self.mapping("STATE")],
            "COUNTS": [*design.counts],
            "CHOICES": picks,
        }
        seen: dict[str, str] = {}
        for group, names in groups.items():
            for name in names:
                if name in seen:
                    raise self.wrong(
                        group, f"« {name} » is in {seen[name]} and in {group}", "another name for one of them"
                    )
                seen[name] = group
        for name, one in design.components.items():
            if isinstance(one, Hand) and one.deck not in design.decks():
                raise self.wrong("STATE", f"« {name} » is a hand of « {one.deck} »", "the name of a deck in STATE")
        if len(design.decks()) > MOST_DECKS:
            raise self.wrong("STATE", f"STATE has {len(design.decks())} decks", f"at most {MOST_DECKS}")
        shared = {one.name for one in (*GAME_COLUMNS, *SEAT_COLUMNS)} & {*design.counts}
        if shared:
            raise self.wrong("COUNTS", f"« {min(shared)} » is a column of every game", "another name")
        of_game = [one for one in design.counts.values() if one.of_game]
        if max(len(of_game) + 5, len(design.counts) - len(of_game) + 3) > MAX_COLUMNS:
            raise self.wrong("COUNTS", f"COUNTS has {len(design.counts)} columns", f"at most {MAX_COLUMNS - 5}")

    def check_functions(self, design: Design) -> None:
        """The functions that the program calls."""
        self.check_forms(design)
        found = design.functions
        if ("turn" in found) == ("play_round" in found):
            what = "both turn and play_round" if "turn" in found else "neither turn nor play_round"
            line = design.line("turn")
            raise wrong(self.path, line, f"there is {what}", "one of them", "def turn(table, seat): ...")
        for name in ("is_over", "score"):
            if name not in found:
                example = f"def {name}({', '.join(FUNCTIONS[name][-1])}): return ..."
                raise wrong(self.path, 1, f"there is no {name}", "a function of the rules", example)
        secret = [name for name, one in design.fields.items() if one.is_hidden]
        if secret and "redeal" not in found:
            raise self.wrong(
                "STATE",
                f"« {secret[0]} » is hidden, and nothing says how to deal it again for players who think ahead",
                "def redeal(table, seat), which draws what this seat cannot know; a deck with a hand needs none",
                "def redeal(table, seat): table.role[1 - seat] = pick(4)",
            )

    def check_forms(self, design: Design) -> None:
        """All functions are plain ones, each of another name."""
        seen: set[str] = set()
        for one in self.tree.body:
            if not isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                continue
            found = ""
            if not isinstance(one, ast.FunctionDef):
                found = f"{one.name} is no plain function"
            elif one.decorator_list or one.args.vararg or one.args.kwarg or one.args.kwonlyargs or one.args.posonlyargs:
                found = f"{one.name} has a decorator or an argument with *"
            elif one.name in seen:
                found = f"{one.name} is there twice"
            elif one.name in VERBS or one.name.endswith("_"):
                found = f"{one.name} is a name that the program uses itself"
            if found:
                expected = "functions with names of their own, written with def"
                raise wrong(self.path, one.lineno, found, expected, "def take_one(table, seat): ...")
            seen.add(one.name)
        self.check_hooks(design)

    def check_hooks(self, design: Design) -> None:
        """What rules call, or the program; a misspelt one would be ignored silently."""
        called = {
            one.id
            for node in self.tree.body
            for one in ast.walk(node)
            if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load)
        }
        hooks = hooks_of(design)
        for name, node in design.functions.items():
            arguments = tuple(one.arg for one in node.args.args)
            if name in hooks and not any(is_like(arguments, form) for form in hooks[name]):
                raise self.wrong_form(node, arguments, hooks[name])
            if name not in hooks and name not in called and (arguments[:1] == ("table",) or LIKE_HOOK.match(name)):
                near_one = get_close_matches(name, hooks, n=1, cutoff=0.5)
                expected = f"{near_one[0]}?" if near_one else f"one of {', '.join(sorted(hooks))}; or a call of it"
                raise wrong(self.path, node.lineno, f"nothing calls {name}, and the program does not know it", expected)

    def wrong_form(self, node: ast.FunctionDef, found: tuple[str, ...], forms: tuple[tuple[str, ...], ...]) -> BadInput:
        """A function that the program calls has other arguments."""
        expected = " or ".join(f"def {node.name}({', '.join(form)})" for form in forms)
        return wrong(self.path, node.lineno, f"found def {node.name}({', '.join(found)})", expected)

    def check_constants(self, design: Design) -> None:
        """Names in capitals mean one thing."""
        seen: dict[str, int] = {}
        groups = [{constant(name): number for number, name in enumerate(design.choice_names)}]
        groups += [{constant(kind.name): kind.number for kind in design.kinds}] if len(design.kinds) > 1 else []
        groups += [{constant(n): face for face, n in enumerate(one.names)} for one in design.decks().values()]
        for group in groups:
            for name, number in group.items():
                own = self.values.get(name, number)
                if seen.get(name, number) != number or own != number or hasattr(builtins, name):
                    raise self.wrong("CHOICES", f"{name} means {number}, and something else too", "another name")
                seen[name] = number


LIKE_HOOK = re.compile("can_|list_")


def hooks_of(design: Design) -> dict[str, tuple[tuple[str, ...], ...]]:
    """The functions that the program calls, with the arguments that each may have."""
    seat = ("table", "seat")
    found = dict(FUNCTIONS)
    for kind in design.kinds:
        found |= {f"can_{one.replace('-', '_')}": (seat,) for one in kind.names}
        if kind.numbers:
            found[f"can_{kind.name}"] = ((*seat, "number"),)
        if kind.records:
            found |= {f"can_{kind.name}": ((*seat, *kind.records.fields),), f"list_{kind.name}": (seat,)}
    return found


def is_like(arguments: tuple[str, ...], form: tuple[str, ...]) -> bool:
    """As many arguments as wanted, « table » first. Another word for one of them will do, but no two change places."""
    pairs = list(zip(arguments, form, strict=False))
    return len(arguments) == len(form) and arguments[0] == "table" and all(a == b or a not in form for a, b in pairs)


def others(one: Setting) -> tuple[Any, ...]:
    """Values worth trying: other words, or numbers about a quarter less and more."""
    if isinstance(one.allowed, list):
        return tuple(word for word in one.allowed if word != one.default)
    return near(one.default, one.allowed.least, one.allowed.most)  # type: ignore[arg-type]


def near(default: float, least: float, most: float) -> tuple[float, ...]:
    """Numbers about a quarter less and more."""
    if isinstance(default, int) and isinstance(least, int) and isinstance(most, int):
        step = max(1, round(abs(default) / 4))
        found: list[float] = [max(least, default - step), min(most, default + step)]
    else:
        found = [max(least, default * 0.75), min(most, default * 1.25)]
    return tuple(dict.fromkeys(one for one in found if one != default)) or (default,)
