"""The final count, clause by clause."""

from analyser.games.piratoons.ship import DECK, SAIL, all_family_points, empty_places, join_points
from analyser.games.piratoons.table import KINDS, SOURCES, Source
from analyser.kernel.backend import rule
from analyser.kernel.intrinsics import Record

ALL_KINDS = KINDS
"""The fifth comparison of empty places: of all kinds together."""


@rule("PT-17")
def amount(table: Record, hidden: Record, seat: int, source: int) -> int:
    """What is compared in a majority: sails, doubloons or barrels."""
    if source == Source.SAILS:
        return table.kinds[seat, SAIL]
    return hidden.purse[seat] if source == Source.RICHES else table.barrels[seat]


@rule("PT-17")
def can_score_with_none(table: Record, source: int) -> bool:
    """Whether none at all can be the most or the second most: assumed of doubloons only."""
    return table.zero_riches == 1 if source == Source.RICHES else table.zero_majority == 1


@rule("PT-17", "PT-18", apart=True)
def majority_points(table: Record, hidden: Record, seat: int, source: int) -> int:
    """First and second get points, equals alike; no sails or barrels win nothing, unless the settings say so.

    Who is ahead is counted by amounts: one amount ahead of mine makes me second, however many have it, unless a tie for
    the first leaves no second.
    """
    mine = amount(table, hidden, seat, source)
    if mine == 0 and not can_score_with_none(table, source):
        return 0
    best, n_best, n_ahead = mine, 0, 0
    for other in range(table.n_players):
        best = max(best, amount(table, hidden, other, source))
    for other in range(table.n_players):
        n_best += int(amount(table, hidden, other, source) == best)
        n_ahead += int(amount(table, hidden, other, source) > mine)
    if n_ahead == 0:
        return table.first_points[source]
    is_second = n_ahead == n_best and (n_best == 1 or table.second_after_tie == 1)
    return table.second_points[source] if is_second else 0


@rule("PT-19", apart=True)
def empty_of(table: Record, seat: int, kind: int) -> int:
    """Empty places of a kind, or of all kinds together."""
    if kind != ALL_KINDS:
        return empty_places(table, seat, kind)
    total = 0
    for one in range(DECK, KINDS):
        total += empty_places(table, seat, one)
    return total


@rule("PT-19", apart=True)
def empty_points(table: Record, seat: int) -> int:
    """In each of five comparisons the player with the most empty places loses points; no empty place loses none,
    unless the settings say that all have the most where nobody has any.
    """
    points = 0
    for kind in range(DECK, ALL_KINDS + 1):
        mine = empty_of(table, seat, kind)
        is_most = mine > 0 or table.full_ships_lose == 1
        for other in range(table.n_players):
            is_most = is_most and empty_of(table, other, kind) <= mine
        points -= table.empty_points if is_most else 0
    return points


@rule("PT-17", "PT-19", "PT-20", apart=True)
def count_points(table: Record, hidden: Record) -> None:
    """All points by source."""
    for seat in range(table.n_players):
        for source in (Source.SAILS, Source.RICHES, Source.SIZE):
            table.points[seat, source] = majority_points(table, hidden, seat, source)
        table.points[seat, Source.JOINS] = join_points(table, seat)
        table.points[seat, Source.EMPTY] = empty_points(table, seat)
        table.points[seat, Source.FAMILIES] = all_family_points(table, seat)


@rule("PT-21")
def total_points(table: Record, seat: int) -> int:
    """The sum over all sources; for experiments, seat 0 is given some more."""
    total = table.gift_points if seat == 0 else 0
    for source in range(SOURCES):
        total += table.points[seat, source]
    return total
