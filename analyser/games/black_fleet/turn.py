"""The order of play: the merchants are placed, then turns go round until somebody has bought the victory card."""

from analyser.columns import OUTCOME, RANK, ROUNDS, SCORE, UNFINISHED, WIN, WINNERS
from analyser.compiling import Record, compiled, compiled_apart, rule, tell
from analyser.games.black_fleet import columns
from analyser.games.black_fleet.acts import ACT_BURY, ACT_ROB, ACT_SAIL, ACT_SELL, ACT_SINK, Act, Kind
from analyser.games.black_fleet.choices import (
    list_cards,
    list_drops,
    list_places,
    list_purchases,
    list_sailing,
)
from analyser.games.black_fleet.decks import AT_EACH_PRICE, Symbol
from analyser.games.black_fleet.fortune import drop_fortune, kind_of, play_fortune
from analyser.games.black_fleet.rules import (
    begin_sailing,
    bury,
    buy,
    exchange_ships,
    is_ahead,
    is_ending,
    place_merchant,
    put_ship,
    rob,
    sell,
    sink,
    wealth,
)
from analyser.games.black_fleet.table import (
    MOVEMENT_HAND,
    N_PRICES,
    N_SOURCES,
    NONE,
    PIRATES,
    VICTORY,
    Event,
    deal,
    draw_fortune,
    draw_movement,
    show_hand,
)
from analyser.kernel import TRAIT_LIMITED, ask, share_win

DONE = int(Act.DONE)


@compiled_apart
def list_all(table: Record, hidden: Record, work: Record) -> int:
    """Write out the choices of the decision that is asked."""
    if table.asked == Kind.PLACE:
        return list_places(table, work)
    if table.asked == Kind.PLAY_CARD:
        return list_cards(table, hidden, work)
    if table.asked == Kind.SAIL:
        return list_sailing(table, hidden, work)
    if table.asked == Kind.DROP:
        return list_drops(table, hidden, work)
    return list_purchases(table, hidden, work)


@compiled_apart
def decide(table: Record, hidden: Record, work: Record, kind: int, least: int) -> int:
    """The index of the choice that the seat takes; with fewer than `least` choices nobody is asked, and it is -1.

    A limited planner is handed a list of its own in the same place, so the list is written out again.
    """
    table.asked = kind
    n = list_all(table, hidden, work)
    if n < least:
        return NONE
    table.n_listed = n
    show_hand(table, hidden, table.seat)
    index = ask(table, work, table.seat, 0, n)
    if work.traits[table.seat, TRAIT_LIMITED] == 1:
        list_all(table, hidden, work)
    return index


@rule("BF-09", "BF-20", apart=True)
def bring_in_merchant(table: Record, hidden: Record, work: Record, seat: int) -> None:
    """The merchant is put at a port of choice, if there is room at one."""
    table.seat = seat
    index = decide(table, hidden, work, Kind.PLACE, 1)
    if index != NONE:
        place_merchant(table, seat, work.choices[index].to)


@rule("BF-10", "BF-11", apart=True)
def play_card(table: Record, hidden: Record, work: Record, seat: int) -> None:
    """One of the two movement cards is played."""
    index = decide(table, hidden, work, Kind.PLAY_CARD, 1)
    card = hidden.movement[seat, index]
    hidden.movement_discards[hidden.n_movement_discards] = card
    hidden.n_movement_discards += 1
    hidden.movement[seat, index] = hidden.movement[seat, MOVEMENT_HAND - 1]
    hidden.n_movement[seat] -= 1
    begin_sailing(table, seat, card)
    tell(Event.PLAYED_CARD, table, seat, card, 0)


@rule("BF-12", "BF-13", apart=True)
def sail(table: Record, choice: Record) -> None:
    """A ship makes its voyage, with its act; with an action left after it, it is under way."""
    ship, act, to = choice.ship, choice.act, choice.to
    kind = kind_of(table, ship)
    if act != ACT_SAIL:
        if choice.cell != table.ship_cell[ship]:
            tell(Event.SAILED, table, ship, choice.cell, 0)
        table.actions[kind] -= 1
        table.moves[kind] = choice.left
        act_of_ship(table, ship, act, choice.target)
    if to != table.ship_cell[ship]:
        put_ship(table, ship, to)
        tell(Event.SAILED, table, ship, to, 0)
    goes_on = act != ACT_SAIL and table.actions[kind] > 0
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
    elif act == ACT_BURY:
        bury(table, ship, target)


@rule("BF-10", "BF-12", "BF-22", apart=True)
def sail_ships(table: Record, hidden: Record, work: Record) -> None:
    """Ships sail and act, fortune cards are played, in any order, until the seat has done or nothing is left."""
    while True:
        index = decide(table, hidden, work, Kind.SAIL, 2 if table.under_way == NONE else 1)
        if index == NONE or work.choices[index].act == DONE:
            return
        choice = work.choices[index]
        if choice.act == Act.FORTUNE:
            play_fortune(table, hidden, choice.card, choice.ship, choice.target, choice.to)
        elif choice.act == Act.SWAP:
            exchange_ships(table, table.seat, PIRATES + table.seat)
            table.may_swap = 0
        else:
            sail(table, choice)


@rule("BF-10", "BF-11", "BF-22", apart=True)
def draw_cards(table: Record, hidden: Record, work: Record, seat: int) -> None:
    """Movement cards up to two; then fortune cards as the symbol says, down to the hand limit."""
    draw_movement(hidden, work, seat)
    before = table.n_fortune[seat]
    if table.symbol == Symbol.DRAW_1 or table.symbol == Symbol.DRAW_2:
        for _ in range(table.symbol):
            draw_fortune(table, hidden, work, seat)
        tell(Event.DREW, table, seat, table.n_fortune[seat] - before, 0)
    drops = 1 if table.symbol == Symbol.DISCARD_1 and before > 0 else 0
    drops = max(drops, table.n_fortune[seat] - table.keeps[seat])
    for _ in range(drops):
        drop_fortune(table, hidden, seat, decide(table, hidden, work, Kind.DROP, 1))


@rule("BF-24", apart=True)
def buy_card(table: Record, hidden: Record, work: Record, seat: int) -> None:
    """At most one card is bought."""
    index = decide(table, hidden, work, Kind.BUY, 2)
    if index != NONE and work.choices[index].act == Act.BUY:
        k = work.choices[index].target
        buy(table, seat, k, NONE if k == VICTORY else hidden.development[seat, k])


@rule("BF-10", apart=True)
def play_turn(table: Record, hidden: Record, work: Record, seat: int) -> None:
    """A turn, in its strict order."""
    table.seat = seat
    if table.ship_cell[seat] == NONE:
        bring_in_merchant(table, hidden, work, seat)
    play_card(table, hidden, work, seat)
    sail_ships(table, hidden, work)
    draw_cards(table, hidden, work, seat)
    buy_card(table, hidden, work, seat)


@rule("BF-25", "BF-27", apart=True)
def record_result(table: Record, work: Record) -> None:
    """Who bought the victory card wins; several: the richest; equals share; nobody: unfinished."""
    winners = 0
    for seat in range(table.n_players):
        record_seat(table, work, seat)
        rank = 1
        for other in range(table.n_players):
            rank += int(is_ahead(table, other, seat))
        work.seat_rows[RANK, seat] = rank
        winners += int(rank == 1)
    work.game_row[ROUNDS] = table.rounds
    work.game_row[columns.VICTORY_COST] = table.victory_cost
    if is_ending(table):
        share_win(work, table.n_players, winners)
        return
    work.game_row[OUTCOME] = UNFINISHED
    work.game_row[WINNERS] = 0
    for seat in range(table.n_players):
        work.seat_rows[WIN, seat] = 0


@compiled
def record_seat(table: Record, work: Record, seat: int) -> None:
    """What a player has done, earned, lost and bought."""
    rows = work.seat_rows
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
def record_deal(table: Record, hidden: Record, work: Record) -> None:
    """Which development cards were dealt, by their place among the six of a price."""
    for seat in range(table.n_players):
        for k in range(N_PRICES):
            work.seat_rows[columns.DEV + k, seat] = hidden.development[seat, k] - AT_EACH_PRICE * k


@rule("BF-07", "BF-09", "BF-25", "BF-27", apart=True)
def play_game(table: Record, hidden: Record, work: Record) -> None:
    """A whole game, from the deal to its result. Black, seat 0, sails first; all play the same number of turns."""
    deal(table, hidden, work)
    for seat in range(table.n_players):
        bring_in_merchant(table, hidden, work, seat)
    while table.rounds < table.max_rounds and not is_ending(table):
        table.rounds += 1
        tell(Event.ROUND, table, 0, 0, 0)
        for seat in range(table.n_players):
            play_turn(table, hidden, work, seat)
    record_result(table, work)
    record_deal(table, hidden, work)
    tell(Event.FINISHED, table, 0, 0, 0)
