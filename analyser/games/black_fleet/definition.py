"""The rules of this game, part by part, for the rest of the program."""

from analyser.games.black_fleet.choices import CHOICE, LISTS, MAX_CHOICES, POLICIES, RESTRICTABLE
from analyser.games.black_fleet.redeal import redeal
from analyser.games.black_fleet.replay import Scene
from analyser.games.black_fleet.settings import lay_out
from analyser.games.black_fleet.story import Story
from analyser.games.black_fleet.table import HIDDEN, TABLE
from analyser.games.black_fleet.turn import play_game, play_on
from analyser.games.black_fleet.view import COSTLY
from analyser.games.black_fleet.view import __all__ as questions
from analyser.games.definition import Lessons, Rules

RULES = Rules(
    table=TABLE,
    hidden=HIDDEN,
    choice=CHOICE,
    max_choices=MAX_CHOICES,
    lists=LISTS,
    play_game=play_game,
    play_on=play_on,
    lay_out=lay_out,
    redeal=redeal,
    story=Story,
    scene=Scene,
    questions=questions,
    costly=COSTLY,
    restrictable=RESTRICTABLE,
    policies=POLICIES,
    lessons=Lessons(
        sort="choice.act if choice.act != Act.SAIL else 13 + kind_of(choice.ship)",
        arguments={"cell": ("choice.to",), "kind": ("MERCHANT", "PIRATE", "FRIGATE")},
        more=("view.beach_distance[choice.to]",),
    ),
)
