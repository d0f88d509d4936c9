"""A setting and the values to compare, as they are typed after --vary; or data of one's own, after --data."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from analyser.core.errors import BadInput, unknown
from analyser.experiments.sample import ExperimentSpec
from analyser.games.definition import Game
from analyser.games.own_data import with_data
from analyser.games.settings import Value, show

SHIPPED = "shipped"
"""The data that come with the game."""


@dataclass(frozen=True)
class Variation:
    """A setting and the values to compare; the first is the base."""

    setting: str
    values: tuple[Value, ...]

    def words(self, value: Value) -> str:
        """As it is typed after --set."""
        return f"{self.setting}={show(value)}"

    def applied(self, experiment: ExperimentSpec, value: Value) -> ExperimentSpec:
        """The experiment with one of the values."""
        return replace(experiment, settings=(*experiment.settings, self.words(value)))

    @property
    def base(self) -> str:
        """The first value, as it is typed."""
        return self.words(self.values[0])


@dataclass(frozen=True)
class DataVariation(Variation):
    """Data of one's own to compare: values are folders, or files; the shipped data have the place « shipped »."""

    def words(self, value: Value) -> str:
        """As answers show it."""
        return f"{value} data" if value == SHIPPED else f"data {value}"

    def applied(self, experiment: ExperimentSpec, value: Value) -> ExperimentSpec:
        """The experiment with these data."""
        if value == SHIPPED:
            return experiment
        return replace(experiment, game=with_data(experiment.game, Path(str(value))))


def data_variation(game: Game, places: Sequence[Path]) -> DataVariation:
    """The data in these places, the first being the base; one alone is compared with the shipped data."""
    names = [str(one) for one in places]
    values = (SHIPPED, *names) if len(names) == 1 else tuple(names)
    if len(set(values)) < len(values):
        raise BadInput(f"--data {names[0]} is named twice. Name each folder or file once.")
    for one in places:
        with_data(game, one)
    return DataVariation("data", values)


def read_variation(game: Game, text: str) -> Variation:
    """`captain_bonus=0,2,4`, or `captain_bonus=0:4` for all whole numbers from 0 to 4 (`0:4:2` every second)."""
    name, equals, typed = text.partition("=")
    known = game.settings()
    if name not in known:
        raise unknown(f"setting of {game.name}", name, known, f"analyse games show {game.typed}")
    if not equals:
        raise BadInput(
            f"« --vary {text} » names no values. Type for instance: --vary {name}={show(known[name].default)},..."
        )
    values = tuple(known[name].parse(one) for one in _spelled_out(typed, known[name].default))
    if len(values) < 2:
        raise BadInput(f"« --vary {text} » names one value. Type two or more, separated by commas, or least:most.")
    if len({show(one) for one in values}) < len(values):
        raise BadInput(f"« --vary {text} » names a value twice. Name each once.")
    return Variation(name, values)


def _spelled_out(typed: str, default: Value) -> list[str]:
    if isinstance(default, list):
        return typed.split(";")
    if ":" not in typed or isinstance(default, str | bool):
        return typed.split(",")
    try:
        numbers = [float(one) if isinstance(default, float) else int(one) for one in typed.split(":")]
        least, most, *step = numbers
    except ValueError:
        raise BadInput(f"« {typed} » is no range. Type least:most or least:most:step, for instance 0:4.") from None
    pace = step[0] if step else 1
    if pace <= 0 or most < least or len(step) > 1:
        raise BadInput(f"« {typed} » is no range. Type least:most or least:most:step, for instance 0:4.")
    count = int((most - least) / pace + 1e-9) + 1
    return [str(least + k * pace) for k in range(count)]
