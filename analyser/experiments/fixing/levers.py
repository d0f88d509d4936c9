"""Levers: what a designer allows to be changed, with the values to try and what a change costs.

Method: docs/explanation/methods.md#smallest-change.
"""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from analyser.core.errors import BadInput, unknown
from analyser.core.files import read_file
from analyser.experiments.catalogue import read_catalogue
from analyser.experiments.fixing.declared import LeverForm
from analyser.experiments.fixing.editing import NotFound, Place, value_at
from analyser.experiments.sample import ExperimentSpec
from analyser.games.definition import Game
from analyser.games.own_data import files_of
from analyser.games.settings import Setting, Value, changed, show

USUAL_COST = 3.0
STEP_COST = 0.1
"""Each step away from what is played costs this part of the lever's cost."""
MOST_VALUES = 12
"""A longer range is tried at this many values."""
NOT_A_RULE = ("max_rounds", "max_turns")


@dataclass(frozen=True, eq=False)
class Lever:
    """One thing that may be changed."""

    name: str
    group: str
    cost: float
    current: Value
    values: tuple[Value, ...]
    """The other values to try; of one seat, if it has a number for each."""
    setting: str = ""
    file: str = ""
    place: Place = ()
    seats: int = 0
    """How many seats have a number of their own; 0: it is one value for all."""

    def steps(self, value: Value) -> int:
        """How far a value is from what is played, counted in values to try."""
        if self.seats:
            assert isinstance(value, list) and isinstance(self.current, list)
            return sum(abs(self._rank(a) - self._rank(b)) for a, b in zip(value, self.current, strict=True))
        if isinstance(value, list | bool | str):
            return 1
        return max(abs(self._rank(value) - self._rank(self.current)), 1)

    def _rank(self, value: Value) -> int:
        return self.numbers.index(float(str(value)))

    @cached_property
    def numbers(self) -> list[float]:
        """All values, in order; of a lever that has numbers."""
        current = self.current if isinstance(self.current, list) else [self.current]
        return sorted({float(one) for one in (*self.values, *current) if not isinstance(one, list)})

    def cost_of(self, value: Value) -> float:
        """What the change costs a designer: the lever's cost, and a little for each step."""
        return self.cost * (1 + STEP_COST * (self.steps(value) - 1))

    def words(self, value: Value) -> str:
        """The change in words: « load 3 → 2 »."""
        return f"{self.name} {show(self.current)} → {show(value)}"


def levers_of(experiment: ExperimentSpec, change: Sequence[str] = (), keep: Sequence[str] = ()) -> tuple[Lever, ...]:
    """The levers of a game, or those that are named; without those to keep. Nothing that the user has set is moved."""
    every = list(_all_levers(experiment))
    names = {word for one in every for word in (one.name, one.group)}
    for word in (*change, *keep):
        if word not in names:
            raise unknown(
                f"lever of {experiment.game.name}",
                word,
                sorted(names),
                f"analyse fix --game {experiment.game.typed} --levers",
            )
    chosen = [one for one in every if not change or {one.name, one.group} & set(change)]
    left = tuple(one for one in chosen if not {one.name, one.group} & set(keep))
    if not left:
        known = ", ".join(sorted(names)) or "none: declare [[lever]] in its experiments.toml"
        raise BadInput(f"No lever of {experiment.game.name} is left to move. It has: {known}.")
    return left


def _all_levers(experiment: ExperimentSpec) -> Iterator[Lever]:
    game = experiment.game
    declared = read_catalogue(game).lever
    settings = game.settings()
    now = changed(settings, experiment.settings, game.name)
    for form in declared or _usual(game):
        if form.setting and form.setting not in settings:
            raise BadInput(f"The lever « {form.name} » of {game.name} names no setting: {form.setting}. Correct it.")
        if form.setting in experiment.fixed():
            continue
        if form.setting:
            yield _of_setting(form, settings[form.setting], now[form.setting], experiment.players)
        else:
            yield from _of_file(game, form)


def _usual(game: Game) -> list[LeverForm]:
    """Without a declaration: all settings that are rules and have values worth trying."""
    rules = [one for one in game.settings().values() if not one.is_for_experiments]
    known = [one for one in rules if one.name not in NOT_A_RULE and any(v != one.default for v in one.worth_trying)]
    return [LeverForm(name=one.name, setting=one.name, cost=USUAL_COST) for one in known]


def _of_setting(form: LeverForm, setting: Setting, now: Value, players: int) -> Lever:
    if form.by_seat:
        assert isinstance(now, list)
        values = [one for one in form.values if not isinstance(one, list)]
        for one in values:
            setting.refuse_unless_allowed([one] * len(now))
        at_table = tuple(one for one in values if one not in now[:players])
        return Lever(form.name, form.name, form.cost, now, at_table, setting.name, seats=players)
    tried = [setting.check(one) for one in form.values] or _range(setting)
    others = tuple(one for one in tried if one != now)
    return Lever(form.name, form.name, form.cost, now, others, setting.name)


def _range(setting: Setting) -> list[Value]:
    """The values worth trying; whole numbers in between too."""
    tried = list(dict.fromkeys(map(_hashable, [setting.default, *setting.worth_trying])))
    whole = all(isinstance(one, int) and not isinstance(one, bool) for one in tried)
    if not whole:
        return [list(one) if isinstance(one, tuple) else one for one in tried]
    numbers = [int(str(one)) for one in tried]
    least, most = min(numbers), max(numbers)
    step = next(size for size in round_steps() if (most - least) / size < MOST_VALUES)
    between = range(step * -(-least // step), most + 1, step)
    return sorted({*numbers, *between})


def round_steps() -> Iterator[int]:
    """1, 2, 5, 10, 20, 50, ..."""
    size = 1
    while True:
        yield from (size, 2 * size, 5 * size)
        size *= 10


def _hashable(value: Value) -> int | float | bool | str | tuple[int, ...]:
    return tuple(value) if isinstance(value, list) else value


def _of_file(game: Game, form: LeverForm) -> Iterator[Lever]:
    """A lever for the number of each entry."""
    path = files_of(game).get(form.file)
    if path is None or path == game.file:
        raise BadInput(f"The lever « {form.name} » of {game.name} names no data file: {form.file}. Correct it.")
    content = tomllib.loads(read_file(path).decode())
    keys: Place = tuple(form.key.split("."))
    try:
        entries = value_at(content, (form.entries,)) if form.entries else [content]
        assert isinstance(entries, list)
        for number, entry in enumerate(entries):
            now = value_at(entry, keys)
            assert isinstance(now, int)
            found = tuple(now + step for step in form.steps if form.least <= now + step <= form.most and step)
            called = f"{form.name} of {entry[form.label]}" if form.entries else form.name
            place: Place = (form.entries, number, *keys) if form.entries else keys
            if found and all(entry[key] in words for key, words in form.only.items()):
                yield Lever(called, form.name, form.cost, now, found, file=form.file, place=place)
    except (NotFound, AssertionError, KeyError) as problem:
        raise BadInput(
            f"The lever « {form.name} » of {game.name} does not fit {path}: {problem}. Correct it."
        ) from None
