"""The clauses of the ledger about a round, in its order: supply, plunder, pay, loot, auction, assembly."""

from analyser.games.piratoons.ship import (
    SAIL,
    is_overfull,
    lose_equipment,
    take_equipment,
    take_tile,
)
from analyser.games.piratoons.table import (
    CHEST,
    CHEST_EQUIPMENT,
    CHEST_SHIPS,
    FIRST_SHIP,
    IN_CHEST,
    N_CODES,
    N_TYPES,
    NONE,
    SUNK,
    TAKEN,
    Event,
    Purpose,
)
from analyser.kernel.backend import compiled, compiled_apart, rule
from analyser.kernel.intrinsics import Record, emit
from analyser.kernel.rng import chance


@rule("PT-02", "PT-04", "PT-05", apart=True)
def supply(table: Record, hidden: Record) -> None:
    """A new captain puts a pile of six equipment tiles and three ship tiles into the chest; all pawns come home."""
    done = table.rounds
    table.captain = (table.first_captain + done) % table.n_players
    table.n_chest = 0
    for k in range(CHEST_EQUIPMENT):
        put_in_chest(table, hidden.equipment[CHEST_EQUIPMENT * done + k])
    for k in range(CHEST_SHIPS):
        put_in_chest(table, hidden.ships[CHEST_SHIPS * done + k])
    for seat in range(table.n_players):
        table.reserve[seat] = table.crew
        table.fallen[seat] = 0
        table.is_out[seat] = 0
        for place in range(CHEST):
            table.pawns[seat, place] = 0
    table.rounds += 1
    table.tick = 0
    emit(Event.ROUND, table, table.rounds, table.captain, 0)


@compiled
def put_in_chest(table: Record, code: int) -> None:
    """One more tile to plunder; the last pile is one short if a tile was put aside."""
    if code == TAKEN:
        return
    table.chest[table.n_chest] = code
    table.n_chest += 1
    if code >= FIRST_SHIP:
        table.owner[code - FIRST_SHIP] = IN_CHEST


@compiled_apart
def give_gift(table: Record, hidden: Record) -> None:
    """For experiments: seat 0 gets the tile put aside, in its round."""
    if table.rounds == hidden.gift_due:
        take_tile(table, 0, hidden.gift)
        emit(Event.GIVEN, table, 0, hidden.gift, 0)


@rule("PT-06")
def is_sand_through(table: Record) -> bool:
    """Whether the 15 seconds are over, so that anybody may cry stop."""
    return table.tick > table.plunder_ticks


@rule("PT-04")
def has_lid(table: Record, seat: int) -> bool:
    """Whether a player is the captain and has not yet put the lid of the chest down."""
    return seat == table.captain and table.tick <= table.captain_delay


@rule("PT-04", "PT-06", "PT-08")
def can_act(table: Record, seat: int) -> bool:
    """Whether a player has anything to decide in this tick; a player who is out places nothing and keeps silent."""
    free = table.is_out[seat] == 0 and not has_lid(table, seat)
    return free and (table.reserve[seat] > 0 or is_sand_through(table))


@rule("PT-06")
def is_quick(table: Record, workspace: Record, seat: int) -> bool:
    """Whether a player acts in this tick."""
    return chance(workspace.luck, Purpose.HANDS + seat) < table.reaction[seat]


@compiled
def has_enemies(table: Record, seat: int, place: int) -> bool:
    """Whether pawns of others stand on a tile."""
    enemies = -table.pawns[seat, place]
    for other in range(table.n_players):
        enemies += table.pawns[other, place]
    return enemies > 0


@rule("PT-07", "PT-08", apart=True)
def put_pawn(table: Record, workspace: Record, seat: int, place: int) -> None:
    """A pawn is put on a tile and stays; it may land badly, or knock an enemy pawn down."""
    table.reserve[seat] -= 1
    luck = chance(workspace.luck, Purpose.CLUMSY + seat)
    if luck < table.knock_enemy and has_enemies(table, seat, place):
        table.is_out[seat] = 1
        table.outs[seat] += 1
        table.fallen[seat] += 1
        emit(Event.KNOCKED, table, seat, place, 0)
    elif luck >= 1.0 - table.drop_own:
        table.fallen[seat] += 1
        emit(Event.DROPPED, table, seat, place, 0)
    else:
        table.pawns[seat, place] += 1
        emit(Event.PUT, table, seat, place, 0)


@rule("PT-06")
def cry_stop(table: Record, hidden: Record, seat: int) -> None:
    """The plunder ends at once."""
    hidden.stopped = 1
    table.stops[seat] += 1
    emit(Event.STOPPED, table, seat, 0, 0)


@rule("PT-09")
def pay_of(table: Record, seat: int) -> int:
    """A doubloon for each pawn still in reserve; a player who is out gets none."""
    return 0 if table.is_out[seat] == 1 else table.reserve[seat]


@rule("PT-09", apart=True)
def pay_unemployed(table: Record, hidden: Record) -> None:
    """The bank pays all; if it has too few doubloons, all give back half of theirs first.

    Still too few: they do so again; or, in the other reading, the bank pays from the captain on until it is empty.
    """
    due = 0
    for seat in range(table.n_players):
        due += pay_of(table, seat)
        table.kept[seat] += table.reserve[seat]
        table.placed[seat] += table.crew - table.reserve[seat]
        table.lost[seat] += table.fallen[seat]
    if due > hidden.bank:
        give_back_half(table, hidden)
    while due > hidden.bank and table.halve_again == 1:
        give_back_half(table, hidden)
    for k in range(table.n_players):
        seat = (table.captain + k) % table.n_players
        pay = min(pay_of(table, seat), hidden.bank)
        hidden.bank -= pay
        hidden.purse[seat] += pay
        table.earned[seat] += pay
        if pay > 0:
            emit(Event.PAID, table, seat, pay, hidden.purse[seat])


@rule("PT-09")
def give_back_half(table: Record, hidden: Record) -> None:
    """Every player gives back half, rounded in the player's favour."""
    table.halvings += 1
    for seat in range(table.n_players):
        half = hidden.purse[seat] // 2
        hidden.purse[seat] -= half
        hidden.bank += half
        table.gave_back[seat] += half
    emit(Event.HALVED, table, 0, 0, 0)


@rule("PT-08", "PT-10")
def loot_pawns(table: Record, seat: int, place: int) -> int:
    """The pawns of a player that count on a tile."""
    return 0 if table.is_out[seat] == 1 else table.pawns[seat, place]


@rule("PT-10")
def taker(table: Record, place: int, seat: int, more: int) -> int:
    """Who takes a tile, or -1: equal counts cancel each other, the highest of the rest takes it.

    `more`: pawns that `seat` is thought to have there besides. Counts are kept as bits, those that stand once and those
    that stand again: comparing everybody with everybody cost strategies 1.25 x.
    """
    once, again = 0, 0
    for one in range(table.n_players):
        bit = 1 << (loot_pawns(table, one, place) + (more if one == seat else 0))
        again |= once & bit
        once |= bit
    alone = (once ^ again) >> 1 << 1
    winner = NONE
    for one in range(table.n_players):
        bit = 1 << (loot_pawns(table, one, place) + (more if one == seat else 0))
        if alone & bit and alone < 2 * bit:
            winner = one
    return winner


@rule("PT-10", apart=True)
def share_loot(table: Record) -> None:
    """Every tile goes to its taker; the others are left for the auction."""
    for place in range(table.n_chest):
        winner = taker(table, place, NONE, 0)
        if winner != NONE:
            emit(Event.LOOTED, table, winner, place, table.chest[place])
            take_tile(table, winner, table.chest[place])
            table.looted[winner] += 1
            table.chest[place] = TAKEN
            continue
        contested = 0
        for seat in range(table.n_players):
            contested += loot_pawns(table, seat, place)
        table.ties += int(contested > 0)
        table.untouched += int(contested == 0)
        emit(Event.LEFT, table, contested, place, table.chest[place])


@rule("PT-11", apart=True)
def lay_out_lot(table: Record) -> None:
    """The tiles not taken this round, and the equipment that floats."""
    table.n_lot = 0
    for code in range(N_CODES):
        table.lot[code] = table.sea[code] if code < N_TYPES else 0
        table.n_lot += table.lot[code]
    for code in range(N_TYPES):
        table.sea[code] = 0
    for place in range(CHEST):
        if table.chest[place] != TAKEN:
            table.lot[table.chest[place]] += 1
            table.n_lot += 1
            table.chest[place] = TAKEN


@rule("PT-11", apart=True)
def open_bids(table: Record, hidden: Record) -> None:
    """All hands are opened at once; equal bids cancel and are given back, so only those that stand are kept."""
    for seat in range(table.n_players):
        table.bids[seat] = hidden.bids[seat]
        table.n_bids[seat] += int(hidden.bids[seat] > 0)
    emit(Event.BIDS, table, 0, 0, 0)
    for seat in range(table.n_players):
        for other in range(table.n_players):
            if other != seat and table.bids[other] == table.bids[seat] and table.bids[seat] > 0:
                hidden.bids[seat] = 0
        table.cancelled[seat] += int(hidden.bids[seat] != table.bids[seat])


@rule("PT-11")
def highest_bidder(table: Record, hidden: Record) -> int:
    """Whose turn it is to pick: the highest bid that stands, or -1."""
    best = NONE
    for seat in range(table.n_players):
        if hidden.bids[seat] > 0 and (best == NONE or hidden.bids[seat] > hidden.bids[best]):
            best = seat
    return best


@rule("PT-11", apart=True)
def buy_tile(table: Record, hidden: Record, seat: int, code: int) -> None:
    """A bidder takes a tile of the lot and pays the whole bid."""
    bid = hidden.bids[seat]
    hidden.bids[seat] = 0
    hidden.purse[seat] -= bid
    hidden.bank += bid
    table.spent[seat] += bid
    table.bought[seat] += 1
    table.lot[code] -= 1
    table.n_lot -= 1
    take_tile(table, seat, code)
    emit(Event.BOUGHT, table, seat, code, bid)


@rule("PT-12", apart=True)
def clear_lot(table: Record, hidden: Record) -> None:
    """What nobody bought: ship tiles sink for good, equipment floats. Bids without a tile are given back."""
    for seat in range(table.n_players):
        if hidden.bids[seat] > 0:
            emit(Event.BID_BACK, table, seat, hidden.bids[seat], 0)
            hidden.bids[seat] = 0
    for code in range(N_CODES):
        if table.lot[code] > 0 and code < N_TYPES:
            table.sea[code] += table.lot[code]
        elif table.lot[code] > 0:
            table.owner[code - FIRST_SHIP] = SUNK
            emit(Event.SANK, table, code, 0, 0)
        table.lot[code] = 0
    table.n_lot = 0


@rule("PT-14", apart=True)
def throw_back(table: Record, seat: int, code: int) -> None:
    """Equipment is thrown into the sea and floats to the next auction."""
    lose_equipment(table, seat, code)
    table.sea[code] += 1
    table.thrown[seat] += 1
    emit(Event.THROWN, table, seat, code, 0)


@rule("PT-14", apart=True)
def fish_out_sails(table: Record, seat: int, thrown: int) -> None:
    """Sails thrown a moment ago stay after all, if a deck thrown after them has given them masts."""
    for _ in range(thrown):
        take_equipment(table, seat, SAIL)
        if is_overfull(table, seat, SAIL):
            lose_equipment(table, seat, SAIL)
            return
        table.sea[SAIL] -= 1
        table.thrown[seat] -= 1
