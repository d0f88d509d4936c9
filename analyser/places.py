"""Where the games' data, the built-in strategies and the report recipes lie."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
SHIPPED = PACKAGE / "shipped"
"""A wheel carries them here; in a checkout they are the top-level folders."""
HOME = SHIPPED if SHIPPED.is_dir() else PACKAGE.parent

COMPILER = [PACKAGE / "compiling.py", PACKAGE / "linking.py"]
"""What makes machine code: all that is compiled depends on it."""
GAMES = PACKAGE / "games"
SEEDS = HOME / "seeds"
STRATEGIES = HOME / "strategies"
REPORTS = HOME / "reports"


def package_name(game: str) -> str:
    """faut-pas-pousser -> faut_pas_pousser."""
    return game.replace("-", "_")


def game_sources(game: str) -> list[Path]:
    """The rules of a game as code."""
    return sorted((GAMES / package_name(game)).glob("*.py"))


def kernel_sources(game: str) -> list[Path]:
    """Every source that a game's kernel is made of."""
    shared = ("columns.py", "compiling.py", "kernel.py", "limits.py", "linking.py", "luck.py", "studying.py")
    return [PACKAGE / name for name in shared] + game_sources(game)


def data_files(game: str) -> list[Path]:
    """What the game is, as data."""
    return sorted(path for path in (SEEDS / game).iterdir() if path.is_file())
