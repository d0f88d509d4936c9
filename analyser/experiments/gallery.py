"""Games worth watching, of those that were followed turn by turn, and the chances of every seat in them.

Chances: docs/explanation/methods.md#win-chances.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from analyser.core.arrays import Floats
from analyser.experiments.decisive import Card, Decided
from analyser.experiments.feel import Chances
from analyser.experiments.sample import Runner
from analyser.experiments.trajectories import Trajectories, follow, joined, trajectories
from analyser.games.loader import find_game
from analyser.kernel.columns import OUTCOME, UNFINISHED
from analyser.simulation.engine import make_ready
from analyser.simulation.job import Job
from analyser.simulation.recording import Recording, recordings
from analyser.statistics.win_model import WinModel

FOLLOWED = 500
"""Games from which the chances are learned, if none were followed before."""
LEAST_GAMES = 100
"""With fewer the chances would be guesses."""


@dataclass(frozen=True)
class Shown:
    """A game to watch: why, what happened, and the chances after each turn (turns x seats), if they are known."""

    kind: str
    game: str
    recording: Recording
    chances: list[list[float]]
    command: str
    card: Card | None = None
    """What decided it, of a game that a card decided."""
    decided: Decided | None = None


Deciding = tuple[Card, Decided]


def gallery(job: Job, runner: Runner, deciding: Deciding | None = None) -> list[Shown]:
    """The shortest, the longest, the greatest comeback, the most dramatic and the most typical game of a job; and one
    that a card decided.
    """
    played = trajectories(job, runner)
    model = WinModel(played.followed(find_game(job.game)))
    kinds = chosen(played, model)
    if deciding is not None:
        kinds["card"] = deciding[1].number
    found = {one.number: one for one in recordings(job, sorted(set(kinds.values())))}
    shown = [_shown(kind, job, found[number], model.chances[number]) for kind, number in kinds.items()]
    return [*shown[:-1], replace(shown[-1], card=deciding[0], decided=deciding[1])] if deciding else shown


def chosen(played: Trajectories, model: WinModel) -> dict[str, int]:
    """The numbers of the games, by what they show. Games that were broken off are left out."""
    ended = np.flatnonzero(played.games[OUTCOME] != UNFINISHED)
    lengths = played.lengths[ended]
    found = {"shortest": int(ended[lengths.argmin()]), "longest": int(ended[lengths.argmax()])}
    chances = Chances(played, model)
    if not len(chances.winner):
        return found
    alone = np.flatnonzero(chances.alone)
    found["comeback"] = int(alone[lowest_chances(chances).argmin()])
    order = np.argsort(chances.drama, kind="stable")
    found["dramatic"] = int(alone[order[-1]])
    found["typical"] = int(alone[order[len(order) // 2]])
    return found


def lowest_chances(chances: Chances) -> Floats:
    """The lowest chance that the winner of each game had after any turn of its second half."""
    n_turns = chances.chances.shape[1]
    mine = chances.chances[np.arange(len(chances.winner)), :, chances.winner]
    turns = np.arange(n_turns)[None, :]
    counted = (turns >= chances.lengths[:, None] // 2) & (turns < chances.lengths[:, None])
    return np.asarray(np.where(counted, mine, 1.0).min(1), float)


def one_game(job: Job, number: int, runner: Runner) -> Shown:
    """One game of a job, with chances that are learned from its first games."""
    (recording,) = recordings(job, [number])
    return _shown("chosen", job, recording, chances_of(job, number, runner))


def chances_of(job: Job, number: int, runner: Runner) -> Floats:
    """The chances after each turn of one game: turns x seats; none if there are too few games to learn them from."""
    others = replace(job, games=min(job.games, FOLLOWED))
    make_ready(find_game(job.game), job.strategies, runner.note)
    if others.games < LEAST_GAMES:
        return np.zeros((0, job.players))
    if number < others.games:
        played, row = trajectories(others, runner), number
    else:
        parts = [follow(others, 0, others.games, runner.count), follow(job, number, 1, runner.count)]
        played, row = joined(replace(others, games=others.games + 1), parts), others.games
    return np.asarray(WinModel(played.followed(find_game(job.game))).chances[row], float)


def _shown(kind: str, job: Job, recording: Recording, chances: Sequence[Sequence[float]] | Floats) -> Shown:
    known = np.array(chances, float)[: len(recording.turns)]
    if len(known) and any(recording.wins):
        known[-1] = np.array(recording.wins) / sum(recording.wins)
    return Shown(kind, job.game, recording, known.round(3).tolist(), replay_command(job, recording.number))


def replay_command(job: Job, number: int) -> str:
    """The command that shows a game again."""
    return job.replay_command(number).replace("analyse play", "analyse replay", 1) + " --html"
