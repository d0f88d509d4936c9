"""`analyse best-response`."""

from typing import Annotated

import typer

from analyser import api
from analyser.cli.answers import playing, print_answer
from analyser.cli.options import ExperimentOptions, grouped


@grouped
def best_response(
    asked: ExperimentOptions,
    against: Annotated[str, typer.Option("--against", "-a", help="The strategy that fills all other seats.")],
) -> None:
    """How far can a strategy be exploited? The best answer to it among all strategies, their numbers and restrictions.

    Searched by successive halving; the winner is scored on luck that was not used to choose it. The search plays
    several times as many games as the score.
    """
    with playing(asked) as runner:
        answer = api.best_response(asked.game, against, **asked.options(runner))
    print_answer(answer, asked)
