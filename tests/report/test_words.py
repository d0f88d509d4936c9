"""The catalogue of texts: complete in both languages, used, and written as each language writes."""

import re
import string
import tomllib

import pytest

from analyser import places
from analyser.columns import OUTCOMES
from analyser.errors import BadInput
from analyser.experiments.catalogue import read_catalogue
from analyser.experiments.feel import MEANINGS
from analyser.registry import find_game, game_names
from analyser.report.questions.values import DRAWN
from analyser.report.recipe import TOLERANCES, read_recipe
from analyser.report.verdicts import Level
from analyser.report.words import LANGUAGES, Words, bound, catalogue

SOURCES = [*(places.PACKAGE / "report").rglob("*.py")]
TEXT = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("key", sorted(catalogue()))
def test_every_text_is_there_in_every_language_with_the_same_gaps(key):
    entry = catalogue()[key]
    assert set(entry) == set(LANGUAGES)
    assert all(text.strip() for text in entry.values())
    assert len({frozenset(placeholders(text)) for text in entry.values()}) == 1


def test_a_text_that_says_the_same_in_both_languages_is_a_word_that_both_share():
    same = {key for key, entry in catalogue().items() if len(set(entry.values())) == 1}
    shared = {"page", "verdict", "port", "clause", "versions", "question"}
    assert {key.split(".")[-1] for key in same} <= shared


def test_every_key_that_the_code_says_is_in_the_catalogue():
    said = set(re.findall(r'say\(\s*"([a-z_.]+)"', TEXT))
    assert said, "the pattern finds what is said"
    assert said <= set(catalogue())


def test_every_text_is_said_somewhere():
    literal = set(re.findall(r"""["']([a-z_]+(?:\.[a-z_ ]+)?)["']""", TEXT))
    families = set(re.findall(r'f["\']([a-z_]+\.(?:[a-z_]+)?)\{', TEXT))
    families |= {"way."}
    unused = [key for key in catalogue() if key not in literal and not any(key.startswith(one) for one in families)]
    assert unused == []


def test_families_of_texts_have_every_member():
    known = set(catalogue())
    assert {f"outcome.{name}" for name in OUTCOMES} <= known
    assert {f"tolerance.{name}" for name in TOLERANCES} <= known
    assert {f"legend.{level}" for level in Level} <= known
    assert {f"measure.{name}" for name in MEANINGS} <= known
    assert {f"estimand.{kind}" for kind in DRAWN} <= known


@pytest.mark.parametrize("game", game_names())
def test_a_recipe_names_every_level_and_outcome_of_its_questions(game):
    """Whatever is not a number is called something in every language."""
    found = find_game(game)
    recipe, questions = read_recipe(found), read_catalogue(found).questions
    columns = {one.name: one for one in found.seat_columns()}
    for page in recipe.asks:
        if page.kind != "values":
            continue
        question = questions[page.get("question")]
        levels = list(question.levels) if "levels" in question.options else []
        for column in question.get("columns", []):
            levels += list(columns[column].names or ())
        unnamed = [one for one in levels if not re.fullmatch(r"[-+]?\d+", one) and one not in page.get("names", {})]
        assert set(unnamed) <= set(recipe.words), page.name


def test_words_of_a_recipe_are_used():
    """No word is left over from a question that is gone."""
    for game in game_names():
        found = find_game(game)
        text = (places.REPORTS / f"{game}.toml").read_text(encoding="utf-8").split("[words]")[0]
        levels = {level for one in read_catalogue(found).questions.values() for level in _levels(one)}
        columns = {one.name for one in (*found.seat_columns(), *found.game_columns())}
        columns |= {name for one in (*found.seat_columns(), *found.game_columns()) for name in one.names or ()}
        columns |= {count.name for one in found.sums() for count in one.counts} | set(found.caveats)
        outcomes = {"winners_score", "shared_rate", "no_winner_rate", "unfinished_rate", "seat_spread", "rounds"}
        outcomes |= set(read_catalogue(found).outcomes)
        varied = {part for line in text.splitlines() if line.startswith("vary") for part in _varied(line)}
        assert set(read_recipe(found).words) <= levels | columns | outcomes | varied, game


def _levels(question) -> list[str]:
    return list(question.levels) if "levels" in question.options else []


def _varied(line: str) -> list[str]:
    name, values = tomllib.loads(line)["vary"].split("=")
    return [name, *(f"{name}={value}" for value in values.split(","))]


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
        assert Words("fr", {"red": {"en": "red", "fr": "rouge"}}).label("red") == "rouge"

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
        assert bound("1.0 points", "en") == "1.0 points"

    @pytest.mark.parametrize("lang", LANGUAGES)
    def test_whatever_is_said(self, lang):
        """The catalogue and the recipes are typed with plain spaces; none is left where a line must not end."""
        words = Words(lang)
        said = [words.say(key, **dict.fromkeys(placeholders(entry["en"]), "x")) for key, entry in catalogue().items()]
        said += [words.told(page.title) for game in game_names() for page in read_recipe(find_game(game)).asks]
        loose = "« | »" + ("| [:;?!]" if lang == "fr" else "") + "|[0-9] %"
        assert [text for text in said if re.search(loose, text)] == []
