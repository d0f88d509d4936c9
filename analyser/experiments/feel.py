"""How a game feels: length, lead changes, runaways, comebacks, drama, when it is decided.

Methods: docs/explanation/methods.md#feel, #win-chances.
"""

import numpy as np
import polars as pl
from numpy.typing import ArrayLike

from analyser.core.arrays import Floats, Ints
from analyser.experiments.answer import ENGLISH, Answer, Played, Tables, is_share
from analyser.experiments.feel_verdict import ALIKE, FEEL, LEADER, feel_remarks, leader_verdict
from analyser.experiments.positions import MOST_OPTIONS, ROLLOUTS, positions
from analyser.experiments.sample import ExperimentSpec, Runner
from analyser.experiments.sentences import said
from analyser.experiments.trajectories import Trajectories, trajectories
from analyser.kernel.columns import OUTCOME, ROUNDS, UNFINISHED
from analyser.simulation.job import Job
from analyser.statistics.estimates import Estimates, mean_of_games
from analyser.statistics.feel import (
    decision_time,
    drama,
    false_favourite,
    idle_turns,
    lead_changes,
    leader_wins,
    makes_king,
    snowball,
    uncertainty,
    within,
)
from analyser.statistics.win_model import WinModel
from analyser.strategies.library import strongest

POSITION_GAMES = 4
LEAST_POSITIONS = 8
PRINTED: dict[str, tuple[str, ...]] = {
    FEEL: ("measure", "mean", "low", "high", "holds"),
    "lengths": (),
    "turns": (),
    "typical": (),
    "decided": (),
}
BY_CHANCES = ("drama", "decided_at", "false_favourite", "uncertainty")
TYPICAL = {"clear": 0.1, "usual": 0.5, "dramatic": 0.95}
"""A clear, a usual and a dramatic game, by their position in the order of drama."""


def feel(
    experiment: ExperimentSpec, pool: str | None, runner: Runner, turns: bool = False, limit: float | None = None
) -> Answer:
    """Measure how games feel: one strategy against itself, or a pool in balanced line-ups.

    `turns` adds the scores after every turn as a table; `limit` is how often the leader at half may win, in percent.
    """
    strategies = pool or strongest(experiment.game)
    job = experiment.job("fresh", strategies=strategies)
    played = trajectories(job, runner)
    found = followed_measures(played)
    tables: Tables = {"lengths": _lengths(played.lengths)}
    facts: dict[str, float] = {}
    if not experiment.brief:
        model = WinModel(played.followed(experiment.game))
        chances = Chances(played, model)
        found |= chances.measures() | choices_of(job, runner)
        tables |= {"typical": chances.typical(), "decided": chances.decided_by()}
        facts["calibration_error"] = model.calibration_error
    runner.steps.end()
    tables = {FEEL: _frame(found), **tables, **({"turns": _turns(played)} if turns else {})}
    title = said("title.feel", game=experiment.game.title, players=experiment.players, strategies=strategies)
    unfinished = int((played.games[OUTCOME] == UNFINISHED).sum())
    who = Played(
        *(experiment.game.key, experiment.players, experiment.seed, job.games, strategies),
        tuple(job.changed_settings()),
        unfinished,
    )
    verdict = leader_verdict(tables[FEEL], limit, job.games)
    remarks = feel_remarks(found, played.lengths, experiment.players, facts.get("calibration_error"))
    return Answer(title, who, (verdict,), tables, remarks, facts, PRINTED, {FEEL: ALIKE})


def games_of_feel(experiment: ExperimentSpec) -> float:
    """The games that are followed and, unless it is a check, those that are played from positions."""
    return experiment.games * (1 if experiment.brief else 1 + POSITION_GAMES)


def followed_measures(played: Trajectories) -> dict[str, Estimates]:
    """What the scores alone say, each with its error."""
    scores, lengths, wins, games, _ = played
    changes = lead_changes(scores, lengths)
    halves = leader_wins(scores, lengths, wins)
    return {
        "turns": _mean(lengths),
        "rounds": _mean(games[ROUNDS]),
        "lead_changes": _mean(changes),
        "lead_changes_rate": _mean(changes / np.maximum(lengths, 1)),
        LEADER: halves.contrast([[1, 0, 0]]),
        **({"second_at_half_wins_share": halves.contrast([[0, 0, 1]])} if wins.shape[1] > 2 else {}),
        "last_at_half_wins_share": halves.contrast([[0, 1, 0]]),
        "snowball": snowball(scores, lengths),
        "idle_turns_rate": _mean(idle_turns(scores, lengths)),
    }


class Chances:
    """The chances of all seats after each turn, in games with one winner."""

    def __init__(self, played: Trajectories, model: WinModel) -> None:
        self.model, self.alone = model, played.wins.max(1) == 1
        self.chances, self.lengths = model.chances[self.alone], played.lengths[self.alone]
        self.winner = played.wins[self.alone].argmax(1)
        self.drama = drama(self.chances, self.lengths, self.winner)
        self.decided = decision_time(self.chances, self.lengths, self.winner)

    def measures(self) -> dict[str, Estimates]:
        """What they say about a game, each with its error, which includes that of the fit."""
        found = self.model.errors(self._by_game)
        return {name: found.contrast([row]) for name, row in zip(BY_CHANCES, np.eye(len(BY_CHANCES)), strict=True)}

    def _by_game(self, chances: Floats) -> Floats:
        """games x measures; NaN where several won, or nobody."""
        some, lengths, winner = chances[self.alone], self.lengths, self.winner
        found = np.full((len(chances), len(BY_CHANCES)), np.nan)
        found[self.alone] = np.column_stack(
            [
                drama(some, lengths, winner),
                decision_time(some, lengths, winner),
                false_favourite(some, lengths, winner),
                uncertainty(some, lengths),
            ]
        )
        return found

    def typical(self) -> pl.DataFrame:
        """Three games, turn by turn: the chance of every seat. Turns and seats are counted from 1."""
        order = np.argsort(self.drama, kind="stable")
        tables = []
        for kind, part in TYPICAL.items():
            game = int(order[int(part * (len(order) - 1))])
            chances = self.chances[game, : self.lengths[game]]
            turn, seat = np.indices(chances.shape)
            columns = {"turn": turn.ravel() + 1, "seat": seat.ravel() + 1, "chance_share": chances.ravel()}
            tables.append(pl.DataFrame({"kind": kind, **columns}))
        return pl.concat(tables)

    def decided_by(self) -> pl.DataFrame:
        """The share of games that are decided when a part of their turns is over."""
        parts, games = np.unique(self.decided, return_counts=True)
        return pl.DataFrame({"part_share": parts, "decided_rate": np.cumsum(games) / len(self.decided)})


def choices_of(job: Job, runner: Runner) -> dict[str, Estimates]:
    """What choices are worth in sampled positions, each played to the end: four games for each that was followed.

    Kingmaking needs three players.
    """
    wanted = max(job.games * POSITION_GAMES // (MOST_OPTIONS * ROLLOUTS), LEAST_POSITIONS)
    sampled, forced = positions(job, wanted, runner)
    found = {"forced_decisions_rate": _mean(forced)}
    free = [one for one in sampled if one.options > 1]
    if len(free) > 1:
        found["agency"] = _mean([one.agency for one in free])
        found["same_winner_rate"] = _mean([one.same_winner for one in free])
    if job.players > 2 and len(sampled) > 1:
        found["kingmaking_rate"] = _rare([makes_king(one.wins, one.seat) for one in sampled])
    return found


def _rare(happened: list[bool]) -> Estimates:
    """How often something rare happens; for its error, two more cases and two more non-cases are counted."""
    n = len(happened) + 4
    share = (sum(happened) + 2) / n
    return Estimates(np.array([np.mean(happened)]), np.array([[share * (1 - share) / n]]), len(happened))


def _mean(values: ArrayLike) -> Estimates:
    return mean_of_games(np.asarray(values, float)[:, None], 1)


def _frame(found: dict[str, Estimates]) -> pl.DataFrame:
    rows = []
    for name, one in found.items():
        (low,), (high,) = one.separate()
        least, most = (0.0, 1.0) if is_share(name) else (-np.inf, np.inf)
        ends = (float(max(low, least)), float(min(high, most)))
        rows.append((name, float(one.value[0]), *ends, ENGLISH.say(f"measure.{name}")))
    return pl.DataFrame(rows, schema=["measure", "mean", "low", "high", "meaning"], orient="row")


def _turns(played: Trajectories) -> pl.DataFrame:
    """The score of every seat after every turn, long form; turns and seats from 1."""
    scores = played.scores
    game, turn = np.nonzero(within(played.lengths, scores.shape[1]))
    seats = scores.shape[2]
    columns = {
        "game": np.repeat(game, seats),
        "turn": np.repeat(turn + 1, seats),
        "seat": np.tile(np.arange(1, seats + 1), len(game)),
    }
    return pl.DataFrame(columns | {"score": scores[game, turn].ravel()})


def _lengths(lengths: Ints) -> pl.DataFrame:
    turns, games = np.unique(lengths, return_counts=True)
    return pl.DataFrame({"turns": turns, "games": games})
