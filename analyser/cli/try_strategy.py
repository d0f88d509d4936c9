"""`analyse try`."""

from typing import Annotated

import typer

from analyser import api
from analyser.cli.options import DecisionTimeout, Json, MaybeGame, PlayedBy, Players, counted, grouped
from analyser.cli.output import note, out, percent, print_caveats, print_json, table

GAME_RACE = 2_000
"""Games of the race of a game's players, one of whom looks ahead."""


@grouped
def try_strategy(
    by: PlayedBy,
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A strategy file, any spec such as passes:turn=2, or a game: file or folder."
        ),
    ],
    game: MaybeGame = None,
    players: Players = None,
    games: Annotated[int, counted("--games", "-n", help="Games of the race.")] = api.RACE_GAMES,
    decision_timeout: DecisionTimeout = api.DECISION_TIMEOUT,
    as_json: Json = False,
) -> None:
    """Check that a strategy, or a game of your own, keeps the contract; then race it.

    A strategy is compiled alone and races the built-in ones. A game plays 10,000 random games without a breach; then
    random, its own strategies, one that is learned and one that looks ahead race, and a first verdict is given.
    """
    workers = by.workers(decision_timeout)
    if api.is_game(file, game):
        _try_game(file, players, games, workers, as_json)
        return
    tried = api.try_strategy(file, game, players, games, workers, note)
    race = tried.race.strategies.to_dicts()
    if as_json:
        print_json(
            {"game": tried.game.name, "caveats": list(tried.game.all_caveats), "checks": tried.checks, "race": race}
        )
        return
    for check in tried.checks:
        out.print(f"ok  {check}")
    print_caveats(tried.game.all_caveats)
    _print_race(tried.race)


def _try_game(text: str, players: int | None, games: int, workers: "api.Workers", as_json: bool) -> None:
    """Check a game of one's own, and race random, its own strategies, a learned one and one that looks ahead."""
    tell = note if as_json else lambda line: out.print(f"ok  {line}", highlight=False)
    tried = api.try_game(text, players, min(games, GAME_RACE), workers, note, tell)
    race = tried.race.strategies.to_dicts()
    if as_json:
        print_json({"game": tried.game.name, "checks": tried.checks, "race": race, "verdict": tried.verdict})
        return
    _print_race(tried.race)
    if tried.verdict:
        out.print(f"First verdict: {tried.verdict}")
    out.print(f"Next: analyse report --game {tried.game.typed}")


def _print_race(race: "api.Summary") -> None:
    found = race.strategies.to_dicts()
    rows = [[row["strategy"], percent(row["win_share"]), _margin(row), f"{row['mean_score']:.2f}"] for row in found]
    title = f"Race: {race.tally.n_games:,} games, all in all seats, {race.job.players} players, joint 95 % intervals"
    out.print(table(title, ["strategy", "wins", "margin", "mean score"], rows))
    out.print(f"An equal share is {percent(race.fair_share)}.")


def _margin(row: dict[str, float]) -> str:
    return f"± {50 * (row['high'] - row['low']):.2f}"
