"""What a seat cannot know, drawn again: the others' hands and development cards, and both piles.

Cards that were played or bought lie open. So what is hidden is a set that every seat knows; who holds which of it is
drawn, each way equally likely.
"""

from analyser.core.arrays import Ints
from analyser.games.black_fleet.decks import AT_EACH_PRICE, N_FORTUNE, N_MOVEMENT
from analyser.games.black_fleet.table import N_PRICES, NONE
from analyser.games.piles import draw_bit
from analyser.kernel.backend import compiled_apart, rule
from analyser.kernel.intrinsics import Record
from analyser.kernel.rollouts import REDEALING


@rule("BF-05", apart=True)
def redeal_development(table: Record, hidden: Record, seat: int, workspace: Record) -> None:
    """Of each price: cards that are neither mine nor bought go to those who have not bought theirs."""
    for price in range(N_PRICES):
        first = AT_EACH_PRICE * price
        unseen = ((1 << AT_EACH_PRICE) - 1) ^ (1 << hidden.development[seat, price] - first)
        for other in range(table.n_players):
            if other != seat and table.bought[other, price] != NONE:
                unseen ^= 1 << table.bought[other, price] - first
        for other in range(table.n_players):
            if other != seat and table.bought[other, price] == NONE:
                card = draw_bit(unseen, workspace, REDEALING)
                unseen ^= 1 << card
                hidden.development[other, price] = first + card


@compiled_apart
def unseen_cards(n: int, hand: Ints, n_hand: int, discards: Ints, n_discards: int) -> int:
    """The cards of a deck, as bits, that lie neither open nor in a hand."""
    unseen = (1 << n) - 1
    for k in range(n_hand):
        unseen ^= 1 << hand[k]
    for k in range(n_discards):
        unseen ^= 1 << discards[k]
    return unseen


@compiled_apart
def redeal_cards(cards: Ints, n: int, unseen: int, workspace: Record) -> int:
    """Draw the first n cards of a hand or a pile from those unseen; returns the rest."""
    for k in range(n):
        cards[k] = draw_bit(unseen, workspace, REDEALING)
        unseen ^= 1 << cards[k]
    return unseen


@compiled_apart
def redeal(table: Record, hidden: Record, seat: int, workspace: Record) -> None:
    """Development cards, movement cards, fortune cards."""
    redeal_development(table, hidden, seat, workspace)
    hand, n_hand = hidden.movement[seat], hidden.n_movement[seat]
    unseen = unseen_cards(N_MOVEMENT, hand, n_hand, hidden.movement_discards, hidden.n_movement_discards)
    for other in range(table.n_players):
        if other != seat:
            unseen = redeal_cards(hidden.movement[other], hidden.n_movement[other], unseen, workspace)
    redeal_cards(hidden.movement_pile, hidden.n_movement_pile, unseen, workspace)
    hand, n_hand = hidden.fortune[seat], table.n_fortune[seat]
    unseen = unseen_cards(N_FORTUNE, hand, n_hand, hidden.fortune_discards, hidden.n_fortune_discards)
    for other in range(table.n_players):
        if other != seat:
            unseen = redeal_cards(hidden.fortune[other], table.n_fortune[other], unseen, workspace)
    redeal_cards(hidden.fortune_pile, hidden.n_fortune_pile, unseen, workspace)
