"""Whether the seats are equal (methods M1 to M4)."""

from dataclasses import replace
from typing import Any

import polars as pl

from analyser.experiments.answer import Answer, in_points, points
from analyser.experiments.sample import Asked, Lab, Sample, play
from analyser.statistics.fairness import FAIR, UNFAIR, Judgement, fair_spread, judge, seat_advantage, variance_reduction
from analyser.statistics.sample_size import games_for_equality, margin_of_games

PILOT_GAMES = 4_000


PRINTED = ("seat", "win_share", "advantage_points", "low_points", "high_points", "odds_ratio", "verdict", "depends_on")


def seats(asked: Asked, strategy: str, tolerance: float, lab: Lab, luck: str | None = None) -> Answer:
    """Play a strategy against itself and judge the seats; each deal in all rotations of its luck, if that helps."""
    luck = luck or better_luck(asked, strategy, lab)
    sample = play(asked.mirror(strategy, luck), lab)
    found = judge(seat_advantage(sample.wins, sample.job.block), tolerance / 100)
    reduction = variance_reduction(sample.wins, sample.job.block)
    headlines = [sentence(found), precision_sentence(found, sample.n_games, reduction)]
    if sample.unfinished:
        headlines.append(f"Unfinished: {sample.unfinished:,} of {sample.n_games:,} games.")
    title = f"{asked.game.title}, {asked.players} players, {strategy}: are the seats equal?"
    facts = facts_of(asked, sample, strategy=strategy, luck=luck, tolerance_points=tolerance)
    facts["variance_reduction"] = reduction if reduction < float("inf") else None
    tables, more = {"seats": seat_table(found, sample.wins)}, {"verdict": found.verdict}
    return Answer(title, facts, headlines, tables, more=more, printed={"seats": PRINTED}, about=(("seats", {}),))


def better_luck(asked: Asked, strategy: str, lab: Lab) -> str:
    """`rotated` if a pilot shows that it narrows the intervals; where luck is tied to turns it may widen them."""
    pilot = play(replace(asked, games=min(PILOT_GAMES, asked.games)).mirror(strategy), lab)
    return "rotated" if variance_reduction(pilot.wins, pilot.job.block) >= 1 else "fresh"


def facts_of(asked: Asked, sample: Sample, **more: Any) -> dict[str, Any]:
    """What was asked and played, for the answer's record."""
    facts: dict[str, Any] = {"game": asked.game.name, "players": asked.players, "seed": asked.seed}
    facts |= {"games": sample.n_games, "settings": sample.job.changed_settings(), "unfinished": sample.unfinished}
    return facts | more


def seat_table(found: Judgement, wins: Any) -> pl.DataFrame:
    """A row a seat: share, distance from an equal share with its joint interval, odds ratio, verdict."""
    shares, n = wins.mean(0), wins.shape[1]
    equal = wins.sum(1).mean() / n
    odds = shares / (1 - shares) / (equal / (1 - equal))
    return pl.DataFrame(
        {
            "seat": range(n),
            "win_share": shares,
            "advantage_points": points(found.advantage.value),
            "low_points": points(found.low),
            "high_points": points(found.high),
            "odds_ratio": odds,
            "verdict": list(found.seats),
        }
    )


def sentence(found: Judgement) -> str:
    """The verdict, in words."""
    within = f"within {in_points(points(found.tolerance))}"
    spread = f"best and worst seat are {points(found.spread):.2f} points apart"
    by_chance = f"(chance alone gives {points(fair_spread(found.advantage)):.2f})"
    if found.verdict == FAIR:
        return f"Fair {within}: every seat's 90 % interval lies inside; {spread} {by_chance}."
    if found.verdict == UNFAIR:
        seats = ", ".join(
            f"seat {seat} has {points(found.advantage.value[seat]):+.2f} points ({points(found.low[seat]):+.2f} to "
            f"{points(found.high[seat]):+.2f})"
            for seat, verdict in enumerate(found.seats)
            if verdict == UNFAIR
        )
        return f"Unfair, not {within}: {seats}; {spread} {by_chance}."
    return f"Undecided: these games can neither show that the seats are equal {within} nor that they are not; {spread}."


def precision_sentence(found: Judgement, n_games: int, reduction: float) -> str:
    """The margin reached, and how many games would show equality."""
    if not found.advantage.standard_error.any():
        return "Nothing is left to chance: every deal, in all rotations, gave all seats the same. The seats are alike."
    n_seats = len(found.advantage.value)
    reached = points(found.critical * found.advantage.standard_error.max())
    plain = points(margin_of_games(n_games, n_seats))
    needed = games_for_equality(found.tolerance, n_seats, reduction)
    return (
        f"Margin reached: ± {reached:.2f} points (independent games: ± {plain:.2f}; variance reduction of the design "
        f"{reduction:.2f}). About {needed:,} games show equal seats equal within {in_points(points(found.tolerance))}."
    )
