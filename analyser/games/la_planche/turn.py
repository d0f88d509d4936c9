"""The order of play: the vane, action 1, the push, until one prisoner is left; in a series, round after round."""

from analyser.games.la_planche.choices import (
    ACT_ADVANCE,
    ACT_FIRST,
    ACT_SWAP,
    CHOICE,
    Kind,
    decode,
    foresee,
    n_actions,
    n_pushes,
)
from analyser.games.la_planche.columns import COLOUR, NO_COLOUR, OWN_LEFT_AT_HALF, SURVIVOR_COLOUR, TURNS
from analyser.games.la_planche.rules import (
    bit_of,
    colour_of,
    drop_foremost,
    first_bit,
    group_starts,
    is_over,
    is_series_won,
    last_bit,
    push_prisoner,
    remember,
    score_round,
    spin_vane,
)
from analyser.games.la_planche.table import MAX_PLAYERS, NONE, Event, PushTarget, SeriesStarter, begin_luck, deal_round
from analyser.kernel.backend import compiled, compiled_apart, rule
from analyser.kernel.columns import NO_WINNER, OUTCOME, RANK, ROUNDS, SCORE, UNFINISHED, WIN, WINNERS
from analyser.kernel.intrinsics import Record, blank, emit
from analyser.kernel.loop import note_score, rank_scores
from analyser.kernel.policies import ask


@compiled
def show_stones(table: Record, hidden: Record, seat: int) -> None:
    """A seat looks at its own stone; in an experiment seat 0 also at those of some seats after it."""
    table.my_colour = hidden.stones[seat]
    if table.told_colours > 0:
        for other in range(table.n_players):
            is_told = seat == 0 and 0 < other <= table.told_colours
            table.told[other] = hidden.stones[other] if is_told else NONE


@rule("LP-06", "LP-08", "LP-09", "LP-10", "LP-11")
def act(table: Record, hidden: Record, workspace: Record, seat: int) -> None:
    """Action 1: the vane is spun, and one of the two actions taken, if there is one."""
    spin_vane(table, workspace, seat)
    n = n_actions(table)
    if n == 0:
        return
    show_stones(table, hidden, seat)
    choice = blank(CHOICE)
    decode(table, ask(table, workspace, seat, Kind.ACTION, n), choice)
    note_action(table, seat, choice)
    emit(Event.ACTED, table, choice.act, choice.prisoner, choice.other)
    foresee(table, choice, 0 if choice.act == ACT_SWAP else bit_of(table.occupied, choice.prisoner))
    table.occupied, table.colours = choice.occupied, choice.colours
    if choice.fell != NONE:
        table.colours = choice.colours | (choice.fell << (2 * choice.left))
        table.dropped[seat, choice.fell] += 1
        drop_foremost(table)


@compiled
def note_action(table: Record, seat: int, choice: Record) -> None:
    """What the others can see: who was moved away from the shark, and who toward it."""
    colour = colour_of(table.colours, choice.prisoner)
    if choice.act == ACT_SWAP:
        other = colour_of(table.colours, choice.other)
        if other != colour:
            remember(table, seat, colour, True)
            remember(table, seat, other, False)
    elif choice.act == ACT_ADVANCE:
        remember(table, seat, colour, True)
    else:
        bit = bit_of(table.occupied, choice.prisoner)
        others = table.occupied ^ bit
        to = first_bit(others) if choice.act == ACT_FIRST else last_bit(others)
        if to != bit:
            remember(table, seat, colour, to > bit)


@rule("LP-13", "LP-13b")
def push_on(table: Record, hidden: Record, workspace: Record, seat: int) -> None:
    """Action 2, compulsory: the rearmost prisoner, or any unbroken group, goes one slot forward."""
    bit = table.occupied & -table.occupied
    if table.push_target == PushTarget.ANY_GROUP:
        show_stones(table, hidden, seat)
        bit = bit_of(group_starts(table), ask(table, workspace, seat, Kind.PUSH, n_pushes(table)))
    emit(Event.PUSHED, table, bit, 0, 0)
    left = table.left
    push_prisoner(table, bit)
    if table.push_target == PushTarget.ANY_GROUP and table.left < left:
        table.dropped[seat, table.last_fallen[0]] += 1


@rule("LP-05", "LP-06", "LP-16", "LP-17", apart=True)
def play_round(table: Record, hidden: Record, workspace: Record) -> None:
    """Turns go round, with or without prisoners left, until one prisoner remains."""
    deal_round(table, hidden, workspace)
    seat = hidden.starter
    while not is_over(table) and table.turns < table.max_turns:
        table.turns += 1
        act(table, hidden, workspace, seat & (MAX_PLAYERS - 1))
        if not is_over(table):
            push_on(table, hidden, workspace, seat & (MAX_PLAYERS - 1))
        if workspace.traced == 1:
            note_scores(table, hidden, workspace)
        seat = seat + 1 if seat + 1 < table.n_players else 0
    emit(Event.ROUND_OVER, table, table.colours & 3, hidden.owner[table.colours & 3], 0)


@compiled_apart
def note_scores(table: Record, hidden: Record, workspace: Record) -> None:
    """Each player's prisoners that are left, or points in a series, for those who ask how it went."""
    for seat in range(table.n_players):
        score = table.points[seat]
        for prisoner in range(table.left):
            score += int(table.series == 0 and colour_of(table.colours, prisoner) == hidden.stones[seat])
        note_score(workspace, seat, score)
    workspace.n_traced += 1


@rule("LP-18")
def play_rounds(table: Record, hidden: Record, workspace: Record) -> None:
    """One round, or a series of them until somebody has 12 points."""
    hidden.starter = 0
    play_round(table, hidden, workspace)
    if table.series and is_over(table):
        score_round(table, hidden)
        while not is_series_won(table) and table.turns < table.max_turns:
            if table.series_starter == SeriesStarter.ROTATE:
                hidden.starter = hidden.starter + 1 if hidden.starter + 1 < table.n_players else 0
            play_round(table, hidden, workspace)
            if is_over(table):
                score_round(table, hidden)


@rule("LP-16", "LP-18", apart=True)
def record_result(table: Record, hidden: Record, workspace: Record) -> None:
    """The owner of the last prisoner wins; in a series, the player with most points."""
    survivor = table.colours & 3
    workspace.game_row[ROUNDS] = table.rounds
    workspace.game_row[TURNS] = table.turns
    workspace.game_row[SURVIVOR_COLOUR] = survivor if is_over(table) else NO_COLOUR
    for seat in range(table.n_players):
        workspace.seat_rows[COLOUR, seat] = hidden.stones[seat]
        workspace.seat_rows[OWN_LEFT_AT_HALF, seat] = table.left_at_half[hidden.stones[seat]]
        won = int(is_over(table) and hidden.owner[survivor] == seat)
        workspace.seat_rows[SCORE, seat] = table.points[seat] if table.series else won
    if not is_over(table) or (table.series and not is_series_won(table)):
        nobody_wins(table, workspace, UNFINISHED)
    elif table.series or hidden.owner[survivor] >= 0:
        rank_scores(workspace, table.n_players)
    else:
        nobody_wins(table, workspace, NO_WINNER)


@compiled
def nobody_wins(table: Record, workspace: Record, outcome: int) -> None:
    """The last prisoner belongs to nobody, or the game was not finished."""
    workspace.game_row[OUTCOME] = outcome
    workspace.game_row[WINNERS] = 0
    for seat in range(table.n_players):
        workspace.seat_rows[RANK, seat] = 1
        workspace.seat_rows[WIN, seat] = 0


@compiled_apart
def play_game(table: Record, hidden: Record, workspace: Record) -> None:
    """A whole game, from the stones to its result."""
    begin_luck(workspace)
    table.turns = 0
    table.rounds = 0
    table.is_spin_due = 1
    for seat in range(table.n_players):
        table.points[seat] = 0
    play_rounds(table, hidden, workspace)
    record_result(table, hidden, workspace)
