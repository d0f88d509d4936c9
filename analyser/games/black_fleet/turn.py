"""The order of play: the merchants are placed, then turns go round until somebody has bought the victory card."""

from analyser.games.black_fleet import columns
from analyser.games.black_fleet.acts import ACT_ROB, ACT_SAIL, ACT_SELL, ACT_SINK, Act, Kind
from analyser.games.black_fleet.choices import list_all
from analyser.games.black_fleet.counts import count_deed, count_placing, count_voyage
from analyser.games.black_fleet.deal import deal, draw_fortune, draw_movement, give_fortune, show_hand
from analyser.games.black_fleet.decks import AT_EACH_PRICE, N_EFFECTS, Symbol
from analyser.games.black_fleet.foresight import look_around
from analyser.games.black_fleet.fortune import drop_fortune, play_fortune
from analyser.games.black_fleet.rules import (
    begin_sailing,
    bury,
    buy,
    exchange_ships,
    is_ahead,
    is_ending,
    place_merchant,
    play_second_card,
    put_ship,
    rob,
    sell,
    sink,
    wealth,
)
from analyser.games.black_fleet.sea import place_of
from analyser.games.black_fleet.table import (
    MOVEMENT_HAND,
    N_PRICES,
    N_SOURCES,
    NONE,
    PIRATES,
    VICTORY,
    Event,
)
from analyser.kernel.backend import compiled, compiled_apart, rule
from analyser.kernel.columns import OUTCOME, RANK, ROUNDS, SCORE, UNFINISHED, WIN, WINNERS
from analyser.kernel.intrinsics import Record, emit
from analyser.kernel.loop import note_score, share_win
from analyser.kernel.policies import ask
from analyser.kernel.workspace import POLICY_ASKS_MORE, POLICY_RESTRICTED


@compiled_apart
def decide(table: Record, hidden: Record, workspace: Record) -> int:
    """The index of the choice that the seat takes, or -1 if there is nothing to choose.

    A restricted planner overwrites the list with its own, so the list is written again.
    """
    list_all(table, hidden, workspace)
    only = workspace.choices[0].act
    if table.n_listed == 0 or (table.n_listed == 1 and (only == Act.DONE or only == Act.KEEP)):
        return NONE
    show_hand(table, hidden, table.seat)
    if workspace.policy_params[table.seat, POLICY_ASKS_MORE] > 0:
        look_around(table, hidden, int(workspace.policy_params[table.seat, POLICY_ASKS_MORE]))
    index = ask(table, workspace, table.seat, 0, table.n_listed)
    if workspace.policy_params[table.seat, POLICY_RESTRICTED] == 1:
        list_all(table, hidden, workspace)
    return index


@compiled_apart
def carry_out(table: Record, hidden: Record, workspace: Record, index: int) -> None:
    """What the seat has chosen is done, and the next decision comes up."""
    choice = workspace.choices[max(index, 0)]
    if table.asked == Kind.PLACE:
        bring_in_merchant(table, workspace, choice, index)
    elif table.asked == Kind.PLAY_CARD:
        play_card(table, hidden, index)
    elif table.asked == Kind.SAIL:
        sail_on(table, hidden, workspace, choice, index)
    elif table.asked == Kind.DROP:
        drop_card(table, hidden, choice)
    else:
        buy_card(table, choice, index)


@rule("BF-09", "BF-20")
def bring_in_merchant(table: Record, workspace: Record, choice: Record, index: int) -> None:
    """The merchant is put at a port of choice, if there is room at one; before the first round one after the other."""
    if index != NONE:
        place_merchant(table, table.seat, choice.to)
        count_placing(workspace, choice.to)
    if table.rounds > 0:
        table.asked = Kind.PLAY_CARD
    else:
        next_seat(table)


@rule("BF-10", "BF-11")
def play_card(table: Record, hidden: Record, index: int) -> None:
    """One of the two movement cards is played."""
    begin_sailing(table, table.seat, discard_movement(table, hidden, index))
    emit(Event.PLAYED_CARD, table, table.seat, hidden.movement_discards[hidden.n_movement_discards - 1], 0)
    table.asked = Kind.SAIL


@compiled
def discard_movement(table: Record, hidden: Record, index: int) -> int:
    """A movement card is laid on the discards: which."""
    seat = table.seat
    card = hidden.movement[seat, index]
    hidden.movement_discards[hidden.n_movement_discards] = card
    hidden.n_movement_discards += 1
    hidden.movement[seat, index] = hidden.movement[seat, MOVEMENT_HAND - 1]
    hidden.n_movement[seat] -= 1
    return card


@rule("BF-22", "BF-24")
def play_second(table: Record, hidden: Record) -> None:
    """The other movement card is played as well."""
    card = discard_movement(table, hidden, 0)
    play_second_card(table, card)
    emit(Event.PLAYED_SECOND, table, table.seat, card, 0)


@rule("BF-10", "BF-12", "BF-22")
def sail_on(table: Record, hidden: Record, workspace: Record, choice: Record, index: int) -> None:
    """Ships sail and act, fortune cards are played, in any order, until the seat has done or nothing is left."""
    if index == NONE or choice.act == Act.DONE:
        draw_cards(table, hidden, workspace, table.seat)
    elif choice.act == Act.FORTUNE:
        play_fortune(table, hidden, choice.card, choice.ship, choice.target, choice.to)
    elif choice.act == Act.SWAP:
        exchange_ships(table, table.seat, PIRATES + table.seat)
        table.may_swap = 0
    elif choice.act == Act.PLAY_CARD:
        play_second(table, hidden)
    else:
        count_deed(table, workspace, choice)
        sail(table, choice)
        count_voyage(table, workspace, choice)


@rule("BF-12", "BF-13")
def sail(table: Record, choice: Record) -> None:
    """A ship makes its voyage, with its act; if it stops with moves left for later, it is under way."""
    ship, act, to = choice.ship, choice.act, choice.to
    kind = place_of(table, ship)
    last_leg_from = table.ship_cell[ship] if act == ACT_SAIL else choice.cell
    if act != ACT_SAIL:
        if choice.cell != table.ship_cell[ship]:
            emit(Event.SAILED, table, ship, choice.cell, 0)
        table.actions[kind] -= 1
        act_of_ship(table, ship, act, choice.target)
    if to != table.ship_cell[ship]:
        put_ship(table, ship, to)
    if to != last_leg_from:
        emit(Event.SAILED, table, ship, to, 0)
    goes_on = choice.left != NONE
    if goes_on:
        table.moves[kind] = choice.left
    table.under_way = kind if goes_on else NONE
    table.has_sailed[kind] = 0 if goes_on else 1


@rule("BF-13")
def act_of_ship(table: Record, ship: int, act: int, target: int) -> None:
    """The action of a ship."""
    if act == ACT_SELL:
        sell(table, ship, target)
    elif act == ACT_ROB:
        rob(table, ship, target)
    elif act == ACT_SINK:
        sink(table, ship, target)
    else:
        bury(table, ship, target)


@rule("BF-10", "BF-11", "BF-22")
def draw_cards(table: Record, hidden: Record, workspace: Record, seat: int) -> None:
    """Movement cards up to two; then fortune cards as the symbol says, down to the hand limit."""
    draw_movement(hidden, workspace, seat)
    before = table.n_fortune[seat]
    for _ in range(drawn_by(table.symbol) + drawn_by(table.second_symbol)):
        draw_fortune(table, hidden, workspace, seat)
    for k in range(before, table.n_fortune[seat]):
        emit(Event.DREW, table, seat, hidden.fortune[seat, k], 0)
    told = int(table.symbol == Symbol.DISCARD_1) + int(table.second_symbol == Symbol.DISCARD_1)
    must_discard = min(told, before)
    table.to_drop = max(must_discard, table.n_fortune[seat] - table.keeps[seat])
    table.asked = Kind.DROP if table.to_drop > 0 else Kind.BUY


@rule("BF-11")
def drawn_by(symbol: int) -> int:
    """How many fortune cards a symbol draws."""
    return symbol if symbol == Symbol.DRAW_1 or symbol == Symbol.DRAW_2 else 0


@rule("BF-22")
def drop_card(table: Record, hidden: Record, choice: Record) -> None:
    """A fortune card is dropped, as the symbol or the hand limit demands."""
    drop_fortune(table, hidden, table.seat, choice.target)
    table.to_drop -= 1
    table.asked = Kind.DROP if table.to_drop > 0 else Kind.BUY


@rule("BF-24")
def buy_card(table: Record, choice: Record, index: int) -> None:
    """At most one card is bought; so ends the turn."""
    if index != NONE and choice.act == Act.BUY:
        buy(table, table.seat, choice.target, choice.card, -choice.gain)
    next_seat(table)


@rule("BF-07", "BF-25", "BF-27")
def next_seat(table: Record) -> None:
    """Clockwise; the game ends only after the last seat, so that all play the same number of turns."""
    if table.seat + 1 < table.n_players:
        table.seat += 1
    elif is_ending(table) or table.rounds == table.max_rounds:
        table.asked = Kind.OVER
        return
    else:
        table.seat = 0
        table.rounds += 1
        emit(Event.ROUND, table, table.rounds, 0, 0)
    table.asked = Kind.PLAY_CARD if table.ship_cell[table.seat] != NONE else Kind.PLACE


@rule("BF-25", "BF-27", apart=True)
def record_result(table: Record, workspace: Record) -> None:
    """The player who bought the victory card wins; of several, the richest; ties share; nobody: unfinished."""
    winners = 0
    for seat in range(table.n_players):
        record_seat(table, workspace, seat)
        rank = 1
        for other in range(table.n_players):
            rank += int(is_ahead(table, other, seat))
        workspace.seat_rows[RANK, seat] = rank
        winners += int(rank == 1)
    workspace.game_row[ROUNDS] = table.rounds
    workspace.game_row[columns.VICTORY_COST] = table.victory_cost
    if is_ending(table):
        share_win(workspace, table.n_players, winners)
        return
    workspace.game_row[OUTCOME] = UNFINISHED
    workspace.game_row[WINNERS] = 0
    for seat in range(table.n_players):
        workspace.seat_rows[WIN, seat] = 0


@compiled
def record_seat(table: Record, workspace: Record, seat: int) -> None:
    """What a player has done, earned, lost and bought."""
    rows = workspace.seat_rows
    rows[SCORE, seat] = wealth(table, seat)
    rows[columns.DOUBLOONS, seat] = table.doubloons[seat]
    rows[columns.CARDS_BOUGHT, seat] = table.n_bought[seat] + table.won[seat]
    rows[columns.SALES, seat] = table.sales[seat]
    rows[columns.ROBBERIES, seat] = table.robberies[seat]
    rows[columns.BURIALS, seat] = table.burials[seat]
    rows[columns.SINKINGS, seat] = table.sinkings[seat]
    for source in range(N_SOURCES):
        rows[columns.FROM_SALES + source, seat] = table.income[seat, source]
    rows[columns.STOLEN, seat] = table.stolen[seat]
    rows[columns.LOST_MERCHANTS, seat] = table.lost_merchants[seat]
    rows[columns.LOST_PIRATES, seat] = table.lost_pirates[seat]
    for k in range(N_PRICES):
        rows[columns.DEV_ROUND + k, seat] = table.bought_round[seat, k]
    rows[columns.VICTORY_ROUND, seat] = table.bought_round[seat, VICTORY]


@rule("BF-05")
def record_deal(table: Record, hidden: Record, workspace: Record) -> None:
    """Which development cards were dealt, by their place among the six of a price."""
    for seat in range(table.n_players):
        for k in range(N_PRICES):
            workspace.seat_rows[columns.DEV + k, seat] = hidden.development[seat, k] - AT_EACH_PRICE * k


@rule("BF-08")
def record_first_fortune(table: Record, hidden: Record, workspace: Record) -> None:
    """What the first fortune card does that each player was dealt, if any."""
    for seat in range(table.n_players):
        first = table.fortune_effect[hidden.fortune[seat, 0]] if table.n_fortune[seat] > 0 else N_EFFECTS
        workspace.seat_rows[columns.FIRST_FORTUNE, seat] = first


@compiled_apart
def note_scores(table: Record, workspace: Record) -> None:
    """Each player's wealth after a turn, for those who ask how a game went."""
    for seat in range(table.n_players):
        note_score(workspace, seat, wealth(table, seat))
    workspace.n_traced += 1


@compiled
def is_gift_due(table: Record, hidden: Record) -> bool:
    """Whether seat 0 is to be given a fortune card now: as its turn begins, in the round drawn."""
    begins = table.asked == Kind.PLAY_CARD and table.seat == 0
    return begins and hidden.gift_due > 0 and table.rounds >= hidden.gift_due


@rule("BF-07", "BF-10", apart=True)
def play_game(table: Record, hidden: Record, workspace: Record) -> None:
    """A whole game: black, seat 0, places its merchant first and sails first; then decision follows decision."""
    deal(table, hidden, workspace)
    record_first_fortune(table, hidden, workspace)
    table.asked = Kind.PLACE
    play_on(table, hidden, workspace)


@compiled_apart
def play_on(table: Record, hidden: Record, workspace: Record) -> None:
    """Decision follows decision, to the end."""
    while table.asked != Kind.OVER:
        seat, rounds = table.seat, table.rounds
        if is_gift_due(table, hidden):
            give_fortune(table, hidden)
        carry_out(table, hidden, workspace, decide(table, hidden, workspace))
        if workspace.traced == 1 and rounds > 0 and (table.seat != seat or table.asked == Kind.OVER):
            note_scores(table, workspace)
    record_result(table, workspace)
    record_deal(table, hidden, workspace)
    emit(Event.FINISHED, table, 0, 0, 0)
