"""What a strategy file must and may contain, checked by reading it: none of its code runs here.

A view is the table itself, so a strategy may only read it: it writes only to arrays that it makes itself, and of our
functions it uses only the questions that its game's `view` offers. What changes whole arrays is refused when it is
compiled (`kernel/read_only.py`); `analyse try` also watches the table while the strategy plays.
"""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from analyser.core.errors import BadInput
from analyser.core.files import read_file
from analyser.games.loader import offered_by_view
from analyser.kernel.limits import MAX_PARAMS

FORMS = {"score": ("view", "choice"), "choose": ("view", "choices", "luck")}
OFFERED = {"analyser.kernel.rng": ("below", "chance", "draw", "lot"), "analyser.kernel.backend": ("compiled",)}
"""What strategies may use of shared modules: luck for planners, `compiled` for helpers in separate files."""
CALCULATES = ("__future__", "math", "cmath", "enum", "typing", "dataclasses", "collections", "functools", "itertools")
"""What strategies may use of Python's own library: a strategy only calculates."""
COMPILES = ("numba", "llvmlite", "cffi")
RANDOM = ("random", "secrets", "numpy.random")
MAKES_ARRAYS = (
    "zeros",
    "ones",
    "empty",
    "full",
    "array",
    "arange",
    "zeros_like",
    "ones_like",
    "empty_like",
    "copy",
    "sort",
)
Parameter = tuple[str, float, float, float]
"""Name, default, least, most."""
REMEMBERED = 256
"""How many files are remembered as checked: an experiment names its players again and again."""


@dataclass(frozen=True)
class Source:
    """What reading a strategy file tells about it."""

    idea: str
    form: str
    parameters: tuple[Parameter, ...]
    code: bytes


def read_source(path: Path) -> Source:
    """Read a strategy file, and refuse one that cannot be a strategy."""
    try:
        code = read_file(path)
    except OSError as problem:
        raise BadInput(f"Cannot read strategy {path}: {problem.strerror}. Type the path of a .py file.") from None
    return _checked(path, code)


@lru_cache(maxsize=REMEMBERED)
def _checked(path: Path, code: bytes) -> Source:
    tree = parse(code, path)
    idea = (ast.get_docstring(tree) or "").strip().partition("\n")[0]
    if not idea:
        raise BadInput(f"Strategy {path} has no docstring. Say its idea in the first line, in triple quotes.")
    source = Source(idea, _form(tree, path), _parameters(tree, path), code)
    refuse_touching(tree, path)
    _refuse_circles(tree, path)
    return source


def parse(code: bytes, path: Path) -> ast.Module:
    """A file's syntax tree; a syntax error is reported with its line."""
    try:
        return ast.parse(code, str(path))
    except SyntaxError as problem:
        what = f", line {problem.lineno}: {problem.msg}"
    except (ValueError, RecursionError, MemoryError, SystemError) as problem:
        what = f": {problem}"
    raise BadInput(f"Strategy {path}{what}. Correct the file and run again.")


def names_in(tree: ast.Module) -> Iterator[str]:
    """The fields that a file looks up, and what it imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.ImportFrom):
            yield from (alias.name for alias in node.names)


def _form(tree: ast.Module, path: Path) -> str:
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    forms = [form for form in FORMS if form in functions]
    if len(forms) != 1:
        found = " and ".join(forms) or "neither"
        raise BadInput(f"Strategy {path} has {found}. It needs score(view, choice) or choose(view, choices, luck).")
    node = functions[forms[0]].args
    names = tuple(argument.arg for argument in node.posonlyargs + node.args)
    if len(names) != len(FORMS[forms[0]]) or node.vararg or node.kwarg or node.kwonlyargs:
        wanted = f"{forms[0]}({', '.join(FORMS[forms[0]])})"
        raise BadInput(f"Strategy {path}: found {forms[0]}({', '.join(names)}), needed {wanted}.")
    return forms[0]


def _parameters(tree: ast.Module, path: Path) -> tuple[Parameter, ...]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "PARAMS" for t in node.targets):
            try:
                declared = tuple(
                    (str(name), float(default), float(least), float(most))
                    for name, (default, least, most) in ast.literal_eval(node.value).items()
                )
                good = all(name.isidentifier() and least <= default <= most for name, default, least, most in declared)
            except (ValueError, TypeError, AttributeError):
                good = False
            if not good or len(declared) > MAX_PARAMS:
                raise BadInput(
                    f"Strategy {path}, line {node.lineno}: PARAMS must read {{'name': (default, least, most)}}, "
                    f"at most {MAX_PARAMS} of them."
                )
            return declared
    return ()


def refuse_touching(tree: ast.Module, path: Path) -> None:
    """Refuse a file that writes to its arguments, or that uses functions which do."""
    random = _random_of_numpy(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            _refuse_writes(node, path)
        elif isinstance(node, ast.ImportFrom):
            _refuse_import(node.module or "", [alias.name for alias in node.names], node.lineno, path)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                _refuse_import(alias.name, ["all of it"], node.lineno, path)
        elif isinstance(node, ast.Attribute) and random and ast.unparse(node) in random:
            raise _own_luck(path, node.lineno, "numpy.random")


def _refuse_circles(tree: ast.Module, path: Path) -> None:
    """Refuse functions that call each other in a circle: they are inlined, which would never end."""
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    calls = {
        name: {node.id for node in ast.walk(body) if isinstance(node, ast.Name) and node.id in functions}
        for name, body in functions.items()
    }
    try:
        TopologicalSorter(calls).prepare()
    except CycleError as problem:
        circle = " -> ".join(problem.args[1][::-1])
        raise BadInput(f"Strategy {path}: {circle} is a circle of calls. Write it as a loop.") from None


def _refuse_writes(function: ast.FunctionDef, path: Path) -> None:
    own = set(_own_arrays(function))
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
            root: ast.AST = node
            while isinstance(root, ast.Attribute | ast.Subscript):
                root = root.value
            name = root.id if isinstance(root, ast.Name) else ast.unparse(root)
            if isinstance(node, ast.Attribute) or name not in own:
                raise BadInput(
                    f"Strategy {path}, line {node.lineno}: it writes to {name}. "
                    "A strategy may only read what it is given; keep numbers in your own variables."
                )


def _own_arrays(function: ast.FunctionDef) -> Iterator[str]:
    """Names that always refer to an array made by the function itself."""
    made: dict[str, bool] = {argument.arg: False for argument in function.args.posonlyargs + function.args.args}
    values = {id(name): value for name, value in _assigned(function)}
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            value = values.get(id(node))
            made[node.id] = made.get(node.id, True) and value is not None and _makes_array(value)
    return (name for name, is_own in made.items() if is_own)


def _assigned(function: ast.FunctionDef) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Assignment targets with their values, also pairwise: `points, turns = [0], [1]`."""
    for node in (node for node in ast.walk(function) if isinstance(node, ast.Assign)):
        for target in node.targets:
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                yield from zip(target.elts, node.value.elts, strict=False)
            else:
                yield target, node.value


def _makes_array(value: ast.expr) -> bool:
    if isinstance(value, ast.BinOp):
        return isinstance(value.left, ast.List) or isinstance(value.right, ast.List)
    if isinstance(value, ast.Call):
        return isinstance(value.func, ast.Attribute) and value.func.attr in MAKES_ARRAYS
    return isinstance(value, ast.List | ast.ListComp)


def _refuse_import(module: str, names: list[str], line: int, path: Path) -> None:
    top = module.partition(".")[0]
    for wanted in (module, *(f"{module}.{name}" for name in names)):
        if any(f"{wanted}.".startswith(f"{one}.") for one in RANDOM):
            raise _own_luck(path, line, wanted)
    if top in COMPILES or (top in sys.stdlib_module_names and top not in CALCULATES):
        raise BadInput(
            f"Strategy {path}, line {line}: it imports {module}. A strategy only calculates, and is compiled for you. "
            f"Allowed: numpy, its game's view, files of your own, and {', '.join(CALCULATES)}."
        )
    if top != "analyser":
        return
    offered = OFFERED.get(module) or offered_by_view(module)
    shown = ", ".join(offered) or "nothing. <game> is the name of the game, or of its folder"
    for name in names:
        if name not in offered:
            raise BadInput(
                f"Strategy {path}, line {line}: it imports {name} from {module}. A strategy may only read what it is "
                "given, with the questions that its game's view offers: from analyser.games.<game>.view import ... "
                f"Offered by {module}: {shown}."
            )


def _random_of_numpy(tree: ast.Module) -> set[str]:
    """How a file may write `numpy.random`."""
    imports = (alias for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names)
    return {f"{alias.asname or alias.name}.random" for alias in imports if alias.name == "numpy"}


def _own_luck(path: Path, line: int, module: str) -> BadInput:
    return BadInput(
        f"Strategy {path}, line {line}: it draws from {module}, which no seed repeats. Draw from the luck of the game: "
        "choose(view, choices, luck), with from analyser.kernel.rng import below"
    )
