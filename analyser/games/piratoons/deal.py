"""The set-up: tiles are shuffled, players get their crew and doubloons, the first captain is drawn."""

from analyser.core.arrays import Ints
from analyser.games.piles import round_of_gift, shuffle
from analyser.games.piratoons.ship import PAIR
from analyser.games.piratoons.table import (
    CHEST,
    FIRST_SHIP,
    IN_PILE,
    KIND_OF,
    KINDS,
    N_CODES,
    N_EQUIPMENT,
    N_ROUNDS,
    N_TYPES,
    NONE,
    SOURCES,
    STOREYS,
    TAKEN,
    Event,
    Purpose,
)
from analyser.games.piratoons.tiles import N_SHIPS
from analyser.kernel.backend import compiled, compiled_apart, rule
from analyser.kernel.intrinsics import Record, emit
from analyser.kernel.loop import luck_of_seat, seat_of_luck
from analyser.kernel.rng import below, stream


@compiled
def begin_luck(table: Record, workspace: Record) -> None:
    """The game's own streams."""
    for purpose in (Purpose.EQUIPMENT, Purpose.SHIPS, Purpose.CAPTAIN):
        workspace.luck[purpose] = stream(workspace.deal_key, purpose)
    workspace.luck[Purpose.ORDER] = stream(workspace.key, Purpose.ORDER)
    for seat in range(table.n_players):
        owner = luck_of_seat(workspace, seat, table.n_players)
        workspace.luck[Purpose.HANDS + seat] = stream(workspace.key, Purpose.HANDS + owner)
        workspace.luck[Purpose.CLUMSY + seat] = stream(workspace.key, Purpose.CLUMSY + owner)


@rule("PT-02", "PT-03")
def shuffle_tiles(table: Record, hidden: Record, workspace: Record) -> None:
    """48 equipment tiles in 8 piles of 6, and 24 ship tiles."""
    n = 0
    for code in range(N_TYPES):
        for _ in range(table.copies[code]):
            hidden.equipment[n] = code
            n += 1
    for k in range(N_SHIPS):
        hidden.ships[k] = FIRST_SHIP + k
    shuffle(hidden.equipment, N_EQUIPMENT, workspace, Purpose.EQUIPMENT)
    shuffle(hidden.ships, N_SHIPS, workspace, Purpose.SHIPS)


@compiled
def gift_number(table: Record, code: int) -> int:
    """What `gift_tile` calls a tile: 1 to 5 kinds of equipment, 6 to 9 ship tiles by their storeys."""
    return 1 + KIND_OF[code] if code < FIRST_SHIP else KINDS + table.tile_storeys[code - FIRST_SHIP]


@compiled_apart
def put_gift_aside(table: Record, hidden: Record, workspace: Record) -> None:
    """For experiments: the round of a gift to seat 0, drawn unless it is set, and its tile."""
    hidden.gift_due = 0
    if table.gift_tile > 0:
        hidden.gift_due = round_of_gift(workspace, workspace.deal_key, Purpose.GIFT, table.gift_round, N_ROUNDS)
        take_out(table, hidden, hidden.equipment, N_EQUIPMENT)
        take_out(table, hidden, hidden.ships, N_SHIPS)


@compiled_apart
def take_out(table: Record, hidden: Record, pile: Ints, n: int) -> None:
    """The last tile of the gift's kind leaves its pile, if it is of these; the very last tile takes its place."""
    for k in range(n - 1, -1, -1):
        if gift_number(table, pile[k]) == table.gift_tile:
            hidden.gift = pile[k]
            pile[k] = pile[n - 1]
            pile[n - 1] = TAKEN
            return


@rule("PT-01", "PT-16", apart=True)
def clear_seat(table: Record, hidden: Record, seat: int) -> None:
    """A player starts with a crew, prow and stern, and some doubloons."""
    hidden.purse[seat] = table.start_doubloons
    hidden.bids[seat] = 0
    table.reserve[seat] = table.crew
    table.n_tiles[seat] = 0
    table.barrels[seat] = table.end_barrels
    for kind in range(KINDS):
        table.kinds[seat, kind] = 0
        table.places[seat, kind] = table.end_places[kind]
    for code in range(N_TYPES):
        table.held[seat, code] = 0
    for k in range(STOREYS):
        table.tops[seat, k] = 0
        table.lefts[seat, k] = 0
        table.rights[seat, k] = 0
    table.lefts[seat, table.stern[seat]] = 1
    table.rights[seat, table.prow[seat]] = 1
    table.linked[seat] = PAIR[table.stern[seat], table.prow[seat]]
    clear_counts(table, seat)


@compiled
def clear_counts(table: Record, seat: int) -> None:
    """Nothing has happened yet."""
    table.bids[seat] = 0
    table.fallen[seat] = 0
    table.is_out[seat] = 0
    table.doubloons[seat] = NONE
    table.kept[seat] = 0
    table.placed[seat] = 0
    table.lost[seat] = 0
    table.outs[seat] = 0
    table.stops[seat] = 0
    table.earned[seat] = 0
    table.gave_back[seat] = 0
    table.looted[seat] = 0
    table.n_bids[seat] = 0
    table.cancelled[seat] = 0
    table.bought[seat] = 0
    table.spent[seat] = 0
    table.thrown[seat] = 0
    for source in range(SOURCES):
        table.points[seat, source] = 0
    for place in range(CHEST):
        table.pawns[seat, place] = 0


@rule("PT-04")
def draw_captain(table: Record, workspace: Record) -> None:
    """The first captain is drawn."""
    table.first_captain = seat_of_luck(
        workspace, below(workspace.luck, Purpose.CAPTAIN, table.n_players), table.n_players
    )
    table.captain = table.first_captain


@rule("PT-01", apart=True)
def deal(table: Record, hidden: Record, workspace: Record) -> None:
    """Everything before the first round."""
    begin_luck(table, workspace)
    shuffle_tiles(table, hidden, workspace)
    put_gift_aside(table, hidden, workspace)
    for seat in range(table.n_players):
        clear_seat(table, hidden, seat)
    hidden.bank = table.doubloons_in_all - table.n_players * table.start_doubloons
    for code in range(N_TYPES):
        table.sea[code] = 0
    for code in range(N_CODES):
        table.lot[code] = 0
    for tile in range(N_SHIPS):
        table.owner[tile] = IN_PILE
    table.rounds, table.n_lot = 0, 0
    table.ticks, table.ties, table.untouched, table.halvings, table.auctions = 0, 0, 0, 0, 0
    draw_captain(table, workspace)
    emit(Event.DEALT, table, table.captain, 0, 0)
