"""The functions that every designer's game needs and nobody should write: written here as Python, from its design."""

import ast
from collections.abc import Iterator, Sequence

from analyser.games.components import Counter, Deck, Dice, Field, Hand, Track
from analyser.games.designed.contract import Design, Kind
from analyser.games.designed.methods import stream_of
from analyser.games.designed.snippets import DICE, HIDDEN, WORK
from analyser.kernel.columns import FIRST_GAME_COLUMN, FIRST_SEAT_COLUMN

ALL = f"table, {HIDDEN}, {WORK}, {DICE}"
TURNS_COLUMN = FIRST_GAME_COLUMN
"""A game's first own column: the turns that were begun."""


def functions_of(design: Design) -> str:
    """All of them, as text."""
    texts = [begin(design), show(design), redeal(design), note_counts(design), *calls(design)]
    for kind in design.kinds:
        texts += [*offers(design, kind), *fits(kind)]
    return "\n\n".join(texts)


def function(head: str, lines: list[str]) -> str:
    """A function; one without lines does nothing."""
    return "\n".join([f"def {head}:", *(f"    {line}" for line in lines or ["pass"])])


SEATS = "table.n_players"
"""Only the seats that play: the room of the others stays as it was, which nobody looks at."""


def indices(field: Field) -> tuple[list[int | str], str]:
    """The lengths of a field in all directions, and how one of its numbers is looked up."""
    shape: list[int | str] = [*([SEATS] if field.is_per_seat else []), *field.shape]
    return shape, "[" + ", ".join(f"i{k}" for k in range(len(shape))) + "]" if shape else ""


def loops(shape: Sequence[int | str], line: str) -> list[str]:
    """A line, for every index."""
    lines = [f"{'    ' * k}for i{k} in range({n}):" for k, n in enumerate(shape)]
    return [*lines, "    " * len(shape) + line]


def begin(design: Design) -> str:
    """Everything as it is before a game."""
    lines = ["table.turns = 0"]
    for name, field in design.fields.items():
        shape, index = indices(field)
        start = float(field.start) if field.kind is float else int(field.start)
        lines += loops(shape, f"{HIDDEN if field.is_hidden else 'table'}.{name}{index} = {start!r}")
    for kind in design.kinds:
        if kind.is_secret:
            lines += loops([SEATS], f"table.{kind.name}[i0] = -1")
    for name, one in design.components.items():
        lines.append(begin_component(design, name, one))
    return function(f"begin_({ALL})", lines)


def begin_component(design: Design, name: str, one: object) -> str:
    """How a component starts."""
    match one:
        case Deck():
            stream, again = ast.unparse(stream_of(design, name)), int(one.reshuffles)
            return f"deck_begin_(table.{name}, {HIDDEN}.{name}, {WORK}, {stream}, {name}_faces_, {again})"
        case Hand():
            return f"hand_begin_(table.{name}, {int(one.is_open)})"
        case Dice():
            return f"dice_begin_(table.{name}, {one.sides})"
        case Counter():
            return f"counter_begin_(table.{name}, {one.start}, {one.least}, {one.most})"
        case Track():
            return f"track_begin_(table.{name}, {one.length}, {int(one.is_loop)})"
    raise AssertionError(one)


def show(design: Design) -> str:
    """What a seat sees of what is hidden: its own."""
    lines = []
    for name, field in design.fields.items():
        if field.is_hidden and field.is_per_seat:
            shape, index = indices(Field(field.shape))
            own = f"[seat, {index[1:]}" if index else "[seat]"
            lines += loops(shape, f"table.my_{name}{index} = {HIDDEN}.{name}{own}")
    for name, one in design.components.items():
        if isinstance(one, Hand):
            lines.append(f"hand_look_(table.{name}, {HIDDEN}.{name}, {HIDDEN}.{one.deck}, seat)")
    return function(f"show_(table, {HIDDEN}, seat)", lines)


def redeal(design: Design) -> str:
    """Decks are mixed again among what a seat does not know; the rest is the game's own `redeal`."""
    lines = [f"deck_redeal_({HIDDEN}.{name}, {WORK}, seat)" for name in design.decks()]
    if "redeal" in design.functions:
        lines.append(f"redeal(table, {HIDDEN}, {WORK}, REDEALING_, seat)")
    lines.append(f"show_(table, {HIDDEN}, {WORK}.seat)")
    return function(f"redeal_(table, {HIDDEN}, seat, {WORK})", lines)


def note_counts(design: Design) -> str:
    """What is recorded of a game besides what all games record."""
    lines = [f"{WORK}.game_row[{TURNS_COLUMN}] = table.turns"]
    of_game = [name for name, one in design.counts.items() if one.of_game]
    of_seat = [name for name, one in design.counts.items() if not one.of_game]
    lines += [f"{WORK}.game_row[{TURNS_COLUMN + 1 + k}] = counted_(table.{name})" for k, name in enumerate(of_game)]
    for k, name in enumerate(of_seat):
        lines += loops([SEATS], f"{WORK}.seat_rows[{FIRST_SEAT_COLUMN + k}, i0] = counted_(table.{name}[i0])")
    return function(f"note_counts_({ALL})", lines)


def calls(design: Design) -> Iterator[str]:
    """How the loop calls the rules: with the same arguments in every game."""

    def of(name: str, otherwise: str) -> str:
        found = design.functions.get(name)
        if found is None:
            return otherwise
        more = ", seat" if len(found.args.args) > 1 else ""
        return f"{name}({ALL}{more})"

    yield function(f"call_set_up_({ALL})", [of("set_up", "pass")])
    yield function(f"call_turn_({ALL}, seat)", [of("turn", of("play_round", "pass"))])
    yield function(f"call_is_over_({ALL}, seat)", [f"return bool({of('is_over', 'False')})"])
    yield function(f"call_score_({ALL}, seat)", [f"return whole_({of('score', '0')})"])
    yield function(f"call_won_({ALL}, seat)", [f"return bool({of('won', 'False')})"])
    yield function(f"call_starter_({ALL})", [f"return whole_({of('starter', '0')})"])
    yield function(f"call_is_out_({ALL}, seat)", [f"return bool({of('is_out', 'False')})"])
    after = "seat + 1 if seat + 1 < table.n_players else 0"
    yield function(f"call_next_seat_({ALL}, seat)", [f"return whole_({of('next_seat', after)})"])


def offers(design: Design, kind: Kind) -> list[str]:
    """Which choices are legal, where that has to be found out: written to the table's offers."""
    if kind.names and any(f"can_{one.replace('-', '_')}" in design.functions for one in kind.names):
        return [offer_names(design, kind)]
    has_can = f"can_{kind.name}" in design.functions
    if kind.numbers and has_can:
        loop = f"for number in range({kind.numbers.least}, {kind.numbers.most + 1}):"
        lines = ["n = 0", loop, f"    if can_{kind.name}({ALL}, seat, number):"]
        lines += [f"        table.offers_[n].kind = {kind.number}", "        table.offers_[n].value = number"]
        return [
            function(f"offers_{kind.name}_({ALL}, seat)", [*lines, "        n += 1", "table.n_offers_ = n", "return n"])
        ]
    if kind.records:
        return [offer_one(kind), offer_records(design, kind)]
    return []


def offer_names(design: Design, kind: Kind) -> str:
    """Names, each if it may be chosen."""
    lines = ["n = 0"]
    for one in kind.names:
        can = f"can_{one.replace('-', '_')}"
        test = f"{can}({ALL}, seat)" if can in design.functions else "True"
        number = design.choice_names.index(one)
        lines += [f"if {test}:", f"    table.offers_[n].kind = {kind.number}"]
        lines += [f"    table.offers_[n].value = {number}", "    n += 1"]
    return function(f"offers_{kind.name}_({ALL}, seat)", [*lines, "table.n_offers_ = n", "return n"])


def offer_one(kind: Kind) -> str:
    """One record more."""
    assert kind.records is not None
    lines = ["n = table.n_offers_", f"if n >= {kind.most}:", "    raise TooManyChoices_"]
    lines += [f"table.offers_[n].kind = {kind.number}", "table.offers_[n].value = n"]
    for one, span in kind.records.fields.items():
        lines.append(f"table.offers_[n].{one} = within_({one}_, {span.start}, {span.stop - 1})")
    given = ", ".join(f"{one}_" for one in kind.records.fields)
    return function(f"offer_{kind.name}_(table, {given})", [*lines, "table.n_offers_ = n + 1"])


def offer_records(design: Design, kind: Kind) -> str:
    """All records that the game lists, or all that it allows."""
    assert kind.records is not None
    lines = ["table.n_offers_ = 0"]
    if f"list_{kind.name}" in design.functions:
        lines.append(f"list_{kind.name}({ALL}, seat)")
    else:
        fields = kind.records.fields
        for depth, (name, span) in enumerate(fields.items()):
            lines.append(f"{'    ' * depth}for {name}_ in range({span.start}, {span.stop}):")
        inner, given = "    " * len(fields), ", ".join(f"{one}_" for one in fields)
        if f"can_{kind.name}" in design.functions:
            lines.append(f"{inner}if can_{kind.name}({ALL}, seat, {given}):")
            inner += "    "
        lines.append(f"{inner}offer_{kind.name}_(table, {given})")
    return function(f"offers_{kind.name}_({ALL}, seat)", [*lines, "return table.n_offers_"])


def fits(kind: Kind) -> Iterator[str]:
    """Whether a field of a record is what a restriction means: 1 it is, 0 it is not, -1 it is another decision."""
    for k, name in enumerate(kind.records.fields if kind.records else ()):
        is_it = f"int(is_meant_(value, choice.{name})) if choice.kind == {kind.number} else -1"
        yield function(f"fits_{kind.number}_{k}_(view, choice, value)", [f"return {is_it}"])


def needs_offers(design: Design, kind: Kind) -> bool:
    """Whether the legal choices of a kind are written to the table."""
    return bool(offers(design, kind))
