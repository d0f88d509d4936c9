"""Streams of luck and events of designers' games."""

from enum import IntEnum

from analyser.kernel.workspace import FIRST_GAME_PURPOSE

SEAT_DICE = FIRST_GAME_PURPOSE
"""The first of eight streams: each seat rolls its own dice, so rotated games move luck from seat to seat."""
TABLE_DICE = SEAT_DICE + 8
"""The luck of the set-up, and of rounds."""
FIRST_DECK = TABLE_DICE + 1


class Event(IntEnum):
    """What a story hears of a game."""

    CHOSE = 0
    TURN = 1
    ROLLED = 2
    DREW = 3
    DISCARDED = 4
    OVER = 5


CHOSE, TURN, ROLLED, DREW, DISCARDED, OVER = (int(event) for event in Event)
TOLD = len(Event)
"""The first of the sentences of the game's own."""
