"""Turns a design into what every game is to the program: a `Game` with its `Columns` and its `Rules`."""

import ast
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from analyser.core import paths
from analyser.games.components import Board
from analyser.games.definition import GAME_FILES, GAME_VERSION, BenchCommand, Columns, Game, Rules
from analyser.games.designed import asking
from analyser.games.designed.contract import Design, Kind, line_of, parse_game, run_file, wrong
from analyser.games.designed.reading import read_design
from analyser.games.settings import Value
from analyser.kernel.columns import Column

PART_GAMES = 20_000


def columns_of(design: Design) -> Columns:
    """What is recorded besides what all games record."""
    of_game = [Column("turns", "UInt16", "turns begun" if "turn" in design.functions else "rounds begun")]
    of_game += [_column(name, one) for name, one in design.counts.items() if one.of_game]
    of_seat = [_column(name, one) for name, one in design.counts.items() if not one.of_game]
    shown = tuple(name for name, one in design.counts.items() if one.names and not one.of_game)
    return Columns(tuple(of_game), tuple(of_seat), breakdowns=shown)


def _column(name: str, one: Any) -> Column:
    return Column(name, "Enum" if one.names else "Int32", one.meaning, one.names)


def game_of(path: Path, name: str, version: str = "") -> Game:
    """The game that a designer's file declares, or builds itself as `GAME`; another version has a module of its own."""
    module = f"analyse_game_{name.replace('-', '_')}{version and f'_{version}'}"
    tree = parse_game(path)
    if any(isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == "GAME" for one in tree.body):
        return whole_game(path, name, module, tree)
    design = read_design(path, name, module)
    columns = columns_of(design)
    home = path.parent
    own = strategies_of(path)
    return Game(
        name=name,
        title=design.title,
        idea=design.idea,
        players=design.players,
        setting_names=tuple(design.settings),
        part_games=PART_GAMES,
        view=f"analyser.games.{name.replace('-', '_')}.view",
        home=home,
        load_rules=lambda: rules_of(design),
        load_columns=lambda data: columns,
        caveats=design.caveats,
        competent=tuple(design.options.get("COMPETENT", ())),
        bench=("random",),
        bench_commands=(BenchCommand("--strategies random --games 100000"),),
        file=path,
        own_settings=design.settings,
        strategy_folders=(paths.RANDOM.parent, *([own] if own.is_dir() else [])),
        own_data=design.data,
        own_questions=lambda: asking.catalogue_of(design),
        own_pages=lambda: asking.recipe_of(design),
        template=lambda: template_of(design),
    )


def whole_game(path: Path, name: str, module: str, tree: ast.Module) -> Game:
    """A game in the full form of the shipped ones, or a copy of one of them."""
    loaded, _ = run_file(path, module, tree)
    found = vars(loaded).get("GAME")
    if not isinstance(found, Game) or found.name != name or found.file != path:
        what = f"GAME is named {found.name}" if isinstance(found, Game) else f"GAME is {found!r}"
        expected = f'GAME = copied("la-planche", __file__), or Game(name="{name}", file=Path(__file__), ...)'
        raise wrong(path, line_of(tree, "GAME"), what, expected)
    return found


def strategies_of(path: Path) -> Path:
    """Where the strategies of a game lie: `strategies/` beside `game.py`, `pig-strategies/` beside `pig.py`."""
    return path.with_name("strategies" if path.stem in GAME_FILES else f"{path.stem}-strategies")


def rules_of(design: Design) -> Rules:
    """Its rules, compiled when they are played."""
    from analyser.games.designed.compiling import compile_rules

    return compile_rules(design)


def lay_out_of(design: Design) -> "Callable[[Any, Mapping[str, Value], int, Path], None]":
    """Puts every setting on the table; a word by its place in the list."""

    def lay_out(table: Any, values: Mapping[str, Value], n_players: int, data: Path) -> None:
        table.n_players = n_players
        for name, one in design.settings.items():
            value = values[name]
            table[name] = (
                one.allowed.index(value) if isinstance(value, str) and isinstance(one.allowed, list) else value
            )

    return lay_out


def view_modules(design: Design, values: Mapping[str, object]) -> tuple[ModuleType, ModuleType]:
    """What strategies import from, `analyser.games.<name>.view`, and the package around it."""
    base = f"analyser.games.{design.name.replace('-', '_')}"
    package, view = ModuleType(base), ModuleType(f"{base}.view")
    package.__path__ = []
    for one in (package, view):
        one.__file__ = str(design.path)
    setattr(view, GAME_VERSION, design.module.__name__.removeprefix(f"analyse_game_{design.name.replace('-', '_')}"))
    show_view(package, view)
    names = dict(questions(design, values))
    vars(view).update(names)
    vars(view)["__all__"] = sorted(names)
    return package, view


def show_view(*modules: ModuleType) -> None:
    """Let strategies import from these: of several versions of a game, each has a view of the same name."""
    sys.modules.update({one.__name__: one for one in modules})


def questions(design: Design, values: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """What strategies may use: names in capitals, and functions that do not take the table."""
    yield from design.constants.items()
    declared = {"TITLE", "IDEA", "PLAYERS", "SETTINGS", "STATE", "CHOICES", "COUNTS", "CAVEATS", "RESTRICTABLE"}
    for name, value in values.items():
        node = design.functions.get(name)
        if node is not None:
            arguments = [one.arg for one in node.args.args]
            if not name.startswith("_") and "table" not in arguments[:1]:
                yield name, value
        elif name.isupper() and name not in declared and not isinstance(value, Board | FunctionType):
            yield name, value


def template_of(design: Design) -> str:
    """The strategy that a newcomer starts from: it plays, and says what it may ask."""
    fields = [name for name, one in design.fields.items() if not one.is_hidden]
    mine = [f"my_{name}" for name, one in design.fields.items() if one.is_hidden and one.is_per_seat]
    seen = ", ".join(
        f"view.{name}" for name in ("me", "n_players", *fields, *mine, *design.components, *design.settings)
    )
    constants = sorted(design.constants)
    imported = (
        f"from analyser.games.{design.name.replace('-', '_')}.view import {constants[0]}\n\n" if constants else ""
    )
    first = f"choice.value == {constants[0]}" if constants and design.choice_names else "choice.value > 0"
    return (
        '"""Say the idea here in one line: `analyse strategies` shows it.\n\n'
        "Idea: what it tries to do, and why that should work.\n"
        'Beats: random. Weakness: what a clever opponent would do against it.\n"""\n\n'
        f"# What a choice is:\n{kinds_text(design.kinds)}\n"
        f"# What you can see: {seen}.\n"
        f"# Names that you may import: {', '.join(constants) or 'none'}.\n"
        f"{imported}"
        "# Named numbers: default, least, most. Typed as NAME:weight=2 and found in view.params, in this order.\n"
        'PARAMS = {"weight": (1, 0, 10)}\n\n\n'
        "def score(view, choice):\n"
        '    """How much I like this choice: the highest is played, equals are drawn."""\n'
        f"    return view.params[0] if {first} else 0.0\n"
    )


def kinds_text(kinds: tuple[Kind, ...]) -> str:
    """The kinds of decision in words, for a strategy's author."""
    lines = []
    for kind in kinds:
        if kind.names:
            what = "choice.value is " + ", ".join(one.upper().replace("-", "_") for one in kind.names)
        elif kind.numbers:
            what = f"choice.value is a number from {kind.numbers.least} to {kind.numbers.most}"
        else:
            assert kind.records is not None
            what = "a record: " + ", ".join(f"choice.{one}" for one in kind.records.fields)
        lines.append(f"#   {kind.name} (choice.kind == {kind.number}): {what}" if len(kinds) > 1 else f"#   {what}")
    return "\n".join(lines)


def module_tree(design: Design, functions: list[ast.FunctionDef]) -> ast.Module:
    """The file as it is compiled: its own statements, and the functions as they were connected."""
    rest = [one for one in design.tree.body if not isinstance(one, ast.FunctionDef)]
    return ast.fix_missing_locations(ast.Module([*rest, *functions], []))
