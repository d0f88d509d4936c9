"""The columns of a run's tables: name, type and meaning. Those here are common to all games."""

from typing import NamedTuple

OUTCOME, WINNERS, ROUNDS, DECISIONS, FIRST_GAME_COLUMN = range(5)
"""Rows of the kernel's `games` output; a game's own columns follow."""
SCORE, WIN, RANK, FIRST_SEAT_COLUMN = range(4)
"""Rows of the kernel's `seats` output; WIN is in parts of `WHOLE_WIN`; a game's own columns follow."""
WHOLE_WIN = 840
"""The parts into which a win is cut: 1 to 8 winners can share it exactly, so sums are exact."""

OUTCOMES = ("won", "shared", "no_winner", "unfinished")
WON, SHARED, NO_WINNER, UNFINISHED = range(4)


class Column(NamedTuple):
    """One column of a table. `dtype` is a Polars type by name; with `names` it is an Enum of these."""

    name: str
    dtype: str
    meaning: str
    names: tuple[str, ...] = ()


class Summed(NamedTuple):
    """A table of sums over the games of a part: one row for each thing counted (a cell of a board), not for each game.

    A game declares such tables in its `Columns`, and its rules count into `workspace.<name>[count, row]`.
    """

    name: str
    row: str
    """What a row is, in words."""
    known: tuple[Column, ...]
    values: tuple[tuple[int, ...], ...]
    """What is known before playing: a number, or the index of a name, for each known column and row."""
    counts: tuple[Column, ...]
    capacity: int
    """The most rows that the data files may ask for."""

    @property
    def columns(self) -> tuple[Column, ...]:
        """All columns of the table."""
        return SUM_COLUMNS + self.known + self.counts


GAME_COLUMNS = (
    Column("game", "UInt32", "number of the game in the run, from 0; with the seed it fixes all luck"),
    Column("lineup", "Enum", "the strategies by seat, separated by « | »"),
    Column("outcome", "Enum", "won (by one seat), shared (by several), no_winner, unfinished", OUTCOMES),
    Column("winners", "UInt8", "how many seats won: 0, 1 or more"),
    Column("rounds", "UInt16", "rounds played"),
    Column("decisions", "UInt16", "decisions of all seats, including those with a single legal choice"),
)
SEAT_COLUMNS = (
    Column("game", "UInt32", "number of the game"),
    Column("seat", "UInt8", "1 .. players, clockwise"),
    Column("strategy", "Enum", "who sat there"),
    Column("score", "Int16", "points at the end"),
    Column("win", "Float32", "share of the win: 1, 1/k among k winners, 0"),
    Column("rank", "UInt8", "1 is best; equal scores share a rank"),
)
SUM_COLUMNS = (Column("first_game", "UInt32", "number of the first game of the part that the row sums up"),)
KERNEL_GAME_COLUMNS = {OUTCOME: "outcome", WINNERS: "winners", ROUNDS: "rounds", DECISIONS: "decisions"}
