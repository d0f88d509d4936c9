"""What single levers do to the numbers of the targets, on the same deals; values between those played follow from a
quadratic.

Method: docs/explanation/methods.md#smallest-change.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product

import numpy as np

from analyser.core.arrays import Floats
from analyser.experiments.fixing.change import Change, Move, move
from analyser.experiments.fixing.levers import Lever
from analyser.games.settings import Value

MEASURED = 4
"""How many values of a lever are played."""
MOST_VECTORS = 2_000
"""With more numbers for all seats, only those that rise, or fall, from seat to seat are tried."""
Found = tuple[Floats, Floats]
"""What a change does to every number, and the error of that."""
Curve = dict[Move, Found]


@dataclass(frozen=True)
class Curves:
    """Measures the curve of a lever."""

    effect: Callable[[Change], Found]
    """Plays a change, and compares it with the rules as they are on the same deals."""
    allowed: Callable[[Change], bool]
    """Whether the game takes a change."""

    def of(self, lever: Lever) -> Curve:
        """What each value of a lever does to every number, with its error; values that the game takes."""
        return self._of_seats(lever) if lever.seats else self._between(lever, list(lever.values))

    def _between(self, lever: Lever, values: list[Value]) -> Curve:
        moves = [move(lever, one) for one in values]
        allowed = [one for one in moves if self.allowed(Change((one,)))]
        if not is_number(lever.current):
            return {one: self.effect(Change((one,))) for one in allowed}
        played = {one: self.effect(Change((one,))) for one in spread(allowed)}
        steps = {one: number(one.value) - number(lever.current) for one in allowed}
        between = quadratic({steps[one]: found for one, found in played.items()}, list(steps.values()))
        return {one: played.get(one, between[steps[one]]) for one in allowed}

    def _of_seats(self, lever: Lever) -> Curve:
        """A number for each seat: what each seat's own does, added up."""
        assert isinstance(lever.current, list)
        now = lever.current
        numbers = sorted({*(int(number(one)) for one in lever.values), *now[: lever.seats]})
        single = [self._of_seat(lever, now, numbers, seat) for seat in range(lever.seats)]
        moves = {}
        for vector in vectors(numbers, lever.seats):
            if list(vector) != now[: lever.seats]:
                parts = [single[seat][one] for seat, one in enumerate(vector)]
                value = np.sum([one[0] for one in parts], axis=0)
                error = np.sqrt(np.sum([one[1] ** 2 for one in parts], axis=0))
                moves[move(lever, [*vector, *now[lever.seats :]])] = (value, error)
        return moves

    def _of_seat(self, lever: Lever, now: list[int], numbers: list[int], seat: int) -> dict[int, Found]:
        """What the number of one seat does, for every number."""
        others = [one for one in numbers if one != now[seat]]
        played = [others[len(others) // 2], others[-1]] if len(others) > 2 else others
        vectors = {one: [one if k == seat else old for k, old in enumerate(now)] for one in played}
        found = {one: self.effect(Change((move(lever, vector),))) for one, vector in vectors.items()}
        steps = [float(one - now[seat]) for one in numbers]
        between = quadratic({float(one - now[seat]): both for one, both in found.items()}, steps)
        return {one: found.get(one, between[one - now[seat]]) for one in numbers}


def is_number(value: Value) -> bool:
    """Whether values lie between values."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def number(value: Value) -> float:
    """A value that is one."""
    return float(str(value))


def spread(values: list[Move]) -> list[Move]:
    """The first, the last and some between."""
    if len(values) <= MEASURED:
        return values
    return [values[round(k * (len(values) - 1) / (MEASURED - 1))] for k in range(MEASURED)]


def vectors(numbers: Sequence[int], seats: int) -> list[tuple[int, ...]]:
    """A number for each seat, somebody having the least; only rising or falling ones if there are too many."""
    if len(numbers) ** seats <= MOST_VECTORS:
        every = product(numbers, repeat=seats)
        return [one for one in every if min(one) == min(numbers)]
    rising = [one for one in combinations_with_replacement(sorted(numbers), seats) if one[0] == min(numbers)]
    return list(dict.fromkeys(way for one in rising for way in (one, one[::-1])))


def quadratic(found: Mapping[float, Found], wanted: Sequence[float]) -> dict[float, Found]:
    """Effects at other distances from what is played now: by least squares, a curve through no effect at 0."""
    at = np.array(list(found))
    rows = np.column_stack([at, at**2])[:, : min(len(at), 2)]
    inverse = np.linalg.pinv(rows)
    values, errors = (np.array([one[k] for one in found.values()]) for k in (0, 1))
    result = {}
    for step in wanted:
        weights = np.array([step, step**2])[: rows.shape[1]] @ inverse
        result[step] = (weights @ values, np.sqrt(weights**2 @ errors**2))
    return result
