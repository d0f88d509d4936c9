"""`analyse feel`."""

from typing import Annotated

import typer

from analyser import api
from analyser.cli.answers import playing, print_answer
from analyser.cli.options import Checks, ExperimentOptions, WhoPlays, grouped


@grouped
def feel(
    asked: ExperimentOptions,
    checks: Checks,
    strategies: WhoPlays = None,
    turns: Annotated[bool, typer.Option("--turns", help="Also give the scores after every turn, as a table.")] = False,
) -> None:
    """How games feel: length, lead changes, runaways, comebacks, drama, when they are decided, what choices do.

    Games are followed turn by turn, one by one. The answer says whether it is robust, or depends on who plays or on an
    assumption.
    """
    with playing(asked) as runner:
        answer = api.feel(asked.game, strategies, turns=turns, **checks.options(), **asked.options(runner))
    print_answer(answer, asked)
