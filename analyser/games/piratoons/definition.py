"""The rules of this game, part by part, for the rest of the program."""

from analyser.games.definition import Lessons, Rules
from analyser.games.piratoons.choices import CHOICE, LISTS, MAX_CHOICES, RESTRICTABLE
from analyser.games.piratoons.redeal import redeal
from analyser.games.piratoons.replay import Scene
from analyser.games.piratoons.settings import lay_out
from analyser.games.piratoons.story import Story
from analyser.games.piratoons.table import HIDDEN, TABLE, Add
from analyser.games.piratoons.turn import play_game
from analyser.games.piratoons.view import COSTLY
from analyser.games.piratoons.view import __all__ as questions

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
    costly=COSTLY,
    restrictable=RESTRICTABLE,
    lessons=Lessons(
        sort="6 + pawn_does(view, choice.place) if choice.act == Act.PUT else choice.act",
        clock="0.1 * sand_left(view)",
        arguments={
            "code": ("choice.tile",),
            "what": tuple(f"Add.{one.name}" for one in Add),
        },
        more=(
            "view.reserve[view.me]",
            "rounds_left(view)",
            *(f"(choice.bid == {bid})" for bid in range(6)),
        ),
    ),
)
