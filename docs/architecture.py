"""Draws docs/explanation/architecture.svg: how a question flows from command to verdict. Called by `make picture`."""

from collections.abc import Iterator
from html import escape
from pathlib import Path

TARGET = Path(__file__).parent / "explanation" / "architecture.svg"
WIDTH, LEFT, RIGHT = 1200, 320, 880
TOP, HEIGHT, GAP = 64, 50, 16
LAYERS = (
    {"cli": "commands: read options, print answers"},
    {"api": "one function for each question"},
    {"report": "the balance PDF", "drift": "gate for CI", "benchmarks": "speed"},
    {"experiments": "which games to play; verdict, robustness, sentence"},
    {"storage": "a run on disk: whole, resumable"},
    {"simulation": "jobs, parts, who plays them", "plotting": "how figures look"},
    {"statistics": "numbers with intervals", "strategies": "found, read, checked"},
    {"games": "rules as code, settings, boards, cards"},
    {"kernel": "plays one game after another, compiled"},
    {"core": "errors, files, forms of data files"},
)
"""The folders of `analyser`, from top to bottom: each uses only those below it."""
DOWN = {
    "cli": "1. you type a question",
    "api": "2. it becomes typed arguments",
    "experiments": "3. and jobs: line-ups, luck, settings",
    "simulation": "4. a job is cut into parts",
    "strategies": "5. strategies are read and checked",
    "games": "6. rules and data are laid out, once",
    "kernel": "7. games: deal, list, score, choose",
}
UP = {
    "kernel": "8. rows: one a game, one a seat",
    "simulation": "9. parts become tables",
    "storage": "10. stored as Parquet, or handed on",
    "experiments": "11. intervals by statistics; then\nverdict, robustness, sentence",
    "report": "12. shown as PDF, as a gate for CI,",
    "cli": "13. in the terminal, as JSON, as files",
}
FILES = {
    "report": "reports/*.toml",
    "strategies": "strategies/<game>/*.py",
    "games": "seeds/<game>/*",
}
BLUE, ORANGE, GREY, INK = "#2b6cb0", "#c05621", "#718096", "#1a202c"


def main() -> None:
    """Write the picture."""
    TARGET.write_text("\n".join(picture()) + "\n", encoding="utf-8")


def top_of(room: str) -> float:
    """Where the layer of a folder begins."""
    return next(TOP + k * (HEIGHT + GAP) for k, layer in enumerate(LAYERS) if room in layer)


def picture() -> Iterator[str]:
    """All of the picture, line by line."""
    height = TOP + len(LAYERS) * (HEIGHT + GAP) + 40
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif">'
    yield f'<rect width="{WIDTH}" height="{height}" fill="white"/>'
    yield text(LEFT - 20, 34, "from question to games", BLUE, 16, "end")
    yield text(RIGHT + 20, 34, "from games to verdict", ORANGE, 16)
    yield text((LEFT + RIGHT) / 2, 34, "the folders: each uses only those below", INK, 16, "middle")
    for layer in LAYERS:
        yield from band(layer)
    yield from way(DOWN, LEFT - 20, BLUE, "end", 1)
    yield from way(UP, RIGHT + 20, ORANGE, "start", -1)
    for room, path in FILES.items():
        yield text(LEFT - 34, top_of(room) + HEIGHT - 2, path, GREY, 13, "end", family="monospace")
    yield text(WIDTH / 2, height - 14, "Grey: files that you edit.", GREY, 13, "middle")
    yield "</svg>"


def band(layer: dict[str, str]) -> Iterator[str]:
    """The folders of a layer, side by side."""
    width = (RIGHT - LEFT + 10) / len(layer) - 10
    for k, (room, what) in enumerate(layer.items()):
        x, y = LEFT + k * (width + 10), top_of(room)
        yield f'<rect x="{x:.0f}" y="{y}" width="{width:.0f}" height="{HEIGHT}" rx="6" fill="#edf2f7" stroke="{GREY}"/>'
        yield text(x + width / 2, y + 21, room, INK, 17, "middle", weight="bold")
        yield text(x + width / 2, y + 40, what, INK, 13, "middle")


def way(steps: dict[str, str], x: float, colour: str, anchor: str, direction: int) -> Iterator[str]:
    """The steps beside the folders, along an arrow."""
    places = [top_of(room) + HEIGHT / 2 for room in steps]
    end = places[-1] + direction * HEIGHT / 2
    yield f'<path d="M {x} {places[0]} V {end}" stroke="{colour}" stroke-width="3" fill="none"/>'
    yield f'<path d="M {x - 8} {end} h 16 l -8 {direction * 12} z" fill="{colour}"/>'
    for y, label in zip(places, steps.values(), strict=True):
        yield f'<circle cx="{x}" cy="{y}" r="5" fill="{colour}"/>'
        for k, words in enumerate(label.split("\n")):
            yield text(x - 14 if anchor == "end" else x + 14 + 24 * k, y + 5 + 17 * k, words, colour, 13, anchor)


def text(x: float, y: float, words: str, colour: str, size: int, anchor: str = "start", **look: str) -> str:
    """A line of words."""
    more = "".join(f' font-{name}="{value}"' for name, value in look.items())
    start = f'<text x="{x:.0f}" y="{y:.0f}" fill="{colour}" font-size="{size}" text-anchor="{anchor}"{more}>'
    return f"{start}{escape(words)}</text>"


if __name__ == "__main__":
    main()
