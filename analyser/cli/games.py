"""`analyse games` and `analyse games show`."""

from pathlib import Path
from typing import Annotated, Any

import typer

from analyser import places
from analyser.cli.board import show_board
from analyser.cli.options import Json
from analyser.cli.output import out, print_caveats, print_json, table
from analyser.errors import BadInput
from analyser.registry import Game, find_game, game_names
from analyser.settings import Setting
from analyser.settings import show as show_value

app = typer.Typer(help="The games, and what each is made of.", invoke_without_command=True, no_args_is_help=False)


@app.callback()
def games(context: typer.Context, as_json: Json = False) -> None:
    """List the games."""
    if context.invoked_subcommand is not None:
        return
    found = [find_game(name) for name in game_names()]
    if as_json:
        print_json([_short_facts(one) for one in found])
        return
    rows = [[one.name, one.title, _span(one), one.package.IDEA] for one in found]
    out.print(table("Games", ["name", "title", "players", "idea"], rows, left=4))
    print_caveats(f"{one.title}: {caveat}" for one in found for caveat in one.caveats)
    out.print("Next: analyse games show " + found[0].name)


def _span(game: Game) -> str:
    return f"{min(game.players)}-{max(game.players)}"


@app.command("show")
def show(
    name: Annotated[str, typer.Argument(metavar="GAME", help="The game: see `analyse games`.")],
    ledger: Annotated[bool, typer.Option("--ledger", help="Print the rules, clause by clause.")] = False,
    board: Annotated[bool, typer.Option("--board", help="Draw the board, with the names of its cells.")] = False,
    picture_file: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="With --board: draw it into this .pdf, .svg or .png file, a page of A4."),
    ] = None,
    as_json: Json = False,
) -> None:
    """One game: its settings, its assumptions, the columns of its tables; its rules (--ledger), its board (--board)."""
    game = find_game(name)
    if picture_file is not None and not board:
        raise BadInput(f"--out is for pictures. Type: analyse games show {name} --board --out {picture_file}")
    if board and ledger:
        raise BadInput("--ledger prints the rules, --board draws the board: give one of them.")
    if board:
        show_board(game, picture_file, as_json)
    elif as_json:
        print_json(_facts(game))
    elif ledger:
        _print_ledger(game)
    else:
        _print_game(game)


def _print_ledger(game: Game) -> None:
    from rich.markdown import Markdown

    out.print(Markdown((places.SEEDS / game.name / "rules.md").read_text(encoding="utf-8")))


def _print_game(game: Game) -> None:
    settings = list(game.settings().values())
    out.print(f"{game.title}, {_span(game)} players. {game.package.IDEA}", style="bold")
    print_caveats(game.caveats)
    _print_settings(settings)
    for name, (row, columns) in game.tables().items():
        rows = [[one.name, one.dtype, one.meaning] for one in columns]
        out.print(table(f"Columns of {name}: {row}", ["column", "type", "meaning"], rows, 3))
    out.print(f"Rules, clause by clause: analyse games show {game.name} --ledger")
    if game.has_board:
        out.print(f"The board: analyse games show {game.name} --board")
    out.print(f"Next: analyse strategies --game {game.name}")


def _print_settings(settings: list[Setting]) -> None:
    rows = [[s.name, show_value(s.default), f"{s.meaning}\n{s.clause}, {s.status}: {s.allows()}"] for s in settings]
    title = "Settings (change one with --set name=value)"
    out.print(table(title, ["name", "default", "meaning; clause, status: what is allowed"], rows, 3))
    assumed = [f"{s.name} ({s.clause})" for s in settings if s.status == "assumed"]
    out.print("Assumed, since the rulebook is silent: " + (", ".join(assumed) or "nothing") + ".")


def _short_facts(game: Game) -> dict[str, Any]:
    return {"name": game.name, "title": game.title, "players": list(game.players)}


def _facts(game: Game) -> dict[str, Any]:
    return _short_facts(game) | {
        "caveats": list(game.caveats),
        "settings": [
            {
                "name": s.name,
                "default": s.default,
                "allowed": s.allowed,
                "try": list(s.worth_trying),
                "clause": s.clause,
                "status": s.status,
                "meaning": s.meaning,
            }
            for s in game.settings().values()
        ],
        "columns": {name: [one._asdict() for one in columns] for name, (_, columns) in game.tables().items()},
        "ledger": str(places.SEEDS / game.name / "rules.md"),
    }
