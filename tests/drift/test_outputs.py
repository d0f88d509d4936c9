"""The outputs for people and for CI."""

import json
import re
import xml.etree.ElementTree as ET

import pytest

from analyser.drift import outputs
from analyser.drift.chart import drift_figure, write_chart
from analyser.drift.check import check
from analyser.drift.judging import Tolerance, Verdict

from .conftest import played, with_facts


@pytest.fixture
def reports(baseline):
    """One that passes, one that is judged."""
    same = check(baseline, Tolerance(), played)
    other = check(with_facts(baseline, set=["pile_size=3"]), Tolerance(), played)
    return [same, other]


def test_headlines(reports):
    same = "small.json: PASS (exact): 12,000 games came out the same to the last number."
    assert outputs.headline(reports[0]) == same
    assert re.match(
        r"small.json: FAIL \(paired, \d+ of \d+ metrics\): [\d,]+ of 12,000 games", outputs.headline(reports[1])
    )


def test_remarks_say_what_moved_and_what_to_type(reports):
    text = " ".join(outputs.remarks(reports[1]))
    assert "setting pile_size: 4 -> 3" in text
    assert "analyse baseline --refresh" in text and "CHANGELOG" in text
    assert outputs.remarks(reports[0]) == []


def test_markdown_has_a_row_for_each_metric(reports):
    text = outputs.markdown(reports)
    for one in reports[1].judged:
        assert f"| {one.change.metric} |" in text


def test_junit_counts_and_bodies(reports):
    root = ET.fromstring(outputs.junit(reports))
    first, second = root.findall("testsuite")
    assert first.get("tests") == "1" and first.get("failures") == "0"
    failed = [one for one in reports[1].judged if one.verdict is Verdict.FAIL]
    assert int(second.get("failures")) == len(failed) > 0
    assert int(second.get("tests")) == len(reports[1].judged)
    assert all("before" in failure.text for failure in second.iter("failure"))


def test_annotations_are_escaped_and_at_most_ten(reports):
    lines = outputs.annotations(reports * 5)
    assert 1 < len(lines) <= 10
    assert all(re.match(r"::(error|warning) title=[^:,\n]+::[^\n]+$", line) for line in lines)
    assert any("%25" in line for line in lines)


def test_json_carries_everything(reports):
    found = json.loads(json.dumps([outputs.as_json(one) for one in reports]))
    assert [one["verdict"] for one in found] == ["PASS", "FAIL"]
    assert len(found[1]["metrics"]) == len(reports[1].judged)
    assert found[1]["changed_games"] == reports[1].changed > 0


def test_the_chart_shows_every_metric_and_is_the_same_file_every_time(reports, tmp_path):
    panel = drift_figure(reports).axes[1]
    labels = [label.get_text() for label in panel.get_yticklabels()]
    assert [label.split(" (")[0] for label in labels] == [one.change.metric for one in reports[1].judged]
    for suffix in (".png", ".pdf", ".svg"):
        for name in ("one", "two"):
            write_chart(tmp_path / (name + suffix), reports)
        assert (tmp_path / f"one{suffix}").read_bytes() == (tmp_path / f"two{suffix}").read_bytes()


def test_the_table_fits_a_narrow_terminal(reports):
    """80 columns, with three for each border: no word and no number is broken."""
    rows = [outputs.BRIEF, *(outputs.in_brief(one) for one in reports[1].judged)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(outputs.BRIEF))]
    assert sum(widths) + 3 * len(widths) + 1 <= 80
