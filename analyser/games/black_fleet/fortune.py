"""The fortune cards: when each can be played, at what it can be aimed, and what it does (BF-22)."""

from analyser.games.black_fleet.acts import Act, new_choice
from analyser.games.black_fleet.deal import discard_fortune
from analyser.games.black_fleet.decks import Fortune
from analyser.games.black_fleet.rules import earn, exchange_ships, owner_of, payable, put_ship
from analyser.games.black_fleet.sea import explore, place_of, ship_of, start_search
from analyser.games.black_fleet.table import (
    FREE,
    FRIGATES,
    MERCHANT,
    MOVABLE,
    NONE,
    ONWARD,
    SHIPS,
    Event,
    Source,
)
from analyser.kernel.backend import compiled, compiled_apart, rule
from analyser.kernel.intrinsics import Record, emit

ACT_FORTUNE = int(Act.FORTUNE)


@rule("BF-22", apart=True)
def list_fortunes(table: Record, hidden: Record, workspace: Record) -> None:
    """Every card in hand that has an effect now, with each of its targets; of equal cards only one."""
    for k in range(table.n_fortune[table.seat]):
        card = hidden.fortune[table.seat, k]
        if not is_copy(table, hidden, k):
            list_fortune(table, hidden, workspace, card, table.fortune_effect[card])


@compiled
def is_copy(table: Record, hidden: Record, place: int) -> bool:
    """Whether the same card lies in the hand before this place."""
    hand, copies = hidden.fortune[table.seat], 0
    for k in range(place):
        same_effect = table.fortune_effect[hand[k]] == table.fortune_effect[hand[place]]
        same_amount = table.fortune_amount[hand[k]] == table.fortune_amount[hand[place]]
        copies += int(same_effect and same_amount)
    return copies > 0


@rule("BF-22")
def list_fortune(table: Record, hidden: Record, workspace: Record, card: int, effect: int) -> None:
    """The targets of one card."""
    amount = table.fortune_amount[card]
    if effect == Fortune.SWAP_SHIPS:
        list_neighbours(table, workspace, card)
    elif effect == Fortune.MOVE_OPPONENT:
        list_drifts(table, hidden, workspace, card, amount)
    elif effect == Fortune.STEAL:
        list_thefts(table, workspace, card, amount)
    elif effect == Fortune.EXCHANGE_MOVES:
        list_exchanges(table, workspace, card)
    elif effect == Fortune.MORE_MOVES or effect == Fortune.TWO_ACTIONS or effect == Fortune.LONG_RANGE:
        for kind in range(MOVABLE):
            if can_help(table, kind, effect, amount):
                play = new_play(table, workspace, card)
                play.ship = ship_of(table, kind)
    elif is_useful(table, effect):
        play = new_play(table, workspace, card)
        play.gain = payable(table, amount) if effect == Fortune.SECRET_GOAL else 0


@compiled
def new_play(table: Record, workspace: Record, card: int) -> Record:
    """One more choice: to play this card."""
    choice = new_choice(table, workspace)
    choice.act, choice.card = ACT_FORTUNE, card
    return choice


@compiled
def waits(table: Record, kind: int) -> bool:
    """Whether a ship has not finished its voyage of this turn, and can sail."""
    return table.has_sailed[kind] == 0 and (kind != MERCHANT or table.ship_cell[table.seat] != NONE)


@rule("BF-22")
def can_help(table: Record, kind: int, effect: int, amount: int) -> bool:
    """Whether a card for one ship does something for this one."""
    if effect != Fortune.LONG_RANGE:
        return waits(table, kind)
    attacks = kind != MERCHANT or table.may_rob == 1 or table.may_sink == 1
    return waits(table, kind) and attacks and table.attack_range[kind] < amount


@rule("BF-22")
def is_useful(table: Record, effect: int) -> bool:
    """Whether a card without a target does something now."""
    if effect == Fortune.SECRET_GOAL:
        return table.has_looted == 1
    if effect == Fortune.BETTER_PRICE:
        return waits(table, MERCHANT)
    if effect == Fortune.MERCHANT_ROBS:
        return waits(table, MERCHANT) and table.may_rob == 0
    if effect == Fortune.SECOND_MOVEMENT:
        return table.cards_played == 1 and table.may_play_second == 0
    helped = 0
    for kind in range(MOVABLE):
        helped += int(waits(table, kind) and table.crosses[kind] == 0)
    return helped > 0


@rule("BF-22")
def list_neighbours(table: Record, workspace: Record, card: int) -> None:
    """Two ships on cells side by side, whosever they are."""
    for one in range(SHIPS):
        here = table.ship_cell[one]
        if here == NONE:
            continue
        for other in range(one + 1, SHIPS):
            there = table.ship_cell[other]
            if there != NONE and table.distance[here, there] == 1:
                play = new_play(table, workspace, card)
                play.ship, play.target = one, other


@rule("BF-22", apart=True)
def list_drifts(table: Record, hidden: Record, workspace: Record, card: int, amount: int) -> None:
    """Another player's ship, and where it can be moved."""
    for ship in range(FRIGATES):
        if table.ship_cell[ship] != NONE and owner_of(ship) != table.seat:
            search = hidden.searches[ONWARD]
            start_search(table, search, ship)
            explore(table, hidden, search, amount, 0, 0)
            for k in range(1, search.n):
                if table.ship_at[search.node[k]] == FREE:
                    play = new_play(table, workspace, card)
                    play.target, play.to = ship, search.node[k]


@rule("BF-22")
def list_thefts(table: Record, workspace: Record, card: int, amount: int) -> None:
    """The players who have something to steal."""
    for seat in range(table.n_players):
        if seat != table.seat and table.doubloons[seat] > 0:
            play = new_play(table, workspace, card)
            play.target, play.gain = seat, min(amount, table.doubloons[seat])


@rule("BF-22")
def list_exchanges(table: Record, workspace: Record, card: int) -> None:
    """Two ships that have not begun to sail, with different numbers on the card."""
    for one in range(MOVABLE):
        for other in range(one + 1, MOVABLE):
            have_begun = table.under_way == one or table.under_way == other
            if have_begun or not (waits(table, one) and waits(table, other)):
                continue
            if table.numbers[one] != table.numbers[other]:
                play = new_play(table, workspace, card)
                play.ship, play.target = ship_of(table, one), ship_of(table, other)


@rule("BF-22")
def look_for_stops(table: Record, hidden: Record) -> None:
    """Whether a card in hand can be of use in the middle of a voyage: one about ships once the ship has acted; before
    that one about where ships lie, since any other may as well be played before the voyage.
    """
    hidden.stops_after_act, hidden.stops_anywhere = 0, 0
    for k in range(table.n_fortune[table.seat]):
        effect = table.fortune_effect[hidden.fortune[table.seat, k]]
        if effect != Fortune.STEAL and effect != Fortune.SECRET_GOAL:
            hidden.stops_after_act = 1
        if effect == Fortune.SWAP_SHIPS or effect == Fortune.MOVE_OPPONENT:
            hidden.stops_anywhere = 1


@rule("BF-22", apart=True)
def play_fortune(table: Record, hidden: Record, card: int, ship: int, target: int, to: int) -> None:
    """Play a card at its target; the card's text beats the rules."""
    place = 0
    while hidden.fortune[table.seat, place] != card:
        place += 1
    discard_fortune(table, hidden, table.seat, place)
    emit(Event.FORTUNE, table, card, ship, target)
    effect, amount = table.fortune_effect[card], table.fortune_amount[card]
    if effect == Fortune.SWAP_SHIPS:
        exchange_ships(table, ship, target)
    elif effect == Fortune.MOVE_OPPONENT:
        put_ship(table, target, to)
        emit(Event.SAILED, table, target, to, 0)
    elif effect == Fortune.STEAL:
        steal(table, target, amount)
    elif effect == Fortune.SECRET_GOAL:
        earn(table, table.seat, Source.CARDS, payable(table, amount))
    elif effect == Fortune.EXCHANGE_MOVES:
        exchange_moves(table, place_of(table, ship), place_of(table, target))
    else:
        help_ships(table, effect, amount, ship)


@rule("BF-22")
def steal(table: Record, victim: int, amount: int) -> None:
    """Another player hands over doubloons, as far as there are any."""
    doubloons = min(amount, table.doubloons[victim])
    table.doubloons[victim] -= doubloons
    table.stolen[victim] += doubloons
    earn(table, table.seat, Source.CARDS, doubloons)


@rule("BF-22")
def exchange_moves(table: Record, one: int, other: int) -> None:
    """Two numbers of the movement card change places."""
    by = table.numbers[other] - table.numbers[one]
    table.numbers[one] += by
    table.numbers[other] -= by
    table.moves[one] += by
    table.moves[other] -= by


@rule("BF-22")
def help_ships(table: Record, effect: int, amount: int, ship: int) -> None:
    """What holds for the rest of the turn."""
    if effect == Fortune.CROSS_ISLANDS:
        for kind in range(MOVABLE):
            table.crosses[kind] = 1
    elif effect == Fortune.BETTER_PRICE:
        table.price_bonus += amount
    elif effect == Fortune.MERCHANT_ROBS:
        table.may_rob = 1
    elif effect == Fortune.SECOND_MOVEMENT:
        table.may_play_second = 1
    elif effect == Fortune.MORE_MOVES:
        table.moves[place_of(table, ship)] += amount
    elif effect == Fortune.TWO_ACTIONS:
        table.actions[place_of(table, ship)] += amount
    else:
        table.attack_range[place_of(table, ship)] = amount


@compiled_apart
def drop_fortune(table: Record, hidden: Record, seat: int, place: int) -> None:
    """A card is discarded without effect."""
    card = hidden.fortune[seat, place]
    discard_fortune(table, hidden, seat, place)
    emit(Event.DROPPED, table, seat, card, 0)
