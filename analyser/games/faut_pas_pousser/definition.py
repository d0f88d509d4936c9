"""The rules of this game, part by part, for the rest of the program."""

from analyser.games.definition import OTHERS, Lessons, Rules
from analyser.games.faut_pas_pousser.choices import CHOICE, LISTS, MAX_CHOICES, POLICIES, RESTRICTABLE
from analyser.games.faut_pas_pousser.replay import Scene
from analyser.games.faut_pas_pousser.settings import lay_out
from analyser.games.faut_pas_pousser.story import Story
from analyser.games.faut_pas_pousser.table import HIDDEN, SLOTS, TABLE, redeal
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
    scene=Scene,
    questions=questions,
    restrictable=RESTRICTABLE,
    policies=POLICIES,
    lessons=Lessons(
        sort="0 if is_opening(choice) else 1 + view.turn",
        clock="view.position[view.me]",
        arguments={"crew": ("view.me", OTHERS)},
        more=(
            *(f"(crew_at(choice.plank, {slot}) == view.me)" for slot in range(SLOTS)),
            *(f"(choice.action == {action})" for action in (-3, -2, -1, 1, 2)),
        ),
    ),
)
