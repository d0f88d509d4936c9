"""The smallest change that meets the targets: found where it was planted, confirmed, refused where nothing helps.

The planted game is a lottery: what each change does follows from its numbers, and a long run of other games checks it.
"""

import tomllib
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from analyser import api
from analyser.api.fixing import wanted_of
from analyser.core.errors import BadInput
from analyser.experiments.catalogue import read_catalogue
from analyser.experiments.fixing import levers
from analyser.experiments.fixing.change import Change, changed_files, move, write_changed
from analyser.experiments.fixing.confirm import Trial
from analyser.experiments.fixing.curves import quadratic, vectors
from analyser.experiments.fixing.editing import NotFound, edited, edited_settings
from analyser.experiments.fixing.fix import fix
from analyser.experiments.fixing.gauges import FIRST_PILOT, Gauge
from analyser.experiments.fixing.levers import levers_of
from analyser.experiments.fixing.measurement import CLAIM, Family, Measurement
from analyser.experiments.fixing.search import CLAIMS
from analyser.experiments.fixing.sides import gauge_at, places
from analyser.experiments.fixing.targets import SEATS, Target, read_targets
from analyser.experiments.levels import one_up
from analyser.experiments.measured import Limits, Measured
from analyser.experiments.sample import Runner
from analyser.experiments.verdict import Level
from analyser.games.loader import find_game
from analyser.simulation.executor import Workers
from tests.experiments.asking import GAMES, ask
from tests.experiments.fixable import PLANTS, asked, fixed, is_met, planted

SEED = 3


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    """The lottery with a gift for seat 1, and much too long."""
    return planted(tmp_path_factory.mktemp("games"), "both", **PLANTS["gift and length"])


@pytest.fixture(scope="module")
def fair(tmp_path_factory):
    return planted(tmp_path_factory.mktemp("games"), "fair")


class TestPlanted:
    def test_a_fair_game_is_left_alone(self, fair):
        found = fixed(fair, SEED)
        assert found.change is None
        assert found.answer.verdict.level == Level.MET
        assert is_met(fair, None)

    def test_what_was_planted_is_found(self, both):
        said: list[str] = []
        found = fix(asked(both, SEED), Runner(Workers(1), said.append))
        assert found.change is not None
        assert found.change.levers == {"length", "gift"}
        most = int(said[-1].split("At most ")[1].split(" games")[0].replace(",", ""))
        assert found.answer.facts["games_played"] <= most
        assert is_met(both, found.change)
        assert not is_met(both, None)

    def test_a_sensible_other_lever_is_found_where_the_planted_one_stays(self, both):
        """A gift for all others undoes a gift for one, although the shorter game makes both larger."""
        found = fixed(both, SEED, keep=["gift"])
        assert found.change is not None
        assert found.change.levers == {"length", "late"}
        assert is_met(both, found.change)

    def test_levers_that_cannot_meet_the_targets_are_said_to(self, both):
        found = fixed(both, SEED, change=["strong"])
        answer = found.answer
        assert found.change is None
        assert answer.verdict.level == Level.MISSED
        assert "cannot be met with these levers" in answer.headlines[0]

    def test_the_same_seed_gives_the_same_answer_for_any_number_of_workers(self, both):
        one, other = (fix(asked(both, SEED, change=["gift"]), Runner(Workers(n))).answer for n in (1, 2))
        assert one.as_json() == other.as_json()


class TestBudget:
    def test_a_budget_is_kept(self, both):
        answer = fixed(both, SEED, games=200_000).answer
        assert answer.facts["games_played"] <= 200_000

    def test_a_budget_that_is_too_small_is_refused_before_the_search(self, both):
        with pytest.raises(BadInput, match=r"--games 2000 is too small a budget for 5 levers.* Allowed: --games \d+"):
            fixed(both, SEED, games=2_000)


class TestClaims:
    @pytest.mark.parametrize(("at", "least", "most"), [(1.0, 0.0, 1.5 * CLAIM), (0.0, 0.95, 1.0)])
    def test_a_number_on_its_limit_is_rarely_called_good(self, at, least, most):
        """2,000 samples of 400 blocks: 1.5 x the error rate is 5 standard errors away."""
        rng = np.random.Generator(np.random.PCG64(7))
        met = []
        for _ in range(2_000):
            blocks = rng.normal(at, 4.0, (400, 1))
            none = np.zeros(1)
            adds = (blocks - blocks.mean(0)) / len(blocks)
            one = Family((("seats", "seat 1"),), (Limits(-1, 1),), blocks.mean(0), adds, (none, none))
            met.append(Measurement({"mirror": one}, 400).levels()["seats"] == Level.MET)
        assert least <= np.mean(met) <= most

    def test_each_claim_has_its_part_of_the_error_rate(self):
        rng = np.random.Generator(np.random.PCG64(8))
        blocks = rng.normal(0.0, 1.0, (400, 1))
        adds = (blocks - blocks.mean(0)) / len(blocks)
        none = np.zeros(1)
        one = Family((("seats", "seat 1"),), (Limits(-1, 1),), blocks.mean(0), adds, (none, none))
        whole, part = (Measurement({"mirror": one}, 400).judged(spent)[0].inner for spent in (1.0, 1 / CLAIMS))
        assert part[1] - part[0] == pytest.approx((whole[1] - whole[0]) * 2.2414 / 1.6449, rel=1e-3)


class TestTargets:
    game = find_game("faut-pas-pousser")

    def test_they_are_read_as_typed(self):
        found = read_targets(self.game, ["seats=1.5", "shared=8", "rounds=6:8", "turn_position=3"], 4)
        assert found[0] == Target("seats", Limits(-1.5, 1.5))
        assert found[1].limits.most == 8
        assert found[2].limits == Limits(6, 8)
        assert found[3].limits == Limits(-3, 3)

    @pytest.mark.parametrize(
        ("typed", "told"),
        [
            (["seat=1"], "No target of faut-pas-pousser « seat ». Nearest: seats"),
            (["seats"], "« --target seats » has no value"),
            (["rounds=8:6"], "« --target rounds=8:6 » is refused"),
            (["seats=0"], "« --target seats=0 » is refused"),
            (["shared=nan"], "« --target shared=nan » is refused"),
            (["rounds=6:8", "rounds=10:12"], "No game can meet both"),
            (["shared=8", "shared_rate=10:20"], "Two targets are about shared rate"),
            (["seats=1", "win_share_of_seat_1=40:50"], "Two targets contradict each other"),
        ],
    )
    def test_what_cannot_be_wanted_is_refused(self, typed, told):
        with pytest.raises(BadInput) as problem:
            read_targets(self.game, typed, 4)
        assert told in str(problem.value)


class TestLevers:
    @pytest.mark.parametrize("game", GAMES)
    def test_what_a_game_declares_can_be_played(self, game):
        spec = ask(game)
        found = levers_of(spec)
        assert {one.group for one in found} == {one.name for one in read_catalogue(spec.game).lever}
        for lever in found:
            value = [*lever.values[:1], *lever.current[1:]] if lever.seats else lever.values[-1]
            assert Change((move(lever, value),)).is_allowed(spec), lever.name

    def test_without_a_declaration_they_are_the_rules_with_values_to_try(self, fair):
        found = levers_of(asked(fair).experiment)
        assert [one.name for one in found] == ["length", "gift", "late", "strong", "weak"]
        assert found[0].values == (6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20) or 12 in found[0].values

    def test_a_knob_for_experiments_is_no_lever(self, monkeypatch):
        monkeypatch.setattr(levers, "read_catalogue", lambda _: SimpleNamespace(lever=()))
        names = {one.name for one in levers_of(ask("la-planche"))}
        assert "plank_length" in names and not names & {"spin_turn", "spin_left", "told_colours"}

    def test_what_the_user_has_set_is_not_moved(self):
        names = {one.name for one in levers_of(ask("black-fleet", settings=["load=2"]))}
        assert "load" not in names
        assert "rob_pays" in names

    def test_one_that_does_not_exist_is_refused(self):
        with pytest.raises(BadInput, match=r"No lever of black-fleet « victory-cost »\. Nearest: victory_cost"):
            levers_of(ask("black-fleet"), ["victory-cost"])

    def test_nothing_left_to_move_is_refused(self):
        with pytest.raises(BadInput, match="No lever of la-planche is left to move"):
            levers_of(ask("la-planche"), ["push"], ["push"])

    def test_a_smaller_step_costs_less(self):
        lever = next(one for one in levers_of(ask("black-fleet")) if one.name == "victory_cost")
        assert lever.cost_of(12) < lever.cost_of(20)
        assert lever.words(12) == "victory_cost 10 → 12"


class TestEditing:
    TEXT = "# cards\ncards = [\n  { name = 'a', amount = 2 }, # first\n  { name = 'b', amount = 2, cost = 2 },\n]\n"

    def test_one_number_changes_and_nothing_else(self):
        found = edited(self.TEXT, ("cards", 1, "amount"), 3)
        assert found == self.TEXT.replace("'b', amount = 2", "'b', amount = 3")

    def test_a_value_that_is_not_there_is_refused(self):
        with pytest.raises(NotFound):
            edited(self.TEXT, ("cards", 2, "amount"), 3)

    def test_a_card_and_a_setting_are_written_with_their_comments(self):
        game = find_game("black-fleet")
        lever = next(one for one in levers_of(ask("black-fleet")) if one.name == "amount of Corsair sloop")
        files = changed_files(game, Change((move(lever, 1),)), {"rob_pays": "3"})
        before = {path.name: path.read_text("utf-8").splitlines() for path in game.data_files()}
        lines = {
            name: [pair for pair in zip(before[name], content.decode().splitlines(), strict=True) if pair[0] != pair[1]]
            for name, content in files.items()
        }
        assert {name: len(found) for name, found in lines.items() if found} == {
            "development.toml": 1,
            "settings.toml": 1,
        }
        assert "amount = 1" in lines["development.toml"][0][1]
        assert tomllib.loads(files["settings.toml"].decode())["rob_pays"]["default"] == 3


class TestOneFile:
    TEXT = (
        '# größe\nSETTINGS = {\n    "length": Setting(10, 2, 40, "rounds"),  # short\n'
        '    "gift": Setting(least=0, default=0, most=9),\n}\n'
    )

    @pytest.mark.parametrize(
        ("name", "was", "value", "now"),
        [("length", "(10, 2", 8, "(8, 2"), ("gift", "default=0", 3, "default=3"), ("length", "(10, 2", -1, "(-1, 2")],
    )
    def test_a_default_changes_and_nothing_else(self, name, was, value, now):
        assert edited_settings(self.TEXT, name, value) == self.TEXT.replace(was, now)

    def test_what_is_not_written_out_is_refused(self):
        with pytest.raises(NotFound, match="late is not written as SETTINGS"):
            edited_settings(self.TEXT, "late", 3)

    def test_a_change_is_written_as_another_version_of_the_game(self, fair, tmp_path):
        """Typed as GAME@FOLDER: its settings are the new ones, its strategies those of the game."""
        game = find_game(fair)
        files = changed_files(game, Change(), {"length": "8"})
        assert list(files) == ["game.py"]
        write_changed(tmp_path / "next", files)
        version = find_game(f"{fair}@{tmp_path / 'next'}")
        assert version.settings()["length"].default == 8
        assert game.settings()["length"].default == 10
        assert version.strategy_folders == game.strategy_folders
        assert version.name == game.name
        assert version.key != game.key

    def test_another_game_is_no_version(self, fair, tmp_path):
        text = find_game(fair).file.read_text("utf-8").replace('TITLE = "Fixable"', 'TITLE = "Other"')
        (tmp_path / "game.py").write_text(text, "utf-8")
        with pytest.raises(BadInput, match="is Other, not Fixable"):
            find_game(f"{fair}@{tmp_path}")


class TestElsewhere:
    def test_one_level_up_is_the_next_rung_or_looks_ahead(self):
        game = find_game("la-planche")
        assert one_up(game, 4, "detective") == "survivor"
        assert one_up(game, 4, "lookahead:games=64(survivor)") is None
        assert one_up(game, 2, "survivor") == "lookahead:games=16(survivor)"

    def test_it_is_tried_unless_the_user_says_with_whom(self):
        usual, given = (wanted_of("la-planche", {"targets": ["seats=2"], "opponents": one}, {}) for one in (None, ""))
        assert usual.others[-1] == usual.one_up
        assert usual.one_up.startswith("lookahead")
        assert not given.others
        assert given.one_up is None

    def test_those_who_look_ahead_play_few_games_and_are_not_followed(self):
        wanted = wanted_of("la-planche", {"targets": ["seats=2", "leader=80"]}, {})
        spec = replace(wanted.experiment, games=40_000)
        found = {one.check.name: one for one in places(spec, ["random", "lookahead:games=16(survivor)"])}
        assert found["random"].experiment.games == 10_000
        assert found["lookahead:games=16(survivor)"].experiment.games == 400
        gauge = Gauge(wanted.targets, wanted.strategies, Runner(Workers(1)))
        ahead = gauge_at(gauge, found["lookahead:games=16(survivor)"])
        assert [one.name for one in ahead.targets] == ["seats"]
        assert len(gauge_at(gauge, found["random"]).targets) == 2


class TestGames:
    def test_seats_are_read_from_the_games_that_show_the_cards(self, both):
        """The card is dealt. The gift makes the seats unequal, which few games of each deal in every seat show."""
        wanted = asked(both)
        gauge = Gauge(wanted.targets, wanted.strategies, Runner(Workers(1)))
        found = gauge.measure(replace(wanted.experiment, games=8_000))
        assert gauge.games_asked == 8_000 + FIRST_PILOT
        assert found.families[SEATS].blocks == 8_000
        assert found.value[found.keys.index((SEATS, "seat 1"))] > 5

    def test_equal_seats_need_few(self, fair):
        wanted = asked(fair)
        gauge = Gauge(wanted.targets, wanted.strategies, Runner(Workers(1)))
        found = gauge.measure(replace(wanted.experiment, games=8_000))
        assert gauge.games_asked <= gauge.games(replace(wanted.experiment, games=8_000))
        assert found.families[SEATS].error.max() < 1e-12


class TestModel:
    def test_a_quadratic_is_found_exactly(self):
        found = {step: (np.array([2 * step + step**2]), np.array([0.1])) for step in (-2.0, 1.0, 4.0)}
        value, error = quadratic(found, [2.0])[2.0]
        assert value[0] == pytest.approx(8)
        assert 0 < error[0] < 0.2

    def test_a_number_for_each_seat(self):
        assert len(vectors(range(4), 3)) == 4**3 - 3**3
        many = vectors(range(10), 8)
        assert all(min(one) == 0 and list(one) in (sorted(one), sorted(one, reverse=True)) for one in many)


def test_what_is_shown_to_be_inside_is_not_called_closest_to_its_limit():
    seat, unfinished = Limits.around_zero(1.0), Limits.at_most(0.1)
    numbers = [Measured(0.8, -0.4, 2.0, seat, "seat"), Measured(0.0, 0.0, 0.05, unfinished, "unfinished")]
    found = SimpleNamespace(limits=[seat, unfinished], value=np.array([0.8, 0.0]), judged=lambda spent: numbers)
    assert Trial(Change(), found, CLAIM).worst.name == "seat"


def test_a_step_further_never_leads_back_to_the_game_as_it_is():
    experiment = api.experiment("black-fleet", games=1_000)
    (doubloons,) = (one for one in levers_of(experiment) if one.name == "start_doubloons")
    steps = Change((move(doubloons, [1, 0, 0, 0]),)).a_step_further()
    assert [one.moves[0].value for one in steps] == [[2, 0, 0, 0], [1, 1, 0, 0], [1, 0, 1, 0], [1, 0, 0, 1]]
