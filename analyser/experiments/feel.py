"""How a game feels: length, lead changes, runaways, comebacks, drama, when it is decided (methods section 5)."""

from typing import Any

import numpy as np
import polars as pl

from analyser.columns import OUTCOME, ROUNDS, UNFINISHED, WHOLE_WIN, WIN
from analyser.engine import Engine, Table, make_ready, outputs
from analyser.experiments.answer import Answer, is_share
from analyser.experiments.catalogue import read_catalogue
from analyser.experiments.positions import MOST_OPTIONS, ROLLOUTS, positions
from analyser.experiments.sample import Asked, Lab
from analyser.job import Job
from analyser.kernel import MAX_TRACE
from analyser.registry import find_game
from analyser.statistics.estimates import Estimates, mean_of_games
from analyser.statistics.feel import (
    all_the_same,
    decision_time,
    drama,
    false_favourite,
    idle_turns,
    lead_changes,
    leader_wins,
    makes_king,
    option_gap,
    snowball,
    uncertainty,
    within,
)
from analyser.statistics.win_model import WinModel, fit_chances

WELL_CALIBRATED = 0.02
POSITION_GAMES = 2
LEAST_POSITIONS = 8
PRINTED: dict[str, tuple[str, ...]] = {"feel": ("measure", "mean", "low", "high"), "lengths": (), "turns": ()}
MEANINGS = {
    "turns": "turns of a game",
    "rounds": "rounds of a game",
    "lead_changes": "turns after which others lead than before",
    "lead_changes_rate": "the same, per turn",
    "leader_at_half_wins_share": "win share of who leads at half",
    "second_at_half_wins_share": "win share of who is next after the leaders at half",
    "last_at_half_wins_share": "win share of who is last at half",
    "snowball": "points gained in the third quarter for each point of lead at half",
    "drama": "how far the later winner is behind the favourite, in chances, on average",
    "decided_at": "part of the game after which the winner's chance stays above 80 %",
    "false_favourite": "highest chance of a loser",
    "uncertainty": "how open the game is on average: 1 all equally likely, 0 certain",
    "idle_turns_rate": "turns after which nobody's score has changed",
    "forced_decisions_rate": "decisions with a single legal choice",
    "agency": "what the best choice wins more than the mean choice, as a share of the win",
    "same_winner_rate": "games played on from a position in which all choices tried end with the same winner",
    "kingmaking_rate": "positions in which a player without a chance can move 25 points between two others",
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


def feel(asked: Asked, pool: str | None, lab: Lab, turns: bool = False) -> Answer:
    """Measure how games feel: one strategy against itself, or a pool in balanced line-ups.

    `turns` adds the scores after every turn as a table.
    """
    strategies = pool or read_catalogue(asked.game).base
    job = asked.job("fresh", strategies=strategies)
    scores, lengths, wins, games = trajectories(job, lab)
    model = fit_chances(scores, lengths, wins)
    found = measures(scores, lengths, wins, model) | {"rounds": _mean(games[ROUNDS])}
    found |= {} if asked.brief else choices_of(job, lab)
    tables = {"feel": _frame(found), "lengths": _lengths(lengths)} | (
        {"turns": _turns(scores, lengths)} if turns else {}
    )
    unfinished = int((games[OUTCOME] == UNFINISHED).sum())
    title = f"{asked.game.title}, {asked.players} players, {strategies}: how a game feels"
    facts = {"game": asked.game.name, "players": asked.players, "seed": asked.seed, "games": job.games}
    facts |= {"strategies": strategies, "unfinished": unfinished, "settings": job.changed_settings()}
    headlines = _headlines(found, lengths, asked.players, model, unfinished)
    return Answer(title, facts, headlines, tables, more={"calibration_error": model.calibration_error}, printed=PRINTED)


def _frame(found: dict[str, Estimates]) -> pl.DataFrame:
    rows = []
    for name, one in found.items():
        (low,), (high,) = one.separate()
        least, most = (0.0, 1.0) if is_share(name) else (-np.inf, np.inf)
        rows.append((name, float(one.value[0]), float(max(low, least)), float(min(high, most)), MEANINGS[name]))
    return pl.DataFrame(rows, schema=["measure", "mean", "low", "high", "meaning"], orient="row")


def _turns(scores: Any, lengths: Any) -> pl.DataFrame:
    """The score of every seat after every turn, long form; turns from 1."""
    game, turn = np.nonzero(within(lengths, scores.shape[1]))
    seats = scores.shape[2]
    columns = {
        "game": np.repeat(game, seats),
        "turn": np.repeat(turn + 1, seats),
        "seat": np.tile(np.arange(seats), len(game)),
    }
    return pl.DataFrame(columns | {"score": scores[game, turn].ravel()})


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
        "leader_at_half_wins_share": halves.contrast([[1, 0, 0]]),
        **({"second_at_half_wins_share": halves.contrast([[0, 0, 1]])} if wins.shape[1] > 2 else {}),
        "last_at_half_wins_share": halves.contrast([[0, 1, 0]]),
        "snowball": snowball(scores, lengths),
        "drama": _mean(drama(chances, turns, winner)),
        "decided_at": _mean(decision_time(chances, turns, winner)),
        "false_favourite": _mean(false_favourite(chances, turns, winner)),
        "uncertainty": _mean(uncertainty(chances, turns)),
        "idle_turns_rate": _mean(idle_turns(scores, lengths)),
    }


def choices_of(job: Job, lab: Lab) -> dict[str, Estimates]:
    """What choices are worth in sampled positions, played on from each of them; as many games again as were followed.

    Kingmaking needs three players.
    """
    sampled, forced = positions(job, max(job.games * POSITION_GAMES // (MOST_OPTIONS * ROLLOUTS), LEAST_POSITIONS), lab)
    found = {"forced_decisions_rate": _mean(forced)}
    free = [one for one in sampled if one.options > 1]
    if len(free) > 1:
        found["agency"] = _mean([option_gap(one.wins, one.seat) for one in free])
        found["same_winner_rate"] = _mean([all_the_same(one.wins) for one in free])
    if job.players > 2 and len(sampled) > 1:
        found["kingmaking_rate"] = _rare([makes_king(one.wins, one.seat) for one in sampled])
    return found


def _rare(happened: list[bool]) -> Estimates:
    """How often something rare happens; the error as if it had happened twice more, and not happened twice more."""
    n = len(happened) + 4
    share = (sum(happened) + 2) / n
    return Estimates(np.array([np.mean(happened)]), np.array([[share * (1 - share) / n]]), len(happened))


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
    name = "second_at_half_wins_share"
    second = f"who is next then {told(name, '.1%')}; " if name in found else ""
    calibrated = (
        "well calibrated" if model.calibration_error <= WELL_CALIBRATED else "poorly calibrated: take with care"
    )
    return [
        f"Length: {told('turns', '.1f')} turns, 90 % of games {low:.0f} to {high:.0f}; unfinished {unfinished:,}.",
        f"The lead changes {told('lead_changes')} times a game.",
        f"Who leads at half wins {told('leader_at_half_wins_share', '.1%')}{even}; "
        f"{second}who is last then {told('last_at_half_wins_share', '.1%')}.",
        f"A game is decided after {told('decided_at', '.0%')} of its turns; drama {told('drama')}. Chances from "
        f"scores are {calibrated} ({100 * model.calibration_error:.1f} points off on games not used to fit).",
        _choices_sentence(found),
    ]


def _choices_sentence(found: dict[str, Estimates]) -> str:
    """How much choices matter, to oneself and to others."""
    text = "Choices: "
    for name, words in (
        ("forced_decisions_rate", "{:.1f} % of decisions leave none ({:.1f} to {:.1f})"),
        ("idle_turns_rate", "{:.1f} % of turns change no score ({:.1f} to {:.1f})"),
        ("same_winner_rate", "{:.1f} % of games end the same whichever choice is made ({:.1f} to {:.1f})"),
        ("agency", "the best choice wins {:.1f} points more than the mean one ({:.1f} to {:.1f})"),
        (
            "kingmaking_rate",
            "in {:.1f} % of positions ({:.1f} to {:.1f}) a player without a chance can make another win",
        ),
    ):
        if name in found:
            (low,), (high,) = found[name].separate()
            text += ("" if text.endswith(": ") else "; ") + words.format(
                *(100 * max(float(one), 0.0) for one in (found[name].value[0], low, high))
            )
    return f"{text}."
