"""The order of play: eight rounds of supply, plunder, pay, loot, auction and assembly; then the count."""

from analyser.games.piratoons import columns
from analyser.games.piratoons.choices import (
    ACT_PUT,
    ACT_STOP,
    Kind,
    act_of,
    n_picks,
    n_placings,
    n_throws,
    picked,
    thrown,
)
from analyser.games.piratoons.deal import deal
from analyser.games.piratoons.foresight import look_at_chest, look_at_lot
from analyser.games.piratoons.points import ALL_KINDS, count_points, empty_of, total_points
from analyser.games.piratoons.rules import (
    buy_tile,
    can_act,
    clear_lot,
    cry_stop,
    fish_out_sails,
    give_gift,
    highest_bidder,
    is_quick,
    lay_out_lot,
    open_bids,
    pay_unemployed,
    put_pawn,
    share_loot,
    supply,
    throw_back,
)
from analyser.games.piratoons.ship import SAIL, all_fits, bad_joins
from analyser.games.piratoons.table import (
    KIND_OF,
    KINDS,
    N_ORDERS,
    N_ROUNDS,
    N_TYPES,
    NONE,
    ORDERS,
    SOURCES,
    STOREYS,
    SUNK,
    EqualPoints,
    Event,
    Purpose,
    show_purses,
)
from analyser.games.piratoons.tiles import N_SHIPS
from analyser.kernel.backend import compiled_apart, rule
from analyser.kernel.columns import RANK, ROUNDS, SCORE
from analyser.kernel.intrinsics import Record, emit
from analyser.kernel.loop import note_score, rank_scores, seat_of_luck, share_win
from analyser.kernel.policies import ask
from analyser.kernel.rng import below
from analyser.kernel.rollouts import begin_secret_picks, reveal_picks


@compiled_apart
def decide(table: Record, hidden: Record, workspace: Record, seat: int, kind: int, n_choices: int) -> int:
    """The index of the choice that a seat takes."""
    table.asked = kind
    show_purses(table, hidden, seat)
    return ask(table, workspace, seat, 0, n_choices)


@rule("PT-06", apart=True)
def play_tick(table: Record, hidden: Record, workspace: Record) -> None:
    """The players act in a fresh random order, those who are quick enough, until somebody cries stop."""
    n = table.n_players
    order = below(workspace.luck, Purpose.ORDER, N_ORDERS[n])
    for k in range(n):
        seat = seat_of_luck(workspace, ORDERS[n, order, k], n)
        if hidden.stopped == 1 or not is_quick(table, workspace, seat) or not can_act(table, seat):
            continue
        index = decide(table, hidden, workspace, seat, Kind.PLACE, n_placings(table, seat))
        act = act_of(table, seat, index)
        if act == ACT_PUT:
            put_pawn(table, workspace, seat, index)
        elif act == ACT_STOP:
            cry_stop(table, hidden, seat)


@rule("PT-06", apart=True)
def plunder(table: Record, hidden: Record, workspace: Record) -> None:
    """Tick by tick until somebody cries stop, at the latest until the last tick."""
    hidden.stopped = 0
    last = max(table.plunder_ticks, table.plunder_max_ticks)
    while hidden.stopped == 0 and table.tick < last:
        table.tick += 1
        play_tick(table, hidden, workspace)
    table.ticks += table.tick
    emit(Event.ENDED, table, hidden.stopped, 0, 0)


@rule("PT-11", "PT-12", apart=True)
def auction(table: Record, hidden: Record, workspace: Record) -> None:
    """One blind bid each; the highest picks first. Skipped if there is no tile."""
    lay_out_lot(table)
    emit(Event.AUCTION, table, table.n_lot, 0, 0)
    if table.n_lot == 0:
        return
    table.auctions += 1
    look_at_lot(table, workspace)
    begin_secret_picks(workspace)
    for seat in range(table.n_players):
        if hidden.purse[seat] > 0:
            hidden.bids[seat] = decide(table, hidden, workspace, seat, Kind.BID, hidden.purse[seat] + 1)
    reveal_picks(workspace)
    open_bids(table, hidden)
    seat = highest_bidder(table, hidden)
    while seat != NONE and table.n_lot > 0:
        index = decide(table, hidden, workspace, seat, Kind.PICK, n_picks(table))
        buy_tile(table, hidden, seat, picked(table, index))
        seat = highest_bidder(table, hidden)
    clear_lot(table, hidden)


@rule("PT-13", "PT-14", apart=True)
def assemble(table: Record, hidden: Record, workspace: Record, seat: int) -> None:
    """What has no place on the ship is thrown back, piece by piece."""
    sails = 0
    while not all_fits(table, seat):
        code = thrown(table, seat, decide(table, hidden, workspace, seat, Kind.SEA, n_throws(table, seat)))
        throw_back(table, seat, code)
        sails += int(code == SAIL)
    fish_out_sails(table, seat, sails)


@rule("PT-05", apart=True)
def play_round(table: Record, hidden: Record, workspace: Record) -> None:
    """The six phases."""
    supply(table, hidden)
    give_gift(table, hidden)
    look_at_chest(table, workspace)
    plunder(table, hidden, workspace)
    pay_unemployed(table, hidden)
    share_loot(table)
    auction(table, hidden, workspace)
    for seat in range(table.n_players):
        assemble(table, hidden, workspace, seat)
    emit(Event.ASSEMBLED, table, 0, 0, 0)


@rule("PT-21", apart=True)
def record_result(table: Record, hidden: Record, workspace: Record) -> None:
    """The highest total wins; equal totals share."""
    workspace.game_row[ROUNDS] = table.rounds
    for seat in range(table.n_players):
        workspace.seat_rows[SCORE, seat] = total_points(table, seat)
        record_ship(table, hidden, workspace.seat_rows, seat)
        record_deeds(table, workspace.seat_rows, seat)
    record_game(table, hidden, workspace.game_row)
    rank_scores(workspace, table.n_players)
    if table.equal_points == EqualPoints.RICHEST:
        prefer_richest(hidden, workspace, table.n_players)


@rule("PT-21")
def prefer_richest(hidden: Record, workspace: Record, n_players: int) -> None:
    """A rule to try: among equal totals whoever has more doubloons ranks first."""
    winners = 0
    for seat in range(n_players):
        rank, mine = 1, workspace.seat_rows[SCORE, seat]
        for other in range(n_players):
            score = workspace.seat_rows[SCORE, other]
            is_richer = hidden.purse[other] > hidden.purse[seat]
            rank += int(score > mine or (score == mine and is_richer))
        workspace.seat_rows[RANK, seat] = rank
        winners += int(rank == 1)
    share_win(workspace, n_players, winners)


@compiled_apart
def record_ship(table: Record, hidden: Record, rows: Record, seat: int) -> None:
    """Points by source, and what they come from."""
    for source in range(SOURCES):
        rows[columns.FROM_SAILS + source, seat] = table.points[seat, source]
    for kind in range(KINDS):
        rows[columns.SAILS + kind, seat] = table.kinds[seat, kind]
    for k in range(STOREYS):
        rows[columns.ONE_STOREY + k, seat] = table.tops[seat, k]
    rows[columns.BARRELS, seat] = table.barrels[seat]
    rows[columns.BAD_JOINS, seat] = bad_joins(table, seat)
    rows[columns.EMPTY_PLACES, seat] = empty_of(table, seat, ALL_KINDS)
    rows[columns.DOUBLOONS, seat] = hidden.purse[seat]


@compiled_apart
def record_deeds(table: Record, rows: Record, seat: int) -> None:
    """Pawns, pay, loot and bids over all rounds."""
    rows[columns.PAWNS_KEPT, seat] = table.kept[seat]
    rows[columns.PAWNS_PLACED, seat] = table.placed[seat]
    rows[columns.PAWNS_LOST, seat] = table.lost[seat]
    rows[columns.ROUNDS_OUT, seat] = table.outs[seat]
    rows[columns.STOPS, seat] = table.stops[seat]
    rows[columns.PAID, seat] = table.earned[seat]
    rows[columns.GAVE_BACK, seat] = table.gave_back[seat]
    rows[columns.TILES_LOOTED, seat] = table.looted[seat]
    rows[columns.BIDS, seat] = table.n_bids[seat]
    rows[columns.BIDS_CANCELLED, seat] = table.cancelled[seat]
    rows[columns.TILES_BOUGHT, seat] = table.bought[seat]
    rows[columns.SPENT, seat] = table.spent[seat]
    rows[columns.THROWN, seat] = table.thrown[seat]
    rows[columns.CAPTAIN_ROUND, seat] = 1 + (seat - table.first_captain) % table.n_players


@compiled_apart
def record_game(table: Record, hidden: Record, row: Record) -> None:
    """What belongs to no seat."""
    row[columns.FIRST_CAPTAIN] = table.first_captain + 1
    row[columns.TICKS] = table.ticks
    row[columns.LOST_TO_TIES] = table.ties
    row[columns.UNTOUCHED] = table.untouched
    row[columns.AUCTIONS] = table.auctions
    row[columns.HALVINGS] = table.halvings
    row[columns.BANK] = hidden.bank
    row[columns.STOPPED] = 0
    for seat in range(table.n_players):
        row[columns.STOPPED] += table.stops[seat]
    row[columns.SUNK_TILES] = 0
    for tile in range(N_SHIPS):
        row[columns.SUNK_TILES] += int(table.owner[tile] == SUNK)
    for kind in range(KINDS):
        row[columns.ADRIFT + kind] = 0
    for code in range(N_TYPES):
        row[columns.ADRIFT + KIND_OF[code]] += table.sea[code]


@compiled_apart
def note_scores(table: Record, hidden: Record, workspace: Record) -> None:
    """What each ship would count now, for those who ask how a game went; the players do not see it."""
    count_points(table, hidden)
    for seat in range(table.n_players):
        note_score(workspace, seat, total_points(table, seat))
        for source in range(SOURCES):
            table.points[seat, source] = 0
    workspace.n_traced += 1


@compiled_apart
def play_game(table: Record, hidden: Record, workspace: Record) -> None:
    """A whole game; it ends after the eighth round (PT-17)."""
    deal(table, hidden, workspace)
    while table.rounds < N_ROUNDS:
        play_round(table, hidden, workspace)
        if workspace.traced == 1:
            note_scores(table, hidden, workspace)
    count_points(table, hidden)
    record_result(table, hidden, workspace)
    for seat in range(table.n_players):
        emit(Event.PURSE, table, seat, hidden.purse[seat], 0)
    emit(Event.FINISHED, table, 0, 0, 0)
