"""Lessons for a learner: at some decisions of its games choices are tried by rollouts, and what each brought is written
down with the answers that the learner's questions got about it.

A learner is a set of weights: for each sort of choice one for every question, and one that grows with the clock. It
takes the choice with the highest sum. Inside a rollout everybody plays by the same weights.

Method: docs/explanation/methods.md#learning.
"""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from analyser.kernel.backend import compiled, compiled_apart
from analyser.kernel.intrinsics import Record, RecordType, blank, call, record_at
from analyser.kernel.limits import MAX_SCRIPT
from analyser.kernel.plans import exchange
from analyser.kernel.policies import BEST, ListChoices, Policy, weigh_kept
from analyser.kernel.race import prepare, set_up_by, value_of
from analyser.kernel.rng import below, chance, draw
from analyser.kernel.workspace import OWN, PLANNER, POLICY_LEAD, POLICY_ROLLOUTS

Answer: TypeAlias = Callable[[Record, Record, Record], None]
"""`answer(view, choice, notes)`: writes the sort of a choice, the clock and the answers to all questions."""
GetReady: TypeAlias = Callable[[Record, Record], None]
TryOut: TypeAlias = Callable[[Record, Record, int, int], float]
"""`try_out(view, workspace, choice, number)`: what a seat has of a choice in one rollout."""
ROWS = 1 << 14
"""Choices that can be written down before the notes are taken away."""
FAVOURITES = 2
"""Of long lists every second choice tried is one of those that the learner likes best, the others are drawn by lot."""


def notes_dtype(n_sorts: int, n_questions: int) -> RecordType:
    """A learner's weights, what it is being asked about, and what it has written down."""
    return np.dtype(
        [
            ("weights", "f8", (n_sorts, 2, n_questions)),
            ("group", "i8"),
            ("clock", "f8"),
            ("answers", "f8", n_questions),
            ("lesson_rate", "f8"),
            ("slip_rate", "f8"),
            ("loyalty", "f8"),
            ("most_tried", "i8"),
            ("n_lessons", "i8"),
            ("n_rows", "i8"),
            ("lesson", "i8", ROWS),
            ("sorts", "i8", ROWS),
            ("clocks", "f8", ROWS),
            ("brought", "f8", ROWS),
            ("rows", "f8", (ROWS, n_questions)),
        ],
        align=True,
    )


@compiled
def worth(notes: Record) -> float:
    """How much the learner likes the choice that the notes are about."""
    total = 0.0
    for k in range(len(notes.answers)):
        weight = notes.weights[notes.group, 0, k] + notes.clock * notes.weights[notes.group, 1, k]
        total += weight * notes.answers[k]
    return total


def play_by_weights(list_choices: ListChoices, answer: Answer, notes_type: RecordType) -> Policy:
    """Take the choice with the highest sum of weighted answers."""
    ask_about = asked(answer)

    def policy(view: Record, workspace: Record) -> int:
        notes = record_at(workspace.notes, notes_type)
        best = blank(BEST)
        best.value = -np.inf
        for index in range(list_choices(view, workspace.choices)):
            weigh_kept(best, workspace, index, ask_about(view, workspace.choices[index], notes))
        return workspace.kept[below(workspace.luck, view.me, best.n)]

    return policy


def asked(answer: Answer) -> Callable[[Record, Record, Record], float]:
    """What the learner thinks of a choice."""

    @compiled_apart
    def ask_about(view: Record, choice: Record, notes: Record) -> float:
        answer(view, choice, notes)
        return worth(notes)

    return ask_about


def by_rollouts(
    table_type: RecordType, hidden_type: RecordType, workspace_type: RecordType, goes_on: bool
) -> tuple[GetReady, TryOut]:
    """How choices are tried."""
    set_up = set_up_by(hidden_type, goes_on)

    @compiled_apart
    def get_ready(view: Record, workspace: Record) -> None:
        prepare(workspace, record_at(workspace.rollout_workspace, workspace_type), view.me)

    @compiled_apart
    def try_out(view: Record, workspace: Record, choice: int, number: int) -> float:
        table = record_at(workspace.rollout_table, table_type)
        inner = record_at(workspace.rollout_workspace, workspace_type)
        inner.pinned_choice = choice
        inner.rollout = (workspace.decisions << 32) + number + 1
        inner.follow = 0
        set_up(view, workspace, table, inner)
        call(workspace.roll, table, inner)
        workspace.rolled += 1
        return value_of(inner, view.me, workspace.n_seats, workspace.policy_params[view.me, POLICY_LEAD])

    return get_ready, try_out


def take_lessons(
    kind: int, list_choices: ListChoices, answer: Answer, notes_type: RecordType, get_ready: GetReady, try_out: TryOut
) -> Policy:
    """Play as in rollouts, but for slips; at some decisions try choices, and write down what they brought."""
    ask_about = asked(answer)

    @compiled_apart
    def study(view: Record, workspace: Record, n: int, notes: Record) -> None:
        """Try the favourite and some others, all on the same luck. The favourite counts a little more: what is put off
        in a rollout looks free, since the player of the rollout does it at once.
        """
        get_ready(view, workspace)
        rollouts = int(workspace.policy_params[view.me, POLICY_ROLLOUTS])
        for k in range(n):
            total = 0.0
            for number in range(rollouts):
                total += try_out(view, workspace, workspace.kept[k], number)
            ask_about(view, workspace.choices[workspace.kept[k]], notes)
            write_down(notes, total / rollouts + (notes.loyalty if k == 0 else 0.0))
        notes.n_lessons += 1

    def policy(view: Record, workspace: Record) -> int:
        notes = record_at(workspace.notes, notes_type)
        pick = call(workspace.rollout_policies[view.me, OWN, kind], view, workspace)
        n = list_choices(view, workspace.choices)
        workspace.luck[PLANNER] = draw(workspace.luck, view.me)
        if is_lesson(workspace, notes, n):
            for index in range(n):
                workspace.kept[index] = index
                workspace.values[index] = ask_about(view, workspace.choices[index], notes)
            exchange(workspace.kept, workspace.values, 0, pick)
            shortlist(workspace, n, notes.most_tried)
            study(view, workspace, min(n, notes.most_tried), notes)
        slips = chance(workspace.luck, PLANNER) < notes.slip_rate
        return below(workspace.luck, PLANNER, n) if slips else pick

    return policy


@compiled_apart
def is_lesson(workspace: Record, notes: Record, n: int) -> bool:
    """Whether this decision is studied: by lot, while there is room."""
    drawn = chance(workspace.luck, PLANNER) < notes.lesson_rate
    has_room = notes.n_rows + notes.most_tried <= ROWS and workspace.decisions <= MAX_SCRIPT
    return drawn and has_room and n > 1


@compiled_apart
def shortlist(workspace: Record, n: int, m: int) -> None:
    """After the pick: the favourites of the learner (equals by lot), in turns with others drawn by lot."""
    for k in range(1, min(n, m)):
        best = k + below(workspace.luck, PLANNER, n - k)
        if k % FAVOURITES == 1:
            for step in range(n - k):
                other = k + (best - k + step) % (n - k)
                if workspace.values[other] > workspace.values[best]:
                    best = other
        exchange(workspace.kept, workspace.values, k, best)


@compiled
def write_down(notes: Record, brought: float) -> None:
    """One more choice tried."""
    row = notes.n_rows
    notes.lesson[row], notes.sorts[row], notes.clocks[row] = notes.n_lessons, notes.group, notes.clock
    notes.brought[row] = brought
    for k in range(len(notes.answers)):
        notes.rows[row, k] = notes.answers[k]
    notes.n_rows += 1
