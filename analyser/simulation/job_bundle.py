"""What a worker on another machine needs to play a job: the files of its data and strategies travel with it.

The rules of shipped games do not: a worker has the same version of `analyse` installed, which is checked. A game of
one's own travels too.
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
from typing import Generic, TypeVar

from analyser.core import paths
from analyser.core.errors import AnalyseError, RunFailed, StrategyFailed
from analyser.core.files import read_file
from analyser.games import places
from analyser.games.definition import Game
from analyser.games.loader import find_game
from analyser.kernel.hashing import digest
from analyser.simulation.hashes import Hashes, changes, task_hashes
from analyser.simulation.job import Job
from analyser.simulation.part import FORGETTING, Work
from analyser.strategies.loading import own_files
from analyser.strategies.strategy import Strategy

SEEDS, STRATEGIES, OWN, HELPERS, GAMES = "seeds", "strategies", "own", "helpers", "games"
RANDOM = "random"
"""Where the random player is that every worker has."""


Result = TypeVar("Result")


@dataclass(frozen=True)
class JobBundle(Generic[Result]):
    """What to do with each part of a job, and the files that the job is made of, by their path in a new folder."""

    work: Work[Result]
    files: tuple[tuple[str, bytes], ...]
    places: tuple[str, ...]
    """Where each strategy's file is, in the order of the job."""
    others: tuple[str, ...]
    """Where the file of those is who play the others in its rollouts, if it names any."""
    game_file: str
    """Where the game's file is, if it is a game of one's own."""
    hashes: Hashes

    @property
    def job(self) -> Job:
        """The job, with the original paths of its strategies."""
        return self.work.job

    @cached_property
    def key(self) -> str:
        """What identifies a bundle: the names and contents of its files, and what makes its results."""
        files = (part for name, content in self.files for part in (name.encode(), content))
        return digest([self.work.made_by.encode(), *files])


def pack(work: Work[Result]) -> JobBundle[Result]:
    """Take along every file that the job is made of."""
    job = work.job
    files = _files_of_game(find_game(job.game))
    where = [_place(job, number, strategy) for number, strategy in enumerate(job.strategies)]
    for place, strategy in zip(where, job.strategies, strict=True):
        if place != RANDOM:
            files[place] = strategy.source
        if strategy.ahead and strategy.ahead.others and _place(job, 0, strategy.ahead.others) != RANDOM:
            files[_place(job, 0, strategy.ahead.others)] = strategy.ahead.others.source
        for helper in own_files(strategy)[1:]:
            files[f"{HELPERS}/{_module_path(helper)}"] = read_file(helper)
    others = [_place(job, 0, one.ahead.others) if one.ahead and one.ahead.others else "" for one in job.strategies]
    file = find_game(job.game).file
    game_file = f"{GAMES}/{file.parent.name}/{file.name}" if file else ""
    return JobBundle(
        work, tuple(sorted(files.items())), tuple(where), tuple(others), game_file, task_hashes(job, work.made_by)
    )


def _files_of_game(game: Game) -> dict[str, bytes]:
    """A game's data; of one's own game also its rules, in a folder as at home."""
    if game.file is None:
        return {f"{SEEDS}/{game.name}/{path.name}": read_file(path) for path in game.data_files()}
    home = game.file.parent
    files = [game.file, *game.data_files()]
    return {f"{GAMES}/{home.name}/{path.relative_to(home).as_posix()}": read_file(path) for path in files}


def _place(job: Job, number: int, strategy: Strategy) -> str:
    if strategy.path == paths.RANDOM:
        return RANDOM
    game = find_game(job.game)
    if game.file is not None and strategy.path.parent in game.built_in:
        return f"{GAMES}/{game.file.parent.name}/{strategy.path.relative_to(game.file.parent)}"
    if strategy.path.is_relative_to(paths.STRATEGIES):
        return f"{STRATEGIES}/{strategy.path.relative_to(paths.STRATEGIES)}"
    return f"{OWN}/{number}/{strategy.path.name}"


def _module_path(helper: Path) -> Path:
    """The path of a helper, relative to the folder that Python imports it from."""
    roots = [Path(folder or ".").resolve() for folder in sys.path]
    return min((helper.relative_to(root) for root in roots if helper.is_relative_to(root)), key=lambda p: len(p.parts))


class Unpacked:
    """The bundle that this process plays from. Rules read their data when they are imported, so there is one at a
    time; another one waits until the running parts are done.
    """

    def __init__(self) -> None:
        self.turn = threading.Condition()
        self.folders: dict[str, Path] = {}
        self.current = ""
        self.playing = 0

    @contextmanager
    def job_of(self, bundle: JobBundle[Result]) -> Iterator[Job]:
        """The job with its strategies where they were unpacked."""
        with self.turn:
            self.turn.wait_for(lambda: self.current == bundle.key or self.playing == 0)
            self.playing += 1
            try:
                job = self._ready(bundle)
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

    def _ready(self, bundle: JobBundle[Result]) -> Job:
        is_new = self.current != bundle.key
        if is_new:
            self._move_in(bundle)
        folder = self.folders[bundle.key]
        where = zip(bundle.job.strategies, bundle.places, bundle.others, strict=True)
        moved = [_moved(one, folder, place, others) for one, place, others in where]
        job = replace(bundle.job, strategies=tuple(moved))
        if is_new:
            _refuse_other_code(bundle, job)
        replace(bundle.work, job=job).prepare()
        self.current = bundle.key
        return job

    def _move_in(self, bundle: JobBundle[Result]) -> None:
        folder = self.folders.get(bundle.key) or _unpack(bundle)
        self.current, self.folders[bundle.key] = "", folder
        _forget_modules(set(self.folders.values()))
        paths.SEEDS, paths.STRATEGIES = folder / SEEDS, folder / STRATEGIES
        places.BUNDLED.clear()
        if bundle.game_file:
            places.BUNDLED[bundle.job.game] = folder / bundle.game_file
        sys.path[:] = [
            str(folder / HELPERS),
            *(one for one in sys.path if Path(one).parent not in self.folders.values()),
        ]


def _path_at(folder: Path, place: str) -> Path:
    return paths.RANDOM if place == RANDOM else folder / place


def _moved(strategy: Strategy, folder: Path, place: str, others_place: str) -> Strategy:
    """A strategy where it was unpacked, and those of its rollouts."""
    path, ahead = _path_at(folder, place), strategy.ahead
    if ahead is None:
        return replace(strategy, path=path)
    others = ahead.others
    if others is not None:
        others = replace(others, path=_path_at(folder, others_place))
    return replace(strategy, path=path, ahead=replace(ahead, base=replace(ahead.base, path=path), others=others))


def _refuse_other_code(bundle: JobBundle[Result], job: Job) -> None:
    found = changes(bundle.hashes, task_hashes(job, bundle.work.made_by))
    if found:
        raise RunFailed(
            f"A worker would play other games than this machine. It differs in {'; '.join(found)}. "
            "Install the same version of analyse on both."
        )


def _unpack(bundle: JobBundle[Result]) -> Path:
    folder = Path(tempfile.mkdtemp(prefix="analyse-bundle-")).resolve()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    (folder / STRATEGIES / bundle.job.game).mkdir(parents=True)
    for name, content in bundle.files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


def _forget_modules(folders: set[Path]) -> None:
    """Import again what was imported from another bundle."""
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if file and any(Path(file).is_relative_to(folder) for folder in folders):
            del sys.modules[name]
    for forget in FORGETTING:
        forget()


UNPACKED = Unpacked()


def play_elsewhere(bundle: JobBundle[Result], number: int) -> Result | AnalyseError:
    """The result of a part, or its error as a value, to be raised in its turn."""
    try:
        with UNPACKED.job_of(bundle) as job:
            try:
                return replace(bundle.work, job=job).do(number)
            except StrategyFailed as problem:
                return StrategyFailed(_at_home(str(problem), bundle, job))
    except AnalyseError as problem:
        return problem


def _at_home(text: str, bundle: JobBundle[Result], job: Job) -> str:
    """The same with the paths that the user knows."""
    for here, there in zip(job.strategies, bundle.job.strategies, strict=True):
        text = text.replace(str(here.path), str(there.path))
    return text
