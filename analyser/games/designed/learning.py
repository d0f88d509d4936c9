"""What a learner knows of a design: which choices are of one sort, and how far the game is."""

from analyser.games.definition import Lessons
from analyser.games.designed.contract import Design, Kind

FEW_VALUES = 12
MOST_SORTS = 24


def lessons_of(design: Design) -> Lessons:
    """Each choice that has a name is a sort of its own, each kind of numbers, and of records each value of the first
    field, if these are few.
    """
    terms, first = [], 0
    for kind in design.kinds:
        within, n = _sorts_of(kind)
        terms.append(f"(choice.kind == {kind.number}) * ({first} + {within})")
        first += n
    return Lessons(" + ".join(terms) if first <= MOST_SORTS else "choice.kind", "view.turns")


def _sorts_of(kind: Kind) -> tuple[str, int]:
    """Which sort a choice of this kind is, counted from 0, and how many there are."""
    if kind.names:
        return "choice.value", len(kind.names)
    if kind.records:
        name, values = next(iter(kind.records.fields.items()))
        if len(values) <= FEW_VALUES:
            return f"choice.{name} - {values.start}", len(values)
    return "0", 1
