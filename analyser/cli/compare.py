"""`analyse compare`."""

from pathlib import Path
from typing import Annotated

import typer

from analyser import api
from analyser.cli.answers import playing, print_answer
from analyser.cli.options import Checks, ExperimentOptions, MaybeVary, WhoPlays, grouped


@grouped
def compare(
    asked: ExperimentOptions,
    checks: Checks,
    vary: MaybeVary = "",
    data: Annotated[
        list[Path] | None,
        typer.Option(
            "--data",
            help="Instead of --vary: a folder, or a file, with data that differ, such as cards. Once: against the "
            "shipped data; repeated: each against the first.",
        ),
    ] = None,
    strategies: WhoPlays = None,
) -> None:
    """Variants of a rule, or of cards, on the same deals: paired differences, each value against the first.

    Where a game allows it, twice: with strategies that see the change, and with strategies that do not.
    """
    with playing(asked) as runner:
        answer = api.compare(asked.game, vary, strategies, data=data or [], **checks.options(), **asked.options(runner))
    print_answer(answer, asked)
