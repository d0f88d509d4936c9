"""The page of first questions: made of what the commands said, each of them decided."""

from tests.benchmarks.first_questions import PAGE, Question, Reply, held, page, stored, typed

QUESTION = Question("la-planche", "Which seat?", "seats")


def reply(level, sentence, seconds=10.0):
    return Reply(QUESTION, level, [sentence], seconds, 2)


def test_the_page_shows_what_was_found_and_every_answer_is_decided():
    assert PAGE.read_text("utf-8") == page(stored())
    assert [typed(one.question) for one in stored() if not one.is_decided] == []


def test_an_answer_is_decided_or_says_why_not():
    assert reply("met", "The seats are equal.").is_decided
    assert reply("undecided", "Too close to call: seat 4.").is_decided
    assert not reply("undecided", "Nothing is shown.").is_decided


def test_an_answer_that_takes_too_long_stands_out():
    assert "| 10 s of 120 |" in page([reply("met", "Equal.")])
    assert "| **130 s** of 120 |" in page([reply("met", "Equal.", 130.0)])
    assert "`analyse seats --game la-planche`" in page([reply("met", "Equal.")])


def test_an_answer_says_what_it_depends_on():
    assert held({"holds": "depends", "depends_on": ["play", "ages", "vane"]}) == "depends on play, ages and vane"
    assert held({"holds": "depends", "depends_on": ["ages"]}) == "depends on ages"
    assert held({"holds": "robust", "depends_on": []}) == "robust"
