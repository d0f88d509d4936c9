"""How a designer's game is played: the loop of turns, the questions to seats, and how it ends. All compiled."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from analyser.core.arrays import Ints
from analyser.games.components import NOBODY
from analyser.games.designed.contract import MAX_TURNS, Design, Kind
from analyser.games.designed.faults import (
    MOST_COUNT,
    MOST_SCORE,
    CountTooLarge,
    EndlessTurn,
    NobodyIsIn,
    NoChoice,
    NoProbability,
    NoSuchCell,
    NoSuchSeat,
    NothingToDraw,
    OutsideRange,
    ScoreTooLarge,
)
from analyser.games.designed.signs import CHOSE, OVER, SEAT_DICE, TABLE_DICE, TURN
from analyser.games.piles import shuffle as shuffle_pile
from analyser.kernel import rng
from analyser.kernel.backend import compiled, compiled_apart, compiled_checked
from analyser.kernel.columns import NO_WINNER, OUTCOME, RANK, ROUNDS, SCORE, UNFINISHED, WIN, WINNERS
from analyser.kernel.intrinsics import Record, Records, copy_record, emit
from analyser.kernel.loop import PlayGame, luck_of_seat, note_score, share_win
from analyser.kernel.policies import ListChoices, ask
from analyser.kernel.rng import below, stream
from analyser.kernel.rollouts import STUDIED, begin_new_luck, begin_secret_picks, deal_again

MOST_SPINS = 20_000
"""Times that the loops of a function may go round, each time it is called."""
AFTER_DEAL = 64
"""Added to a purpose: the luck after the set-up is another than that of the deal."""


Compiled: TypeAlias = Callable[..., Any]
"""A compiled function."""


class Rule(NamedTuple):
    """The functions of a game that the loop calls, compiled."""

    begin: Compiled
    set_up: Compiled
    turn: Compiled
    is_over: Compiled
    score: Compiled
    won: Compiled
    starter: Compiled
    is_out: Compiled
    next_seat: Compiled
    note_counts: Compiled


@compiled
def whole(number: int) -> int:
    """A whole number; one with a fraction is refused when the rules are compiled."""
    return number | 0


@compiled
def spin(times: int) -> int:
    """A loop goes round once more: how often all loops of the function have."""
    if times >= MOST_SPINS:
        raise EndlessTurn
    return times + 1


@compiled
def seat_at_table(seat: int, n_players: int) -> int:
    """A seat, if somebody sits there."""
    if seat < 0 or seat >= n_players:
        raise NoSuchSeat
    return seat


@compiled
def cell_of_board(cell: int, n_cells: int) -> int:
    """A cell, if the board has it."""
    if cell < 0 or cell >= n_cells:
        raise NoSuchCell
    return cell


@compiled
def within(number: int, least: int, most: int) -> int:
    """A number of an offered choice, if the game declares it."""
    if number < least or number > most:
        raise OutsideRange
    return number | 0


@compiled
def counted(number: int) -> int:
    """A count, if the results have room for it."""
    if abs(number) > MOST_COUNT:
        raise CountTooLarge
    return number


@compiled
def pick(workspace: Record, dice: int, n: int) -> int:
    """A whole number from 0 to n - 1."""
    if n < 1:
        raise NothingToDraw
    return below(workspace.luck, dice, n)


@compiled
def chance(workspace: Record, dice: int, p: float) -> bool:
    """True with probability p."""
    if not 0.0 <= p <= 1.0:
        raise NoProbability
    return rng.chance(workspace.luck, dice) < p


@compiled
def shuffle(workspace: Record, dice: int, numbers: Ints, n: int) -> None:
    """Bring the first n numbers into a random order."""
    if n < 0 or n > len(numbers):
        raise NothingToDraw
    shuffle_pile(numbers, n, workspace, dice)


@compiled_checked
def best_seat(values: Ints, n: int, first: int) -> int:
    """The seat with the highest value; a tie goes to the first of them from seat `first` on."""
    best = seat_at_table(first, n)
    for k in range(1, n):
        seat = (first + k) % n
        if values[seat] > values[best]:
            best = seat
    return best


@compiled_checked
def only_best(values: Ints, n: int) -> int:
    """The only seat with the highest value, or nobody."""
    best, times = 0, 1
    for seat in range(1, n):
        if values[seat] > values[best]:
            best, times = seat, 1
        elif values[seat] == values[best]:
            times += 1
    return best if times == 1 else NOBODY


@compiled
def begin_picks(table: Record, workspace: Record) -> None:
    """Picks in secret begin. In a rollout from here, hidden things are dealt again before anybody is asked."""
    begin_secret_picks(workspace)
    if workspace.studied == STUDIED and workspace.decisions + 1 == workspace.fresh:
        begin_new_luck(workspace)
        if workspace.redeal != 0:
            deal_again(table, workspace)
        workspace.fresh = -workspace.fresh


@compiled
def begin_dice(workspace: Record) -> None:
    """Each seat's dice; in rotated games another's."""
    for seat in range(workspace.n_seats):
        workspace.luck[SEAT_DICE + seat] = stream(
            workspace.key, SEAT_DICE + luck_of_seat(workspace, seat, workspace.n_seats)
        )


def play_game_of(design: Design, rule: Rule, n_streams: int) -> PlayGame:
    """A whole game."""
    sign = -1 if design.options.get("LOWEST_WINS") else 1
    set_up = set_up_of(rule, TABLE_DICE + n_streams)
    play_turns = turns_of(design, rule, sign)
    record_result = result_of(design, rule, sign)

    @compiled_apart
    def play_game(table: Record, hidden: Record, workspace: Record) -> None:
        set_up(table, hidden, workspace)
        record_result(table, hidden, workspace, play_turns(table, hidden, workspace))

    return play_game


def set_up_of(rule: Rule, end: int) -> Compiled:
    """Before the first turn. The luck of the deal is one thing, that of the game another."""
    begin, prepare = rule.begin, rule.set_up

    @compiled
    def set_up(table: Record, hidden: Record, workspace: Record) -> None:
        workspace.fresh = abs(workspace.fresh)
        for purpose in range(TABLE_DICE, end):
            workspace.luck[purpose] = stream(workspace.deal_key, purpose)
        begin(table, hidden, workspace, TABLE_DICE)
        prepare(table, hidden, workspace, TABLE_DICE)
        begin_dice(workspace)
        for purpose in range(TABLE_DICE, end):
            workspace.luck[purpose] = stream(workspace.key, purpose + AFTER_DEAL)

    return set_up


def turns_of(design: Design, rule: Rule, sign: int) -> Compiled:
    """Turn after turn, or round after round, until the game is over or has lasted too long."""
    max_turns = int(design.options.get("MAX_TURNS", MAX_TURNS))
    by_rounds = "play_round" in design.functions
    turn, is_over, starter = rule.turn, rule.is_over, rule.starter
    note_scores, after = scores_of(rule, sign), after_of(design, rule)

    @compiled
    def play_turns(table: Record, hidden: Record, workspace: Record) -> bool:
        seat = starter(table, hidden, workspace, TABLE_DICE)
        ended = False
        while not ended and table.turns < max_turns:
            if seat < 0 or seat >= table.n_players:
                raise NoSuchSeat
            table.turns += 1
            dice = TABLE_DICE if by_rounds else SEAT_DICE + seat
            emit(TURN, table, seat, table.turns, int(by_rounds))
            turn(table, hidden, workspace, dice, seat)
            if workspace.traced == 1:
                note_scores(table, hidden, workspace)
            ended = is_over(table, hidden, workspace, dice, seat)
            if not by_rounds and not ended:
                seat = after(table, hidden, workspace, seat)
        return ended

    return play_turns


def after_of(design: Design, rule: Rule) -> Compiled:
    """Who plays after a seat: those who are out are passed over."""
    next_seat, is_out, has_out = rule.next_seat, rule.is_out, "is_out" in design.functions

    @compiled
    def after(table: Record, hidden: Record, workspace: Record, seat: int) -> int:
        seat = next_seat(table, hidden, workspace, TABLE_DICE, seat)
        if has_out:
            for _ in range(table.n_players):
                if not is_out(table, hidden, workspace, TABLE_DICE, seat):
                    return seat
                seat = next_seat(table, hidden, workspace, TABLE_DICE, seat)
            raise NobodyIsIn
        return seat

    return after


def scores_of(rule: Rule, sign: int) -> Compiled:
    """The scores after a turn, for those who ask how it went."""
    score = rule.score

    @compiled_apart
    def note_scores(table: Record, hidden: Record, workspace: Record) -> None:
        for seat in range(table.n_players):
            note_score(workspace, seat, sign * score(table, hidden, workspace, TABLE_DICE, seat))
        workspace.n_traced += 1

    return note_scores


def result_of(design: Design, rule: Rule, sign: int) -> Compiled:
    """How a game ended."""
    by_rounds, has_won = "play_round" in design.functions, "won" in design.functions
    score, won, note_counts = rule.score, rule.won, rule.note_counts

    @compiled_apart
    def record_result(table: Record, hidden: Record, workspace: Record, ended: bool) -> None:
        n = table.n_players
        workspace.game_row[ROUNDS] = table.turns if by_rounds else (table.turns + n - 1) // n
        note_counts(table, hidden, workspace, TABLE_DICE)
        for seat in range(n):
            points = score(table, hidden, workspace, TABLE_DICE, seat)
            if abs(points) > MOST_SCORE:
                raise ScoreTooLarge
            workspace.seat_rows[SCORE, seat] = points
            workspace.seat_rows[WIN, seat] = 0
            if has_won and ended:
                workspace.seat_rows[WIN, seat] = int(won(table, hidden, workspace, TABLE_DICE, seat))
        emit(OVER, table, int(ended), 0, 0)
        winners = rank(workspace, n, sign, has_won)
        if ended and winners > 0:
            share_win(workspace, n, winners)
        else:
            nobody_wins(workspace, n, NO_WINNER if ended else UNFINISHED)

    return record_result


@compiled
def rank(workspace: Record, n: int, sign: int, has_won: bool) -> int:
    """Ranks by score; where the game says who won, winners come before all others. How many have rank 1."""
    first = 0
    for seat in range(n):
        won, score = workspace.seat_rows[WIN, seat], sign * workspace.seat_rows[SCORE, seat]
        above = 1
        for other in range(n):
            won_too, more = workspace.seat_rows[WIN, other], sign * workspace.seat_rows[SCORE, other] > score
            above += int(won_too > won or (won_too == won and more and not (has_won and won == 1)))
        workspace.seat_rows[RANK, seat] = above
        first += int(above == 1 and (won == 1 or not has_won))
    return first


@compiled
def nobody_wins(workspace: Record, n: int, outcome: int) -> None:
    """Nobody met the game's condition, or the game was not finished."""
    workspace.game_row[OUTCOME] = outcome
    workspace.game_row[WINNERS] = 0
    for seat in range(n):
        workspace.seat_rows[WIN, seat] = 0


def ask_of(design: Design, kind: Kind, show: Compiled, offers: Compiled | None) -> Compiled:
    """How the rules ask a seat for this kind of decision."""
    number = kind.number
    if offers is not None:
        return _ask_record(number, show, offers) if kind.records else _ask_offered(number, show, offers)
    if kind.numbers:
        return _ask_range(number, kind.numbers.least, kind.numbers.most, show)
    values = np.array([design.choice_names.index(one) for one in kind.names])
    return _ask_names(number, values, show)


def _ask_names(kind: int, values: Ints, show: Compiled) -> Compiled:
    n = len(values)

    @compiled
    def ask_names(table: Record, hidden: Record, workspace: Record, dice: int, seat: int) -> int:
        if workspace.policies[seat_at_table(seat, table.n_players), kind] != 0:
            show(table, hidden, seat)
        value = values[ask(table, workspace, seat, kind, n)]
        emit(CHOSE, table, seat, kind, value)
        return value

    return ask_names


def _ask_range(kind: int, lowest: int, highest: int, show: Compiled) -> Compiled:
    @compiled
    def ask_range(table: Record, hidden: Record, workspace: Record, dice: int, seat: int, least: int, most: int) -> int:
        if most < least:
            raise NoChoice
        if least < lowest or most > highest:
            raise OutsideRange
        if workspace.policies[seat_at_table(seat, table.n_players), kind] != 0:
            show(table, hidden, seat)
        table.least_, table.most_ = least, most
        value = least + ask(table, workspace, seat, kind, most - least + 1)
        emit(CHOSE, table, seat, kind, value)
        return value

    return ask_range


def _ask_offered(kind: int, show: Compiled, offers: Compiled) -> Compiled:
    @compiled
    def ask_offered(table: Record, hidden: Record, workspace: Record, dice: int, seat: int) -> int:
        n = offers(table, hidden, workspace, dice, seat)
        if n == 0:
            raise NoChoice
        if workspace.policies[seat_at_table(seat, table.n_players), kind] != 0:
            show(table, hidden, seat)
        value = table.offers_[ask(table, workspace, seat, kind, n)].value
        emit(CHOSE, table, seat, kind, value)
        return value

    return ask_offered


def _ask_record(kind: int, show: Compiled, offers: Compiled) -> Compiled:
    @compiled
    def ask_record(table: Record, hidden: Record, workspace: Record, dice: int, seat: int, taken: Record) -> None:
        n = offers(table, hidden, workspace, dice, seat)
        if n == 0:
            raise NoChoice
        if workspace.policies[seat_at_table(seat, table.n_players), kind] != 0:
            show(table, hidden, seat)
        index = ask(table, workspace, seat, kind, n)
        copy_record(taken, table.offers_[index])
        emit(CHOSE, table, seat, kind, index)

    return ask_record


def list_of(design: Design, kind: Kind, is_offered: bool) -> ListChoices:
    """How a policy lists the choices of this kind."""
    number = kind.number
    if is_offered:
        return _list_offers()
    if kind.numbers:
        return _list_range(number)
    return _list_names(number, np.array([design.choice_names.index(one) for one in kind.names]))


def _list_offers() -> ListChoices:
    @compiled
    def list_offers(view: Record, choices: Records) -> int:
        for k in range(view.n_offers_):
            choices[k] = view.offers_[k]
        return view.n_offers_

    return list_offers


def _list_range(kind: int) -> ListChoices:
    @compiled
    def list_range(view: Record, choices: Records) -> int:
        for value in range(view.least_, view.most_ + 1):
            choices[value - view.least_].kind = kind
            choices[value - view.least_].value = value
        return view.most_ - view.least_ + 1

    return list_range


def _list_names(kind: int, values: Ints) -> ListChoices:
    @compiled
    def list_names(view: Record, choices: Records) -> int:
        for k in range(len(values)):
            choices[k].kind = kind
            choices[k].value = values[k]
        return len(values)

    return list_names
