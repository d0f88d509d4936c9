"""Decks, bags and hands, compiled. Each has an open record on the table and a closed one in what is hidden.

Every card of a deck is a thing with a face; `knows` says, as bits, which seats know the face of the card at its place.
Dealing again what a seat cannot know is then one thing: the faces of all cards that it does not know are mixed.
"""

import numpy as np

from analyser.core.arrays import Ints
from analyser.games.components import NOBODY, Deck, Hand
from analyser.games.designed.faults import HandIsFull, NoCardLeft, NotInHand
from analyser.games.designed.signs import DISCARDED, DREW
from analyser.games.piles import shuffle as shuffle_pile
from analyser.kernel.backend import compiled
from analyser.kernel.intrinsics import Record, RecordType, emit
from analyser.kernel.loop import seat_of_luck
from analyser.kernel.rng import below
from analyser.kernel.rollouts import REDEALING

EVERYBODY = -1
"""As bits: all seats."""


def room_of_deck(deck: Deck) -> tuple[RecordType, RecordType]:
    """The open and the closed record of a deck."""
    n = len(deck.faces)
    shown = [("cards_left", "i8"), ("n_discards", "i8"), ("discards", "i8", n), ("reshuffles", "i8")]
    closed = [(name, "i8", n) for name in ("pile", "thrown", "face", "knows", "unseen")]
    return np.dtype(shown, align=True), np.dtype(closed, align=True)


def room_of_hand(hand: Hand, seats: int) -> tuple[RecordType, RecordType]:
    """The open and the closed record of hands."""
    cards = [("cards", "i8", (seats, hand.most))]
    shown = [("sizes", "i8", seats), ("n_mine", "i8"), ("mine", "i8", hand.most), ("is_open", "i8"), *cards]
    return np.dtype(shown, align=True), np.dtype([("held", "i8", (seats, hand.most))], align=True)


@compiled
def deck_begin(shown: Record, closed: Record, workspace: Record, stream: int, faces: Ints, reshuffles: int) -> None:
    """All cards in the pile, shuffled."""
    shown.cards_left, shown.n_discards, shown.reshuffles = len(faces), 0, reshuffles
    for card in range(len(faces)):
        closed.face[card] = faces[card]
        closed.pile[card] = card
    deck_shuffle(shown, closed, workspace, stream)


@compiled
def deck_shuffle(shown: Record, closed: Record, workspace: Record, stream: int) -> None:
    """Mix the pile: nobody knows any card of it."""
    shuffle_pile(closed.pile, shown.cards_left, workspace, stream)
    for k in range(shown.cards_left):
        closed.knows[closed.pile[k]] = 0


@compiled
def deck_put_back(shown: Record, closed: Record, workspace: Record, stream: int) -> None:
    """The discards go back, and all is mixed."""
    for k in range(shown.n_discards):
        closed.pile[shown.cards_left + k] = closed.thrown[k]
    shown.cards_left += shown.n_discards
    shown.n_discards = 0
    deck_shuffle(shown, closed, workspace, stream)


@compiled
def deck_take(shown: Record, closed: Record, workspace: Record, stream: int) -> int:
    """The top card itself, out of the pile; the discards come back first if the pile is empty."""
    if shown.cards_left == 0 and shown.reshuffles != 0:
        deck_put_back(shown, closed, workspace, stream)
    if shown.cards_left == 0:
        raise NoCardLeft
    shown.cards_left -= 1
    return closed.pile[shown.cards_left]


@compiled
def deck_throw(shown: Record, closed: Record, card: int) -> int:
    """A card itself, open on the discards; its face."""
    closed.thrown[shown.n_discards] = card
    shown.discards[shown.n_discards] = closed.face[card]
    shown.n_discards += 1
    closed.knows[card] = EVERYBODY
    return closed.face[card]


@compiled
def deck_draw(shown: Record, closed: Record, workspace: Record, stream: int) -> int:
    """Turn the top card over: everybody sees it, and it lies on the discards."""
    face = deck_throw(shown, closed, deck_take(shown, closed, workspace, stream))
    emit(DREW, shown, NOBODY, face, stream)
    return face


@compiled
def deck_remove(shown: Record, closed: Record, workspace: Record, stream: int) -> None:
    """Put the top card aside unseen: it is out of this game."""
    deck_take(shown, closed, workspace, stream)


@compiled
def deck_peek(shown: Record, closed: Record, workspace: Record, stream: int, seat: int, depth: int) -> int:
    """A seat looks at a card of the pile: 0 is the top one. It remembers it until the pile is mixed."""
    if depth < 0 or depth >= shown.cards_left:
        raise NoCardLeft
    card = closed.pile[shown.cards_left - 1 - depth]
    closed.knows[card] |= 1 << seat
    return closed.face[card]


@compiled
def deck_left(shown: Record, closed: Record, workspace: Record, stream: int) -> int:
    """How many cards the pile has."""
    return shown.cards_left


@compiled
def deck_top(shown: Record, closed: Record, workspace: Record, stream: int) -> int:
    """The face of the last discard, or -1."""
    return shown.discards[shown.n_discards - 1] if shown.n_discards > 0 else NOBODY


@compiled
def deck_redeal(closed: Record, workspace: Record, seat: int) -> None:
    """Mix the faces of all cards that a seat does not know, wherever they are."""
    n = 0
    for card in range(len(closed.face)):
        if closed.knows[card] >> seat & 1 == 0:
            closed.unseen[n] = card
            n += 1
    for k in range(n - 1, 0, -1):
        one, other = closed.unseen[k], closed.unseen[below(workspace.luck, REDEALING, k + 1)]
        face = closed.face[one]
        closed.face[one] = closed.face[other]
        closed.face[other] = face


@compiled
def hand_begin(shown: Record, is_open: int) -> None:
    """Nobody holds a card."""
    shown.is_open = is_open
    for seat in range(len(shown.sizes)):
        shown.sizes[seat] = 0


@compiled
def hand_put(shown: Record, closed: Record, below_it: Record, cards: Record, card: int, seat: int) -> None:
    """A card itself, into a hand."""
    if shown.sizes[seat] >= closed.held.shape[1]:
        raise HandIsFull
    closed.held[seat, shown.sizes[seat]] = card
    cards.knows[card] |= EVERYBODY if shown.is_open != 0 else 1 << seat
    if shown.is_open != 0:
        shown.cards[seat, shown.sizes[seat]] = cards.face[card]
    shown.sizes[seat] += 1


@compiled
def hand_draw(
    shown: Record, closed: Record, pile: Record, cards: Record, workspace: Record, stream: int, seat: int
) -> int:
    """A seat draws the top card of the deck; its face."""
    card = deck_take(pile, cards, workspace, stream)
    hand_put(shown, closed, pile, cards, card, seat)
    emit(DREW, shown, seat, cards.face[card], stream)
    return cards.face[card]


@compiled
def hand_deal(
    shown: Record, closed: Record, pile: Record, cards: Record, workspace: Record, stream: int, n: int
) -> None:
    """Everybody gets n cards; in rotated games the same cards go one seat further."""
    for _ in range(n):
        for owner in range(workspace.n_seats):
            seat = seat_of_luck(workspace, owner, workspace.n_seats)
            hand_draw(shown, closed, pile, cards, workspace, stream, seat)


@compiled
def hand_find(shown: Record, closed: Record, cards: Record, seat: int, face: int) -> int:
    """Where in a hand a card of this face is, or -1."""
    for k in range(shown.sizes[seat]):
        if cards.face[closed.held[seat, k]] == face:
            return k
    return NOBODY


@compiled
def hand_take_out(shown: Record, closed: Record, cards: Record, seat: int, place: int) -> int:
    """The card itself from a place in a hand; the last one fills the gap."""
    if place < 0 or place >= shown.sizes[seat]:
        raise NotInHand
    card = closed.held[seat, place]
    shown.sizes[seat] -= 1
    closed.held[seat, place] = closed.held[seat, shown.sizes[seat]]
    if shown.is_open != 0:
        shown.cards[seat, place] = shown.cards[seat, shown.sizes[seat]]
    return card


@compiled
def hand_play(
    shown: Record, closed: Record, pile: Record, cards: Record, workspace: Record, stream: int, seat: int, face: int
) -> int:
    """A seat plays a card of this face, open on the discards."""
    card = hand_take_out(shown, closed, cards, seat, hand_find(shown, closed, cards, seat, face))
    deck_throw(pile, cards, card)
    emit(DISCARDED, shown, seat, face, stream)
    return face


@compiled
def hand_give(
    shown: Record,
    closed: Record,
    pile: Record,
    cards: Record,
    workspace: Record,
    stream: int,
    seat: int,
    other: int,
    face: int,
) -> None:
    """A seat gives another a card of this face; only the two know which."""
    card = hand_take_out(shown, closed, cards, seat, hand_find(shown, closed, cards, seat, face))
    hand_put(shown, closed, pile, cards, card, other)


@compiled
def hand_steal(
    shown: Record,
    closed: Record,
    pile: Record,
    cards: Record,
    workspace: Record,
    stream: int,
    seat: int,
    other: int,
) -> int:
    """A seat draws a card from another's hand, unseen by the rest; its face."""
    if shown.sizes[other] == 0:
        raise NotInHand
    card = hand_take_out(shown, closed, cards, other, below(workspace.luck, stream, shown.sizes[other]))
    hand_put(shown, closed, pile, cards, card, seat)
    return cards.face[card]


@compiled
def hand_swap(
    shown: Record, closed: Record, pile: Record, cards: Record, workspace: Record, stream: int, seat: int, other: int
) -> None:
    """Two seats change hands: each still knows what it gave away."""
    most = max(shown.sizes[seat], shown.sizes[other])
    for k in range(most):
        mine, theirs = closed.held[seat, k], closed.held[other, k]
        closed.held[seat, k], closed.held[other, k] = theirs, mine
        if shown.is_open != 0:
            face = shown.cards[seat, k]
            shown.cards[seat, k] = shown.cards[other, k]
            shown.cards[other, k] = face
        if k < shown.sizes[seat]:
            cards.knows[mine] |= 1 << other
        if k < shown.sizes[other]:
            cards.knows[theirs] |= 1 << seat
    size = shown.sizes[seat]
    shown.sizes[seat] = shown.sizes[other]
    shown.sizes[other] = size


@compiled
def hand_show(
    shown: Record, closed: Record, pile: Record, cards: Record, workspace: Record, stream: int, seat: int, other: int
) -> None:
    """A seat shows its hand to another, or to everybody (-1)."""
    for k in range(shown.sizes[seat]):
        cards.knows[closed.held[seat, k]] |= EVERYBODY if other < 0 else 1 << other


@compiled
def hand_has(
    shown: Record, closed: Record, pile: Record, cards: Record, workspace: Record, stream: int, seat: int, face: int
) -> bool:
    """Whether a seat holds a card of this face."""
    return hand_find(shown, closed, cards, seat, face) >= 0


@compiled
def hand_count(
    shown: Record, closed: Record, pile: Record, cards: Record, workspace: Record, stream: int, seat: int, face: int
) -> int:
    """How many cards of this face a seat holds."""
    n = 0
    for k in range(shown.sizes[seat]):
        n += int(cards.face[closed.held[seat, k]] == face)
    return n


@compiled
def hand_card(
    shown: Record, closed: Record, pile: Record, cards: Record, workspace: Record, stream: int, seat: int, place: int
) -> int:
    """The face of the card at a place of a hand, from 0."""
    if place < 0 or place >= shown.sizes[seat]:
        raise NotInHand
    return cards.face[closed.held[seat, place]]


@compiled
def hand_size(
    shown: Record, closed: Record, pile: Record, cards: Record, workspace: Record, stream: int, seat: int
) -> int:
    """How many cards a seat holds."""
    return shown.sizes[seat]


@compiled
def hand_look(shown: Record, closed: Record, cards: Record, seat: int) -> None:
    """What a seat sees when it decides: its own hand."""
    shown.n_mine = shown.sizes[seat]
    for k in range(len(shown.mine)):
        shown.mine[k] = cards.face[closed.held[seat, k]] if k < shown.n_mine else NOBODY
