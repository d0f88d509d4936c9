"""The first line of a report: what it says of targets met, missed and open, and which finding leads."""

import pytest

from analyser.experiments.headline import Area, Judged, headline
from analyser.experiments.sentences import said
from analyser.experiments.verdict import About, Level, Verdict
from analyser.experiments.words import LANGUAGES, Words, catalogue


def judged(area: Area, page: int, level: Level, weight: float = 0.0) -> Judged:
    told = said(f"endings.{level}", rate=f"{page} in 100", outcome="end so", between="1 to 2", limit="3", games="4")
    return Judged(area, page, Verdict(level, told, About("table"), weight=weight))


MET = [judged(Area.SEATS, 3, Level.MET), judged(Area.CARDS, 4, Level.MET), judged(Area.LENGTH, 5, Level.MET)]
MISSED = judged(Area.CARDS, 6, Level.MISSED, 1.0)
OPEN = judged(Area.CARDS, 7, Level.UNDECIDED)
NOTED = judged(Area.CARDS, 8, Level.NOTED, 9.0)


@pytest.mark.parametrize(
    ("found", "text"),
    [
        ([*MET, NOTED], "Balanced for 4 equal players: all 3 targets are met."),
        (
            [*MET, MISSED],
            "Balanced for 4 equal players, except that 6 in 100 of games end so (targets missed: 1 of 4).",
        ),
        (
            [MISSED, *MET[:1]],
            "Balanced for 4 equal players, except that 6 in 100 of games end so (targets missed: 1 of 2).",
        ),
        (
            [MISSED, OPEN, NOTED],
            "Balanced for 4 equal players, except that 6 in 100 of games end so (targets missed: 1 of 2).",
        ),
        ([MISSED], "Not balanced for 4 equal players: 6 in 100 of games end so (targets missed: 1 of 1)."),
        (
            [*MET, OPEN],
            "No target is missed for 4 equal players: 3 of 4 are met, the others are too close to call.",
        ),
        ([NOTED], "What 4 equal players find: no target is set, so nothing is judged."),
    ],
)
def test_the_sentence(found: list[Judged], text: str) -> None:
    assert Words().sentence(headline(found, 4).sentence) == text


def test_every_miss_of_a_tolerance_has_its_clause_and_its_light() -> None:
    """A part of another sentence has no full stop and no interval; a light has one number with its interval."""
    kinds = ("seats", "role", "values", "price", "length", "endings", "feel", "categories")
    missed = [one for one in catalogue() if one.partition(".")[0] in kinds and ".missed" in one]
    assert len(missed) == len(kinds) + 1
    for key in missed:
        for lang in LANGUAGES:
            short = catalogue()[f"clause.{key}"].in_language(lang)
            assert "{between}" not in short and not short.endswith(".")
            light = catalogue().get(f"light.{key}", catalogue()[key]).in_language(lang)
            assert light.count("{between}") == 1 and "{shares}" not in light, key


def test_a_light_shows_the_most_pressing_verdict_that_is_judged() -> None:
    worse = judged(Area.CARDS, 9, Level.MISSED, 2.0)
    found = headline([*MET, NOTED, OPEN, MISSED, worse], 4)
    assert [(one.area, one.page) for one in found.lights] == [(Area.SEATS, 3), (Area.CARDS, 9), (Area.LENGTH, 5)]
    assert found.leading == 9


def test_an_area_that_nothing_judges_shows_what_was_found() -> None:
    found = headline([NOTED], 4)
    assert [(one.area, one.verdict.level) for one in found.lights] == [(Area.CARDS, Level.NOTED)]


def test_a_report_without_areas_leads_with_nothing() -> None:
    assert headline([], 4).leading is None
