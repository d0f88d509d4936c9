"""The set-up, and drawing cards: shuffles piles, deals hands, reshuffles discards into empty piles."""

from analyser.core.arrays import Ints
from analyser.games.black_fleet.board import MAX_NODES
from analyser.games.black_fleet.decks import AT_EACH_PRICE, N_FORTUNE, N_MOVEMENT
from analyser.games.black_fleet.table import (
    COLOURS,
    FREE,
    FRIGATES,
    KINDS,
    MAX_HAND,
    MAX_PLAYERS,
    MOVEMENT_HAND,
    N_PRICES,
    N_SOURCES,
    NONE,
    SHIPS,
    Event,
    Purpose,
)
from analyser.games.piles import refill, round_of_gift, shuffle
from analyser.kernel.backend import compiled, compiled_apart, rule
from analyser.kernel.intrinsics import Record, emit
from analyser.kernel.loop import seat_of_luck
from analyser.kernel.rng import below, stream

GIFT_ROUNDS = 8
"""A gift comes in one of this many rounds; hardly any game ends sooner."""


@rule("BF-05")
def deal_development(table: Record, hidden: Record, workspace: Record) -> None:
    """Of the six cards at each price every player is dealt one; the rest go out of the game."""
    workspace.luck[Purpose.DEVELOPMENT] = stream(workspace.deal_key, Purpose.DEVELOPMENT)
    for price in range(N_PRICES):
        left = (1 << AT_EACH_PRICE) - 1
        for k in range(table.n_players):
            skip = below(workspace.luck, Purpose.DEVELOPMENT, AT_EACH_PRICE - k)
            card = 0
            while (left >> card) & 1 == 0 or skip > 0:
                skip -= (left >> card) & 1
                card += 1
            left ^= 1 << card
            seat = seat_of_luck(workspace, k, table.n_players)
            hidden.development[seat, price] = AT_EACH_PRICE * price + card
            if hidden.development[seat, price] + 1 == table.gift_card:
                table.doubloons[seat] += table.gift_doubloons


@rule("BF-08", apart=True)
def deal_hands(table: Record, hidden: Record, workspace: Record) -> None:
    """Both piles are shuffled; each player starts with fortune cards and two movement cards."""
    workspace.luck[Purpose.MOVEMENT] = stream(workspace.key, Purpose.MOVEMENT)
    workspace.luck[Purpose.FORTUNE] = stream(workspace.key, Purpose.FORTUNE)
    for card in range(N_MOVEMENT):
        hidden.movement_pile[card] = card
    for card in range(N_FORTUNE):
        hidden.fortune_pile[card] = card
    hidden.n_movement_pile, hidden.n_movement_discards = N_MOVEMENT, 0
    hidden.n_fortune_pile, hidden.n_fortune_discards = N_FORTUNE, 0
    shuffle(hidden.movement_pile, N_MOVEMENT, workspace, Purpose.MOVEMENT)
    shuffle(hidden.fortune_pile, N_FORTUNE, workspace, Purpose.FORTUNE)
    for k in range(table.n_players):
        seat = seat_of_luck(workspace, k, table.n_players)
        hidden.n_movement[seat] = 0
        draw_movement(hidden, workspace, seat)
        for _ in range(table.start_fortune):
            draw_fortune(table, hidden, workspace, seat)


@rule("BF-10", "BF-23")
def draw_movement(hidden: Record, workspace: Record, seat: int) -> None:
    """Draw movement cards up to two; an empty pile is made of its shuffled discards."""
    while hidden.n_movement[seat] < MOVEMENT_HAND:
        if hidden.n_movement_pile == 0:
            hidden.n_movement_pile, hidden.n_movement_discards = hidden.n_movement_discards, 0
            n = hidden.n_movement_pile
            refill(hidden.movement_pile, hidden.movement_discards, n, workspace, Purpose.MOVEMENT)
        hidden.n_movement_pile -= 1
        hidden.movement[seat, hidden.n_movement[seat]] = hidden.movement_pile[hidden.n_movement_pile]
        hidden.n_movement[seat] += 1


@rule("BF-22", "BF-23")
def draw_fortune(table: Record, hidden: Record, workspace: Record, seat: int) -> None:
    """Draw a fortune card, if there is one left at all; an empty pile is made of its shuffled discards."""
    if hidden.n_fortune_pile == 0:
        hidden.n_fortune_pile, hidden.n_fortune_discards = hidden.n_fortune_discards, 0
        refill(hidden.fortune_pile, hidden.fortune_discards, hidden.n_fortune_pile, workspace, Purpose.FORTUNE)
    if hidden.n_fortune_pile > 0:
        hidden.n_fortune_pile -= 1
        hidden.fortune[seat, table.n_fortune[seat]] = hidden.fortune_pile[hidden.n_fortune_pile]
        table.n_fortune[seat] += 1


@compiled_apart
def draw_gift_round(table: Record, hidden: Record, workspace: Record) -> None:
    """For experiments: the round of seat 0's gift, drawn unless it is set."""
    hidden.gift_due = 0
    if table.gift_fortune > 0:
        hidden.gift_due = round_of_gift(workspace, workspace.key, Purpose.GIFT, table.gift_round, GIFT_ROUNDS)


@compiled_apart
def give_fortune(table: Record, hidden: Record) -> None:
    """For experiments: seat 0 gets a card of its gift from the pile, or from the discards; while others hold all, it
    waits. The deepest card of the pile is taken, so that what is drawn next stays the same.
    """
    place = place_of_gift(table, hidden.fortune_pile, hidden.n_fortune_pile)
    if place != NONE:
        hidden.n_fortune_pile -= 1
        take_out(table, hidden, hidden.fortune_pile, place, hidden.n_fortune_pile)
        return
    place = place_of_gift(table, hidden.fortune_discards, hidden.n_fortune_discards)
    if place != NONE:
        hidden.n_fortune_discards -= 1
        take_out(table, hidden, hidden.fortune_discards, place, hidden.n_fortune_discards)


@compiled_apart
def place_of_gift(table: Record, pile: Ints, n: int) -> int:
    """Where the first card of the gift's effect lies, or -1."""
    for place in range(n):
        if table.fortune_effect[pile[place]] + 1 == table.gift_fortune:
            return place
    return NONE


@compiled_apart
def take_out(table: Record, hidden: Record, pile: Ints, place: int, last: int) -> None:
    """A card goes from a pile to the hand of seat 0; the others close up."""
    card = pile[place]
    for k in range(place, last):
        pile[k] = pile[k + 1]
    hidden.fortune[0, table.n_fortune[0]] = card
    table.n_fortune[0] += 1
    hidden.gift_due = 0
    emit(Event.GIVEN, table, 0, card, 0)


@compiled
def discard_fortune(table: Record, hidden: Record, seat: int, place: int) -> None:
    """A fortune card leaves a hand; the others close up."""
    hidden.fortune_discards[hidden.n_fortune_discards] = hidden.fortune[seat, place]
    hidden.n_fortune_discards += 1
    table.n_fortune[seat] -= 1
    for k in range(place, table.n_fortune[seat]):
        hidden.fortune[seat, k] = hidden.fortune[seat, k + 1]


@compiled_apart
def show_hand(table: Record, hidden: Record, seat: int) -> None:
    """Show a seat its own cards, and no others, while it decides."""
    for k in range(MOVEMENT_HAND):
        table.my_movement[k] = hidden.movement[seat, k] if k < hidden.n_movement[seat] else NONE
    for k in range(MAX_HAND):
        table.my_fortune[k] = hidden.fortune[seat, k] if k < table.n_fortune[seat] else NONE
    for k in range(N_PRICES):
        table.my_development[k] = hidden.development[seat, k]


@rule("BF-01", "BF-02", "BF-03", apart=True)
def clear_table(table: Record) -> None:
    """Nobody has anything; the ports have all their goods; only the frigates are on the board."""
    for cell in range(MAX_NODES):
        table.ship_at[cell] = FREE
    for ship in range(SHIPS):
        table.ship_cell[ship] = NONE
        table.cargo[ship] = 0
        table.goods[ship] = NONE
    for k in range(2):
        table.ship_cell[FRIGATES + k] = table.frigate_start[k]
        table.ship_at[table.frigate_start[k]] = FRIGATES + k
    for colour in range(COLOURS):
        table.stock[colour] = table.stock_at_start[colour]
    for seat in range(MAX_PLAYERS):
        clear_seat(table, seat)
    table.rounds = 0
    table.under_way = NONE
    table.seat = 0


@rule("BF-08")
def clear_seat(table: Record, seat: int) -> None:
    """A player starts with no powers, and no doubloons unless a house rule gives the seat some."""
    table.doubloons[seat] = table.start_doubloons[seat]
    table.n_fortune[seat] = 0
    table.n_bought[seat] = 0
    table.won[seat] = 0
    table.spent[seat] = 0
    table.stolen[seat] = 0
    table.sales[seat] = 0
    table.robberies[seat] = 0
    table.burials[seat] = 0
    table.sinkings[seat] = 0
    table.lost_merchants[seat] = 0
    table.lost_pirates[seat] = 0
    table.power_price[seat] = 0
    table.power_robs[seat] = 0
    table.power_sinks[seat] = 0
    table.power_lairs[seat] = 0
    table.power_actions[seat] = 0
    table.power_swap[seat] = 0
    table.power_second[seat] = 0
    table.sink_bonus[seat] = 0
    table.rob_bonus[seat] = 0
    table.keeps[seat] = table.hand_limit
    for kind in range(KINDS):
        table.power_moves[seat, kind] = 0
        table.power_crosses[seat, kind] = 0
        table.power_range[seat, kind] = 1
    for source in range(N_SOURCES):
        table.income[seat, source] = 0
    for k in range(N_PRICES):
        table.bought[seat, k] = NONE
    for k in range(N_PRICES + 1):
        table.bought_round[seat, k] = 0


@compiled
def tell_deal(table: Record, hidden: Record) -> None:
    """Tell what everybody was dealt."""
    emit(Event.DEALT, table, 0, 0, 0)
    for seat in range(table.n_players):
        for k in range(N_PRICES):
            emit(Event.DEVELOPMENT, table, seat, k, hidden.development[seat, k])
        for k in range(table.n_fortune[seat]):
            emit(Event.DREW, table, seat, hidden.fortune[seat, k], 0)


@compiled_apart
def deal(table: Record, hidden: Record, workspace: Record) -> None:
    """Everything before the first choice."""
    clear_table(table)
    deal_development(table, hidden, workspace)
    deal_hands(table, hidden, workspace)
    draw_gift_round(table, hidden, workspace)
    tell_deal(table, hidden)
