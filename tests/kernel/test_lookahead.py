"""Strategies that look ahead: they win more than their base, the same games by any parts, and know nothing hidden."""

import numpy as np
import polars as pl
import pytest

from analyser.core.errors import BadInput
from analyser.games.loader import find_game, game_names
from analyser.kernel.plans import second_choice
from analyser.kernel.walk import plain_function
from analyser.simulation.hashes import hashes_of
from analyser.simulation.job import Job, make_job
from analyser.simulation.scripts import _played
from analyser.strategies.library import find_strategy
from tests.simulation.playing import play, table

FPP = find_game("faut-pas-pousser")
AHEAD = "lookahead:games=16"


def seated(specs: list[str], games: int, name: str = FPP.name, **more: object) -> Job:
    return make_job(find_game(name), len(specs), None, specs, games=games, **({"part_games": games} | more))


def wins(job: Job, spec: str) -> np.ndarray:
    seats = table(play(job), "seats")
    return seats.filter(pl.col("strategy").cast(str) == spec)["win"].to_numpy()


class TestStrength:
    """By the seed, so these never fail by chance; the margins are those of repeated seeds."""

    def test_it_beats_its_base(self):
        job = seated([f"{AHEAD}(thrifty)"] + ["thrifty"] * 3, 200, lineups="rotate")
        won = wins(job, f"{AHEAD}(thrifty)")
        assert won.mean() - 3 * won.std() / 200**0.5 > 0.25

    def test_a_base_that_plays_at_random_is_enough(self):
        job = seated(["lookahead:games=64(random)", "random"], 150, lineups="rotate")
        won = wins(job, "lookahead:games=64(random)")
        assert won.mean() > 0.75

    def test_a_base_that_ranks_nothing_keeps_no_choice_out(self):
        """Isolation's winner has 1 point, the loser 0: much luck in the lead, but no ranking to trust. With a favourite
        drawn by lot, and few others, 64 rollouts win 80 %; with all, 95 %.
        """
        spec = "lookahead:games=64(random)"
        won = wins(seated([spec, "random"], 150, "docs/examples/isolation", lineups="rotate"), spec)
        assert won.mean() > 0.9

    def test_a_planner_may_be_the_base(self):
        job = seated([f"{AHEAD}(greedy-list)", "greedy-list", "greedy-list"], 100, lineups="rotate")
        assert wins(job, f"{AHEAD}(greedy-list)").mean() > 1 / 3


class TestTheSameGames:
    def test_by_any_parts(self):
        whole = table(play(seated([f"{AHEAD}(thrifty)", "greedy", "thrifty"], 12)), "seats")
        cut = seated([f"{AHEAD}(thrifty)", "greedy", "thrifty"], 12, part_games=5)
        parts = pl.concat([table(play(cut, number), "seats") for number in range(3)])
        assert whole.equals(parts)

    @pytest.mark.parametrize("name", game_names())
    @pytest.mark.long
    def test_a_game_does_not_depend_on_those_before_it(self, name):
        """Rollouts leave nothing behind: game 3 is the same alone and after games 0 to 2."""
        game = find_game(name)
        specs = [f"{AHEAD}({game.competent[0]})"] + [game.competent[0]] * (max(game.players) - 1)
        whole = table(play(seated(specs, 4, name)), "seats").filter(pl.col("game") == 3)
        alone = table(play(seated(specs, 4, name, part_games=1), 3), "seats")
        assert whole.equals(alone)

    def test_parts_take_as_long_as_others(self):
        ahead = make_job(FPP, strategies=f"{AHEAD}(greedy)", games=1_000_000)
        assert ahead.part_games == FPP.part_games // 64

    def test_what_the_rollouts_rest_on_is_hashed(self):
        plain, ahead, against = (
            hashes_of(seated([spec, "greedy"], 4))
            for spec in ("thrifty", f"{AHEAD}(thrifty)", f"{AHEAD},others=random(thrifty)")
        )
        assert set(ahead) - set(plain) and ahead != against


class TestHonest:
    def test_it_does_not_know_the_picks_before_its_own(self):
        """Openings are picked in secret. Seat 4 opens the same, whatever the others have picked; one who sees all does
        not.
        """

        def openings(wrapper: str, pirate: int) -> list[int]:
            others = [f"always:opening={pirate}(greedy)"] * 3
            job = seated([*others, f"{wrapper}:games=16,others=random(greedy)"], 40)
            seats = table(play(job), "seats")
            return seats.filter(pl.col("seat") == 4)["opening_pirate"].to_list()

        assert openings("lookahead", 2) == openings("lookahead", 5)
        assert openings("sees-all", 2) != openings("sees-all", 5)

    def test_one_who_sees_the_piles_plays_otherwise(self):
        """The two neutral crews' piles are hidden."""
        blind, seeing = (
            table(play(seated([f"{wrapper}:games=32(thrifty)", "thrifty"], 30)), "seats")["score"].to_list()
            for wrapper in ("lookahead", "sees-all")
        )
        assert blind != seeing


class TestScripts:
    def test_a_script_has_every_decision_and_what_was_expected(self):
        job = seated([f"{AHEAD}(thrifty)", "greedy", "thrifty", "random"], 3)
        script = _played(job, 1)
        decisions = table(play(job), "games")["decisions"][1]
        assert len(script.choices) == decisions
        assert {one.seat for one in script.hopes} == {0}
        assert all(0 <= one.mine <= 1 and 0 <= one.favourite <= 1 and one.rollouts > 0 for one in script.hopes)


class TestHowManyRace:
    """The more luck is left, the fewer choices race."""

    def raced(self, name: str, spec: str) -> list[int]:
        game = find_game(name)
        job = seated([spec, *[game.competent[0]] * (max(game.players) - 1)], 4, name)
        return [one.choices for number in range(4) for one in _played(job, number).hopes]

    def test_a_game_of_luck_races_few_and_one_without_luck_many(self):
        lucky = self.raced("la-planche", "lookahead:games=256(survivor)")
        plain = self.raced("faut-pas-pousser", "lookahead:games=256(admiral)")
        assert np.median(lucky) <= 8 < np.median(plain)

    def test_two_always_race(self):
        assert min(self.raced("la-planche", "lookahead:games=64(survivor)")) == 2

    def test_a_small_budget_has_no_pilot(self):
        assert max(self.raced("la-planche", "lookahead:games=16(survivor)")) == 8

    def test_the_planned_number_is_the_most(self):
        assert max(self.raced("faut-pas-pousser", "lookahead:games=256,candidates=4(admiral)")) == 4


class TestSecondDecisions:
    """Where hardly any luck is left, the last choices in the race go on as plans for the next decision too."""

    def wins(self, name: str, numbers: str, players: int, games: int) -> list[float]:
        base = find_game(name).competent[0]
        specs = [f"lookahead:games=256{numbers}({base})"] + [base] * (players - 1)
        return table(play(seated(specs, games, name)), "seats")["score"].to_list()

    def test_a_game_without_luck_is_thought_through_further(self):
        assert self.wins(FPP.name, "", 4, 12) != self.wins(FPP.name, ",seconds=1", 4, 12)

    def test_a_game_of_luck_is_not(self):
        assert self.wins("la-planche", "", 4, 12) == self.wins("la-planche", ",seconds=1", 4, 12)

    def test_few_rollouts_go_no_further(self):
        """Luck is not measured with them."""
        job, plain = (
            seated([f"lookahead:games=60{numbers}(admiral)"] + ["admiral"] * 3, 12) for numbers in ("", ",seconds=1")
        )
        assert table(play(job), "seats")["score"].equals(table(play(plain), "seats")["score"])

    def test_plans_try_each_next_choice_once_or_evenly_spread_ones(self):
        second = plain_function(second_choice)
        assert [second(plan, 5, 3) for plan in range(5)] == [0, 1, 2, 0, 1]
        assert [second(plan, 4, 8) for plan in range(4)] == [0, 2, 4, 6]
        assert sorted({second(plan, 7, 200) for plan in range(7)})[-1] < 200


class TestTyped:
    @pytest.mark.parametrize(
        "spec",
        [
            "lookahead:games=64(admiral)",
            "lookahead:games=256,candidates=16,seconds=2,lead=0.5,caution=0(admiral)",
            "lookahead:games=64,others=greedy(passes:turn=2)",
            "noisy:p=0.1(always:non-merci=1(lookahead:games=8(never:opening=2(admiral))))",
            "sees-all:games=16(random)",
        ],
    )
    def test_a_spec_means_itself(self, spec):
        assert find_strategy(FPP, spec).spec == spec

    @pytest.mark.parametrize(
        ("spec", "said"),
        [
            ("lookahead:games=0(greedy)", "games=0 is refused. Allowed: games from 2 to 100000"),
            ("lookahead:games=-5(greedy)", "games=-5 is refused"),
            ("lookahead:games=1e9(greedy)", "games=1e9 is refused"),
            ("lookahead:games=2.5(greedy)", "Allowed: whole games, candidates and seconds"),
            ("lookahead:games=x(greedy)", "games=x is refused"),
            ("lookahead:gmaes=64(greedy)", "Nearest: games"),
            ("lookahead:games=8(lookahead:games=8(greedy))", "lookahead inside lookahead is refused"),
            ("lookahead:games=8(noisy:p=0.1(sees-all:games=8(greedy)))", "lookahead inside lookahead is refused"),
            ("lookahead:games=64", "needs a strategy in brackets"),
            ("lookahead:games=64(gredy)", "Nearest: greedy"),
            ("lookahead:games=64,others=gredy(greedy)", "Nearest: greedy"),
            ("lookahead:games=64,others=evil.py(greedy)", "No built-in strategy"),
        ],
    )
    def test_what_makes_no_sense_is_refused(self, spec, said):
        with pytest.raises(BadInput) as refused:
            find_strategy(FPP, spec)
        assert said in str(refused.value)
