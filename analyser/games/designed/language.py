"""What rules may be written with: numbers, and little else. The rest is refused with its line, before compiling."""

import ast
import builtins
from collections.abc import Iterator
from types import ModuleType

from analyser.core.errors import BadInput
from analyser.games.components import MOST, VERBS, Board
from analyser.games.designed.contract import FUNCTIONS, Design, wrong
from analyser.games.designed.unassigned import refuse_unassigned

TOO_MUCH: dict[type[ast.AST], str] = {
    ast.List: "a list",
    ast.Dict: "a dictionary",
    ast.Set: "a set",
    ast.ListComp: "a list",
    ast.DictComp: "a dictionary",
    ast.SetComp: "a set",
    ast.GeneratorExp: "a generator",
    ast.JoinedStr: "a text",
    ast.Lambda: "a function inside a function",
    ast.FunctionDef: "a function inside a function",
    ast.AsyncFunctionDef: "a function inside a function",
    ast.ClassDef: "a class",
    ast.Try: "try",
    ast.With: "with",
    ast.Import: "import",
    ast.ImportFrom: "import",
    ast.Global: "global",
    ast.Nonlocal: "nonlocal",
    ast.Delete: "del",
    ast.Match: "match",
    ast.Yield: "yield",
    ast.YieldFrom: "yield",
    ast.Await: "await",
    ast.Starred: "*",
}
ENOUGH = (
    "numbers, if, while, for ... in range(...) and calls; several numbers lie in STATE, or in a constant such as (1, 2)"
)
COUNTING = ("range", "enumerate", "zip", "len", "sum", "min", "max")
BUILTINS = (*COUNTING, "abs", "bool", "divmod", "float", "int", "pow", "round")
MODULES = ("math", "numpy")
DRAWS = ("roll", "pick", "chance", "shuffle")
DRAW = "roll, pick, chance, shuffle: the program's own luck"
QUESTIONS = ("score", "won", "is_out")
"""They answer what is the case, as often as anybody likes to know; so do can_... and list_..."""
LOOKS = {"left", "top", "has", "count", "card", "size", "face", "total", "of", "place", "at_end", "n_at"}
"""What components can be asked without changing them."""


def refuse_too_much(design: Design) -> None:
    """In all functions that rules call."""
    for name in sorted(reached(design, starts(design))):
        _Rule(design, design.functions[name]).check()
        refuse_unassigned(design, design.functions[name])
    questions = {one for one in starts(design) if one in QUESTIONS or one.startswith(("can_", "list_"))}
    for question in sorted(questions):
        for name in sorted(reached(design, {question})):
            refuse_draws(design, design.functions[name], question)


def starts(design: Design) -> set[str]:
    """The functions that the program calls."""
    own = {one.__name__ for one in design.options.get("RESTRICTABLE", {}).values()}
    return {name for name in design.functions if name in FUNCTIONS or name in own or name.startswith(("can_", "list_"))}


def reached(design: Design, names: set[str]) -> set[str]:
    """These functions, and all that they call."""
    found: set[str] = set()
    todo = list(names)
    while todo:
        name = todo.pop()
        if name in design.functions and name not in found:
            found.add(name)
            todo += [one.id for one in ast.walk(design.functions[name]) if isinstance(one, ast.Name)]
    return found


def refuse_draws(design: Design, function: ast.FunctionDef, question: str) -> None:
    """A question that draws or asks would make another game of it each time somebody looks."""
    for node in ast.walk(function):
        found = ""
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Name) and called.id in (*DRAWS, "ask", "ask_all"):
            found = called.id
        elif isinstance(called, ast.Attribute) and isinstance(called.value, ast.Attribute) and is_field(called.value):
            is_look = called.value.attr not in design.components or called.attr in LOOKS
            found = "" if is_look else ast.unparse(called)
        if called is not None and found:
            raise wrong(
                design.path, called.lineno, f"{question} calls {found}", "a question that draws and asks nothing"
            )


def are_numbers(value: object) -> bool:
    """Whether a tuple holds numbers, or tuples of numbers; other things are looked at elsewhere."""
    return not isinstance(value, str) and (not isinstance(value, tuple) or all(map(are_numbers, value)))


def is_field(node: ast.AST) -> bool:
    """Whether it is table.<name>."""
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "table"


class _Rule:
    """One function of the rules."""

    def __init__(self, design: Design, function: ast.FunctionDef) -> None:
        self.design, self.function = design, function
        self.local = {one.arg for one in function.args.args}
        self.local |= {
            one.id for one in ast.walk(function) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
        }
        self.parents = {child: node for node in ast.walk(function) for child in ast.iter_child_nodes(node)}

    def wrong(self, node: ast.AST, found: str, expected: str = ENOUGH) -> BadInput:
        """What is wrong with a line."""
        return wrong(self.design.path, getattr(node, "lineno", self.function.lineno), found, expected)

    def check(self) -> None:
        """Node by node."""
        for node in self.nodes(self.function):
            if type(node) in TOO_MUCH:
                raise self.wrong(node, f"{TOO_MUCH[type(node)]} stands in {self.function.name}")
            if isinstance(node, ast.Constant) and (node.value is None or isinstance(node.value, bytes | complex)):
                raise self.wrong(node, f"{node.value!r} stands in {self.function.name}", "a number; -1 for nothing")
            if isinstance(node, ast.Constant) and isinstance(node.value, int) and not -MOST <= node.value <= MOST:
                raise self.wrong(node, f"{node.value} stands in {self.function.name}", f"numbers up to {MOST:,}")
            if isinstance(node, ast.Compare) and any(isinstance(one, ast.Is | ast.IsNot) for one in node.ops):
                raise self.wrong(node, "numbers are compared with « is »", "== or !=")
            if isinstance(node, ast.Name):
                self.check_name(node)
            if isinstance(node, ast.Attribute):
                self.check_module(node)
            if isinstance(node, ast.Attribute) and is_field(node) and "table" in self.local:
                self.check_field(node)

    def nodes(self, node: ast.AST) -> Iterator[ast.AST]:
        """All but default values, annotations, and texts of errors."""
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.arguments) or (child is getattr(node, "returns", None) and child is not None):
                continue
            yield child
            yield from self.nodes(child)

    def check_name(self, node: ast.Name) -> None:
        """The table as a whole, or something from outside the function."""
        parent = self.parents[node]
        if node.id.endswith("_") and isinstance(node.ctx, ast.Store):
            raise self.wrong(node, f"« {node.id} » ends with _, as the program's own names do", "another name")
        if node.id == "table" and "table" in [one.arg for one in self.function.args.args]:
            is_given = isinstance(parent, ast.Call) and node in parent.args[:1]
            if isinstance(node.ctx, ast.Store) or not (isinstance(parent, ast.Attribute) or is_given):
                raise self.wrong(
                    node, "table is used as a value", "a field of it, table.points[seat], or a call: f(table)"
                )
        if node.id in self.local or node.id in VERBS or node.id in self.design.functions:
            return
        is_called = isinstance(parent, ast.Call) and parent.func is node
        if node.id not in vars(self.design.module):
            value = vars(builtins).get(node.id)
            is_error = isinstance(value, type) and issubclass(value, Exception)
            if is_called and value is not None and node.id not in BUILTINS and not is_error:
                hint = 'tell("{who} draws {}", seat, card)' if node.id == "print" else ", ".join(BUILTINS)
                raise self.wrong(node, f"rules cannot call {node.id}", hint)
            return
        self.check_value(node, vars(self.design.module)[node.id])

    def check_value(self, node: ast.Name, value: object) -> None:
        """Something that the file defines."""
        origin = (value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", "") or "").split(
            "."
        )
        if origin[0] == "random" or origin[:2] == ["numpy", "random"]:
            raise self.wrong(node, f"« {node.id} » draws luck that nobody can repeat", DRAW)
        if isinstance(value, ModuleType) and origin[0] not in MODULES:
            raise self.wrong(node, f"rules cannot use the module {value.__name__}", "math")
        if isinstance(value, list | dict | set | str | bytes) or value is None or not are_numbers(value):
            kind = (
                "nothing"
                if value is None
                else f"a {type(value).__name__}" + " with texts in it" * isinstance(value, tuple)
            )
            raise self.wrong(node, f"« {node.id} » is {kind}", "a number, or a tuple of numbers: SIZES = (1, 2, 3)")
        parent = self.parents[node]
        is_changed = isinstance(parent, ast.Subscript) and isinstance(parent.ctx, ast.Store)
        if is_changed:
            raise self.wrong(node, f"« {node.id} » is changed", "what changes lies on the table: STATE")
        call = self.parents.get(parent)
        if isinstance(value, Board) and not (isinstance(call, ast.Call) and call.func is parent):
            raise self.wrong(node, f"« {node.id} » is a board", f"a question to it: {node.id}.distance(0, 1)")

    def check_module(self, node: ast.Attribute) -> None:
        """Luck of numpy's."""
        if node.attr == "random" and isinstance(node.value, ast.Name) and node.value.id not in self.local:
            raise self.wrong(node, f"« {ast.unparse(node)} » draws luck that nobody can repeat", DRAW)

    def check_field(self, node: ast.Attribute) -> None:
        """Fields with several numbers, and those with one."""
        field = self.design.fields.get(node.attr)
        secret = any(kind.name == node.attr and kind.is_secret for kind in self.design.kinds)
        is_one = node.attr in self.design.settings or node.attr in ("turns", "n_players")
        if field is None and not secret and not is_one:
            return
        n = (int(field.is_per_seat) + len(field.shape)) if field else int(secret)
        parent = self.parents[node]
        is_looked_up = isinstance(parent, ast.Subscript) and parent.value is node
        if is_looked_up:
            given = len(parent.slice.elts) if isinstance(parent.slice, ast.Tuple) else 1  # type: ignore[attr-defined]
            if given > n:
                what = "is one number" if n == 0 else f"is looked up by {n} number{'s' * (n > 1)}"
                raise self.wrong(node, f"« {node.attr} » {what}", f"{self.example(node.attr, n)}")
        elif n and (
            isinstance(node.ctx, ast.Store) or isinstance(parent, ast.Compare | ast.BinOp | ast.BoolOp | ast.UnaryOp)
        ):
            raise self.wrong(node, f"« {node.attr} » has several numbers", self.example(node.attr, n))

    def example(self, name: str, n: int) -> str:
        """How one of its numbers is looked up."""
        field = self.design.fields.get(name)
        words = (["seat"] if field is None or field.is_per_seat else []) + ["k", "j", "i"]
        return f"table.{name}" + (f"[{', '.join(words[:n])}]" if n else "")
