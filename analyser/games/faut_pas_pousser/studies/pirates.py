"""How many points each pirate brings: by its fall, or at the end on the plank, the Captain's bonus included."""

from collections import Counter
from typing import Any

import numpy as np
import polars as pl

from analyser.experiments.catalogue import Question
from analyser.experiments.positions import Study
from analyser.experiments.sample import Asked, Lab
from analyser.games.faut_pas_pousser.table import CAPTAIN, CREWS, PIRATES, pirate_of
from analyser.statistics.estimates import mean_of_games
from analyser.statistics.values import verdicts


def answer(asked: Asked, question: Question, who: str, lab: Lab) -> pl.DataFrame:
    """A row a pirate: its mean points, and how far they are from the mean of a crew's six, with joint intervals."""
    job = asked.job(strategies=who)
    study = Study(job)
    study.room.work.traced = 1
    brought, stayed = [], []
    for game in range(job.games):
        study.play(game)
        falls, plank = followed(study.room)
        brought.append((falls + plank)[: job.players].mean(0))
        stayed.append((plank[: job.players] > 0).mean(0))
        lab.progress(1, None)
    labels = [_name(card, value) for card, value in enumerate(study.room.table.pirate_values)]
    return _table(labels, np.array(brought), np.array(stayed))


def _table(labels: list[str], brought: Any, stayed: Any) -> pl.DataFrame:
    above = mean_of_games(brought - brought.mean(1, keepdims=True), 1)
    low, high = above.joint()
    rows = {"level": labels, "score": brought.mean(0), "above_mean_score": above.value}
    rows |= {"low_score": low, "high_score": high, "aboard_rate": stayed.mean(0), "verdict": verdicts(low, high)}
    return pl.DataFrame(rows | {"games": [len(brought)] * PIRATES})


def _name(card: int, value: Any) -> str:
    return f"{value} (Captain)" if card == CAPTAIN else str(value)


def told(table: pl.DataFrame) -> str:
    """All pirates with their points; the best and the worst with their distance from the mean."""
    each = ", ".join(f"{row['level']}: {row['score']:.2f}" for row in table.to_dicts())
    order = table.sort("above_mean_score", descending=True).to_dicts()
    ends = [
        f"{row['level']} {row['above_mean_score']:+.2f} ({row['low_score']:+.2f} to {row['high_score']:+.2f})"
        for row in (order[0], order[-1])
    ]
    return f"{each}. Above the mean of the six: {'; '.join(ends)}."


def followed(room: Any) -> tuple[Any, Any]:
    """Points by fall and by place on the plank at the end of a game that was traced: crews x pirates."""
    table, planks = room.table, room.work.scores[: room.work.n_traced, CREWS:]
    cards = {int(value): card for card, value in enumerate(table.pirate_values)}
    falls, plank = np.zeros((CREWS, PIRATES)), np.zeros((CREWS, PIRATES))
    standing = [(crew, int(table.opening[crew])) for crew in range(CREWS)]
    n_fallen = 0
    for lanes in planks.tolist():
        after = [pirate_of(lane) for lane in lanes]
        for crew, value in Counter(standing) - Counter(after):
            falls[crew, cards[value]] += 1 + n_fallen // table.pile_size
            n_fallen += 1
        standing = after
    for slot, (crew, value) in enumerate(standing):
        bonus = table.captain_bonus if cards[value] == CAPTAIN else 0
        plank[crew, cards[value]] += table.plank_points[slot] + bonus
    return falls, plank
