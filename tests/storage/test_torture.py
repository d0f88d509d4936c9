"""Runs that are killed, starved, locked out and fought over: never a half result, and always the same bytes at the end.

An ordinary session disturbs a handful of runs; `make torture` hundreds (`TORTURE=300`).
"""

import json
import os
import random
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import polars as pl
import pytest

from analyser.core.errors import BadInput, RunFailed
from analyser.simulation.executor import Workers
from analyser.storage.manifest import job_of
from analyser.storage.play import play_run, run_to_resume
from tests.cli.commands import Answer, analyse, answer, contents, fine, follow, start
from tests.storage.conftest import LONG, LONG_PARTS, PART_GAMES, WORDS, finished_parts, make_unfinished, without_command

DISTURBANCES = int(os.environ.get("TORTURE", "3"))
SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)
FORMS = {"rows": (), "sums": ("--keep", "summary")}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory, undisturbed: dict[str, str]) -> dict[str, dict[str, str]]:
    """What an undisturbed run of each form leaves."""
    folder = tmp_path_factory.mktemp("whole")
    fine(*LONG, *FORMS["sums"], cwd=folder)
    return {"rows": undisturbed, "sums": without_command(folder / "run")}


def check_what_is_there(run: Path) -> None:
    """Whatever moment a run was stopped at: what it says is finished can be read, and is whole."""
    if not (run / "run.json").exists():
        return
    manifest = json.loads((run / "run.json").read_text(encoding="utf-8"))
    log = run / "parts.jsonl"
    lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
    if manifest["status"] == "running" and manifest["keep"] == "rows":
        for number in range(len(lines)):
            games = pl.read_parquet(run / "games" / f"part-{number:05d}.parquet")
            assert games["game"].to_list() == list(range(number * PART_GAMES, (number + 1) * PART_GAMES))


@pytest.mark.parametrize("form", FORMS)
def test_stopped_at_random_moments(tmp_path: Path, whole: dict[str, dict[str, str]], form: str) -> None:
    """Each time by another signal: while importing, reading back, playing, writing. Most stops fall between parts."""
    moments = random.Random(form)
    run, stops, in_between = tmp_path / "run", 0, 0
    while stops < DISTURBANCES // len(FORMS):
        shutil.rmtree(run, ignore_errors=True)
        for _ in range(moments.randint(1, min(4, DISTURBANCES // 2))):
            is_there = (run / "run.json").exists()
            words = ("simulate", "--resume", "run") if is_there else (*LONG, *FORMS[form])
            process, number = start(*words, cwd=tmp_path), moments.choice(SIGNALS)
            wait_for_a_moment(process, run, moments)
            if process.poll() is None:
                os.killpg(process.pid, number)
                stops += 1
            check_stopped(answer(process), number)
            check_what_is_there(run)
            in_between += 0 < parts_done(run) < LONG_PARTS
        if not (run / "run.json").exists():
            assert not run.exists() or not any(run.iterdir())
            continue
        fine("simulate", "--resume", "run", cwd=tmp_path)
        assert without_command(run) == whole[form]
    assert DISTURBANCES < 100 or in_between > stops / 2, f"{in_between} of {stops} stops fell between parts"


def wait_for_a_moment(process: subprocess.Popen[str], run: Path, moments: random.Random) -> None:
    """A while after one of the next parts is there, however slow the machine is; of many, some soon after the start."""
    if DISTURBANCES > 100 and moments.random() < 0.25:
        time.sleep(moments.uniform(0.0, 1.0))
        return
    wanted = parts_done(run) + moments.randint(1, LONG_PARTS // 3)
    while process.poll() is None and parts_done(run) < wanted:
        time.sleep(0.002)
    time.sleep(moments.uniform(0.0, 0.05))


def parts_done(run: Path) -> int:
    """How many parts of a run are kept, as rows or in its sums."""
    if (run / "sums.json").exists():
        return json.loads((run / "sums.json").read_text(encoding="utf-8"))["n_games"] // PART_GAMES
    return finished_parts(run)


def check_stopped(done: Answer, number: signal.Signals) -> None:
    """It ended well before the signal, by the signal, or with the command that goes on."""
    assert done.code in (0, 3, -number), done
    if done.code == 3:
        assert "nterrupted" in done.last_line, done
        assert done.out == ""


@pytest.mark.long
def test_two_at_once_on_one_folder(tmp_path: Path) -> None:
    """Two different runs want one folder: one has it, the other is refused, and nothing is mixed."""
    seeds = ("1", "2")
    for round_ in range(max(1, DISTURBANCES // 20)):
        out = f"run-{round_}"
        both = [start(*WORDS, "--seed", seed, "--out", out, cwd=tmp_path) for seed in seeds]
        done = [answer(process) for process in both]
        assert sorted(one.code for one in done) in ([0, 2], [0, 3]), done
        winner = seeds[[one.code for one in done].index(0)]
        loser = next(one for one in done if one.code)
        assert "Another process is writing" in loser.last_line or "holds another run" in loser.last_line
        manifest = json.loads((tmp_path / out / "run.json").read_text(encoding="utf-8"))
        assert (manifest["seed"], manifest["status"]) == (int(winner), "complete")
        if round_ == 0:
            fine(*WORDS, "--seed", winner, "--out", "alone", cwd=tmp_path)
        fine("simulate", "--resume", out, cwd=tmp_path)
    assert without_command(tmp_path / "run-0") == without_command(tmp_path / "alone")


@pytest.fixture
def sealable(tmp_path: Path) -> Iterator[tuple[Path, Callable[[bool], None]]]:
    """A folder that can be made read-only and writable again: mounted where root owns all, else by its permissions."""
    folder = tmp_path / "sealable"
    folder.mkdir()
    if os.geteuid():
        yield (
            folder,
            lambda sealed: [path.chmod(0o500 if sealed else 0o700) for path in folder.rglob("*") if path.is_dir()],
        )
        return
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=30m", "tmpfs", str(folder)], check=True)
    yield folder, lambda sealed: remount(folder, sealed)
    subprocess.run(["umount", str(folder)], check=True)


def remount(folder: Path, sealed: bool) -> None:
    subprocess.run(["mount", "-o", f"remount,{'ro' if sealed else 'rw'}", str(folder)], check=True)


@pytest.mark.parametrize("form", list(FORMS) if DISTURBANCES > 100 else ["sums"])
def test_read_only(sealable: tuple[Path, Callable[[bool], None]], whole: dict[str, dict[str, str]], form: str) -> None:
    """A folder that may not be written: refused, untouched, and finished once it may."""
    folder, seal = sealable
    process = start(*LONG, *FORMS[form], cwd=folder)
    while process.poll() is None and not any((folder / "run" / name).exists() for name in ("parts.jsonl", "sums.json")):
        time.sleep(0.005)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    seal(True)
    before = contents(folder)
    done = analyse("simulate", "--resume", "run", cwd=folder)
    assert (done.code, done.out) == (3, "")
    assert "Cannot write " in done.last_line
    assert contents(folder) == before
    seal(False)
    assert follow(done.err, "Resume with: ", cwd=folder).code == 0
    assert without_command(folder / "run") == whole[form]


def test_random_damage_is_found(tmp_path: Path, short_run: Path) -> None:
    """Any byte of any file of a run, flipped, and any file cut off: refused, or without effect; nothing is changed."""
    moments = random.Random(7)
    for k in range(max(3, DISTURBANCES // 4)):
        run = tmp_path / f"run-{k}"
        shutil.copytree(short_run, run)
        if k % 2:
            make_unfinished(run, 2)
        path = moments.choice(sorted(one for one in run.rglob("*") if one.is_file()))
        content = bytearray(path.read_bytes())
        at = moments.randrange(len(content))
        if k % 3:
            content[at] ^= 1 << moments.randrange(8)
        damaged = bytes(content if k % 3 else content[:at])
        path.write_bytes(damaged)
        before = contents(run)
        try:
            with run_to_resume(run) as found:
                play_run(job_of(found.manifest, found.folder), found, Workers(1), print, lambda *_: None)
        except (RunFailed, BadInput):
            assert contents(run) == before
        else:
            assert path.name == "parts.jsonl", f"{path} is damaged, and nobody noticed"
            assert contents(run) == contents(short_run)
