"""`analyse strategies`, `analyse new-strategy` and `analyse try`."""

from pathlib import Path
from typing import Annotated

import typer

from analyser.cli.options import GameName, Json, Players, StrategyPath
from analyser.cli.output import note, out, percent, print_caveats, print_json, table
from analyser.errors import BadInput
from analyser.registry import find_game

LEAST_RACE = 1_000


def strategies(game: GameName, strategy_path: StrategyPath = None, as_json: Json = False) -> None:
    """The strategies of a game: idea and parameters of each, and what wrappers may restrict."""
    from analyser.strategies import WRAPPERS, read_strategy, strategy_files

    chosen = find_game(game)
    found = [read_strategy(path) for path in strategy_files(chosen, strategy_path or []).values()]
    restrictable = chosen.module("choices").RESTRICTABLE
    if as_json:
        facts = [
            {
                "name": one.name,
                "idea": one.idea,
                "form": one.form,
                "path": str(one.path),
                "parameters": [
                    {"name": name, "default": default, "least": least, "most": most}
                    for name, default, least, most in one.defaults
                ],
            }
            for one in found
        ]
        print_json({"strategies": facts, "wrappers": WRAPPERS, "restrictable": list(restrictable)})
        return
    rows = [[one.name, one.idea, ", ".join(_parameter(*parameter) for parameter in one.defaults)] for one in found]
    out.print(table(f"Strategies of {game}", ["name", "idea", "parameters: default (range)"], rows, left=3))
    out.print(f"Wrappers, around any of them: {', '.join(WRAPPERS.values())}.", markup=False)
    out.print(f"<what> is one of {', '.join(restrictable)}.", markup=False)
    out.print(f"Next: analyse simulate --game {game} --strategies {found[0].name},{found[-1].name}")


def _parameter(name: str, default: float, least: float, most: float) -> str:
    return f"{name}={default:g} ({least:g} to {most:g})"


def new_strategy(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Its name, and that of the file: NAME.py.")],
    game: GameName,
    folder: Annotated[Path, typer.Option("--out", "-o", help="The folder to write it to.")] = Path(),
) -> None:
    """Write a strategy file to start from: it works as it is, and says what you may ask and change."""
    from analyser.workshop import write_new_strategy

    path = write_new_strategy(find_game(game), name, folder)
    out.print(f"Written: {path}", markup=False)
    out.print(f"Next: edit it, then analyse try {path}", markup=False)


def try_strategy(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A strategy file, or any spec such as passes:turn=2.")],
    game: Annotated[str | None, typer.Option("--game", "-g", help="The game, if its imports do not tell.")] = None,
    players: Players = None,
    games: Annotated[int, typer.Option("--games", "-n", help="Games of the race.")] = 20_000,
    patience: Annotated[float, typer.Option("--patience", help="Seconds it may take over one choice.")] = 10.0,
    as_json: Json = False,
) -> None:
    """Compile a strategy alone, check that it keeps the contract, and race it against the built-in ones."""
    from analyser.workshop import check_contract, game_of, race

    chosen = find_game(game) if game else game_of(Path(file))
    if games < LEAST_RACE:
        raise BadInput(f"--games {games} is refused. Allowed: {LEAST_RACE} or more, or the race says nothing.")
    checks = check_contract(chosen, file, players, patience, note)
    summary = race(chosen, file, players, games, patience, note)
    if as_json:
        print_json(
            {
                "game": chosen.name,
                "caveats": list(chosen.caveats),
                "checks": checks,
                "race": summary.strategies.to_dicts(),
            }
        )
        return
    for check in checks:
        out.print(f"ok  {check}", markup=False)
    rows = [
        [row["strategy"], percent(row["win_share"]), _margin(row), f"{row['mean_score']:.2f}"]
        for row in summary.strategies.to_dicts()
    ]
    title = (
        f"Race: {summary.tally.n_games:,} games, all in all seats, {summary.job.players} players, joint 95 % intervals"
    )
    print_caveats(chosen.caveats)
    out.print(table(title, ["strategy", "wins", "margin", "mean score"], rows))
    out.print(f"An equal share is {percent(summary.fair_share)}.")


def _margin(row: dict[str, float]) -> str:
    return f"± {50 * (row['high'] - row['low']):.2f}"
