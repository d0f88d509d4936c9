"""Writes folders for games of one's own: a small game to start from, or a copy of a shipped one to edit."""

from pathlib import Path

from analyser.core.errors import BadInput
from analyser.core.files import read_file, write_whole
from analyser.games import designed
from analyser.games.definition import Game
from analyser.games.loader import game_names
from analyser.games.validation import GAME_NAME

TEMPLATES = Path(designed.__file__).parent / "new_game"
WORKFLOW = ".github/workflows/check.yml"
COPY = '''"""{title}, to be edited: its data in data/, its strategies, questions and report beside them."""

from analyser.games.loader import copied

NAME = "{name}"
GAME = copied("{shipped}", __file__)
'''
COPY_README = """# {name}: a copy of {title}

Edit what you like, then type in this folder: `analyse try .`, `analyse simulate`, `analyse report --out {name}.pdf`.

- `data/`: the numbers of the rules (`settings.toml`), the rules in words, cards and boards.
- `strategies/`: one file for each way to play. `report.toml`: the questions of the report. `experiments.toml`: what
  `analyse values` can be asked.
- `game.py` names the game whose rules are played. The rules themselves are those of analyse.
- `.github/workflows/check.yml`: checks every change. Put the wheel of analyse into `wheels/`.
"""


def write_new_game(name: str, folder: Path) -> list[Path]:
    """A small real game, commented, with everything that may lie beside it."""
    home = folder / name
    _refuse(name, home)
    title = name.replace("-", " ").capitalize()
    texts = {
        path.relative_to(TEMPLATES).as_posix().removesuffix(".txt"): read_file(path).decode()
        for path in sorted(TEMPLATES.rglob("*.txt"))
    }
    texts[WORKFLOW] = texts.pop("check.yml")
    filled = {
        where: text.format(name=name, title=title) if "{{" in text or "{title}" in text else text
        for where, text in texts.items()
    }
    return _written(home, {where: text.encode() for where, text in filled.items()})


def write_copy(game: Game, home: Path) -> list[Path]:
    """A shipped game's data, strategies, questions and recipe."""
    name = home.resolve().name
    if game.file is not None:
        raise BadInput(f"{game.name} is a game of your own: copy its folder {game.file.parent}.")
    _refuse(name, home)
    files = {f"data/{path.name}": read_file(path) for path in game.data_files()}
    files |= {
        f"strategies/{path.name}": read_file(path) for folder in game.built_in for path in sorted(folder.glob("*.py"))
    }
    files.pop("strategies/random.py", None)
    files["game.py"] = COPY.format(title=game.title, name=name, shipped=game.name).encode()
    files["README.md"] = COPY_README.format(title=game.title, name=name).encode()
    files[WORKFLOW] = read_file(TEMPLATES / "check.yml.txt")
    for where, path in (("report.toml", game.recipe), ("experiments.toml", game.catalogue)):
        if path.exists():
            files[where] = read_file(path)
    return _written(home, files)


def _refuse(name: str, home: Path) -> None:
    if not GAME_NAME.fullmatch(name):
        raise BadInput(f"« {name} » cannot be the name of a game. Allowed: small letters, digits and single « - ».")
    if home.exists() and (not home.is_dir() or any(home.iterdir())):
        raise BadInput(f"{home} is there already. Nothing was changed. Take another name.")
    if name in game_names():
        raise BadInput(f"There is a game {name} already: see analyse games. Nothing was changed. Take another name.")


def _written(home: Path, files: dict[str, bytes]) -> list[Path]:
    written = []
    try:
        for where, content in sorted(files.items()):
            path = home / where
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, content)
            written.append(path)
    except OSError as problem:
        raise BadInput(f"Cannot write {home}: {problem.strerror}. Type another folder.") from None
    return written
