"""Records a game step by step: its story, what lies on the table, and the scores. It is played uncompiled, in a
process of its own, since the kernel tells nobody anything when it is compiled.
"""

from collections.abc import Sequence
from typing import NamedTuple

from analyser.core.errors import BadInput
from analyser.games.definition import Game
from analyser.games.loader import find_game
from analyser.games.scene import Piece, Scene, plain_scene
from analyser.kernel.columns import RANK, WHOLE_WIN
from analyser.kernel.intrinsics import Record
from analyser.kernel.limits import MAX_TRACE
from analyser.simulation.job import Job
from analyser.simulation.narrate import play_aloud
from analyser.simulation.other_process import ask

Counts = dict[str, list[int] | int]


class Step(NamedTuple):
    """Something that happened, and the table after it."""

    lines: list[str]
    pieces: dict[str, Piece]
    counts: Counts
    drawing: list[str]
    turn: int
    """How many turns were over before."""


class Recording(NamedTuple):
    """A game, step by step. Seats are in order."""

    number: int
    strategies: list[str]
    board: list[Piece]
    fills: list[str]
    """The colours of the seats."""
    labels: dict[str, dict[str, str]]
    """What the numbers are called, by language."""
    steps: list[Step]
    turns: list[list[int]]
    """The score of every seat after each turn."""
    scores: list[int]
    wins: list[float]


def recordings(job: Job, numbers: Sequence[int]) -> list[Recording]:
    """Games of a job, recorded."""
    for number in numbers:
        if not 0 <= number < job.games:
            raise BadInput(f"--game-number {number} is not in the run: it has games 0 to {job.games - 1}.")
    failure = f"Games {', '.join(map(str, numbers))} could not be replayed"
    return ask(_recorded, job, list(numbers), failure=failure)


def _recorded(job: Job, numbers: Sequence[int]) -> list[Recording]:
    return [recorded(job, number) for number in numbers]


def recorded(job: Job, number: int) -> Recording:
    """One game. Must run uncompiled."""
    game = find_game(job.game)
    lineup = job.plan.seating(number, 1, job.rotations)
    names = [job.strategies[one].spec for one in lineup[0]]
    recorder = Recorder(game, job, names)
    _, seats = play_aloud(job, number, lineup, recorder.on_event, recorder.say, recorder.look_at)
    turns = recorder.workspace.scores[: min(int(recorder.workspace.n_traced), MAX_TRACE), : job.players].tolist()
    scores, won, _ = seats[: RANK + 1].tolist()
    wins = [one / WHOLE_WIN for one in won]
    scene = recorder.scene
    labels = {name: dict(one) for name, one in scene.labels.items()}
    look = (list(scene.board), list(scene.fills), labels)
    return Recording(number, names, *look, recorder.shown(), turns, scores, wins)


class Recorder:
    """Listens to a game and keeps every step at which the story says something, or something has changed."""

    def __init__(self, game: Game, job: Job, names: Sequence[str]) -> None:
        self.story = game.rules.story(names, self.say, game.data_folder)
        self.scene = scene_of(game, job.players)
        self.lines: list[str] = []
        self.steps: list[Step] = []

    def say(self, line: str) -> None:
        """The story goes on."""
        self.lines += [one.strip() for one in line.splitlines() if one.strip() and not one.startswith("    ")]

    def look_at(self, workspace: Record) -> None:
        """Before the game begins."""
        self.workspace = workspace
        workspace.traced = 1

    def on_event(self, event: int, table: Record, first: int, second: int, third: int) -> None:
        """Something has happened."""
        self.story.on_event(event, table, first, second, third)
        scene = self.scene
        turn = min(int(self.workspace.n_traced), MAX_TRACE)
        step = Step(self.lines, scene.pieces(table), scene.counts(table), list(scene.drawing(table)), turn)
        if self.lines or not self.steps or step[1:] != self.steps[-1][1:]:
            self.steps.append(step)
        self.lines = []

    def shown(self) -> list[Step]:
        """All steps, without the numbers that never change."""
        known: dict[str, list[int] | int] = {}
        moved = set()
        for one in self.steps:
            moved |= {name for name, value in one.counts.items() if known.setdefault(name, value) != value}
        return [
            one._replace(counts={name: value for name, value in one.counts.items() if name in moved})
            for one in self.steps
        ]


def scene_of(game: Game, players: int) -> Scene:
    """How the game's table looks."""
    if game.rules.scene is not None:
        return game.rules.scene(game.data_folder, players)
    return plain_scene(game.rules.table, list(game.settings()), game.data_folder, players)
