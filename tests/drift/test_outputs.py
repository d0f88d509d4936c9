"""The outputs for people and for CI."""

import json
import re
import xml.etree.ElementTree as ET

import pytest

from analyser.drift import outputs
from analyser.drift.chart import drift_figure, write_chart
from analyser.drift.check import EXACT, PAIRED, STATISTICAL, CheckResult, check_same_games
from analyser.drift.verdict import DriftVerdict, JudgedChange, MetricChange, Tolerance
from tests.drift.conftest import job_of, played, with_contents


@pytest.fixture
def results(baseline):
    """One that passes, one that is judged."""
    same = check_same_games(baseline, Tolerance(), played)
    other = check_same_games(with_contents(baseline, set=["pile_size=3"]), Tolerance(), played)
    return [same, other]


def test_headlines(results):
    same = "small.json: PASS (exact): 12,000 games came out the same to the last number."
    assert outputs.headline(results[0]) == same
    assert re.match(
        r"small.json: FAIL \(paired, \d+ of \d+ metrics\): [\d,]+ of 12,000 games", outputs.headline(results[1])
    )


def test_remarks_say_what_moved_and_what_to_type(results):
    text = " ".join(outputs.remarks(results[1]))
    assert "setting pile_size: 4 -> 3" in text
    assert "analyse baseline --refresh" in text and "CHANGELOG" in text
    assert outputs.remarks(results[0]) == []


def test_markdown_has_a_row_for_each_metric(results):
    text = outputs.markdown(results)
    for one in results[1].judged:
        assert f"| {one.change.metric} |" in text


def test_junit_counts_and_bodies(results):
    root = ET.fromstring(outputs.junit(results))
    first, second = root.findall("testsuite")
    assert first.get("tests") == "1" and first.get("failures") == "0"
    failed = [one for one in results[1].judged if one.verdict is DriftVerdict.FAIL]
    assert int(second.get("failures")) == len(failed) > 0
    assert int(second.get("tests")) == len(results[1].judged)
    assert all("before" in failure.text for failure in second.iter("failure"))


def test_annotations_are_escaped_and_at_most_ten(results):
    lines = outputs.annotations(results * 5)
    assert 1 < len(lines) <= 10
    assert all(re.match(r"::(error|warning) title=[^:,\n]+::[^\n]+$", line) for line in lines)
    assert any("%25" in line for line in lines)


def test_json_carries_everything(results):
    found = json.loads(json.dumps([outputs.as_json(one) for one in results]))
    assert [one["verdict"] for one in found] == ["PASS", "FAIL"]
    assert len(found[1]["metrics"]) == len(results[1].judged)
    assert found[1]["changed_games"] == results[1].changed > 0


def test_the_chart_shows_every_metric_and_is_the_same_file_every_time(results, tmp_path):
    panel = drift_figure(results).axes[1]
    labels = [label.get_text() for label in panel.get_yticklabels()]
    assert [label.split(" (")[0] for label in labels] == [one.change.metric for one in results[1].judged]
    for suffix in (".png", ".pdf", ".svg"):
        for name in ("one", "two"):
            write_chart(tmp_path / (name + suffix), results)
        assert (tmp_path / f"one{suffix}").read_bytes() == (tmp_path / f"two{suffix}").read_bytes()


def test_the_table_fits_a_narrow_terminal(results):
    """80 columns, with three for each border: no word and no number is broken."""
    rows = [outputs.BRIEF, *(outputs.in_brief(one) for one in results[1].judged)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(outputs.BRIEF))]
    assert sum(widths) + 3 * len(widths) + 1 <= 80


LONGER = JudgedChange(MetricChange("length", 8.0, 8.25, 0.05), 0.16, 0.2, 0.5, DriftVerdict.WARN)
SEAT = JudgedChange(MetricChange("seat 1 wins", 0.25, 0.2725, 0.001), 0.005, 0.0001, 0.01, DriftVerdict.FAIL)
GREEDY = JudgedChange(MetricChange("greedy: wins", 0.25, 0.24, 0.002), 0.005, 0.0001, 0.02, DriftVerdict.FAIL)
RARE = JudgedChange(MetricChange("no winner", 0.25, 0.25, 0.1), 0.005, 1.0, 0.3, DriftVerdict.INCONCLUSIVE)
STILL = JudgedChange(MetricChange("seat 2 wins", 0.25, 0.25, 0.001), 0.005, 1.0, 0.01, DriftVerdict.PASS)
JUDGED = [STILL, LONGER, GREEDY, SEAT, RARE]


def result_of(baseline, verdict=DriftVerdict.FAIL, mode=PAIRED, changed=3, moved=("rules",), judged=JUDGED):
    """A check of 1,200 games, the first of which that differs is game 7."""
    first = 7 if changed else None
    return CheckResult(baseline, job_of(), mode, 1200, list(moved), changed, first, list(judged), verdict)


def test_headlines_of_every_kind(baseline):
    """What was found, in how many metrics or games, and whether anything explains it."""
    told = {
        "small.json: FAIL (paired, 2 of 5 metrics): 3 of 1,200 games came out differently.": result_of(baseline),
        "small.json: FAIL (exact): 3 of 1,200 games came out differently.": result_of(baseline, mode=EXACT),
        "small.json: FAIL (exact): 3 of 1,200 games came out differently, although rules, data and strategies are "
        "those of the baseline.": result_of(baseline, mode=EXACT, moved=()),
        "small.json: PASS (exact): 1,200 games came out the same to the last number.": result_of(
            baseline, DriftVerdict.PASS, EXACT, 0
        ),
        "small.json: PASS (statistical): 1,200 games of a fresh seed.": result_of(
            baseline, DriftVerdict.PASS, STATISTICAL, 0
        ),
        "small.json: WARN (statistical, 1 of 5 metrics): 1,200 games of a fresh seed.": result_of(
            baseline, DriftVerdict.WARN, STATISTICAL, 0
        ),
    }
    for text, result in told.items():
        assert outputs.headline(result) == text


def test_remarks_of_every_kind(baseline):
    """A pinned baseline is not written again, nor is one that passes."""
    failed = result_of(baseline)
    path = baseline.path
    replay = f"First game that differs: 7. See it with: {failed.job.replay_command(7)}"
    refresh = f"If this is meant: analyse baseline --refresh {path}, and say so in CHANGELOG, « Results changed »."
    assert outputs.remarks(failed) == ["Moved since the baseline: rules.", replay, refresh]
    pinned = with_contents(baseline, pinned="1.0")
    assert outputs.remarks(result_of(pinned, moved=())) == [replay]
    assert outputs.remarks(result_of(baseline, DriftVerdict.PASS)) == ["Moved since the baseline: rules.", replay]
    assert outputs.remarks(result_of(pinned, DriftVerdict.PASS, changed=0, moved=())) == []
    assert outputs.remarks(result_of(baseline, DriftVerdict.PASS, EXACT, 0, ["rules", "data"])) == [
        "Moved since the baseline: rules, data."
    ]


def test_rows_of_the_tables():
    """Shares in percent, the length in rounds."""
    assert outputs.shown(SEAT) == ["seat 1 wins", "25.00 %", "27.25 %", "+2.25", "0.50", "0.0001", "1.00", "FAIL"]
    assert outputs.shown(LONGER) == ["length", "8.00", "8.25", "+0.250", "0.16", "0.2000", "0.50", "WARN"]
    assert outputs.in_brief(SEAT) == ["seat 1", "25.00", "27.25", "+2.25", "0.50", "FAIL"]
    assert outputs.by_weight(JUDGED) == [SEAT, GREEDY, RARE, LONGER, STILL]


def test_markdown_line_by_line(baseline):
    exact = result_of(baseline, mode=EXACT, moved=(), judged=())
    lines = outputs.markdown([result_of(baseline, judged=[LONGER, SEAT]), exact]).split("\n")
    headline = "## small.json: FAIL (paired, 1 of 2 metrics): 3 of 1,200 games came out differently."
    assert lines[:4] == ["# Drift check", "", headline, ""]
    assert [line[:7] for line in lines[4:7]] == ["- Moved", "- First", "- If th"]
    assert lines[7:13] == [
        "",
        "| metric | before | after | moved | tolerance | p | found 9 in 10 | verdict |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
        "| seat 1 wins | 25.00 % | 27.25 % | +2.25 | 0.50 | 0.0001 | 1.00 | FAIL |",
        "| length | 8.00 | 8.25 | +0.250 | 0.16 | 0.2000 | 0.50 | WARN |",
        "",
    ]
    assert lines[13] == f"## {outputs.headline(exact)}"
    assert lines[-1] == ""
    assert len(lines) == 18


def test_junit_case_by_case(baseline):
    whole = result_of(baseline, mode=EXACT, judged=())
    text = outputs.junit([result_of(baseline), whole])
    assert text.startswith(b"<?xml version='1.0' encoding='utf-8'?>\n<testsuites")
    assert b"\n  <testsuite " in text
    first, second = ET.fromstring(text).findall("testsuite")
    assert dict(first.attrib) == {"name": "small.json", "tests": "5", "failures": "2", "skipped": "1"}
    kinds = {case.get("name"): [(one.tag, one.get("message")) for one in case] for case in first}
    assert kinds == {
        "seat 2 wins": [("system-out", None)],
        "length": [("system-out", None)],
        "greedy: wins": [("failure", "greedy: wins: FAIL")],
        "seat 1 wins": [("failure", "seat 1 wins: FAIL")],
        "no winner": [("skipped", "no winner: INCONCLUSIVE")],
    }
    assert all(case.get("classname") == "small.json" for case in first)
    numbers = "before 8.00, after 8.25, moved +0.250, tolerance 0.16, p 0.2000, found 9 in 10 0.50"
    assert first[1][0].text == f"metric length, {numbers}, verdict WARN"
    assert second.get("tests") == "1"
    assert second[0][0].text == "\n".join([outputs.headline(whole), *outputs.remarks(whole)])


def test_annotations_line_by_line(baseline):
    """Failures with their numbers; a colon or comma of a title, and a percent sign of the text, as codes."""
    failed, passed = result_of(baseline), result_of(baseline, DriftVerdict.PASS, changed=0, judged=[STILL])
    lines = outputs.annotations([failed, passed])
    headline = " ".join([outputs.headline(failed), *outputs.remarks(failed)])
    assert lines == [
        f"::error title=drift::{headline}",
        "::error title=seat 1 wins::before 25.00 %25, after 27.25 %25, moved +2.25, tolerance 0.50, p 0.0001, "
        "found 9 in 10 1.00",
        "::error title=greedy%3A wins::before 25.00 %25, after 24.00 %25, moved -1.00, tolerance 0.50, p 0.0001, "
        "found 9 in 10 2.00",
    ]
    unsure = result_of(baseline, DriftVerdict.INCONCLUSIVE, judged=[RARE])
    assert [line.partition(" ")[0] for line in outputs.annotations([unsure])] == ["::warning"]
    assert len(outputs.annotations([failed] * 5)) == 10


def test_the_chart_by_hand(baseline):
    """A panel a baseline, a row a metric; how far it moved and its interval in tolerances, colour by verdict."""
    passed = result_of(baseline, DriftVerdict.PASS, EXACT, 0, judged=())
    figure = drift_figure([result_of(baseline, judged=[SEAT, LONGER, STILL]), passed])
    panel, empty = figure.axes
    assert panel.get_title(loc="left").startswith("small.json: FAIL")
    assert [label.get_text() for label in panel.get_yticklabels()] == [
        "seat 1 wins (± 0.5 points)",
        "length (± 0.16 rounds)",
        "seat 2 wins (± 0.5 points)",
    ]
    assert panel.get_yticks().tolist() == [0, 1, 2]
    assert panel.get_ylim()[0] > panel.get_ylim()[1]
    points = [container.lines[0] for container in panel.containers]
    assert [point.get_xdata()[0] for point in points] == pytest.approx([4.5, 0.25 / 0.16, 0])
    assert [point.get_ydata()[0] for point in points] == [0, 1, 2]
    ends = panel.containers[0].lines[2][0].get_segments()[0][:, 0]
    assert ends == pytest.approx([4.5 - 2.5758 / 5, 4.5 + 2.5758 / 5], abs=1e-4)
    assert [text.get_text() for text in panel.get_legend().get_texts()] == ["FAIL", "WARN", "PASS"]
    (band,) = panel.patches
    assert (band.get_x(), band.get_width()) == (-1, 2)
    assert [line.get_xdata() for line in panel.lines if list(line.get_xdata()) == [0, 0]]
    assert "tolerances" in panel.get_xlabel()
    assert not empty.axison
    assert [(one.get_text(), one.get_position()) for one in empty.texts] == [("No metric had to be judged.", (0, 0.5))]
