"""What things are worth: planted effects come back, every question of every game can be asked."""

import re

import msgspec
import numpy as np
import pytest

from analyser.core.errors import BadInput
from analyser.experiments import catalogue as catalogues
from analyser.experiments.answer import ENGLISH
from analyser.experiments.brief import brief_of
from analyser.experiments.catalogue import Headlines, filled, read_catalogue
from analyser.experiments.dealt import by_columns, exchange, holders, of_holders, surplus_rows
from analyser.experiments.sample import Runner, play
from analyser.experiments.values import study_of, values
from analyser.games.definition import Game
from analyser.games.loader import find_game
from analyser.simulation.executor import Workers
from analyser.simulation.job import make_job
from analyser.statistics.estimates import Estimates, mean_by_cell, mean_of_games
from analyser.strategies.library import strongest
from tests.experiments.asking import FPP, GAMES, RUNNER, ask


def test_non_merci_is_better_the_earlier_it_is_forced():
    """Among players who choose at random, every turn later is worse, with one seat forced and with all.

    4,000 games a level: joint margins below 2 points, steps of 5 and more.
    """
    table = values(ask(FPP, 4000), ["non-merci-turn"], "random", RUNNER).frame
    assert table["win_share"].is_sorted(descending=True)
    assert table["marginal_points"].is_sorted(descending=True)
    assert (table["verdict"][0], table["verdict"][5]) == ("above", "below")
    assert table["compliance_rate"].to_list() == [1.0] * 6
    assert table["reference_share"].to_list() == [table["equal_share"][0]] * 6 == [0.25] * 6
    assert table["chosen_freely_rate"].sum() == pytest.approx(1)


@pytest.mark.parametrize(
    ("game", "name", "who", "zero"),
    [
        (FPP, "opening", "greedy", "Zero: free play, in the same seat on the same deals. An equal share is 25.0 %."),
        ("la-planche", "action", "survivor", "Zero: the same seat without it, on the same deals; above 0 it is good"),
        ("la-planche", "offer-turn-1", "survivor", "Zero: the vane left to chance, in the same seat on the same deals"),
        ("la-planche", "colour", "survivor", "Zero: an equal share."),
    ],
)
def test_every_value_says_what_its_zero_is(game, name, who, zero):
    """The value is the win share less the reference's; for what is taken away, with it less without it."""
    answer = values(ask(game, 200), [name], who, RUNNER)
    assert zero in answer.headlines[1].replace("\u00a0", " ")
    assert answer.as_json()["zeros"] == {name: [answer.headlines[1].strip()]}
    if name != "colour":
        table = answer.frame
        gain = 100 * (table["win_share"] - table["reference_share"])
        assert table["value_points"].to_list() == pytest.approx(gain.to_list())
        assert (table["win_low_share"] <= table["win_share"]).all()
        assert (table["win_share"] <= table["win_high_share"]).all()


def test_gifts_have_intervals():
    """Every gift against none, and the rate of exchange, all together."""
    table, slope = exchange(
        ask("piratoons", 400), read_catalogue(find_game("piratoons")).questions["point"], "random", RUNNER
    )
    assert table["gift"].to_list() == ["1", "2", "4", "one point"]
    assert (table["low_points"] < table["value_points"]).all() and (table["value_points"] < table["high_points"]).all()
    assert table["value_points"][-1] == pytest.approx(100 * slope.value[0])


def test_each_level_may_have_a_reference_of_its_own():
    """Faut pas pousser: the action first on turn 4, against the pirate first on turn 4, on the same deals."""
    asked = ask(FPP, 800)
    table = values(asked, ["order-on-turn"], "greedy", RUNNER).frame
    one, other = (play(asked.focal(f"{way}:action-first=4(greedy)", "greedy"), RUNNER) for way in ("always", "never"))
    row = table.row(3, named=True)
    assert row["value_points"] == pytest.approx(100 * (one.of_focal() - other.of_focal()).mean())
    gain = one.of_focal("score") - other.of_focal("score")
    assert (row["better_rate"], row["worse_rate"]) == pytest.approx(((gain > 0).mean(), (gain < 0).mean()))
    assert row["better_rate"] > 0.05
    assert row["worse_rate"] > 0.05


def test_an_order_that_cannot_be_chosen_is_worth_nothing():
    """Who passes on turn 3 has no order then: not one game differs, and that is told."""
    answer = values(ask(FPP, 400), ["order-on-turn"], "passes:turn=3", RUNNER)
    row = answer.frame.row(2, named=True)
    assert (row["value_points"], row["better_rate"], row["worse_rate"]) == (0, 0, 0)
    assert "turn 3 0.0 % (± 0.0) and 0.0 % (± 0.0)" in answer.headlines[2].replace("\u00a0", " ")


def test_results_do_not_depend_on_the_workers():
    one, two = (values(ask(FPP, 600), ["opening"], "random", Runner(Workers(jobs))) for jobs in (1, 2))
    assert one.as_json() == two.as_json()


def planted(asked, doubloons):
    """Black Fleet with Hidden coves (card 9) blank, its holder starting with so much."""
    return play(
        asked.job(more=["blank_card=9", "gift_card=9", f"gift_doubloons={doubloons}"], strategies="racer"), RUNNER
    )


def test_a_planted_card_of_three_doubloons_is_found():
    """Its holder wins more, and as much as three times the rate of exchange says; the blank card itself is not found.

    The two sides' intervals (95 %) must meet: a right method fails in about 1 % of all seeds; this one is fixed.
    """
    asked = ask("black-fleet", 2000)
    blank, gift = planted(asked, 0), planted(asked, 3)
    seat = holders(blank, "dev_8", "Hidden coves")
    gain = mean_of_games((of_holders(gift, seat) - of_holders(blank, seat))[:, None], 1)
    assert gain.separate()[0][0] > 0
    _, rate = exchange(asked, read_catalogue(asked.game).questions["doubloon"], "racer", RUNNER)
    low, high = rate.separate()
    assert 3 * low[0] <= gain.separate()[1][0]
    assert gain.separate()[0][0] <= 3 * high[0]
    labels, value, _ = by_columns(gift, ["dev_8"])
    assert labels[int(np.argmax(value.value))] == ("dev_8", "Hidden coves")


@pytest.mark.parametrize("game", GAMES)
def test_every_question_names_what_there_is(game):
    """Strategies, settings and columns of the catalogue exist; nothing is played."""
    found, columns = find_game(game), {column.name for column in find_game(game).seat_columns()}
    catalogue, base = read_catalogue(found), strongest(found)
    for question in catalogue.value:
        levels = question.tried.values() if isinstance(question, catalogues.Leveled) else ["1"]
        templates = [getattr(question, name, "") for name in ("play", "reference_play")]
        for level in levels:
            settings = [filled(one, level, base) for one in getattr(question, "set", [])]
            for spec in [filled(one, level, base) for one in templates if one] or [base]:
                make_job(found, strategies=spec, assignments=settings)
        if isinstance(question, catalogues.OwnStudy):
            assert callable(study_of(found, question).answer)
        assert set(getattr(question, "columns", [])) <= columns
        assert getattr(question, "observed", "") in {*columns, ""}
        assert getattr(question, "setting", "max_rounds") in {*found.settings(), "max_rounds"}
        if isinstance(question, catalogues.Scoring):
            assert set(question.tried.values()) <= columns
            make_job(found, strategies=question.against)
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
    answer = values(ask(game, 120), SMALL[game], "greedy" if game == "black-fleet" else "random", RUNNER)
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
    short = msgspec.structs.replace(whole.questions["development-blank"], columns=["dev_14"])
    fewer = msgspec.structs.replace(whole, value=(whole.questions["doubloon"], short), ladder=Headlines())
    monkeypatch.setattr("analyser.experiments.values.read_catalogue", lambda game: fewer)
    answer = values(asked, ["development-blank"], "greedy", RUNNER)
    assert list(answer.tables) == ["development-blank", "doubloon"]
    assert answer.headlines[0].startswith(short.question), "the question that was asked comes first"
    assert brief_of(answer, ENGLISH).sentence.startswith(short.question)
    table = answer.tables["development-blank"]
    assert table.height == 6
    assert "worth_in_doubloon" in table.columns
    assert table["price"].to_list() == [14] * 6
    assert any("doubloons" in line for line in answer.headlines)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_is_told_more_colours_than_others_have(players):
    answer = values(ask("la-planche", 120, players), ["knowing-colours", "action"], "random", RUNNER)
    told = answer.tables["knowing-colours"]
    assert told["level"].to_list() == ["1", "2", "3"][: players - 1]
    assert answer.tables["action"].height == 3


def test_an_unknown_question_is_refused():
    with pytest.raises(BadInput, match=r"No question of faut-pas-pousser « non-merci »\. Nearest: non-merci-turn"):
        values(ask(), ["non-merci"], None, RUNNER)


ONE = "opponents=['random']\n[[value]]\nname='a'\nquestion='b'\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("opponents = ", "experiments.toml: Invalid value"),
        (f"{ONE}kind='guess'", "line 5: kind: « guess » is not known. Allowed: forced, setting, dealt"),
        (f"{ONE}kind='forced'\nlevels=['1']", "line 2: « play » is missing. Add it."),
        (f"{ONE}kind='deal'\ncolour=1", "line 2: « colour » is not known here. Allowed: games, name, player, question"),
        (f"{ONE}kind='study'\nstudy='c'", "line 2: « estimand » is missing. Add it."),
        (f"{ONE}kind='forced'\nlevels=['1']\nplay='x'\noften='win'", "« a » has often, so reference_play is missing"),
        (
            f"{ONE}kind='setting'\nlevels=['1']\nset=[]\nreference='r'\ncurrency='x'",
            "« a »: no question « x » gives a rate",
        ),
        ("opponents=['random']\n[[outcome]]\nname='a'\nmeaning='b'\nper_game='SUM('", "line 2: « a »: unable to parse"),
        ("opponents=['random']\n[[outcome]]\nname='a'\nmeaning='b'", "line 2: « a » needs either per_game or of_game"),
    ],
)
def test_a_damaged_catalogue_is_told(text, words, tmp_path, monkeypatch):
    (tmp_path / "experiments.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(Game, "catalogue", tmp_path / "experiments.toml")
    with pytest.raises(BadInput, match=re.escape(words)):
        read_catalogue(find_game(FPP))


def test_a_game_without_questions_has_none(tmp_path, monkeypatch):
    monkeypatch.setattr(Game, "catalogue", tmp_path / "experiments.toml")
    assert read_catalogue(find_game(FPP)).questions == {}


def test_what_a_card_is_worth_beyond_the_others_of_its_price():
    """Two prices, two cards each: by the mean of their price the dear ones differ, and the cheap ones do not. Of two
    cards, a deal shows the difference twice: one has the better card, another the worse one.
    """
    found = Estimates(np.array([0.0, 0.0, -0.06, 0.06]), 1e-6 * np.eye(4), 1000)
    table = surplus_rows(found, Estimates(np.array([0.01]), np.array([[1e-8]]), 1000), ["a", "a", "b", "b"], 0.95)
    assert table["surplus"] == pytest.approx([0, 0, -3, 3])
    low, surplus, high = (table[name] for name in ("surplus_low", "surplus", "surplus_high"))
    assert all(a < b < c for a, b, c in zip(low, surplus, high, strict=True))


def test_a_deal_shows_the_worth_beyond_the_mean_of_a_price():
    """Planted: four of six cards are dealt; each adds its worth to its holder's chance, and the others lose it."""
    rng = np.random.Generator(np.random.PCG64(7))
    worth = np.array([0.10, 0.04, 0.0, 0.0, -0.02, 0.03])
    cards = rng.permuted(np.tile(np.arange(6), (400_000, 1)), axis=1)[:, :4]
    added = worth[cards]
    chances = 0.25 + added - (added.sum(1, keepdims=True) - added) / 3
    wins = (rng.random((len(cards), 1)) > np.cumsum(chances, 1)).sum(1)[:, None] == np.arange(4)
    blocks = np.repeat(np.arange(len(cards)), 4)
    dealt_values = mean_by_cell((wins - 0.25).ravel(), cards.ravel(), blocks, 6, len(cards))
    rate = Estimates(np.array([0.01]), np.array([[1e-10]]), 1000)
    table = surplus_rows(dealt_values, rate, ["dev_5"] * 6, 0.95)
    truth = 100 * (worth - worth.mean())
    ends = zip(table["surplus_low"], truth, table["surplus_high"], strict=True)
    assert all(low <= one <= high for low, one, high in ends)
    assert max(np.subtract(table["surplus_high"], table["surplus_low"])) < 2
