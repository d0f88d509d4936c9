"""Are the seats equal? A forest of seats with the designer's tolerance."""

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from analyser.experiments.answer import points
from analyser.experiments.sample import Sample, play
from analyser.experiments.seats import better_luck, seat_table
from analyser.report.charts import Marks, Series, forest
from analyser.report.page import Page, Table, table_of
from analyser.report.questions.kind import Kind
from analyser.report.verdicts import Holding, Holds, Level, Verdict, games_for_all
from analyser.report.words import Words
from analyser.statistics.fairness import FAIR, UNFAIR, Judgement, fair_spread, judge, seat_advantage, variance_reduction
from analyser.statistics.robustness import MIXES, ON_PLAY, ROBUST

if TYPE_CHECKING:
    from analyser.report.desk import Desk
    from analyser.report.recipe import Ask

LEVELS = {UNFAIR: Level.MISSED, FAIR: Level.MET}


def page(desk: "Desk", ask: "Ask") -> Page:
    """Equal players in all seats, and all strategies mixed; the run that was named, if there is one, comes first."""
    tolerance = desk.tolerance("seat_points")
    mixed = desk.main
    alike = _equal_players(desk, ask)
    samples = {"seats.mixed": mixed, "seats.alike": alike}
    if desk.given is None:
        samples = {"seats.alike": alike, "seats.mixed": mixed}
    judged = {key: judge(seat_advantage(one.wins, one.job.block), tolerance / 100) for key, one in samples.items()}
    first, sample = next(iter(judged.values())), next(iter(samples.values()))
    words = desk.words
    names = {key: words.say(key, strategy=desk.base) for key in samples}
    holding = robustness(desk)
    return Page(
        ask.name,
        words.told(ask.title),
        (verdict(first, sample.n_games, words).held(holding),),
        lambda figure: _draw(figure, judged, names, tolerance, words),
        words.say("seats.caption", tolerance=words.brief(tolerance)),
        _table(first, sample, words),
        (_method(sample, words), holding.sentence),
        () if _same(first) else (_spread(first, next(iter(names.values())), words),),
    )


def _same(found: Judgement) -> bool:
    """No difference, and none by chance either."""
    return not np.any(found.advantage.value) and not np.any(found.advantage.standard_error)


def _spread(found: Judgement, name: str, words: Words) -> str:
    spread, chance = words.number(points(found.spread), 2), words.number(points(fair_spread(found.advantage)), 2)
    return words.say("seats.spread", first=name, spread=spread, chance=chance)


def _equal_players(desk: "Desk", ask: "Ask") -> Sample:
    asked = desk.asked_for(ask)
    return play(asked.mirror(desk.base, better_luck(asked, desk.base, desk.lab)), desk.lab)


def verdict(found: Judgement, games: int, words: Words) -> Verdict:
    """What the intervals say of the tolerance, of the seat that is furthest from an equal share."""
    level = LEVELS.get(found.verdict, Level.UNDECIDED)
    value = found.advantage.value
    told = [k for k, one in enumerate(found.seats) if one == UNFAIR] or list(range(len(value)))
    seat = max(told, key=lambda k: abs(value[k]))
    here, tolerance = float(value[seat]), found.tolerance
    low, high = (found.equivalence_low, found.equivalence_high) if level == Level.MET else (found.low, found.high)
    facts = {
        "seat": seat + 1,
        "points": words.number(points(abs(here))),
        "direction": words.say("more" if here >= 0 else "fewer"),
        "between": _between(points(low[seat]), points(high[seat]), here, words),
        "tolerance": words.brief(points(tolerance)),
        "games": decided_by(games_for_all(games, zip(value, found.low, found.high, strict=True), tolerance), words),
    }
    if _same(found):
        return Verdict(level, words.say("seats.same"))
    weight = max(abs(here) / tolerance - 1, 0.0) if level == Level.MISSED else 0.0
    return Verdict(level, words.say(f"seats.{level}", **facts), weight)


def _between(low: float, high: float, value: float, words: Words) -> str:
    """An interval of how much more, or how much less."""
    ends = (low, high) if value >= 0 else (-high, -low)
    return words.between(*ends)


def decided_by(games: int | None, words: Words, how: str = "by") -> str:
    """How many games would decide an undecided question: `by` so many in all, or so many for `each` value."""
    if games is None:
        return words.say("decided.never")
    return words.say(f"decided.{how}", games=words.count(_round_up(games)))


def _round_up(games: int) -> int:
    """Two figures are enough."""
    size = 10 ** max(len(str(games)) - 2, 0)
    return int(-(-games // size) * size)


def _draw(figure: Any, judged: dict[str, Judgement], names: dict[str, str], tolerance: float, words: Words) -> None:
    first = next(iter(judged.values()))
    labels = [words.say("seat", seat=k + 1) for k in range(len(first.advantage.value))]
    series = [
        Series(names[key], list(points(one.advantage.value)), list(points(one.low)), list(points(one.high)))
        for key, one in judged.items()
    ]
    marks = Marks(words.say("seats.axis"), 0.0, (-tolerance, tolerance), words.say("tolerance"))
    forest(figure, labels, series, marks, words)


def _table(found: Judgement, sample: Sample, words: Words) -> Table:
    frame = seat_table(found, sample.wins).with_columns(
        pl.col("seat") + 1, extra_wins_per_100=pl.col("advantage_points"), games=pl.lit(sample.n_games)
    )
    return table_of(
        frame,
        [
            ("seat", words.say("seat", seat="").strip(), str),
            ("win_share", words.say("column.win_share"), words.percent),
            ("advantage_points", words.say("column.advantage"), lambda x: words.signed(x, 2)),
            ("low_points", words.say("column.low"), lambda x: words.signed(x, 2)),
            ("high_points", words.say("column.high"), lambda x: words.signed(x, 2)),
            ("odds_ratio", words.say("column.odds"), lambda x: words.number(x, 2)),
            ("verdict", words.say("column.verdict"), lambda x: words.say(f"verdict.{x}")),
        ],
    )


def _method(sample: Sample, words: Words) -> str:
    reduction = variance_reduction(sample.wins, sample.job.block)
    gain = words.number(reduction, 2) if np.isfinite(reduction) else "∞"
    return words.say(
        "seats.method",
        games=words.count(sample.n_games),
        luck=words.say(f"luck.{sample.job.luck}"),
        reduction=gain,
        unfinished=words.count(sample.unfinished),
    )


def robustness(desk: "Desk") -> Holding:
    """Whether the seats' verdict holds whoever plays: from the tournament's line-ups."""
    words, table = desk.words, desk.tournament.tables["seats_by_play"]
    doubtful = table.filter((pl.col("verdict") == ON_PLAY) & (pl.col("least_with") != pl.col("most_with"))).to_dicts()
    if doubtful:
        row = doubtful[0]
        told = words.say(
            "seats.on_play",
            seat=row["seat"] + 1,
            most=row["most_with"],
            most_points=words.signed(row["most_points"]),
            least=row["least_with"],
            least_points=words.signed(row["least_points"]),
        )
        return Holding(Holds.DEPENDS, told)
    if (table["verdict"] == ROBUST).all():
        return Holding(Holds.ROBUST, words.say("seats.robust", mixes=words.count(MIXES)))
    return Holding(Holds.UNSURE, words.say("seats.unsure"))


KIND = Kind(page)
