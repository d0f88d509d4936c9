"""Lessons of a learner: games that it plays against itself, in which choices are tried and written down."""

import atexit
import shutil
import tempfile
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from analyser.core.arrays import Floats
from analyser.core.files import read_file
from analyser.games.definition import Game
from analyser.games.loader import find_game
from analyser.games.settings import Value
from analyser.kernel import lessons
from analyser.kernel.columns import WHOLE_WIN, WIN
from analyser.kernel.intrinsics import POLICY, Record, new_record, place_of
from analyser.kernel.lessons import notes_dtype
from analyser.kernel.limits import MAX_PARAMS
from analyser.kernel.loop import Lineups, Policies, Rows
from analyser.kernel.machine_code import EntryPoint
from analyser.kernel.workspace import (
    N_POLICY_PARAMS,
    POLICY_ASKS_MORE,
    POLICY_LEAD,
    POLICY_OTHERS,
    POLICY_OWN,
    POLICY_ROLLOUTS,
)
from analyser.simulation.compilers import Task, side_by_side
from analyser.simulation.engine import (
    Note,
    State,
    compile_strategy,
    kernel_entry,
    make_ready,
    outputs,
    policy_params,
    records,
    rollout_entries,
)
from analyser.simulation.job import Job
from analyser.simulation.part import FORGETTING, Played, Stopped, Work, unheard
from analyser.statistics.preferences import Tried
from analyser.strategies.loading import asks_more, load_function
from analyser.strategies.questions import MOST_SORTS, Questions
from analyser.strategies.strategy import Strategy

ALONE, AMONG, PLAYER, OPPONENT = range(4)
"""Who takes lessons among its likes, who does so among opponents, who plays by the same weights in rollouts, and the
opponent."""
LEAD = 3.0
"""What the lead in points counts beside the win, as in look-ahead."""
SLIPS = 0.1
"""How often the learner plays at random, to see more of the game."""
LESSON_RATE = 0.1
"""How many of its decisions are studied."""
TRIED = 12
"""The most choices that are tried in a lesson."""
LOYALTY, FIRST_LOYALTY = 0.2, 3.0
"""What the pick counts beyond what it brings: other choices must be better by more than that. In the first round it is
the opponent's pick and counts for more than a win, so that the first weights play like the opponent.
"""
ROLLOUTS = 1
"""Rollouts for each of them."""


Taken = tuple[Tried, int, int]
"""What was tried in some games, and how many decisions and choices they had."""


@dataclass(frozen=True)
class Lesson:
    """Some games of a round: which weights play, and how many games from which on."""

    weights: Floats
    seed: int
    first: int
    games: int
    is_first: bool = False
    """In the first round the opponent plays, and the learner learns what it leaves undone."""


@dataclass(frozen=True)
class School:
    """A game in which lessons are taken."""

    game: Game
    players: int
    values: Mapping[str, Value]
    opponent: Strategy | None
    """Who else plays in every second game, if not the learner itself."""

    @cached_property
    def file(self) -> Path:
        """The file that answers the learner's questions, in a folder that goes with this process."""
        folder = Path(tempfile.mkdtemp(prefix="analyse-answers-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        file = folder / f"{self.game.name}-answers.py"
        file.write_text(self.questions.file())
        return file

    @cached_property
    def questions(self) -> Questions:
        """What the learner asks."""
        return Questions(self.game)

    @cached_property
    def policies(self) -> Policies:
        """How the learner decides, with lessons and without, and its opponent."""
        learner, player = ([one.handle() for one in row] for row in school_entries(self.game, self.file))
        opponent = compile_strategy(self.game, self.opponent) if self.opponent else player
        return np.array([learner, learner, player, opponent], POLICY)

    @cached_property
    def policy_params(self) -> NDArray[np.float64]:
        """What the kernel knows of them."""
        found = np.zeros((4, N_POLICY_PARAMS))
        found[:, POLICY_ASKS_MORE] = asks_more(self.game, _as_strategy(self.file))
        if self.opponent:
            found[OPPONENT] = policy_params(self.game, self.opponent)
            found[:, POLICY_ASKS_MORE] = found[PLAYER, POLICY_ASKS_MORE]
        for row, others in ((ALONE, PLAYER), (AMONG, OPPONENT)):
            found[row, [POLICY_ROLLOUTS, POLICY_LEAD]] = ROLLOUTS, LEAD
            found[row, [POLICY_OWN, POLICY_OTHERS]] = PLAYER, others
        return found

    def _params_of(self, lesson: Lesson) -> NDArray[np.float64]:
        found = self.policy_params.copy()
        if lesson.is_first and self.opponent:
            found[ALONE, :MAX_PARAMS] = found[OPPONENT, :MAX_PARAMS]
            found[ALONE, [POLICY_OWN, POLICY_OTHERS]] = OPPONENT
        return found

    @property
    def learning_share(self) -> float:
        """How many of the seats take lessons."""
        return (1 + 1 / self.players) / 2 if self.opponent else 1.0

    def lineups(self, lesson: Lesson) -> Lineups:
        """All seats learn; with an opponent, in every second game one seat learns, each in turn."""
        found = np.full((lesson.games, self.players), ALONE, np.uint8)
        games = np.arange(lesson.first, lesson.first + lesson.games)
        among = (games % 2 == 1) & bool(self.opponent and not lesson.is_first)
        found[among] = OPPONENT
        found[among, games[among] // 2 % self.players] = AMONG
        return found

    def make_ready(self, note: Note) -> None:
        """Compile what is not in the cache yet."""
        if self.opponent:
            make_ready(self.game, [self.opponent], note)
        needed = [kernel_entry(self.game), *rollout_entries(self.game), *chain(*school_entries(self.game, self.file))]
        if not all(one.is_ready for one in needed):
            note(f"Compiling the questions of {self.game.title}: some seconds, once.")
            parts = [(row, kind) for row in range(2) for kind in range(len(self.game.rules.lists))]
            tasks = [Task(_compile, (self.game.name, self.file, row, kind)) for row, kind in parts]
            side_by_side([Task(_compile_rules, (self.game.name,)), *tasks], note)

    def wins(self, lesson: Lesson) -> float:
        """What the weights win alone against opponents, each seat in turn; nothing is tried."""
        state, _ = self._seated(lesson.weights)
        alone = np.arange(lesson.games), np.arange(lesson.games) % self.players
        lineups = np.full((lesson.games, self.players), OPPONENT, np.uint8)
        lineups[alone] = PLAYER
        _, seats = self._played(lesson, lineups, state)
        return float(seats[WIN].reshape(lineups.shape)[alone].mean()) / WHOLE_WIN

    def take(self, lesson: Lesson) -> Taken:
        """Play some games: what was tried in them, and how many decisions and choices they had."""
        state, notes = self._seated(lesson.weights)
        notes.loyalty = FIRST_LOYALTY if lesson.is_first and self.opponent else LOYALTY
        self._played(lesson, self.lineups(lesson), state)
        n = int(notes.n_rows)
        columns = (notes.lesson, notes.sorts, notes.clocks, notes.rows, notes.brought)
        tried = Tried(*(one[:n].copy() for one in columns))
        return tried, int(state.workspace.all_decisions), int(state.workspace.all_choices)

    def _seated(self, weights: Floats) -> tuple[State, Record]:
        """A table whose players have these weights, and room for notes."""
        state = State(self.game, self.values, self.players)
        state.prepare_rollouts(self.game)
        notes = new_record(self.notes_type)
        notes.weights[:] = weights
        notes.lesson_rate, notes.slip_rate, notes.most_tried = LESSON_RATE, SLIPS, TRIED
        state.workspace.notes = state.rollouts[2].notes = place_of(notes)
        state.workspace.replays = 1
        return state, notes

    def _played(self, lesson: Lesson, lineups: Lineups, state: State) -> tuple[Rows, Rows]:
        """The rows of games and seats."""
        luck, rows = (lesson.seed, lesson.first, 0, lesson.games, 1), outputs(self.game, lesson.games, self.players)
        players = (lineups, self.policies, self._params_of(lesson))
        kernel_entry(self.game).load()(*luck, *players, state.table, state.hidden, state.workspace, *rows)
        return rows

    @property
    def notes_type(self) -> "np.dtype[np.void]":
        """How notes are laid out."""
        return notes_dtype(MOST_SORTS, len(self.questions.all) + 1)


def _as_strategy(file: Path) -> Strategy:
    """The file of answers, as strategies are loaded."""
    return Strategy(file.stem, file, "", "answer", (), (), read_file(file))


def school_entries(game: Game, file: Path) -> list[list[EntryPoint]]:
    """The policies of the learner and the player, one for each kind of decision."""
    rules, data = game.rules, tuple(game.data_files())
    table, hidden, workspace = records(game)
    answer = load_function(_as_strategy(file))
    notes_type = notes_dtype(MOST_SORTS, len(Questions(game).all) + 1)
    tries = lessons.by_rollouts(table.dtype, hidden.dtype, workspace.dtype, rules.play_on is not None)
    listed = rules.lists
    learner = [lessons.take_lessons(int(kind), listed[kind], answer, notes_type, *tries) for kind in listed]
    player = [lessons.play_by_weights(listed[kind], answer, notes_type) for kind in listed]
    return [
        [EntryPoint(f"{game.name}-{who}-{kind}", one, (table, workspace), data) for kind, one in enumerate(policies)]
        for who, policies in (("learner", learner), ("player", player))
    ]


def _compile(game: str, file: Path, row: int, kind: int) -> None:
    school_entries(find_game(game), file)[row][kind].load()


def _compile_rules(game: str) -> None:
    for entry in (kernel_entry(find_game(game)), *rollout_entries(find_game(game))):
        entry.load()


def school_of(job: Job, number: int) -> School:
    """Lessons with one of a job's strategies as the opponent; random means none. Made once in each process."""
    return school_with(find_game(job.game), job, number)


@lru_cache(maxsize=8)
def school_with(game: Game, job: Job, number: int) -> School:
    """The same, for a version of the game."""
    opponent = job.strategies[number]
    return School(game, job.players, job.values(), None if opponent.is_random else opponent)


FORGETTING.append(school_with.cache_clear)


@dataclass(frozen=True)
class Lessons(Work[Taken]):
    """Lessons of one round, each a part."""

    opponent: int
    """Which of the job's strategies."""
    lessons: tuple[Lesson, ...]
    tried: int
    """About how many games a lesson plays to try choices."""

    def games(self, number: int) -> int:
        """Those that try choices."""
        return self.tried

    def do(self, number: int, stop: threading.Event | None = None, played: Played = unheard) -> Taken:
        """Take one lesson."""
        if stop is not None and stop.is_set():
            raise Stopped
        taken = school_of(self.job, self.opponent).take(self.lessons[number])
        played(self.tried)
        return taken

    def prepare(self) -> None:
        """Load the machine code of all lessons."""
        _ = school_of(self.job, self.opponent).policies


@dataclass(frozen=True)
class Trials(Work[float]):
    """What weights win alone against an opponent: one part for each of some weights and opponents."""

    trials: tuple[tuple[int, Lesson], ...]
    """Which of the job's strategies is the opponent, and what is played."""

    def games(self, number: int) -> int:
        """None that try choices."""
        return 0

    def do(self, number: int, stop: threading.Event | None = None, played: Played = unheard) -> float:
        """Play the games of one trial."""
        if stop is not None and stop.is_set():
            raise Stopped
        opponent, lesson = self.trials[number]
        return school_of(self.job, opponent).wins(lesson)

    def prepare(self) -> None:
        """Load the machine code of all trials."""
        for opponent in {one for one, _ in self.trials}:
            _ = school_of(self.job, opponent).policies
