"""Small changes of a rule's source, one at a time: each should make a test fail."""

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

RULE_MODULES = ("rules", "turn", "choices", "deal", "ship", "points", "sea", "fortune", "acts")
"""Where a game's rules stand; views, stories, notations and readers of data files are not rules."""
NARRATION = "tell"
"""Says what happens, to listeners; no rule depends on it."""
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
    at: int
    code: CodeType

    @property
    def name(self) -> str:
        """What it is called in reports and in the list of equivalent ones."""
        return f"{self.path.name} {self.function}: {self.change}"


def mutants_of(path: Path) -> Iterator[Mutant]:
    """All mutants of a module's functions."""
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    for index, node in enumerate(tree.body):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            for changed, change, at in _changed(node):
                module = copy.copy(tree)
                module.body = [*tree.body[:index], ast.fix_missing_locations(changed), *tree.body[index + 1 :]]
                code = _code(compile(module, str(path), "exec"), node.name, first)
                yield Mutant(path, node.name, first, change, at, code)


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
