"""Compiles the rules of a design, and puts them together with the loop that all such games share."""

import ast
import math
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

from analyser.games.components import NOBODY, Board, Deck
from analyser.games.definition import Rules
from analyser.games.designed import boards, cards, faults, generated, parts, playing, restricting
from analyser.games.designed.build import lay_out_of, module_tree, show_view, view_modules
from analyser.games.designed.contract import Design
from analyser.games.designed.learning import lessons_of
from analyser.games.designed.records import choice_type, hidden_type, table_type
from analyser.games.designed.rewriting import rewrite
from analyser.games.designed.snippets import relocated
from analyser.games.designed.story import story_of
from analyser.kernel.backend import compiled, compiled_checked
from analyser.kernel.intrinsics import emit, scratch
from analyser.kernel.restrictions import is_meant
from analyser.kernel.rollouts import REDEALING, reveal_picks
from analyser.kernel.syntax import REWRITTEN, Rewritten

MACHINERY = tuple(sorted(Path(__file__).parent.glob("*.py")))
"""What decides how a file is connected."""
BUILT_IN = {
    "whole_": playing.whole,
    "spin_": playing.spin,
    "seat_": playing.seat_at_table,
    "cell_": playing.cell_of_board,
    "within_": playing.within,
    "counted_": playing.counted,
    "roll_": parts.roll,
    "pick_": playing.pick,
    "chance_": playing.chance,
    "shuffle_": playing.shuffle,
    "best_seat_": playing.best_seat,
    "only_best_": playing.only_best,
    "begin_picks_": playing.begin_picks,
    "reveal_picks_": reveal_picks,
    "deck_begin_": cards.deck_begin,
    "deck_redeal_": cards.deck_redeal,
    "hand_begin_": cards.hand_begin,
    "hand_look_": cards.hand_look,
    "dice_begin_": parts.dice_begin,
    "counter_begin_": parts.counter_begin,
    "track_begin_": parts.track_begin,
    "emit": emit,
    "scratch_": scratch,
    "REDEALING_": REDEALING,
    "NOBODY_": NOBODY,
    "is_meant_": is_meant,
    "TooManyChoices_": faults.TooManyChoices,
}
"""What connected rules call."""


def compile_rules(design: Design) -> Rules:
    """The rules of a design."""
    offers = max((kind.most for kind in design.kinds if generated.needs_offers(design, kind)), default=0)
    table, choice = table_type(design, offers), choice_type(design)
    connected, texts = rewrite(design, table)
    written = ast.parse(generated.functions_of(design)).body
    for one in written:
        assert isinstance(one, ast.FunctionDef)
        line = design.line(one.name.removeprefix("call_").removesuffix("_"))
        relocated(one, line)
    functions = [*connected, *(one for one in written if isinstance(one, ast.FunctionDef))]
    REWRITTEN[design.path] = Rewritten(module_tree(design, functions), MACHINERY)
    names = names_of(design, functions, choice)
    compile_all(design, functions, names)
    lists = {kind.number: playing.list_of(design, kind, generated.needs_offers(design, kind)) for kind in design.kinds}
    package, view = view_modules(design, names)
    return Rules(
        table=table,
        hidden=hidden_type(design),
        choice=choice,
        max_choices=max(kind.most for kind in design.kinds),
        lists=lists,
        play_game=playing.play_game_of(design, rule_of(names), 1 + len(design.decks())),
        lay_out=lay_out_of(design),
        redeal=names["redeal_"],
        story=story_of(design, texts),
        questions=vars(view)["__all__"],
        restrictable=restricting.restrictable_of(design, names),
        lessons=lessons_of(design),
        show_view=partial(show_view, package, view),
    )


def names_of(design: Design, functions: list[ast.FunctionDef], choice: Any) -> dict[str, Any]:
    """What the rules can look up: their own constants and modules, the program's functions, cards and boards."""
    own = {name: value for name, value in vars(design.module).items() if not isinstance(value, Board)}
    own |= BUILT_IN | design.constants | {"choice_type_": choice, "math": vars(design.module).get("math", math)}
    for kind, methods in parts.METHODS.items():
        own |= {f"{kind.__name__.lower()}_{name}_": function for name, function in methods.items()}
    for name, one in design.components.items():
        if isinstance(one, Deck):
            own[f"{name}_faces_"] = np.array(one.faces, np.int64)
    for name, board in design.boards.items():
        own |= {f"{name}_{question}_": value for question, value in boards.answers(board).items()}
    return own


def compile_all(design: Design, functions: list[ast.FunctionDef], names: dict[str, Any]) -> None:
    """Run the connected functions, then compile each; asking needs what shows and offers, and is needed by the rest."""
    tree = ast.fix_missing_locations(ast.Module(list(functions), []))
    exec(compile(tree, str(design.path), "exec"), names)
    for one in functions:
        made = names[one.name]
        assert isinstance(made, FunctionType)
        made.__module__ = design.module.__name__
        names[one.name] = decorator_of(one.name)(made)
    for kind in design.kinds:
        offers = names.get(f"offers_{kind.name}_")
        names[f"ask_{kind.name}_"] = playing.ask_of(design, kind, names["show_"], offers)


def decorator_of(name: str) -> Callable[[playing.Compiled], playing.Compiled]:
    """A designer's functions are checked as they run; ours need not be."""
    return compiled if name.endswith("_") else compiled_checked


def rule_of(names: dict[str, Any]) -> playing.Rule:
    """What the loop calls."""
    return playing.Rule(
        begin=names["begin_"],
        note_counts=names["note_counts_"],
        **{
            name: names[f"call_{name}_"]
            for name in ("set_up", "turn", "is_over", "score", "won", "starter", "is_out", "next_seat")
        },
    )
