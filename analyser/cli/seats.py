"""`analyse seats`."""

from analyser import api
from analyser.cli.answers import playing, print_answer
from analyser.cli.options import Checks, ExperimentOptions, OnePlays, Tolerance, grouped


@grouped
def seats(asked: ExperimentOptions, checks: Checks, strategies: OnePlays = None, tolerance: Tolerance = None) -> None:
    """Are the seats equal within your tolerance? With joint intervals.

    The answer says whether it is robust, or depends on who plays or on an assumption.
    """
    with playing(asked) as runner:
        answer = api.seats(asked.game, strategies, tolerance=tolerance, **checks.options(), **asked.options(runner))
    print_answer(answer, asked)
