"""Checks of a game's definition. What cannot work is refused before a game is played, never played wrongly."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from analyser.kernel.columns import (
    FIRST_GAME_COLUMN,
    FIRST_SEAT_COLUMN,
    GAME_COLUMNS,
    SEAT_COLUMNS,
    SUM_COLUMNS,
    Column,
    Summed,
)
from analyser.kernel.limits import MAX_COLUMNS, MAX_KINDS, MAX_LISTED, MAX_PARAMS, MAX_SEATS

if TYPE_CHECKING:
    import numpy as np

GAME_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
FIELD_NAME = re.compile(r"[a-z][a-z0-9_]*")
RESTRICTABLE_NAME = re.compile(r"[a-z][a-z0-9-]*")
COLUMN_TYPES = ("Int8", "Int16", "Int32", "UInt8", "UInt16", "UInt32", "UInt64", "Enum")
"""Whole numbers: the kernel records nothing else."""


class BadDefinition(Exception):
    """A game's definition cannot be used: what was found, and what is allowed."""


def refuse(is_wrong: bool, problem: str) -> None:
    """Refuse the definition, if something is wrong with it."""
    if is_wrong:
        raise BadDefinition(problem)


def check_game_name(name: str) -> None:
    """A game's name is typed on the command line, and names folders."""
    refuse(not GAME_NAME.fullmatch(name), f"its name is « {name} ». Allowed: small letters, digits and single « - ».")


def check_players(players: Sequence[int]) -> None:
    """A kernel has room for a limited number of seats."""
    good = bool(players) and list(players) == sorted(set(players)) and players[0] >= 1 and players[-1] <= MAX_SEATS
    found = ", ".join(map(str, players)) or "nothing"
    refuse(not good, f"players is {found}. Allowed: rising whole numbers from 1 to {MAX_SEATS}.")


def check_names(what: str, names: Sequence[str], pattern: re.Pattern[str] = FIELD_NAME) -> None:
    """Names that can be typed and looked up, each once."""
    bad = [name for name in names if not pattern.fullmatch(name)]
    refuse(bool(bad), f"{what} « {', '.join(bad)} » cannot be used as a name. Allowed: {pattern.pattern}")
    twice = sorted({name for name in names if names.count(name) > 1})
    refuse(bool(twice), f"{what} « {', '.join(twice)} » is there twice. Rename or remove one.")


def check_record(what: str, dtype: "np.dtype[np.generic]") -> None:
    """A record whose fields can be read as attributes, by Python and by compiled code."""
    import numpy as np

    refuse(dtype.names is None, f"{what} is {dtype}. Allowed: a numpy dtype with named fields.")
    taken = [name for name in dtype.names or () if hasattr(np.record, name)]
    refuse(bool(taken), f"{what} has a field « {', '.join(taken)} », which numpy's records use themselves. Rename it.")


def check_table(dtype: "np.dtype[np.generic]") -> None:
    """The kernel writes who is asked, and the parameters of the strategy, on the table."""
    check_record("table", dtype)
    fields: Mapping[str, tuple[np.dtype[np.generic], *tuple[object, ...]]] = dtype.fields or {}
    me = fields["me"][0] if "me" in fields else None
    refuse(me is None or me.kind not in "iu", f"table.me is {me or 'missing'}. Allowed: a whole number, such as i8.")
    params = fields["params"][0] if "params" in fields else None
    good = params is not None and params.shape == (MAX_PARAMS,) and params.base == "f8"
    found = "missing" if params is None else params
    refuse(not good, f'table.params is {found}. Allowed: ("params", "f8", MAX_PARAMS), {MAX_PARAMS} numbers.')


def check_kinds(kinds: Collection[int], policies: Collection[int], max_choices: int) -> None:
    """Kinds of decisions are numbered, and their lists have room."""
    found = ", ".join(str(int(kind)) for kind in kinds) or "nothing"
    good = list(kinds) == list(range(len(kinds))) and 1 <= len(kinds) <= MAX_KINDS
    refuse(not good, f"lists has the kinds {found}. Allowed: 0, 1, 2, ..., at most {MAX_KINDS} of them.")
    unlisted = sorted(set(policies) - set(kinds))
    refuse(bool(unlisted), f"policies has the kinds {unlisted}, lists does not. Every kind needs a list.")
    refuse(max_choices < 1, f"max_choices is {max_choices}. Allowed: 1 or more.")
    weighed = max_choices > MAX_LISTED and set(kinds) != set(policies)
    refuse(weighed, f"max_choices is {max_choices}. Allowed without a policy for every kind: at most {MAX_LISTED}.")


def check_costly(costly: Mapping[str, int]) -> None:
    """The bits of costly questions are stored in a number."""
    bad = [name for name, bits in costly.items() if not 0 < bits < 1 << MAX_COLUMNS]
    refuse(bool(bad), f"costly: « {', '.join(bad)} » has no bit. Allowed: 1, 2, 4, ...")


def check_columns(games: Sequence[Column], seats: Sequence[Column]) -> None:
    """A game's own columns, with those that all games share."""
    for what, shared, own, first in (
        ("games", GAME_COLUMNS, games, FIRST_GAME_COLUMN),
        ("seats", SEAT_COLUMNS, seats, FIRST_SEAT_COLUMN),
    ):
        check_table_of_columns(f"column of {what}", (*shared, *own))
        room = MAX_COLUMNS - first
        refuse(len(own) > room, f"{what} has {len(own)} own columns. Allowed: at most {room}.")


def check_table_of_columns(what: str, columns: Sequence[Column]) -> None:
    """Names and types of a table's columns."""
    check_names(what, [one.name for one in columns])
    for one in columns:
        known = one.dtype in COLUMN_TYPES or one in (*GAME_COLUMNS, *SEAT_COLUMNS)
        refuse(not known, f"{what} « {one.name} » is {one.dtype}. Allowed: {', '.join(COLUMN_TYPES)}.")


def check_breakdowns(breakdowns: Iterable[str], seats: Sequence[Column]) -> None:
    """A summary shows the win share by columns of seats."""
    known = [one.name for one in seats]
    missing = [name for name in breakdowns if name not in known]
    refuse(bool(missing), f"breakdowns has « {', '.join(missing)} ». Allowed: columns of seats ({', '.join(known)}).")


def check_sums(sums: Sequence[Summed]) -> None:
    """Tables of sums: a value for each known column and row, and room for all rows."""
    check_names("table of sums", [*("games", "seats"), *(one.name for one in sums)])
    for one in sums:
        check_table_of_columns(f"column of {one.name}", (*SUM_COLUMNS, *one.known, *one.counts))
        n_rows = {len(values) for values in one.values}
        good = len(one.values) == len(one.known) and len(n_rows) == 1 and max(n_rows) <= one.capacity
        found = f"{len(one.values)} columns of {sorted(n_rows)} rows"
        allowed = f"{len(one.known)} columns of equal length, at most {one.capacity} rows"
        refuse(not good, f"table of sums « {one.name} » knows {found}. Allowed: {allowed}.")
