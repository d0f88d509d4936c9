"""What things are worth: planted effects come back, every question of every game can be asked."""

import dataclasses

import numpy as np
import polars as pl
import pytest
from lab import FPP, GAMES, LAB, ask

from analyser import places
from analyser.errors import BadInput
from analyser.experiments import catalogue as catalogues
from analyser.experiments.catalogue import read_catalogue
from analyser.experiments.dealt import by_columns, exchange, holders, of_holders
from analyser.experiments.sample import Lab, play
from analyser.experiments.values import _misled, study_of, values
from analyser.job import make_job
from analyser.registry import find_game
from analyser.statistics.estimates import mean_of_games
from analyser.workers import Workers


def test_non_merci_is_better_the_earlier_it_is_forced():
    """Methods M8: among players who choose at random, every turn later is worse, with one seat forced and with all.

    4,000 games a level: joint margins below 2 points, steps of 5 and more.
    """
    table = values(ask(FPP, 4000), ["non-merci-turn"], "random", LAB).frame
    assert table["win_share"].is_sorted(descending=True)
    assert table["marginal_points"].is_sorted(descending=True)
    assert (table["verdict"][0], table["verdict"][5]) == ("above", "below")
    assert table["compliance_rate"].to_list() == [1.0] * 6
    assert table["value_points"].sum() == pytest.approx(0, abs=1e-9)
    assert table["chosen_freely_rate"].sum() == pytest.approx(1)


@pytest.mark.parametrize(("highs", "warned"), [([1.0, 9.0], True), ([6.0, 9.0], False)])
def test_what_is_seen_is_called_misleading_only_if_that_is_shown(highs, warned):
    """Level a looks best as seen; forced, b is better: beyond their intervals, or not."""
    frame = pl.DataFrame(
        {
            "level": ["a", "b"],
            "value_points": [0.5, 7.0],
            "low_points": [0.0, 5.0],
            "high_points": highs,
            "observed_share": [0.4, 0.2],
            "observed_margin_points": [1.0, 1.0],
        }
    )
    question = read_catalogue(find_game(FPP)).questions["opening"]
    told = _misled(question, frame)
    assert bool(told) == warned
    assert not warned or "As seen, a looks best (40.0 % ± 1.0); forced, b is better" in told[0]


def test_gifts_have_intervals():
    """Every gift against none, and the rate of exchange, all together."""
    table, slope = exchange(
        ask("piratoons", 400), read_catalogue(find_game("piratoons")).questions["point"], "random", LAB
    )
    assert table["gift"].to_list() == ["1", "2", "4", "one point"]
    assert (table["low_points"] < table["value_points"]).all() and (table["value_points"] < table["high_points"]).all()
    assert table["value_points"][-1] == pytest.approx(100 * slope.value[0])


def test_each_level_may_have_a_reference_of_its_own():
    """Faut pas pousser: the action first on turn 4, against the pirate first on turn 4, on the same deals."""
    asked = ask(FPP, 800)
    table = values(asked, ["order-on-turn"], "greedy", LAB).frame
    one, other = (play(asked.focal(f"{way}:action-first=4(greedy)", "greedy"), LAB) for way in ("always", "never"))
    row = table.row(3, named=True)
    assert row["value_points"] == pytest.approx(100 * (one.of_focal(0) - other.of_focal(0)).mean())
    gain = one.of_focal(0, "score") - other.of_focal(0, "score")
    assert (row["better_rate"], row["worse_rate"]) == pytest.approx(((gain > 0).mean(), (gain < 0).mean()))
    assert row["better_rate"] > 0.05
    assert row["worse_rate"] > 0.05


def test_an_order_that_cannot_be_chosen_is_worth_nothing():
    """Who passes on turn 3 has no order then: not one game differs, and that is told."""
    answer = values(ask(FPP, 400), ["order-on-turn"], "passes:turn=3", LAB)
    row = answer.frame.row(2, named=True)
    assert (row["value_points"], row["better_rate"], row["worse_rate"]) == (0, 0, 0)
    assert "turn 3 0.0% (± 0.0) and 0.0% (± 0.0)" in answer.headlines[1]


def test_results_do_not_depend_on_the_workers():
    one, two = (values(ask(FPP, 600), ["opening"], "random", Lab(Workers(jobs))) for jobs in (1, 2))
    assert one.as_json() == two.as_json()


def planted(asked, doubloons):
    """Black Fleet with Merchant rigging (card 9) blank, its holder starting with so much."""
    return play(asked.job(more=["blank_card=9", "gift_card=9", f"gift_doubloons={doubloons}"], strategies="racer"), LAB)


def test_a_planted_card_of_three_doubloons_is_found():
    """Its holder wins more, and as much as three times the rate of exchange says; the blank card itself is not found.

    The two sides' intervals (95 %) must meet: a right method fails in about 1 % of all seeds; this one is fixed.
    """
    asked = ask("black-fleet", 2000)
    blank, gift = planted(asked, 0), planted(asked, 3)
    seat = holders(blank, "dev_8", "Merchant rigging")
    gain = mean_of_games((of_holders(gift, seat) - of_holders(blank, seat))[:, None], 1)
    assert gain.separate()[0][0] > 0
    _, rate = exchange(asked, read_catalogue(asked.game).questions["doubloon"], "racer", LAB)
    low, high = rate.separate()
    assert 3 * low[0] <= gain.separate()[1][0]
    assert gain.separate()[0][0] <= 3 * high[0]
    labels, value, _ = by_columns(gift, ["dev_8"])
    assert labels[int(np.argmax(value.value))] == ("dev_8", "Merchant rigging")


@pytest.mark.parametrize("game", GAMES)
def test_every_question_names_what_there_is(game):
    """Strategies, settings and columns of the catalogue exist; nothing is played."""
    found, columns = find_game(game), {column.name for column in find_game(game).seat_columns()}
    catalogue = read_catalogue(found)
    for question in catalogue.questions.values():
        levels = question.levels.values() if question.get("levels") else ["1"]
        for level in levels:
            plays = [
                question.filled(name, level, catalogue.base)
                for name in ("play", "reference_play")
                if question.get(name)
            ]
            for spec in plays or [catalogue.base]:
                make_job(found, strategies=spec, assignments=question.filled("set", level, catalogue.base))
        assert question.kind != "study" or callable(study_of(found, question).answer)
        assert set(question.get("columns", [])) <= columns
        assert question.get("observed", "seat") in columns
        assert question.get("setting", "max_rounds") in {*found.settings(), "max_rounds"}
        if question.kind == "scoring":
            assert set(question.levels.values()) <= columns
            make_job(found, strategies=question.options["against"])
    assert set(catalogue.same_play) <= set(found.settings())


SMALL = {
    FPP: ["turn-position", "age", "action-card", "action-late", "captain", "order", "deal"],
    "la-planche": ["colour", "action", "offer-turn-9", "offer-left-8", "deal"],
    "piratoons": ["point", "captaincy", "reaction", "tile-gift", "scoring-rules", "deal"],
    "black-fleet": [
        "doubloon",
        "development-dealt",
        "development-pairs",
        "development-hand",
        "fortune-dealt",
        "fortune-card",
        "movement-choice",
        "deal",
    ],
}


@pytest.mark.parametrize("game", GAMES)
def test_questions_are_answered(game):
    """Simple players, few games: every table has intervals around its values, and a sentence."""
    answer = values(ask(game, 120), SMALL[game], "greedy" if game == "black-fleet" else "random", LAB)
    assert list(answer.tables) == SMALL[game]
    assert len([line for line in answer.headlines if not line.startswith("  ")]) == len(SMALL[game])
    for name, table in answer.tables.items():
        low, value, high = (
            ("low_share", "decided_share", "high_share") if name == "deal" else ("low_points", None, "high_points")
        )
        value = value or ("synergy_points" if "synergy_points" in table.columns else "value_points")
        assert (table[low] <= table[value] + 1e-9).all(), name
        assert (table[value] <= table[high] + 1e-9).all(), name


def test_blank_cards_are_told_in_doubloons(monkeypatch):
    """Two cards only, to be quick: what a blank costs its holder, in points and in doubloons."""
    asked = ask("black-fleet", 240)
    whole = read_catalogue(asked.game)
    short = dataclasses.replace(
        whole.questions["development-blank"],
        options={**whole.questions["development-blank"].options, "columns": ["dev_14"]},
    )
    monkeypatch.setattr(
        "analyser.experiments.values.read_catalogue",
        lambda game: dataclasses.replace(whole, questions={**whole.questions, short.name: short}),
    )
    answer = values(asked, ["development-blank"], "greedy", LAB)
    assert list(answer.tables) == ["doubloon", "development-blank"]
    table = answer.tables["development-blank"]
    assert table.height == 6
    assert "worth_in_doubloon" in table.columns
    assert table["price"].to_list() == [14] * 6
    assert " at 14: " in answer.headlines[1]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_is_told_more_colours_than_others_have(players):
    answer = values(ask("la-planche", 120, players), ["knowing-colours", "action"], "random", LAB)
    told = answer.tables["knowing-colours"]
    assert told["level"].to_list() == ["1", "2", "3"][: players - 1]
    assert answer.tables["action"].height == 3


def test_an_unknown_question_is_refused():
    with pytest.raises(BadInput, match=r"No question of faut-pas-pousser « non-merci »\. Nearest: non-merci-turn"):
        values(ask(), ["non-merci"], None, LAB)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("base = ", "cannot be read"),
        ("[[value]]\nname='a'\nquestion='b'\nkind='guess'", "kind « guess » is not one of forced"),
        ("base='random'\n[[value]]\nname='a'\nquestion='b'\nkind='forced'\nlevels=['1']", "play is missing"),
        ("base='random'\n[[value]]\nname='a'\nquestion='b'\nkind='deal'\ncolour=1", "colour is not known"),
        ("base='random'\n[[value]]\nname='a'\nquestion='b'\nkind='study'\nstudy='c'", "estimand is missing"),
        ("base='random'\n[[value]]\nname='a'\nquestion='b'\nkind='deal'\noften='win'", "reference_play is missing"),
        ("base='random'\n[[value]]\nname='a'\nquestion='b'\nkind='deal'\ncurrency='x'", "no question « x »"),
        ("base='random'\n[[outcome]]\nname='a'\nmeaning='b'\nper_game='SUM('", "a"),
    ],
)
def test_a_damaged_catalogue_is_told(text, words, tmp_path, monkeypatch):
    (tmp_path / "faut_pas_pousser").mkdir()
    (tmp_path / "faut_pas_pousser" / catalogues.FILE).write_text(text, encoding="utf-8")
    game = find_game(FPP)
    monkeypatch.setattr(places, "GAMES", tmp_path)
    with pytest.raises(BadInput, match=words):
        read_catalogue(game)


def test_a_game_without_questions_has_none(tmp_path, monkeypatch):
    game = find_game(FPP)
    monkeypatch.setattr(places, "GAMES", tmp_path)
    assert read_catalogue(game).questions == {}
