"""One engine: a page of the report and the command of the same name, on the same games, say the same."""

from dataclasses import replace

import pytest

from analyser import api
from analyser.experiments.answer import ENGLISH
from analyser.experiments.measured import Limits, Measured
from analyser.experiments.robustness import Check, Holds, Kind, Result, robustness
from analyser.experiments.sentences import said
from analyser.experiments.verdict import About, Level, Verdict
from analyser.experiments.words import Words
from analyser.report.context import ReportContext
from analyser.report.cover import place
from analyser.report.pages import make_page
from analyser.report.provenance import depends_on
from tests.report.small import context_of, spec, with_recipe

GAME = "la-planche"
GAMES = 1_000


def asking() -> ReportContext:
    """A report of few games, checked with random players in full and with no assumption."""
    context = with_recipe(context_of(GAME, games=GAMES), opponents=("random",), assumptions=False, games=GAMES)
    return replace(context, experiment=replace(context.experiment, games=GAMES))


ASKED = {"games": GAMES, "opponents": "random"}
COMMANDS = {
    "seats": lambda base: api.seats(GAME, base, **ASKED),
    "compare": lambda base: api.compare(GAME, "push=contact,row", base, headline="rounds", **ASKED),
    "sweep": lambda base: api.sweep(GAME, "plank_length=17,20", base, outcomes=["turns"], **ASKED),
    "values": lambda base: api.values(GAME, ["colour"], None, tolerance=2.0, **ASKED),
    "feel": lambda base: api.feel(GAME, base, limit=80.0, **ASKED),
    "sensitivity": lambda base: api.sensitivity(GAME, ["push"], base, games=GAMES),
}
PAGES = {
    "seats": spec("seats", games=GAMES),
    "compare": spec("compare", vary="push=contact,row", games=GAMES),
    "sweep": spec("sweep", vary="plank_length=17,20", outcomes=["turns"], games=GAMES),
    "values": spec("values", question="colour", games=GAMES),
    "feel": spec("feel", games=GAMES),
    "sensitivity": spec("tornado", settings=["push"], games=GAMES),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_page_and_command_say_the_same(command):
    """The same verdict, robustness and sentence, as data and as text."""
    context = asking()
    page, answer = make_page(context, PAGES[command]), COMMANDS[command](context.base)
    here, there = page.answer, answer.verdict
    assert (here.level, here.rests_on, here.games_needed) == (there.level, there.rests_on, there.games_needed)
    assert here.robustness == there.robustness
    assert here.robustness.holds != Holds.UNCHECKED
    assert here.sentence == there.sentence
    plain = Words("en")
    said_here = [plain.sentence(one) for one in (here.sentence, here.robustness.sentence)]
    assert " ".join(said_here) in answer.headlines[0]
    if command not in ("values", "sweep"):  # there the recipe has words of its own
        assert [page.words.sentence(one) for one in (here.sentence, here.robustness.sentence)] == said_here


def test_the_tournament_of_both_is_the_same():
    asked = spec("strategies", games=GAMES)
    page = make_page(with_recipe(asking(), page=(asked,)), asked)
    answer = api.tournament(GAME, games=GAMES)
    assert page.verdicts == answer.verdicts[:2]


class TestFirstPage:
    """What the first and the last page say about whether a verdict holds."""

    def verdict(self, *checks: tuple[Kind, float]) -> Verdict:
        here = Measured(3.0, 2.0, 4.0, Limits(), "card", ("card",))
        results = [
            Result(Check(f"b={k}", kind), {here.key: replace(here, value=value, low=value - 1, high=value + 1)})
            for k, (kind, value) in enumerate(checks)
        ]
        return Verdict(Level.FOUND, said("plain", number=""), About(""), (here,)).checked(results)

    def test_where_it_is_shown_and_whether_it_holds(self):
        assert place(self.verdict(), 3, ENGLISH) == "page\u00a03"
        assert place(self.verdict((Kind.PLAY, 3.0)), 3, ENGLISH) == "page\u00a03; holds in every check"
        assert place(self.verdict((Kind.PLAY, -3.0)), 3, ENGLISH) == "page\u00a03; depends on who plays"
        both = self.verdict((Kind.PLAY, -3.0), (Kind.ASSUMPTION, -3.0))
        assert place(both, 3, Words("fr")).endswith("dépend de qui joue et d’une hypothèse")
        assert place(self.verdict((Kind.PLAY, 1.0)), 3, ENGLISH) == "page\u00a03", "not settled"

    def test_on_which_assumptions_it_depends(self):
        def told(*checks):
            return depends_on(self.verdict(*checks).robustness, ENGLISH)

        assert told() == told((Kind.PLAY, -3.0)) == "not tried"
        assert told((Kind.ASSUMPTION, 3.0)) == "nothing (values tried: 1)"
        assert told((Kind.ASSUMPTION, -3.0), (Kind.ASSUMPTION, 3.0)) == "b=0"
        assert told((Kind.ASSUMPTION, 1.0)) == "not settled"

    def test_nothing_is_claimed_without_a_check(self):
        assert robustness([], []).holds == Holds.UNCHECKED


class TestRepeats:
    """What a page's experiment is repeated with."""

    def test_opponents_in_full_and_assumptions_briefly(self):
        context = with_recipe(context_of(GAME), opponents=("random", "survivor"))
        page = spec("values", question="colour", games=8_000)
        found = context.repeats(page, None)
        whole = context.asked_for(page).games
        opponents = [one for one in found if one.check.kind == Kind.PLAY]
        assert [(one.check.name, one.experiment.games) for one in opponents] == [("random", whole)], "base is left out"
        assumed = [one for one in found if one.check.kind == Kind.ASSUMPTION]
        assert {one.experiment.games for one in assumed} == {max(whole // len(assumed), 200)}

    def test_a_recipe_may_leave_assumptions_out(self):
        context = with_recipe(context_of(GAME), opponents=(), assumptions=False)
        assert context.repeats(spec("seats"), None) == []

    def test_what_the_page_varies_is_not_tried(self):
        found = context_of(GAME).repeats(spec("compare", vary="push=contact,row"), None, ["push"])
        assert not any(one.check.on == "push" for one in found)
