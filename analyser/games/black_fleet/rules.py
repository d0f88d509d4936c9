"""The clauses of the ledger about ships, goods and money, in its order."""

from analyser.games.black_fleet.decks import Power, Ships
from analyser.games.black_fleet.table import (
    FREE,
    FRIGATE,
    FRIGATES,
    KINDS,
    MAX_PLAYERS,
    MOVABLE,
    N_PRICES,
    NONE,
    PIRATE,
    PIRATES,
    SECOND_FRIGATE,
    SHIPS,
    VICTORY,
    WORDS,
    Equals,
    Event,
    Source,
)
from analyser.kernel.backend import compiled, rule
from analyser.kernel.intrinsics import Record, emit

ALL_SHIPS = int(Ships.ALL)


@compiled
def owner_of(ship: int) -> int:
    """Whose merchant or pirate a ship is."""
    return ship % MAX_PLAYERS


@compiled
def put_ship(table: Record, ship: int, cell: int) -> None:
    """Move a ship from its cell, if it has one, to another, or off the board."""
    if table.ship_cell[ship] != NONE:
        table.ship_at[table.ship_cell[ship]] = FREE
    table.ship_cell[ship] = cell
    if cell != NONE:
        table.ship_at[cell] = ship


@compiled
def exchange_ships(table: Record, one: int, other: int) -> None:
    """Two ships change places."""
    here, there = table.ship_cell[one], table.ship_cell[other]
    table.ship_cell[one], table.ship_cell[other] = there, here
    table.ship_at[there], table.ship_at[here] = one, other
    emit(Event.SWAPPED, table, one, other, 0)


@rule("BF-26")
def payable(table: Record, doubloons: int) -> int:
    """What the bank pays of the doubloons earned: all, unless it is limited and has less."""
    if table.bank == 0:
        return doubloons
    left = table.bank
    for seat in range(table.n_players):
        left -= table.doubloons[seat]
    return min(doubloons, max(left, 0))


@compiled
def earn(table: Record, seat: int, source: int, doubloons: int) -> None:
    """A player takes doubloons."""
    table.doubloons[seat] += doubloons
    table.income[seat, source] += doubloons


@rule("BF-09", "BF-15", "BF-20")
def load_goods(table: Record, ship: int, port: int) -> None:
    """A merchant takes a load of a port's goods, or what there is."""
    table.cargo[ship] = min(table.load, table.stock[port])
    table.goods[ship] = port
    table.stock[port] -= table.cargo[ship]


@rule("BF-09", "BF-20")
def place_merchant(table: Record, seat: int, cell: int) -> None:
    """A merchant is put on a free cell at a port and loaded."""
    put_ship(table, seat, cell)
    load_goods(table, seat, table.port_at[cell])
    emit(Event.PLACED, table, seat, cell, 0)


@rule("BF-10", "BF-11", "BF-12")
def begin_sailing(table: Record, seat: int, card: int) -> None:
    """A movement card gives the moves of the ships and says which frigate, or frigates, are friendly."""
    table.seat = seat
    table.frigate, table.second_frigate = FRIGATES + table.card_frigate[card], NONE
    table.symbol, table.second_symbol = table.card_symbol[card], 0
    table.friendly = (1 << FREE) | (1 << seat) | (1 << (PIRATES + seat)) | (1 << table.frigate)
    for ship in range(MOVABLE):
        kind = min(ship, FRIGATE)
        table.numbers[ship] = table.card_moves[card, ship]
        table.moves[ship] = table.card_moves[card, ship] + table.power_moves[seat, kind]
        table.has_sailed[ship] = 0
        table.actions[ship] = 1
        table.crosses[ship] = table.power_crosses[seat, kind]
        table.attack_range[ship] = table.power_range[seat, kind]
    table.has_sailed[SECOND_FRIGATE] = 1
    if table.card_has_both[card] == 1:
        add_frigate(table)
    table.actions[PIRATE] += table.power_actions[seat]
    table.under_way = NONE
    table.price_bonus = table.power_price[seat]
    table.may_rob = table.power_robs[seat]
    table.may_sink = table.power_sinks[seat]
    table.may_swap = table.power_swap[seat]
    table.may_play_second, table.cards_played = table.power_second[seat], 1
    table.has_looted = 0


@rule("BF-11", "BF-12")
def add_frigate(table: Record) -> None:
    """Both frigates can be moved this turn, and both are friendly."""
    table.second_frigate = FRIGATES + SHIPS - 1 - table.frigate
    table.friendly |= 1 << table.second_frigate
    table.has_sailed[SECOND_FRIGATE] = 0


@rule("BF-11", "BF-22")
def play_second_card(table: Record, card: int) -> None:
    """A second movement card adds its numbers, its frigate and its symbol; who has finished a voyage sails no more."""
    table.may_play_second, table.cards_played = 0, 2
    table.second_symbol = table.card_symbol[card]
    other = FRIGATES + table.card_frigate[card] != table.frigate
    if (other or table.card_has_both[card] == 1) and table.second_frigate == NONE:
        add_frigate(table)
    for ship in range(MOVABLE):
        number = table.card_moves[card, ship]
        if ship >= FRIGATE and other:
            number = table.card_moves[card, FRIGATE + SECOND_FRIGATE - ship]
        table.numbers[ship] += number
        table.moves[ship] += number


@rule("BF-15")
def can_load(table: Record, port: int) -> bool:
    """Whether a port has goods enough to load: any, or a full load if a merchant may not leave with less."""
    return table.stock[port] >= (1 if table.short_load == 1 else table.load)


@rule("BF-04", "BF-14", "BF-15")
def can_sell(table: Record, ship: int, port: int) -> bool:
    """Whether a port buys a merchant's goods, and has some to load in return."""
    return table.price[port, table.goods[ship]] > 0 and can_load(table, port)


@rule("BF-04", "BF-14")
def sale_price(table: Record, ship: int, port: int) -> int:
    """What a port pays for a merchant's whole load."""
    return payable(table, table.cargo[ship] * (table.price[port, table.goods[ship]] + table.price_bonus))


@rule("BF-14")
def sell(table: Record, ship: int, port: int) -> None:
    """The whole load is sold, its cubes go back to their own port, and new goods are loaded at once."""
    pay = sale_price(table, ship, port)
    earn(table, table.seat, Source.SALES, pay)
    table.sales[table.seat] += 1
    table.stock[table.goods[ship]] += table.cargo[ship]
    load_goods(table, ship, port)
    emit(Event.SOLD, table, ship, port, pay)


@rule("BF-16")
def sink(table: Record, ship: int, victim: int) -> None:
    """A pirate goes back to its owner, its cargo to the stock, and doubloons to the player who moves."""
    pay = sink_pay(table)
    earn(table, table.seat, Source.SINKING, pay)
    table.sinkings[table.seat] += 1
    table.lost_pirates[owner_of(victim)] += 1
    unload(table, victim)
    put_ship(table, victim, NONE)
    for w in range(WORDS):
        table.threat[victim, w] = 0
    emit(Event.SANK, table, ship, victim, pay)


@rule("BF-16")
def sink_pay(table: Record) -> int:
    """What sinking a pirate pays."""
    return payable(table, table.sink_pays + table.sink_bonus[table.seat])


@compiled
def unload(table: Record, ship: int) -> None:
    """A pirate's good goes back to the stock."""
    if table.cargo[ship] > 0:
        table.stock[table.goods[ship]] += table.cargo[ship]
        table.cargo[ship] = 0
    table.goods[ship] = NONE


@rule("BF-17")
def rob_pay(table: Record) -> int:
    """What robbing a merchant pays."""
    return payable(table, table.rob_pays + table.rob_bonus[table.seat])


@rule("BF-17")
def rob(table: Record, ship: int, victim: int) -> None:
    """A merchant loses a good; with its last one it is sunk. A pirate keeps the good, a robbing merchant does not."""
    pay = rob_pay(table)
    earn(table, table.seat, Source.ROBBING, pay)
    table.robberies[table.seat] += 1
    table.cargo[victim] -= 1
    if ship < PIRATES:
        table.stock[table.goods[victim]] += 1
    else:
        table.cargo[ship], table.goods[ship] = 1, table.goods[victim]
        table.has_looted = 1
    emit(Event.ROBBED, table, ship, victim, pay)
    if table.cargo[victim] == 0:
        table.lost_merchants[owner_of(victim)] += 1
        table.goods[victim] = NONE
        put_ship(table, victim, NONE)
        emit(Event.LOST_MERCHANT, table, victim, 0, 0)


@rule("BF-18")
def bury(table: Record, ship: int, beach: int) -> None:
    """The good goes to its stock, and the player earns what the beach pays."""
    pay = payable(table, table.beach[beach])
    earn(table, table.seat, Source.BURYING, pay)
    table.burials[table.seat] += 1
    table.has_looted = 1
    unload(table, ship)
    emit(Event.BURIED, table, ship, beach, pay)


@rule("BF-19")
def is_other(table: Record, ship: int) -> bool:
    """Whether a merchant or pirate on the board belongs to another player."""
    return table.ship_cell[ship] != NONE and owner_of(ship) != table.seat


@rule("BF-06", "BF-24")
def can_buy(table: Record, seat: int, k: int, price: int) -> bool:
    """Whether the k-th card can be bought: not yet bought, and affordable; the victory card after the four others."""
    if table.doubloons[seat] < price:
        return False
    if k == VICTORY:
        return table.n_bought[seat] == N_PRICES and table.won[seat] == 0
    return table.bought[seat, k] == NONE


@rule("BF-24")
def buy(table: Record, seat: int, k: int, card: int, price: int) -> None:
    """Pay for a card and turn it up; its power works from now on."""
    table.doubloons[seat] -= price
    table.spent[seat] += price
    table.bought_round[seat, k] = table.rounds
    if k == VICTORY:
        table.won[seat] = 1
    else:
        table.bought[seat, k] = card
        table.n_bought[seat] += 1
        if seat > 0 or (table.blank_hand >> k) & 1 == 0:
            gain_power(table, seat, card)
    emit(Event.BOUGHT, table, seat, k, card)


@rule("BF-24")
def gain_power(table: Record, seat: int, card: int) -> None:
    """What a development card gives for the rest of the game."""
    effect, amount = table.development_effect[card], table.development_amount[card]
    if effect == Power.MORE_MOVES or effect == Power.CROSS_ISLANDS or effect == Power.LONG_RANGE:
        for kind in range(KINDS):
            if table.development_ships[card] == ALL_SHIPS or table.development_ships[card] == kind:
                gain_ship_power(table, seat, kind, effect, amount)
    elif effect == Power.SINK_BONUS:
        table.sink_bonus[seat] += amount
    elif effect == Power.ROB_BONUS:
        table.rob_bonus[seat] += amount
    elif effect == Power.BETTER_PRICE:
        table.power_price[seat] += amount
    elif effect == Power.MORE_FORTUNE:
        table.keeps[seat] += amount
    else:
        gain_leave(table, seat, effect, amount)


@compiled
def gain_leave(table: Record, seat: int, effect: int, amount: int) -> None:
    """Something is allowed that was not."""
    if effect == Power.SWAP_OWN:
        table.power_swap[seat] = max(table.power_swap[seat], amount)
    elif effect == Power.MERCHANT_SINKS:
        table.power_sinks[seat] = 1
    elif effect == Power.MERCHANT_ROBS:
        table.power_robs[seat] = 1
    elif effect == Power.LAIRS:
        table.power_lairs[seat] = 1
    elif effect == Power.ROB_AND_BURY:
        table.power_actions[seat] += 1
    else:
        table.power_second[seat] = 1


@compiled
def gain_ship_power(table: Record, seat: int, kind: int, effect: int, amount: int) -> None:
    """A ship goes further, over islands, or shoots further."""
    if effect == Power.MORE_MOVES:
        table.power_moves[seat, kind] += amount
    elif effect == Power.CROSS_ISLANDS:
        table.power_crosses[seat, kind] = 1
    else:
        table.power_range[seat, kind] = max(table.power_range[seat, kind], amount)


@rule("BF-25")
def is_ending(table: Record) -> bool:
    """Somebody has bought the victory card: the round is played to the last seat."""
    won = 0
    for seat in range(table.n_players):
        won += table.won[seat]
    return won > 0


@rule("BF-25")
def wealth(table: Record, seat: int) -> int:
    """All doubloons that a player holds or has paid for cards."""
    return table.doubloons[seat] + table.spent[seat]


@rule("BF-25")
def is_ahead(table: Record, one: int, other: int) -> bool:
    """The victory card first, among its buyers the richer, perhaps the earlier; the others by all they have earned."""
    if table.won[one] != table.won[other]:
        return table.won[one] > table.won[other]
    if table.won[one] == 1:
        if table.equal_doubloons == Equals.FIRST and table.doubloons[one] == table.doubloons[other]:
            return one < other
        return table.doubloons[one] > table.doubloons[other]
    return wealth(table, one) > wealth(table, other)
