"""`analyse tournament`."""

from analyser import api
from analyser.cli.answers import playing, print_answer
from analyser.cli.options import ExperimentOptions, Strategies, Tolerance, grouped


@grouped
def tournament(asked: ExperimentOptions, strategies: Strategies = None, tolerance: Tolerance = None) -> None:
    """All strategies against all, in all seats: ratings with errors, equilibrium, dominance, cycles, luck or skill.

    Also says whether the seats' verdict holds whoever plays.
    """
    with playing(asked) as runner:
        answer = api.tournament(asked.game, strategies, tolerance=tolerance, **asked.options(runner))
    print_answer(answer, asked)
