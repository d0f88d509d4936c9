"""Small changes of source code, one at a time: each should make a test fail."""

import ast
import copy
import pickle
from collections import Counter
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import CodeType
from typing import Any

RULE_MODULES = (
    *("rules", "turn", "choices", "deal", "ship", "points", "sea", "fortune", "acts"),
    *("table", "foresight", "counts", "restrictions", "redeal"),
)
"""Where a game's rules stand; views, stories, notations and readers of data files are not rules."""
NARRATION = "emit"
"""Says what happens, to listeners; no rule depends on it."""
COMPILERS = ("_compiled", "cached")
"""Calls that compile the functions they are given."""
LOOKS = (
    "figsize",
    "fontsize",
    "linewidth",
    "markersize",
    "capsize",
    "zorder",
    "dpi",
    "wrap",
    "frameon",
    "bbox_to_anchor",
)
"""How a figure looks, which no test judges."""
CHECKED = "strict"
"""`zip` compares lengths that are equal anyway."""
SEED = "SEED"
"""Any other seed draws from the same law."""
TINY = 1e-6
"""Below this a module's number is a limit of rounding: no test sees a tenth of it."""
LARGE = 1_000
"""One more or less of so many draws changes nothing that a test could see."""
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
SHARED_OPERATORS = OPERATORS | {ast.Div: ast.Mult, ast.Pow: ast.Mult}
TERMS = (ast.Add, ast.Sub, ast.FloorDiv, ast.Mod)
"""In shared code, what comes after one of these is also left out."""
OPPOSITES = ("max", "min"), ("maximum", "minimum"), ("fmax", "fmin"), ("argmax", "argmin"), ("any", "all")
OPPOSITE = {one: other for pair in OPPOSITES for one, other in (pair, pair[::-1])}
CONSTANTS: dict[str, Callable[[Any], Any]] = {
    "x * 10": lambda x: x * 10,
    "x / 10": lambda x: type(x)(x / 10),
    "x[:-1]": lambda x: x[:-1],
}
Change = Callable[[Any, ast.AST], str]
"""Changes a node of the tree, and says what it has become."""


@dataclass(frozen=True)
class Mutant:
    """A function or a constant with one change."""

    path: Path
    function: str
    """The function, the method with its class, or the constant."""
    line: int
    """Where the function begins, decorators included: so its code is found again."""
    change: str
    lines: frozenset[int]
    """The lines of the statement that is changed, or that use the constant."""
    at: int
    source: str
    """The line that is changed."""
    nth: int
    """Which of those of this function that look alike."""
    module: ast.Module | None
    """The changed function alone."""
    constant: str = ""
    """What becomes of a constant: one of CONSTANTS."""

    @property
    def name(self) -> str:
        """What it is called in the list of equivalent ones: a number alone would not say which."""
        where = f" in `{self.source}`" if len(self.change.partition(" -> ")[0]) <= len("False") else ""
        return f"{self.path.name} {self.function}: {self.change}{where}{self._number}"

    @property
    def code(self) -> CodeType:
        """Of the changed function; a SyntaxError if it cannot be compiled."""
        assert self.module is not None
        found = _code(compile(ast.fix_missing_locations(self.module), str(self.path), "exec"), self.line)
        assert found is not None
        return found

    @property
    def _number(self) -> str:
        return f" ({self.nth})" if self.nth > 1 else ""

    @property
    def told(self) -> str:
        """Where it is and what it changes, for reports."""
        where = f"{self.path.parent.name}/{self.path.name}:{self.at} {self.function}"
        return f"{where}: {self.change}  [{self.source}]{self._number}"


def mutants_of(path: Path, shared: bool = False, only: Container[str] | None = None) -> Iterator[Mutant]:
    """All mutants of a module's functions; of shared code also those of its methods and constants, and more kinds.
    `only`: of the functions and constants of these names.
    """
    text = path.read_text(encoding="utf-8")
    tree, lines = ast.parse(text, str(path)), text.splitlines()
    for owner, node in _functions(tree, shared):
        first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
        name = f"{owner.name}.{node.name}" if isinstance(owner, ast.ClassDef) else node.name
        if only is not None and name not in only:
            continue
        alike: Counter[str] = Counter()
        for changed, change, at in _changed(node, shared):
            here, module = _statement(node, at), _alone(tree, owner, changed)
            found = Mutant(path, name, first, change, here, at, lines[at - 1].strip(), 1, module)
            alike[found.name] += 1
            yield replace(found, nth=alike[found.name])
    if shared:
        yield from (one for one in _constants(path, tree, lines) if only is None or one.function in only)


def _functions(tree: ast.Module, shared: bool) -> Iterator[tuple[ast.Module | ast.ClassDef, ast.FunctionDef]]:
    """Functions, and methods of shared code, with what they stand in. Games are judged uncompiled; what is compiled of
    shared code would run unchanged, and what compiles it is no calculation.
    """
    skipped = {*COMPILERS, *_compiled(tree)} if shared else set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name not in skipped:
            yield tree, node
        elif isinstance(node, ast.ClassDef) and shared:
            yield from ((node, one) for one in node.body if isinstance(one, ast.FunctionDef))


def _compiled(tree: ast.Module) -> Iterator[str]:
    """The functions that numba compiles: they have its decorator, or are given to what compiles them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            yield from (node.name for one in node.decorator_list if isinstance(one, ast.Name) and one.id == "compiled")
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in COMPILERS:
            yield from (one.id for one in node.args if isinstance(one, ast.Name))


def _alone(tree: ast.Module, owner: ast.Module | ast.ClassDef, function: ast.FunctionDef) -> ast.Module:
    """A module of nothing but this function, in its class if it has one."""
    first = [one for one in tree.body if isinstance(one, ast.ImportFrom) and one.module == "__future__"]
    if not isinstance(owner, ast.ClassDef):
        return ast.Module([*first, function], [])
    place = copy.copy(owner)
    place.body, place.decorator_list, place.bases, place.keywords = [function], [], [], []
    return ast.Module([*first, place], [])


def _code(outer: CodeType, line: int) -> CodeType | None:
    """The code of the function that begins at this line."""
    for one in outer.co_consts:
        if isinstance(one, CodeType):
            found = one if one.co_firstlineno == line and one.co_name != outer.co_name else None
            if inner := found or _code(one, line):
                return inner
    return None


def _statement(function: ast.FunctionDef, line: int) -> frozenset[int]:
    """The lines of the smallest statement around a line; of one that holds others, up to the first of them."""
    found = frozenset({line})
    for node in ast.walk(function):
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or node.lineno):
            body = getattr(node, "body", None)
            last = body[0].lineno - 1 if body else node.end_lineno or node.lineno
            found = frozenset(range(node.lineno, max(last, node.lineno) + 1))
    return found


def _constants(path: Path, tree: ast.Module, lines: list[str]) -> Iterator[Mutant]:
    """A module's numbers, ten times as large and as small, and its tuples without their last, where they are used."""
    functions = [node for _, node in _functions(tree, True)]
    for node in tree.body:
        if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
            continue
        name, value = node.targets[0].id, node.value
        users = frozenset(line for function in functions for line in _uses(function, name))
        is_tuple = isinstance(value, ast.Tuple) and all(isinstance(one, ast.Constant) for one in value.elts)
        changes = ("x[:-1]",) if is_tuple else ("x * 10", "x / 10") if _is_number(value) and name != SEED else ()
        is_rounding = isinstance(value, ast.Constant) and _is_number(value) and abs(value.value) < TINY
        for change in changes if users and not is_rounding else ():
            source = lines[node.lineno - 1].strip()
            yield Mutant(path, name, 0, f"{name} -> {change}", users, node.lineno, source, 1, None, change)


def _is_number(value: ast.expr) -> bool:
    """Whether a constant is a number, or calculated."""
    if isinstance(value, ast.Constant):
        return isinstance(value.value, int | float) and not isinstance(value.value, bool)
    return isinstance(value, ast.BinOp | ast.UnaryOp) or (
        isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "inv_cdf"
    )


def _uses(function: ast.FunctionDef, name: str) -> Iterator[int]:
    """The lines of a function that use a name; all its statements if it is a default."""
    defaults = [*function.args.defaults, *(one for one in function.args.kw_defaults if one is not None)]
    if any(isinstance(node, ast.Name) and node.id == name for one in defaults for node in ast.walk(one)):
        yield from (statement.lineno for statement in function.body)
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and node.id == name:
            yield from _statement(function, node.lineno)


def _changed(function: ast.FunctionDef, shared: bool) -> Iterator[tuple[ast.FunctionDef, str, int]]:
    """A copy of a function for each change; in its body only, its docstring left alone."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    beside = [node for node in ast.walk(function) if _is_narration(node) or _is_looks(node)]
    skipped = {id(one) for node in beside for one in ast.walk(node)}
    inside = {id(one) for statement in body for one in ast.walk(statement)} - skipped
    original = pickle.dumps(function)
    for number, node in enumerate(ast.walk(function)):
        if id(node) not in inside:
            continue
        for change in [*_changes(node, shared), *(_more_changes(node) if shared else ())]:
            twin = pickle.loads(original)
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


def _is_looks(node: ast.AST) -> bool:
    """Whether it only says how a figure looks, or what is checked anyway."""
    return isinstance(node, ast.keyword) and node.arg in (*LOOKS, CHECKED)


def _changes(node: ast.AST, shared: bool) -> Iterator[Change]:
    """What may be done to a node: functions that change its twin and say what it became."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARES:
        yield _other_compare
    if isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in (SHARED_OPERATORS if shared else OPERATORS):
        yield _other_operator
    if isinstance(node, ast.BoolOp):
        yield _other_junction
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield _operand
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        yield _negated
    if isinstance(node, ast.Constant) and _is_number(node) and abs(node.value) < LARGE:
        yield _one_more
        yield _one_less
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield _flipped
    if isinstance(node, ast.Return) and node.value is not None:
        yield _other_return
    if isinstance(node, ast.Assign | ast.AugAssign | ast.Expr) and not _is_text(node):
        yield _deleted


def _more_changes(node: ast.AST) -> Iterator[Change]:
    """What is done to shared code only: signs and terms are left out, max becomes min, any becomes all."""
    is_sign = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert | ast.USub)
    if is_sign and not isinstance(node.operand, ast.Constant):
        yield _operand
    if isinstance(node, ast.BinOp) and isinstance(node.op, TERMS) and not isinstance(node.left, ast.Constant):
        yield _left
    if isinstance(node, ast.Attribute) and node.attr in OPPOSITE:
        yield _opposite_attribute
    if isinstance(node, ast.Name) and node.id in OPPOSITE and isinstance(node.ctx, ast.Load):
        yield _opposite_name


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _other_compare(node: ast.Compare, _: ast.AST) -> str:
    node.ops[0] = COMPARES[type(node.ops[0])]()
    return ast.unparse(node)


def _other_operator(node: ast.BinOp | ast.AugAssign, _: ast.AST) -> str:
    node.op = SHARED_OPERATORS[type(node.op)]()
    return ast.unparse(node)


def _other_junction(node: ast.BoolOp, _: ast.AST) -> str:
    node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    return ast.unparse(node)


def _operand(node: ast.UnaryOp, tree: ast.AST) -> str:
    _replace(tree, node, node.operand)
    return ast.unparse(node.operand)


def _left(node: ast.BinOp, tree: ast.AST) -> str:
    _replace(tree, node, node.left)
    return ast.unparse(node.left)


def _opposite_attribute(node: ast.Attribute, _: ast.AST) -> str:
    node.attr = OPPOSITE[node.attr]
    return ast.unparse(node)


def _opposite_name(node: ast.Name, _: ast.AST) -> str:
    node.id = OPPOSITE[node.id]
    return node.id


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
