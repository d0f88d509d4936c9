"""How do games end? Won, shared, won by nobody, broken off; with every number of players."""

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import polars as pl

from analyser.columns import OUTCOMES
from analyser.experiments.sample import Sample, play
from analyser.report.charts import INK, Bars, Marks, bars
from analyser.report.holding import over_strategies
from analyser.report.page import Page, Table, table_of
from analyser.report.questions.kind import Kind
from analyser.report.questions.seats import decided_by
from analyser.report.rates import rate
from analyser.report.verdicts import Holding, Level, Verdict, excess, games_to_decide, within
from analyser.report.words import Words

if TYPE_CHECKING:
    from analyser.report.desk import Desk
    from analyser.report.recipe import Ask

LIMITS = {"shared": "shared_percent", "no_winner": "no_winner_percent", "unfinished": "unfinished_percent"}


def page(desk: "Desk", ask: "Ask") -> Page:
    """Rates of the outcomes, for every number of players."""
    words, players = desk.words, desk.asked.players
    samples = {
        n: desk.main if n == players else play(desk.asked_for(ask, n).job("fresh"), desk.lab)
        for n in desk.asked.game.players
    }
    frame = pl.DataFrame([row for n, one in samples.items() for row in _rows(n, one)])
    limits = {name: desk.tolerance(limit) for name, limit in LIMITS.items() if desk.tolerance(limit) is not None}
    mine = {row["outcome"]: row for row in frame.filter(pl.col("players") == players).to_dicts()}
    holding = _holds(desk.main, limits, words)
    verdicts = [_verdict(mine[name], limit, words).held(holding[name]) for name, limit in limits.items()]
    return Page(
        ask.name,
        words.told(ask.title),
        tuple(sorted(verdicts, key=lambda one: list(Level).index(one.level))) or (_told(mine["shared"], words),),
        lambda figure: _draw(figure, frame, limits, words),
        words.say("endings.caption"),
        _table(frame, words),
        (words.say("endings.method"), *(one.sentence for one in holding.values() if one.sentence)),
    )


def _holds(sample: Sample, limits: dict[str, float], words: Words) -> dict[str, Holding]:
    """Whether endings with a limit keep to it in the games of each strategy; nothing is said of what never happens."""
    ending = sample.games["outcome"].cast(pl.String)
    found = {}
    for name, limit in limits.items():
        hits = (ending == name).to_numpy()
        one = over_strategies(sample, hits, partial(within, least=0.0, most=limit / 100), words.percent, words)
        found[name] = replace(one, sentence=words.of(words.say(f"outcome.{name}"), one.sentence) if hits.any() else "")
    return found


def _rows(players: int, sample: Sample) -> list[dict[str, Any]]:
    ending = sample.games["outcome"].cast(pl.String)
    rows = []
    for name in OUTCOMES:
        share, low, high = rate((ending == name).to_numpy(), sample.job.block)
        rows.append({"players": players, "outcome": name, "rate": share, "low": low, "high": high})
        rows[-1]["games"] = sample.n_games
    return rows


def _verdict(row: dict[str, Any], limit: float, words: Words) -> Verdict:
    level = within(row["low"], row["high"], 0.0, limit / 100)
    facts = {
        "outcome": words.say(f"ending.{row['outcome']}"),
        "rate": words.percent(row["rate"], 2),
        "between": words.between_shares(row["low"], row["high"], 2),
        "limit": words.percent(limit / 100),
        "games": decided_by(games_to_decide(row["games"], row["rate"], row["low"], row["high"], limit / 100), words),
    }
    return Verdict(level, words.say(f"endings.{level}", **facts), excess(row["rate"], 0.0, limit / 100))


def _told(row: dict[str, Any], words: Words) -> Verdict:
    facts = {"rate": words.percent(row["rate"], 2), "between": words.between_shares(row["low"], row["high"], 2)}
    return Verdict(Level.TOLD, words.say("endings.told", outcome=words.say("ending.shared"), **facts))


def _draw(figure: Any, frame: pl.DataFrame, limits: dict[str, float], words: Words) -> None:
    """Every ending that happens but a single winner: that is the rest, and would dwarf the others."""
    happens = set(frame.filter(pl.col("rate") > 0)["outcome"])
    shown = [name for name in OUTCOMES[1:] if name in happens] or [OUTCOMES[0]]
    groups = []
    for (players,), part in frame.group_by("players", maintain_order=True):
        rows = {row["outcome"]: row for row in part.to_dicts()}
        values, low, high = ([100 * rows[name][key] for name in shown] for key in ("rate", "low", "high"))
        groups.append(Bars(words.say("players", players=players), values, low, high))
    names = [words.say(f"outcome.{name}") for name in shown]
    axes = bars(figure, names, groups, Marks(words.say("share_of_games")), words)
    for place, name in enumerate(shown):
        if name in limits:
            axes.plot([place - 0.45, place + 0.45], [limits[name]] * 2, color=INK, linestyle="--", linewidth=1.2)


def _table(frame: pl.DataFrame, words: Words) -> Table:
    return table_of(
        frame,
        [
            ("players", words.say("column.players"), str),
            ("outcome", words.say("column.ending"), lambda x: words.say(f"outcome.{x}")),
            ("rate", words.say("column.rate"), lambda x: words.percent(x, 2)),
            ("low", words.say("column.low"), lambda x: words.percent(x, 2)),
            ("high", words.say("column.high"), lambda x: words.percent(x, 2)),
            ("games", words.say("column.games"), words.count),
        ],
        names=2,
    )


KIND = Kind(page)
