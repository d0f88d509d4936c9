"""The ladders of the docs: figures, and what answers say about their level of play. Called by `make ladders`."""

import shutil
from pathlib import Path

from PIL import Image

from analyser.games.loader import find_game, game_names

ROOT = Path(__file__).parent.parent
BUILT = ROOT / "reports" / "out"
FIGURES = ROOT / "docs" / "figures"
STORED = ROOT / "reports" / "ladders"
WIDTH = 900


def main() -> None:
    """Copy what `analyse ladder --out reports/out/ladder-GAME` has written."""
    STORED.mkdir(exist_ok=True)
    for name in game_names():
        built = BUILT / f"ladder-{name}"
        if not (built / "ladder.png").exists():
            raise SystemExit(f"{built} has no ladder yet. Type: analyse ladder --game {name} --out {built}")
        called = f"{name}-{max(find_game(name).players)}p"
        picture = Image.open(built / "ladder.png").convert("RGB")
        small = picture.resize((WIDTH, round(picture.height * WIDTH / picture.width)), Image.Resampling.LANCZOS)
        small.quantize(64, dither=Image.Dither.NONE).save(FIGURES / f"{called}-ladder.png", optimize=True)
        shutil.copy(built / "ladder.toml", STORED / f"{called}.toml")


if __name__ == "__main__":
    main()
