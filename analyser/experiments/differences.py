"""Verdicts on changes between variants of the rules: on paired differences, and on curves over a setting."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import polars as pl

from analyser.experiments.answer import is_share
from analyser.experiments.measured import Measured, Reading, Row
from analyser.experiments.outcomes import SPREAD, outcome_name
from analyser.experiments.rates import Rate
from analyser.experiments.sentences import Fact, Facts, Label, Number, Sentence, Share, ShareSpan, in_turn, said
from analyser.experiments.variation import Variation
from analyser.experiments.verdict import About, Level, Verdict

ADAPTED, SAME, STRATEGIC = "adapted play", "same play", "adapted less same play"
WAYS = {ADAPTED: "way.adapted", SAME: "way.same", STRATEGIC: "way.strategic"}
DIFFERENCES = "differences"
IDENTICAL = "compare.identical"
MOST_TOLD = 3
CLEAR_SPREAD = 0.02
"""The change of the seats' spread is known well enough within this share of the wins."""
MOST_LISTED = 5
Named = Mapping[str, Measured]
"""Changes by outcome."""


def variant_verdict(
    table: pl.DataFrame, variant: str, play: str, base: str, other_winners: Rate, headline: str
) -> Verdict:
    """The changes that are shown, the headline's first; the spread of the seats; how often another seat wins."""
    where = {"variant": variant, "play": play}
    rows = table.filter(pl.col(name) == value for name, value in where.items()).to_dicts()
    found = {str(row["outcome"]): one for row, one in zip(rows, _measured(rows, table), strict=True)}
    facts: Facts = {"variant": Label(variant), "base": Label(base), "play": said(WAYS[play])}
    if not any(row["games_changed_rate"] for row in rows):
        return Verdict(Level.NOTED, said(IDENTICAL, **facts), About(DIFFERENCES, where), tuple(found.values()))
    told = _told(found, headline)
    shown = tuple(found[one] for one in dict.fromkeys((*told, SPREAD)) if found[one].is_outside)
    changes = [change(one, found[one]) for one in told if one != SPREAD] or [said("compare.nothing")]
    facts |= {"changes": in_turn([*changes, _spread(found[SPREAD])]), "other": Share(other_winners.share)}
    facts["between"] = ShareSpan(other_winners.low, other_winners.high)
    level, rests_on = (Level.FOUND, shown) if shown else (Level.NOTED, tuple(found.values()))
    usual = {str(row["outcome"]): max(abs(float(row["base"] or 0)), 1e-9) for row in rows}
    weight = max((abs(found[one].value) / usual[one] for one in told), default=0.0)
    verdict = Verdict(level, said("compare.changes", **facts), About(DIFFERENCES, where), rests_on, weight)
    return replace(verdict, is_open=not shown or _is_vague(found[SPREAD]), remarks=_remarks(found, told, rows))


def _is_vague(spread: Measured) -> bool:
    """Whether more games could still show that the seats lie further apart, or closer."""
    return not spread.is_outside and spread.half_width > CLEAR_SPREAD


def _measured(rows: Sequence[Row], table: pl.DataFrame) -> list[Measured]:
    reading = Reading.of(table)
    outcomes = [str(row["outcome"]) for row in rows]
    named = zip(rows, outcomes, strict=True)
    return [reading.measured(row, outcome_name(one), scale_of(one)) for row, one in named]


def scale_of(outcome: str) -> float:
    """Shares and rates are written in points."""
    return 100.0 if is_share(outcome) else 1.0


def _told(found: Named, headline: str) -> list[str]:
    """The outcomes that a verdict names: the headline, whatever it shows, and the surest changes."""
    shown = sorted((one for one in found if found[one].is_outside), key=lambda one: -sureness(found[one]))
    first = [headline] if headline else []
    return list(dict.fromkeys([*first, *shown]))[: 1 if headline else MOST_TOLD]


def sureness(one: Measured) -> float:
    """How far an interval is from 0, in its own widths."""
    width = one.high - one.low
    return max(one.low, -one.high) / width if width > 0 else float("inf")


def change(outcome: str, one: Measured) -> Sentence:
    """One outcome's change with its interval; shares and rates in points."""
    if one.is_exact and not one.value:
        return said("change.still", outcome=one.name)
    where = "more" if one.low > 0 else "less" if one.high < 0 else "none"
    return said(f"change.{where}", outcome=one.name, **_amount(one, is_share(outcome)))


def _spread(one: Measured) -> Sentence:
    """Whether the seats lie further apart."""
    where = "wider" if one.low > 0 else "closer" if one.high < 0 else "none"
    return said(f"compare.seats_{where}", **_amount(one, True))


def _amount(one: Measured, in_points: bool) -> Facts:
    """How much it changes, with its interval; without a sign where a word says up or down."""
    shown = one.turned() if one.high < 0 else one
    number = shown.number(signed=not one.is_outside)
    return {
        "change": said("points", number=number) if in_points else number,
        "between": shown.span(signed=not one.is_outside),
    }


def _remarks(found: Named, told: Sequence[str], rows: Sequence[Row]) -> tuple[Sentence, ...]:
    """What else is shown to change, and what the pairing gained."""
    others = [one for one in found if found[one].is_outside and one not in (*told, SPREAD)]
    more = [said("and_more", number=len(others) - MOST_LISTED)] if len(others) > MOST_LISTED else []
    also = in_turn([*(change(one, found[one]) for one in others[:MOST_LISTED]), *more])
    gains = [float(row["variance_reduction"]) for row in rows if row["variance_reduction"] is not None]
    finite = [one for one in gains if np.isfinite(one)]
    gain = [said("compare.gain", reduction=Number(float(np.median(finite))))] if finite else []
    return (*([said("compare.also", changes=also)] if others else []), *gain)


def curve_verdicts(
    curve: pl.DataFrame, table: pl.DataFrame, variation: Variation, outcomes: Sequence[str]
) -> list[Verdict]:
    """A verdict for each outcome over a setting: those named, or the surest changes; one if nothing changes."""
    rows = table.to_dicts()
    reading = Reading.of(table)
    by_outcome: dict[str, list[Measured]] = {}
    for row in rows:
        outcome, variant = str(row["outcome"]), Label(str(row["variant"]))
        by_outcome.setdefault(outcome, []).append(reading.measured(row, variant, scale_of(outcome)))
    named = list(outcomes) or _moving(by_outcome)
    if not named:
        every = tuple(one for some in by_outcome.values() for one in some)
        nothing = said("sweep.nothing", setting=Label(variation.setting))
        return [Verdict(Level.NOTED, nothing, About(DIFFERENCES), every)]
    return [_over_setting(curve, by_outcome[one], variation, one) for one in named]


def _moving(by_outcome: Mapping[str, Sequence[Measured]]) -> list[str]:
    """The outcomes that are shown to differ from the first value somewhere, the surest first."""
    sure = {
        name: max(sureness(one) for one in some if one.is_outside)
        for name, some in by_outcome.items()
        if any(one.is_outside for one in some)
    }
    return sorted(sure, key=lambda name: -sure[name])[:MOST_LISTED]


def _over_setting(curve: pl.DataFrame, changes: Sequence[Measured], variation: Variation, outcome: str) -> Verdict:
    """From the first value to the last; or to the one that differs most surely, if the last does not."""
    shown = [one for one in changes if one.is_outside]
    surest = max(shown, key=sureness) if shown else changes[-1]
    far = changes[-1] if changes[-1].is_outside else surest
    means = {str(row[variation.setting]): row for row in curve.filter(pl.col("outcome") == outcome).to_dicts()}
    first, last = next(iter(means.values())), means[str(far.key[0]).partition("=")[2]]
    sentence = said(
        f"sweep.{'same' if not shown else 'rises' if far.value > 0 else 'falls'}",
        outcome=outcome_name(outcome),
        setting=Label(variation.setting),
        first=Label(str(first[variation.setting])),
        last=Label(str(last[variation.setting])),
        before=_mean(first, outcome),
        after=_mean(last, outcome),
    )
    weight = abs(last["mean"] - first["mean"]) / max(abs(first["mean"]), 1e-9)
    level = Level.FOUND if shown else Level.NOTED
    about = About(DIFFERENCES, {"outcome": outcome})
    return Verdict(level, sentence, about, tuple([far] if shown else changes), weight)


def _mean(row: Row, outcome: str) -> Sentence:
    mean, low, high = (float(row[name] or 0) for name in ("mean", "low", "high"))
    one = Measured(mean, low, high, scale=scale_of(outcome))
    value: Fact = said("percent", number=one.number(False)) if is_share(outcome) else one.number(False)
    return said("with_interval", value=value, between=one.span(False))
