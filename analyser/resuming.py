"""Runs that are there already: what they were asked to play, and whether that can go on."""

import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from analyser.disk import CannotLock, locked
from analyser.errors import BadInput, RunFailed
from analyser.job import Job, make_job
from analyser.manifests import MANIFEST, ROWS, differences, manifest_of, read_manifest
from analyser.registry import find_game
from analyser.runs import RUNS, Run, remove_if_empty
from analyser.settings import show
from analyser.specs import parse_spec, split_specs


def job_of_run(run: Run, folders: Sequence[Path] = ()) -> Job:
    """The job that a manifest describes, if the rules, data and strategies are still the same.

    Strategy files are code: those of a run are used only from folders that the user names.
    """
    asked = run.manifest
    try:
        pool = [str(one["typed"]) for one in asked["strategies"]]
        for spec in split_specs(",".join(pool)):
            _refuse_unnamed_file(spec, folders, run.folder)
        job = _asked_job(asked, pool)
    except (TypeError, KeyError, IndexError, AttributeError, ValueError) as problem:
        raise RunFailed(f"The manifest of {run.folder} is damaged: {problem}. Nothing was changed.") from None
    changed = differences(asked, manifest_of(job, "", asked.get("keep", ROWS)))
    if changed:
        raise RunFailed(
            f"{run.folder} was played with other {', '.join(changed)}: its games could not be continued. "
            "Nothing was changed. Start a new run."
        )
    return job


def _asked_job(asked: dict[str, Any], pool: list[str]) -> Job:
    seats = asked.get("seats")
    return make_job(
        find_game(str(asked["game"])),
        asked["players"],
        ",".join(pool) if seats is None else None,
        None if seats is None else ",".join(pool[number] for number in seats),
        asked["plan"],
        asked["games"],
        asked.get("precision"),
        [f"{name}={show(value)}" for name, value in asked["settings"].items()],
        asked["seed"],
        asked.get("luck", "fresh"),
        asked["part_games"],
    )


def _refuse_unnamed_file(typed: str, folders: Sequence[Path], run: Path) -> None:
    spec = parse_spec(typed)
    while spec.inner is not None:
        spec = spec.inner
    file = Path(spec.name)
    if spec.name.endswith(".py") and file.resolve().parent not in [folder.resolve() for folder in folders]:
        raise BadInput(
            f"{run} was played with the strategy file {file}. A strategy file is code, and runs only when you name it. "
            f"If you trust it, add: --strategy-path {shlex.quote(str(file.parent))}"
        )


def naming(job: Job) -> str:
    """What a command that uses a run of this job must say, if it was played with files of the user's own."""
    names = [job.typed(one) for one in job.strategies]
    own = {str(one.path.parent) for one, name in zip(job.strategies, names, strict=True) if name != one.spec}
    return "".join(f" --strategy-path {shlex.quote(folder)}" for folder in sorted(own))


@contextmanager
def run_to_resume(folder: Path) -> Iterator[Run]:
    """A run that is there, held against other writers."""
    read_manifest(folder)
    with locked(folder):
        yield Run.open(folder)


@contextmanager
def run_to_write(job: Job, folder: Path, command: str, keep: str = ROWS) -> Iterator[Run]:
    """The run in a folder, held against other writers: a new one, or the same one if it is there complete.

    Whoever holds a new folder removes it if nothing came of it, and nobody else does.
    """
    manifest = manifest_of(job, command, keep)
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"{folder} is not a folder. Nothing was changed. Type another --out DIR.")
    is_new = _make(folder)
    try:
        with locked(folder):
            try:
                yield _new_or_complete(folder, manifest, naming(job))
            finally:
                if is_new:
                    remove_if_empty(folder)
    except CannotLock:
        if is_new:
            remove_if_empty(folder)
        raise


def _make(folder: Path) -> bool:
    """Make a run's folder; whether it is ours to remove."""
    try:
        is_new = not folder.exists() or folder.parent == RUNS
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise RunFailed(f"Cannot write the run to {folder}: {problem.strerror}. Type another --out DIR.") from None
    return is_new


def _new_or_complete(folder: Path, manifest: dict[str, Any], named: str) -> Run:
    if not any(folder.iterdir()):
        return Run.create(folder, manifest)
    if not (folder / MANIFEST).exists():
        raise BadInput(f"{folder} holds other files, and no run. Nothing was changed. Type another --out DIR.")
    run = Run.open(folder)
    changed = differences(run.manifest, manifest)
    if changed:
        raise BadInput(
            f"{folder} holds another run: it differs in {', '.join(changed)}. "
            "Nothing was changed. Type another --out DIR."
        )
    if not run.is_complete:
        raise BadInput(f"{folder} holds this run unfinished. Go on with: analyse simulate --resume {folder}{named}")
    return run
