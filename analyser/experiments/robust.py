"""Does a headline hold with other players, and under other assumptions? The same experiment again, and again (M15)."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from analyser.experiments.answer import Answer
from analyser.experiments.sample import Asked
from analyser.experiments.sensitivity import assumed_settings
from analyser.settings import show
from analyser.statistics.robustness import ON_ASSUMPTION, ON_PLAY, ROBUST

Run = Callable[[Asked, str | None], Answer]
KEYS = ("variant", "play", "outcome", "column", "level", "gift")
ENDS = {
    "value_points": ("low_points", "high_points"),
    "synergy_points": ("low_points", "high_points"),
    "difference": ("low", "high"),
}


@dataclass(frozen=True)
class Scenario:
    """Another field of players, or another value of an assumed setting."""

    name: str
    why: str
    asked: Asked
    strategy: str | None


def scenarios(asked: Asked, strategy: str | None, fields: list[str], assumptions: bool) -> list[Scenario]:
    """All repetitions that are asked for: one thing changed at a time."""
    found = [Scenario(field, ON_PLAY, asked, field) for field in fields]
    for setting in assumed_settings(asked, []) if assumptions else []:
        for value in setting.worth_trying:
            if value != setting.default:
                words = f"{setting.name}={show(value)}"
                other = replace(asked, settings=(*asked.settings, words))
                found.append(Scenario(words, f"{ON_ASSUMPTION} {setting.name}", other, strategy))
    return found


def checked(run: Run, asked: Asked, strategy: str | None, repeats: list[Scenario]) -> Answer:
    """An answer whose rows say whether they hold in all repetitions, and where not."""
    main = run(asked, strategy)
    if not repeats:
        alone = "Not checked with other players or assumptions: --fields a,b,... and --assumptions do."
        return replace(main, headlines=[*main.headlines, alone])
    others = [(scenario, run(scenario.asked, scenario.strategy)) for scenario in repeats]
    tables = {name: _with_verdicts(table, name, others) for name, table in main.tables.items()}
    doubtful = [
        f"{name}, {row['level' if 'level' in row else 'outcome']}: {row['holds']}."
        for name, table in tables.items()
        if "holds" in table.columns
        for row in table.filter(~pl.col("holds").str.starts_with(ROBUST)).to_dicts()
    ]
    names = ", ".join(scenario.name for scenario in repeats)
    told = doubtful or [f"Robust: every value stays on its side of 0 with {names}."]
    asked_facts = main.asked | {"checked_with": [scenario.name for scenario in repeats]}
    return replace(main, asked=asked_facts, headlines=[*main.headlines, *told], tables=tables)


def _with_verdicts(table: pl.DataFrame, name: str, others: list[tuple[Scenario, Answer]]) -> pl.DataFrame:
    value = next((one for one in ENDS if one in table.columns), None)
    if value is None:
        return table
    keys = [one for one in KEYS if one in table.columns]
    low, high = ENDS[value]
    rows = [(scenario, {_key(row, keys): row for row in answer.tables[name].to_dicts()}) for scenario, answer in others]
    holds = []
    for row in table.to_dicts():
        there = [(scenario, found[_key(row, keys)]) for scenario, found in rows if _key(row, keys) in found]
        against = [_objection(scenario, other, value) for scenario, other in there if _differs(row, other, low, high)]
        holds.append("; ".join(against) if against else ROBUST)
    return table.with_columns(pl.Series("holds", holds))


def _key(row: dict[str, Any], keys: list[str]) -> tuple[Any, ...]:
    return tuple(row[one] for one in keys)


def _objection(scenario: Scenario, row: dict[str, Any], value: str) -> str:
    return f"{scenario.why} ({scenario.name}: {row[value]:+.3g})"


def _differs(row: dict[str, Any], other: dict[str, Any], low: str, high: str) -> bool:
    """Whether another interval is shown to lie on another side of 0, or apart from an interval that excludes 0."""
    if row[low] is None or other[low] is None:
        return False
    here, there = _side(row[low], row[high]), _side(other[low], other[high])
    apart = other[low] > row[high] or other[high] < row[low]
    return here != there and apart


def _side(low: float, high: float) -> int:
    return int(low > 0) - int(high < 0)
