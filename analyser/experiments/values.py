"""What each card, opening, timing and action is worth, by the experiments that a game lists (methods M8, M9)."""

from dataclasses import replace
from math import isfinite
from typing import Any

import polars as pl

from analyser.experiments.answer import PLAYED_BY, About, Answer
from analyser.experiments.catalogue import KINDS, Question, read_catalogue
from analyser.experiments.dealt import blanked, dealt, decided, exchange, hand, pairs
from analyser.experiments.forced import by_setting, forced
from analyser.experiments.sample import Asked, Lab
from analyser.experiments.scoring import scoring
from analyser.registry import Game
from analyser.statistics.estimates import Estimates

PRINTED = (
    *("level", "gift", "price", "win_share", "read_share", "noted_share"),
    *("value_points", "synergy_points", "low_points", "high_points", "verdict", "depends_on", "compliance_rate"),
    *("observed_share", "observed_margin_points", "marginal_points", "marginal_low_points", "marginal_high_points"),
    *("universal_score", "universal_score_margin", "adjusted_points", "adjusted_low_points", "adjusted_high_points"),
    *("replayed_points", "replayed_margin_points", "better_rate", "better_margin_points", "worse_rate"),
    *("worse_margin_points", "score", "above_mean_score", "low_score", "high_score"),
    *("worth_in_doubloon", "worth_in_point", "worth_low", "worth_high", "decided_share", "low_share", "high_share"),
)
LEAST_GAMES = 100
ESTIMANDS = {
    "forced": "unilateral: one seat is held to the level, the field plays freely",
    "setting": "unilateral: one seat has it, the field plays freely",
    "dealt": "dealt by the rules: the holder against an equal share; values of a column sum to 0 over what is dealt",
    "pairs": "dealt by the rules: a pair beyond the sum of its cards",
    "blanked": "unilateral: the holder with the card less the holder with a blank one, in the same games",
    "exchange": "unilateral: one seat starts with more",
    "hand": "unilateral: Shapley value over all subsets of the hand of seat 0",
    "scoring": "unilateral: one seat against a field of weaker players; Shapley value of each part of the score",
    "deal": "share of the variance of a seat's win that the deal settles (ICC)",
}
WAYS = {"forced": forced, "dealt": dealt, "pairs": pairs, "hand": hand, "scoring": scoring}
IN_CURRENCY = {"setting": by_setting, "blanked": blanked}
"""How each kind is answered; some can be told in a currency. Exchange and deal are answered in their own way."""


def values(asked: Asked, names: list[str], strategy: str | None, lab: Lab) -> Answer:
    """Answer the game's questions, or those named."""
    catalogue = read_catalogue(asked.game)
    base = strategy or catalogue.base
    chosen = catalogue.chosen(names, asked.game)
    questions = [one.at_table(asked.players) for one in _with_currencies(chosen, catalogue.questions)]
    players = {one.name: strategy or one.get("player", base) for one in questions}
    tables: dict[str, pl.DataFrame] = {}
    headlines: list[str] = []
    about: list[About | None] = []
    rates: dict[str, Estimates] = {}
    for question in questions:
        lab.note(f"{question.name}: {KINDS[question.kind]}")
        part = replace(asked, games=max(int(asked.games * question.get("games", 1)), LEAST_GAMES))
        tables[question.name] = _answer(part, question, players[question.name], lab, rates)
        lines = _headlines(asked.game, question, tables[question.name])
        headlines += lines
        about += [(question.name, {}), *[None] * (len(lines) - 1)]
    title = f"{asked.game.title}, {asked.players} players, {_field(players)}: what things are worth"
    facts = _facts(asked, base, players, chosen)
    return Answer(title, facts, headlines, tables, printed=dict.fromkeys(tables, PRINTED), about=tuple(about))


def _facts(asked: Asked, base: str, players: dict[str, str], chosen: list[Question]) -> dict[str, Any]:
    """What was asked, for the answer's record."""
    facts: dict[str, Any] = {"game": asked.game.name, "players": asked.players, "seed": asked.seed, "strategy": base}
    facts |= {"games": asked.games, "settings": list(asked.settings), PLAYED_BY: players}
    return facts | {"estimands": {one.name: one.get("estimand") or ESTIMANDS[one.kind] for one in chosen}}


def _field(players: dict[str, str]) -> str:
    """Who plays most of the questions, and who the others."""
    usual = max(players.values(), key=list(players.values()).count)
    others = [f"{name} of {who}" for name, who in players.items() if who != usual]
    return ", ".join([f"field of {usual}", *others])


def _with_currencies(chosen: list[Question], known: dict[str, Question]) -> list[Question]:
    """A question told in a currency needs its rate of exchange first."""
    needed = [known[one.get("currency")] for one in chosen if one.get("currency")]
    return list({one.name: one for one in [*needed, *chosen]}.values())


def _answer(asked: Asked, question: Question, base: str, lab: Lab, rates: dict[str, Estimates]) -> pl.DataFrame:
    if question.kind == "exchange":
        table, rates[question.name] = exchange(asked, question, base, lab)
        return table
    if question.kind in IN_CURRENCY:
        return IN_CURRENCY[question.kind](asked, question, base, lab, rates.get(question.get("currency", "")))
    if question.kind == "deal":
        return decided(asked, base, lab)
    if question.kind == "study":
        return study_of(asked.game, question).answer(asked, question, base, lab)
    return WAYS[question.kind](asked, question, base, lab)


def study_of(game: Game, question: Question) -> Any:
    """The game's own module that answers a question: see `catalogue`."""
    return game.module(f"studies.{question.options['study']}")


def _headlines(game: Game, question: Question, table: pl.DataFrame) -> list[str]:
    """The question, the best and the worst with their intervals, and a warning where what is seen misleads."""
    if question.kind == "study":
        return [f"{question.question} {study_of(game, question).told(table)}"]
    if question.kind == "deal":
        parts = [
            f"{row['level']} {row['decided_share']:.3f} ({row['low_share']:.3f} to {row['high_share']:.3f})"
            for row in table.to_dicts()
        ]
        return [f"{question.question} {', '.join(parts)}."]
    value = "synergy_points" if "synergy_points" in table.columns else "value_points"
    name = "gift" if "gift" in table.columns else "level"
    known = table.filter(pl.col("low_points").is_not_null()).sort(value)
    told = [_told(known.row(k, named=True), name, value) for k in dict.fromkeys((known.height - 1, 0))]
    return [f"{question.question} {'; '.join(told)}.", *_misled(question, table), *_counted(question, table)]


def _told(row: dict[str, Any], name: str, value: str) -> str:
    worth = next((one for one in row if one.startswith("worth_in_")), None)
    price = f" at {row['price']}" if "price" in row else ""
    text = f"{row[name]}{price}: {row[value]:+.2f} points ({row['low_points']:+.2f} to {row['high_points']:+.2f})"
    if worth is None:
        return text
    if row["worth_low"] is None or not isfinite(row["worth_low"]):
        return f"{text}, not to be told in {worth.removeprefix('worth_in_')}s"
    unit = f"{worth.removeprefix('worth_in_')}s"
    return f"{text}, worth {row[worth]:+.1f} {unit} ({row['worth_low']:+.1f} to {row['worth_high']:+.1f})"


def _misled(question: Question, table: pl.DataFrame) -> list[str]:
    """A warning, if the level that looks best as seen is shown to be worse than another one when forced."""
    if "observed_share" not in table.columns or table["observed_share"].drop_nulls().len() < 2:
        return []
    seen = (
        table.filter(pl.col("observed_share").is_not_null()).sort("observed_share", descending=True).row(0, named=True)
    )
    best = table.sort("value_points", descending=True).row(0, named=True)
    if seen["high_points"] >= best["low_points"]:
        return []
    return [
        f"  As seen, {seen['level']} looks best ({100 * seen['observed_share']:.1f} % ± "
        f"{seen['observed_margin_points']:.1f}); forced, {best['level']} is better, beyond their intervals: who "
        f"chooses it differs from who does not ({question.name})."
    ]


def _counted(question: Question, table: pl.DataFrame) -> list[str]:
    """In how many games each level brings more, and less, than its reference."""
    if "better_rate" not in table.columns:
        return []
    rates = [
        f"{row['level']} {row['better_rate']:.1%} (± {row['better_margin_points']:.1f}) and {row['worse_rate']:.1%} "
        f"(± {row['worse_margin_points']:.1f})"
        for row in table.to_dicts()
    ]
    return [f"  Better and worse by {question.get('often')}, in so many games: {'; '.join(rates)}."]
