"""The catalogue of texts: complete in both languages, used, and written as each language writes."""

import re
import string
import tomllib
from typing import get_args

import polars as pl
import pytest

from analyser.core import paths
from analyser.core.errors import BadInput
from analyser.experiments.catalogue import AnyQuestion, Dealt, Leveled, read_catalogue
from analyser.experiments.measured import Measured
from analyser.experiments.robustness import Check, Holds, Kind, Objection, Robustness
from analyser.experiments.sentences import LevelLabel, Number, RoleLevel, Share, Span, in_turn, listed, said
from analyser.experiments.verdict import Level
from analyser.experiments.words import LANGUAGES, Text, Words, bound, catalogue
from analyser.experiments.worth import level_name
from analyser.games.loader import find_game, game_names
from analyser.kernel.columns import OUTCOMES
from analyser.report.recipe import Tolerances, ValuesPage, read_recipe

SOURCES = [path for room in ("report", "experiments", "cli") for path in (paths.PACKAGE / room).rglob("*.py")]
TEXT = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("key", sorted(catalogue()))
def test_every_text_is_there_in_every_language_with_the_same_gaps(key):
    texts = [catalogue()[key].in_language(lang) for lang in LANGUAGES]
    assert all(text.strip() for text in texts)
    assert len({frozenset(placeholders(text)) for text in texts}) == 1


def test_a_text_that_says_the_same_in_both_languages_is_a_word_that_both_share():
    same = {key for key, text in catalogue().items() if text.en == text.fr and re.search("[a-z]{2}", plain(text.en))}
    shared = {"page", "verdict", "port", "clause", "versions", "question", "score", "points", "value_points", "margin"}
    shared |= {"scores", "pause"}
    assert {key.split(".")[-1] for key in same} <= shared


def plain(text: str) -> str:
    """A text without its gaps."""
    return re.sub(r"\{\w+\}", "", text)


def test_every_key_that_the_code_says_is_in_the_catalogue():
    keys = set(re.findall(r'(?:say|said)\(\s*"([a-z_.]+)"', TEXT))
    assert keys, "the pattern finds what is said"
    assert keys <= set(catalogue())


def test_every_text_is_said_somewhere():
    literal = set(re.findall(r"""["']([a-z_]+(?:\.[a-z_ ]+)?)["']""", TEXT))
    families = set(re.findall(r'f["\']([a-z_]+\.(?:[a-z_]+)?)\{', TEXT)) | {"way.", "name."}
    unused = [key for key in catalogue() if key not in literal and not any(key.startswith(one) for one in families)]
    assert unused == []


def test_families_of_texts_have_every_member():
    known = set(catalogue())
    kinds = {one.__struct_config__.tag for one in get_args(AnyQuestion)}
    assert {f"outcome.{name}" for name in OUTCOMES} <= known
    assert {f"tolerance.{name}" for name in Tolerances.__struct_fields__} <= known
    assert {f"legend.{level}" for level in Level} <= known
    assert {f"verdict.{holds}" for holds in Holds} <= known
    assert {f"{what}.{kind}" for what in ("on", "checks") for kind in Kind} <= known
    assert {f"kind.{kind}" for kind in kinds} <= known
    assert {f"{what}.{kind}" for what in ("estimand", "zero") for kind in kinds - {"study"}} <= known


@pytest.mark.parametrize("game", game_names())
def test_a_recipe_names_every_level_and_outcome_of_its_questions(game):
    """Whatever is not a number is called something in every language."""
    found = find_game(game)
    recipe, questions = read_recipe(found.recipe), read_catalogue(found).questions
    columns = {one.name: one for one in found.seat_columns()}
    for page in recipe.page:
        if isinstance(page, ValuesPage):
            question = questions[page.question]
            levels = _levels(question)
            for column in question.columns if isinstance(question, Dealt) else []:
                levels += list(columns[column].names or ())
            unnamed = [one for one in levels if not re.fullmatch(r"[-+]?\d+", one) and one not in page.names]
            assert set(unnamed) <= set(recipe.words), page.name
            if (reference := _reference(question)) and not question.taken_away:
                assert reference in recipe.words or f"name.{reference}" in catalogue()
            if currency := getattr(question, "currency", ""):
                assert questions[currency].unit in recipe.words
    assert _assumed(found) <= set(recipe.words)


def test_words_of_a_recipe_are_used():
    """No word is left over from a question that is gone."""
    for game in game_names():
        found = find_game(game)
        catalogued = read_catalogue(found)
        text = found.recipe.read_text(encoding="utf-8").split("[words]")[0]
        levels = {word for one in catalogued.value for word in (*_levels(one), _reference(one))}
        columns = {one.name for one in (*found.seat_columns(), *found.game_columns())}
        columns |= {name for one in (*found.seat_columns(), *found.game_columns()) for name in one.names or ()}
        columns |= {word for one in found.roles for word in (one.name, one.meaning)}
        columns |= {count.name for one in found.sums() for count in one.counts} | set(found.caveats)
        outcomes = {"winners_score", "shared_rate", "no_winner_rate", "unfinished_rate", "seat_spread", "rounds"}
        outcomes |= set(catalogued.outcomes) | {getattr(one, "unit", "") for one in catalogued.value}
        outcomes |= {one.name for one in catalogued.lever}
        columns |= {f"{one.name}={level}" for one in found.roles for level in range(1, max(found.players) + 1)}
        outcomes |= {f"{one.name}={value}" for one in found.settings().values() for value in one.worth_trying}
        varied = {part for line in text.splitlines() if line.startswith("vary") for part in _varied(line)}
        assert set(read_recipe(found.recipe).words) <= levels | columns | outcomes | varied | _assumed(found), game


def _assumed(game) -> set[str]:
    return {one.name for one in game.settings().values() if one.is_open}


def _levels(question) -> list[str]:
    return list(question.tried) if isinstance(question, Leveled) else []


def _reference(question) -> str:
    return getattr(question, "reference", "")


def _varied(line: str) -> list[str]:
    name, values = tomllib.loads(line)["vary"].split("=")
    return [name, *(f"{name}={value}" for value in values.split(","))]


class TestFacts:
    """Sentences have no language until they are said."""

    def test_numbers_are_written_as_each_language_does(self):
        sentence = said("values.one", points=Number(-1234.56, 1, signed=True), between=Span(-2, 1.5, 1, signed=True))
        assert Words("en").sentence(sentence) == "Its worth is −1,234.6 points (−2.0 to +1.5)."
        assert Words("fr").sentence(sentence) == "Sa valeur\u00a0: −1\u202f234,6 points (−2,0 à +1,5)."

    def test_several(self):
        assert Words("fr").fill(listed(["a", "b", "c"])) == "a, b et c"
        assert Words("fr").fill(in_turn(["a", "b"])) == "a\u202f; b"
        assert Words("en").fill(listed([Share(0.5), 12_000])) == "50.0\u00a0% and 12,000"

    def test_levels_are_called_by_question_recipe_or_themselves(self):
        own = {"red": Text(en="red", fr="rouge"), "dev_5": Text(en="5", fr="5")}
        words = Words("fr", own).of_question({"b": Text(en="bee", fr="abeille")}, Text(en="{level}!", fr="{level} !"))
        assert words.fill(LevelLabel("red")) == "rouge\u202f!"
        assert words.fill(LevelLabel("red + x", "dev_5")) == "rouge + x\u202f! (5)"
        assert words.fill(LevelLabel("b", "dev_5")) == "abeille"


class TestNumbers:
    def test_english(self):
        words = Words("en")
        assert words.number(1234.56, 1) == "1,234.6"
        assert words.signed(0.26) == "+0.3"
        assert words.signed(-1.5) == "−1.5"
        assert words.percent(0.123) == "12.3\u00a0%"
        assert words.between(1, 2) == "1.0 to 2.0"

    def test_french(self):
        words = Words("fr")
        assert words.number(1234.56, 1) == "1\u202f234,6"
        assert words.percent(0.123) == "12,3\u00a0%"
        assert words.between(1, 2) == "1,0 à 2,0"

    def test_as_many_decimals_as_needed(self):
        assert [Words("fr").brief(one) for one in (2, 0.5, 0.1, 80.0)] == ["2", "0,5", "0,1", "80"]

    def test_shares_stay_between_none_and_all(self):
        assert Words("en").between_shares(-0.1, 1.2, 0) == "0 to 100\u00a0%"

    def test_nothing_below_zero_that_is_zero(self):
        assert Words("en").signed(-0.001) == "+0.0"

    def test_lists(self):
        assert Words("en").listed(["a", "b", "c"]) == "a, b and c"
        assert Words("fr").listed(["a"]) == "a"

    def test_levels_below_zero_have_a_true_minus(self):
        assert Words("en").label("-3") == "−3"
        assert Words("fr", {"red": Text(en="red", fr="rouge")}).label("red") == "rouge"

    def test_another_language_is_refused(self):
        with pytest.raises(BadInput, match="--lang de is not known"):
            Words("de")


class TestSpaces:
    """No line begins with a sign that belongs to the word before it."""

    def test_french(self):
        text = bound("« Non Merci » : est-ce 95 % ? Oui ; page 3 !", "fr")
        fixed, narrow = "\u00a0", "\u202f"
        assert text == (
            f"«{fixed}Non Merci{fixed}»{fixed}: est-ce 95{fixed}%{narrow}? Oui{narrow}; page{fixed}3{narrow}!"
        )

    def test_english_keeps_its_own_signs(self):
        assert bound("« Non Merci »: 95 % ± 1; page 3", "en") == (
            "«\u00a0Non Merci\u00a0»: 95\u00a0% ±\u00a01; page\u00a03"
        )

    def test_below_two_is_singular_in_french(self):
        assert bound("1,9 points, +0,5 points, 2,0 points, 11 points, 21,5 points", "fr") == (
            "1,9 point, +0,5 point, 2,0 points, 11 points, 21,5 points"
        )
        assert bound("1.0 points, 1 points, 11 points", "en") == "1.0 points, 1 point, 11 points"

    @pytest.mark.parametrize("lang", LANGUAGES)
    def test_whatever_is_said(self, lang):
        """The catalogue and the recipes are typed with plain spaces; none is left where a line must not end."""
        words = Words(lang)
        texts = [words.say(key, **dict.fromkeys(placeholders(text.en), "x")) for key, text in catalogue().items()]
        recipes = [read_recipe(find_game(game).recipe) for game in game_names()]
        texts += [words.text(page.title) for one in recipes for page in one.page]
        loose = "« | »" + ("| [:;?!]" if lang == "fr" else "") + "|[0-9] %"
        assert [text for text in texts if re.search(loose, text)] == []


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        (0.001, 0.002, "0.00 to 0.01"),
        (-0.002, 0.001, "\u22120.01 to 0.01"),
        (1.5, 1.5, "1.50 to 1.50"),
        (-1e-16, 1e-16, "0.00 to 0.00"),
        (1.234, 1.251, "1.23 to 1.25"),
    ],
)
def test_ends_that_differ_are_printed_apart(low, high, text):
    """Nobody may read a margin of 0 where there is one; an exact number has none."""
    assert Words().between(low, high, 2) == text


def test_shares_near_none_and_all_are_printed_apart_from_them():
    assert Words().between_shares(0.0, 1e-6, 2) == "0.00 to 0.01\u00a0%"
    assert Words().between_shares(1 - 1e-6, 1.0, 2) == "99.99 to 100.00\u00a0%"


def test_a_level_of_a_role_has_a_name_of_its_own_or_that_of_its_role():
    own = {"turn_position=4": Text(en="the last to play", fr="le dernier à jouer")}
    own |= {"turn_position": Text(en="turn position", fr="rang")}
    assert Words("fr", own).sentence(RoleLevel("turn_position", "4")) == "Le dernier à jouer"
    assert Words("fr", own).sentence(RoleLevel("turn_position", "1")) == "Rang 1"
    assert Words().sentence(RoleLevel("turn_position", "1")) == "Turn position 1"


@pytest.mark.parametrize(("columns", "text"), [(["colour"] * 2, "red"), (["colour", "size"], "red (colour)")])
def test_a_column_is_named_only_where_there_are_several(columns, text):
    table = pl.DataFrame({"column": columns, "level": ["red", "blue"]})
    words = Words(own={"colour": Text(en="colour", fr="couleur")})
    assert words.fill(level_name(table.row(0, named=True), table)) == text


def test_the_first_page_counts_assumptions_instead_of_naming_settings():
    here = Measured(1.0, 0.5, 1.5, name="it")
    kinds = [("plank=3", Kind.ASSUMPTION), ("vane=x", Kind.ASSUMPTION), ("vane=y", Kind.ASSUMPTION), ("a", Kind.PLAY)]
    against = tuple(Objection(Check(*one), here, here) for one in kinds)
    assert Words().fill(Robustness(objections=against).briefly) == "on who plays and on 2 assumptions"
    assert Words("fr").fill(Robustness(objections=against[:1]).briefly) == "d’une hypothèse"
    exact = Objection(Check("a", Kind.PLAY), here, Measured(0.0, 0.0, 0.0))
    assert Words().fill(exact.sentence) == "it: exactly 0 with a"
