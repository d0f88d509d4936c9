"""Whether the seats' verdict rests on an assumption: every assumed setting is tried, one at a time (method M15)."""

from dataclasses import replace
from functools import cache
from statistics import NormalDist
from typing import Any

import numpy as np
import polars as pl

from analyser.errors import BadInput, unknown
from analyser.experiments.answer import Answer, points
from analyser.experiments.catalogue import read_catalogue
from analyser.experiments.sample import Asked, Lab, Sample, play, refuse_twice
from analyser.experiments.seats import better_luck, facts_of
from analyser.registry import Game
from analyser.settings import Setting, show
from analyser.statistics.fairness import FAIR, UNDECIDED, UNFAIR, Judgement, judge, seat_advantage
from analyser.statistics.morris import elementary_effects, paths
from analyser.statistics.robustness import ON_ASSUMPTION, ROBUST, UNSURE, shown_to_differ

PRINTED = (
    *("setting", "value", "advantage_points", "low_points", "high_points", "change_points", "change_low_points"),
    *("change_high_points", "spread_points", "seats", "verdict"),
)
SCREENED = ("setting", "size_points", "mean_points", "spread_points", "by_chance_points")
ASSUMED = ("assumed", "reported")
WALKS = 6
LEAST_GAMES = 400


def assumed_in(game: Game) -> list[Setting]:
    """The settings that the rulebook does not state and that have other values worth trying."""
    return [one for one in game.settings().values() if one.status in ASSUMED and _has_others(one)]


def _has_others(setting: Setting) -> bool:
    return any(value != setting.default for value in setting.worth_trying)


def assumed_settings(asked: Asked, names: list[str]) -> list[Setting]:
    """All assumed settings, or those named."""
    known = asked.game.settings()
    for name in names:
        if name not in known:
            raise unknown(f"setting of {asked.game.name}", name, known, f"analyse games show {asked.game.name}")
    fixed = asked.fixed()
    found = [known[name] for name in names or known if name not in fixed and _has_others(known[name])]
    found = found if names else [one for one in found if one.status in ASSUMED]
    if not found:
        raise BadInput(f"{asked.game.title} has no assumed setting with other values to try. Name some: --vary NAME.")
    return found


def sensitivity(asked: Asked, names: list[str], strategy: str | None, tolerance: float, lab: Lab) -> Answer:
    """The largest seat advantage under every assumption, on the same deals; and where the verdict turns."""
    refuse_twice(asked, names)
    base = strategy or read_catalogue(asked.game).base
    assumed = assumed_settings(asked, names)
    luck = better_luck(asked, base, lab)
    first = play(asked.mirror(base, luck), lab)
    usual = judge(seat_advantage(first.wins, first.job.block), tolerance / 100)
    seat = int(abs(usual.advantage.value).argmax())
    tried = [(one.name, value) for one in assumed for value in one.worth_trying if value != one.default]
    z = NormalDist().inv_cdf(1 - 0.025 / len(tried))
    rows = [_row("as it is", "", first, first, usual, usual, seat, z)]
    for name, value in tried:
        sample = play(asked.mirror(base, luck, [f"{name}={show(value)}"]), lab)
        found = judge(seat_advantage(sample.wins, sample.job.block), tolerance / 100)
        rows.append(_row(name, show(value), sample, first, found, usual, seat, z))
    frame = pl.DataFrame(rows)
    tables = {"tornado": frame, "screening": screening(asked, assumed, base, luck, seat, lab)}
    title = f"{asked.game.title}, {asked.players} players, {base}: does the seats' verdict rest on an assumption?"
    facts = facts_of(asked, first, strategy=base, tolerance_points=tolerance, seat=seat)
    headlines = [*_sentences(frame, usual, seat), _screening_sentence(tables["screening"])]
    return Answer(title, facts, headlines, tables, printed={"tornado": PRINTED, "screening": SCREENED})


def screening(asked: Asked, settings: list[Setting], base: str, luck: str, seat: int, lab: Lab) -> pl.DataFrame:
    """All assumptions moved together, one after the other along random walks (Morris): the seat's advantage, its size
    of change by setting, and how much that depends on the other settings. A walk plays as many games as one variant.
    """
    tried = [[one.default, *(value for value in one.worth_trying if value != one.default)] for one in settings]
    walked = paths([len(values) for values in tried], WALKS, asked.seed)
    small = replace(asked, games=max(asked.games // (len(settings) + 1), LEAST_GAMES))

    @cache
    def advantage(point: tuple[int, ...]) -> tuple[float, float]:
        words = [f"{one.name}={show(values[k])}" for one, values, k in zip(settings, tried, point, strict=True) if k]
        sample = play(small.mirror(base, luck, words), lab)
        found = seat_advantage(sample.wins, sample.job.block)
        return float(found.value[seat]), float(found.standard_error[seat])

    measured = np.array([[advantage(tuple(point)) for point in walk] for walk in walked.tolist()])
    outcomes, errors = measured[..., 0], measured[..., 1]
    effects = elementary_effects(walked, outcomes)
    noise = float(np.sqrt(2 / np.pi) * np.sqrt(2 * (errors**2).mean()))
    rows = {"setting": [one.name for one in settings], "size_points": points(effects.size)}
    rows |= {"mean_points": points(effects.mean), "spread_points": points(effects.spread)}
    return pl.DataFrame(rows | {"by_chance_points": [points(noise)] * len(settings), "walks": [WALKS] * len(settings)})


def _screening_sentence(table: pl.DataFrame) -> str:
    most = table.sort("size_points", descending=True).row(0, named=True)
    return (
        f"All assumptions moved together (Morris, {most['walks']} walks): {most['setting']} moves it most, by "
        f"{most['size_points']:.2f} points on average (spread {most['spread_points']:.2f}; chance alone gives "
        f"{most['by_chance_points']:.2f})."
    )


def _row(
    setting: str, value: str, sample: Sample, first: Sample, found: Judgement, usual: Judgement, seat: int, z: float
) -> dict[str, Any]:
    """One assumption; the change from the first sample is counted game by game, they share their deals."""
    change = seat_advantage(sample.wins - first.wins, sample.job.block)
    moved, half = float(change.value[seat]), z * float(change.standard_error[seat])
    return {
        "setting": setting,
        "value": value,
        "seat": seat,
        "advantage_points": points(float(found.advantage.value[seat])),
        "low_points": points(float(found.low[seat])),
        "high_points": points(float(found.high[seat])),
        "change_points": points(moved),
        "change_low_points": points(moved - half),
        "change_high_points": points(moved + half),
        "spread_points": points(found.spread),
        "rounds": float(sample.games["rounds"].mean()),  # type: ignore[arg-type]
        "seats": found.verdict,
        "verdict": _verdict(setting, found, usual, seat),
    }


def _verdict(setting: str, found: Judgement, usual: Judgement, seat: int) -> str:
    """Depends, if the two verdicts are both shown and not the same, or the seat's intervals lie on different sides.

    Robust, if both are shown and the same: two undecided ones say nothing.
    """
    before, here = ((float(one.low[seat]), float(one.high[seat])) for one in (usual, found))
    if {found.verdict, usual.verdict} == {FAIR, UNFAIR} or shown_to_differ(before, here, found.tolerance):
        return f"{ON_ASSUMPTION} {setting}"
    return ROBUST if found.verdict == usual.verdict != UNDECIDED else UNSURE


def _sentences(frame: pl.DataFrame, usual: Judgement, seat: int) -> list[str]:
    turned = frame.filter(pl.col("verdict").str.starts_with(ON_ASSUMPTION))
    most = frame.sort(pl.col("change_points").abs(), descending=True).row(0, named=True)
    told = (
        f"{most['setting']} = {most['value']} moves it most, by {most['change_points']:+.2f} points "
        f"({most['change_low_points']:+.2f} to {most['change_high_points']:+.2f})"
    )
    if not most["change_points"]:
        told = "none moves it at all"
    here = f"Seat {seat} is furthest from an equal share: {points(float(usual.advantage.value[seat])):+.2f} points"
    if (frame["verdict"] == UNSURE).any() and turned.height == 0:
        return [f"{here}; seats: {usual.verdict}.", f"Not settled over the assumed settings, too few games: {told}."]
    if turned.height == 0:
        return [f"{here}; seats: {usual.verdict}.", f"Robust over the assumed settings: {told}."]
    settings = ", ".join(dict.fromkeys(turned["setting"].to_list()))
    return [f"{here}; seats: {usual.verdict}.", f"The verdict depends on assumption {settings}; {told}."]
