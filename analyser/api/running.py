"""Runs: play and store games, resume a run, narrate one game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

from analyser.core.errors import BadInput

if TYPE_CHECKING:
    from analyser.games.definition import Game
    from analyser.simulation.engine import Note
    from analyser.simulation.executor import Progress, Workers
    from analyser.simulation.job import Job
    from analyser.simulation.part import Part
    from analyser.simulation.summary import Summary
    from analyser.statistics.tally import Tally
    from analyser.storage.run import Run

    Watch = Callable[[Job], AbstractContextManager[Progress]]
    """Watches a run while it is played: given the job, what its progress is reported to."""

DECISION_TIMEOUT = 10.0
"""Seconds that a strategy may take over one choice."""


class LineUp(TypedDict, total=False):
    """Who plays which games."""

    players: int | None
    strategies: str | None
    """The pool, separated by commas; the competent ones if left out."""
    seats: str | None
    """Who sits where: one strategy for each seat."""
    lineups: str | None
    settings: Sequence[str]
    seed: int
    luck: str
    folders: Sequence[Path]


@dataclass(frozen=True)
class Simulated:
    """A run that was played, and what it says."""

    game: Game
    run: Run
    summary: Summary

    def __repr__(self) -> str:
        """What a person reads."""
        summary = self.summary
        title = f"{self.game.title}, {summary.job.players} players: {summary.tally.n_games:,} games, {self.run.folder}"
        return "\n".join([title, str(summary.seats), str(summary.strategies)])

    @property
    def play_command(self) -> str:
        """The command that narrates the run's first game."""
        import shlex

        from analyser.storage.play import naming

        return f"analyse play --run {shlex.quote(str(self.run.folder))}{naming(self.summary.job)} --game-number 0"

    @property
    def outcome_rates(self) -> dict[str, float]:
        """How often games end so: won, shared, no_winner, unfinished."""
        from analyser.kernel.columns import OUTCOMES

        return {name: self.summary.outcome_rate(number) for number, name in enumerate(OUTCOMES)}

    def as_json(self) -> dict[str, object]:
        """For programs."""
        from analyser.simulation.summary import as_json

        return as_json(self.summary) | {"run": str(self.run.folder), "ended_by": self.run.manifest.ended_by}


def workers(
    jobs: int = -1,
    backend: str | None = None,
    decision_timeout: float = DECISION_TIMEOUT,
    cluster: str | None = None,
) -> Workers:
    """Who plays, checked: threads of this process, or the workers of a cluster if its address is given."""
    from analyser.simulation.executor import DASK, THREADS, Workers, check_workers

    return check_workers(Workers(jobs, backend or (DASK if cluster else THREADS), decision_timeout, cluster))


def job(
    game: str,
    games: int | None = None,
    precision: float | None = None,
    part_games: int | None = None,
    **who: Unpack[LineUp],
) -> Job:
    """What to play, checked: everything that fixes the rows of a run."""
    from analyser.games.loader import find_game
    from analyser.simulation.job import make_job

    return make_job(
        find_game(game),
        who.get("players"),
        who.get("strategies"),
        who.get("seats"),
        who.get("lineups"),
        games,
        precision,
        who.get("settings", ()),
        who.get("seed", 1),
        who.get("luck", "fresh"),
        part_games,
        who.get("folders", ()),
    )


def simulate(
    game: str,
    games: int | None = None,
    *,
    out: Path | str | None = None,
    precision: float | None = None,
    jobs: int = -1,
    cluster: str | None = None,
    progress: bool = False,
    **who: Unpack[LineUp],
) -> Simulated:
    """Play games and store them as a run, in a new folder or in `out`; `progress` tells how far it is.

    `cluster`: where a Dask scheduler listens, if its workers are to play.
    """
    from analyser.api.progress import told

    asked = job(game, games, precision, **who)
    folder = None if out is None else Path(out)
    with told(progress) as (note, heard):
        watch: Watch = lambda _: nullcontext(heard)  # noqa: E731
        return simulate_job(asked, folder, workers(jobs, cluster=cluster), note, watch, f"analyser.simulate({game!r})")


def simulate_job(
    job: Job, folder: Path | None, workers: Workers, note: Note, watch: Watch, command: str, keep: str = "rows"
) -> Simulated:
    """Play a job and store it in a folder, new or named; a complete run that is already there is read."""
    from analyser.storage.manifest import check_keep
    from analyser.storage.play import run_to_write

    kept = check_keep(keep)
    with run_to_write(job, folder, command, kept) as run:
        if run.is_complete:
            note(f"{run.folder} holds this run already, complete: nothing to play.")
        return _played(job, run, workers, note, watch)


def resume(folder: Path, folders: Sequence[Path], workers: Workers, note: Note, watch: Watch) -> Simulated:
    """Play what is missing of a run."""
    from analyser.storage.manifest import job_of
    from analyser.storage.play import run_to_resume

    with run_to_resume(folder) as run:
        return _played(job_of(run.manifest, run.folder, folders), run, workers, note, watch)


def _played(job: Job, run: Run, workers: Workers, note: Note, watch: Watch) -> Simulated:
    from analyser.games.loader import find_game
    from analyser.simulation.summary import summarise
    from analyser.storage.play import play_run

    with watch(job) as progress:
        total = play_run(job, run, workers, note, progress)
    return Simulated(find_game(job.game), run, summarise(job, total))


def play_parts(job: Job, workers: Workers, note: Note, watch: Watch) -> Iterator[Part]:
    """Play a job without storing it: its parts in order."""
    from analyser.simulation.executor import play_all

    with watch(job) as progress:
        yield from play_all(job, workers, note, progress)


def seat_margin(total: Tally) -> float:
    """The widest margin of a seat's share so far, in points."""
    import numpy as np

    from analyser.statistics.intervals import share_intervals

    return 100 * float(np.max(share_intervals(total.seats, total.n_blocks).margin))


def tell(
    number: int, say: Callable[[str], None], game: str | None = None, run: Path | None = None, **who: Unpack[LineUp]
) -> dict[str, object]:
    """Narrate one game turn by turn: of a run, or of the line-up that is typed. It is played uncompiled."""
    from analyser.simulation.job import MOST_GAMES
    from analyser.simulation.narrate import tell_game
    from analyser.storage.manifest import job_of, read_manifest

    if run is not None:
        return tell_game(job_of(read_manifest(run), run, who.get("folders", ())), number, say)
    if game is None:
        raise BadInput("analyse play needs --game GAME, or --run DIR. See: analyse games")
    return tell_game(job(game, MOST_GAMES, **who), number, say)
