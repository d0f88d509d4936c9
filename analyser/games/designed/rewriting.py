"""Connects the rules of a designer's file to the records they are played on.

`ask(seat)` becomes a call with the table, what is hidden and the workspace; `table.deck.draw()` a call of a compiled
function; a hidden field is looked up where it is hidden. Lines stay where they are, so every error names its line.
"""

import ast
import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from analyser.core.errors import BadInput
from analyser.core.files import read_file
from analyser.games.components import VERBS
from analyser.games.designed import parts, signs
from analyser.games.designed.contract import Design, Kind, wrong
from analyser.games.designed.language import reached, refuse_too_much, starts
from analyser.games.designed.methods import arguments_of, kind_of, leading_arguments
from analyser.games.designed.refusing import refuse_circles, refuse_forgotten, refuse_unasked, refuse_undefined
from analyser.games.designed.snippets import (
    DICE,
    HIDDEN,
    WORK,
    Filled,
    Renamed,
    call,
    everything,
    name,
    part,
    relocated,
    statements,
    table_field,
)
from analyser.kernel.intrinsics import RecordType

BOARD = {"distance": 2, "neighbour": 2, "n_neighbours": 1, "row": 1, "column": 1, "are_neighbours": 2}
"""What rules may ask of a board, and with how many numbers."""
ANSWERS = ("is_over", "score", "won", "next_seat", "starter", "is_out")
"""Functions of the rules that answer a question."""
STREAMED = ("roll", "pick", "chance")


class Rewriter(ast.NodeTransformer):
    """Rewrites one function of the rules."""

    def __init__(
        self, design: Design, table: RecordType, function: ast.FunctionDef, texts: list[str], rules: set[str]
    ) -> None:
        self.design, self.function, self.texts = design, function, texts
        self.fields = {*(table.names or ())} | {one for one, field in design.fields.items() if field.is_hidden}
        self.kinds = {kind.name: kind for kind in design.kinds}
        self.per_seat = {one for one, field in design.fields.items() if field.is_per_seat}
        self.per_seat |= {kind.name for kind in design.kinds if kind.is_secret}
        self.has_table = bool(function.args.args) and function.args.args[0].arg == "table"
        self.is_rule = function.name in rules
        self.n_loops = 0
        self.has_loop = False

    def wrong(self, node: ast.AST, found: str, expected: str, example: str = "") -> BadInput:
        """What is wrong with a line."""
        return wrong(self.design.path, getattr(node, "lineno", self.function.lineno), found, expected, example)

    def rewritten(self) -> ast.FunctionDef:
        """The function, with everything it needs as arguments."""
        returns = [one for one in ast.walk(self.function) if isinstance(one, ast.Return) and one.value is not None]
        if (returns or self.function.name in ANSWERS) and not always_returns(self.function.body):
            expected = "a return with a value at the end of every path"
            raise self.wrong(self.function, f"{self.function.name} does not always return something", expected)
        new: ast.FunctionDef = self.generic_visit(self.function)  # type: ignore[assignment]
        if self.has_table:
            new.args.args[1:1] = [ast.arg(HIDDEN), ast.arg(WORK), ast.arg(DICE)]
        if self.has_loop:
            new.body.insert(0, relocated(statements("spins_ = 0")[0], new.lineno))
        new.decorator_list = []
        new.returns = None
        for one in new.args.args:
            one.annotation = None
        return new

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """A field of the table; hidden ones are elsewhere."""
        if not table_field(node) or not self.has_table:
            return self.generic_visit(node)
        if node.attr not in self.fields:
            raise self.no_field(node)
        if node.attr in self.design.settings and not isinstance(node.ctx, ast.Load):
            raise self.wrong(node, f"the setting « {node.attr} » is changed", "a setting stays as it is; use STATE")
        if node.attr in self.design.components:
            raise self.wrong(
                node,
                f"« {node.attr} » is a component",
                "a call of what it can do: " + ", ".join(parts.METHODS[type(self.design.components[node.attr])]),
            )
        field = self.design.fields.get(node.attr)
        if field is not None and field.is_hidden:
            node.value = ast.copy_location(name(HIDDEN), node.value)
        return node

    def no_field(self, node: ast.Attribute) -> BadInput:
        """An unknown field, with the nearest."""
        shown = sorted(one for one in self.fields if not one.endswith("_"))
        near = get_close_matches(node.attr, shown, n=1, cutoff=0.5)
        hint = f"{near[0]}?" if near else f"one of {', '.join(shown)}"
        return self.wrong(node, f"the table has no field « {node.attr} »", hint)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """A verb, a component's method, a question to a board, or a function of the file."""
        if isinstance(node.func, ast.Attribute):
            found = self.method(node, node.func)
            if found is not None:
                return ast.copy_location(found, node)
        if isinstance(node.func, ast.Name):
            if node.func.id in VERBS:
                return ast.copy_location(self.verb(node, node.func.id), node)
            if node.func.id in self.design.functions:
                return self.own(node, node.func.id)
        return self.generic_visit(node)

    def method(self, node: ast.Call, func: ast.Attribute) -> ast.expr | None:
        """A call such as table.deck.draw() or BOARD.distance(a, b)."""
        owner = func.value
        if isinstance(owner, ast.Name) and owner.id in self.design.boards:
            return self.of_board(node, owner.id, func.attr)
        component = table_field(owner)
        return self.of_component(node, component, func.attr) if component in self.design.components else None

    def of_component(self, node: ast.Call, component: str, method: str) -> ast.expr:
        """A call of what a component can do."""
        self.need_table(node, f"table.{component}.{method}")
        one = self.design.components[component]
        known = parts.METHODS[type(one)]
        if method not in known:
            raise self.wrong(node, f"« {component} » cannot « {method} »", ", ".join(known))
        leading = leading_arguments(self.design, component)
        wanted = arguments_of(known[method])[len(leading) :]
        given = self.given(node, len(wanted), f"table.{component}.{method}", 1 if method in ("peek", "show") else 0)
        for k in range(len(node.args)):
            if wanted[k] in ("seat", "other"):
                given[k] = self.seat(given[k])
        return call(f"{kind_of(one)}_{method}_", *leading, *given)

    def seat(self, node: ast.expr) -> ast.expr:
        """A seat that must be there."""
        if isinstance(node, ast.Constant) and node.value == 0:
            return node
        return ast.copy_location(call("seat_", node, part("table", "n_players")), node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """A field with a number for each seat is looked up by a seat that must be there."""
        self.generic_visit(node)
        field = node.value.attr if isinstance(node.value, ast.Attribute) else ""
        if self.has_table and field in self.per_seat and not isinstance(node.slice, ast.Slice):
            if isinstance(node.slice, ast.Tuple) and node.slice.elts:
                node.slice.elts[0] = self.seat(node.slice.elts[0])
            else:
                node.slice = self.seat(node.slice)
        return node

    def given(self, node: ast.Call, wanted: int, what: str, may_lack: int = 0) -> list[ast.expr]:
        """The arguments of a call, as many as wanted; the last may be left out if it has a default."""
        if node.keywords or not wanted - may_lack <= len(node.args) <= wanted:
            numbers = f"{wanted - may_lack} or {wanted}" if may_lack else str(wanted)
            raise self.wrong(node, f"{what} has {len(node.args) + len(node.keywords)} arguments", f"{numbers} of them")
        found = [self.visit(one) for one in node.args]
        if len(found) < wanted:
            found.append(ast.Constant(0 if what.endswith("peek") else -1))
        return found

    def of_board(self, node: ast.Call, board: str, question: str) -> ast.expr:
        """A question to a board: its answers are arrays."""
        if question not in BOARD:
            raise self.wrong(node, f"« {board} » cannot « {question} »", ", ".join(BOARD))
        given = self.given(node, BOARD[question], f"{board}.{question}")
        cells = ast.Constant(self.design.boards[board].n_cells)
        for k in range(len(given) if question != "neighbour" else 1):
            given[k] = ast.copy_location(call("cell_", given[k], cells), given[k])
        index = given[0] if len(given) == 1 else ast.Tuple(given, ast.Load())
        return ast.Subscript(name(f"{board}_{question}_"), index, ast.Load())

    def own(self, node: ast.Call, function: str) -> ast.AST:
        """A call of a function of the file: rules hand on the table."""
        wanted = [one.arg for one in self.design.functions[function].args.args]
        n_default = len(self.design.functions[function].args.defaults)
        if not node.keywords and not len(wanted) - n_default <= len(node.args) <= len(wanted):
            raise self.wrong(
                node, f"{function} is called with {len(node.args)} arguments", f"{function}({', '.join(wanted)})"
            )
        self.generic_visit(node)
        if wanted and wanted[0] == "table":
            self.need_table(node, function)
            if not node.args or not isinstance(node.args[0], ast.Name) or node.args[0].id != "table":
                raise self.wrong(node, f"{function} is called without table", f"{function}({', '.join(wanted)})")
            node.args[1:1] = [name(HIDDEN), name(WORK), name(DICE)]
        return node

    def need_table(self, node: ast.AST, what: str) -> None:
        """Verbs work only where the table is known."""
        if not self.has_table:
            raise self.wrong(
                node,
                f"{what} is used in {self.function.name}, which has no table",
                "table as its first argument",
                f"def {self.function.name}(table, ...)",
            )

    def verb(self, node: ast.Call, verb: str) -> ast.expr:
        """A call of a verb."""
        if verb in ("best_seat", "only_best"):
            more = [] if verb == "only_best" or len(node.args) > 2 else [ast.Constant(0)]
            return call(f"{verb}_", *self.given(node, 2 + (verb == "best_seat" and not more), verb), *more)
        self.need_table(node, verb)
        if verb in STREAMED:
            return call(f"{verb}_", name(WORK), name(DICE), *self.given(node, 1, verb))
        if verb == "shuffle":
            return call("shuffle_", name(WORK), name(DICE), *self.given(node, 2, verb))
        if verb == "offer":
            return self.offer(node)
        if verb == "ask":
            if node.args and self.kind_named(node, 1, "ask")[0].records is not None:
                raise self.wrong(node, "a record is asked for inside an expression", 'move = ask(seat, "move")')
            return self.ask(node)
        raise self.wrong(node, f"{verb} is used inside an expression", f"{verb}(...) on a line of its own")

    def kind_named(self, node: ast.Call, place: int, verb: str) -> tuple[Kind, list[ast.expr]]:
        """The kind of decision that a call names, and the arguments after it."""
        rest = node.args[place:]
        if rest and isinstance(rest[0], ast.Constant) and isinstance(rest[0].value, str):
            if rest[0].value not in self.kinds:
                raise self.wrong(node, f"no decision is called « {rest[0].value} »", ", ".join(self.kinds))
            return self.kinds[rest[0].value], rest[1:]
        if len(self.kinds) > 1:
            raise self.wrong(node, f"{verb} does not say which decision", " or ".join(f'"{one}"' for one in self.kinds))
        return self.design.kinds[0], rest

    def ask(self, node: ast.Call, seat: ast.expr | None = None) -> ast.Call:
        """Ask one seat: the kind's own function, with the range if it has one."""
        if node.keywords or not node.args:
            raise self.wrong(node, "ask without a seat, or with a name=", 'ask(seat) or ask(seat, "bid", least, most)')
        kind, limits = self.kind_named(node, 1, "ask")
        self.check_limits(node, kind, limits)
        given = [self.visit(node.args[0]), *(self.visit(one) for one in limits)]
        return call(f"ask_{kind.name}_", *everything(), *given)

    def check_limits(self, node: ast.AST, kind: Kind, limits: list[ast.expr]) -> None:
        """Only numbers have a range."""
        is_ranged = kind.numbers is not None and f"can_{kind.name}" not in self.design.functions
        if limits and (not is_ranged or len(limits) != 2):
            raise self.wrong(
                node, f"« {kind.name} » is asked with {len(limits)} limits", "none, or least and most of numbers"
            )
        if is_ranged and not limits and kind.numbers:
            limits += [ast.Constant(kind.numbers.least), ast.Constant(kind.numbers.most)]

    def offer(self, node: ast.Call) -> ast.Call:
        """One more legal record."""
        kind = self.kinds.get(self.function.name.removeprefix("list_"))
        if kind is None or kind.records is None:
            raise self.wrong(node, f"offer is used in {self.function.name}", "in list_<kind>(table, seat) of a record")
        given = self.given(node, len(kind.records.fields), "offer")
        return call(f"offer_{kind.name}_", name("table"), *given)

    def visit_Expr(self, node: ast.Expr) -> Any:
        """Verbs that stand alone; a description is left as it is."""
        if isinstance(node.value, ast.Constant):
            return node
        if isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name):
            if node.value.func.id == "tell":
                return self.tell(node.value)
            if node.value.func.id == "ask_all":
                return self.ask_all(node.value)
        return self.generic_visit(node)

    def tell(self, node: ast.Call) -> Any:
        """A sentence, which compiled games leave out."""
        self.need_table(node, "tell")
        first = node.args[0] if node.args else None
        text = first.value if isinstance(first, ast.Constant) else None
        if not isinstance(text, str) or len(node.args) > 4 or node.keywords:
            raise self.wrong(node, "tell without a text, or with more than three facts", 'tell("{who} busts", seat)')
        holes = re.findall(r"\{(?:who)?\}", text)
        if len(holes) != len(node.args) - 1 or len(holes) != text.count("{") or len(holes) != text.count("}"):
            found = f"« {text} » has room for {len(holes)} facts and gets {len(node.args) - 1}"
            raise self.wrong(node, found, "{} or {who} for each fact, and no other braces")
        self.texts.append(text)
        facts = [self.visit(one) for one in node.args[1:]]
        facts = [self.seat(one) if hole == "{who}" else one for one, hole in zip(facts, holes, strict=True)]
        facts += [ast.Constant(0)] * (3 - len(facts))
        event = ast.Constant(signs.TOLD + len(self.texts) - 1)
        return ast.copy_location(ast.Expr(call("emit", event, name("table"), *facts)), node)

    def ask_all(self, node: ast.Call) -> list[ast.stmt]:
        """Every seat in turn, in secret; then all picks are shown."""
        self.need_table(node, "ask_all")
        kind, limits = self.kind_named(node, 0, "ask_all")
        if kind.records is not None:
            raise self.wrong(
                node, f"« {kind.name} » is a record", "names or numbers: records cannot be picked in secret"
            )
        self.check_limits(node, kind, limits)
        who = [one.value for one in node.keywords if one.arg == "who"]
        if len(who) != len(node.keywords):
            raise self.wrong(node, "ask_all has a name= that is not known", "who=...")
        self.n_loops += 1
        asked = f"asked{self.n_loops}_"
        each = [self.for_one_seat(one) for one in (*limits, *(who or [ast.Constant(True)]))]
        given = [Renamed("seat", asked).visit(self.visit(one)) for one in each]
        asking = call(f"ask_{kind.name}_", *everything(), name(asked), *given[:-1])
        block = statements(
            f"begin_picks_(table, {WORK})\n"
            f"for {asked} in range(table.n_players):\n"
            f"    {HIDDEN}.picks_[{asked}] = NOBODY_\n"
            f"    if WHO: {HIDDEN}.picks_[{asked}] = ASK\n"
            f"reveal_picks_({WORK})\n"
            f"for {asked} in range(table.n_players): table.{kind.name}[{asked}] = {HIDDEN}.picks_[{asked}]\n"
        )
        filled = [Filled({"WHO": given[-1], "ASK": asking}).visit(one) for one in block]
        return [ast.copy_location(relocated(one, node.lineno), node) for one in filled]

    def for_one_seat(self, node: ast.expr) -> ast.expr:
        """A field that has a number for each seat means that of the seat which is asked."""
        field = self.design.fields.get(table_field(node))
        if field is None or not field.is_per_seat or field.shape:
            return node
        return ast.copy_location(ast.Subscript(node, name("seat"), ast.Load()), node)

    def visit_Assign(self, node: ast.Assign) -> Any:
        """A record is written where the function keeps it; whole numbers stay whole."""
        value = node.value
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "ask" and value.args:
            kind, _ = self.kind_named(value, 1, "ask")
            if kind.records is not None:
                return self.record(node, value, kind)
        self.generic_visit(node)
        if len(node.targets) == 1 and self.is_whole(node.targets[0]):
            node.value = ast.copy_location(call("whole_", node.value), node.value)
        return node

    def record(self, node: ast.Assign, value: ast.Call, kind: Kind) -> list[ast.stmt]:
        """A record, kept where the function asked for it."""
        self.need_table(node, "ask")
        if len(node.targets) != 1 or not isinstance(node.targets[0], ast.Name):
            raise self.wrong(node, f"« {kind.name} » is a record", f'{kind.name} = ask(seat, "{kind.name}")')
        asking = self.ask(value)
        target = node.targets[0].id
        block = statements(f"{target} = scratch_(choice_type_)\nASK")
        asking.args.append(name(target))
        return [relocated(Filled({"ASK": asking}).visit(one), node.lineno) for one in block]

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        """Whole numbers stay whole."""
        is_whole = self.is_whole(node.target)
        if is_whole and isinstance(node.op, ast.Div | ast.Pow):
            raise self.wrong(node, "a whole number is divided with /=", "//=, which drops the rest")
        self.generic_visit(node)
        if is_whole:
            node.value = ast.copy_location(call("whole_", node.value), node.value)
        return node

    def is_whole(self, target: ast.expr) -> bool:
        """Whether something is written to a field of whole numbers."""
        while isinstance(target, ast.Subscript):
            target = target.value
        if not isinstance(target, ast.Attribute) or not isinstance(target.value, ast.Name):
            return False
        field = self.design.fields.get(target.attr)
        return target.value.id in ("table", HIDDEN) and field is not None and field.kind is not float

    def visit_While(self, node: ast.While) -> Any:
        """A loop that never ends is noticed."""
        self.generic_visit(node)
        if self.has_table:
            count = statements("spins_ = spin_(spins_)")[0]
            node.body.insert(0, ast.copy_location(relocated(count, node.lineno), node))
            self.has_loop = True
        return node

    def visit_Compare(self, node: ast.Compare) -> Any:
        """Words of settings, choices and cards may be written as texts."""
        sides = [node.left, *node.comparators]
        words = self.words_of(sides)
        node.left, *node.comparators = [self.word(one, words) for one in sides]
        return self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        """A text that nothing has taken for a name."""
        if isinstance(node.value, str) and self.is_rule:
            raise self.wrong(node, f"a text stands here: {node.value[:40]!r}", "a number; a text may only be compared")
        return node

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        """Its text is told as it is."""
        return node

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        """Its text is told as it is."""
        node.test = self.visit(node.test)
        return node

    def words_of(self, sides: Iterable[ast.expr]) -> dict[str, int]:
        """What a text means beside a setting, or anywhere else."""
        for one in sides:
            setting = self.design.settings.get(table_field(one))
            if setting is not None and isinstance(setting.allowed, list):
                return {str(word): number for number, word in enumerate(setting.allowed)}
        cards = {n: face for deck in self.design.decks().values() for face, n in enumerate(deck.names)}
        return cards | {n: number for number, n in enumerate(self.design.choice_names)}

    def word(self, node: ast.expr, words: dict[str, int]) -> ast.expr:
        """A text as the number that it stands for; several, after « in »."""
        if isinstance(node, ast.Tuple):
            node.elts = [self.word(one, words) for one in node.elts]
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            return node
        if node.value not in words and not self.is_rule:
            return node
        if node.value not in words:
            near = get_close_matches(node.value, list(words), n=1, cutoff=0.4)
            raise self.wrong(
                node, f"« {node.value} » means nothing here", near[0] if near else ", ".join(words) or "a number"
            )
        return ast.copy_location(ast.Constant(words[node.value]), node)


def always_returns(body: list[ast.stmt]) -> bool:
    """Whether a block cannot be left at its end."""
    last = body[-1]
    if isinstance(last, ast.Return):
        return last.value is not None
    if isinstance(last, ast.If):
        return always_returns(last.body) and bool(last.orelse) and always_returns(last.orelse)
    if isinstance(last, ast.While):
        is_endless = isinstance(last.test, ast.Constant) and bool(last.test.value)
        return is_endless and not any(isinstance(one, ast.Break) for one in ast.walk(last))
    return isinstance(last, ast.Raise)


def rewrite(design: Design, table: RecordType) -> tuple[list[ast.FunctionDef], list[str]]:
    """All functions of a file, connected; and the sentences that they tell."""
    refuse_circles(design)
    refuse_too_much(design)
    refuse_undefined(design)
    refuse_forgotten(design)
    refuse_unasked(design)
    texts: list[str] = []
    parsed = ast.parse(read_file(design.path), str(design.path))
    functions = [one for one in parsed.body if isinstance(one, ast.FunctionDef)]
    rules = reached(design, starts(design))
    return [Rewriter(design, table, one, texts, rules).rewritten() for one in functions], texts
