"""run.json: everything that fixes the rows of a run, what it was played with, and how far it came."""

import hashlib
import json
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from analyser.disk import as_json
from analyser.errors import BadInput, RunFailed
from analyser.job import Job
from analyser.registry import find_game

FORMAT = 1
MANIFEST = "run.json"
CHECKSUM = "sha256"
RUNNING, COMPLETE = "running", "complete"
ROWS, SUMMARY = "rows", "summary"
KEEPS = {ROWS: "a row for each game and seat", SUMMARY: "only the sums that the summary is made of"}
KEYS = {"format", "game", "players", "settings", "strategies", "plan", "seed", "games", "part_games", "status"}
WHOLE_NUMBERS = ("players", "seed", "games", "part_games")
RESULT_KEYS = ("games_played", "ended_by", "parts", "checksums")
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
    "hashes",
    "keep",
)


def manifest_of(job: Job, command: str, keep: str = ROWS) -> dict[str, Any]:
    """Everything that fixes the rows of a run, and what it was played with."""
    game = find_game(job.game)
    return {
        "command": command,
        "game": job.game,
        "players": job.players,
        "settings": job.values(),
        "strategies": [{"spec": one.spec, "typed": job.typed(one), "sha256": one.hash} for one in job.strategies],
        "plan": job.plan_name,
        "seats": None if job.seats is None else list(job.seats),
        "luck": job.luck,
        "seed": job.seed,
        "games": job.games,
        "precision": job.precision,
        "part_games": job.part_games,
        "keep": keep,
        "hashes": game.hashes(),
        "caveats": list(game.caveats),
        "versions": {name: version(name) for name in ("analyser", "numba", "numpy", "polars")},
    }


def differences(manifest: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """In what two runs differ, of all that fixes their rows."""
    mine, theirs = ({"keep": ROWS} | one for one in (manifest, other))
    names = [name for name in IDENTITY if mine.get(name) != theirs.get(name)]
    codes = [[(one["spec"], one["sha256"]) for one in side["strategies"]] for side in (manifest, other)]
    return names + (["strategies"] if codes[0] != codes[1] else [])


def signed(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """A manifest with its own checksum, so that damage and edits are noticed."""
    content = {name: value for name, value in manifest.items() if name != CHECKSUM}
    return content | {CHECKSUM: hashlib.sha256(as_json(content)).hexdigest()}


def read_signed(path: Path) -> dict[str, Any]:
    """A file that holds its own checksum."""
    content = _read_json(path)
    if not isinstance(content, dict) or content != signed(content):
        raise RunFailed(f"{path} is corrupt: its checksum differs. Nothing was changed.")
    return {name: value for name, value in content.items() if name != CHECKSUM}


def read_manifest(folder: Path) -> dict[str, Any]:
    """A run's manifest, checked."""
    path = folder / MANIFEST
    try:
        manifest = _read_json(path)
    except FileNotFoundError:
        raise BadInput(
            f"No run in {folder}: {MANIFEST} is missing. Type the folder that analyse simulate wrote."
        ) from None
    if not isinstance(manifest, dict) or not set(manifest) >= KEYS:
        raise RunFailed(f"{path} is not the manifest of a run: it lacks {_missing(manifest)}. Nothing was changed.")
    if manifest["format"] != FORMAT:
        raise RunFailed(
            f"{path} has format {manifest['format']}; this version of analyse reads format {FORMAT}. "
            "Nothing was changed. Use the version that wrote it."
        )
    _refuse_strange_values(manifest, path)
    return read_signed(path)


def _refuse_strange_values(manifest: dict[str, Any], path: Path) -> None:
    if manifest["status"] not in (RUNNING, COMPLETE):
        raise RunFailed(
            f"{path} has status « {manifest['status']} », not {RUNNING} or {COMPLETE}. Nothing was changed."
        )
    wrong = [name for name in WHOLE_NUMBERS if type(manifest[name]) is not int]
    wrong += [] if manifest.get("keep", ROWS) in tuple(KEEPS) else ["keep"]
    if manifest["status"] == COMPLETE:
        wrong += [name for name in RESULT_KEYS if not manifest.get(name)]
    if wrong:
        raise RunFailed(f"{path} is damaged: {', '.join(wrong)} is missing or wrong. Nothing was changed.")


def _read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise
    except (OSError, ValueError, RecursionError) as problem:
        raise RunFailed(f"{path} cannot be read: {problem}. Nothing was changed.") from None


def _missing(manifest: Any) -> str:
    return ", ".join(sorted(KEYS - set(manifest))) if isinstance(manifest, dict) else "everything"
