"""Runs that are there already: what they were asked to play, and whether that can go on."""

from pathlib import Path

from analyser.errors import BadInput, RunFailed
from analyser.job import Job, make_job
from analyser.registry import find_game
from analyser.runs import MANIFEST, Run
from analyser.settings import show
from analyser.simulate import differences, manifest_of


def job_of_run(run: Run) -> Job:
    """The job that a manifest describes, if the rules, data and strategies are still the same."""
    asked = run.manifest
    try:
        pool = [str(one["typed"]) for one in asked["strategies"]]
        seats = asked.get("seats")
        job = make_job(
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
    except (TypeError, KeyError, IndexError, AttributeError, ValueError) as problem:
        raise RunFailed(f"The manifest of {run.folder} is damaged: {problem}. Nothing was changed.") from None
    changed = differences(asked, manifest_of(job, ""))
    if changed:
        raise RunFailed(
            f"{run.folder} was played with other {', '.join(changed)}: its games could not be continued. "
            "Nothing was changed. Start a new run."
        )
    return job


def open_or_create(job: Job, folder: Path, command: str) -> Run:
    """The run in a folder: a new one, or the same one if it is there complete."""
    manifest = manifest_of(job, command)
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"{folder} is not a folder. Nothing was changed. Type another --out DIR.")
    if folder.exists() and any(folder.iterdir()) and not (folder / MANIFEST).exists():
        raise BadInput(f"{folder} holds other files, and no run. Nothing was changed. Type another --out DIR.")
    if not folder.exists() or not any(folder.iterdir()):
        return Run.create(folder, manifest)
    run = Run.open(folder)
    changed = differences(run.manifest, manifest)
    if changed:
        raise BadInput(
            f"{folder} holds another run: it differs in {', '.join(changed)}. "
            "Nothing was changed. Type another --out DIR."
        )
    if not run.is_complete:
        raise BadInput(f"{folder} holds this run unfinished. Go on with: analyse simulate --resume {folder}")
    return run
