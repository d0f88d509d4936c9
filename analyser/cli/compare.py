"""`analyse compare`."""

from analyser import api
from analyser.cli.answers import playing, print_answer
from analyser.cli.options import Asked, Checks, Vary, WhoPlays, grouped


@grouped
def compare(asked: Asked, checks: Checks, vary: Vary, strategies: WhoPlays = None) -> None:
    """Variants of a rule on the same deals: paired differences with joint intervals, each value against the first.

    Where a game allows it, twice: with strategies that see the change, and with strategies that do not.
    """
    with playing(asked.jobs) as runner:
        answer = api.compare(asked.game, vary, strategies, **checks.options(), **asked.options(runner))
    print_answer(answer, asked)
