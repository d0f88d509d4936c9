"""run.json: everything that fixes the rows of a run, what it was played with, and how far it got."""

import hashlib
import json
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

from analyser.core.errors import BadInput, RunFailed, unknown
from analyser.core.files import MOST_STORED, as_json, read_file
from analyser.core.schemas import Form, Hook, checked
from analyser.games.loader import find_game, named_game
from analyser.games.settings import Value, show
from analyser.simulation.hashes import changes, stored_hashes, versions
from analyser.simulation.job import Job, make_job
from analyser.strategies.spec import parse_spec

FORMAT = 2
MANIFEST = "run.json"
CHECKSUM = "sha256"
Keep = Literal["rows", "summary"]
ROWS: Keep = "rows"
SUMMARY: Keep = "summary"
KEEPS: dict[Keep, str] = {
    ROWS: "a row for each game and seat",
    SUMMARY: "only the sums that the summary is made of",
}
IDENTITY = (
    "game",
    "players",
    "settings",
    "plan",
    "seats",
    "luck",
    "seed",
    "games",
    "precision",
    "part_games",
    "keep",
)
"""What must be the same in two runs of the same rows, besides their hashes and strategies."""
UNCHANGED = "Nothing was changed."
RESTORE = f"{UNCHANGED} Restore the file, or play the run again into another folder with --out."
Kind = TypeVar("Kind")


class PlayedStrategy(Form, frozen=True):
    """A strategy of the pool: its spec, and how it is typed (own files by path)."""

    spec: str
    typed: str


class Manifest(Form, frozen=True, kw_only=True):
    """A run as it is described in run.json."""

    format: int
    command: str
    game: str
    players: int
    settings: dict[str, Value]
    strategies: list[PlayedStrategy]
    plan: str
    seats: list[int] | None
    luck: str
    seed: int
    games: int
    precision: float | None
    part_games: int
    keep: Keep
    hashes: dict[str, str]
    caveats: list[str]
    versions: dict[str, str]
    status: Literal["running", "complete"] = "running"
    games_played: int = 0
    ended_by: Literal["games", "precision"] | None = None
    parts: int = 0
    checksums: list[dict[str, str]] = msgspec.field(default_factory=list)
    """Of the files of each part by table, once the run is complete."""
    sums: str | None = None
    """The checksum of sums.json, where only sums are kept."""


def check_keep(asked: str) -> Keep:
    """What a run keeps, if it is one of the two."""
    for keep in KEEPS:
        if keep == asked:
            return keep
    raise unknown("way to keep games", asked, KEEPS, "analyse simulate --help")


def manifest_of(job: Job, command: str, keep: Keep = ROWS) -> Manifest:
    """The manifest of a run that is about to begin."""
    game = find_game(job.game)
    return Manifest(
        format=FORMAT,
        command=command,
        game=job.game,
        players=job.players,
        settings=job.values(),
        strategies=[PlayedStrategy(one.spec, job.typed(one)) for one in job.strategies],
        plan=job.plan_name,
        seats=None if job.seats is None else list(job.seats),
        luck=job.luck,
        seed=job.seed,
        games=job.games,
        precision=job.precision,
        part_games=job.part_games,
        keep=keep,
        hashes=stored_hashes(job),
        caveats=list(game.all_caveats),
        versions=versions(),
    )


def differences(one: Manifest, other: Manifest) -> list[str]:
    """In what two runs differ, of all that fixes their rows."""
    names = [name for name in IDENTITY if getattr(one, name) != getattr(other, name)]
    specs = [[played.spec for played in side.strategies] for side in (one, other)]
    names += ["strategies"] if specs[0] != specs[1] else []
    return names + changes(one.hashes, other.hashes)


def refuse_other_versions(manifest: Manifest, folder: Path) -> None:
    """A run that was begun with other packages could end with other games."""
    others = [f"{name} {was}" for name, was in manifest.versions.items() if was != versions().get(name)]
    if others and manifest.status != "complete":
        raise RunFailed(
            f"{folder} was begun with {', '.join(others)}: the games that are missing could come out differently. "
            f"{UNCHANGED} Install {'that version' if len(others) == 1 else 'those versions'}, or start a new run."
        )


def job_of(manifest: Manifest, folder: Path, own: Sequence[Path] = ()) -> Job:
    """The job that a manifest describes, if the rules, data and strategies are still the same.

    Strategy files are code: those of a run are used only from folders (`own`) that the user names.
    """
    pool = [one.typed for one in manifest.strategies]
    try:
        for spec in pool:
            _refuse_unnamed_file(spec, own, folder)
        job = _described_job(manifest, pool)
    except (IndexError, ValueError) as problem:
        raise RunFailed(f"{folder / MANIFEST} describes no run that can be played: {problem}. {UNCHANGED}") from None
    changed = differences(manifest, manifest_of(job, "", manifest.keep))
    if changed:
        raise RunFailed(
            f"The games of {folder} would come out differently now. Changed since: {'; '.join(changed)}. "
            f"{UNCHANGED} Start a new run."
        )
    return job


def _described_job(manifest: Manifest, pool: list[str]) -> Job:
    seats = manifest.seats
    return make_job(
        named_game(manifest.game),
        manifest.players,
        pool if seats is None else None,
        None if seats is None else [pool[number] for number in seats],
        manifest.plan,
        manifest.games,
        manifest.precision,
        [f"{name}={show(value)}" for name, value in manifest.settings.items()],
        manifest.seed,
        manifest.luck,
        manifest.part_games,
    )


def _refuse_unnamed_file(typed: str, folders: Sequence[Path], run: Path) -> None:
    spec = parse_spec(typed).core
    file = Path(spec.name)
    if spec.is_file and file.resolve().parent not in [folder.resolve() for folder in folders]:
        raise BadInput(
            f"{run} was played with the strategy file {file}. A strategy file is code, and runs only when you name it. "
            f"If you trust it, add: --strategy-path {shlex.quote(str(file.parent))}"
        )


def signed(content: Mapping[str, object]) -> dict[str, object]:
    """What a file holds, with its own checksum, so that damage and edits are noticed."""
    kept = {name: value for name, value in content.items() if name != CHECKSUM}
    return kept | {CHECKSUM: hashlib.sha256(as_json(kept)).hexdigest()}


def read_manifest(folder: Path) -> Manifest:
    """A run's manifest, checked."""
    path = folder / MANIFEST
    try:
        content = _read_json(path)
    except FileNotFoundError:
        raise BadInput(
            f"No run in {folder}: {MANIFEST} is missing. Type the folder that analyse simulate wrote."
        ) from None
    if content.get("format") != FORMAT:
        raise RunFailed(
            f"{path} has format {str(content.get('format'))[:20]}; this version of analyse reads format {FORMAT}. "
            f"{UNCHANGED} Use the version that wrote it."
        )
    manifest = _checked(content, Manifest, path)
    results = (manifest.games_played, manifest.ended_by, manifest.parts, manifest.checksums)
    if manifest.status == "complete" and not all(results):
        raise RunFailed(f"{path} is damaged: it is complete, but holds no result. {UNCHANGED}")
    return manifest


def read_signed(path: Path, kind: type[Kind], read: Hook | None = None) -> Kind:
    """A file that holds its own checksum, in its typed form."""
    return _checked(_read_json(path), kind, path, read)


def _checked(content: dict[str, object], kind: type[Kind], path: Path, read: Hook | None = None) -> Kind:
    try:
        is_whole = content == signed(content)
    except (ValueError, RecursionError):
        is_whole = False
    if not is_whole:
        raise RunFailed(f"{path} is corrupt: its checksum differs. {RESTORE}")
    kept = {name: value for name, value in content.items() if name != CHECKSUM}
    try:
        return checked(kept, kind, path, "", read=read)
    except BadInput as problem:
        raise RunFailed(f"{problem} {UNCHANGED}") from None


def _read_json(path: Path) -> dict[str, object]:
    try:
        content = json.loads(read_file(path, MOST_STORED).decode())
    except FileNotFoundError:
        raise
    except (OSError, ValueError, RecursionError) as problem:
        raise RunFailed(f"{path} cannot be read: {getattr(problem, 'strerror', problem)}. {UNCHANGED}") from None
    if not isinstance(content, dict):
        raise RunFailed(f"{path} cannot be read: it holds no names and values. {UNCHANGED}")
    return content
