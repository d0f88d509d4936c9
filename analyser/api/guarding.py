"""Baselines: store the win rates of a game, and guard them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from analyser.core.errors import BadInput
from analyser.core.exit_codes import Exit
from analyser.core.files import write_whole

if TYPE_CHECKING:
    from analyser.drift.baseline import Baseline
    from analyser.drift.check import CheckResult, Play
    from analyser.drift.verdict import Tolerance
    from analyser.simulation.engine import Note
    from analyser.simulation.job import Job

BASELINES = Path("reports") / "baselines"
QUICK_GAMES = 1_000
MOST_FRESH = 20
"""A baseline that needs more fresh games than this for each of its own is too small."""


def write_baseline(job: Job, path: Path, settings: Sequence[str], play: Play, pin: str = "") -> None:
    """Play a job and store its win rates; `pin` names the release it belongs to."""
    from analyser.drift.baseline import write_baseline as write
    from analyser.drift.outcomes import outcomes_of

    write(path, job, list(settings), outcomes_of(job, play(job)), pin)


def check_command(job: Job, path: Path) -> str:
    """The command that guards a baseline."""
    import shlex

    from analyser.storage.play import naming

    return f"analyse check {shlex.quote(str(path))}{naming(job)}"


def refresh_baseline(path: Path, play: Play, games: int | None = None, folders: Sequence[Path] = ()) -> Job:
    """Play a baseline anew and overwrite it, with as many games as before if none are named."""
    from analyser.drift.baseline import read_baseline

    old = read_baseline(path, folders)
    if old.contents.pinned:
        raise BadInput(f"{path} is pinned to {old.contents.pinned}: it is not refreshed. Pin a new one with --pin.")
    job = old.job(games)
    write_baseline(job, path, old.contents.set, play)
    return job


def all_baselines() -> list[Path]:
    """The baselines of this folder, or those that ship."""
    from analyser.core.paths import REPORTS

    folder = BASELINES if BASELINES.is_dir() else REPORTS / "baselines"
    found = sorted(folder.glob("*.json"))
    if not found:
        raise BadInput(f"No baselines in {folder}. Write one with: analyse baseline --game GAME")
    return found


def check(
    baselines: Sequence[Path],
    play: Play,
    note: Note,
    *,
    games: int | None = None,
    strict: bool = False,
    fresh: bool = False,
    tolerance: float | None = None,
    detect: float | None = None,
    folders: Sequence[Path] = (),
) -> list[CheckResult]:
    """Play baselines again and say what moved; `tolerance` and `detect` are points, the recipe's if left out."""
    from analyser.drift.baseline import read_baseline
    from analyser.drift.check import check_fresh_games, check_same_games

    if games is not None and games < 1:
        raise BadInput(f"--games {games} is refused. Allowed: 1 or more.")
    found = [read_baseline(path, folders) for path in baselines]
    all_limits = [_limits(one, tolerance, detect) for one in found]
    reports = []
    for one, limits in zip(found, all_limits, strict=True):
        note(f"Playing {one.path} again.")
        if fresh:
            reports.append(check_fresh_games(one, limits, play, _fresh_games(one, limits, games, note)))
        else:
            reports.append(check_same_games(one, limits, play, games, strict and not one.contents.pinned))
    return reports


def _limits(baseline: Baseline, tolerance: float | None, detect: float | None) -> Tolerance:
    """As asked, or as the recipe of its game says."""
    from analyser.drift.verdict import Tolerance
    from analyser.games.loader import named_game
    from analyser.report.recipe import tolerances_of

    usual = tolerances_of(named_game(baseline.contents.game))
    share = usual.drift_points if tolerance is None else tolerance
    drift = usual.detect_points if detect is None else detect
    if drift <= share:
        raise BadInput(f"--detect {drift:g} must be larger than --tolerance {share:g}: a drift is more than that.")
    return Tolerance(share / 100, detect=drift / 100)


def _fresh_games(baseline: Baseline, limits: Tolerance, asked: int | None, note: Note) -> int:
    """As many as asked for, or as a decision needs; a note says whether they are enough."""
    from analyser.drift.check import games_to_decide

    said, (needed, equal) = baseline.contents, games_to_decide(baseline, limits)
    wanted = f"to find a drift of {100 * limits.detect:g} points (tolerance {100 * limits.share:g})"
    if needed is None or needed > MOST_FRESH * said.games:
        write = f"analyse baseline --refresh {baseline.path} --games {equal}"
        note(
            f"The baseline has {said.games:,} games, too few {wanted} with fresh games: it needs {equal:,}. "
            f"Expect INCONCLUSIVE. Write a larger one ({write}), or allow a larger drift (--detect)."
        )
        return asked or said.games
    note(f"{needed:,} fresh games are needed {wanted}.")
    if asked and asked < needed:
        note(f"--games {asked:,} is fewer: expect INCONCLUSIVE. Type --games {needed}, or leave it out.")
    return asked or needed


class Printed(NamedTuple):
    """What a check found, as it is read."""

    headline: str
    columns: list[str]
    rows: list[list[str]]
    remarks: list[str]
    facts: dict[str, object]
    """For programs."""


def printed(reports: Sequence[CheckResult]) -> list[Printed]:
    """What a check found, as it is read: the worst metrics first."""
    from analyser.drift import outputs

    return [
        Printed(
            outputs.headline(one),
            list(outputs.BRIEF),
            [outputs.in_brief(metric) for metric in outputs.by_weight(one.judged)],
            outputs.remarks(one),
            outputs.as_json(one),
        )
        for one in reports
    ]


def github_annotations(reports: Sequence[CheckResult]) -> list[str]:
    """The ten worst metrics, failures first, as GitHub annotations."""
    from analyser.drift import outputs

    return outputs.annotations(reports)


def status(reports: Sequence[CheckResult]) -> Exit:
    """The exit code of a check."""
    from analyser.drift.verdict import DriftVerdict, worst

    verdict = worst(report.verdict for report in reports)
    return {DriftVerdict.FAIL: Exit.DRIFT, DriftVerdict.INCONCLUSIVE: Exit.INCONCLUSIVE}.get(verdict, Exit.FINE)


def check_files(files: dict[str, Path | None]) -> None:
    """Before anything is played, refuse files that cannot be written; files by option."""
    for option, path in files.items():
        if path is not None and (path.is_dir() or not path.absolute().parent.is_dir()):
            raise BadInput(f"{option} {path} cannot be written: type a file in a folder that is there.")
    chart = files.get("--chart")
    if chart is not None:
        from analyser.plotting.style import check_picture_file

        check_picture_file(chart, "--chart")


def write_reports(reports: Sequence[CheckResult], files: dict[str, Path | None]) -> None:
    """As JUnit, as Markdown, as a chart: files by option."""
    from analyser.drift import outputs
    from analyser.drift.chart import write_chart

    found = list(reports)
    makers = {"--junit": lambda: outputs.junit(found), "--markdown": lambda: outputs.markdown(found).encode()}
    for option, path in files.items():
        if path is None:
            continue
        try:
            if option == "--chart":
                write_chart(path, found)
            else:
                write_whole(path, makers[option]())
        except OSError as problem:
            raise BadInput(f"Cannot write {path}: {problem.strerror}. Type another file.") from None
