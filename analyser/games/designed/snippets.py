"""Pieces of Python syntax, and how they are put into place."""

import ast
from typing import Any

HIDDEN, WORK, DICE = "hidden_", "workspace_", "dice_"
"""What every rule is given besides the table: DICE is the stream of whoever rolls."""


def name(text: str) -> ast.Name:
    """A name that is read."""
    return ast.Name(text, ast.Load())


def everything() -> list[ast.expr]:
    """What a question to a seat needs."""
    return [name("table"), name(HIDDEN), name(WORK), name(DICE)]


def call(function: str, *arguments: ast.expr) -> ast.Call:
    """A call of a compiled function."""
    return ast.Call(name(function), list(arguments), [])


def part(record: str, field: str) -> ast.Attribute:
    """A field of a record."""
    return ast.Attribute(name(record), field, ast.Load())


def table_field(node: ast.expr) -> str:
    """The name of a field of the table; nothing if it is something else."""
    match node:
        case ast.Attribute(ast.Name("table"), field):
            return field
    return ""


def statements(text: str) -> list[ast.stmt]:
    """Some lines of Python."""
    return ast.parse(text).body


class Renamed(ast.NodeTransformer):
    """Another name for a variable."""

    def __init__(self, old: str, new: str) -> None:
        self.old, self.new = old, new

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """The name itself."""
        return ast.copy_location(ast.Name(self.new if node.id == self.old else node.id, node.ctx), node)


class Filled(ast.NodeTransformer):
    """Expressions put in place of names."""

    def __init__(self, values: dict[str, ast.expr]) -> None:
        self.values = values

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """The name, or what stands for it."""
        return self.values.get(node.id, node)


def relocated(node: Any, line: int) -> Any:
    """Generated code stands on the line that asked for it."""
    for one in ast.walk(node):
        if isinstance(one, ast.expr | ast.stmt | ast.arg):
            one.lineno = one.end_lineno = line
            one.col_offset = one.end_col_offset = 0
    return node
