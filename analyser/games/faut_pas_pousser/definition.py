"""The rules of this game, part by part, for the rest of the program."""

from analyser.games.definition import Rules
from analyser.games.faut_pas_pousser.choices import CHOICE, LISTS, MAX_CHOICES, POLICIES, RESTRICTABLE
from analyser.games.faut_pas_pousser.settings import lay_out
from analyser.games.faut_pas_pousser.story import Story
from analyser.games.faut_pas_pousser.table import HIDDEN, TABLE, redeal
from analyser.games.faut_pas_pousser.turn import play_game
from analyser.games.faut_pas_pousser.view import __all__ as questions

RULES = Rules(
    table=TABLE,
    hidden=HIDDEN,
    choice=CHOICE,
    max_choices=MAX_CHOICES,
    lists=LISTS,
    play_game=play_game,
    lay_out=lay_out,
    redeal=redeal,
    story=Story,
    questions=questions,
    restrictable=RESTRICTABLE,
    policies=POLICIES,
)
