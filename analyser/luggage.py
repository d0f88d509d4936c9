"""What a worker on another machine needs to play a job: the files of its data and strategies travel with it.

The rules themselves do not: a worker has the same version of `analyse` installed, which is checked.
"""

import atexit
import shutil
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from analyser import places
from analyser.cache import digest, digest_files
from analyser.errors import AnalyseError, RunFailed, StrategyFailed
from analyser.job import Job
from analyser.playing import Part, engine_of, play_part
from analyser.registry import find_game
from analyser.strategies import Strategy, own_files

SEEDS, STRATEGIES, OWN, HELPERS = "seeds", "strategies", "own", "helpers"


@dataclass(frozen=True)
class Luggage:
    """A job, and the files it is made of by the place they get in a folder of their own."""

    job: Job
    files: tuple[tuple[str, bytes], ...]
    places: tuple[str, ...]
    """Where each strategy's file is, in the order of the job."""
    rules: str

    @cached_property
    def key(self) -> str:
        """What tells luggage apart: the names and contents of its files."""
        return digest(part for name, content in self.files for part in (name.encode(), content))


def pack(job: Job) -> Luggage:
    """Take along every file that the job is made of."""
    files = {f"{SEEDS}/{job.game}/{path.name}": path.read_bytes() for path in places.data_files(job.game)}
    where = [_place(job, number, strategy) for number, strategy in enumerate(job.strategies)]
    for place, strategy in zip(where, job.strategies, strict=True):
        files[place] = strategy.source
        for helper in own_files(strategy)[1:]:
            files[f"{HELPERS}/{_module_path(helper)}"] = helper.read_bytes()
    rules = digest_files(places.kernel_sources(job.game))
    return Luggage(job, tuple(sorted(files.items())), tuple(where), rules)


def _place(job: Job, number: int, strategy: Strategy) -> str:
    if strategy.path.is_relative_to(places.STRATEGIES):
        return f"{STRATEGIES}/{strategy.path.relative_to(places.STRATEGIES)}"
    return f"{OWN}/{number}/{strategy.path.name}"


def _module_path(helper: Path) -> Path:
    """Where a helper lies below the folder that Python finds it from."""
    roots = [Path(folder or ".").resolve() for folder in sys.path]
    return min((helper.relative_to(root) for root in roots if helper.is_relative_to(root)), key=lambda p: len(p.parts))


class Unpacked:
    """The luggage that this process plays from. Rules read their data when they are imported, so there is one at a
    time: who brings another waits until the parts under way are done.
    """

    def __init__(self) -> None:
        self.turn = threading.Condition()
        self.folders: dict[str, Path] = {}
        self.current = ""
        self.playing = 0

    @contextmanager
    def job_of(self, luggage: Luggage) -> Iterator[Job]:
        """The job with its strategies where they were unpacked."""
        with self.turn:
            self.turn.wait_for(lambda: self.current == luggage.key or self.playing == 0)
            self.playing += 1
            try:
                job = self._ready(luggage)
            except BaseException:
                self._leave()
                raise
        try:
            yield job
        finally:
            with self.turn:
                self._leave()

    def _leave(self) -> None:
        self.playing -= 1
        self.turn.notify_all()

    def _ready(self, luggage: Luggage) -> Job:
        if self.current != luggage.key:
            self._move_in(luggage)
        folder = self.folders[luggage.key]
        moved = [
            replace(one, path=folder / place) for one, place in zip(luggage.job.strategies, luggage.places, strict=True)
        ]
        job = replace(luggage.job, strategies=tuple(moved))
        engine = engine_of(job)
        _ = engine.play, engine.choosers
        return job

    def _move_in(self, luggage: Luggage) -> None:
        folder = self.folders.get(luggage.key) or _unpack(luggage)
        found = digest_files(places.kernel_sources(luggage.job.game))
        if found != luggage.rules:
            raise RunFailed("A worker has other rules than this machine. Install the same version of analyse on both.")
        self.current, self.folders[luggage.key] = "", folder
        _forget_modules(luggage.job.game, set(self.folders.values()))
        places.SEEDS, places.STRATEGIES = folder / SEEDS, folder / STRATEGIES
        sys.path[:] = [
            str(folder / HELPERS),
            *(one for one in sys.path if Path(one).parent not in self.folders.values()),
        ]
        self.current = luggage.key


def _unpack(luggage: Luggage) -> Path:
    folder = Path(tempfile.mkdtemp(prefix="analyse-luggage-")).resolve()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    (folder / STRATEGIES / luggage.job.game).mkdir(parents=True)
    for name, content in luggage.files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


def _forget_modules(game: str, folders: set[Path]) -> None:
    """Whatever was imported with other data, or from other luggage, is imported anew."""
    package = f"analyser.games.{places.package_name(game)}"
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if name.startswith(package) or (file and any(Path(file).is_relative_to(folder) for folder in folders)):
            del sys.modules[name]
    find_game.cache_clear()
    engine_of.cache_clear()


UNPACKED = Unpacked()


def play_elsewhere(luggage: Luggage, number: int, patience: float, with_rows: bool) -> Part | AnalyseError:
    """A part, or why there is none: errors travel as values, so that they are raised in their turn."""
    try:
        with UNPACKED.job_of(luggage) as job:
            try:
                return play_part(job, number, patience, None, lambda n: None, with_rows)
            except StrategyFailed as problem:
                return StrategyFailed(_at_home(str(problem), luggage, job))
    except AnalyseError as problem:
        return problem


def _at_home(text: str, luggage: Luggage, job: Job) -> str:
    """The same with the paths that the user knows."""
    for here, there in zip(job.strategies, luggage.job.strategies, strict=True):
        text = text.replace(str(here.path), str(there.path))
    return text
