"""`analyse compare` and `analyse sweep`."""

from typing import Annotated

import typer

from analyser.cli.answers import (
    AnswerOut,
    Assumptions,
    Fields,
    Games,
    Pool,
    Robustness,
    laboratory,
    print_answer,
    tell_precision,
)
from analyser.cli.options import Assignments, GameName, Jobs, Json, Players, Seed, StrategyPath

Vary = Annotated[
    str,
    typer.Option(
        "--vary", help="A setting and its values: victory_cost=10,20; captain_bonus=0:4 for a range; lists with « ; »."
    ),
]


def compare(
    game: GameName,
    vary: Vary,
    players: Players = None,
    strategies: Pool = None,
    fields: Fields = None,
    assumptions: Assumptions = False,
    robustness: Robustness = True,
    games: Games = None,
    settings: Assignments = None,
    seed: Seed = 1,
    jobs: Jobs = -1,
    strategy_path: StrategyPath = None,
    out: AnswerOut = None,
    as_json: Json = False,
) -> None:
    """Variants of a rule on the same deals: paired differences with joint intervals, each value against the first.

    Where a game allows it, twice: with strategies that see the change, and with strategies that do not.
    """
    from analyser import api
    from analyser.experiments.compare import compare as run
    from analyser.experiments.compare import read_variation
    from analyser.experiments.robust import checked, repeats_of

    asked = api.asked(game, players, games, seed, settings or [], strategy_path or [])
    variation = read_variation(asked.game, vary)
    repeats = repeats_of(asked, strategies, fields, assumptions, robustness, (variation.setting,))
    tell_precision(asked, "at each value")
    with laboratory(jobs) as lab:
        answer = checked(lambda what, who: run(what, variation, who, lab), asked, strategies, repeats)
    print_answer(answer, as_json, out)


def sweep(
    game: GameName,
    vary: Vary,
    players: Players = None,
    strategies: Pool = None,
    fields: Fields = None,
    assumptions: Assumptions = False,
    robustness: Robustness = True,
    games: Games = None,
    settings: Assignments = None,
    seed: Seed = 1,
    jobs: Jobs = -1,
    strategy_path: StrategyPath = None,
    out: AnswerOut = None,
    as_json: Json = False,
) -> None:
    """A curve over a setting: every outcome at every value, on the same deals, with joint intervals.

    Whether it changes, and which way, is checked with other players and other assumptions.
    """
    from analyser import api
    from analyser.experiments.compare import read_variation
    from analyser.experiments.compare import sweep as run
    from analyser.experiments.robust import checked, repeats_of

    asked = api.asked(game, players, games, seed, settings or [], strategy_path or [])
    variation = read_variation(asked.game, vary)
    repeats = repeats_of(asked, strategies, fields, assumptions, robustness, (variation.setting,))
    tell_precision(asked, "at each value")
    with laboratory(jobs) as lab:
        answer = checked(lambda what, who: run(what, variation, who, lab), asked, strategies, repeats)
    print_answer(answer, as_json, out)
