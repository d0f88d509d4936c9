"""Mistakes in a designer's rules that reading them shows: circles of calls, names that mean nothing, idle settings."""

import ast
import builtins
import symtable
from difflib import get_close_matches
from graphlib import CycleError, TopologicalSorter

from analyser.core.files import read_file
from analyser.games.components import VERBS
from analyser.games.designed.contract import Design, constant, wrong


def refuse_circles(design: Design) -> None:
    """Functions are copied into each other, so none may call itself."""
    calls = {
        function: {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and n.id in design.functions}
        for function, node in design.functions.items()
    }
    try:
        TopologicalSorter(calls).prepare()
    except CycleError as problem:
        circle = problem.args[1][::-1]
        line = design.functions[circle[0]].lineno
        raise wrong(design.path, line, f"{' -> '.join(circle)} is a circle of calls", "a loop instead") from None


def refuse_forgotten(design: Design) -> None:
    """A setting that no rule looks up would change nothing."""
    used = {one.attr for node in design.functions.values() for one in ast.walk(node) if isinstance(one, ast.Attribute)}
    for name in design.settings:
        if name not in used:
            found = f"the setting « {name} » is used nowhere in the rules"
            raise wrong(design.path, design.line("SETTINGS"), found, f"table.{name} in a rule, or no such setting")


def refuse_unasked(design: Design) -> None:
    """A decision that nobody takes."""
    calls = [one for node in design.functions.values() for one in ast.walk(node) if isinstance(one, ast.Call)]
    asked = [one for one in calls if isinstance(one.func, ast.Name) and one.func.id in ("ask", "ask_all")]
    named = {arg.value for one in asked for arg in one.args[:2] if isinstance(arg, ast.Constant)}
    for kind in design.kinds:
        if not asked or (len(design.kinds) > 1 and kind.name not in named):
            example = 'ask(seat), or ask(seat, "bid") if there are several'
            raise wrong(design.path, design.line("CHOICES"), f"no rule asks for « {kind.name} »", example)


def refuse_undefined(design: Design) -> None:
    """A misspelt name, with its line."""
    known = {*vars(design.module), *vars(builtins), *design.constants, *(constant(n) for n in design.choice_names)}
    text = read_file(design.path).decode("utf-8-sig", errors="replace")
    for table in symtable.symtable(text, str(design.path), "exec").get_children():
        if table.get_type() != "function":
            continue
        missing = {one.get_name() for one in table.get_symbols() if one.is_global() and one.get_name() not in known}
        node = design.functions.get(table.get_name())
        missing -= {"seat"} if node is not None and _asks_all(node) else set()
        for one in ast.walk(node) if node is not None else ():
            if isinstance(one, ast.Name) and one.id in missing:
                near = get_close_matches(one.id, [*(known - {*vars(builtins)}), *VERBS], n=1, cutoff=0.6)
                hint = f"{near[0]}?" if near else "a name that is defined"
                raise wrong(design.path, one.lineno, f"name « {one.id} » is not defined", hint)


def _asks_all(node: ast.FunctionDef) -> bool:
    """Whether a function asks all seats at once: `seat` is then the one that is asked."""
    return any(isinstance(one, ast.Name) and one.id == "ask_all" for one in ast.walk(node))
