"""`analyse games` and `analyse games show`."""

from pathlib import Path
from typing import Annotated

import typer
from msgspec import to_builtins

from analyser import api
from analyser.cli.board import show_board
from analyser.cli.options import GamePath, Json
from analyser.cli.output import note, out, print_caveats, print_json, table
from analyser.core.errors import BadInput

app = typer.Typer(help="The games, and what each is made of.", invoke_without_command=True, no_args_is_help=False)


@app.callback()
def games(context: typer.Context, game_path: GamePath = None, as_json: Json = False) -> None:
    """List the games."""
    api.add_game_paths(game_path or [])
    if context.invoked_subcommand is not None:
        return
    found = api.games(note)
    if as_json:
        print_json([_short_facts(one) for one in found])
        return
    rows = [[one.name, one.title, _span(one), one.idea] for one in found]
    out.print(table("Games", ["name", "title", "players", "idea"], rows, left=4))
    print_caveats(f"{one.title}: {caveat}" for one in found for caveat in one.all_caveats)
    out.print("Next: analyse games show " + found[0].name)


def _span(game: "api.Game") -> str:
    return f"{min(game.players)}-{max(game.players)}"


@app.command("show")
def show(
    name: Annotated[str, typer.Argument(metavar="GAME", help="The game: see `analyse games`.")],
    ledger: Annotated[bool, typer.Option("--ledger", help="Print the rules, clause by clause.")] = False,
    board: Annotated[bool, typer.Option("--board", help="Draw the board, with the names of its cells.")] = False,
    data: Annotated[
        bool, typer.Option("--data", help="The files that you edit, and what each of their lines means.")
    ] = False,
    picture_file: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="With --board: draw it into this .pdf, .svg or .png file, a page of A4."),
    ] = None,
    game_path: GamePath = None,
    as_json: Json = False,
) -> None:
    """One game: its settings, its assumptions, the columns of its tables; its rules (--ledger); its board (--board);
    its files (--data).
    """
    api.add_game_paths(game_path or [])
    game = api.game(name)
    if picture_file is not None and not board:
        raise BadInput(f"--out is for pictures. Type: analyse games show {name} --board --out {picture_file}")
    if board + ledger + data > 1:
        raise BadInput("--ledger prints the rules, --board draws the board, --data names the files: give one of them.")
    if board:
        show_board(game, picture_file, as_json)
    elif data:
        _show_data(game, as_json)
    elif as_json:
        print_json(_facts(game))
    elif ledger:
        _print_ledger(game)
    else:
        _print_game(game)


def _print_ledger(game: "api.Game") -> None:
    from rich.markdown import Markdown

    out.print(Markdown(game.ledger.read_text(encoding="utf-8")))


def _show_data(game: "api.Game", as_json: bool) -> None:
    files = api.files_to_edit(game)
    if as_json:
        print_json({"game": game.name, "files": [{"path": str(one.path), "about": one.about} for one in files]})
        return
    out.print(f"{game.title}: the files that you edit. An edit is played the next time.", style="bold")
    print_caveats(game.all_caveats)
    for one in files:
        out.print(f"\n{one.path}", style="bold", soft_wrap=True)
        out.print(one.about or "It has no remarks at its head.", markup=False, highlight=False, soft_wrap=True)
    if game.file is None:
        out.print(f"\nOr keep these files: save those that differ in a folder, and type --game {game.name}@FOLDER.")
    out.print(f"Next: analyse play --game {game.typed}")


def _print_game(game: "api.Game") -> None:
    settings = list(game.settings().values())
    out.print(f"{game.title}, {_span(game)} players. {game.idea}", style="bold")
    print_caveats(game.all_caveats)
    _print_settings(settings)
    for name, (row, columns) in game.tables().items():
        rows = [[one.name, one.dtype, one.meaning] for one in columns]
        out.print(table(f"Columns of {name}: {row}", ["column", "type", "meaning"], rows, 3))
    out.print(f"Rules, clause by clause: analyse games show {game.typed} --ledger")
    out.print(f"The files that you edit: analyse games show {game.typed} --data")
    if game.has_board:
        out.print(f"The board: analyse games show {game.typed} --board")
    out.print(f"Next: analyse strategies --game {game.typed}")


def _print_settings(settings: list["api.Setting"]) -> None:
    rules = [one for one in settings if not one.is_for_experiments]
    knobs = [one for one in settings if one.is_for_experiments]
    _print_some("Settings (change one with --set name=value)", rules)
    if knobs:
        _print_some("For experiments only: no rules, off unless a question needs them", knobs)
    assumed = [f"{s.name} ({s.clause})" for s in settings if s.status == "assumed"]
    out.print("Assumed, since the rulebook is silent: " + (", ".join(assumed) or "nothing") + ".")


def _print_some(title: str, settings: list["api.Setting"]) -> None:
    rows = [[s.name, api.shown(s.default), f"{s.meaning}\n{s.clause}, {s.status}: {_allowed(s)}"] for s in settings]
    out.print(table(title, ["name", "default", "meaning; clause, status: what is allowed"], rows, 3))


def _allowed(setting: "api.Setting") -> str:
    """What is allowed, and for what the rulebook leaves open, what is worth trying."""
    others = [api.shown(value) for value in setting.worth_trying if value != setting.default]
    if not (setting.is_open and others):
        return setting.allows()
    return f"{setting.allows()}\nworth trying: {'; '.join(others)}"


def _short_facts(game: "api.Game") -> dict[str, object]:
    return {"name": game.name, "title": game.title, "players": list(game.players)}


def _facts(game: "api.Game") -> dict[str, object]:
    return _short_facts(game) | {
        "caveats": list(game.all_caveats),
        "settings": [
            {
                "name": s.name,
                "default": s.default,
                "allowed": to_builtins(s.allowed),
                "try": list(s.worth_trying),
                "clause": s.clause,
                "status": s.status,
                "when": s.when,
                "meaning": s.meaning,
            }
            for s in game.settings().values()
        ],
        "columns": {name: [one._asdict() for one in columns] for name, (_, columns) in game.tables().items()},
        "ledger": str(game.ledger),
    }
