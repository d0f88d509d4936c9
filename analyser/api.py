"""The experiments for notebooks: plain arguments in, an answer with Polars tables out.

import analyser

answer = analyser.values("faut-pas-pousser", ["non-merci-turn"], games=20_000)
answer.frame          # a Polars table
answer.to_pandas()    # the same for pandas
"""

from collections.abc import Sequence
from typing import Any

import polars as pl

from analyser.errors import BadInput
from analyser.experiments.answer import Answer
from analyser.experiments.catalogue import read_catalogue
from analyser.experiments.sample import Asked, Lab, Sample
from analyser.registry import Game, find_game
from analyser.workers import Workers, check_workers

LEAST_GAMES = 4_000
MOST_SHARE = 10
"""An experiment plays a tenth of a run's part at every level, unless told otherwise: some seconds."""
FEEL_GAMES = 4_000
LEAST_ASKED = 100
MOST_POINTS = 50
LEAST_MARGIN = 0.0001
MOST_REDUCTION = 1_000_000


def default_games(game: Game) -> int:
    """Games for each level of an experiment, if none are asked for."""
    return max(LEAST_GAMES, game.part_games // MOST_SHARE)


def asked(
    game: str,
    players: int | None = None,
    games: int | None = None,
    seed: int = 1,
    settings: Sequence[str] = (),
    folders: Sequence[Any] = (),
) -> Asked:
    """What is asked, checked."""
    found = find_game(game)
    if games is not None and games < LEAST_ASKED:
        raise BadInput(f"--games {games} is refused. Allowed: {LEAST_ASKED} or more, or an experiment says nothing.")
    n_games = games or default_games(found)
    return Asked(found, found.check_players(players), n_games, seed, tuple(settings), tuple(folders))


def check_tolerance(tolerance: float) -> float:
    """A tolerance in points that can be met, and missed."""
    if not 0 < tolerance <= MOST_POINTS:
        raise BadInput(f"--tolerance {tolerance:g} is refused. Allowed: above 0, at most {MOST_POINTS} points.")
    return tolerance


def lab(jobs: int = -1) -> Lab:
    """Who plays, quietly."""
    return Lab(check_workers(Workers(jobs)))


def play(game: str, strategies: str | None = None, *, jobs: int = -1, luck: str = "fresh", **what: Any) -> Sample:
    """Play games and keep them: `.games` and `.seats` are Polars tables, one row a game and one row a seat."""
    from analyser.experiments.sample import play as play_job

    return play_job(asked(game, **what).job(luck, strategies=strategies), lab(jobs))


def seats(
    game: str,
    strategy: str | None = None,
    *,
    tolerance: float = 1.0,
    robustness: bool = True,
    jobs: int = -1,
    **what: Any,
) -> Answer:
    """Are the seats equal within `tolerance` points? fair, unfair or undecided; robust or not."""
    from analyser.experiments.robust import checked_seats, repeats_of

    found = asked(game, **what)
    base = strategy or read_catalogue(found.game).base
    repeats = repeats_of(found, base, None, False, robustness)
    return checked_seats(found, base, check_tolerance(tolerance), lab(jobs), repeats)


def compare(
    game: str, vary: str, strategies: str | None = None, *, robustness: bool = True, jobs: int = -1, **what: Any
) -> Answer:
    """Variants of a rule on the same deals: `vary="victory_cost=10,20"`; each value against the first."""
    from analyser.experiments.compare import compare as run
    from analyser.experiments.compare import read_variation
    from analyser.experiments.robust import checked, repeats_of

    found = asked(game, **what)
    variation = read_variation(found.game, vary)
    repeats = repeats_of(found, strategies, None, False, robustness, (variation.setting,))
    return checked(lambda one, who: run(one, variation, who, lab(jobs)), found, strategies, repeats)


def sweep(
    game: str, vary: str, strategies: str | None = None, *, robustness: bool = True, jobs: int = -1, **what: Any
) -> Answer:
    """A curve over a setting: `vary="captain_bonus=0:4"`."""
    from analyser.experiments.compare import read_variation
    from analyser.experiments.compare import sweep as run
    from analyser.experiments.robust import checked, repeats_of

    found = asked(game, **what)
    variation = read_variation(found.game, vary)
    repeats = repeats_of(found, strategies, None, False, robustness, (variation.setting,))
    return checked(lambda one, who: run(one, variation, who, lab(jobs)), found, strategies, repeats)


def values(
    game: str,
    questions: Sequence[str] = (),
    strategy: str | None = None,
    *,
    fields: Sequence[str] = (),
    assumptions: bool = False,
    robustness: bool = True,
    jobs: int = -1,
    **what: Any,
) -> Answer:
    """What cards, openings, timings and actions are worth; all questions of the game, or those named.

    `fields` and `assumptions` repeat them in full with other strategies and other values of assumed settings; without
    them `robustness` checks them briefly.
    """
    from analyser.experiments.robust import checked, repeats_of
    from analyser.experiments.values import values as run

    found = asked(game, **what)
    repeats = repeats_of(found, strategy, ",".join(fields), assumptions, robustness)
    return checked(lambda one, who: run(one, list(questions), who, lab(jobs)), found, strategy, repeats)


def tournament(
    game: str, strategies: str | None = None, *, tolerance: float = 1.0, jobs: int = -1, **what: Any
) -> Answer:
    """All strategies against all, in all seats."""
    from analyser.experiments.tournament import tournament as run

    return run(asked(game, **what), strategies, check_tolerance(tolerance), lab(jobs))


def best_response(game: str, against: str, *, jobs: int = -1, **what: Any) -> Answer:
    """The best answer to a strategy that can be found, scored on luck not used to find it."""
    from analyser.experiments.best_response import best_response as run

    return run(asked(game, **what), against, lab(jobs))


def feel(
    game: str, strategies: str | None = None, *, turns: bool = False, robustness: bool = True, **what: Any
) -> Answer:
    """How games feel: length, lead changes, comebacks, drama, agency, kingmaking; `turns` adds all scores."""
    from analyser.experiments.felt import checked_feel
    from analyser.experiments.robust import repeats_of

    found = asked(game, **({"games": FEEL_GAMES} | what))
    return checked_feel(found, strategies, lab(), turns, repeats_of(found, strategies, None, False, robustness))


def sensitivity(
    game: str,
    settings_to_try: Sequence[str] = (),
    strategy: str | None = None,
    *,
    tolerance: float = 1.0,
    jobs: int = -1,
    **what: Any,
) -> Answer:
    """Whether the seats' verdict rests on an assumed setting."""
    from analyser.experiments.sensitivity import sensitivity as run

    return run(asked(game, **what), list(settings_to_try), strategy, check_tolerance(tolerance), lab(jobs))


def games_needed(
    players: int, margins: Sequence[float] = (2.0, 1.0, 0.5, 0.2, 0.1), reduction: float = 1.0
) -> pl.DataFrame:
    """Games for a margin (in points): of one seat, of all seats together, and to show equal seats equal within it."""
    from analyser.statistics.sample_size import need

    if not 2 <= players <= 8 or not all(LEAST_MARGIN <= one <= MOST_POINTS for one in margins):
        told = ", ".join(f"{one:g}" for one in margins)
        raise BadInput(
            f"{players} players and margins {told}: needed are 2 to 8, and {LEAST_MARGIN:g} to {MOST_POINTS} points."
        )
    if not 0 < reduction <= MOST_REDUCTION:
        raise BadInput(f"--reduction {reduction:g} is refused. Allowed: above 0, at most {MOST_REDUCTION:,}.")
    found = [need(margin / 100, players, reduction) for margin in margins]
    return pl.DataFrame(
        {
            "margin_points": list(margins),
            "one_seat_games": [one.one_seat for one in found],
            "all_seats_games": [one.all_seats for one in found],
            "show_equality_games": [one.equality for one in found],
        }
    )
