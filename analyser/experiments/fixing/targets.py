"""What a designer wants: some numbers of a game, each with the least and the most that is allowed.

Method: docs/explanation/methods.md#smallest-change.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from analyser.core.errors import BadInput, unknown
from analyser.experiments.answer import is_share
from analyser.experiments.catalogue import Dealt, read_catalogue
from analyser.experiments.measured import Limits
from analyser.experiments.outcomes import FACTS, OF_SEAT
from analyser.experiments.roles import is_seat, roles_of
from analyser.games.definition import Game

SEATS, LEADER, STRATEGY = "seats", "leader", "strategy"
RATES = {"shared": "shared_rate", "no_winner": "no_winner_rate", "unfinished": "unfinished_rate"}
"""Ends of games that a recipe limits, and the outcomes that count them."""
MOST_POINTS, ALL = 50.0, 100.0
EXAMPLE = "--target seats=1.5 --target rounds=10:14"


class Target(NamedTuple):
    """What is wanted of one kind of number: within some points of an equal share, or between two limits."""

    name: str
    limits: Limits

    @property
    def outcome(self) -> str:
        """The outcome of games that it limits; none for those that are about seats, cards or strategies."""
        return RATES.get(self.name, self.name)


def names_of(game: Game) -> dict[str, str]:
    """What can be wanted, and how it is counted: « points » from an equal share, « percent » at most, or a « band »."""
    catalogue = read_catalogue(game)
    dealt = [one.name for one in catalogue.value if isinstance(one, Dealt) and not one.pool]
    bands = [*FACTS, *catalogue.outcomes, *(f"{OF_SEAT}{seat}" for seat in range(1, max(game.players) + 1))]
    roles = [one.name for one in roles_of(game) if not is_seat(one)]
    kinds = {**dict.fromkeys((SEATS, *roles), "points"), **dict.fromkeys((*RATES, LEADER, STRATEGY), "percent")}
    return kinds | dict.fromkeys(bands, "band") | dict.fromkeys(dealt, "points")


def read_targets(game: Game, typed: Iterable[str], players: int) -> tuple[Target, ...]:
    """Targets as typed: seats=1.5, shared=8, rounds=10:14."""
    known = names_of(game)
    found: list[Target] = []
    for text in typed:
        name, equals, value = text.partition("=")
        if name not in known:
            raise unknown(f"target of {game.name}", name, known, f"analyse fix --help. For instance: {EXAMPLE}")
        if not equals:
            raise BadInput(f"« --target {text} » has no value. Type for instance: {EXAMPLE}.")
        found.append(Target(name, _limits(text, value, known[name])))
    refuse_contradictions(found, players)
    return tuple(found)


def _limits(text: str, value: str, kind: str) -> Limits:
    """What a value means for a kind of target."""
    try:
        numbers = [float(one) for one in value.split(":")]
    except ValueError:
        numbers = []
    if not all(map(math.isfinite, numbers)):
        numbers = []
    if kind == "points" and len(numbers) == 1 and 0 < numbers[0] <= MOST_POINTS:
        return Limits.around_zero(numbers[0])
    if kind == "percent" and len(numbers) == 1 and 0 <= numbers[0] <= ALL:
        return Limits.at_most(numbers[0])
    if kind != "points" and len(numbers) == 2 and numbers[0] < numbers[1]:
        return Limits(*numbers)
    allowed = {
        "points": f"points from an equal share, above 0, at most {MOST_POINTS:g}: seats=1.5",
        "percent": "the most percent, or least:most: shared=8, shared=2:8",
        "band": "least:most, the least first: rounds=10:14 (shares in percent)",
    }
    raise BadInput(f"« --target {text} » is refused. Allowed: {allowed[kind]}.")


def refuse_contradictions(targets: Sequence[Target], players: int) -> None:
    """No number can be wanted twice, nor a seat's share where the seats' own target forbids it."""
    seen: dict[str, Target] = {}
    for one in targets:
        other = seen.setdefault(one.outcome, one)
        if other is not one:
            raise BadInput(
                f"Two targets are about {one.outcome.replace('_', ' ')}: {told(other)} and {told(one)}. "
                f"{'No game can meet both. ' if _apart(one.limits, other.limits) else ''}Leave one out."
            )
    width = seen[SEATS].limits.most if SEATS in seen else math.inf
    for one in targets:
        if one.outcome.startswith(OF_SEAT) and _apart(one.limits, Limits(ALL / players - width, ALL / players + width)):
            raise BadInput(
                f"Two targets contradict each other: {told(one)} and {told(seen[SEATS])}, which wants "
                f"{ALL / players:.4g} percent for each of {players} seats. Leave one out."
            )


def _apart(one: Limits, other: Limits) -> bool:
    return one.least > other.most or other.least > one.most


def told(target: Target) -> str:
    """A target as it is typed."""
    least, most = target.limits
    if least == -most or least == -math.inf:
        return f"{target.name}={most:g}"
    return f"{target.name}={least:g}:{most:g}"


def scale_of(outcome: str) -> float:
    """Shares and rates are wanted in percent."""
    return ALL if is_share(outcome) else 1.0


def of_recipe(wanted: Mapping[str, float | tuple[float, float] | None]) -> tuple[Target, ...]:
    """Targets of a recipe: those in points, those at most, and bands; None is not judged."""
    found = []
    for name, value in wanted.items():
        if isinstance(value, tuple):
            found.append(Target(name, Limits(*value)))
        elif value is not None:
            is_rate = name in (*RATES, LEADER)
            found.append(Target(name, Limits.at_most(value) if is_rate else Limits.around_zero(value)))
    return tuple(found)
