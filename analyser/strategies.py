"""Strategies: found by path, checked when loaded, compiled one by one.

A strategy file has a docstring whose first line is its idea, and either `score(view, choice) -> float` or
`choose(view, choices, luck) -> index`. `PARAMS = {"turn": (3, 1, 6)}` declares named numbers (default, least, most),
which the strategy finds in `view.params`, in this order.
"""

import ast
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import FunctionType, ModuleType

from analyser import places
from analyser.cache import digest
from analyser.compiling import compiled_strategy
from analyser.errors import BadInput, unknown
from analyser.kernel import MAX_PARAMS
from analyser.registry import Game

RANDOM = "random"
FORMS = {"score": ("view", "choice"), "choose": ("view", "choices", "luck")}


@dataclass(frozen=True)
class Strategy:
    """A strategy with its parameters: what sits in a seat."""

    name: str
    path: Path
    idea: str
    form: str
    defaults: tuple[tuple[str, float, float, float], ...]
    """Name, default, least, most of each parameter."""
    params: tuple[float, ...]
    source: bytes

    @property
    def spec(self) -> str:
        """How it is typed: its name, and the parameters that differ from the defaults."""
        given = [
            f"{name}={value:g}"
            for (name, default, _, _), value in zip(self.defaults, self.params, strict=True)
            if value != default
        ]
        return self.name + (":" + ",".join(given) if given else "")

    @property
    def hash(self) -> str:
        """What identifies its code."""
        return digest([self.source])


def strategy_files(game: Game) -> dict[str, Path]:
    """The built-in strategies of a game, by name."""
    return {path.stem: path for path in sorted((places.STRATEGIES / game.name).glob("*.py"))}


def split_specs(text: str) -> list[str]:
    """« a,b:x=1,y=2,c » -> a | b:x=1,y=2 | c: a piece « name=value » belongs to the strategy before it."""
    specs: list[str] = []
    for piece in text.split(","):
        if specs and "=" in piece and ":" not in piece and ":" in specs[-1]:
            specs[-1] += "," + piece.strip()
        else:
            specs.append(piece.strip())
    return specs


def find_strategy(game: Game, spec: str) -> Strategy:
    """The strategy that a spec such as `passes:turn=3`, or a path to a file, means."""
    name, _, given = spec.partition(":")
    files = strategy_files(game)
    path = Path(name) if name.endswith(".py") else files.get(name)
    if path is None:
        raise unknown(f"strategy of {game.name}", name, files, f"analyse strategies --game {game.name}")
    strategy = read_strategy(path)
    return _with_params(strategy, given, game)


def find_strategies(game: Game, specs: Iterable[str]) -> list[Strategy]:
    """Several strategies; the same twice is an error, since tables could not tell them apart."""
    found = [find_strategy(game, spec) for spec in specs]
    doubles = sorted({one.spec for one in found if sum(one.spec == other.spec for other in found) > 1})
    if doubles:
        raise BadInput(f"Strategy {doubles[0]} is named twice. Name each once; --seats may repeat one.")
    return found


def read_strategy(path: Path) -> Strategy:
    """Read a strategy file and check its form; nothing of it runs yet."""
    try:
        source = path.read_bytes()
        tree = ast.parse(source, str(path))
    except OSError as problem:
        raise BadInput(f"Cannot read strategy {path}: {problem.strerror}. Type the path of a .py file.") from None
    except (SyntaxError, ValueError) as problem:
        line = f", line {problem.lineno}: {problem.msg}" if isinstance(problem, SyntaxError) else f": {problem}"
        raise BadInput(f"Strategy {path}{line}. Mend the file and run again.") from None
    idea = (ast.get_docstring(tree) or "").strip().partition("\n")[0]
    if not idea:
        raise BadInput(f"Strategy {path} has no docstring. Say its idea in the first line, in triple quotes.")
    defaults = _declared(tree, path)
    params = tuple(default for _, default, _, _ in defaults)
    return Strategy(path.stem, path.resolve(), idea, _form(tree, path), defaults, params, source)


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
    _refuse_writes(tree, path)
    return forms[0]


def _refuse_writes(tree: ast.Module, path: Path) -> None:
    """A view is the table itself, so a strategy may look but not touch."""
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        arguments = {argument.arg for argument in function.args.posonlyargs + function.args.args}
        for node in ast.walk(function):
            if isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
                root: ast.AST = node
                while isinstance(root, ast.Attribute | ast.Subscript):
                    root = root.value
                if isinstance(root, ast.Name) and root.id in arguments:
                    raise BadInput(
                        f"Strategy {path}, line {node.lineno}: it writes to {root.id}. "
                        "A strategy may only read what it is given; keep numbers in variables of your own."
                    )


def _declared(tree: ast.Module, path: Path) -> tuple[tuple[str, float, float, float], ...]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "PARAMS" for t in node.targets):
            try:
                declared = tuple(
                    (str(name), float(default), float(least), float(most))
                    for name, (default, least, most) in ast.literal_eval(node.value).items()
                )
                good = all(least <= default <= most for _, default, least, most in declared)
            except (ValueError, TypeError, AttributeError):
                good = False
            if not good or len(declared) > MAX_PARAMS:
                raise BadInput(
                    f"Strategy {path}, line {node.lineno}: PARAMS must read {{'name': (default, least, most)}}, "
                    f"at most {MAX_PARAMS} of them."
                )
            return declared
    return ()


def _with_params(strategy: Strategy, given: str, game: Game) -> Strategy:
    values = {name: default for name, default, _, _ in strategy.defaults}
    limits = {name: (least, most) for name, _, least, most in strategy.defaults}
    for assignment in filter(None, given.split(",")):
        name, _, text = assignment.partition("=")
        if name not in values:
            see = f"analyse strategies --game {game.name}"
            raise unknown(f"parameter of strategy {strategy.name}", name, values, see)
        least, most = limits[name]
        try:
            values[name] = float(text)
        except ValueError:
            values[name] = float("nan")
        if not least <= values[name] <= most:
            allowed = f"{name} from {least:g} to {most:g}"
            raise BadInput(f"Strategy {strategy.name}: {assignment} is refused. Allowed: {allowed}.")
    return replace(strategy, params=tuple(values.values()))


def load_function(strategy: Strategy) -> FunctionType:
    """Run a strategy's file and compile its functions; only now does its code run."""
    module = _load_module(strategy)
    for name, value in list(vars(module).items()):
        if isinstance(value, FunctionType) and value.__module__ == module.__name__:
            setattr(module, name, compiled_strategy(value))
    return getattr(module, strategy.form)


def _load_module(strategy: Strategy) -> ModuleType:
    """numba needs a strategy's module under a name that is unique and the same in every process."""
    name = f"analyse_strategy_{strategy.path.stem.replace('-', '_')}_{strategy.hash[:16]}"
    spec = spec_from_file_location(name, strategy.path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as problem:
        del sys.modules[name]
        raise BadInput(f"Strategy {strategy.path} cannot be imported: {type(problem).__name__}: {problem}.") from None
    return module
