"""The summary of a run, printed."""

from typing import TYPE_CHECKING

from rich.table import Table

from analyser import api
from analyser.cli.output import out, percent, points, print_caveats, table

if TYPE_CHECKING:
    import polars as pl


def print_summary(done: "api.Simulated") -> None:
    """Who wins: by seat, by strategy, by the game's own columns; then length, ties, and what to type next."""
    summary, run = done.summary, done.run
    _print_heading(done)
    out.print(_shares("Seats", "seat", summary.seats, summary.fair_share))
    out.print(seat_sentence(summary))
    if len(summary.job.strategies) > 1:
        title = "Strategies (share of the win for each seat played)"
        out.print(_shares(title, "strategy", summary.strategies, summary.fair_share))
    for name, frame in summary.breakdowns.items():
        out.print(_breakdown(name, frame))
    _print_outcomes(done)
    *tables, last = done.game.tables()
    kept = f"{', '.join(tables)} and {last} as Parquet" if run.keeps_rows else "sums of all games, no rows"
    out.print(f"Run: {run.folder} ({kept})", soft_wrap=True)
    out.print(f"Next: {done.play_command}", soft_wrap=True)


def _print_heading(done: "api.Simulated") -> None:
    job, n_games = done.summary.job, done.summary.tally.n_games
    ended = " (stopped: the precision is reached)" if done.run.manifest.ended_by == "precision" else ""
    if job.precision is not None and not ended:
        ended = " (stopped: all games are played, the precision is not reached)"
    title = f"{done.game.title}, {job.players} players: {n_games:,} games{ended}, seed {job.seed}"
    out.print(title, style="bold")
    out.print(f"Line-ups: {job.plan_name}; luck: {job.luck}; settings: {_settings(done)}.")
    print_caveats(done.game.all_caveats)


def _settings(done: "api.Simulated") -> str:
    """What was played: defaults, how many of them are assumed, and what differs from the shipped data."""
    facts = done.summary.job.from_shipped()
    listed = f" (analyse games show {done.game.typed} lists them)" if facts.assumed else ""
    edited = [f"{name} differs from the shipped one" for name in facts.edited_files]
    changed = ", ".join(facts.changed + edited)
    return f"defaults, {len(facts.assumed)} of them assumed{listed}" + (f"; changed: {changed}" if changed else "")


def _shares(title: str, cell: str, frame: "pl.DataFrame", fair: float) -> Table:
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


def seat_sentence(summary: "api.Summary") -> str:
    """What the intervals say about the seats."""
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
        f"No seat's interval excludes an equal share of {percent(fair)}; with this number of games, differences below "
        f"about {widest:.2f} points may be chance."
    )


def _breakdown(name: str, frame: "pl.DataFrame") -> Table:
    rows = [
        [str(row[name]), percent(row["win_share"]), _ends(row["low"], row["high"]), f"{row['mean_score']:.2f}"]
        for row in frame.to_dicts()
    ]
    return table(f"By {name}, joint 95 % intervals", [name, "wins", "from, to", "mean score"], rows)


def _ends(low: float | None, high: float | None) -> str:
    return "unknown" if low is None or high is None else f"{percent(low)} to {percent(high)}"


def _print_outcomes(done: "api.Simulated") -> None:
    length, rates = done.summary.length(), done.outcome_rates
    unfinished = round(rates["unfinished"] * done.summary.tally.n_games)
    out.print(
        f"Length: {length['mean']:.1f} {done.game.length} "
        f"(90 % of games: {length['low']:.0f} to {length['high']:.0f}). "
        f"Shared wins: {percent(rates['shared'])}. No winner: {percent(rates['no_winner'])}. "
        f"Unfinished: {unfinished:,} games."
    )
