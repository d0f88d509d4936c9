"""A strategy learned from the game's own questions, by policy iteration with rollouts; and its race against the field.

Each round the learner plays against itself by its weights. At some decisions choices are tried to the end of the game;
regression over the rounds so far gives the weights of the next. After each round the lessons are kept beside the file:
typed again, the command goes on from there.

Method: docs/explanation/methods.md#learning.
"""

import io
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

import numpy as np
import polars as pl

from analyser.core.arrays import Floats
from analyser.core.errors import BadInput, Interrupted
from analyser.core.files import read_file, write_whole
from analyser.experiments.learned_race import MOST_RACED, race_of, sentence_of, standings
from analyser.experiments.sample import ExperimentSpec, Runner, unseen
from analyser.kernel.hashing import digest
from analyser.simulation.executor import do_all, stoppable
from analyser.simulation.job import Job
from analyser.simulation.lessons import LESSON_RATE, TRIED, Lesson, Lessons, School, Trials, school_of
from analyser.simulation.part import Stopped
from analyser.statistics.preferences import Sums, Tried, best_ridge, importance, sums_of, weights_of
from analyser.strategies.learned import paragraph, rounded, strategy_file
from analyser.strategies.library import default_field, find_strategy
from analyser.strategies.questions import MOST_SORTS, Questions
from analyser.strategies.strategy import RANDOM, Strategy

ROUNDS = 8
PARTS = 32
MOST_LESSONS = 500
"""The least parts of a round, which are played side by side, and the most lessons of a part."""
PROBED = 4
"""Games that tell how many decisions a game has, before the first round."""
FADES = 0.7
"""What a round's lessons count in the next: their rollouts were played by weaker players."""
LEAST_WEIGHT = 0.02
"""Weights that tell choices apart by less than this part of the strongest are left out."""
LEAST_GAMES = 1_000
ANSWERS = 2.0e10
"""Answers that are given by default: about a minute and a half on two cores."""
TRIAL_GAMES = 2_000
"""Games of each round's weights, to find the strongest."""
RACE_GAMES = 4_000
FIRST_GAME = 1 << 24
"""Rounds play games of their own: round r begins at this many times r."""


Began = Callable[[int], None]


def unheard(games: int) -> None:
    """Ignore it."""


@dataclass(frozen=True)
class Learned:
    """A strategy that was learned: where it is, and what it wins alone against each opponent."""

    path: Path
    games: int
    weights: int
    """How many weights it has."""
    race: pl.DataFrame
    sentence: str


@dataclass
class Notebook:
    """What was learned so far: the weights after each round, and the sums of the lessons. Kept beside the strategy
    file until it is finished.
    """

    key: str
    weights: Floats
    """Rounds x sorts x (without the clock, with it) x questions."""
    halves: list[Sums] = field(default_factory=list)
    """Of every second part."""

    @property
    def rounds(self) -> int:
        """How many are over."""
        return len(self.weights)

    def bytes(self) -> bytes:
        """As a file."""
        file = io.BytesIO()
        sums = {
            f"{one.name}_{k}": getattr(half, one.name) for k, half in enumerate(self.halves) for one in fields(Sums)
        }
        np.savez_compressed(file, allow_pickle=False, key=self.key, weights=self.weights, **sums)
        return file.getvalue()


def learn(
    experiment: ExperimentSpec, games: int | None, out: Path, again: str, runner: Runner, began: Began = unheard
) -> Learned:
    """Learn, write the strategy file, and race it. `again`: the command that goes on after an interruption; `began` is
    told how many games will be played to try choices.
    """
    if experiment.players == 1:
        raise BadInput(f"{experiment.game.title} with 1 player has nobody to win against, so nothing can be learned.")
    questions, opponents = Questions(experiment.game), _opponents(experiment)
    answers = questions.file()
    job = experiment.job(games=1, strategies=",".join(one.spec if one else RANDOM for one in opponents))
    facts = (experiment.game.name, experiment.players, games, experiment.seed, experiment.settings, opponents, answers)
    notebook = opened(out, digest([repr(facts).encode()]), len(questions.all) + 1)
    try:
        with stoppable():
            for number in range(len(opponents)):
                school_of(job, number).make_ready(runner.note)
            course = Course.of(school_of(job, 0), games, experiment.seed)
            began(course.games)
            runner.progress(notebook.rounds * course.games // ROUNDS, None)
            for _ in range(notebook.rounds, ROUNDS):
                take_round(course, job, notebook, runner)
                write_whole(_beside(out), notebook.bytes())
                write_whole(out, _text(experiment, course, questions, notebook.weights[-1]).encode())
            weights = notebook.weights[strongest_round(job, notebook, experiment.seed, runner)]
        write_whole(out, _text(experiment, course, questions, weights).encode())
        race = race_of(experiment, out, RACE_GAMES, replace(runner, progress=unseen))
    except (KeyboardInterrupt, Stopped, Interrupted):
        raise Interrupted(_left(out, notebook, again)) from None
    write_whole(out, _text(experiment, course, questions, weights, race).encode())
    _beside(out).unlink(missing_ok=True)
    return Learned(out, course.games, int((weights != 0).sum()), race, sentence_of(race, experiment.players))


def _opponents(experiment: ExperimentSpec) -> list[Strategy | None]:
    """The strongest strategies of the game, the strongest first; none if it has only the uniform random player."""
    found = [find_strategy(experiment.game, one) for one in default_field(experiment.game)[:MOST_RACED]]
    return [one for one in found if not one.is_random] or [None]


def opponent_of_round(n_opponents: int, number: int) -> int:
    """Every second round is against the strongest, the others in turn: who learns against one only, loses to others."""
    return 1 + number // 2 % (n_opponents - 1) if n_opponents > 1 and number % 2 == 1 else 0


def _left(out: Path, notebook: Notebook, again: str) -> str:
    if notebook.rounds == 0:
        return f"Interrupted in the first round: nothing was learned yet. Type the command again: {again}"
    done = f"Interrupted after round {notebook.rounds} of {ROUNDS}. What was learned so far is in {out}."
    return f"{done} To go on: {again}"


@dataclass(frozen=True)
class Course:
    """How much is learned: games to try choices with, in all, and how many parts and games a round has."""

    games: int
    seed: int
    parts: int
    part_games: int

    @staticmethod
    def of(school: School, games: int | None, seed: int) -> "Course":
        """As many games as asked, or as a minute or two have room for: by how often questions are asked in a game."""
        n_questions = len(school.questions.all) + 1
        nothing = np.zeros((MOST_SORTS, 2, n_questions))
        _, decisions, choices = school.take(Lesson(nothing, seed, 0, PROBED, is_first=True))
        wanted = games or max(LEAST_GAMES, 1000 * round(ANSWERS * PROBED / (choices * n_questions * 1000)))
        lessons = wanted / ROUNDS / TRIED
        parts = max(PARTS, round(lessons / MOST_LESSONS))
        lessons_a_game = LESSON_RATE * decisions / PROBED * school.learning_share
        return Course(wanted, seed, parts, max(1, round(lessons / parts / lessons_a_game)))

    def lessons(self, number: int, weights: Floats) -> list[Lesson]:
        """The parts of a round."""
        first = FIRST_GAME * (number + 1)
        starts = range(first, first + self.part_games * self.parts, self.part_games)
        return [Lesson(weights, self.seed, start, self.part_games, is_first=number == 0) for start in starts]


def take_round(course: Course, job: Job, notebook: Notebook, runner: Runner) -> None:
    """One round of lessons; the notebook changes only when it is over."""
    shape = notebook.weights.shape[1:]
    weights = notebook.weights[-1] if notebook.rounds else np.zeros(shape)
    parts = course.lessons(notebook.rounds, weights)
    opponent = opponent_of_round(len(job.strategies), notebook.rounds)
    lessons = Lessons(job, opponent, tuple(parts), course.games // (ROUNDS * course.parts))
    found = [*do_all(lessons, range(len(parts)), runner.workers, runner.note, runner.progress)]
    halves = [sums_of(joined([tried for tried, *_ in found[half::2]]), MOST_SORTS) for half in range(2)]
    if notebook.halves:
        halves = [old.faded(FADES) + new for old, new in zip(notebook.halves, halves, strict=True)]
    notebook.weights = np.concatenate([notebook.weights, [few_weights(*halves)]])
    notebook.halves = halves


def joined(parts: list[Tried]) -> Tried:
    """The lessons of several parts as one, counted through."""
    ends = np.cumsum([0, *(int(one.lesson.max(initial=-1)) + 1 for one in parts)])
    counted = [replace(one, lesson=one.lesson + end) for one, end in zip(parts, ends, strict=False)]
    return Tried(*(np.concatenate([getattr(one, each.name) for one in counted]) for each in fields(Tried)))


def few_weights(one: Sums, other: Sums) -> Floats:
    """Weights without those that hardly matter, the others fitted once more, with as many digits as are written."""
    sums, ridge = one + other, best_ridge((one, other), MOST_SORTS)
    matters = importance(sums, weights_of(sums, ridge, MOST_SORTS))
    return rounded(weights_of(sums, ridge, MOST_SORTS, matters >= LEAST_WEIGHT * matters.max()))


def strongest_round(job: Job, notebook: Notebook, seed: int, runner: Runner) -> int:
    """The round whose weights win most, on games of their own: half of them against the strongest strategy, the others
    against the rest. Without any, the last.
    """
    if job.strategies[0].is_random:
        return ROUNDS - 1
    n = len(job.strategies)
    games = [TRIAL_GAMES, *[TRIAL_GAMES // n] * (n - 1)]
    asked = [(k, Lesson(weights, seed, 0, games[k])) for weights in notebook.weights for k in range(n)]
    trials = Trials(job, tuple(asked))
    won = np.array([*do_all(trials, range(len(asked)), runner.workers, runner.note, unseen)]).reshape(-1, n)
    return int(np.argmax(won[:, 0] + (won[:, 1:].mean(1) if n > 1 else 0.0)))


def _text(
    experiment: ExperimentSpec,
    course: Course,
    questions: Questions,
    weights: Floats,
    race: pl.DataFrame | None = None,
) -> str:
    """The strategy file, with how it was made in its docstring."""
    made = f"analyse learn --game {experiment.game.name} --players {experiment.players} --games {course.games}"
    made += "".join(f" --set {one}" for one in experiment.settings) + f" --seed {experiment.seed}"
    beats = standings(race, experiment.players)["more"] if race is not None else []
    idea = (
        f"Idea: for each sort of choice a sum of weights times answers, {int((weights != 0).sum())} weights in all. It "
        "tried choices to the end of the game: what one brought more than the others is explained by what was answered "
        "more about it."
    )
    lines = ["Weighs the answers to its game's own questions, as it has learned by playing.", "", paragraph(idea)]
    lines += [f"Made by: {made}"]
    lines += [f"Beats: {', '.join(beats)}."] if beats else []
    lines += ["Weakness: sums only, so it cannot see that two answers matter more together than alone."]
    return strategy_file(questions, weights, "\n".join(lines))


def _beside(out: Path) -> Path:
    """Where the lessons are kept until the strategy is finished."""
    return out.with_suffix(".lessons")


def opened(out: Path, key: str, n_questions: int) -> Notebook:
    """The lessons of an interrupted command, or none. A file that is no such work is never overwritten."""
    beside = _beside(out)
    if beside.exists():
        try:
            with np.load(io.BytesIO(read_file(beside, 1 << 28))) as kept:
                found = {name: kept[name] for name in kept.files}
            halves = [Sums(**{one.name: found[f"{one.name}_{k}"] for one in fields(Sums)}) for k in range(2)]
            if str(found["key"]) == key:
                return Notebook(key, found["weights"], halves)
        except (OSError, ValueError, KeyError, EOFError):
            pass
        raise BadInput(f"{beside} holds lessons of another command. Remove it, or type another --out FILE.")
    if out.exists():
        raise BadInput(f"{out} exists. Nothing was changed. Type another --out FILE.")
    return Notebook(key, np.zeros((0, MOST_SORTS, 2, n_questions)))
