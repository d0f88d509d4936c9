"""How soon an opponent can read the winner's colour from what the winner does.

The opponent sees all and knows its own stone. It knows how the winner plays: after each of its turns it asks what that
strategy would have done with each colour, and weighs each colour by how often it would have done exactly that.
A simpler reader, for comparison, only notes which colours were helped, harmed and dropped.
"""

from collections.abc import Callable
from functools import cached_property

import numpy as np
import polars as pl

from analyser.core.arrays import Floats, Ints
from analyser.experiments.catalogue import Question
from analyser.experiments.forced import value_rows
from analyser.experiments.positions import Study
from analyser.experiments.sample import ExperimentSpec, Runner
from analyser.games.la_planche.choices import Kind
from analyser.games.la_planche.table import COLOURS, PushTarget, Symbol
from analyser.kernel.intrinsics import Handle, Record, call
from analyser.kernel.limits import MAX_PARAMS
from analyser.kernel.machine_code import cached
from analyser.kernel.rng import scramble
from analyser.simulation.job import Job
from analyser.statistics.estimates import mean_of_games
from analyser.statistics.intervals import CONFIDENCE

TURNS_READ = 6
DRAWS = 32
"""How often a strategy is asked for each colour: it may draw among equals."""
UNSEEN = 0.5
"""What counts for a choice that was never drawn, so that no colour is ruled out for good."""
CHANCE = 1 / (COLOURS - 1)
HALF = 0.5
ANY_GROUP = int(PushTarget.ANY_GROUP)


def count_matches(policy: Handle, view: Record, workspace: Record, row: Ints, draws: int, matches: Ints) -> None:
    """How often a strategy, holding each colour, chooses what leads to this row (slots, colours, how many).

    Equals are drawn with luck that is new, and the same for all colours. Where the push is a separate choice, the
    slots say nothing about the action.
    """
    fresh = scramble(workspace.luck[view.me])
    for colour in range(COLOURS):
        view.my_colour = colour
        workspace.luck[view.me] = fresh
        matches[colour] = 0
        for _ in range(draws):
            choice = workspace.choices[call(policy, view, workspace)]
            same_slots = choice.occupied == row[0] or view.push_target == ANY_GROUP
            matches[colour] += int(same_slots and (choice.colours & ((1 << (2 * row[2])) - 1)) == row[1])


class Reader:
    """Follows the games of one strategy against itself."""

    def __init__(self, job: Job) -> None:
        self.study = Study(job)
        self.table, self.players = self.study.state.table, job.players
        self.longest = int(self.table.max_turns)
        self.matches = np.zeros(COLOURS, np.int64)

    @cached_property
    def count(self) -> Callable[..., object]:
        """`count_matches`, compiled."""
        state = self.study.state
        examples = (self._chooser, state.table, state.workspace, np.zeros(3, np.int64), DRAWS, self.matches)
        return cached("la-planche-reading", count_matches, *examples)

    @property
    def _chooser(self) -> Handle:
        return self.study.engine.policies[0, Kind.ACTION]

    def read(self, game: int) -> Floats | None:
        """Which part of the opponents name the winner's colour after each of its first turns: by knowing its strategy,
        and by notes; nothing if nobody wins.
        """
        self.table.max_turns = self.longest
        wins = self.study.play(game)
        if wins.max() < 1:
            return None
        seat = int(wins.argmax())
        belief, found = np.zeros(COLOURS), []
        for own_turn in range(TURNS_READ):
            turn = own_turn * self.players + seat + 1
            row, sabres = self._after(game, turn)
            notes = self._notes(seat)
            stones = self.study.state.hidden.stones[: self.players].tolist()
            if self.table.turns == turn and set(sabres) != {int(Symbol.SKULL)}:
                belief = belief + self._evidence(game, turn, seat, row, sabres)
            found.append([named_by_others(known, stones, seat) for known in (belief, notes)])
        return np.array(found)

    def _after(self, game: int, turn: int) -> tuple[Ints, list[int]]:
        """Play that many turns: the row after them, and what the vane showed last."""
        self.table.max_turns = turn
        self.study.play(game)
        row = np.array([self.table.occupied, self.table.colours, self.table.left], np.int64)
        return row, self.table.sabres.tolist()

    def _notes(self, seat: int) -> Floats:
        """How much a seat has shown to care for each colour, as `suspicion` has it."""
        return (self.table.helped[seat] - self.table.harmed[seat] - 2 * self.table.dropped[seat]).astype(float)

    def _evidence(self, game: int, turn: int, seat: int, row: Ints, sabres: list[int]) -> Floats:
        """For each colour, the logarithm of how likely the turn was."""
        if not self._chooser:
            return np.zeros(COLOURS)
        self._after(game, turn - 1)
        self.table.me, self.table.turns = seat, turn
        self.table.sabres[:] = sabres
        self.table.params[:] = self.study.state.workspace.policy_params[seat, :MAX_PARAMS]
        self.count(self._chooser, self.table, self.study.state.workspace, row, DRAWS, self.matches)
        return np.log((self.matches + UNSEEN) / (DRAWS + 2 * UNSEEN))


def named_by_others(belief: Floats, stones: list[int], seat: int) -> float:
    """The part of the others who name a seat's colour: the likeliest that is not their own, equals being drawn."""
    named = 0.0
    for reader, own in enumerate(stones):
        if reader != seat:
            possible = np.arange(COLOURS) != own
            likeliest = possible & (belief > belief[possible].max() - 1e-9)
            named += likeliest[stones[seat]] / likeliest.sum()
    return named / (len(stones) - 1)


def answer(experiment: ExperimentSpec, question: Question, who: str, runner: Runner) -> pl.DataFrame:
    """A row for each turn of the winner: how often its colour is read, and how far that is above chance, in points."""
    job = experiment.job(strategies=who)
    reader, found = Reader(job), []
    for game in range(job.games):
        read = reader.read(game)
        found += [read] if read is not None else []
        runner.count(1)
    games = np.array(found)
    labels = [f"turn {k + 1}" for k in range(TURNS_READ)]
    rows = value_rows(labels, mean_of_games(games[:, :, 0] - CHANCE, 1), CONFIDENCE, len(games))
    rows |= {"read_share": games[:, :, 0].mean(0), "noted_share": games[:, :, 1].mean(0)}
    return pl.DataFrame(rows | {"games": [len(games)] * TURNS_READ})


def told(table: pl.DataFrame) -> str:
    """From which turn on more than half of the opponents are right, and how many are after the first and the last."""
    sure = table.filter(pl.col("low_points") / 100 + CHANCE > HALF)
    soon = f"More often than not from {sure['level'][0]} on" if sure.height else "Not yet more often than not"
    ends = [
        f"after {row['level']} {row['read_share']:.1%} ({row['low_points'] / 100 + CHANCE:.1%} to "
        f"{min(row['high_points'] / 100 + CHANCE, 1):.1%}; by notes alone {row['noted_share']:.1%})"
        for row in (table.row(0, named=True), table.row(-1, named=True))
    ]
    return f"{soon}: {', '.join(ends)}; chance is {CHANCE:.1%}."
