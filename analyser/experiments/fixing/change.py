"""A change of the rules: some levers, each at another value; played as settings and as a copy of the data."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from analyser.core.errors import AnalyseError
from analyser.core.files import read_file, write_together
from analyser.experiments.fixing.editing import edited, edited_settings
from analyser.experiments.fixing.levers import Lever
from analyser.experiments.sample import ExperimentSpec
from analyser.games.definition import Game
from analyser.games.own_data import files_of, with_data
from analyser.games.settings import Value, show


@dataclass(frozen=True)
class Move:
    """A lever at another value."""

    lever: Lever
    shown: str
    """The value as it is typed: a list cannot be compared."""

    @property
    def value(self) -> Value:
        """The value itself."""
        like = self.lever.current
        if isinstance(like, bool):
            return self.shown == "true"
        if isinstance(like, list):
            return [int(one) for one in self.shown.split(",")]
        return self.shown if isinstance(like, str) else type(like)(self.shown)


def move(lever: Lever, value: Value) -> Move:
    """This lever at this value."""
    return Move(lever, show(value))


@dataclass(frozen=True)
class Change:
    """Some moves of different levers; none: nothing is changed."""

    moves: tuple[Move, ...] = ()

    @property
    def cost(self) -> float:
        """What it costs a designer."""
        return round(sum(one.lever.cost_of(one.value) for one in self.moves), 6)

    @property
    def words(self) -> str:
        """In words: « load 3 → 2, rob_pays 2 → 1 »."""
        return ", ".join(one.lever.words(one.value) for one in self.moves) or "nothing"

    @property
    def levers(self) -> frozenset[str]:
        """The names of what it moves."""
        return frozenset(one.lever.name for one in self.moves)

    @cached_property
    def assignments(self) -> tuple[str, ...]:
        """Its settings, as typed."""
        return tuple(f"{one.lever.setting}={one.shown}" for one in self.moves if one.lever.setting)

    def and_also(self, more: Move) -> "Change":
        """With another move."""
        return Change((*self.moves, more))

    def a_step_further(self) -> list["Change"]:
        """The number of one seat a step up or down; nothing for other levers."""
        found = []
        for place, one in enumerate(self.moves):
            value, numbers = one.value, [int(number) for number in one.lever.numbers] if one.lever.seats else []
            for seat in range(one.lever.seats):
                assert isinstance(value, list)
                for at in (numbers.index(value[seat]) + 1, numbers.index(value[seat]) - 1):
                    if 0 <= at < len(numbers):
                        moved = move(one.lever, [*value[:seat], numbers[at], *value[seat + 1 :]])
                        if moved.shown != show(one.lever.current):
                            found.append(Change((*self.moves[:place], moved, *self.moves[place + 1 :])))
        return found

    def applied(self, experiment: ExperimentSpec) -> ExperimentSpec:
        """The experiment with this change."""
        settings = (*experiment.settings, *self.assignments)
        return replace(experiment, game=self.game(experiment.game), settings=settings)

    def game(self, game: Game) -> Game:
        """The game with the numbers of its data files changed."""
        files = self.edits(game)
        if not files:
            return game
        from analyser.kernel.code_cache import root  # the compiler takes half a second to import
        from analyser.kernel.hashing import digest

        all_files = {name: read_file(path) for name, path in files_of(game).items()} | files
        name = digest(part for one in sorted(all_files.items()) for part in (one[0].encode(), one[1]))[:16]
        folder = root() / "fix" / name
        write_changed(folder, all_files)
        return with_data(game, folder)

    def edits(self, game: Game) -> dict[str, bytes]:
        """The data files that differ."""
        files = files_of(game)
        texts: dict[str, str] = {}
        for one in self.moves:
            if one.lever.file:
                text = texts.get(one.lever.file) or read_file(files[one.lever.file]).decode()
                texts[one.lever.file] = edited(text, one.lever.place, one.value)
        return {name: text.encode() for name, text in texts.items()}

    def is_allowed(self, experiment: ExperimentSpec) -> bool:
        """Whether the game takes the changed data: some numbers must fit each other."""
        try:
            self.applied(experiment).job(games=1)
        except AnalyseError:
            return False
        return True


def changed_files(game: Game, change: Change, settings: Mapping[str, str]) -> dict[str, bytes]:
    """All files of a game that are its data, with a change made, the settings as new defaults; comments stay."""
    files = {name: read_file(path) for name, path in files_of(game).items()} | change.edits(game)
    name, known = game.settings_file.name, game.settings()
    for setting, shown in settings.items():
        files[name] = _with_default(game, files[name].decode(), setting, known[setting].parse(shown)).encode()
    return files


def _with_default(game: Game, text: str, setting: str, value: Value) -> str:
    """The text of its settings with another default."""
    if game.own_settings is None:
        return edited(text, (setting, "default"), value)
    return edited_settings(text, setting, value)


def write_changed(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    """Write them all, or none."""
    for name in files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
    write_together({folder / name: content for name, content in files.items()})
    return sorted(folder / name for name in files)
