"""The page of accuracy: made of what was measured, every claim measured, every promise kept."""

from tests.benchmarks.accuracy.page import PAGE, PARTS, page, rows_of, stored
from tests.benchmarks.accuracy.rows import Row


def test_every_kind_of_claim_was_measured_and_its_promise_is_kept():
    assert set(stored()) == set(PARTS)
    assert [one.claim for one in rows_of(stored()) if not one.is_inside] == []


def test_the_page_shows_what_was_measured():
    assert PAGE.read_text("utf-8") == page(stored())


def test_a_broken_promise_is_shown():
    """80 of 100 is shown to be below 95 %; 92 of 100 is not."""
    broken = Row("c", "a", "p", 0.95, 80, 100)
    assert not broken.is_inside
    assert Row("c", "a", "p", 0.95, 92, 100).is_inside
    found = {"seats": {"seconds": 60, "at": "abc1234", "rows": [broken._asdict()]}}
    assert "| c | a | p | 80.0 % (71.1 to 86.7) | 100 | **broken** | abc1234 |" in page(found)
