"""The built-in strategies of Faut pas pousser: their files, what they claim to beat, and whether their ideas show."""

import json
import os
import subprocess
import sys
from functools import lru_cache
from itertools import pairwise
from typing import Any

import polars as pl
import pytest
from scipy.stats import chisquare

from analyser.simulation.job import make_job
from tests.strategies.league import SEED, BuiltIn, League, play

LEAGUE = League(
    "faut-pas-pousser",
    strong="admiral",
    required=frozenset({"random", "greedy", "greedy-list", "passes", "captain", "spoiler", "patient"}),
    match_games=6000,
    pool_games=lambda _: 16_000,
    lines=(90, 40),
    equals=("passes:turn=6", "greedy"),
)
"""Greedy passes on turn 6, so `passes:turn=6` is greedy by another name."""
GAME, FILES = LEAGUE.game, LEAGUE.files
PASS_AT_ONCE = ["admiral", "last-word", "latecomer", "lookout", "patient", "thrifty", "wary"]
PLAYERS = GAME.players


@lru_cache
def first_seat_among(name: str, other: str, players: int = 4, games: int = 4000) -> pl.DataFrame:
    """Seat 0 plays `name`, all others `other`: a row a game, with what seat 0 did and the best score of the others."""
    seats = ",".join([name] + [other] * (players - 1))
    part = play(make_job(GAME, players, None, seats, "fixed", games, seed=SEED, part_games=games))
    rows = part.tables["seats"]
    others = rows.filter(pl.col("seat") > 0).group_by("game").agg(best_other=pl.col("score").max())
    return rows.filter(pl.col("seat") == 1).join(others, on="game")


def mean(rows: pl.DataFrame, what: str | pl.Expr) -> float:
    return float(rows.select(pl.col(what) if isinstance(what, str) else what).to_series().mean())  # type: ignore[arg-type]


HEARD = f"""
import json
from analyser.kernel.intrinsics import LISTENERS
from analyser.games.faut_pas_pousser.table import CREWS, Event
from analyser.games.faut_pas_pousser.view import END, captain_aboard, crew_at, points_on_plank, value_at
from analyser.simulation.job import make_job
from analyser.simulation.part import play_part
from analyser.games.loader import find_game

GAME = find_game("faut-pas-pousser")


def standing(table):
    return [int(table.points[crew] + points_on_plank(table, table.plank, crew)) for crew in range(CREWS)]


class Watch:
    def __init__(self):
        self.entries, self.moves, self.captains, self.planks, self.turns = [], [], [], {{}}, []
        self.before = self.after = None

    def on_event(self, event, table, first, second, third):
        who = {{Event.ENTERED: crew_at(first, 0), Event.SHIFTED: first}}.get(event, -1)
        if who != 0:
            if self.after is not None:
                self.turns.append((self.before, self.after))
            self.before, self.after = standing(table), None
        if event == Event.FINISHED:
            self.captains.append(captain_aboard(int(table.plank), 0))
        if who == 0:
            self.after = standing(table)
            self.planks[len(self.captains), int(table.turn)] = int(table.plank)
            if event == Event.ENTERED:
                self.entries.append((int(table.turn), value_at(int(first), 0)))
            else:
                self.moves.append((int(table.turn), int(third)))


heard = {{}}
AMONG_GREEDY = "greedy captain spoiler rival patient thrifty spendthrift last-word wary admiral".split()
for name, rival in [(name, "greedy") for name in AMONG_GREEDY] + [("anchor", "random"), ("greedy", "random")]:
    games = {{"admiral": 2, "greedy": 40, "rival": 40}}.get(name, 12)
    watch = Watch()
    LISTENERS[:] = [watch.on_event]
    job = make_job(GAME, 4, None, ",".join([name] + 3 * [rival]), "fixed", games, seed={SEED}, part_games=games)
    play_part(job, 0, 600.0, None, lambda _: None)
    planks = watch.planks.values()
    heard[name + " among " + rival] = {{
        "entries": watch.entries,
        "moves": watch.moves,
        "captains": watch.captains,
        "turns": watch.turns,
        "fronts": [(crew_at(plank, 0) == 0) * value_at(plank, 0) for plank in planks],
        "ends": [int(crew_at(plank, END) == 0) for plank in planks],
    }}
print(json.dumps(heard))
"""
"""Of seat 0: its entries and moves with their turns, its Captain aboard at the end (1 or 0), everybody's points before
and after each of its turns, the value of its pirate in slot 1 then (0 if none), and whether one of its own stands at
the end."""


def python(script: str, uncompiled: bool) -> bytes:
    """What a script prints, in a process of its own."""
    own = {"NUMBA_DISABLE_JIT": str(int(uncompiled))}
    return subprocess.run(
        [sys.executable, "-c", script], env=os.environ | own, stdout=subprocess.PIPE, check=True, timeout=300
    ).stdout


@pytest.fixture(scope="module")
def heard() -> Any:
    """What is told of games of some strategies, played uncompiled."""
    return json.loads(python(HEARD, uncompiled=True))


class TestBuiltIn(BuiltIn):
    pass


class TestIdeas:
    @pytest.mark.parametrize("turn", range(1, 7))
    @pytest.mark.parametrize("players", PLAYERS)
    def test_passes_says_non_merci_on_its_turn_in_every_game(self, turn: int, players: int) -> None:
        rows = first_seat_among(f"passes:turn={turn}", "random", players, 1000)
        assert rows["non_merci_turn"].unique().to_list() == [turn]

    @pytest.mark.parametrize("name", PASS_AT_ONCE)
    def test_says_non_merci_at_once(self, name: str) -> None:
        assert first_seat_among(name, "greedy")["non_merci_turn"].unique().to_list() == [1]

    def test_passing_early_is_worth_more_than_passing_late(self) -> None:
        """The game's great lesson, on which half of these strategies rest."""
        shares = [LEAGUE.one_against_the_rest(f"passes:turn={turn}", "greedy") for turn in range(1, 7)]
        assert all(sooner.low[0] > later.high[0] for sooner, later in pairwise(shares))

    @pytest.mark.long
    def test_captain_enters_its_captain_last_and_keeps_it_aboard(self, heard: Any) -> None:
        assert {turn for turn, value in heard["captain among greedy"]["entries"] if value == 1} == {5}
        aboard = {name: sum(heard[f"{name} among greedy"]["captains"]) for name in ("captain", "greedy")}
        assert aboard["captain"] > 10 and aboard["greedy"] < 40 * 0.4

    @pytest.mark.long
    def test_spoiler_takes_more_from_the_leader_than_greedy(self, heard: Any) -> None:
        def mean_blow(name: str) -> float:
            turns = heard[f"{name} among greedy"]["turns"]
            leaders = [max((1, 2, 3), key=before.__getitem__) for before, _ in turns]
            return sum(before[one] - after[one] for (before, after), one in zip(turns, leaders, strict=True)) / len(
                turns
            )

        assert mean_blow("spoiler") > mean_blow("greedy") + 2

    @pytest.mark.long
    def test_rival_gains_more_lead_in_a_turn_than_greedy(self, heard: Any) -> None:
        def mean_gain(name: str) -> float:
            turns = heard[f"{name} among greedy"]["turns"]
            leads = [[points[0] - max(points[1:]) for points in turn] for turn in turns]
            return sum(after - before for before, after in leads) / len(leads)

        assert mean_gain("rival") > mean_gain("greedy") + 0.3

    @pytest.mark.long
    def test_patient_enters_low_pirates_later(self, heard: Any) -> None:
        def mean_turn_of_low_ones(name: str) -> float:
            turns = [turn for turn, value in heard[f"{name} among greedy"]["entries"] if value <= 3]
            return sum(turns) / len(turns)

        assert mean_turn_of_low_ones("patient") > mean_turn_of_low_ones("greedy") + 1.5

    @pytest.mark.parametrize(("name", "sign"), [("thrifty", -1), ("admiral", -1), ("spendthrift", 1)])
    @pytest.mark.long
    def test_which_pirates_go_first(self, heard: Any, name: str, sign: int) -> None:
        """The highest first, or the lowest first."""
        entries = heard[f"{name} among greedy"]["entries"]
        steps = [sign * (b[1] - a[1]) for a, b in pairwise(entries) if a[0] < b[0]]
        assert min(steps) > 0

    @pytest.mark.parametrize(("name", "sign"), [("thrifty", 1), ("spendthrift", -1)])
    @pytest.mark.long
    def test_which_moves_go_first(self, heard: Any, name: str, sign: int) -> None:
        """The shortest first, or the longest first."""
        moves = heard[f"{name} among greedy"]["moves"]
        steps = [sign * (abs(b[1]) - abs(a[1])) for a, b in pairwise(moves) if a[0] < b[0]]
        assert min(steps) >= 0

    @pytest.mark.long
    def test_last_word_ends_with_its_best_cards(self, heard: Any) -> None:
        assert {value for turn, value in heard["last-word among greedy"]["entries"] if turn == 5} == {1}
        assert {by for turn, by in heard["last-word among greedy"]["moves"] if turn == 5} == {-3}

    def test_latecomer_opens_low_and_plays_late(self) -> None:
        late, usual = (first_seat_among(name, "greedy") for name in ("latecomer", "greedy"))
        assert late["opening_pirate"].unique().to_list() == [2]
        assert mean(late, "turn_position") > mean(usual, "turn_position") + 0.3

    @pytest.mark.parametrize("players", PLAYERS)
    def test_admiral_opens_low(self, players: int) -> None:
        opening = first_seat_among("admiral", "greedy", players, 1000)["opening_pirate"].unique().to_list()
        assert opening == [1 if players == 2 else 2]

    @pytest.mark.long
    def test_anchor_holds_slot_1_with_a_low_pirate(self, heard: Any) -> None:
        def share_held(name: str) -> float:
            fronts = heard[f"{name} among random"]["fronts"]
            return sum(1 <= value <= 2 for value in fronts) / len(fronts)

        assert share_held("anchor") > share_held("greedy") + 0.05

    @pytest.mark.long
    def test_wary_leaves_fewer_pirates_at_the_end(self, heard: Any) -> None:
        ends = {name: heard[f"{name} among greedy"]["ends"] for name in ("wary", "greedy")}
        share = {name: sum(found) / len(found) for name, found in ends.items()}
        assert share["wary"] < share["greedy"]

    def test_lookout_passes_later_where_places_pay_from_the_start(self) -> None:
        """It reckons: with piles of one, the first places already promise more than a pirate in hand."""
        job = make_job(
            GAME,
            4,
            None,
            "lookout,random,random,random",
            "fixed",
            500,
            seed=SEED,
            part_games=500,
            assignments=["pile_size=1"],
        )
        rows = play(job).tables["seats"].filter(pl.col("seat") == 1)
        assert mean(rows, "non_merci_turn") > 2

    def test_greedy_list_plays_like_greedy(self) -> None:
        same = LEAGUE.one_against_the_rest("greedy-list", "greedy", games=12_000)
        assert same.low[0] < 1 / 4 < same.high[0]

    def test_greedy_list_opens_with_each_pirate_as_often(self) -> None:
        """All six are worth the same to it, so lots decide: chi-square, false alarms once in a million seeds."""
        job = make_job(GAME, 4, None, ",".join(["greedy-list"] * 4), "fixed", 30_000, seed=SEED, part_games=30_000)
        seats = play(job).tables["seats"]
        assert chisquare(seats["opening_pirate"].value_counts()["count"].to_numpy()).pvalue > 1e-6
        assert seats["opening_pirate"].n_unique() == 6


ROWS = f"""
import sys
from analyser.simulation.job import make_job
from analyser.simulation.part import play_part
from analyser.games.loader import find_game
from analyser.storage.parts import as_parquet
for players in (2, 3, 4):
    job = make_job(find_game("faut-pas-pousser"), players, None, None, "balanced", 16, seed={SEED}, part_games=16)
    tables = play_part(job, 0, 600.0, None, lambda _: None).tables
    sys.stdout.buffer.write(as_parquet(tables["games"]) + as_parquet(tables["seats"]))
"""


class TestUncompiled:
    @pytest.mark.long
    def test_plays_the_same_games(self) -> None:
        """All strategies in 16 games each of 2, 3 and 4 players: the tables are the same to the byte."""
        compiled, uncompiled = (python(ROWS, uncompiled) for uncompiled in (False, True))
        assert len(compiled) > 1000
        assert compiled == uncompiled
