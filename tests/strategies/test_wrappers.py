"""Wrappers around any strategy: noisy, never, always; and how specs are read."""

import pytest

from analyser.core.errors import BadInput
from analyser.games.loader import find_game
from analyser.simulation.job import make_job
from analyser.simulation.part import play_part
from analyser.strategies.library import find_strategies, find_strategy
from analyser.strategies.spec import parse_spec, split_specs

FPP, PLANCHE = find_game("faut-pas-pousser"), find_game("la-planche")


def seats_of(game, *seats, games=300):
    """The table of seats of a few games with this line-up."""
    job = make_job(game, len(seats), None, ",".join(seats), "fixed", games, part_games=games)
    part = play_part(job, 0, 10.0, None, lambda n: None)
    return part.tables["seats"]


def column(game, name, *seats, games=300):
    """A column for seat 1."""
    return seats_of(game, *seats, games=games).filter(seat=1)[name].to_list()


class TestSpecs:
    def test_brackets_nest(self):
        spec = parse_spec("noisy:p=0.1(never:swap(protector))")
        assert (spec.name, spec.given, spec.inner.name, spec.inner.inner.name) == (
            "noisy",
            ("p=0.1",),
            "never",
            "protector",
        )

    def test_a_list_is_cut_outside_brackets_and_parameters_stay_with_their_strategy(self):
        assert split_specs("a, b:x=1,y=2,noisy:p=0.5(c:z=1,w=2),d") == ["a", "b:x=1,y=2", "noisy:p=0.5(c:z=1,w=2)", "d"]

    @pytest.mark.parametrize("text", ["noisy:p=0.1(greedy", "greedy)"])
    def test_brackets_must_match(self, text):
        with pytest.raises(BadInput, match="bracket"):
            parse_spec(text)

    @pytest.mark.parametrize(
        "spec", ["noisy:p=0.25(greedy)", "always:non-merci=3(greedy)", "noisy:p=0.5(never:action=-3(passes:turn=2))"]
    )
    def test_a_spec_is_written_as_it_is_read(self, spec):
        assert find_strategy(FPP, spec).spec == spec


class TestRefused:
    @pytest.mark.parametrize(
        ("spec", "message"),
        [
            ("noisy(greedy)", "p above 0"),
            ("noisy:p=2(greedy)", "p above 0"),
            ("noisy:q=0.1(greedy)", "p above 0"),
            ("noisy", "needs a strategy in brackets"),
            ("never(greedy)", "needs a restriction"),
            ("never:nonmerci(greedy)", "Nearest: non-merci"),
            ("always:opening=x(greedy)", "is not a number"),
            ("nosy:p=0.1(greedy)", "Nearest: noisy"),
        ],
    )
    def test_with_what_is_allowed(self, spec, message):
        with pytest.raises(BadInput, match=message):
            find_strategy(FPP, spec)

    def test_the_same_strategy_twice(self):
        with pytest.raises(BadInput, match="named twice"):
            find_strategies(FPP, ["greedy", "greedy"])

    def test_two_files_of_one_name_with_both_origins(self, tmp_path):
        (tmp_path / "greedy.py").write_text('"""Mine."""\n\n\ndef score(view, choice):\n    return 0.0\n')
        with pytest.raises(BadInput, match="Two strategies are called greedy") as caught:
            find_strategy(FPP, "random", [tmp_path])
        assert str(tmp_path) in str(caught.value)


class TestFautPasPousser:
    @pytest.mark.parametrize("turn", [1, 4, 6])
    def test_always_non_merci_passes_on_that_turn(self, turn):
        assert set(column(FPP, "non_merci_turn", f"always:non-merci={turn}(greedy)", "random")) == {turn}

    def test_never_non_merci_passes_only_when_nothing_else_is_left(self):
        assert set(column(FPP, "non_merci_turn", "never:non-merci(random)", "random")) == {6}

    def test_never_non_merci_on_one_turn_leaves_the_others(self):
        turns = set(column(FPP, "non_merci_turn", "never:non-merci=5(random)", "random", games=2_000))
        assert 5 not in turns and turns >= {4, 6}

    def test_always_and_never_an_opening_pirate(self):
        assert set(column(FPP, "opening_pirate", "always:opening=4(random)", "random")) == {4}
        assert set(column(FPP, "opening_pirate", "never:opening=4(random)", "random")) == {1, 2, 3, 5, 6}

    def test_limits_add_up(self):
        seats = seats_of(FPP, "always:opening=2(always:non-merci=2(greedy))", "random").filter(seat=1)
        assert set(seats["opening_pirate"]) == {2} and set(seats["non_merci_turn"]) == {2}

    def test_a_planner_can_be_limited(self, tmp_path):
        (tmp_path / "first.py").write_text(
            '"""Takes the first."""\n\n\ndef choose(view, choices, luck):\n    return 0\n'
        )
        spec = f"always:opening=5(always:non-merci=4({tmp_path / 'first.py'}))"
        seats = seats_of(FPP, spec, "random").filter(seat=1)
        assert set(seats["opening_pirate"]) == {5} and set(seats["non_merci_turn"]) == {4}


class TestLaPlanche:
    def test_each_action_can_be_barred_and_demanded(self):
        usual = column(PLANCHE, "win", "protector", "random", "random")
        for spec in ("never:swap(protector)", "never:move(protector)", "always:advance(protector)"):
            assert column(PLANCHE, "win", spec, "random", "random") != usual


class TestNoise:
    def test_all_noise_is_the_random_player(self):
        noisy = seats_of(FPP, "noisy:p=1(greedy)", "random", "random", "random")
        plain = seats_of(FPP, "random", "random", "random", "random")
        assert noisy.drop("strategy").equals(plain.drop("strategy"))

    def test_noise_comes_as_often_as_it_says(self, tmp_path):
        """A slip opens with one of six pirates: 0.3 x 5/6 of the games; 4 standard errors, false alarms below 1e-4."""
        source = '''"""Opens with the Captain."""


def score(view, choice):
    return -choice.pirate if view.plank == 0 else 0
'''
        (tmp_path / "opens.py").write_text(source)
        n = 4_000
        opened = column(FPP, "opening_pirate", f"noisy:p=0.3({tmp_path / 'opens.py'})", "random", games=n)
        slips = sum(pirate != 1 for pirate in opened) / n
        assert abs(slips - 0.25) < 4 * (0.25 * 0.75 / n) ** 0.5

    def test_noise_obeys_limits(self):
        assert set(column(FPP, "opening_pirate", "noisy:p=0.5(always:opening=1(greedy))", "random")) == {1}

    def test_noise_does_not_shift_the_deal(self):
        noisy = seats_of(FPP, "noisy:p=0.3(greedy)", "greedy")
        plain = seats_of(FPP, "greedy", "greedy")
        assert noisy["age_rank"].equals(plain["age_rank"]) and not noisy["score"].equals(plain["score"])
