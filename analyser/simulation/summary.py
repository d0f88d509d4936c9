"""The answer of a run: tables of seats and strategies with joint intervals, length, ties, unfinished games."""

from dataclasses import dataclass

import numpy as np
import polars as pl

from analyser.core.arrays import Bools, Floats, Ints
from analyser.games.loader import find_game
from analyser.kernel.columns import NO_WINNER, OUTCOMES, SHARED, UNFINISHED, WHOLE_WIN, Column
from analyser.simulation.job import Job
from analyser.statistics.intervals import Intervals, cell_ends, share_intervals
from analyser.statistics.strata import Strata, stratified_intervals
from analyser.statistics.tally import PLAYED, SCORED, SQUARES, Tally


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
        """Every seat's share if all were equal; games without a winner give none."""
        lost = self.tally.outcomes[NO_WINNER] + self.tally.outcomes[UNFINISHED]
        return float((1 - lost / self.tally.n_games) / self.job.players)

    def length(self) -> dict[str, float]:
        """Mean length in what the game counts, and where 5 % and 95 % of the games had ended."""
        lengths = np.arange(len(self.tally.lengths))
        reached = np.cumsum(self.tally.lengths) / self.tally.n_games
        return {
            "mean": float(lengths @ self.tally.lengths / self.tally.n_games),
            "low": float(np.argmax(reached >= 0.05)),
            "high": float(np.argmax(reached >= 0.95)),
        }

    def outcome_rate(self, outcome: int) -> float:
        """Share of games with this outcome."""
        return float(self.tally.outcomes[outcome] / self.tally.n_games)


def summarise(job: Job, tally: Tally) -> Summary:
    """The summary of a run, from its sums alone."""
    seats = share_intervals(tally.seats, tally.n_blocks)
    strategies = strategy_intervals(job, tally)
    seat_names = pl.Series("seat", range(1, job.players + 1), pl.UInt8)
    spec_names = pl.Series("strategy", [one.spec for one in job.strategies])
    return Summary(
        job,
        tally,
        _table(seat_names, seats, tally.by_seat.sum(1)),
        _table(spec_names, strategies, tally.by_seat.sum(2)).sort("win_share", descending=True),
        {name: _breakdown(name, column, job, tally) for name, column in find_game(job.game).breakdowns().items()},
        seats,
    )


def strategy_intervals(job: Job, tally: Tally) -> Intervals:
    """Every line-up counts equally, and only the spread within line-ups is noise, once all were played twice."""
    found = None
    if tally.by_lineup.size:
        seating = job.plan.seating(0, job.n_strata * job.block, job.rotations).reshape(job.n_strata, -1)
        plays = np.array([np.bincount(one, minlength=len(job.strategies)) for one in seating])
        found = stratified_intervals(tally.strategies, tally.by_lineup, Strata(plays, tally.n_blocks))
    return found or share_intervals(tally.strategies, tally.n_blocks)


def _table(cells: pl.Series, intervals: Intervals, sums: Ints) -> pl.DataFrame:
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


def _breakdown(name: str, column: Column, job: Job, tally: Tally) -> pl.DataFrame:
    """Win share and score by the values of a column, with joint intervals; errors from blocks."""
    sums, n_blocks = tally.by_column[name], tally.n_blocks
    met = np.flatnonzero(sums[PLAYED])
    won, plays, scored, won_won, won_plays, plays_plays = sums[:, met]
    rate = won / plays
    residual = won_won - 2 * rate * won_plays + rate * rate * plays_plays
    scale = n_blocks / max(n_blocks - 1, 1)
    error = np.sqrt(np.maximum(residual, 0.0) * scale) / (WHOLE_WIN * plays)
    is_known = (plays_plays > 0) & (plays_plays < plays * plays)  # a single block shows no spread
    low, high = cell_ends(rate / WHOLE_WIN, error, n_blocks, plays / job.alike)
    values = [column.names[value] for value in met] if column.names else met
    return pl.DataFrame(
        [
            pl.Series(name, values, pl.Enum(column.names) if column.names else getattr(pl, column.dtype)),
            pl.Series("plays", plays),
            pl.Series("win_share", rate / WHOLE_WIN),
            _known("low", low, is_known),
            _known("high", high, is_known),
            _known("standard_error", error, is_known),
            pl.Series("mean_score", scored / plays),
        ]
    )


def _known(name: str, values: Floats, is_known: Bools) -> pl.Series:
    return pl.Series(name, [float(one) if known else None for one, known in zip(values, is_known, strict=True)])


def as_json(summary: Summary) -> dict[str, object]:
    """The summary for programs."""
    job, tally = summary.job, summary.tally
    return {
        "game": job.game,
        "caveats": list(find_game(job.game).all_caveats),
        "players": job.players,
        "games": tally.n_games,
        "seed": job.seed,
        "plan": job.plan_name,
        "luck": job.luck,
        "settings": job.values(),
        "compared_with_shipped": job.from_shipped()._asdict(),
        "strategies": summary.strategies.to_dicts(),
        "seats": summary.seats.to_dicts(),
        "interval_method": summary.seat_intervals.method,
        "confidence": 0.95,
        "fair_share": summary.fair_share,
        "widest_margin": float(np.max(summary.seat_intervals.margin)),
        "outcomes": {name: int(n) for name, n in zip(OUTCOMES, tally.outcomes, strict=True)},
        "shared_rate": summary.outcome_rate(SHARED),
        find_game(job.game).length: summary.length(),
        "decisions": tally.decisions,
        "breakdowns": {name: table.to_dicts() for name, table in summary.breakdowns.items()},
    }
