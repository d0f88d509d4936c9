"""The rules of this game, part by part, for the rest of the program."""

from analyser.games.definition import Lessons, Rules
from analyser.games.la_planche.choices import CHOICE, LISTS, MAX_CHOICES, RESTRICTABLE
from analyser.games.la_planche.replay import Scene
from analyser.games.la_planche.settings import lay_out
from analyser.games.la_planche.story import Story
from analyser.games.la_planche.table import HIDDEN, TABLE, redeal
from analyser.games.la_planche.turn import play_game
from analyser.games.la_planche.view import __all__ as questions

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
    scene=Scene,
    questions=questions,
    restrictable=RESTRICTABLE,
    lessons=Lessons(sort="view.left", clock="0", more=("(colour_at(choice.colours, 0) == view.my_colour)",)),
)
