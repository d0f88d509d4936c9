"""`analyse learn`."""

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from analyser import api
from analyser.cli.answers import learning
from analyser.cli.options import Assignments, GameName, Json, PlayedBy, Players, Seed, StrategyPath, counted, grouped
from analyser.cli.output import note, out, percent, print_caveats, print_json, table


@grouped
def learn(
    by: PlayedBy,
    game: GameName,
    players: Players = None,
    games: Annotated[
        int | None, counted("--games", "-n", help="Games played to try choices; a minute or two's worth if left out.")
    ] = None,
    settings: Assignments = None,
    seed: Seed = 1,
    file: Annotated[Path, typer.Option("--out", "-o", help="The strategy file to write.")] = api.LEARNED,
    strategy_path: StrategyPath = None,
    as_json: Json = False,
) -> None:
    """Learn a strategy: a readable file that weighs the answers to the game's own questions, and its race.

    It plays against itself, tries choices to the end of the game, and learns what the better ones have in common. Typed
    again after Ctrl-C, the command goes on where it stopped.
    """
    again = shlex.join(["analyse", *sys.argv[1:]])
    with learning(by) as (runner, began):
        learned = api.learn(
            game,
            file,
            again=again,
            began=began,
            players=players,
            games=games,
            settings=settings or [],
            seed=seed,
            folders=strategy_path or [],
            runner=runner,
        )
    rows = learned.race.to_dicts()
    caveats = api.game(game).all_caveats
    if as_json:
        facts = {"game": game, "file": str(learned.path), "games": learned.games, "weights": learned.weights}
        print_json({**facts, "caveats": list(caveats), "sentence": learned.sentence, "race": rows})
        return
    print_caveats(caveats)
    out.print(learned.sentence)
    cells = [[one["opponent"], f"{one['games']:,}", percent(one["win_share"]), _between(one)] for one in rows]
    title = f"{learned.path.stem} alone against each, in all seats, joint 95 % intervals"
    out.print(table(title, ["against", "games", "wins", "from, to"], cells))
    note(f"Written: {learned.path} ({learned.weights} weights)")
    out.print(f"Next: analyse try {shlex.quote(str(learned.path))} --game {game}", markup=False)


def _between(row: dict[str, float]) -> str:
    return f"{percent(row['low'])} to {percent(row['high'])}"
