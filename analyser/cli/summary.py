"""The summary of a run, printed."""

import shlex

import polars as pl

from analyser.aggregate.summary import Summary
from analyser.cli.output import out, percent, points, print_caveats, table
from analyser.columns import NO_WINNER, SHARED, UNFINISHED
from analyser.registry import find_game
from analyser.resuming import naming
from analyser.runs import Run


def print_summary(summary: Summary, run: Run) -> None:
    """Who wins: by seat, by strategy, by the game's own columns; then length, ties, and what to type next."""
    _print_heading(summary, run)
    out.print(_shares("Seats", "seat", summary.seats, summary.fair_share))
    out.print(seat_sentence(summary))
    if len(summary.job.strategies) > 1:
        out.print(
            _shares(
                "Strategies (share of the win for each seat played)", "strategy", summary.strategies, summary.fair_share
            )
        )
    for name, frame in summary.breakdowns.items():
        out.print(_breakdown(name, frame))
    _print_outcomes(summary)
    *tables, last = find_game(summary.job.game).tables()
    kept = f"{', '.join(tables)} and {last} as Parquet" if run.keeps_rows else "sums of all games, no rows"
    out.print(f"Run: {run.folder} ({kept})", markup=False, soft_wrap=True)
    play = f"analyse play --run {shlex.quote(str(run.folder))}{naming(summary.job)} --game-number 0"
    out.print(f"Next: {play}", markup=False, soft_wrap=True)


def _print_heading(summary: Summary, run: Run) -> None:
    job, n_games = summary.job, summary.tally.n_games
    ended = " (stopped: the precision is reached)" if run.manifest.get("ended_by") == "precision" else ""
    if job.precision is not None and not ended:
        ended = " (stopped: all games are played, the precision is not reached)"
    game = find_game(job.game)
    out.print(
        f"{game.title}, {job.players} players: {n_games:,} games{ended}, seed {job.seed}", style="bold", markup=False
    )
    changed = ", ".join(job.changed_settings())
    plan = f"Line-ups: {job.plan_name}; luck: {job.luck}; settings: {changed or 'as in the rulebook'}."
    out.print(plan, markup=False)
    print_caveats(game.caveats)


def _shares(title: str, cell: str, frame: pl.DataFrame, fair: float) -> object:
    rows = [
        [
            str(row[cell]),
            f"{row['plays']:,}",
            percent(row["win_share"]),
            f"± {50 * (row['high'] - row['low']):.2f}",
            f"{points(row['low'] - fair)} to {points(row['high'] - fair)}",
            f"{row['mean_score']:.2f}",
        ]
        for row in frame.to_dicts()
    ]
    columns = [cell, "plays", "wins", "margin", f"points from {percent(fair)}", "mean score"]
    return table(f"{title}, joint 95 % intervals", columns, rows)


def seat_sentence(summary: Summary) -> str:
    """What the intervals say of the seats, and no more."""
    fair = summary.fair_share
    apart = [
        f"seat {row['seat']} wins {abs(100 * (row['win_share'] - fair)):.2f} points "
        f"{'more' if row['low'] > fair else 'less'} than an equal share "
        f"({points(row['low'] - fair)} to {points(row['high'] - fair)})"
        for row in summary.seats.to_dicts()
        if row["low"] > fair or row["high"] < fair
    ]
    if apart:
        return "Joint 95 % intervals: " + "; ".join(apart) + "."
    widest = 100 * float(summary.seat_intervals.margin.max())
    return (
        f"No seat's interval excludes an equal share of {percent(fair)}; differences below about {widest:.2f} points "
        "cannot be told apart from chance at this number of games."
    )


def _breakdown(name: str, frame: pl.DataFrame) -> object:
    rows = [
        [str(row[name]), percent(row["win_share"]), _margin(row["standard_error"]), f"{row['mean_score']:.2f}"]
        for row in frame.to_dicts()
    ]
    return table(f"By {name}, 95 % intervals row by row", [name, "wins", "margin", "mean score"], rows)


def _margin(standard_error: float | None) -> str:
    return "unknown" if standard_error is None else f"± {196 * standard_error:.2f}"


def _print_outcomes(summary: Summary) -> None:
    rounds = summary.rounds()
    shared, none = summary.outcome_rate(SHARED), summary.outcome_rate(NO_WINNER)
    unfinished = int(summary.tally.outcomes[UNFINISHED])
    out.print(
        f"Length: {rounds['mean']:.1f} rounds (90 % of games: {rounds['low']:.0f} to {rounds['high']:.0f}). "
        f"Shared wins: {percent(shared)}. No winner: {percent(none)}. Unfinished: {unfinished:,} games."
    )
