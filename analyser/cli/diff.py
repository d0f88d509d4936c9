"""`analyse diff`."""

from typing import Annotated

import typer

from analyser import api
from analyser.cli.answers import playing
from analyser.cli.fix import OnePlayer, Targets, print_compared
from analyser.cli.options import (
    AnswerOut,
    Assignments,
    Everything,
    ExperimentOptions,
    Games,
    Json,
    MaybeGame,
    PlayedBy,
    Players,
    ResumeKept,
    Seed,
    StrategyPath,
    grouped,
)
from analyser.core.exit_codes import Exit

VERSION = "A game, GAME@FOLDER, or a folder of data."


@grouped
def diff(
    before: Annotated[str, typer.Argument(help=VERSION, show_default=False)],
    after: Annotated[str, typer.Argument(help=f"The other version. {VERSION}", show_default=False)],
    by: PlayedBy,
    game: MaybeGame = None,
    target: Targets = None,
    settings: Assignments = None,
    players: Players = None,
    games: Games = None,
    strategies: OnePlayer = None,
    seed: Seed = 1,
    strategy_path: StrategyPath = None,
    out: AnswerOut = None,
    resume: ResumeKept = None,
    everything: Everything = False,
    as_json: Json = False,
) -> None:
    """Two versions of a game on the same deals: better, worse, the same, or not settled.

    --set changes a number of the second version. Exit code 1 if a target that was met is missed now.
    """
    asked = ExperimentOptions(
        before, players, games, settings, seed, by, strategy_path, out, resume, everything, as_json
    )
    with playing(asked) as runner:
        options = asked.options(runner)
        answer = api.diff(before, after, game=game, targets=target or [], strategies=strategies, **options)
    print_compared(answer, asked, ["targets", "numbers"])
    raise typer.Exit(Exit.DRIFT if str(answer.verdict.level) == "missed" else Exit.FINE)
