"""Names that may have no value when they are looked up: compiled code would take whatever lies there."""

import ast
from functools import reduce

from analyser.games.designed.contract import Design, wrong

Known = set[str]


def refuse_unassigned(design: Design, function: ast.FunctionDef) -> None:
    """Follows all ways through a function. A loop counts as gone round once."""
    _Ways(design, function).walk(function.body, {one.arg for one in function.args.args})


class _Ways:
    def __init__(self, design: Design, function: ast.FunctionDef) -> None:
        self.design = design
        names = (one for one in ast.walk(function) if isinstance(one, ast.Name))
        self.local = {one.id for one in names if isinstance(one.ctx, ast.Store)}
        self.breaks: list[list[Known]] = []
        self.rounds: list[list[Known]] = []

    def walk(self, body: list[ast.stmt], known: Known) -> Known | None:
        """What has a value after these lines; nothing if they never end here."""
        for one in body:
            after = self.step(one, known)
            if after is None:
                return None
            known = after
        return known

    def step(self, one: ast.stmt, known: Known) -> Known | None:
        """What has a value after a statement."""
        if isinstance(one, ast.If):
            self.look_up(one.test, known)
            return both(self.walk(one.body, set(known)), self.walk(one.orelse, set(known)))
        if isinstance(one, ast.For | ast.While):
            return self.loop(one, known)
        if isinstance(one, ast.Break | ast.Continue):
            (self.breaks if isinstance(one, ast.Break) else self.rounds)[-1].append(known)
            return None
        if isinstance(one, ast.AugAssign) and isinstance(one.target, ast.Name):
            self.look_up(ast.copy_location(ast.Name(one.target.id, ast.Load()), one.target), known)
        self.look_up(one, known)
        return None if isinstance(one, ast.Return | ast.Raise) else known | stored(one)

    def loop(self, one: ast.For | ast.While, known: Known) -> Known | None:
        """A loop is left at its end, or where it breaks."""
        self.look_up(one.iter if isinstance(one, ast.For) else one.test, known)
        known = known | (stored(one.target) if isinstance(one, ast.For) else set())
        self.breaks.append([])
        self.rounds.append([])
        rounds = [self.walk(one.body, set(known)), *self.rounds.pop()]
        is_endless = isinstance(one, ast.While) and isinstance(one.test, ast.Constant) and bool(one.test.value)
        ways = self.breaks.pop() + ([] if is_endless else rounds if any(rounds) else [known])
        return reduce(both, ways, None)

    def look_up(self, node: ast.AST, known: Known) -> None:
        """Every name in here needs a value."""
        known = known | stored(node) if any(isinstance(one, ast.NamedExpr) for one in ast.walk(node)) else known
        for one in ast.walk(node):
            if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load) and one.id in self.local - known:
                found = f"« {one.id} » may have no value here"
                raise wrong(self.design.path, one.lineno, found, "a value on every way to this line", f"{one.id} = 0")


def stored(node: ast.AST) -> Known:
    """The names that get a value."""
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}


def both(one: Known | None, other: Known | None) -> Known | None:
    """What has a value on either way."""
    if one is None or other is None:
        return one if other is None else other
    return one & other
