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


class NoSuchCell(Exception):
    """The rules name a cell that the board does not have."""


class NothingToDraw(Exception):
    """A die without sides, a choice among nothing, more numbers to mix than there are."""


class NoProbability(Exception):
    """A chance that is not between 0 and 1."""


class NobodyIsIn(Exception):
    """`is_out` passes over everybody, and the game goes on."""


class ScoreTooLarge(Exception):
    """A score that the results have no room for."""


class CountTooLarge(Exception):
    """A count that the results have no room for."""


class OutsideRange(Exception):
    """A seat was asked for numbers outside those that the game declares."""


MOST_SCORE, MOST_COUNT = 2**15 - 1, 2**31 - 1
PLACES = {"NoSuchSeat": ("next_seat", "starter"), "NobodyIsIn": ("is_out",), "ScoreTooLarge": ("score",)}
"""What of the file is shown for a fault that is noticed outside of it; if there is none, COUNTS."""
FAULTS = {
    "NobodyIsIn": "is_out passes over everybody, and the game goes on. Let is_over end it",
    "ScoreTooLarge": f"a score is larger than {MOST_SCORE:,}. Divide it: only its order decides who wins",
    "CountTooLarge": f"a count is larger than {MOST_COUNT:,}. Count in larger steps",
    "ZeroDivisionError": "a number is divided by zero. Look first whether it is 0",
    "FloatingPointError": "a number is divided by zero. Look first whether it is 0",
    "HandIsFull": "a card is drawn into a hand that is full. Declare more room: hand(deck, most)",
    "NotInHand": "a card is taken from a hand that does not hold it. Ask first: table.hand.has(seat, card)",
    "NoCardLeft": "a card is drawn, but neither pile nor discards hold one. Ask first: table.deck.left()",
    "EndlessTurn": "a loop went round 20,000 times. Give them an end",
    "NoChoice": "a seat is asked, but no choice is legal. Ask only if there is one",
    "TooManyChoices": "more choices are offered than declared. Declare more: record(..., most=N)",
    "NoSuchSeat": "the rules name a seat that is not there. Seats are 0 to table.n_players - 1; the one before seat 0 "
    "is table.n_players - 1",
    "NoSuchCell": "the rules name a cell that the board does not have. Cells are 0 to the number of cells - 1",
    "NothingToDraw": "roll and pick need 1 or more to draw from, shuffle at most as many numbers as the array has",
    "NoProbability": "a chance lies between 0 and 1: chance(0.3) is 30 %",
    "OutsideRange": "a number is asked for or offered outside its declared range: numbers(least, most), record(to=64)",
}
"""What went wrong in the rules, and what to do."""
