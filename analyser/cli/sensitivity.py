"""`analyse sensitivity`."""

from typing import Annotated

import typer

from analyser import api
from analyser.cli.answers import playing, print_answer
from analyser.cli.options import ExperimentOptions, OnePlays, Tolerance, grouped


@grouped
def sensitivity(
    asked: ExperimentOptions,
    strategies: OnePlays = None,
    vary: Annotated[
        list[str] | None,
        typer.Option("--vary", help="A setting to try; all assumed ones if left out. Repeat for more."),
    ] = None,
    tolerance: Tolerance = None,
) -> None:
    """Does the seats' verdict rest on an assumption? Every assumed setting is tried, one by one, on the same deals."""
    with playing(asked) as runner:
        answer = api.sensitivity(asked.game, vary or [], strategies, tolerance=tolerance, **asked.options(runner))
    print_answer(answer, asked)
