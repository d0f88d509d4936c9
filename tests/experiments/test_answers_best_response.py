"""The best answer to a strategy: a planted weakness is found among real strategies; the same for any worker count."""

import msgspec
import polars as pl
import pytest

from analyser.core.errors import BadInput
from analyser.experiments.best_response import best_response
from analyser.experiments.catalogue import Headlines, read_catalogue
from analyser.experiments.robustness import Holds
from analyser.experiments.sample import Runner, play
from analyser.games.loader import find_game
from analyser.simulation.executor import Workers
from tests.experiments.asking import FPP, RUNNER, ask


def test_random_players_are_exploited(monkeypatch):
    """At least 90 % of what the strongest strategy of all wins against them (counted with other luck)."""
    monkeypatch.setattr("analyser.experiments.best_response._varied", lambda asked, one, rng: [])
    answer = best_response(ask(FPP, 2000), "random", RUNNER)
    row = answer.frame.row(0, named=True)
    truth = float(play(ask(FPP, 4000, seed=77).focal("admiral", "random"), RUNNER).of_focal().mean()) - 0.25
    assert row["exploitability_points"] >= 0.9 * 100 * truth
    assert row["low_points"] > 0
    assert answer.tables["search"]["generation"].is_sorted()
    assert answer.verdict.robustness.holds == Holds.ROBUST
    assert {"2", "3"} < set(answer.facts["checked_with"])
    checks = answer.tables["checks"]
    assert checks["table"].unique().to_list() == ["best"]
    assert (checks["low"] > 0).all()


def test_an_answer_does_not_depend_on_the_workers(monkeypatch):
    whole = read_catalogue(find_game(FPP))
    short = msgspec.structs.replace(whole, value=(whole.questions["opening"],), ladder=Headlines())
    monkeypatch.setattr("analyser.experiments.best_response.read_catalogue", lambda game: short)
    monkeypatch.setattr("analyser.experiments.best_response.strategy_files", lambda *_: ["random", "passes"])
    one, two = (best_response(ask(FPP, 400), "passes:turn=6", Runner(Workers(jobs))) for jobs in (1, 2))
    assert one.as_json() == two.as_json()
    assert "There is a better answer to passes:turn=6" in one.headlines[0]
    assert any(name.startswith("always:") for name in one.tables["search"]["strategy"])


def test_an_unknown_strategy_is_refused():
    with pytest.raises(BadInput, match="Nearest: thrifty"):
        best_response(ask(), "thirfty", RUNNER)


def test_an_answer_that_works_with_four_players_only_depends_on_their_number(monkeypatch):
    """Planted scores: well above the field with three and four players, well below with two."""
    monkeypatch.setattr("analyser.experiments.best_response.best_of", lambda start, *_: ("greedy", []))
    planted = {2: (-20.0, -30.0, -10.0), 3: (20.0, 10.0, 30.0), 4: (20.0, 10.0, 30.0)}

    def table(best, sample, free):
        value, low, high = planted[sample.job.players]
        row = {"strategy": best, "exploitability_points": value, "low_points": low, "high_points": high}
        return pl.DataFrame([row])

    monkeypatch.setattr("analyser.experiments.best_response._best_table", table)
    answer = best_response(ask(FPP, 200), "random", RUNNER)
    assert answer.headlines[0].endswith("Depends on the number of players: greedy: −20.0 (−30.0 to −10.0) with 2.")
    assert answer.frame["depends_on"].to_list() == ["players"]


@pytest.mark.parametrize(("game", "players", "field"), [("black-fleet", 3, "commodore"), ("la-planche", 2, "survivor")])
def test_a_field_is_no_better_answer_to_itself(monkeypatch, game, players, field):
    """Seats differ in both games: a focal seat that stays in the first one would win more than an equal share."""
    monkeypatch.setattr("analyser.experiments.best_response.best_of", lambda start, *_: (field, []))
    answer = best_response(ask(game, 300, players), field, RUNNER)
    row = answer.frame.row(0, named=True)
    assert row["exploitability_points"] == 0
    assert row["low_points"] <= 0 <= row["high_points"]
    assert answer.headlines[0].startswith(f"No better answer to {field} is shown")
