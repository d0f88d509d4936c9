"""How a game feels: length, lead changes, runaways, comebacks, drama, when it is decided (methods section 5)."""

from typing import Any

import numpy as np
import polars as pl

from analyser.columns import OUTCOME, ROUNDS, UNFINISHED, WHOLE_WIN, WIN
from analyser.engine import Engine, Table, make_ready, outputs
from analyser.experiments.answer import Answer
from analyser.experiments.catalogue import read_catalogue
from analyser.experiments.sample import Asked, Lab
from analyser.job import Job
from analyser.kernel import MAX_TRACE
from analyser.registry import find_game
from analyser.statistics.estimates import Estimates, mean_of_games
from analyser.statistics.feel import (
    decision_time,
    drama,
    false_favourite,
    lead_changes,
    leader_wins,
    snowball,
    uncertainty,
)
from analyser.statistics.win_model import WinModel, fit_chances

WELL_CALIBRATED = 0.02
PRINTED: dict[str, tuple[str, ...]] = {"feel": ("measure", "mean", "low", "high"), "lengths": ()}
MEANINGS = {
    "turns": "turns of a game",
    "rounds": "rounds of a game",
    "lead_changes": "turns after which others lead than before",
    "lead_changes_rate": "the same, per turn",
    "leader_at_half_wins_share": "win share of who leads at half",
    "last_at_half_wins_share": "win share of who is last at half",
    "snowball": "points gained in the third quarter for each point of lead at half",
    "drama": "how far the later winner is behind the favourite, in chances, on average",
    "decided_at": "part of the game after which the winner's chance stays above 80 %",
    "false_favourite": "highest chance of a loser",
    "uncertainty": "how open the game is on average: 1 all equally likely, 0 certain",
}


def trajectories(job: Job, lab: Lab) -> tuple[Any, Any, Any, Any]:
    """Scores after each turn (games x turns x seats), turns, win shares and the games' rows, played one by one."""
    game = find_game(job.game)
    make_ready(game, job.strategies, lab.note)
    engine, room = Engine(game, job.strategies), Table(game, dict(job.settings), job.players)
    room.work.traced, room.work.replays = 1, job.replays
    lineups = job.plan.seating(0, job.games, job.rotations)
    games, seats = outputs(game, job.games, job.players)
    records = (room.table, room.hidden, room.work)
    paths = []
    for row in range(job.games):
        luck = (job.seed, 0, row, row + 1, job.sharing)
        engine.play(*luck, lineups, engine.choosers, engine.traits, *records, games, seats)
        paths.append(room.work.scores[: min(int(room.work.n_traced), MAX_TRACE), : job.players].astype(np.int32))
        lab.progress(1, None)
    lengths = np.array([len(path) for path in paths])
    scores = np.zeros((job.games, int(lengths.max()), job.players), np.int32)
    for row, path in enumerate(paths):
        scores[row, : len(path)] = path
    return scores, lengths, seats[WIN].reshape(job.games, -1) / WHOLE_WIN, games


def feel(asked: Asked, pool: str | None, lab: Lab) -> Answer:
    """Measure how games feel: one strategy against itself, or a pool in balanced line-ups."""
    strategies = pool or read_catalogue(asked.game).base
    job = asked.job("fresh", strategies=strategies)
    scores, lengths, wins, games = trajectories(job, lab)
    model = fit_chances(scores, lengths, wins)
    found = measures(scores, lengths, wins, model) | {"rounds": _mean(games[ROUNDS])}
    rows = []
    for name, one in found.items():
        low, high = one.separate()
        rows.append((name, float(one.value[0]), float(low[0]), float(high[0]), MEANINGS[name]))
    frame = pl.DataFrame(rows, schema=["measure", "mean", "low", "high", "meaning"], orient="row")
    unfinished = int((games[OUTCOME] == UNFINISHED).sum())
    title = f"{asked.game.title}, {asked.players} players, {strategies}: how a game feels"
    facts = {"game": asked.game.name, "players": asked.players, "seed": asked.seed, "games": job.games}
    facts |= {"strategies": strategies, "unfinished": unfinished, "settings": job.changed_settings()}
    headlines = _headlines(found, lengths, asked.players, model, unfinished)
    more = {"calibration_error": model.calibration_error}
    return Answer(title, facts, headlines, {"feel": frame, "lengths": _lengths(lengths)}, more=more, printed=PRINTED)


def measures(scores: Any, lengths: Any, wins: Any, model: WinModel) -> dict[str, Estimates]:
    """All measures with their errors; those of the winner's chances from games that have one winner."""
    changes = lead_changes(scores, lengths)
    halves = leader_wins(scores, lengths, wins)
    alone = wins.max(1) == 1
    chances, turns, winner = model.chances[alone], lengths[alone], wins[alone].argmax(1)
    return {
        "turns": _mean(lengths),
        "lead_changes": _mean(changes),
        "lead_changes_rate": _mean(changes / np.maximum(lengths, 1)),
        "leader_at_half_wins_share": halves.contrast([[1, 0]]),
        "last_at_half_wins_share": halves.contrast([[0, 1]]),
        "snowball": snowball(scores, lengths),
        "drama": _mean(drama(chances, turns, winner)),
        "decided_at": _mean(decision_time(chances, turns, winner)),
        "false_favourite": _mean(false_favourite(chances, turns, winner)),
        "uncertainty": _mean(uncertainty(chances, turns)),
    }


def _mean(values: Any) -> Estimates:
    return mean_of_games(np.asarray(values, float)[:, None], 1)


def _lengths(lengths: Any) -> pl.DataFrame:
    turns, games = np.unique(lengths, return_counts=True)
    return pl.DataFrame({"turns": turns, "games": games})


NO_SNOWBALL = {2: 0.75, 3: 0.645, 4: 0.577}
"""How often the leader at half wins a race of independent steps."""


def _headlines(found: dict[str, Estimates], lengths: Any, players: int, model: WinModel, unfinished: int) -> list[str]:
    def told(name: str, form: str = ".2f") -> str:
        low, high = found[name].separate()
        return f"{found[name].value[0]:{form}} ({low[0]:{form}} to {high[0]:{form}})"

    low, high = np.quantile(lengths, [0.05, 0.95])
    even = f" (a race of independent steps: {NO_SNOWBALL[players]:.1%})" if players in NO_SNOWBALL else ""
    calibrated = (
        "well calibrated" if model.calibration_error <= WELL_CALIBRATED else "poorly calibrated: take with care"
    )
    return [
        f"Length: {told('turns', '.1f')} turns, 90 % of games {low:.0f} to {high:.0f}; unfinished {unfinished:,}.",
        f"The lead changes {told('lead_changes')} times a game.",
        f"Who leads at half wins {told('leader_at_half_wins_share', '.1%')}{even}; "
        f"who is last then {told('last_at_half_wins_share', '.1%')}.",
        f"A game is decided after {told('decided_at', '.0%')} of its turns; drama {told('drama')}. Chances from "
        f"scores are {calibrated} ({100 * model.calibration_error:.1f} points off on games not used to fit).",
    ]
