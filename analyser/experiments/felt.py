"""What of a game's feel is otherwise with other players, or under other assumptions (method M15)."""

from dataclasses import replace
from typing import Any

import polars as pl

from analyser.experiments.answer import Answer, is_share
from analyser.experiments.catalogue import read_catalogue
from analyser.experiments.feel import feel
from analyser.experiments.robust import CHECKS, UNCHECKED, Scenario
from analyser.experiments.sample import Asked, Lab
from analyser.statistics.robustness import ON_PLAY

WORTH_TELLING = 0.1
"""A measure depends on something if that is shown to change it by more than this part of it."""
TOLD = ("turns", "lead_changes", "leader_at_half_wins_share", "last_at_half_wins_share")
"""Not those of chances: a model of fewer games tells less of them."""


def checked_feel(asked: Asked, pool: str | None, lab: Lab, turns: bool, repeats: list[Scenario]) -> Answer:
    """How games feel, and which of it is shown to be otherwise with other players or assumptions."""
    main = feel(asked, pool, lab, turns)
    if not repeats:
        return replace(main, headlines=[*main.headlines, UNCHECKED])
    others = [(one, feel(one.asked, one.strategy, lab).frame) for one in repeats]
    who = pool or read_catalogue(asked.game).base
    rows = {row["measure"]: row for row in main.frame.to_dicts()}
    against = [
        (name, one, there)
        for name in TOLD
        for one, frame in others
        for there in frame.filter(pl.col("measure") == name).to_dicts()
        if differs(rows[name], there)
    ]
    facts = main.asked | {"checked_with": [one.name for one in repeats], "check_games": repeats[0].asked.games}
    headlines = [*main.headlines, _sentence(against, rows, who, len(repeats))]
    printed = {**main.printed, CHECKS: ()}
    return replace(
        main, asked=facts, headlines=headlines, tables=main.tables | {CHECKS: _table(others)}, printed=printed
    )


def differs(here: dict[str, Any], there: dict[str, Any]) -> bool:
    """Whether two intervals lie apart, by more than is worth telling."""
    apart = max(there["low"] - here["high"], here["low"] - there["high"])
    return bool(apart > 0 and abs(there["mean"] - here["mean"]) > WORTH_TELLING * abs(here["mean"]))


def _table(others: list[tuple[Scenario, pl.DataFrame]]) -> pl.DataFrame:
    tables = [
        frame.select("measure", pl.lit(one.name).alias("check"), pl.lit(one.why).alias("kind"), "mean", "low", "high")
        for one, frame in others
    ]
    return pl.concat(tables)


def _sentence(
    against: list[tuple[str, Scenario, dict[str, Any]]], rows: dict[str, dict[str, Any]], who: str, n_checks: int
) -> str:
    """What depends on what; the rest is not shown to differ by more than a tenth."""
    reasons: dict[str, list[str]] = {}
    for name, one, there in against:
        on = f"{one.why} ({who} against {one.name})" if one.why == ON_PLAY else f"{one.why} ({one.name})"
        told = f"{name.replace('_', ' ')} {_as_read(name, rows[name]['mean'])}, there {_as_read(name, there['mean'])}"
        reasons.setdefault(on, []).append(told)
    alike = [name.replace("_", " ") for name in TOLD if name not in {one for one, _, _ in against}]
    rest = f"no check of {n_checks} is shown to change {', '.join(alike)} by more than a tenth" if alike else ""
    text = "; ".join([*(f"{on}: {', '.join(those)}" for on, those in reasons.items()), *([rest] if rest else [])])
    return f"{text[0].upper()}{text[1:]}."


def _as_read(name: str, value: float) -> str:
    return f"{100 * value:.0f} %" if is_share(name) else f"{value:.3g}"
