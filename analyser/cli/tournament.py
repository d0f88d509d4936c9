"""`analyse tournament`, `analyse best-response` and `analyse feel`."""

from typing import Annotated

import typer

from analyser.cli.answers import (
    AnswerOut,
    Assumptions,
    Fields,
    Pool,
    Robustness,
    Tolerance,
    laboratory,
    print_answer,
    tell_precision,
)
from analyser.cli.options import Assignments, GameName, Jobs, Json, Players, Seed, Strategies, StrategyPath


def tournament(
    game: GameName,
    players: Players = None,
    strategies: Strategies = None,
    games: Annotated[int | None, typer.Option("--games", "-n", help="All games of the tournament.")] = None,
    tolerance: Tolerance = 1.0,
    settings: Assignments = None,
    seed: Seed = 1,
    jobs: Jobs = -1,
    strategy_path: StrategyPath = None,
    out: AnswerOut = None,
    as_json: Json = False,
) -> None:
    """All strategies against all, in all seats: ratings with errors, equilibrium, dominance, cycles, luck or skill.

    Also says whether the seats' verdict holds whoever plays.
    """
    from analyser import api
    from analyser.experiments.tournament import tournament as run

    api.check_tolerance(tolerance)
    asked = api.asked(game, players, games, seed, settings or [], strategy_path or [])
    tell_precision(asked, "of all line-ups together")
    with laboratory(jobs) as lab:
        answer = run(asked, strategies, tolerance, lab)
    print_answer(answer, as_json, out)


def best_response(
    game: GameName,
    against: Annotated[str, typer.Option("--against", "-a", help="The strategy that fills all other seats.")],
    players: Players = None,
    games: Annotated[
        int | None, typer.Option("--games", "-n", help="Games of the final score; the search plays several times more.")
    ] = None,
    settings: Assignments = None,
    seed: Seed = 1,
    jobs: Jobs = -1,
    strategy_path: StrategyPath = None,
    out: AnswerOut = None,
    as_json: Json = False,
) -> None:
    """How far can a strategy be exploited? The best answer to it among all strategies, their numbers and restrictions.

    Searched by successive halving; the winner is scored on luck that was not used to choose it.
    """
    from analyser import api
    from analyser.experiments.best_response import best_response as run

    asked = api.asked(game, players, games, seed, settings or [], strategy_path or [])
    tell_precision(asked, "of the final score")
    with laboratory(jobs) as lab:
        answer = run(asked, against, lab)
    print_answer(answer, as_json, out)


def feel(
    game: GameName,
    players: Players = None,
    strategies: Pool = None,
    games: Annotated[int, typer.Option("--games", "-n", help="Games that are followed turn by turn.")] = 4_000,
    turns: Annotated[bool, typer.Option("--turns", help="Also give the scores after every turn, as a table.")] = False,
    fields: Fields = None,
    assumptions: Assumptions = False,
    robustness: Robustness = True,
    settings: Assignments = None,
    seed: Seed = 1,
    strategy_path: StrategyPath = None,
    out: AnswerOut = None,
    as_json: Json = False,
) -> None:
    """How games feel: length, lead changes, runaways, comebacks, drama, when they are decided, what choices do.

    And which of it is shown to be otherwise with other players, or under other assumptions.
    """
    from analyser import api
    from analyser.experiments.felt import checked_feel
    from analyser.experiments.robust import repeats_of

    asked = api.asked(game, players, games, seed, settings or [], strategy_path or [])
    repeats = repeats_of(asked, strategies, fields, assumptions, robustness)
    tell_precision(asked, "that are followed")
    with laboratory(1) as lab:
        answer = checked_feel(asked, strategies, lab, turns, repeats)
    print_answer(answer, as_json, out)
