"""Where games of one's own are found: the folder one is in, `--game-path`, the environment, installed packages.

A game is known by its file. Nothing runs here: names are read from the files.
"""

import ast
import os
import re
import sys
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path

from analyser.core.errors import BadInput
from analyser.core.files import read_file
from analyser.games.definition import GAME_FILES

VARIABLE = "ANALYSE_GAME_PATH"
"""Folders and files with games, separated as in PATH; --game-path adds to it, so that processes of ours know it too."""
ENTRY_POINTS = "analyser.games"
GAME_FILE = "game.py"


def is_path(text: str) -> bool:
    """Whether a game is named by its file or folder, not by its name."""
    return text.endswith(".py") or "/" in text or os.sep in text or text in (".", "..")


BUNDLED: dict[str, Path] = {}
"""On another machine: the game that came with the job, and no other."""
ADDED: set[Path] = set()
"""Places that the user typed: a command to type next must name them again."""


def add_place(path: Path) -> None:
    """Search this folder or file too, here and in processes that this one starts."""
    ADDED.add(path)
    places = [one for one in os.environ.get(VARIABLE, "").split(os.pathsep) if one]
    if str(path) not in places:
        os.environ[VARIABLE] = os.pathsep.join([*places, str(path)])


def add_folder(text: str) -> None:
    """Search a folder that the user names."""
    path = Path(text).expanduser()
    if not path.exists():
        raise BadInput(f"--game-path {text}: there is no such folder or file. Type the folder that holds your games.")
    add_place(path.resolve())


def typed_place(file: Path | None) -> str:
    """How a game is named by its place, if it is not found by its name alone: relative to where one is."""
    if file is None or file in here(deep=True) or not ADDED & {file, file.parent, file.parent.parent}:
        return ""
    place = file.parent if file.name == GAME_FILE else file
    return f"./{place.relative_to(Path.cwd())}" if place.is_relative_to(Path.cwd()) else str(place)


def file_at(text: str) -> Path:
    """The file of the game that a path means: itself, or game.py of a folder, or the only game there."""
    path = Path(text).expanduser()
    if not path.exists():
        raise BadInput(f"--game {text}: there is no such file or folder. To begin one: analyse new-game NAME")
    if path.is_file():
        return path.resolve()
    if (path / GAME_FILE).is_file():
        return (path / GAME_FILE).resolve()
    found = [one for one in sorted(path.glob("*.py")) if is_game(one)]
    if len(found) != 1:
        names = ", ".join(one.name for one in found) or "none"
        raise BadInput(f"--game {text}: games found in the folder: {names}. Type the path of one file.")
    return found[0].resolve()


def name_of(path: Path) -> str:
    """A game's name: NAME in its file, or the name of the file, or of its folder if the file is game.py."""
    try:
        tree = ast.parse(read_file(path))
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        tree = ast.Module([], [])
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name("NAME"), *_], value=ast.Constant(name)):
                return str(name)
    text = path.parent.name if path.stem in GAME_FILES else path.stem
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "game"


def is_game(path: Path) -> bool:
    """Whether a file declares a game: found out once for each of its versions."""
    try:
        stat = path.stat()
    except OSError:
        return False
    return _is_game(path, stat.st_mtime_ns, stat.st_size)


@cache
def _is_game(path: Path, modified: int, size: int) -> bool:
    try:
        text = read_file(path)
    except OSError:
        return False
    if b"analyser.games.components" in text:
        return True
    return b"analyser.games" in text and re.search(rb"^GAME = ", text, re.MULTILINE) is not None


def games_in(place: Path, deep: bool) -> Iterator[Path]:
    """The games of a folder, and of the folders in it; or the file itself."""
    if place.is_file():
        yield place.resolve()
        return
    files = sorted(place.glob("*.py")) if place.is_dir() else []
    files += sorted(place.glob(f"*/{GAME_FILE}")) if deep else []
    yield from (one.resolve() for one in files if is_game(one))


def here(deep: bool = False) -> list[Path]:
    """The games of the folder that one is in; deep: also those of the folders in it, which have to be named."""
    try:
        return list(games_in(Path.cwd(), deep))
    except OSError:
        return []


def named_places() -> list[Path]:
    """The games of the folders in the environment, which --game-path adds to."""
    places = [Path(one).expanduser() for one in os.environ.get(VARIABLE, "").split(os.pathsep) if one]
    return [file for place in places for file in games_in(place, deep=True)]


@cache
def installed(where: tuple[str, ...]) -> tuple[EntryPoint, ...]:
    """What installed packages offer."""
    return tuple(entry_points(group=ENTRY_POINTS))


def installed_files() -> dict[Path, EntryPoint]:
    """The files of installed games."""
    found = {}
    for point in installed(tuple(sys.path)):
        spec = find_spec(point.module)
        if spec is not None and spec.origin:
            found[Path(spec.origin).resolve()] = point
    return found


def own_games() -> dict[str, list[Path]]:
    """All games of one's own by name; each with its files, of which there should be one."""
    if BUNDLED:
        return {name: [file] for name, file in BUNDLED.items()}
    try:
        here_now = Path.cwd()
        places = [here_now, *(Path(one) for one in os.environ.get(VARIABLE, "").split(os.pathsep) if one)]
    except OSError:
        places = []
    return _own_games(tuple(map(_stamp, places)), tuple(sys.path))


def _stamp(place: Path) -> tuple[str, int]:
    """A place, and when something was last added to it: asking costs a hundredth of looking."""
    try:
        return str(place), place.stat().st_mtime_ns
    except OSError:
        return str(place), 0


@lru_cache(maxsize=16)
def _own_games(where: tuple[tuple[str, int], ...], installed_in: tuple[str, ...]) -> dict[str, list[Path]]:
    found: dict[str, list[Path]] = {}
    points = installed_files()
    for file in dict.fromkeys([*here(deep=True), *named_places(), *points]):
        name = points[file].name if file in points else name_of(file)
        found.setdefault(name, []).append(file)
    return found


def default_game(is_needed: bool = True) -> str | None:
    """The game of the folder that one is in, for commands that are typed without --game."""
    found = here()
    beside = [one for one in found if one.name == GAME_FILE]
    chosen = beside or found
    if not chosen and not is_needed:
        return None
    if len(chosen) != 1:
        more = f" Here are {', '.join(one.name for one in chosen)}." if chosen else ""
        raise BadInput(f"Which game? Type --game GAME, a name (see: analyse games) or a file such as ./pig.py.{more}")
    return str(chosen[0])
