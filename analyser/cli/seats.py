"""`analyse seats`, `analyse sensitivity` and `analyse how-many`."""

from typing import Annotated

import typer

from analyser.cli.answers import (
    AnswerOut,
    Assumptions,
    Fields,
    Games,
    Robustness,
    Strategy,
    Tolerance,
    laboratory,
    print_answer,
    shown,
    tell_precision,
)
from analyser.cli.options import Assignments, GameName, Jobs, Json, Players, Seed, StrategyPath
from analyser.cli.output import out as screen
from analyser.cli.output import print_json, table


def seats(
    game: GameName,
    players: Players = None,
    strategy: Strategy = None,
    fields: Fields = None,
    assumptions: Assumptions = False,
    robustness: Robustness = True,
    games: Games = None,
    tolerance: Tolerance = 1.0,
    settings: Assignments = None,
    seed: Seed = 1,
    jobs: Jobs = -1,
    strategy_path: StrategyPath = None,
    out: AnswerOut = None,
    as_json: Json = False,
) -> None:
    """Are the seats equal within your tolerance? fair, unfair or undecided, with joint intervals.

    And whether that is robust, or depends on who plays or on an assumption.
    """
    from analyser import api
    from analyser.experiments.catalogue import read_catalogue
    from analyser.experiments.robust import checked_seats, repeats_of

    api.check_tolerance(tolerance)
    asked = api.asked(game, players, games, seed, settings or [], strategy_path or [])
    base = strategy or read_catalogue(asked.game).base
    repeats = repeats_of(asked, base, fields, assumptions, robustness)
    tell_precision(asked)
    with laboratory(jobs) as lab:
        answer = checked_seats(asked, base, tolerance, lab, repeats)
    print_answer(answer, as_json, out)


def sensitivity(
    game: GameName,
    players: Players = None,
    strategy: Strategy = None,
    vary: Annotated[
        list[str] | None,
        typer.Option("--vary", help="A setting to try; all assumed ones if left out. Repeat for more."),
    ] = None,
    games: Games = None,
    tolerance: Tolerance = 1.0,
    settings: Assignments = None,
    seed: Seed = 1,
    jobs: Jobs = -1,
    strategy_path: StrategyPath = None,
    out: AnswerOut = None,
    as_json: Json = False,
) -> None:
    """Does the seats' verdict rest on an assumption? Every assumed setting is tried, one by one, on the same deals."""
    from analyser import api
    from analyser.experiments.sensitivity import sensitivity as run

    api.check_tolerance(tolerance)
    asked = api.asked(game, players, games, seed, settings or [], strategy_path or [])
    tell_precision(asked, "at each value")
    with laboratory(jobs) as lab:
        answer = run(asked, vary or [], strategy, tolerance, lab)
    print_answer(answer, as_json, out)


def how_many(
    players: Annotated[int, typer.Option("--players", "-p", help="Number of players.")] = 4,
    margin: Annotated[
        list[float] | None, typer.Option("--margin", help="A margin in points, e.g. 0.5. Repeat for more.")
    ] = None,
    reduction: Annotated[
        float, typer.Option("--reduction", help="Variance reduction of the design, as `analyse seats` tells it.")
    ] = 1.0,
    as_json: Json = False,
) -> None:
    """How many games are needed for a margin, and to show that equal seats are equal."""
    from analyser import api

    frame = api.games_needed(players, tuple(margin or (2.0, 1.0, 0.5, 0.2, 0.1)), reduction)
    if as_json:
        print_json({"players": players, "reduction": reduction, "needed": frame.to_dicts()})
        return
    rows = [
        [f"± {row['margin_points']:g}", *(shown(name, row[name]) for name in frame.columns[1:])]
        for row in frame.to_dicts()
    ]
    columns = ["margin (points)", "one seat", "all seats together", "to show equality (power 90 %)"]
    screen.print(table(f"Games needed, {players} players", columns, rows))
