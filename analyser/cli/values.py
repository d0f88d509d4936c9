"""`analyse values`: what cards, openings, timings and actions are worth."""

from typing import Annotated

import typer

from analyser import api
from analyser.cli.answers import playing, print_answer
from analyser.cli.options import Checks, ExperimentOptions, LevelTolerance, OnePlays, grouped
from analyser.cli.output import out, print_json, table


@grouped
def values(
    asked: ExperimentOptions,
    checks: Checks,
    questions: Annotated[
        list[str] | None, typer.Argument(metavar="QUESTION", help="Which of its questions; all if left out.")
    ] = None,
    strategies: OnePlays = None,
    tolerance: LevelTolerance = None,
    show_list: Annotated[
        bool, typer.Option("--list", help="Only list the questions, and how each is answered.")
    ] = False,
) -> None:
    """What each card, opening, timing and action is worth, by experiment: dealt, forced or taken away.

    Where there is one, the observed rate is shown beside it: what happens when strategies choose for themselves.
    """
    if show_list:
        _list_questions(asked.game, asked.as_json)
        return
    with playing(asked) as runner:
        limits = {"tolerance": tolerance}
        answer = api.values(
            asked.game, questions or [], strategies, **limits, **checks.options(), **asked.options(runner)
        )
    print_answer(answer, asked)


def _list_questions(game: str, as_json: bool) -> None:
    found = api.questions(game)
    if as_json:
        print_json([{"name": one.name, "question": one.question, "kind": one.kind} for one in found])
        return
    rows = [[one.name, one.question, one.method] for one in found]
    out.print(table(f"Questions of {game}", ["name", "question", "experiment"], rows, left=3))
    if found:
        out.print(f"Next: analyse values --game {api.game(game).typed} {found[0].name}")
