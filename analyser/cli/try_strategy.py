"""`analyse try`."""

from typing import Annotated

import typer

from analyser import api
from analyser.cli.options import DecisionTimeout, Json, MaybeGame, Players, counted
from analyser.cli.output import note, out, percent, print_caveats, print_json, table


def try_strategy(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A strategy file, or any spec such as passes:turn=2.")],
    game: MaybeGame = None,
    players: Players = None,
    games: Annotated[int, counted("--games", "-n", help="Games of the race.")] = api.RACE_GAMES,
    decision_timeout: DecisionTimeout = api.DECISION_TIMEOUT,
    as_json: Json = False,
) -> None:
    """Compile a strategy alone, check that it keeps the contract, and race it against the built-in ones."""
    tried = api.try_strategy(file, game, players, games, decision_timeout, note)
    race = tried.race.strategies.to_dicts()
    if as_json:
        print_json({"game": tried.game.name, "caveats": list(tried.game.caveats), "checks": tried.checks, "race": race})
        return
    for check in tried.checks:
        out.print(f"ok  {check}")
    rows = [[row["strategy"], percent(row["win_share"]), _margin(row), f"{row['mean_score']:.2f}"] for row in race]
    played, n_players = tried.race.tally.n_games, tried.race.job.players
    title = f"Race: {played:,} games, all in all seats, {n_players} players, joint 95 % intervals"
    print_caveats(tried.game.caveats)
    out.print(table(title, ["strategy", "wins", "margin", "mean score"], rows))
    out.print(f"An equal share is {percent(tried.race.fair_share)}.")


def _margin(row: dict[str, float]) -> str:
    return f"± {50 * (row['high'] - row['low']):.2f}"
