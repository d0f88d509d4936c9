"""The clauses of the ledger, in its order: how pirates stand, move, enter, fall and score."""

from analyser.games.faut_pas_pousser.table import (
    ANY_MOVE,
    CREW_AT,
    CREWS,
    END,
    FARTHEST,
    FIRST_THREE_LANES,
    HAT_AT,
    LANDINGS,
    LANE,
    LANE_BITS,
    LAST_LANE_AT,
    ONE_IN_EACH_LANE,
    VALUE_AT,
    Event,
    lane,
)
from analyser.kernel.backend import compiled, rule
from analyser.kernel.intrinsics import Record, emit


@compiled
def put_in(plank: int, at: int, pirate: int) -> int:
    """Three pirates and one more, its lane at this bit: those from there on stand one to the right."""
    return (plank & ((1 << at) - 1)) | (pirate << at) | (((plank >> at) << at) << LANE_BITS)


@compiled
def take_out(plank: int, slot: int) -> int:
    """The three others, closed up."""
    at = LANE_BITS * slot
    return (plank & ((1 << at) - 1)) | (((plank >> at) >> LANE_BITS) << at)


@compiled
def installation_slot(hidden: Record, table: Record, crew: int) -> int:
    """How many crews stand left of this one: lower values, and among equals those of lower tie rank."""
    slot = 0
    mine = table.pirate_values[hidden.openings[crew]] * CREWS + hidden.tie_rank[crew]
    for other in range(CREWS):
        theirs = table.pirate_values[hidden.openings[other]] * CREWS + hidden.tie_rank[other]
        slot += int(theirs < mine)
    return slot


@rule("FPP-03", "FPP-04")
def install(table: Record, hidden: Record) -> None:
    """All reveal at once; the lowest takes slot 1, the next slot 2, and so on."""
    plank = 0
    for crew in range(CREWS):
        pirate = hidden.openings[crew]
        plank |= lane(table, crew, pirate) << (LANE_BITS * installation_slot(hidden, table, crew))
        table.pirates[crew] ^= 1 << pirate
        table.opening[crew] = table.pirate_values[pirate]
    table.plank = plank


@rule("FPP-06", "FPP-22")
def set_turn_order(table: Record) -> None:
    """First the player furthest right, then clockwise; neutral crews after all players, furthest right first."""
    first = 0
    for slot in range(CREWS):
        crew = crew_in(table.plank, slot)
        if crew < table.n_players:
            first = crew
    for k in range(table.n_players):
        crew = first + k
        place_in_order(table, crew if crew < table.n_players else crew - table.n_players, k)
    position = table.n_players
    for slot in range(END, -1, -1):
        crew = crew_in(table.plank, slot)
        if crew >= table.n_players:
            place_in_order(table, crew, position)
            position += 1


@compiled
def place_in_order(table: Record, crew: int, position: int) -> None:
    """This crew plays at this place of every round."""
    table.order[position] = crew
    table.position[crew] = position


@compiled
def crew_in(plank: int, slot: int) -> int:
    """The owner of the pirate in a slot."""
    return ((plank >> (LANE_BITS * slot)) & LANE) >> CREW_AT


@rule("FPP-09", "FPP-10")
def shifted(plank: int, slot: int, by: int) -> int:
    """The plank after one pirate moves back (-) or forward (+); it stops at both ends, the others close up."""
    pirate = (plank >> (LANE_BITS * slot)) & LANE
    return put_in(take_out(plank, slot), LANDINGS[(by + FARTHEST) & ANY_MOVE, slot & END], pirate)


@rule("FPP-12")
def entry_lane(plank: int, pirate: int) -> int:
    """One slot further along for each point above the pirate in slot 1: where its lane will be."""
    above = ((pirate >> VALUE_AT) & 15) - ((plank >> VALUE_AT) & 15)
    return LANDINGS[(above + FARTHEST) & ANY_MOVE, 0]


@compiled
def entry_slot(plank: int, pirate: int) -> int:
    """The slot that a pirate enters: 0 to 3."""
    return entry_lane(plank, pirate) // LANE_BITS


@rule("FPP-12")
def entered(plank: int, pirate: int) -> int:
    """The plank after an entry: from the entry slot on all stand one to the right, slot 4 has fallen."""
    return put_in(plank & FIRST_THREE_LANES, entry_lane(plank, pirate), pirate)


@compiled
def at_the_end(plank: int) -> int:
    """The pirate in slot 4, the next to fall."""
    return plank >> LAST_LANE_AT


@rule("FPP-15")
def score_fall(table: Record, pirate: int) -> None:
    """Piles in order of fall: the n-th to fall scores ceil(n / pile_size) for its crew."""
    table.points[(pirate >> CREW_AT) & 3] += table.fall_points
    table.fallen += 1
    table.pile_room -= 1
    if table.pile_room == 0:
        table.pile_room = table.pile_size
        table.fall_points += 1


@rule("FPP-07", "FPP-12")
def enter_pirate(table: Record, crew: int, pirate: int) -> None:
    """A crew's pirate enters from the hand or the pile, and exactly one pirate falls."""
    falling = at_the_end(table.plank)
    newcomer = lane(table, crew, pirate)
    slot = entry_slot(table.plank, newcomer)
    table.pirates[crew] ^= 1 << pirate
    table.plank = entered(table.plank, newcomer)
    emit(Event.ENTERED, table, newcomer, slot, falling)
    score_fall(table, falling)


@rule("FPP-13")
def play_non_merci(table: Record, crew: int) -> None:
    """« Non Merci »: no pirate and no action this turn; once per crew."""
    table.non_merci[crew] = 0
    table.non_merci_turn[crew] = table.turn + 1
    emit(Event.NON_MERCI, table, crew, 0, 0)


@rule("FPP-16")
def points_on_plank(table: Record, plank: int, crew: int) -> int:
    """What a crew's pirates score if they stand so at the end, the Captain's bonus included.

    One multiplication adds up the points of four lanes: its top lane is the sum over slots of flag x points.
    """
    mine = (plank >> crew) & ONE_IN_EACH_LANE
    hats = mine & (plank >> HAT_AT)
    points = ((mine * table.plank_weights) >> LAST_LANE_AT) & LANE
    return points + table.captain_bonus * int(hats != 0)


@compiled
def captains_on(plank: int) -> int:
    """How many Captains stand on the plank."""
    hats = (plank >> HAT_AT) & ONE_IN_EACH_LANE
    return ((hats * ONE_IN_EACH_LANE) >> LAST_LANE_AT) & LANE


@rule("FPP-16")
def score_plank(table: Record) -> None:
    """The end: slots and Captains are added to the piles; and what a place in the order of play is given."""
    for crew in range(CREWS):
        table.points[crew] += points_on_plank(table, table.plank, crew)
    for crew in range(table.n_players):
        table.points[crew] += table.turn_points[table.position[crew]]
