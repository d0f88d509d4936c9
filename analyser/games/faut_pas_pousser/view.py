"""What a seat may know, and the questions a strategy may ask.

A view is the open table (`table.TABLE`): `view.me` is my seat and my crew. Hands of all players are known to all, since
cards are played face up; of a neutral pile only which cards it still holds, never their order. A choice
(`choices.CHOICE`) comes with what it leads to: the plank after it, and the pirate that falls.

Slots and turns count from 0 here: slot 0 is next to the ship, slot 3 the end of the plank.
"""

from analyser.games.faut_pas_pousser.choices import Order
from analyser.games.faut_pas_pousser.rules import at_the_end, entered, entry_slot, points_on_plank, shifted
from analyser.games.faut_pas_pousser.table import (
    ACTIONS,
    CAPTAIN,
    CREW_AT,
    CREWS,
    END,
    HAT_AT,
    LANE,
    LANE_BITS,
    PIRATES,
    SLOTS,
    TURNS,
    VALUE_AT,
    action_move,
    hand_size,
    lane,
    nth_card,
)
from analyser.kernel.backend import compiled
from analyser.kernel.intrinsics import Record

__all__ = [
    "ACTIONS",
    "CAPTAIN",
    "CREWS",
    "END",
    "PIRATES",
    "SLOTS",
    "TURNS",
    "aboard",
    "action_in_hand",
    "actions_left",
    "at_the_end",
    "best_other_after",
    "best_turn",
    "captain_aboard",
    "captain_at",
    "captain_slot",
    "crew_at",
    "entered",
    "entry_slot",
    "fall_points",
    "falls_of",
    "hand_size",
    "holds_captain",
    "is_non_merci",
    "is_opening",
    "lane",
    "leader",
    "nth_card",
    "pirate_in_hand",
    "pirates_left",
    "points_after",
    "points_on_plank",
    "shifted",
    "turns_left",
    "turns_to_come",
    "value_at",
]


@compiled
def is_opening(choice: Record) -> bool:
    """Whether this is the choice of the pirate for the installation."""
    return choice.order == Order.OPENING


@compiled
def is_non_merci(choice: Record) -> bool:
    """Whether this choice plays « Non Merci »."""
    return choice.order == Order.NON_MERCI


@compiled
def crew_at(plank: int, slot: int) -> int:
    """The owner of the pirate in a slot of a plank."""
    return ((plank >> (LANE_BITS * slot)) & LANE) >> CREW_AT


@compiled
def value_at(plank: int, slot: int) -> int:
    """The value of the pirate in a slot of a plank."""
    return (plank >> (LANE_BITS * slot + VALUE_AT)) & 15


@compiled
def captain_at(plank: int, slot: int) -> int:
    """1 if there is a Captain in a slot of a plank, else 0."""
    return (plank >> (LANE_BITS * slot + HAT_AT)) & 1


@compiled
def captain_aboard(plank: int, crew: int) -> int:
    """1 if a crew's Captain is on a plank, else 0."""
    found = 0
    for slot in range(SLOTS):
        found += captain_at(plank, slot) * int(crew_at(plank, slot) == crew)
    return found


@compiled
def falls_of(choice: Record, crew: int) -> int:
    """1 if this choice makes a pirate of that crew fall, else 0."""
    return (choice.fallen >> crew) & 1


@compiled
def fall_points(view: Record, choice: Record, crew: int) -> int:
    """What a crew scores by the fall that this choice causes."""
    return view.fall_points * falls_of(choice, crew)


@compiled
def points_after(view: Record, choice: Record, crew: int) -> int:
    """What a crew would have if the game ended right after this choice."""
    piles = view.points[crew] + fall_points(view, choice, crew)
    return piles + points_on_plank(view, choice.plank, crew)


@compiled
def pirates_left(view: Record, crew: int) -> int:
    """How many pirates a crew still has in hand, before this choice."""
    return hand_size(view.pirates[crew])


@compiled
def actions_left(view: Record, crew: int) -> int:
    """How many action cards a crew still has in hand, before this choice."""
    return hand_size(view.actions[crew])


@compiled
def pirate_in_hand(view: Record, crew: int, k: int) -> int:
    """The k-th pirate a crew holds, lowest first: a card, for `lane` and `view.pirate_values`."""
    return nth_card(view.pirates[crew], k)


@compiled
def action_in_hand(view: Record, crew: int, k: int) -> int:
    """The move of the k-th action card a crew holds."""
    return action_move(view, crew, nth_card(view.actions[crew], k))


@compiled
def holds_captain(view: Record, crew: int) -> int:
    """1 if a crew's Captain is still in hand, else 0."""
    return (view.pirates[crew] >> CAPTAIN) & 1


@compiled
def turns_left(view: Record, crew: int) -> int:
    """How many turns a crew still has, this one included: its pirates and « Non Merci »."""
    return hand_size(view.pirates[crew]) + view.non_merci[crew]


@compiled
def aboard(plank: int, crew: int) -> int:
    """How many pirates of a crew are on a plank."""
    found = 0
    for slot in range(SLOTS):
        found += int(crew_at(plank, slot) == crew)
    return found


@compiled
def captain_slot(plank: int, crew: int) -> int:
    """The slot of a crew's Captain on a plank; SLOTS, one beyond the end, if it is not there."""
    found = SLOTS
    for slot in range(SLOTS):
        if captain_at(plank, slot) == 1 and crew_at(plank, slot) == crew:
            found = slot
    return found


@compiled
def turns_to_come(view: Record) -> int:
    """How many turns of all crews follow mine until the end of the game."""
    return CREWS * (TURNS - view.turn) - view.position[view.me] - 1


@compiled
def leader(view: Record) -> int:
    """The opponent who would have most points if the game ended now; of several, the one who plays sooner."""
    best, leading = -1, view.me
    for k in range(1, view.n_players):
        crew = (view.me + k) % view.n_players
        points = view.points[crew] + points_on_plank(view, view.plank, crew)
        if points > best:
            best, leading = points, crew
    return leading


@compiled
def best_other_after(view: Record, choice: Record) -> int:
    """The most points that another player would have if the game ended right after this choice."""
    best = 0
    for crew in range(view.n_players):
        if crew != view.me:
            best = max(best, points_after(view, choice, crew))
    return best


@compiled
def best_turn(view: Record, plank: int, crew: int, pirate: int, by: int, pays: int) -> tuple[int, int]:
    """How a crew plays a pirate and a move for most points, if a fall pays `pays`.

    Returns the plank after it and whose pirate falls. A crew without actions (a neutral one) moves by 0.
    """
    newcomer = lane(view, crew, pirate)
    inside = entered(plank, newcomer)
    best, after, loser = -1, inside, crew_at(plank, END)
    for slot in range(SLOTS):
        moved = shifted(plank, slot, by)
        for end, then in ((plank, shifted(inside, slot, by)), (moved, entered(moved, newcomer))):
            falling = crew_at(end, END)
            points = points_on_plank(view, then, crew) + pays * int(falling == crew)
            if points > best:
                best, after, loser = points, then, falling
    return after, loser
