"""What `never:` and `always:` may name in a designer's game: its choices, its numbers, the fields of its records."""

from typing import Any

import numpy as np

from analyser.core.arrays import Ints
from analyser.games.designed.contract import Design
from analyser.kernel.backend import compiled
from analyser.kernel.intrinsics import Record
from analyser.kernel.restrictions import Fits, is_meant


def restrictable_of(design: Design, names: dict[str, Any]) -> dict[str, Fits]:
    """By name; a game's own come last, so that they may replace these."""
    found: dict[str, Fits] = {}
    for number, name in enumerate(design.choice_names):
        among = np.array([int(name in kind.names) for kind in design.kinds])
        found[name.replace("_", "-")] = _fits_name(among, number)
    for kind in design.kinds:
        typed = kind.name.replace("_", "-")
        if kind.numbers:
            found[typed] = _fits_number(kind.number)
        for k, field in enumerate(kind.records.fields if kind.records else ()):
            found[f"{typed}-{field.replace('_', '-')}"] = names[f"fits_{kind.number}_{k}_"]
    own = design.options.get("RESTRICTABLE", {})
    return found | {name: names[one.__name__] for name, one in own.items()}


def _fits_name(among: Ints, number: int) -> Fits:
    @compiled
    def fits_name(view: Record, choice: Record, value: float) -> int:
        return int(choice.value == number) if among[choice.kind] == 1 else -1

    return fits_name


def _fits_number(kind: int) -> Fits:
    @compiled
    def fits_number(view: Record, choice: Record, value: float) -> int:
        return int(is_meant(value, choice.value)) if choice.kind == kind else -1

    return fits_number
