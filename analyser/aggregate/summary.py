"""The answer of a run: tables of seats and strategies with joint intervals, length, ties, unfinished games."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from analyser.aggregate.intervals import Intervals, share_intervals
from analyser.aggregate.tally import (
    BY_PLAYED,
    BY_SCORED,
    BY_WON,
    BY_WON_SQUARES,
    PLAYED,
    SCORED,
    SQUARES,
    Tally,
)
from analyser.columns import NO_WINNER, OUTCOMES, SHARED, UNFINISHED, WHOLE_WIN, Column
from analyser.job import Job
from analyser.registry import find_game

POINTS = 100.0


@dataclass(frozen=True)
class Summary:
    """What is printed, and given as JSON."""

    job: Job
    tally: Tally
    seats: pl.DataFrame
    strategies: pl.DataFrame
    breakdowns: dict[str, pl.DataFrame]
    seat_intervals: Intervals

    @property
    def fair_share(self) -> float:
        """Every seat's share if all were equal; games without a winner have none to give."""
        lost = self.tally.outcomes[NO_WINNER] + self.tally.outcomes[UNFINISHED]
        return float((1 - lost / self.tally.n_games) / self.job.players)

    def rounds(self) -> dict[str, float]:
        """Mean length in rounds, and where 5 % and 95 % of the games had ended."""
        lengths = np.arange(len(self.tally.rounds))
        reached = np.cumsum(self.tally.rounds) / self.tally.n_games
        return {
            "mean": float(lengths @ self.tally.rounds / self.tally.n_games),
            "low": float(np.argmax(reached >= 0.05)),
            "high": float(np.argmax(reached >= 0.95)),
        }

    def outcome_rate(self, outcome: int) -> float:
        """Share of games that ended so."""
        return float(self.tally.outcomes[outcome] / self.tally.n_games)


def summarise(job: Job, tally: Tally) -> Summary:
    """The summary of a run, from its sums alone."""
    seats = share_intervals(tally.seats, tally.n_blocks)
    strategies = share_intervals(tally.strategies, tally.n_blocks)
    seat_names = pl.Series("seat", range(job.players), pl.UInt8)
    spec_names = pl.Series("strategy", [one.spec for one in job.strategies])
    return Summary(
        job,
        tally,
        _table(seat_names, seats, tally.by_seat.sum(1)),
        _table(spec_names, strategies, tally.by_seat.sum(2)).sort("win_share", descending=True),
        {name: _breakdown(name, column, tally.by_column[name]) for name, column in _shown(job, tally).items()},
        seats,
    )


def _table(cells: pl.Series, intervals: Intervals, sums: Any) -> pl.DataFrame:
    plays = np.maximum(sums[PLAYED], 1)
    mean = sums[SCORED] / plays
    deviation = np.sqrt(np.maximum(sums[SQUARES] / plays - mean**2, 0.0))
    return pl.DataFrame(
        [
            cells,
            pl.Series("plays", sums[PLAYED]),
            pl.Series("win_share", intervals.share),
            pl.Series("low", intervals.low),
            pl.Series("high", intervals.high),
            pl.Series("mean_score", mean),
            pl.Series("score_deviation", deviation),
        ]
    )


def _shown(job: Job, tally: Tally) -> dict[str, Column]:
    return {name: column for name, column in find_game(job.game).breakdowns().items() if name in tally.by_column}


def _breakdown(name: str, column: Column, sums: Any) -> pl.DataFrame:
    """Win share and score by a column that every seat of a game has a different value of."""
    met = np.flatnonzero(sums[BY_PLAYED])
    plays, won, squares = (sums[row][met] for row in (BY_PLAYED, BY_WON, BY_WON_SQUARES))
    spread = np.maximum(squares - won * (won / plays), 0.0) / np.maximum(plays - 1, 1)
    error = np.sqrt(spread / plays) / WHOLE_WIN
    values = [column.names[value] for value in met] if column.names else met
    return pl.DataFrame(
        [
            pl.Series(name, values, pl.Enum(column.names) if column.names else getattr(pl, column.dtype)),
            pl.Series("plays", plays),
            pl.Series("win_share", won / (WHOLE_WIN * plays)),
            pl.Series("standard_error", [float(e) if n > 1 else None for e, n in zip(error, plays, strict=True)]),
            pl.Series("mean_score", sums[BY_SCORED][met] / plays),
        ]
    )


def as_json(summary: Summary) -> dict[str, Any]:
    """The summary for programs."""
    job, tally = summary.job, summary.tally
    return {
        "game": job.game,
        "caveats": list(find_game(job.game).caveats),
        "players": job.players,
        "games": tally.n_games,
        "seed": job.seed,
        "plan": job.plan_name,
        "luck": job.luck,
        "settings": job.values(),
        "strategies": summary.strategies.to_dicts(),
        "seats": summary.seats.to_dicts(),
        "interval_method": summary.seat_intervals.method,
        "confidence": 0.95,
        "fair_share": summary.fair_share,
        "widest_margin": float(np.max(summary.seat_intervals.margin)),
        "outcomes": {name: int(n) for name, n in zip(OUTCOMES, tally.outcomes, strict=True)},
        "shared_rate": summary.outcome_rate(SHARED),
        "rounds": summary.rounds(),
        "decisions": tally.decisions,
        "breakdowns": {name: table.to_dicts() for name, table in summary.breakdowns.items()},
    }
