"""What decides the rows of a job, by hash: the one list that runs, baselines and clusters compare.

Code counts by what the kernel and its policies really use, found by a walk from their entry points. Data and settings
count by the table that they lay out, and by the columns; the data files are listed only to name the one that changed.
A comment, a sentence of a story, or a file of a game that no kernel uses changes nothing here.
"""

import sys
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

from analyser.games.definition import Game
from analyser.games.loader import find_game
from analyser.games.setup import new_table
from analyser.kernel.code_cache import form_hash, used_by
from analyser.kernel.columns import Column
from analyser.kernel.hashing import digest, file_hash, short
from analyser.kernel.values import dtype_form, value_form
from analyser.kernel.walk import ALL, Used, identity, label_of
from analyser.kernel.workspace import workspace_dtype
from analyser.simulation import tables
from analyser.simulation.engine import kernel_entry, policy_entries, policy_params, rollout_entries
from analyser.simulation.job import Job
from analyser.simulation.lineups import Plan
from analyser.statistics import frames, tally
from analyser.strategies.loading import own_files
from analyser.strategies.strategy import Strategy

Hashes = dict[str, str]
"""What -> its hash. For a source file: each function and constant that is used of it, with its hash."""
KINDS = ("rules", "table", "columns", "data", "strategy", "line-ups", "engine")
RULES, TABLE, COLUMNS, DATA, STRATEGY, LINEUPS, ENGINE = KINDS
OTHER_VERSION = "all of it, as another version of analyse noted it"
MOST_PARTS, MOST_NAMES = 8, 5


def hashes_of(job: Job) -> Hashes:
    """All that decides the rows of a job, beside what was typed."""
    game = find_game(job.game)
    used = [kernel_entry(game).used, *(used_by(one) for one in (workspace_dtype, Plan.seating))]
    found: Hashes = {}
    own: set[str] = set()
    for strategy in job.strategies:
        policies = _policies(game, strategy)
        files = {label_of(path) for path in own_files(strategy)}
        names = _names(policies, files) | {"numbers": short(value_form(policy_params(game, strategy)))}
        found[f"{STRATEGY} {strategy.spec}"] = _line(names)
        used += policies
        own |= files
    code = {label: _names(used, {label}) for one in used for label in one.symbols if label not in own}
    found |= {f"{_kind(game, label)} {label}": _line(names) for label, names in code.items()}
    return dict(sorted((found | _what_is_laid_out(game, job) | _who_plays(job)).items()))


def stored_hashes(job: Job) -> Hashes:
    """The same, with what turns the games of a job into rows and sums."""
    return hashes_of(job) | _files(tables, frames, tally)


def task_hashes(job: Job, made_by: str) -> Hashes:
    """The same on another machine: with the module that makes results of parts, and the packages that it plays with."""
    packages = {f"{name} {found}": found for name, found in versions().items()}
    return stored_hashes(job) | packages | _files(sys.modules[made_by])


def versions() -> dict[str, str]:
    """The packages that games and their rows are made with."""
    return {name: version(name) for name in ("analyser", "numba", "numpy", "polars")}


def _files(*modules: ModuleType) -> Hashes:
    """Whole files, by what their code does."""
    paths = [Path(str(one.__file__)) for one in modules]
    return {f"{ENGINE} {label_of(path)} for rows": form_hash(path) for path in paths}


def _policies(game: Game, strategy: Strategy) -> list[Used]:
    """What its decisions rest on: its policies and, if it looks ahead, rollouts and who plays in them."""
    if strategy.is_random:
        return []
    entries = [*policy_entries(game, strategy), *(rollout_entries(game) if strategy.ahead else ())]
    others = [used for one in strategy.in_rollouts or () for used in _policies(game, one)]
    return [entry.used for entry in entries] + others


def _names(used: Iterable[Used], labels: set[str]) -> dict[str, str]:
    """What is used of some files, and the hash of each; closures of one factory may differ."""
    found: dict[str, set[str]] = {}
    for one in used:
        for label in labels & set(one.symbols):
            for name, hashes in one.symbols[label].items():
                found.setdefault(name, set()).update(hashes)
    return {name: min(hashes) if len(hashes) == 1 else short(*sorted(hashes)) for name, hashes in found.items()}


def _line(names: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {value}" for name, value in sorted(names.items()))


def _kind(game: Game, label: str) -> str:
    return RULES if "/" not in label or label.startswith(f"{label_of(game.home)}/") else ENGINE


def _what_is_laid_out(game: Game, job: Job) -> Hashes:
    table = new_table(game, job.values(), job.players)
    types = [dtype_form(one) for one in (game.rules.table, game.rules.hidden, game.rules.choice)]
    lists = [identity(one) for one in game.rules.lists.values()]
    sums = [(one.name, one.values, one.capacity, *_columns(one.known), *_columns(one.counts)) for one in game.sums()]
    columns = [*_columns(game.columns.games), "seats", *_columns(game.columns.seats), *sums]
    data = {f"{DATA} {path.name}": file_hash(path)[:8] for path in game.data_files() if path.suffix != ".md"}
    return data | {TABLE: short(table.tobytes().hex(), *types, *lists), COLUMNS: short(value_form(columns))}


def _columns(columns: Iterable[Column]) -> list[tuple[object, ...]]:
    return [(one.name, one.dtype, one.names) for one in columns]


def _who_plays(job: Job) -> Hashes:
    """Which strategies sit where, and which games share luck."""
    return {LINEUPS: short(value_form(job.plan.cycle), value_form((job.rotations, job.sharing, job.replays)))}


def changes(before: object, after: Hashes) -> list[str]:
    """What differs between two lists of hashes, in words: « rules: push_prisoner in games/la_planche/rules.py »."""
    if not isinstance(before, Mapping) or not set(before) & set(after):
        return [OTHER_VERSION]
    moved = [part for part in {**after, **before} if before.get(part) != after.get(part)]
    files = [part for part in moved if _kind_of(part) == DATA]
    laid_out = [part for part in moved if part in (TABLE, COLUMNS)]
    named = [part for part in moved if part not in laid_out and part not in files]
    named += files or laid_out if laid_out else []
    told = [_told(part, before.get(part), after.get(part)) for part in sorted(named, key=_order)]
    return told if len(told) <= MOST_PARTS else [*told[:MOST_PARTS], f"{len(told) - MOST_PARTS} more"]


def _kind_of(part: str) -> str:
    return part.partition(" ")[0]


def _order(part: str) -> tuple[int, str]:
    kind = _kind_of(part)
    return KINDS.index(kind) if kind in KINDS else len(KINDS), part


def _told(part: str, before: object, after: object) -> str:
    kind, _, file = part.partition(" ")
    if part in (TABLE, COLUMNS):
        return f"{RULES}: {part}"
    if kind == DATA and file:
        return f"data changed: {file}"
    if kind not in (ENGINE, RULES) or not file:
        return part
    old, new = _parsed(before), _parsed(after)
    names = sorted(name for name in {**old, **new} if old.get(name) != new.get(name) and name not in ("", ALL))
    more = [f"{len(names) - MOST_NAMES} more"] if len(names) > MOST_NAMES else []
    return f"{kind}: {', '.join(names[:MOST_NAMES] + more)} in {file}" if names else f"{kind}: {file}"


def _parsed(line: object) -> dict[str, str]:
    names = (one.rpartition(" ") for one in str(line or "").split(", "))
    return {name: value for name, _, value in names}


def hash_of(hashes: Hashes, *kinds: str) -> str:
    """One hash for some kinds of things: the rules with the engine, say, or a strategy."""
    parts = [part for part in hashes if part in kinds or _kind_of(part) in kinds]
    return digest(text.encode() for part in parts for text in (part, hashes[part]))
