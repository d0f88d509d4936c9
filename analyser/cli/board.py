"""A game's board: in the terminal, as data, or as a picture in a file."""

from pathlib import Path

from rich.text import Text

from analyser import api
from analyser.cli.output import out, print_caveats, print_json

CELL = 4
"""Signs that a cell takes in a line; every second line is shifted by half of it."""


def show_board(game: "api.Game", file: Path | None, as_json: bool) -> None:
    """Draw it into a file, or print it."""
    picture = api.board(game.name)
    if file is not None:
        api.draw_board(game.name, file)
    if as_json:
        cells = [one._asdict() for one in picture.hexagons]
        print_json({"game": game.name, "caveats": list(game.all_caveats), "cells": cells, "file": file and str(file)})
    elif file is not None:
        out.print(f"Written: {file}", soft_wrap=True)
    else:
        out.print(picture.title, style="bold")
        print_caveats(game.all_caveats)
        for line in board_lines(picture):
            out.print(line, soft_wrap=True)


def board_lines(picture: "api.Picture") -> list[Text]:
    """The board in lines as in its data file, with line and place numbers, and what the signs mean."""
    rows = picture.rows()
    lines = [Text(" " * CELL + "".join(f"{one.column + 1:<{CELL}}" for one in max(rows, key=len)), style="dim")]
    for row in rows:
        line = Text(f"{row[0].row + 1:>2} ", style="dim") + Text(" " * (CELL // 2 * (row[0].row % 2)))
        for one in row:
            line.append(f" {one.sign} ", style=_colours(picture.styles[one.style]))
            line.append(" ")
        lines.append(line)
    legend = [
        Text(f"{style.signs:>6}", style=_colours(style)) + Text(f" {style.word}") for style in picture.styles.values()
    ]
    return [*lines, Text("Cells are named line/place; every second line is shifted by half a cell."), *legend]


def _colours(style: "api.Style") -> str:
    return f"black on {style.fill}"
