"""What holds for the built-in strategies of every game: their files say what they do, and beat whom they claim to."""

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import pytest

from analyser.games.loader import find_game
from analyser.simulation.job import Job, make_job
from analyser.simulation.part import Part, play_part
from analyser.statistics.intervals import Intervals, share_intervals
from analyser.strategies.library import find_strategy, strategy_files, strongest

SEED = 2026


def play(job: Job) -> Part:
    """All games of a job."""
    return play_part(job, 0, 60.0, None, lambda _: None)


def intervals(job: Job) -> Intervals:
    """Win shares by strategy with joint 95 % intervals."""
    tally = play(job).tally
    return share_intervals(tally.strategies, tally.n_blocks)


@dataclass(frozen=True)
class League:
    """The strategies of a game."""

    name: str
    strong: str
    required: frozenset[str]
    match_games: int
    pool_games: Callable[[int], int]
    """By the number of players: as many as make the strong one's lead clear."""
    lines: tuple[int, int]
    """How long the strong one's file may be, and the others'."""
    equals: tuple[str, str]
    """Two names of one way to play."""

    @cached_property
    def game(self) -> Any:
        """The game."""
        return find_game(self.name)

    @cached_property
    def files(self) -> dict[str, Any]:
        """The file of each strategy."""
        return strategy_files(self.game)

    @property
    def simple(self) -> list[str]:
        """All but the strong one."""
        return sorted(set(self.files) - {self.strong})

    @property
    def claims(self) -> list[tuple[str, str]]:
        """Who says to beat whom."""
        return [(name, other) for name in self.files for other in self.beaten_by(name)]

    def text(self, name: str) -> str:
        """A strategy's docstring."""
        return ast.get_docstring(ast.parse(self.files[name].read_text(encoding="utf-8"))) or ""

    def beaten_by(self, name: str) -> list[str]:
        """The strategies that a file says it beats."""
        found = re.search(r"Beats: ([^.]*)\.", self.text(name))
        named = " ".join(found[1].split()) if found else ""
        return self.simple if named == "all others" else [one for one in named.split(", ") if one]

    def one_against_the_rest(self, name: str, other: str, players: int = 4, games: int = 0) -> Intervals:
        """One seat plays `name` and all others `other`, in every order of the seats."""
        return _match(self.name, name, other, players, games or self.match_games)

    def pool(self, players: int) -> Intervals:
        """All strategies mixed, the strong one first."""
        return self.mixed([self.strong, *self.simple], players)

    def mixed(self, names: list[str], players: int) -> Intervals:
        """These strategies, each in every seat equally often."""
        games = self.pool_games(players)
        pool = ",".join(names)
        return intervals(make_job(self.game, players, pool, None, "balanced", games, seed=SEED, part_games=games))


@cache
def _match(game: str, name: str, other: str, players: int, games: int) -> Intervals:
    seats = ",".join([name] + [other] * (players - 1))
    return intervals(make_job(find_game(game), players, None, seats, "rotate", games, seed=SEED, part_games=games))


class BuiltIn:
    """The tests that every game's strategies pass; `strategies/conftest.py` hands them the module's `LEAGUE`."""

    def test_all_that_are_required_are_there(self, league: League) -> None:
        assert set(league.files) >= league.required

    def test_says_its_idea_and_its_weakness(self, league: League, strategy: str) -> None:
        assert find_strategy(league.game, strategy).idea.endswith(".")
        assert "\nIdea: " in league.text(strategy)
        assert "Weakness: " in league.text(strategy)
        assert strategy == "random" or league.beaten_by(strategy)

    def test_is_short(self, league: League, strategy: str) -> None:
        n_lines = len(league.files[strategy].read_text(encoding="utf-8").splitlines())
        assert n_lines <= league.lines[strategy != league.strong]

    def test_beats_whom_it_says(self, league: League, claim: tuple[str, str]) -> None:
        """One against three of the others wins more than its quarter. The seed is fixed: there are no false alarms."""
        assert league.one_against_the_rest(*claim).low[0] > 1 / 4

    def test_everybody_claims_to_beat_random(self, league: League) -> None:
        assert {name for name, other in league.claims if other == "random"} == set(league.files) - {"random"}

    def test_equals_do_not_beat_each_other(self, league: League) -> None:
        """The rigged game: a strategy among three of its own kind, by another name."""
        same = league.one_against_the_rest(*league.equals)
        assert same.low[0] < 1 / 4 < same.high[0]

    def test_the_strong_one_beats_each_other(self, league: League, other: str, n_players: int) -> None:
        shares = league.one_against_the_rest(league.strong, other, n_players)
        assert shares.low[0] > 1 / n_players
        assert shares.low[0] > shares.high[1]

    def test_the_strong_one_leads_the_balanced_pool(self, league: League, n_players: int) -> None:
        shares = league.pool(n_players)
        assert shares.low[0] > max(shares.high[1:])

    def test_the_experiments_are_played_by_the_strong_one(self, league: League) -> None:
        assert strongest(league.game) == league.strong

    @pytest.mark.long
    def test_the_default_field_is_who_wins_half_an_equal_share_or_more(self, league: League) -> None:
        """Among all but `random`, at the largest table; the strongest first. An interval leaves no strategy open."""
        names, players = sorted(set(league.files) - {"random"}), max(league.game.players)
        shares = league.mixed(names, players)
        half = 1 / players / 2
        assert not any(low < half < high for low, high in zip(shares.low, shares.high, strict=True))
        good = {name: share for name, share in zip(names, shares.share, strict=True) if share > half}
        assert set(league.game.competent) == set(good)
        assert league.game.competent[0] == max(good, key=lambda one: good[one])
