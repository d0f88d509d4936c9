"""Where the games' data, the built-in strategies and the report recipes are."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
SHIPPED = PACKAGE / "shipped"
"""A wheel carries them here; in a checkout they are the top-level folders."""
HOME = SHIPPED if SHIPPED.is_dir() else PACKAGE.parent

SEEDS = HOME / "seeds"
STRATEGIES = HOME / "strategies"
REPORTS = HOME / "reports"
RANDOM = PACKAGE / "games" / "designed" / "strategies" / "random.py"
"""The random player of games that bring none."""
