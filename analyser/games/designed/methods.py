"""How the methods of components are called: what each is given before its own arguments."""

import ast

from analyser.games.components import Counter, Deck, Dice, Hand, Track
from analyser.games.designed import signs
from analyser.games.designed.contract import Design
from analyser.games.designed.snippets import DICE, HIDDEN, WORK, name, part


def kind_of(component: object) -> str:
    """What a kind of component is called."""
    return type(component).__name__.lower()


def arguments_of(function: object) -> tuple[str, ...]:
    """What the arguments of a compiled function are called."""
    code = getattr(function, "py_func", function).__code__  # type: ignore[attr-defined]
    return tuple(code.co_varnames[: code.co_argcount])


def leading_arguments(design: Design, component: str) -> list[ast.expr]:
    """What every method of a component is given first."""
    one = design.components[component]
    if isinstance(one, Deck):
        return [part("table", component), part(HIDDEN, component), name(WORK), stream_of(design, component)]
    if isinstance(one, Hand):
        own = [part("table", component), part(HIDDEN, component), part("table", one.deck), part(HIDDEN, one.deck)]
        return [*own, name(WORK), stream_of(design, one.deck)]
    if isinstance(one, Dice):
        return [part("table", component), name(WORK), name(DICE)]
    assert isinstance(one, Counter | Track)
    return [part("table", component)]


def stream_of(design: Design, deck: str) -> ast.Constant:
    """The stream that a deck is mixed with."""
    return ast.Constant(signs.FIRST_DECK + list(design.decks()).index(deck))
