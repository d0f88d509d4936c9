"""What can go wrong in a designer's rules while they are played, and what to do about it."""


class HandIsFull(Exception):
    """More cards were drawn into a hand than it has room for."""


class NotInHand(Exception):
    """A card was played that is not in the hand."""


class NoCardLeft(Exception):
    """A card was drawn from a deck without any."""


class EndlessTurn(Exception):
    """The loops of one turn went round too often."""


class NoChoice(Exception):
    """A seat was asked without any legal choice."""


class TooManyChoices(Exception):
    """A seat was offered more choices than the game declares."""


class NoSuchSeat(Exception):
    """The rules name a seat that nobody sits in."""


class OutsideRange(Exception):
    """A seat was asked for numbers outside those that the game declares."""


FAULTS = {
    "ZeroDivisionError": "a number is divided by zero. Look first whether it is 0",
    "FloatingPointError": "a number is divided by zero. Look first whether it is 0",
    "HandIsFull": "a card is drawn into a hand that is full. Declare more room: hand(deck, most)",
    "NotInHand": "a card is taken from a hand that does not hold it. Ask first: table.hand.has(seat, card)",
    "NoCardLeft": "a card is drawn, but neither pile nor discards hold one. Ask first: table.deck.left()",
    "EndlessTurn": "a loop went round 20,000 times. Give them an end",
    "NoChoice": "a seat is asked, but no choice is legal. Ask only if there is one",
    "TooManyChoices": "more choices are offered than declared. Declare more: record(..., most=N)",
    "NoSuchSeat": "starter or next_seat names a seat that is not there. Seats are 0 to table.n_players - 1",
    "OutsideRange": "a number is asked for outside its declared range: numbers(least, most)",
}
"""What went wrong in the rules, and what to do."""
