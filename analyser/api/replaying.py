"""One game to be watched in a browser."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from analyser.core.errors import BadInput, RunFailed

if TYPE_CHECKING:
    from analyser.api.running import LineUp
    from analyser.experiments.gallery import Shown
    from analyser.simulation.job import Job

OUT = Path("reports") / "out"


@dataclass(frozen=True)
class Replayed:
    """A game that was replayed, and its file."""

    shown: Shown
    path: Path

    @property
    def headline(self) -> str:
        """Who won, and by what."""
        game = self.shown.recording
        scores = ", ".join(
            f"seat {k} ({name}) {score}"
            for k, (name, score) in enumerate(zip(game.strategies, game.scores, strict=True), 1)
        )
        winners = ", ".join(f"seat {k}" for k, share in enumerate(game.wins, 1) if share)
        return f"Game {game.number}: {winners + ' wins' if winners else 'nobody wins'}. Scores: {scores}."

    def as_json(self) -> dict[str, object]:
        """For programs."""
        game = self.shown.recording
        seats = [
            {"seat": k, "strategy": name, "score": score, "win": win}
            for k, (name, score, win) in enumerate(zip(game.strategies, game.scores, game.wins, strict=True), 1)
        ]
        story = [line for step in game.steps for line in step.lines]
        facts: dict[str, object] = {"game": game.number, "seats": seats, "story": story, "turns": game.turns}
        return facts | {"chances": self.shown.chances, "command": self.shown.command}


def replay(
    number: int,
    game: str | None = None,
    run: Path | None = None,
    *,
    lang: str = "en",
    out: Path | None = None,
    writes: bool = True,
    **who: Unpack[LineUp],
) -> Replayed:
    """Replay a game of a run, or of the line-up that is typed, and write it as one HTML file."""
    from analyser.experiments.gallery import one_game
    from analyser.experiments.sample import Runner
    from analyser.experiments.words import check_language

    check_language(lang)
    job = _job(game, run, who)
    path = out or OUT / f"{job.game.rpartition('/')[2]}-game-{number}.html"
    if path.suffix.lower() != ".html":
        raise BadInput(f"--out {path} is no HTML file. Type a name that ends in .html.")
    shown = one_game(job, number, Runner())
    if writes:
        _write(path, job, shown, lang)
    return Replayed(shown, path)


def _job(game: str | None, run: Path | None, who: LineUp) -> Job:
    from analyser.api.running import job
    from analyser.simulation.job import MOST_GAMES
    from analyser.storage.manifest import job_of, read_manifest

    if run is not None:
        return job_of(read_manifest(run), run, who.get("folders", ()))
    if game is None:
        raise BadInput("analyse replay needs --game GAME, or --run DIR. See: analyse games")
    return job(game, MOST_GAMES, **who)


def _write(path: Path, job: Job, shown: Shown, lang: str) -> None:
    from analyser.core.files import write_whole
    from analyser.experiments.words import LANGUAGES, Words
    from analyser.games.loader import find_game
    from analyser.report.html.document import document
    from analyser.report.html.replays import ReplayPage
    from analyser.report.recipe import recipe_of

    found = find_game(job.game)
    recipe = recipe_of(found)
    words = [Words(one, recipe.words if recipe else {}) for one in sorted(LANGUAGES, key=lambda one: one != lang)]
    pages = [
        ReplayPage(one, one.say("replay.page", game=found.title, number=str(shown.recording.number)), [shown])
        for one in words
    ]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, document(pages))
    except OSError as problem:
        raise RunFailed(f"Cannot write {path}: {problem.strerror}. Type another --out FILE.") from None
