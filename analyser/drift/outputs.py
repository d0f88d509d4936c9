"""What a check found, for people and for CI: sentences, a table, Markdown, JUnit, annotations, JSON."""

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from analyser.drift.check import EXACT, Report
from analyser.drift.judging import Judged, Verdict
from analyser.drift.outcomes import LENGTH

WORST = 10
"""GitHub shows about so many annotations of one kind."""
BRIEF = ("metric", "before", "after", "moved", "may move", "verdict")
HEADER = ("metric", "before", "after", "moved", "tolerance", "p", "found 9 in 10", "verdict")


def headline(report: Report) -> str:
    """The verdict in a sentence."""
    name = report.baseline.path.name
    same = f"{report.games:,} games"
    if report.verdict is Verdict.PASS and report.mode == EXACT:
        return f"{name}: PASS (exact): {same} came out the same to the last number."
    if report.mode == EXACT:
        why = "" if report.moved else " although rules, data and strategies are those of the baseline"
        return f"{name}: FAIL (exact): {report.changed:,} of {same} came out otherwise{why}."
    worst = sum(one.verdict is report.verdict for one in report.judged)
    counted = "" if report.verdict is Verdict.PASS else f", {worst} of {len(report.judged)} metrics"
    played = f"{report.changed:,} of {same} came out otherwise" if report.changed else f"{same} of a fresh seed"
    return f"{name}: {report.verdict} ({report.mode}{counted}): {played}."


def remarks(report: Report) -> list[str]:
    """What moved it, how to see it, and what to type next."""
    lines = [f"Moved since the baseline: {', '.join(report.moved)}."] if report.moved else []
    if report.replay:
        lines.append(f"First game that differs: {report.first_changed}. See it with: {report.replay}")
    if report.mode == EXACT and report.verdict is Verdict.PASS:
        return lines
    if report.verdict is not Verdict.PASS and not report.baseline.facts["pinned"]:
        lines.append(f"If this is meant: {refresh(report)}, and say so in CHANGELOG, « Results changed ».")
    return lines


def refresh(report: Report) -> str:
    """The command that writes the baseline anew."""
    return f"analyse baseline --refresh {report.baseline.path}"


def shown(one: Judged) -> list[str]:
    """A metric as a row of a table."""
    change = one.change
    if change.metric == LENGTH:
        numbers = [f"{change.before:.2f}", f"{change.after:.2f}", f"{change.delta:+.3f}"]
        limits = [f"{one.tolerance:.2f}", f"{one.p:.4f}", f"{one.detectable:.2f}"]
    else:
        numbers = [f"{100 * change.before:.2f} %", f"{100 * change.after:.2f} %", f"{100 * change.delta:+.2f}"]
        limits = [f"{100 * one.tolerance:.2f}", f"{one.p:.4f}", f"{100 * one.detectable:.2f}"]
    return [change.metric, *numbers, *limits, str(one.verdict)]


def in_brief(one: Judged) -> list[str]:
    """The same for a narrow terminal, where all are shares in %: what it was, is, moved and may move."""
    metric, before, after, moved, tolerance, *_, verdict = shown(one)
    numbers = [number.removesuffix(" %") for number in (before, after, moved, tolerance)]
    return [metric.removesuffix(" wins"), *numbers, verdict]


def by_weight(judged: Sequence[Judged]) -> list[Judged]:
    """The worst first."""
    return sorted(judged, key=lambda one: (-list(Verdict).index(one.verdict), one.p, -abs(one.change.delta)))


def as_json(report: Report) -> dict[str, Any]:
    """Everything, for programs."""
    return {
        "baseline": str(report.baseline.path),
        "game": report.job.game,
        "verdict": str(report.verdict),
        "mode": report.mode,
        "games": report.games,
        "moved": report.moved,
        "changed_games": report.changed,
        "first_changed_game": report.first_changed,
        "replay": report.replay,
        "refresh": refresh(report),
        "metrics": [
            {
                "metric": one.change.metric,
                "before": one.change.before,
                "after": one.change.after,
                "difference": one.change.delta,
                "standard_error": one.change.error,
                "tolerance": one.tolerance,
                "p": one.p,
                "detectable": one.detectable,
                "verdict": str(one.verdict),
            }
            for one in report.judged
        ],
    }


def markdown(reports: Sequence[Report]) -> str:
    """For a pull-request comment or a step summary."""
    lines = ["# Drift check", ""]
    for report in reports:
        lines += [f"## {headline(report)}", "", *(f"- {line}" for line in remarks(report)), ""]
        if report.judged:
            lines += ["| " + " | ".join(HEADER) + " |", "|---|" + "---:|" * (len(HEADER) - 1)]
            lines += ["| " + " | ".join(shown(one)) + " |" for one in by_weight(report.judged)]
            lines += [""]
    return "\n".join(lines)


def junit(reports: Sequence[Report]) -> bytes:
    """One test case a metric, or one a baseline that was judged as a whole; the numbers are in the body."""
    root = ET.Element("testsuites", name="analyse check")
    for report in reports:
        suite = ET.SubElement(root, "testsuite", name=report.baseline.path.name)
        if not report.judged:
            _case(suite, "games", report.verdict, "\n".join([headline(report), *remarks(report)]))
        for one in report.judged:
            body = ", ".join(f"{name} {value}" for name, value in zip(HEADER, shown(one), strict=True))
            _case(suite, one.change.metric, one.verdict, body)
        cases = suite.findall("testcase")
        suite.set("tests", str(len(cases)))
        suite.set("failures", str(len(suite.findall("testcase/failure"))))
        suite.set("skipped", str(len(suite.findall("testcase/skipped"))))
    ET.indent(root)
    return ET.tostring(root, encoding="utf-8", xml_declaration=True)


def _case(suite: ET.Element, name: str, verdict: Verdict, body: str) -> None:
    case = ET.SubElement(suite, "testcase", classname=suite.get("name", ""), name=name)
    if verdict is Verdict.FAIL:
        ET.SubElement(case, "failure", message=f"{name}: {verdict}").text = body
    elif verdict is Verdict.INCONCLUSIVE:
        ET.SubElement(case, "skipped", message=f"{name}: {verdict}").text = body
    else:
        ET.SubElement(case, "system-out").text = body


def annotations(reports: Sequence[Report]) -> list[str]:
    """GitHub's workflow commands: what failed first, the worst ten."""
    lines = []
    for report in reports:
        kind = {Verdict.FAIL: "error", Verdict.PASS: "notice"}.get(report.verdict, "warning")
        if report.verdict is not Verdict.PASS:
            lines.append((kind, "drift", " ".join([headline(report), *remarks(report)])))
        for one in by_weight(report.judged):
            if one.verdict is Verdict.FAIL:
                row = zip(HEADER[1:-1], shown(one)[1:-1], strict=True)
                lines.append(("error", one.change.metric, ", ".join(f"{name} {value}" for name, value in row)))
    return [f"::{kind} title={_property(title)}::{_data(text)}" for kind, title, text in lines[:WORST]]


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def write_file(path: Path, content: bytes) -> None:
    """Write a result, whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
