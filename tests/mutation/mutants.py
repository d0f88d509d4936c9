"""Small changes of a rule's source, one at a time: each should make a test fail."""

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

RULE_MODULES = (
    *("rules", "turn", "choices", "deal", "ship", "points", "sea", "fortune", "acts"),
    *("table", "glance", "counts", "limits"),
)
"""Where a game's rules stand; views, stories, notations and readers of data files are not rules."""
NARRATION = "tell"
"""Says what happens, to listeners; no rule depends on it."""
CHECKING = ("redeal", "_redeal_hands")
"""Deal anew what a seat cannot see, to check that strategies are blind to it; no game does."""
COMPARES = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq}
OPERATORS = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
}


@dataclass(frozen=True)
class Mutant:
    """A function with one change."""

    path: Path
    function: str
    line: int
    """Where the function begins, decorators included: so its code is found again."""
    change: str
    lines: frozenset[int]
    """The lines of the statement that is changed."""
    at: int
    source: str
    """The line that is changed."""
    nth: int
    """Which of those of this function that look alike."""
    code: CodeType

    @property
    def name(self) -> str:
        """What it is called in the list of equivalent ones: a number alone would not say which."""
        where = f" in `{self.source}`" if len(self.change.partition(" -> ")[0]) <= len("False") else ""
        return f"{self.path.name} {self.function}: {self.change}{where}{self._number}"

    @property
    def _number(self) -> str:
        return f" ({self.nth})" if self.nth > 1 else ""

    @property
    def told(self) -> str:
        """Where it is and what it changes, for reports."""
        where = f"{self.path.parent.name}/{self.path.name}:{self.at} {self.function}"
        return f"{where}: {self.change}  [{self.source}]{self._number}"


def mutants_of(path: Path) -> Iterator[Mutant]:
    """All mutants of a module's functions."""
    text = path.read_text(encoding="utf-8")
    tree, lines = ast.parse(text, str(path)), text.splitlines()
    for index, node in enumerate(tree.body):
        if isinstance(node, ast.FunctionDef) and node.name not in CHECKING:
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            alike: Counter[tuple[str, str]] = Counter()
            for changed, change, at in _changed(node):
                here, source = _statement(node, at), lines[at - 1].strip()
                alike[change, source] += 1
                module = copy.copy(tree)
                module.body = [*tree.body[:index], ast.fix_missing_locations(changed), *tree.body[index + 1 :]]
                code = _code(compile(module, str(path), "exec"), node.name, first)
                yield Mutant(path, node.name, first, change, here, at, source, alike[change, source], code)


def _statement(function: ast.FunctionDef, line: int) -> frozenset[int]:
    """The lines of the smallest statement around a line; of one that holds others, up to the first of them."""
    found = frozenset({line})
    for node in ast.walk(function):
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or node.lineno):
            body = getattr(node, "body", None)
            last = body[0].lineno - 1 if body else node.end_lineno or node.lineno
            found = frozenset(range(node.lineno, max(last, node.lineno) + 1))
    return found


def _code(module: CodeType, name: str, line: int) -> CodeType:
    found = [one for one in module.co_consts if isinstance(one, CodeType)]
    return next(one for one in found if one.co_name == name and one.co_firstlineno == line)


def _changed(function: ast.FunctionDef) -> Iterator[tuple[ast.FunctionDef, str, int]]:
    """A copy of a function for each change; in its body only, its docstring left alone."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    skipped = {id(one) for node in ast.walk(function) if _is_narration(node) for one in ast.walk(node)}
    for number, node in enumerate(ast.walk(function)):
        inside = any(node is one for statement in body for one in ast.walk(statement))
        if not inside or id(node) in skipped:
            continue
        for change in _changes(node):
            twin = copy.deepcopy(function)
            target = next(one for k, one in enumerate(ast.walk(twin)) if k == number)
            before = ast.unparse(target.test if isinstance(target, ast.If | ast.While | ast.IfExp) else target)
            after = change(target, twin)
            yield twin, f"{before} -> {after}".replace("\n", " "), node.lineno


def _is_narration(node: ast.AST) -> bool:
    """Whether nothing is done here but telling."""
    if isinstance(node, ast.If):
        return not node.orelse and all(_is_narration(one) for one in node.body)
    call = node.value if isinstance(node, ast.Expr) else None
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == NARRATION


def _changes(node: ast.AST) -> Iterator[object]:
    """What may be done to a node: functions that change its twin and say what it became."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARES:
        yield _other_compare
    if isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in OPERATORS:
        yield _other_operator
    if isinstance(node, ast.BoolOp):
        yield _other_junction
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield _without_not
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        yield _negated
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
        yield _one_more
        yield _one_less
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield _flipped
    if isinstance(node, ast.Return) and node.value is not None:
        yield _other_return
    if isinstance(node, ast.Assign | ast.AugAssign | ast.Expr) and not _is_text(node):
        yield _deleted


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _other_compare(node: ast.Compare, _: ast.AST) -> str:
    node.ops[0] = COMPARES[type(node.ops[0])]()
    return ast.unparse(node)


def _other_operator(node: ast.BinOp | ast.AugAssign, _: ast.AST) -> str:
    node.op = OPERATORS[type(node.op)]()
    return ast.unparse(node)


def _other_junction(node: ast.BoolOp, _: ast.AST) -> str:
    node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    return ast.unparse(node)


def _without_not(node: ast.UnaryOp, tree: ast.AST) -> str:
    _replace(tree, node, node.operand)
    return ast.unparse(node.operand)


def _negated(node: ast.If | ast.While | ast.IfExp, _: ast.AST) -> str:
    node.test = ast.copy_location(ast.UnaryOp(ast.Not(), node.test), node.test)
    return ast.unparse(node.test)


def _one_more(node: ast.Constant, _: ast.AST) -> str:
    node.value += 1
    return ast.unparse(node)


def _one_less(node: ast.Constant, _: ast.AST) -> str:
    node.value -= 1
    return ast.unparse(node)


def _flipped(node: ast.Constant, _: ast.AST) -> str:
    node.value = not node.value
    return ast.unparse(node)


def _other_return(node: ast.Return, _: ast.AST) -> str:
    is_zero = isinstance(node.value, ast.Constant) and node.value.value == 0
    assert node.value is not None
    node.value = ast.copy_location(ast.Constant(1 if is_zero else 0), node.value)
    return ast.unparse(node)


def _deleted(node: ast.stmt, tree: ast.AST) -> str:
    _replace(tree, node, ast.copy_location(ast.Pass(), node))
    return "pass"


def _replace(tree: ast.AST, old: ast.AST, new: ast.AST) -> None:
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, new)
            elif isinstance(value, list):
                setattr(parent, name, [new if one is old else one for one in value])
