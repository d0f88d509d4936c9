"""Baselines: what a game's win rates were, small enough to commit and readable in a diff.

`<name>.json` says what was played, with which rules, data and strategies, and holds the sums of every metric, one to a
line. `<name>.fingerprints` beside it holds three bytes for each game: who won, and a checksum. They show which game is
the first to differ.
"""

import hashlib
import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec

from analyser.core.errors import AnalyseError, BadInput
from analyser.core.exit_codes import Exit
from analyser.core.files import read_file, write_whole
from analyser.core.schemas import Form, read_json
from analyser.drift.outcomes import FINGERPRINT_BYTES, MetricSums, Outcomes
from analyser.games.loader import named_game
from analyser.games.settings import Value
from analyser.simulation.hashes import hashes_of
from analyser.simulation.job import Job, make_job
from analyser.strategies.spec import refuse_files

FORMAT = 2
FINGERPRINTS = ".fingerprints"
NEW_FINGERPRINTS = ".fingerprints.new"
MOST_GAMES = 2_000_000
Word = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class Incompatible(AnalyseError):
    """A baseline that cannot be used: damaged, foreign, or of another version."""

    exit_code = Exit.INCOMPATIBLE


class Version(msgspec.Struct, frozen=True):
    """The one field that all versions of a baseline have."""

    format: int | None = None


class Contents(Form, frozen=True):
    """What the JSON file of a baseline holds."""

    format: int
    game: str
    players: int
    strategies: Annotated[list[Word], msgspec.Meta(min_length=1)]
    seats: list[Word]
    """The strategy of each seat; empty where a pool plays."""
    plan: str
    luck: str
    seed: int
    games: Annotated[int, msgspec.Meta(ge=1, le=MOST_GAMES)]
    set: list[Word]
    """The settings as they were typed."""
    settings: dict[str, Value]
    hashes: dict[str, str]
    pinned: str
    """The release that it belongs to, if it is kept for one."""
    lineups: str
    outcomes: str
    fingerprints: str
    metrics: dict[str, object]

    def __post_init__(self) -> None:
        """A baseline comes from others, and names no code."""
        refuse_files(self.strategies + self.seats)


@dataclass(frozen=True)
class Baseline:
    """A baseline that was read and checked."""

    path: Path
    contents: Contents
    metrics: dict[str, MetricSums]
    fingerprints: bytes
    folders: tuple[Path, ...] = ()
    """Where the user's own strategies are, if it names some."""

    def job(self, games: int | None = None, seed: int | None = None) -> Job:
        """The same job with today's rules, data and strategies."""
        said = self.contents
        try:
            return make_job(
                named_game(said.game),
                said.players,
                strategies=None if said.seats else said.strategies,
                seats=said.seats or None,
                lineups=said.plan,
                games=games or said.games,
                assignments=said.set,
                seed=said.seed if seed is None else seed,
                luck=said.luck,
                folders=self.folders,
            )
        except BadInput as problem:
            raise Incompatible(f"{self.path} cannot be played with this version: {problem}") from None


def write_baseline(path: Path, job: Job, typed: list[str], outcomes: Outcomes, pinned: str = "") -> None:
    """Store a baseline: one rename replaces it. Until the new fingerprints are in their place, they are found aside."""
    fingerprints = outcomes.fingerprints().tobytes()
    contents = Contents(
        format=FORMAT,
        game=job.game,
        players=job.players,
        strategies=[one.spec for one in job.strategies],
        seats=[job.strategies[number].spec for number in job.seats or ()],
        plan=job.plan_name,
        luck=job.luck,
        seed=job.seed,
        games=len(outcomes.rows),
        set=typed,
        settings=job.values(),
        hashes=hashes_of(job),
        pinned=pinned,
        lineups=outcomes.lineups_digest(),
        outcomes=outcomes.digest(),
        fingerprints=hashlib.sha256(fingerprints).hexdigest(),
        metrics={name: msgspec.to_builtins(sums) for name, sums in outcomes.metrics.items()},
    )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path.with_suffix(NEW_FINGERPRINTS), fingerprints)
        write_whole(path, _as_lines(contents).encode())
        path.with_suffix(NEW_FINGERPRINTS).replace(path.with_suffix(FINGERPRINTS))
    except OSError as problem:
        raise BadInput(f"Cannot write {path}: {problem.strerror}. Type another --out FILE.") from None


def _as_lines(contents: Contents) -> str:
    """JSON with one fact, hash or metric to a line, so that a diff shows what moved."""
    lines = []
    for name, value in msgspec.structs.asdict(contents).items():
        if isinstance(value, dict):
            inner = ",\n".join(f"    {json.dumps(key)}: {json.dumps(one)}" for key, one in value.items())
            lines.append(f"  {json.dumps(name)}: {{\n{inner}\n  }}")
        else:
            lines.append(f"  {json.dumps(name)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def read_baseline(path: Path, folders: Sequence[Path] = ()) -> Baseline:
    """Read a baseline; refuse a damaged or foreign one with the reason."""
    with suppress(OSError):
        if not path.exists():
            raise Incompatible(f"No baseline at {path}. Write one with: analyse baseline --game GAME")
    found = read_json(path, Version, Incompatible).format
    if found != FORMAT:
        raise Incompatible(
            f"{path} has format {found}; this version of analyse reads format {FORMAT}. "
            "Write it again with: analyse baseline --game GAME"
        )
    contents = read_json(path, Contents, Incompatible)
    metrics = {name: _sums(path, name, numbers) for name, numbers in contents.metrics.items()}
    return Baseline(path, contents, metrics, _fingerprints(path, contents), tuple(folders))


def _sums(path: Path, name: str, numbers: object) -> MetricSums:
    try:
        return msgspec.convert(numbers, MetricSums)
    except msgspec.ValidationError as problem:
        raise Incompatible(f"{path} is damaged: the sums of « {name[:60]} »: {problem}.") from None


def _fingerprints(path: Path, contents: Contents) -> bytes:
    """The fingerprints of a baseline's games, if they are those that it was written with."""
    beside, new = path.with_suffix(FINGERPRINTS), path.with_suffix(NEW_FINGERPRINTS)
    for file in (new, beside) if new.exists() else (beside,):
        try:
            found = read_file(file, FINGERPRINT_BYTES * MOST_GAMES)
        except OSError as problem:
            raise Incompatible(f"{file} cannot be read: {problem.strerror}. It belongs to {path.name}.") from None
        is_whole = len(found) == FINGERPRINT_BYTES * contents.games
        if is_whole and hashlib.sha256(found).hexdigest() == contents.fingerprints:
            return found
    raise Incompatible(f"{beside} does not belong to {path.name}, or is damaged. Restore both files.")
