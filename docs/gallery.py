"""The figures of the README: made small from what `make report GAME=...` built last. Called by `make gallery`."""

from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parent.parent
BUILT = ROOT / "reports" / "out"
TARGET = ROOT / "docs" / "figures"
SHOWN = {
    "black-fleet-4p": ["development-dealt", "victory-10-or-20", "board"],
    "la-planche-4p": ["survival"],
    "faut-pas-pousser-4p": ["non-merci-turn"],
    "piratoons-4p": ["sources"],
}
WIDTH = 520


def main() -> None:
    """Copy each figure, smaller and with few colours."""
    TARGET.mkdir(exist_ok=True)
    for report, names in SHOWN.items():
        for name in names:
            built = BUILT / report / f"{name}.png"
            if not built.exists():
                raise SystemExit(f"{built} is not built yet. Type: make report GAME={report.rpartition('-')[0]}")
            picture = Image.open(built).convert("RGB")
            height = round(picture.height * WIDTH / picture.width)
            small = picture.resize((WIDTH, height), Image.Resampling.LANCZOS)
            small.quantize(64, dither=Image.Dither.NONE).save(TARGET / f"{report}-{name}.png", optimize=True)


if __name__ == "__main__":
    main()
