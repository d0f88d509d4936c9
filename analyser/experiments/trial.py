"""`analyse try GAME`: is the contract kept? Then a first race, and a first verdict."""

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import add

import numpy as np
import polars as pl

from analyser.core.errors import BadInput
from analyser.games.definition import Game
from analyser.games.settings import show
from analyser.simulation.engine import Note, make_ready
from analyser.simulation.executor import Workers, play_all
from analyser.simulation.honesty import watched
from analyser.simulation.job import Job, make_job
from analyser.simulation.other_process import ask
from analyser.simulation.part import play_part
from analyser.simulation.summary import Summary, summarise
from analyser.strategies.library import default_field, find_strategy
from analyser.strategies.strategy import RANDOM

GAMES = 10_000
"""Random games in which nothing may go wrong, over all numbers of players."""
SOME_GAMES = 200
UNFINISHED = 0.01
"""The part of random games that may reach the limit of turns."""
AHEAD = "lookahead:games=32"


def check_game(game: Game, decision_timeout: float, note: Note) -> Iterator[str]:
    """What was checked, one sentence each; a breach is an error."""
    yield f"read: {game.title}, {players_text(game)} players, settings: {len(game.settings())}"
    yield f"rules connected; kinds of decision: {len(game.rules.lists)}, choices: {game.rules.max_choices:,} at most"
    make_ready(game, [find_strategy(game, RANDOM)], note)
    yield "compiled"
    each = -(-GAMES // len(game.players))
    for players in game.players:
        yield check_games(game, players, each, decision_timeout)
    yield check_settings(game, decision_timeout)
    for players in {game.players[0], game.players[-1]}:
        yield watch(game, players)
    own = len(game.columns.games) + len(game.columns.seats)
    yield f"columns of its own: {own}; names that never: and always: take: {len(game.rules.restrictable)}"


def players_text(game: Game) -> str:
    """The numbers of players."""
    return ", ".join(map(str, game.players))


def tables_of(job: Job, decision_timeout: float) -> dict[str, pl.DataFrame]:
    """The games of a small job."""
    return play_part(job, 0, decision_timeout, None, lambda n: None).tables


def check_games(game: Game, players: int, n: int, decision_timeout: float) -> str:
    """Random games: wins add up to one, scores are ranked, games end, and all is the same twice."""
    job = make_job(game, players, RANDOM, None, None, n, part_games=n)
    first, again = (tables_of(job, decision_timeout) for _ in range(2))
    where = f"{game.file or game.name}, with {players} players"
    if not all(first[name].equals(again[name]) for name in first):
        raise BadInput(
            f"{where}: the same seed does not give the same games. Draw only with roll, pick, chance, shuffle."
        )
    check_wins(first["games"], first["seats"], where)
    late = float((first["games"]["outcome"].cast(pl.String) == "unfinished").to_numpy().mean())
    if late > UNFINISHED:
        raise BadInput(
            f"{where}: {late:.1%} of random games reach the limit of turns (MAX_TURNS) and count as unfinished. "
            f"Expected: at most {UNFINISHED:.0%}. Correct is_over, or raise MAX_TURNS."
        )
    turns = float(first["games"]["rounds"].to_numpy().mean())
    return f"{players} players: {n:,} random games, wins add up, scores ranked, the same twice; {turns:.1f} rounds"


def check_wins(games: pl.DataFrame, seats: pl.DataFrame, where: str) -> None:
    """Every game has one win to share, or none."""
    wins = seats.group_by("game", maintain_order=True).agg(pl.col("win").cast(pl.Float64).sum())["win"].to_numpy()
    ended = games["outcome"].cast(pl.String).is_in(["won", "shared"]).to_numpy()
    if not np.allclose(wins, ended, atol=1e-5):
        number = int(np.flatnonzero(~np.isclose(wins, ended, atol=1e-5))[0])
        raise BadInput(
            f"{where}: the shares of the win add up to {wins[number]:g} in game {number}. Expected: 1, or 0."
        )
    unranked = seats.filter((pl.col("win") > 0) & (pl.col("rank") != 1)).height
    if unranked:
        raise BadInput(f"{where}: {unranked} winners do not have rank 1. Expected: the game ranks its scores.")


def check_settings(game: Game, decision_timeout: float) -> str:
    """Every setting can have every value worth trying."""
    tried = 0
    for name, one in game.settings().items():
        for value in one.worth_trying:
            job = make_job(game, None, RANDOM, None, None, SOME_GAMES, assignments=[f"{name}={show(value)}"])
            tables_of(job, decision_timeout)
            tried += 1
    return f"every setting laid out and used; other values played: {tried}"


def watch(game: Game, players: int) -> str:
    """Lists and redeals, decision by decision."""
    found = ask(watched, game.key, players, failure=f"{game.file}: the game cannot be watched uncompiled")
    where = f"{game.file or game.name}, with {players} players"
    if found.misses:
        raise BadInput(f"{where}: in {found.misses} decisions another number of choices is listed than asked for.")
    if found.leaks:
        raise BadInput(
            f"{where}: in {found.leaks} of {found.decisions} decisions a redeal changes what the seat knows, or "
            "the view shows what is hidden. Expected: redeal(table, seat) draws only what this seat cannot know."
        )
    if found.odd:
        raise BadInput(f"{where}: redeal is not honest. {'; '.join(found.odd[:3])}. Expected: as often as in truth.")
    return f"{players} players: {found.decisions:,} decisions watched: choices as asked for, redeal honest, view blind"


def fewest_players(game: Game) -> int:
    """The fewest who can race."""
    return next((one for one in game.players if one > 1), game.players[0])


def race_players(game: Game, learned: Sequence[str] = ()) -> list[str]:
    """Random, the game's own strategies, one that was learned, and one that looks ahead from the first of them."""
    own = default_field(game)
    return list(dict.fromkeys([RANDOM, *own, *learned, f"{AHEAD}({own[0]})"]))


def race_of(game: Game, players: int, games: int, workers: Workers, note: Note, learned: Sequence[str] = ()) -> Summary:
    """All of them, each in every seat equally often."""
    job = make_job(game, players, ",".join(race_players(game, learned)), None, "balanced", games)
    parts = play_all(job, workers, note, lambda n, total: None, with_rows=False)
    return summarise(job, reduce(add, (part.tally for part in parts)))
