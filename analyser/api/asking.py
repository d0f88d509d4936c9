"""The experiments: plain arguments in, an answer with verdicts and Polars tables out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from analyser.api.options import (
    CheckedOptions,
    Options,
    announce_games,
    games_ahead,
    level_tolerances,
    repeats_for,
    runner_of,
    seat_tolerance,
    spec_of,
    staged_spec,
)
from analyser.core.errors import BadInput

if TYPE_CHECKING:
    from analyser.experiments.answer import Answer
    from analyser.experiments.catalogue import AnyQuestion
    from analyser.experiments.sample import Sample

SEATS_STAGED, MOST_OF_SEATS = 20, 60_000
"""Seats have no levels to be played for: more games are quickly played."""
FEEL_GAMES = 4_000


def play(game: str, strategies: str | None = None, *, luck: str = "fresh", **options: Unpack[Options]) -> Sample:
    """Play games and keep them: `.games` and `.seats` are Polars tables, a row for each game and for each seat."""
    from analyser.experiments.sample import play as play_job

    return play_job(spec_of(game, options).job(luck, strategies=strategies), runner_of(options))


def seats(
    game: str,
    strategies: str | None = None,
    *,
    tolerance: float | None = None,
    **options: Unpack[CheckedOptions],
) -> Answer:
    """Are the seats equal within `tolerance` points (the recipe's if left out)? One strategy plays in all seats.

    The verdict says whether it holds with other players and under other assumptions: see `CheckedOptions`.
    """
    from analyser.experiments.budget import announce, planned, spec_games
    from analyser.experiments.levels import at_level
    from analyser.experiments.roles import roles_of
    from analyser.experiments.seats import PILOT_GAMES, checked_seats
    from analyser.strategies.library import strongest

    asked = staged_spec(game, options, SEATS_STAGED, MOST_OF_SEATS, strategies)
    limit = seat_tolerance(asked.game, tolerance)
    base = strategies or strongest(asked.game)
    repeats = repeats_for(asked, base, options)
    player = runner_of(options)
    announce_games(asked, player)
    roles = [spec_games] * len(roles_of(asked.game))
    announce([min(asked.games, PILOT_GAMES), *planned(roles, asked, repeats)], player)
    return at_level(checked_seats(asked, base, limit, player, repeats))


def compare(
    game: str,
    vary: str = "",
    strategies: str | None = None,
    *,
    data: Sequence[Path] = (),
    headline: str = "",
    **options: Unpack[CheckedOptions],
) -> Answer:
    """Variants of a rule on the same deals: `vary="victory_cost=10,20"`; each value against the first. Or data of your
    own: folders, or files, that hold what differs; one alone is compared with the shipped data.
    """
    from analyser.experiments.budget import announce, games_of_variants, planned
    from analyser.experiments.checks import checked
    from analyser.experiments.compare import compare as run
    from analyser.experiments.levels import at_level
    from analyser.experiments.variation import data_variation, read_variation

    if bool(vary) == bool(data):
        raise BadInput(
            "analyse compare needs --vary NAME=VALUE,VALUE or --data FOLDER, one of them. See: analyse compare --help"
        )
    asked = staged_spec(game, options, who=strategies)
    variation = data_variation(asked.game, data) if data else read_variation(asked.game, vary)
    repeats = repeats_for(asked, strategies, options, (variation.setting,))
    player = runner_of(options)
    announce_games(asked, player, "at each value")
    announce(planned([partial(games_of_variants, variation)], asked, repeats), player)
    found = checked(lambda what, who: run(what, variation, who, player, headline), asked, strategies, repeats)
    return at_level(found, variation.setting)


def sweep(
    game: str,
    vary: str,
    strategies: str | None = None,
    *,
    outcomes: Sequence[str] = (),
    **options: Unpack[CheckedOptions],
) -> Answer:
    """A curve over a setting: `vary="captain_bonus=0:4"`; verdicts are on the outcomes named, or on what changes."""
    from analyser.experiments.budget import announce, planned
    from analyser.experiments.checks import checked
    from analyser.experiments.sweep import sweep as run
    from analyser.experiments.variation import read_variation

    asked = spec_of(game, options, strategies)
    variation = read_variation(asked.game, vary)
    repeats = repeats_for(asked, strategies, options, (variation.setting,))
    player = runner_of(options)
    announce_games(asked, player, "at each value")
    announce(planned([lambda one: len(variation.values) * one.games], asked, repeats), player)
    return checked(lambda what, who: run(what, variation, who, player, outcomes), asked, strategies, repeats)


def values(
    game: str,
    questions: str | Sequence[str] = (),
    strategies: str | None = None,
    *,
    tolerance: float | None = None,
    **options: Unpack[CheckedOptions],
) -> Answer:
    """What cards, openings, timings and actions are worth; all questions of the game, or those named.

    With a `tolerance`, in points, the verdicts say whether all levels of a question are worth less than that; if left
    out, the recipe says which questions have one.
    """
    from analyser.experiments.budget import announce, games_of_question, planned
    from analyser.experiments.checks import checked
    from analyser.experiments.levels import at_level
    from analyser.experiments.values import asked_questions
    from analyser.experiments.values import values as run

    asked = staged_spec(game, options, who=strategies)
    names = [questions] if isinstance(questions, str) else questions
    limits = level_tolerances(asked.game, tolerance)
    repeats = repeats_for(asked, strategies, options)
    player = runner_of(options)
    announce_games(asked, player, "at each level")
    steps = [partial(games_of_question, one) for one in asked_questions(asked, names)]
    announce(planned(steps, asked, repeats), player)
    return at_level(checked(lambda what, who: run(what, names, who, player, limits), asked, strategies, repeats))


def is_share(name: str) -> bool:
    """Whether an outcome or a measure of this name is a part of 1, written in percent."""
    from analyser.experiments.answer import is_share as found

    return found(name)


def questions(game: str) -> list[AnyQuestion]:
    """What `values` can be asked about a game."""
    from analyser.experiments.catalogue import read_catalogue
    from analyser.games.loader import find_game

    return list(read_catalogue(find_game(game)).value)


def tournament(
    game: str, strategies: str | None = None, *, tolerance: float | None = None, **options: Unpack[Options]
) -> Answer:
    """All strategies against all, in all seats."""
    from analyser.experiments.tournament import tournament as run

    asked, player = spec_of(game, options, strategies), runner_of(options)
    limit = seat_tolerance(asked.game, tolerance)
    announce_games(asked, player, "of all line-ups together")
    return run(asked, strategies, limit, player)


def best_response(game: str, against: str, **options: Unpack[Options]) -> Answer:
    """The best answer to a strategy that can be found, scored on luck not used to find it."""
    from analyser.experiments.best_response import best_response as run

    asked, player = spec_of(game, options), runner_of(options)
    announce_games(asked, player, "of the final score")
    return run(asked, against, player)


def feel(
    game: str,
    strategies: str | None = None,
    *,
    turns: bool = False,
    limit: float | None = None,
    **options: Unpack[CheckedOptions],
) -> Answer:
    """How games feel: length, lead changes, comebacks, drama, agency, kingmaking; `turns` adds all scores.

    `limit` is how often the leader at half may win, in percent; as the recipe says if left out.
    """
    from analyser.experiments.budget import announce, planned
    from analyser.experiments.checks import checked
    from analyser.experiments.feel import feel as run
    from analyser.experiments.feel import games_of_feel
    from analyser.report.recipe import tolerances_of

    options["games"] = options.get("games") or games_ahead(spec_of(game, options), strategies) or FEEL_GAMES
    asked = spec_of(game, options)
    repeats = repeats_for(asked, strategies, options)
    player = runner_of(options)
    announce_games(asked, player, "that are followed")
    announce(planned([games_of_feel], asked, repeats), player)
    most = tolerances_of(asked.game).leader_percent if limit is None else limit
    return checked(lambda what, who: run(what, who, player, turns, most), asked, strategies, repeats)


def sensitivity(
    game: str,
    settings_to_try: Sequence[str] = (),
    strategies: str | None = None,
    *,
    tolerance: float | None = None,
    **options: Unpack[Options],
) -> Answer:
    """Whether the seats' verdict rests on an assumed setting."""
    from analyser.experiments.sensitivity import sensitivity as run

    asked, player = spec_of(game, options, strategies), runner_of(options)
    limit = seat_tolerance(asked.game, tolerance)
    announce_games(asked, player, "at each value")
    return run(asked, settings_to_try, strategies, limit, player)
