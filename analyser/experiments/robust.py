"""Does a headline hold with other players, and under other assumptions? The same experiment again, and again (M15)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import polars as pl

from analyser.experiments.answer import PLAYED_BY, About, Answer
from analyser.experiments.catalogue import read_catalogue
from analyser.experiments.sample import Asked, Lab
from analyser.experiments.seats import better_luck, seats
from analyser.experiments.sensitivity import assumed_in
from analyser.settings import show
from analyser.specs import split_specs
from analyser.statistics.fairness import UNDECIDED
from analyser.statistics.robustness import (
    ON_ASSUMPTION,
    ON_PLAY,
    ON_PLAYERS,
    ROBUST,
    UNSURE,
    shown_to_differ,
    side_shown,
)
from analyser.strategies import RANDOM, find_strategies, strategy_files

Run = Callable[[Asked, str | None], Answer]
KEYS = ("variant", "play", "outcome", "column", "level", "gift", "seat")
NAMES = ("level", "gift", "outcome", "seat", "variant", "strategy")
ENDS = {
    "value_points": ("low_points", "high_points"),
    "synergy_points": ("low_points", "high_points"),
    "advantage_points": ("low_points", "high_points"),
    "exploitability_points": ("low_points", "high_points"),
    "difference": ("low", "high"),
    "decided_share": ("low_share", "high_share"),
    "above_mean_score": ("low_score", "high_score"),
}
CHECKS = "checks"
UNCHECKED = "Not checked with other players or assumptions: --fields a,b,... and --assumptions do."
UNTRIED = "not checked"
OPEN = "not settled"
"""In the column of what a row depends on, if its checks cannot say."""
LEAST_GAMES = 200
"""A check of fewer games would see nothing."""
USUAL_FIELDS = 2
MOST_NAMED = 6


@dataclass(frozen=True)
class Scenario:
    """Another field of players, another number of them, or another value of an assumed setting."""

    name: str
    why: str
    asked: Asked
    strategy: str | None

    @property
    def on(self) -> str:
        """What a headline depends on if it does not hold here, in a word."""
        return self.why.removeprefix(f"{ON_ASSUMPTION} ").removeprefix("depends on ")


def scenarios(
    asked: Asked, strategy: str | None, fields: list[str], assumptions: bool, fixed: Sequence[str] = ()
) -> list[Scenario]:
    """All repetitions that are asked for: one thing changed at a time, and nothing that the user fixed."""
    found = [Scenario(field, ON_PLAY, asked, field) for field in fields]
    kept = {*fixed, *asked.fixed()}
    for setting in assumed_in(asked.game) if assumptions else []:
        for value in setting.worth_trying:
            if value != setting.default and setting.name not in kept:
                words = f"{setting.name}={show(value)}"
                other = replace(asked, settings=(*asked.settings, words))
                found.append(Scenario(words, f"{ON_ASSUMPTION} {setting.name}", other, strategy))
    return found


def usual_checks(asked: Asked, strategy: str | None, fixed: Sequence[str] = ()) -> list[Scenario]:
    """What a headline is checked with unless told otherwise: the game's other fields, and every assumption."""
    catalogue = read_catalogue(asked.game)
    base = strategy or catalogue.base
    others = [one for one in strategy_files(asked.game) if one not in (RANDOM, base)][:USUAL_FIELDS]
    fields = [one for one in catalogue.fields or others if one != base]
    return _briefly(scenarios(asked, strategy, fields, True, fixed), asked.games)


def table_checks(asked: Asked) -> list[Scenario]:
    """What a finding about one field is checked with: every other number of players, and every assumption."""
    others = [one for one in asked.game.players if one != asked.players]
    found = [Scenario(f"{one} players", ON_PLAYERS, replace(asked, players=one), None) for one in others]
    return _briefly([*found, *scenarios(asked, None, [], True)], asked.games)


def _briefly(found: list[Scenario], games: int) -> list[Scenario]:
    """Together they play as many games as the experiment itself, each at least some."""
    each = min(max(games // max(len(found), 1), LEAST_GAMES), games)
    return [replace(one, asked=replace(one.asked, games=each, brief=True)) for one in found]


def repeats_of(
    asked: Asked,
    strategy: str | None,
    fields: str | None,
    assumptions: bool,
    robustness: bool = True,
    fixed: Sequence[str] = (),
) -> list[Scenario]:
    """The repetitions that a user asks for, checked before anything is played."""
    names = split_specs(fields) if fields else []
    find_strategies(asked.game, names, asked.folders)
    if names or assumptions:
        return scenarios(asked, strategy, names, assumptions, fixed)
    return usual_checks(asked, strategy, fixed) if robustness else []


def checked_seats(asked: Asked, strategy: str, tolerance: float, lab: Lab, repeats: list[Scenario]) -> Answer:
    """The seats' verdict, and whether it holds; all with the kind of luck that serves the first best."""
    luck = better_luck(asked, strategy, lab)
    return checked(
        lambda what, who: seats(what, who or strategy, tolerance, lab, luck), asked, strategy, repeats, tolerance
    )


def checked(run: Run, asked: Asked, strategy: str | None, repeats: list[Scenario], tolerance: float = 0.0) -> Answer:
    """An answer whose rows and headlines say whether they hold in all repetitions, and where not."""
    main = run(asked, strategy)
    if not repeats:
        return replace(main, headlines=[*main.headlines, UNCHECKED])
    others = [(scenario, run(scenario.asked, scenario.strategy)) for scenario in repeats]
    usual = strategy or read_catalogue(asked.game).base
    players = {name: main.asked.get(PLAYED_BY, {}).get(name, usual) for name in main.tables}
    tables = {
        name: _with_verdicts(table, name, _with_others(others, players[name]), players[name], tolerance)
        for name, table in main.tables.items()
    }
    checks = _checks(main, others, players)
    facts = main.asked | {"checked_with": [scenario.name for scenario in repeats]}
    facts["check_games"] = repeats[0].asked.games
    headlines = _told(replace(main, tables=tables), checks)
    printed = {**main.printed, CHECKS: ()}
    return replace(main, asked=facts, headlines=headlines, tables=tables | {CHECKS: checks}, printed=printed)


def _with_others(others: list[tuple[Scenario, Answer]], who: str) -> list[tuple[Scenario, Answer]]:
    """The repetitions that change something where `who` plays already."""
    return [(scenario, answer) for scenario, answer in others if scenario.why != ON_PLAY or scenario.strategy != who]


def _value_of(table: pl.DataFrame) -> str | None:
    return next((one for one in ENDS if one in table.columns), None)


def _with_verdicts(
    table: pl.DataFrame, name: str, others: list[tuple[Scenario, Answer]], who: str, tolerance: float
) -> pl.DataFrame:
    value = _value_of(table)
    if value is None:
        return table
    keys = [one for one in KEYS if one in table.columns]
    low, high = ENDS[value]
    rows = [(scenario, {_key(row, keys): row for row in answer.tables[name].to_dicts()}) for scenario, answer in others]
    holds, depends = [], []
    for row in table.to_dicts():
        there = [(scenario, found[_key(row, keys)]) for scenario, found in rows if _key(row, keys) in found]
        against = [(one, other[value]) for one, other in there if _differs(row, other, low, high, tolerance)]
        agree = [_says_the_same(row, other, low, high, tolerance) for _, other in there]
        same = all(agree) and len(agree) == len(rows)
        objections = "; ".join(_objection(one, row[value], other, who) for one, other in against)
        holds.append(objections or (UNTRIED if not rows else ROBUST if same else UNSURE))
        depends.append(", ".join(dict.fromkeys(one.on for one, _ in against)) or (None if same else OPEN))
    return table.with_columns(pl.Series("holds", holds), pl.Series("depends_on", depends, pl.String))


def _key(row: dict[str, Any], keys: list[str]) -> tuple[Any, ...]:
    return tuple(row[one] for one in keys)


def _objection(scenario: Scenario, here: float, there: float, who: str) -> str:
    against = f"{who} against {scenario.name}" if scenario.why == ON_PLAY else scenario.name
    return f"{scenario.why} ({against}: {here:+.3g} and {there:+.3g})"


def _differs(row: dict[str, Any], other: dict[str, Any], low: str, high: str, tolerance: float) -> bool:
    if row[low] is None or other[low] is None:
        return False
    return shown_to_differ((row[low], row[high]), (other[low], other[high]), tolerance)


def _says_the_same(row: dict[str, Any], other: dict[str, Any], low: str, high: str, tolerance: float) -> bool:
    """Whether a repetition shows what the answer shows; where an interval is not known, nothing is shown. With a
    tolerance that is a verdict, if there is one at all.
    """
    if tolerance and (row["verdict"] == UNDECIDED or row["verdict"] != other["verdict"]):
        return False
    one, there = (0 if each[low] is None else side_shown(each[low], each[high], tolerance) for each in (row, other))
    return one == there


def _checks(main: Answer, others: list[tuple[Scenario, Answer]], players: dict[str, str]) -> pl.DataFrame:
    """Every number of every repetition, long form."""
    rows = []
    for name, table in main.tables.items():
        value = _value_of(table)
        if value is None:
            continue
        low, high = ENDS[value]
        for scenario, answer in _with_others(others, players[name]):
            for row in answer.tables[name].to_dicts():
                what = ", ".join(str(row[key]) for key in KEYS if row.get(key) is not None)
                rows.append((name, what, scenario.name, scenario.why, row[value], row[low], row[high]))
    schema: dict[str, Any] = dict.fromkeys(("table", "row", "check", "kind"), pl.String)
    schema |= dict.fromkeys(("value", "low", "high"), pl.Float64)
    return pl.DataFrame(rows, schema=schema, orient="row", strict=False)


def _told(answer: Answer, checks: pl.DataFrame) -> list[str]:
    """Each headline with its verdict."""
    about = [*answer.about, *[None] * len(answer.headlines)]
    return [
        line if one is None else f"{line} {_verdict(answer, one, checks)}"
        for line, one in zip(answer.headlines, about, strict=False)
    ]


def _verdict(answer: Answer, about: About, checks: pl.DataFrame) -> str:
    """Robust, or what it depends on, or what the checks are too few to settle; and which rows are meant."""
    name, where = about
    table = answer.tables[name]
    rows = table.filter(pl.col(key) == value for key, value in where.items()) if where else table
    called = next(one for one in NAMES if one in table.columns and one not in where)
    n_checks = checks.filter(pl.col("table") == name)["check"].n_unique()
    if not n_checks:
        return "Not checked."
    reasons = _reasons(rows, called)
    unsure = rows.filter(pl.col("holds") == UNSURE)[called].cast(pl.String).to_list()
    told = [f"{reason}: {_some(those)}" for reason, those in reasons.items()]
    if unsure:
        told.append(f"too few games in the checks{_reach(table, name, checks)} to settle {_some(unsure)}")
    if not told:
        who, show = (f"all {n_checks} checks", "show") if n_checks > 1 else ("the one check", "shows")
        return f"Robust: {who}{_reach(table, name, checks)} {show} the same."
    doubtful = rows.filter(pl.col("holds") != ROBUST).height
    text = "; ".join(told) + ("; otherwise robust" if doubtful < rows.height else "")
    return f"{text[0].upper()}{text[1:]}."


def _reasons(rows: pl.DataFrame, called: str) -> dict[str, list[str]]:
    """What rows depend on, and which do."""
    reasons: dict[str, list[str]] = {}
    for row in rows.filter(~pl.col("holds").is_in([ROBUST, UNSURE])).to_dicts():
        for reason in dict.fromkeys(_reason(one) for one in row["holds"].split("; ")):
            reasons.setdefault(reason, []).append(str(row[called]))
    return reasons


def _reason(objection: str) -> str:
    """An objection without its numbers: who disagrees, or on which assumption it rests."""
    words, _, found = objection.partition(" (")
    return words if words.startswith(ON_ASSUMPTION) else f"{words} ({found.rpartition(': ')[0]})"


def _some(names: list[str]) -> str:
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return ", ".join(names[:MOST_NAMED]) + more


def _reach(table: pl.DataFrame, name: str, checks: pl.DataFrame) -> str:
    """How precise the checks are: the least precise one's usual margin, if all are in points."""
    if not str(_value_of(table)).endswith("_points"):
        return ""
    half = checks.filter(pl.col("table") == name).with_columns(margin=(pl.col("high") - pl.col("low")) / 2)
    usual = half.group_by("check").agg(pl.col("margin").median())["margin"].drop_nulls().to_numpy()
    return f" (± {np.max(usual):.1f} points)" if len(usual) else ""
