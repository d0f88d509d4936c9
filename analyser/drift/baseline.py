"""Baselines: what a game's win rates were, small enough to commit and readable in a diff.

`<name>.json` says what was played, with which rules, data and strategies, and the sums of every metric, one a line.
`<name>.marks` beside it holds three bytes a game: who won, and a checksum, so that the first game to differ is found.
"""

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyser.cache import digest_files
from analyser.drift.outcomes import MARK_BYTES, Outcomes, Sums
from analyser.errors import AnalyseError, BadInput
from analyser.exit_codes import Exit
from analyser.job import Job, make_job
from analyser.places import PACKAGE, data_files, game_sources
from analyser.registry import find_game

FORMAT = 1
SUFFIX, MARKS = ".json", ".marks"
MOST_BYTES = 4_000_000
MOST_GAMES = 2_000_000
MOST_NUMBER = 2**62
SHARED_SOURCES = ("columns.py", "compiling.py", "kernel.py", "limits.py", "lineups.py", "linking.py", "luck.py")
KINDS: dict[str, type] = {
    "format": int,
    "game": str,
    "players": int,
    "strategies": list,
    "seats": list,
    "plan": str,
    "luck": str,
    "seed": int,
    "games": int,
    "set": list,
    "settings": dict,
    "hashes": dict,
    "pinned": str,
    "lineups": str,
    "outcomes": str,
    "marks": str,
    "metrics": dict,
}


class Incompatible(AnalyseError):
    """A baseline that cannot be used: damaged, foreign, or of another version."""

    exit_code = Exit.INCOMPATIBLE


@dataclass(frozen=True)
class Baseline:
    """A baseline as it was read, checked."""

    path: Path
    facts: dict[str, Any]
    metrics: dict[str, Sums]
    marks: bytes

    @property
    def games(self) -> int:
        """How many games it sums up."""
        return int(self.facts["games"])

    def job(self, games: int | None = None, seed: int | None = None) -> Job:
        """The same job with today's rules, data and strategies."""
        facts = self.facts
        seats = facts["seats"]
        try:
            return make_job(
                find_game(facts["game"]),
                facts["players"],
                None if seats else ",".join(facts["strategies"]),
                ",".join(facts["strategies"][number] for number in seats) if seats else None,
                facts["plan"],
                games or self.games,
                None,
                facts["set"],
                facts["seed"] if seed is None else seed,
                facts["luck"],
            )
        except (BadInput, IndexError, TypeError) as problem:
            raise Incompatible(f"{self.path} cannot be played with this version: {problem}") from None


def hashes_of(job: Job) -> dict[str, str]:
    """What could move the win rates, by hash: shared code, rules, data files, and every strategy."""
    sources = [PACKAGE / name for name in SHARED_SOURCES]
    found = {"engine": digest_files(sources), "rules": digest_files(game_sources(job.game))}
    found |= {f"data {path.name}": digest_files([path]) for path in data_files(job.game) if path.suffix != ".md"}
    found |= {f"strategy {one.spec}": one.hash for one in job.strategies}
    return {name: value[:16] for name, value in found.items()}


def write_baseline(path: Path, job: Job, typed: list[str], outcomes: Outcomes, pinned: str = "") -> None:
    """Store a baseline: its marks first, then what they belong to."""
    marks = outcomes.marks().tobytes()
    facts = {
        "format": FORMAT,
        "game": job.game,
        "players": job.players,
        "strategies": [one.spec for one in job.strategies],
        "seats": list(job.seats or ()),
        "plan": job.plan_name,
        "luck": job.luck,
        "seed": job.seed,
        "games": len(outcomes.rows),
        "set": typed,
        "settings": job.values(),
        "hashes": hashes_of(job),
        "pinned": pinned,
        "lineups": outcomes.lineups_digest(len(outcomes.rows)),
        "outcomes": outcomes.digest(len(outcomes.rows)),
        "marks": hashlib.sha256(marks).hexdigest(),
        "metrics": {name: list(sums.numbers) for name, sums in outcomes.metrics.items()},
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(path.with_suffix(MARKS), marks)
        _write(path, _lines(facts).encode())
    except OSError as problem:
        raise BadInput(f"Cannot write {path}: {problem.strerror}. Type another --out FILE.") from None


def _write(path: Path, content: bytes) -> None:
    temporary = path.with_name(path.name + ".tmp")
    with temporary.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


def _lines(facts: dict[str, Any]) -> str:
    """JSON with one fact, hash or metric a line, so that a diff shows what moved."""
    lines = []
    for name, value in facts.items():
        if isinstance(value, dict):
            inner = ",\n".join(f"    {json.dumps(key)}: {json.dumps(one)}" for key, one in value.items())
            lines.append(f"  {json.dumps(name)}: {{\n{inner}\n  }}")
        else:
            lines.append(f"  {json.dumps(name)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def read_baseline(path: Path) -> Baseline:
    """A baseline, whole and sound; anything else is refused with its reason."""
    facts = _parsed(path)
    if facts.get("format") != FORMAT:
        raise Incompatible(
            f"{path} has format {str(facts.get('format'))[:20]}; this version of analyse reads format {FORMAT}."
        )
    for name, kind in KINDS.items():
        if type(facts.get(name)) is not kind:
            raise Incompatible(f"{path} is damaged: « {name} » is missing or no {kind.__name__}.")
    _check_facts(path, facts)
    marks = _read(path.with_suffix(MARKS), MARK_BYTES * facts["games"] + 1)
    if len(marks) != MARK_BYTES * facts["games"] or hashlib.sha256(marks).hexdigest() != facts["marks"]:
        raise Incompatible(f"{path.with_suffix(MARKS)} does not belong to {path.name}, or is damaged.")
    metrics = {name: _sums(path, name, numbers) for name, numbers in facts["metrics"].items()}
    return Baseline(path, facts, metrics, marks)


def _read(path: Path, most: int) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(most + 1)
    except FileNotFoundError:
        raise Incompatible(f"No baseline at {path}. Write one with: analyse baseline --game GAME") from None
    except OSError as problem:
        raise Incompatible(f"{path} cannot be read: {problem.strerror}.") from None
    if len(content) > most:
        raise Incompatible(f"{path} is too large for a baseline: more than {most:,} bytes.")
    return content


def _parsed(path: Path) -> dict[str, Any]:
    try:
        facts = json.loads(_read(path, MOST_BYTES).decode(), parse_constant=_no_constant)
    except (UnicodeDecodeError, ValueError, RecursionError) as problem:
        raise Incompatible(f"{path} is no baseline: {str(problem)[:200]}.") from None
    if not isinstance(facts, dict):
        raise Incompatible(f"{path} is no baseline: it holds no facts.")
    return facts


def _no_constant(word: str) -> None:
    raise ValueError(f"{word} is no number")


def _check_facts(path: Path, facts: dict[str, Any]) -> None:
    if not 1 <= facts["games"] <= MOST_GAMES:
        raise Incompatible(f"{path} is damaged: games = {str(facts['games'])[:20]}; allowed: 1 to {MOST_GAMES:,}.")
    words = [*facts["strategies"], *facts["set"]]
    if not facts["strategies"] or not all(isinstance(word, str) and 0 < len(word) <= 200 for word in words):
        raise Incompatible(f"{path} is damaged: strategies and settings must be words.")
    if any("/" in word or word.endswith(".py") for word in facts["strategies"]):
        raise Incompatible(f"{path} names a strategy by its path: a baseline may only name strategies that are found.")
    if not all(type(number) is int and 0 <= number < len(facts["strategies"]) for number in facts["seats"]):
        raise Incompatible(f"{path} is damaged: seats must be numbers of strategies.")


def _sums(path: Path, name: str, numbers: Any) -> Sums:
    good = isinstance(numbers, list) and len(numbers) == len(Sums.__dataclass_fields__)
    if not good or not all(type(one) is int and 0 <= one < MOST_NUMBER for one in numbers):
        raise Incompatible(f"{path} is damaged: the sums of « {name[:60]} » are no whole numbers.")
    return Sums(*numbers)
