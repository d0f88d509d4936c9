"""How does a game feel? Rivers of chances, when it is decided, whether a lead runs away."""

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from analyser.experiments.feel import NO_SNOWBALL, choices_of, measures, trajectories
from analyser.report.charts import COLOURS, SAMPLES, SMALL, numbers, plain, river
from analyser.report.holding import told_by
from analyser.report.page import Page, Table, table_of
from analyser.report.questions.kind import Kind
from analyser.report.questions.seats import decided_by
from analyser.report.verdicts import Holding, Level, Verdict, excess, games_to_decide, within
from analyser.report.words import Words
from analyser.statistics.estimates import Estimates
from analyser.statistics.feel import decision_time, drama, leader_wins
from analyser.statistics.win_model import fit_chances

if TYPE_CHECKING:
    from analyser.report.desk import Desk
    from analyser.report.recipe import Ask

SHARES = ("last_at_half_wins_share", "decided_at")


def page(desk: "Desk", ask: "Ask") -> Page:
    """One strategy against itself, scores followed turn by turn."""
    words = desk.words
    job = desk.asked_for(ask).job("fresh", strategies=desk.base)
    scores, lengths, wins, _ = trajectories(job, desk.lab)
    model = fit_chances(scores, lengths, wins)
    found = measures(scores, lengths, wins, model) | choices_of(job, desk.lab)
    alone = wins.max(1) == 1
    rivers = Rivers(model.chances[alone], lengths[alone], wins[alone].argmax(1))
    calibration = words.number(100 * model.calibration_error)
    answer = verdict(found["leader_at_half_wins_share"], desk, job.games)
    holding = _holds(desk, ask, answer)
    return Page(
        ask.name,
        words.told(ask.title),
        (answer.held(holding),),
        lambda figure: rivers.draw(figure, words),
        words.say("feel.caption"),
        _table(found, words),
        (
            words.say("feel.method", games=words.count(job.games), base=desk.base, error=calibration),
            *_even(desk.asked.players, words),
            holding.sentence,
        ),
        (_decided(found, words),),
    )


def verdict(found: Estimates, desk: "Desk", games: int) -> Verdict:
    """How often who leads at half wins, against what the designer tolerates."""
    words, limit = desk.words, desk.tolerance("leader_percent")
    value, low, high = float(found.value[0]), *(float(end[0]) for end in found.separate())
    facts = {"share": words.percent(value), "between": words.between_shares(low, high)}
    if limit is None:
        return Verdict(Level.TOLD, words.say("feel.told", **facts))
    level = within(low, high, 0.0, limit / 100)
    needed = games_to_decide(games, value, low, high, limit / 100)
    facts |= {"limit": words.percent(limit / 100, 0), "games": decided_by(needed, words)}
    return Verdict(level, words.say(f"feel.{level}", **facts), excess(value, 0.0, limit / 100))


def _holds(desk: "Desk", ask: "Ask", mine: Verdict) -> Holding:
    """The leader at half again, with the other strategies of the recipe."""
    others = {}
    for field in desk.recipe.fields:
        if field != desk.base:
            job = desk.asked_for(ask).job("fresh", strategies=field)
            scores, lengths, wins, _ = trajectories(job, desk.lab)
            others[field] = verdict(leader_wins(scores, lengths, wins).contrast([[1, 0, 0]]), desk, job.games)
    return told_by(mine, others, desk.base, desk.words)


def _decided(found: dict[str, Estimates], words: Words) -> str:
    shares = {name: _share(found[name], words) for name in SHARES}
    low, high = (float(end[0]) for end in found["lead_changes"].separate())
    changes = f"{words.number(float(found['lead_changes'].value[0]))} ({words.between(low, high)})"
    return words.say(
        "feel.decided", decided=shares["decided_at"], last=shares["last_at_half_wins_share"], changes=changes
    )


def _share(found: Estimates, words: Words) -> str:
    low, high = (float(end[0]) for end in found.separate())
    return f"{words.percent(float(found.value[0]))} ({words.between_shares(low, high)})"


def _even(players: int, words: Words) -> tuple[str, ...]:
    if players not in NO_SNOWBALL:
        return ()
    return (words.say("feel.even", share=words.percent(NO_SNOWBALL[players])),)


class Rivers:
    """Games with one winner: their chances, and which of them are typical."""

    def __init__(self, chances: Any, lengths: Any, winner: Any) -> None:
        self.chances, self.lengths = chances, lengths
        self.drama = drama(chances, lengths, winner)
        self.decided = decision_time(chances, lengths, winner)

    def typical(self) -> dict[str, int]:
        """A clear game, one of middling drama, and one of the most dramatic: by their place in the order of drama."""
        order = np.argsort(self.drama, kind="stable")
        places = {"clear": 0.1, "usual": 0.5, "dramatic": 0.95}
        return {name: int(order[int(part * (len(order) - 1))]) for name, part in places.items()}

    def draw(self, figure: Any, words: Words) -> None:
        """Three rivers above, and below when games are decided."""
        axes = figure.subplot_mosaic([["clear", "usual", "dramatic"], ["decided"] * 3], height_ratios=[1.15, 1.0])
        seats = [words.say("seat", seat=k + 1) for k in range(self.chances.shape[2])]
        for name, game in self.typical().items():
            river(axes[name], self.chances[game, : self.lengths[game]], words, words.say(f"feel.{name}"), seats)
            axes[name].set_xlabel(words.say("turns"), fontsize=SMALL)
        axes["clear"].set_ylabel(words.say("feel.chances"), fontsize=SMALL)
        axes["dramatic"].legend(fontsize=7, frameon=False, loc="upper left", bbox_to_anchor=(1.0, 1.0), **SAMPLES)
        times = np.sort(self.decided)
        axes["decided"].step(100 * times, 100 * np.arange(1, len(times) + 1) / len(times), color=COLOURS[0])
        axes["decided"].set_xlabel(words.say("feel.part"), fontsize=SMALL)
        axes["decided"].set_ylabel(words.say("feel.games_decided"), fontsize=SMALL)
        axes["decided"].set_xlim(0, 100)
        axes["decided"].grid(color="#EEEEEE")
        plain(axes["decided"])
        numbers(axes["decided"].xaxis, words)
        numbers(axes["decided"].yaxis, words)


def _table(found: dict[str, Estimates], words: Words) -> Table:
    rows = []
    for name, one in found.items():
        low, high = one.separate()
        rows.append({"measure": name, "mean": float(one.value[0]), "low": float(low[0]), "high": float(high[0])})
    return table_of(
        pl.DataFrame(rows),
        [
            ("measure", words.say("column.measure"), lambda x: words.say(f"measure.{x}")),
            ("mean", words.say("column.mean"), lambda x: words.number(x, 3)),
            ("low", words.say("column.low"), lambda x: words.number(x, 3)),
            ("high", words.say("column.high"), lambda x: words.number(x, 3)),
        ],
    )


KIND = Kind(page)
