"""`analyse values`: what cards, openings, timings and actions are worth."""

from typing import Annotated

import typer

from analyser.cli.answers import (
    AnswerOut,
    Assumptions,
    Fields,
    Games,
    Robustness,
    Strategy,
    laboratory,
    print_answer,
    tell_precision,
)
from analyser.cli.options import Assignments, GameName, Jobs, Json, Players, Seed, StrategyPath
from analyser.cli.output import out as screen
from analyser.cli.output import print_json, table


def values(
    game: GameName,
    questions: Annotated[
        list[str] | None, typer.Argument(metavar="QUESTION", help="Which of its questions; all if left out.")
    ] = None,
    players: Players = None,
    strategy: Strategy = None,
    fields: Fields = None,
    assumptions: Assumptions = False,
    robustness: Robustness = True,
    games: Games = None,
    settings: Assignments = None,
    seed: Seed = 1,
    jobs: Jobs = -1,
    strategy_path: StrategyPath = None,
    show_list: Annotated[
        bool, typer.Option("--list", help="Only list the questions, and how each is answered.")
    ] = False,
    out: AnswerOut = None,
    as_json: Json = False,
) -> None:
    """What each card, opening, timing and action is worth, by experiment: dealt, forced or taken away.

    Beside the forced value stands, where there is one, the naive rate: what is seen when strategies choose themselves.
    """
    from analyser import api
    from analyser.experiments.robust import checked, repeats_of
    from analyser.experiments.values import values as run

    asked = api.asked(game, players, games, seed, settings or [], strategy_path or [])
    if show_list:
        _list_questions(game, as_json)
        return
    repeats = repeats_of(asked, strategy, fields, assumptions, robustness)
    tell_precision(asked, "at each level")
    with laboratory(jobs) as lab:
        answer = checked(lambda what, who: run(what, questions or [], who, lab), asked, strategy, repeats)
    print_answer(answer, as_json, out)


def _list_questions(game: str, as_json: bool) -> None:
    from analyser.experiments.catalogue import KINDS, read_catalogue
    from analyser.registry import find_game

    found = list(read_catalogue(find_game(game)).questions.values())
    if as_json:
        print_json([{"name": one.name, "question": one.question, "kind": one.kind} for one in found])
        return
    rows = [[one.name, one.question, KINDS[one.kind]] for one in found]
    screen.print(table(f"Questions of {game}", ["name", "question", "experiment"], rows, left=3))
    if found:
        screen.print(f"Next: analyse values --game {game} {found[0].name}", markup=False)
