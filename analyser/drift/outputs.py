"""What a check found, for people and for CI: sentences, a table, Markdown, JUnit, annotations, JSON."""

import shlex
import xml.etree.ElementTree as ET
from collections.abc import Sequence

from analyser.drift.check import EXACT, CheckResult
from analyser.drift.outcomes import LENGTH
from analyser.drift.verdict import DriftVerdict, JudgedChange
from analyser.storage.play import naming

WORST = 10
"""GitHub shows about ten annotations of one kind."""
BRIEF = ("metric", "before", "after", "moved", "may move", "verdict")
HEADER = ("metric", "before", "after", "moved", "tolerance", "p", "found 9 in 10", "verdict")


def headline(result: CheckResult) -> str:
    """The verdict in a sentence."""
    name = result.baseline.path.name
    same = f"{result.games:,} games"
    if result.verdict is DriftVerdict.PASS and result.mode == EXACT:
        return f"{name}: PASS (exact): {same} came out the same to the last number."
    if result.mode == EXACT:
        why = "" if result.moved else ", although rules, data and strategies are those of the baseline"
        return f"{name}: FAIL (exact): {result.changed:,} of {same} came out differently{why}."
    worst = sum(one.verdict is result.verdict for one in result.judged)
    counted = "" if result.verdict is DriftVerdict.PASS else f", {worst} of {len(result.judged)} metrics"
    played = f"{result.changed:,} of {same} came out differently" if result.changed else f"{same} of a fresh seed"
    return f"{name}: {result.verdict} ({result.mode}{counted}): {played}."


def remarks(result: CheckResult) -> list[str]:
    """What moved it, how to see it, and what to type next."""
    lines = [f"Moved since the baseline: {', '.join(result.moved)}."] if result.moved else []
    if result.replay:
        lines.append(f"First game that differs: {result.first_changed}. See it with: {result.replay}")
    if result.verdict is not DriftVerdict.PASS and not result.baseline.contents.pinned:
        lines.append(f"If this is meant: {refresh(result)}, and say so in CHANGELOG, « Results changed ».")
    return lines


def refresh(result: CheckResult) -> str:
    """The command that writes the baseline again."""
    return f"analyse baseline --refresh {shlex.quote(str(result.baseline.path))}{naming(result.job)}"


def shown(one: JudgedChange) -> list[str]:
    """A metric as a row of a table."""
    change = one.change
    if change.metric == LENGTH:
        numbers = [f"{change.before:.2f}", f"{change.after:.2f}", f"{change.delta:+.3f}"]
        limits = [f"{one.tolerance:.2f}", f"{one.p:.4f}", f"{one.detectable:.2f}"]
    else:
        numbers = [f"{100 * change.before:.2f} %", f"{100 * change.after:.2f} %", f"{100 * change.delta:+.2f}"]
        limits = [f"{100 * one.tolerance:.2f}", f"{one.p:.4f}", f"{100 * one.detectable:.2f}"]
    return [change.metric, *numbers, *limits, str(one.verdict)]


def in_brief(one: JudgedChange) -> list[str]:
    """The same for a narrow terminal, without the units: what it was, is, moved and may move."""
    metric, before, after, moved, tolerance, *_, verdict = shown(one)
    numbers = [number.removesuffix(" %") for number in (before, after, moved, tolerance)]
    return [metric.removesuffix(" wins"), *numbers, verdict]


def by_weight(judged: Sequence[JudgedChange]) -> list[JudgedChange]:
    """The worst first."""
    return sorted(judged, key=lambda one: (-list(DriftVerdict).index(one.verdict), one.p, -abs(one.change.delta)))


def as_json(result: CheckResult) -> dict[str, object]:
    """Everything, for programs."""
    return {
        "baseline": str(result.baseline.path),
        "game": result.job.game,
        "verdict": str(result.verdict),
        "mode": result.mode,
        "games": result.games,
        "moved": result.moved,
        "changed_games": result.changed,
        "first_changed_game": result.first_changed,
        "replay": result.replay,
        "refresh": refresh(result),
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
            for one in result.judged
        ],
    }


def markdown(results: Sequence[CheckResult]) -> str:
    """For a pull-request comment or a step summary."""
    lines = ["# Drift check", ""]
    for result in results:
        lines += [f"## {headline(result)}", "", *(f"- {line}" for line in remarks(result)), ""]
        if result.judged:
            lines += ["| " + " | ".join(HEADER) + " |", "|---|" + "---:|" * (len(HEADER) - 1)]
            lines += ["| " + " | ".join(shown(one)) + " |" for one in by_weight(result.judged)]
            lines += [""]
    return "\n".join(lines)


def junit(results: Sequence[CheckResult]) -> bytes:
    """One test case for each metric, or one for a baseline that was judged as a whole; the numbers are in the body."""
    root = ET.Element("testsuites", name="analyse check")
    for result in results:
        suite = ET.SubElement(root, "testsuite", name=result.baseline.path.name)
        if not result.judged:
            _case(suite, "games", result.verdict, "\n".join([headline(result), *remarks(result)]))
        for one in result.judged:
            body = ", ".join(f"{name} {value}" for name, value in zip(HEADER, shown(one), strict=True))
            _case(suite, one.change.metric, one.verdict, body)
        cases = suite.findall("testcase")
        suite.set("tests", str(len(cases)))
        suite.set("failures", str(len(suite.findall("testcase/failure"))))
        suite.set("skipped", str(len(suite.findall("testcase/skipped"))))
    ET.indent(root)
    return ET.tostring(root, encoding="utf-8", xml_declaration=True)


def _case(suite: ET.Element, name: str, verdict: DriftVerdict, body: str) -> None:
    case = ET.SubElement(suite, "testcase", classname=suite.get("name", ""), name=name)
    if verdict is DriftVerdict.FAIL:
        ET.SubElement(case, "failure", message=f"{name}: {verdict}").text = body
    elif verdict is DriftVerdict.INCONCLUSIVE:
        ET.SubElement(case, "skipped", message=f"{name}: {verdict}").text = body
    else:
        ET.SubElement(case, "system-out").text = body


def annotations(results: Sequence[CheckResult]) -> list[str]:
    """GitHub's workflow commands: failures first, at most ten."""
    lines = []
    for result in results:
        kind = {DriftVerdict.FAIL: "error", DriftVerdict.PASS: "notice"}.get(result.verdict, "warning")
        if result.verdict is not DriftVerdict.PASS:
            lines.append((kind, "drift", " ".join([headline(result), *remarks(result)])))
        for one in by_weight(result.judged):
            if one.verdict is DriftVerdict.FAIL:
                row = zip(HEADER[1:-1], shown(one)[1:-1], strict=True)
                lines.append(("error", one.change.metric, ", ".join(f"{name} {value}" for name, value in row)))
    return [f"::{kind} title={_property(title)}::{_data(text)}" for kind, title, text in lines[:WORST]]


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
