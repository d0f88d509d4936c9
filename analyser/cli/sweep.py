"""`analyse sweep`."""

from analyser import api
from analyser.cli.answers import playing, print_answer
from analyser.cli.options import Checks, ExperimentOptions, Vary, WhoPlays, grouped


@grouped
def sweep(asked: ExperimentOptions, checks: Checks, vary: Vary, strategies: WhoPlays = None) -> None:
    """A curve over a setting: every outcome at every value, on the same deals, with joint intervals.

    Whether it changes, and which way, is checked with other players and other assumptions.
    """
    with playing(asked) as runner:
        answer = api.sweep(asked.game, vary, strategies, **checks.options(), **asked.options(runner))
    print_answer(answer, asked)
