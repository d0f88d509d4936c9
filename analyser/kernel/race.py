"""The race of plans that a strategy looks ahead with: heats of rollouts on the same luck, until one plan is left.

Every plan is compared with plan 0, the base's favourite: the same new luck, the same hidden things dealt again. Where
hardly any luck is left, the last choices in the race go on as plans that try what to do at the next decision.

Method: docs/explanation/methods.md#look-ahead.
"""

from collections.abc import Callable
from typing import TypeAlias

from analyser.kernel.backend import compiled, compiled_apart
from analyser.kernel.columns import SCORE, WHOLE_WIN, WIN
from analyser.kernel.intrinsics import Record, RecordType, call, copy_record, record_at
from analyser.kernel.limits import MAX_PLANS, MAX_SCRIPT
from analyser.kernel.loop import PlayGame, begin_luck_of_seats
from analyser.kernel.plans import deepen, drop_out, heats_of, hope, line_up, winner
from analyser.kernel.policies import Policy
from analyser.kernel.rollouts import STUDIED
from analyser.kernel.workspace import (
    N_POLICY_PARAMS,
    OTHERS,
    OWN,
    POLICY_CAUTION,
    POLICY_LEAD,
    POLICY_ROLLOUTS,
    POLICY_SECONDS,
    POLICY_SEES_ALL,
)

Redeal: TypeAlias = Callable[[Record, Record, int, Record], None]
"""A game's `redeal(table, hidden, seat, workspace)`: draws what a seat cannot know, by `workspace.luck[REDEALING]`."""
Outcome: TypeAlias = Callable[[Record, Record, int, int], float]
"""`outcome(view, workspace, plan, number)`: what a seat has of a plan in one rollout."""
SetUp: TypeAlias = Callable[[Record, Record, Record, Record], None]
"""`set_up(view, workspace, table, inner)`: puts a position on the table that a rollout plays on."""
Race: TypeAlias = Callable[[Record, Record, int, bool], int]
"""`race(view, workspace, m, is_ranked)`: which of the first m choices kept wins. Where the base has not ranked them,
all race, and none is its favourite."""
Luck: TypeAlias = Callable[[Record, Record], float]
"""`luck_left(view, workspace)`: how much outcomes vary from rollout to rollout."""
LEAST_PILOT, MOST_PILOT, PILOT_SHARE = 4, 32, 16
"""Rollouts of the base's favourite that show how much luck is left: a sixteenth of the budget, within these limits."""
FINE = 0.2
"""A race must be able to part values that differ by this much: the more luck is left, the fewer choices race. In
La Planche, which is mostly luck, 256 rollouts win 29.0 % (± 1.9) with 4 choices, 27.5 with 8 and 25.8 with 16."""
NOT_MEASURED = 2 * FINE * FINE
"""The luck that is assumed if there are too few rollouts to measure it: so much that nobody goes deeper."""
FINALISTS, LEAST_SECONDS = 8, 4
"""Where hardly any luck is left: choices that go on as plans, and how many plans for each are worth it."""


def roll(play: PlayGame, hidden: RecordType) -> Policy:
    """One rollout, as race calls it: by address."""

    def play_to_the_end(table: Record, workspace: Record) -> int:
        play(table, record_at(workspace.hidden, hidden), workspace)
        return 0

    return play_to_the_end


def redeal_by(redeal: Redeal, hidden: RecordType) -> Policy:
    """A game's redeal for the seat `table.me`, as rollouts call it: by address."""

    def deal_again(table: Record, workspace: Record) -> int:
        redeal(table, record_at(workspace.hidden, hidden), table.me, workspace)
        return 0

    return deal_again


def set_up_by(hidden_type: RecordType, goes_on: bool) -> SetUp:
    """How a rollout's table is set up. `goes_on`: rollouts go on from a copy of the position; if not, they are played
    again from the deal, by script.
    """

    @compiled
    def set_up(view: Record, workspace: Record, table: Record, inner: Record) -> None:
        copy_record(table, view)
        inner.key, inner.deal_key = workspace.key, workspace.deal_key
        if goes_on:
            copy_record(record_at(inner.hidden, hidden_type), record_at(workspace.hidden, hidden_type))
            inner.decisions = workspace.decisions - 1
            for purpose in range(len(workspace.luck)):
                inner.luck[purpose] = workspace.luck[purpose]
        else:
            inner.decisions = 0
            begin_luck_of_seats(inner, workspace.n_seats)

    return set_up


def outcome_by_rollout(
    table_type: RecordType, hidden_type: RecordType, workspace_type: RecordType, goes_on: bool
) -> Outcome:
    """A plan, tried once."""
    set_up = set_up_by(hidden_type, goes_on)

    @compiled_apart
    def outcome(view: Record, workspace: Record, plan: int, number: int) -> float:
        """What a seat has of a plan in one rollout."""
        table = record_at(workspace.rollout_table, table_type)
        inner = record_at(workspace.rollout_workspace, workspace_type)
        inner.pinned_choice = workspace.kept[plan // workspace.seconds]
        inner.rollout = (workspace.decisions << 32) + number + 1
        begin_plan(workspace, inner, view.me, plan % workspace.seconds)
        set_up(view, workspace, table, inner)
        call(workspace.roll, table, inner)
        workspace.rolled += 1
        return value_of(inner, view.me, workspace.n_seats, workspace.policy_params[view.me, POLICY_LEAD])

    return outcome


def measured_luck(outcome: Outcome) -> Luck:
    """How much luck is left, by rollouts of the base's favourite."""

    @compiled_apart
    def luck_left(view: Record, workspace: Record) -> float:
        pilot = min(int(workspace.policy_params[view.me, POLICY_ROLLOUTS]) // PILOT_SHARE, MOST_PILOT)
        if pilot < LEAST_PILOT:
            return NOT_MEASURED
        total = squares = 0.0
        for number in range(pilot):
            value = outcome(view, workspace, 0, number)
            total += value
            squares += value * value
        return (squares - total * total / pilot) / (pilot - 1)

    return luck_left


def race_by_rollouts(
    table_type: RecordType, hidden_type: RecordType, workspace_type: RecordType, goes_on: bool
) -> Race:
    """The race of a game's choices."""
    outcome = outcome_by_rollout(table_type, hidden_type, workspace_type, goes_on)
    luck_left = measured_luck(outcome)

    @compiled_apart
    def run_heat(view: Record, workspace: Record, racing: int, done: int, end: int) -> None:
        """Rollouts of all plans in the race. Each is compared with plan 0, on the same luck."""
        inner = record_at(workspace.rollout_workspace, workspace_type)
        for number in range(done, end):
            favourite = 0.0
            for k in range(racing):
                value = outcome(view, workspace, workspace.plans[k], number)
                favourite = value if k == 0 else favourite
                gain = value - favourite
                workspace.plan_gains[k] += gain
                workspace.plan_squares[k] += gain * gain
                workspace.plan_wins[k] += inner.seat_rows[WIN, view.me] / WHOLE_WIN

    @compiled_apart
    def run_heats(view: Record, workspace: Record, racing: int, until: int, budget: int) -> int:
        """Heats of as many rollouts each, until few enough plans are left."""
        heats = heats_of(racing, until)
        while racing > until:
            end = workspace.raced + max(1, budget // (heats * racing))
            run_heat(view, workspace, racing, workspace.raced, end)
            workspace.raced, racing = end, drop_out(workspace, racing)
        return racing

    @compiled_apart
    def run_in_two(view: Record, workspace: Record, racing: int, budget: int) -> None:
        """Half of the rollouts for the choices; the best go on as plans, if there are rollouts enough for those."""
        before = workspace.rolled
        racing = run_heats(view, workspace, racing, FINALISTS, budget // 2)
        left = budget - (workspace.rolled - before)
        most = min(int(workspace.policy_params[view.me, POLICY_SECONDS]), MAX_PLANS // racing)
        seconds = min(left // (2 * racing), most)
        if seconds >= LEAST_SECONDS:
            racing, workspace.raced = deepen(workspace, racing, seconds), 0
        run_heats(view, workspace, racing, 1, left)

    @compiled_apart
    def race(view: Record, workspace: Record, m: int, is_ranked: bool) -> int:
        if workspace.decisions > MAX_SCRIPT:
            return 0
        prepare(workspace, record_at(workspace.rollout_workspace, workspace_type), view.me)
        params = workspace.policy_params[view.me]
        budget, workspace.raced = int(params[POLICY_ROLLOUTS]), 0
        line_up(workspace, m)
        needed = luck_left(view, workspace) / (FINE * FINE)
        m = min(m, max(2, int(budget / max(needed, 1.0)))) if is_ranked else m
        if needed <= 1.0:
            run_in_two(view, workspace, m, budget)
        else:
            run_heats(view, workspace, m, 1, budget)
        best = winner(workspace, workspace.raced, params[POLICY_CAUTION] if is_ranked else 0.0)
        hope(workspace, best, workspace.raced, m)
        return workspace.plans[best] // workspace.seconds

    return race


@compiled
def begin_plan(workspace: Record, inner: Record, me: int, second: int) -> None:
    """A plan's first decision is pinned. At the second the base decides, or the plan by its number."""
    inner.follow = second
    inner.seconds = workspace.seconds
    if second == 0:
        seat_base(inner, me)
        return
    for kind in range(workspace.policies.shape[1]):
        inner.policies[me, kind] = workspace.policies[me, kind]


@compiled_apart
def prepare(workspace: Record, inner: Record, me: int) -> None:
    """Seat the players of rollouts; the script is what was played so far."""
    for seat in range(workspace.n_seats):
        who = OWN if seat == me else OTHERS
        for kind in range(workspace.policies.shape[1]):
            inner.policies[seat, kind] = workspace.rollout_policies[me, who, kind]
            inner.rollout_policies[seat, OWN, kind] = workspace.rollout_policies[me, who, kind]
        for k in range(N_POLICY_PARAMS):
            inner.policy_params[seat, k] = workspace.rollout_params[me, who, k]
    inner.studied = STUDIED
    inner.game, inner.n_seats = workspace.game, workspace.n_seats
    inner.rotation, inner.replays = workspace.rotation, workspace.replays
    inner.pinned, inner.pinned_seat = workspace.decisions, me
    sees_all = workspace.policy_params[me, POLICY_SEES_ALL] > 0
    is_secret = workspace.secret_from > 0 and not sees_all
    inner.fresh = workspace.secret_from if is_secret else workspace.decisions
    inner.scripted = inner.fresh - 1
    inner.redeal = 0 if sees_all else workspace.redeal
    inner.secret_from = 0
    for k in range(inner.scripted):
        inner.script[k] = workspace.script[k]


@compiled
def value_of(inner: Record, me: int, n_seats: int, lead: float) -> float:
    """The win share of a seat, and its lead over the best other as a part of both scores, weighed by `lead`."""
    mine = inner.seat_rows[SCORE, me]
    best = mine if n_seats == 1 else -(1 << 62)
    for seat in range(n_seats):
        if seat != me:
            best = max(best, inner.seat_rows[SCORE, seat])
    relative = (mine - best) / (1.0 + abs(mine) + abs(best))
    return inner.seat_rows[WIN, me] / WHOLE_WIN + lead * relative


@compiled
def seat_base(workspace: Record, me: int) -> None:
    """In a rollout, the base strategy plays the seat that looks ahead."""
    for kind in range(workspace.policies.shape[1]):
        workspace.policies[me, kind] = workspace.rollout_policies[me, OWN, kind]
