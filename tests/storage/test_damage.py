"""Folders that cannot be written, runs of others, damaged runs: a clear error, and nothing is overwritten."""

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from analyser.cli.app import main
from analyser.storage.manifest import signed
from tests.cli.commands import analyse, analyse_apart, contents, fine, follow, parquet_files
from tests.storage.conftest import SHORT, make_unfinished

UNTOUCHED = "Nothing was changed."


@pytest.fixture
def run(tmp_path: Path, short_run: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A complete run, in the folder `run` below the one we are in."""
    shutil.copytree(short_run, tmp_path / "run")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "run"


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    """Types a command in this process; returns its exit code and the last line of its notes and errors."""

    def run(*words: object) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["analyse", *map(str, words)])
        monkeypatch.setattr(os, "_exit", sys.exit)
        with pytest.raises(SystemExit) as left:
            main()
        err = capsys.readouterr().err.strip()
        return int(left.value.code or 0), err.splitlines()[-1].removeprefix("analyse: ") if err else ""

    return run


Said = Callable[..., tuple[int, str]]


class TestFolderThatCannotBeWritten:
    def test_below_a_file(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("mine")
        before = contents(tmp_path)
        done = analyse(*SHORT[:-1], "file/run", cwd=tmp_path)
        assert (done.code, done.out) == (3, "")
        assert done.last_line == "analyse: Cannot write the run to file/run: Not a directory. Type another --out DIR."
        assert contents(tmp_path) == before

    def test_a_file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: Said) -> None:
        monkeypatch.chdir(tmp_path)
        (tmp_path / "file").write_text("mine")
        code, text = said(*SHORT[:-1], "file")
        assert code in (2, 3)
        assert "file" in text
        assert "--out" in text
        assert (tmp_path / "file").read_text() == "mine"

    def test_a_folder_of_the_system(self, said: Said) -> None:
        code, text = said(*SHORT[:-1], "/proc/run")
        assert (code, text.startswith("Cannot write the run to /proc/run: ")) == (3, True)

    def test_runs_is_a_file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: Said) -> None:
        monkeypatch.chdir(tmp_path)
        (tmp_path / "runs").write_text("mine")
        code, text = said(*SHORT[:-2])
        assert code == 3
        assert text == "Cannot make runs/faut-pas-pousser-4p-1: Not a directory. Type --out DIR."
        assert contents(tmp_path).keys() == {"runs"}


class TestFolderOfSomebodyElse:
    def test_foreign_files(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: Said) -> None:
        monkeypatch.chdir(tmp_path)
        (tmp_path / "run").mkdir()
        (tmp_path / "run" / "thesis.txt").write_text("mine")
        before = contents(tmp_path)
        code, text = said(*SHORT)
        assert code == 2
        assert "run" in text
        assert "--out" in text
        assert contents(tmp_path) == before

    @pytest.mark.parametrize(
        ("words", "what"),
        [
            (("--seed", "2"), "seed"),
            (("--set", "captain_bonus=3"), "settings"),
            (("--games", "5000"), "games"),
            (("--players", "3"), "players"),
            (("--luck", "rotated"), "luck"),
            (("--strategies", "greedy"), "strategies"),
            (("--precision", "1"), "precision"),
        ],
    )
    def test_a_run_of_other_settings(self, run: Path, said: Said, words: tuple[str, str], what: str) -> None:
        before = contents(run)
        code, text = said(*SHORT, *words)
        assert code == 2
        assert text.startswith("run holds another run. It differs in: ")
        assert what in text
        assert text.endswith(f"{UNTOUCHED} Type another --out DIR.")
        assert contents(run) == before

    def test_the_same_run(self, run: Path, said: Said) -> None:
        before = contents(run)
        code, text = said(*SHORT)
        assert (code, text) == (0, "run holds this run already, complete: nothing to play.")
        assert contents(run) == before

    def test_the_same_run_unfinished(self, run: Path, said: Said) -> None:
        make_unfinished(run, 2)
        before = contents(run)
        code, text = said(*SHORT)
        assert (code, text) == (
            2,
            "run holds this run unfinished. Resume with: analyse simulate --resume run",
        )
        assert contents(run) == before


class TestDamagedParts:
    @pytest.fixture(params=["complete", "unfinished"])
    def damaged(self, request: pytest.FixtureRequest, run: Path) -> Path:
        """A run to damage: a complete one, and one with two of its four parts."""
        if request.param == "unfinished":
            make_unfinished(run, 2)
        return run

    @pytest.mark.parametrize("table", ["games", "seats"])
    def test_corrupt(self, damaged: Path, said: Said, table: str) -> None:
        part = damaged / table / "part-00001.parquet"
        content = bytearray(part.read_bytes())
        content[len(content) // 2] ^= 1
        part.write_bytes(content)
        self.check_refused(
            damaged, said, f"run/{table}/part-00001.parquet is corrupt: its checksum differs. {UNTOUCHED}"
        )

    def test_cut_off(self, damaged: Path, said: Said) -> None:
        part = damaged / "seats" / "part-00000.parquet"
        part.write_bytes(part.read_bytes()[:100])
        self.check_refused(damaged, said, f"run/seats/part-00000.parquet is corrupt: its checksum differs. {UNTOUCHED}")

    def test_missing(self, damaged: Path, said: Said) -> None:
        (damaged / "games" / "part-00000.parquet").unlink()
        self.check_refused(damaged, said, f"run/games/part-00000.parquet is missing. {UNTOUCHED}")

    def check_refused(self, damaged: Path, said: Said, problem: str) -> None:
        before = contents(damaged)
        code, text = said("simulate", "--resume", "run")
        assert code == 3
        assert text.startswith(problem)
        assert "--out" in text
        assert contents(damaged) == before

    def test_a_last_line_of_the_log_cut_off_by_a_crash(self, run: Path, short_run: Path) -> None:
        make_unfinished(run, 2)
        log = run / "parts.jsonl"
        log.write_bytes(log.read_bytes()[:-10])
        fine("simulate", "--resume", "run", cwd=run.parent)
        assert contents(run) == contents(short_run)

    @pytest.mark.parametrize(
        "line",
        ["\0\0\0\0\n", "{}\n", "5\n", '{"games": 5, "seats": null}\n', '{"other": "x"}\n'],
        ids=["zeros", "empty", "number", "other types", "other tables"],
    )
    def test_a_log_that_is_damaged(self, run: Path, said: Said, line: str) -> None:
        make_unfinished(run, 2)
        log = run / "parts.jsonl"
        log.write_text(log.read_text() + line)
        before = contents(run)
        code, text = said("simulate", "--resume", "run")
        assert code == 3
        assert "run" in text
        assert contents(run) == before


def edit_manifest(run: Path, **changes: Any) -> None:
    path = run / "run.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(signed(manifest | changes)), encoding="utf-8")


MANIFEST_KEYS = (
    *("format", "command", "game", "players", "settings", "strategies", "plan", "seats", "luck", "seed", "games"),
    *(
        "precision",
        "part_games",
        "hashes",
        "caveats",
        "versions",
        "status",
        "parts",
        "games_played",
        "ended_by",
        "checksums",
    ),
)
STRANGE = (None, "x", -1, 1.5, 10**30, [], {}, [None], True)


class TestDamagedManifest:
    @pytest.mark.parametrize("command", [("simulate", "--resume"), ("play", "--run")])
    def test_no_run(self, tmp_path: Path, command: tuple[str, str]) -> None:
        done = analyse(*command, "nothing", cwd=tmp_path)
        assert (done.code, done.out) == (2, "")
        assert done.err == (
            "analyse: No run in nothing: run.json is missing. Type the folder that analyse simulate wrote.\n"
        )
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize("keep", [0, 1, 500, -3])
    def test_cut_off(self, run: Path, said: Said, keep: int) -> None:
        path = run / "run.json"
        path.write_bytes(path.read_bytes()[:keep])
        before = contents(run)
        code, text = said("simulate", "--resume", "run")
        assert code == 3
        assert text.startswith("run/run.json cannot be read: ")
        assert text.endswith(UNTOUCHED)
        assert contents(run) == before

    @pytest.mark.parametrize("words", [("simulate", "--resume", "run"), SHORT])
    def test_newer_format(self, run: Path, said: Said, words: tuple[str, ...]) -> None:
        edit_manifest(run, format=99)
        before = contents(run)
        assert said(*words) == (
            3,
            "run/run.json has format 99; this version of analyse reads format 2. "
            f"{UNTOUCHED} Use the version that wrote it.",
        )
        assert contents(run) == before

    def test_other_rules(self, run: Path, said: Said) -> None:
        """The rules were edited since: the rest of the run would be another game."""
        make_unfinished(run, 2)
        edit_manifest(run, hashes={"rules": "old", "data": "old"})
        before = contents(run)
        assert said("simulate", "--resume", "run") == (
            3,
            "The games of run would come out differently now. Changed since: "
            f"all of it, as another version of analyse noted it. {UNTOUCHED} Start a new run.",
        )
        assert contents(run) == before

    @pytest.mark.parametrize("key", MANIFEST_KEYS)
    def test_damaged_values(self, run: Path, said: Said, key: str) -> None:
        """Whatever is not what was written is refused, and stays as it is."""
        original = json.loads((run / "run.json").read_text(encoding="utf-8"))
        without = {name: value for name, value in original.items() if name != key}
        for manifest in (without, *(original | {key: value} for value in STRANGE if value != original[key])):
            (run / "run.json").write_text(json.dumps(manifest), encoding="utf-8")
            before = contents(run)
            code, text = said("simulate", "--resume", "run")
            assert code == 3 and text.startswith("run/run.json "), f"{key} = {manifest.get(key)}: {text}"
            assert contents(run) == before

    @pytest.mark.parametrize("state", ["complete", "unfinished"])
    @pytest.mark.parametrize("key", MANIFEST_KEYS)
    def test_strange_values(self, run: Path, said: Said, tmp_path: Path, key: str, state: str) -> None:
        """Whoever writes a manifest of his own, with a checksum: it is used or refused, in a sentence."""
        if state == "unfinished":
            make_unfinished(run, 3)
        original = json.loads((run / "run.json").read_text(encoding="utf-8"))
        shutil.copytree(run, tmp_path / "kept")
        without = {name: value for name, value in original.items() if name != key}
        for manifest in (without, *(original | {key: value} for value in STRANGE)):
            (run / "run.json").write_text(json.dumps(signed(manifest)), encoding="utf-8")
            before = contents(run)
            code, text = said("simulate", "--resume", "run", "--json")
            assert code in (0, 2, 3), f"{key} = {manifest.get(key)}: {text}"
            if code:
                assert contents(run) == before, f"{key} = {manifest.get(key)}: {text}"
            else:
                shutil.rmtree(run)
                shutil.copytree(tmp_path / "kept", run)


@dataclass(frozen=True)
class SmallDisk:
    """A folder on which little can be written, and how to get more room."""

    folder: Path
    limit: Callable[[], None] | None
    enlarge: Callable[[], None]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[SmallDisk]:
    """200 kB of memory where we may mount it; elsewhere no file may be larger than 8 kB."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        yield SmallDisk(folder, limit_file_size, lambda: None)
        return
    remount = ["mount", "-o", "remount,size=20m", str(folder)]
    yield SmallDisk(folder, None, lambda: subprocess.run(remount, check=True))  # type: ignore[arg-type,return-value]
    subprocess.run(["umount", str(folder)], check=True)


def limit_file_size() -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8_000, 8_000))


class TestFullDisk:
    WORDS = (*SHORT[:-5], "40000", "--part-games", "4000", "--out", "run")

    def test_the_run_goes_on_when_there_is_room(self, small_disk: SmallDisk, tmp_path: Path) -> None:
        done = analyse_apart(*self.WORDS, cwd=small_disk.folder, preexec_fn=small_disk.limit)
        assert (done.code, done.out) == (3, "")
        assert "Cannot write part " in done.last_line
        assert not list(small_disk.folder.rglob("*.tmp"))
        kept = parquet_files(small_disk.folder / "run")
        small_disk.enlarge()
        assert follow(done.err, "Resume with: ", cwd=small_disk.folder).code == 0
        fine(*self.WORDS, cwd=tmp_path)
        assert contents(small_disk.folder / "run") == contents(tmp_path / "run")
        assert kept.items() <= parquet_files(tmp_path / "run").items()

    def test_no_room_for_the_first_file(self, small_disk: SmallDisk) -> None:
        filler = small_disk.folder / "filler"
        with filler.open("wb", buffering=0) as file:
            while small_disk.limit is None:
                try:
                    file.write(b"x" * 1000)
                except OSError:
                    break
        limit = small_disk.limit and (lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)))
        done = analyse_apart(*self.WORDS, cwd=small_disk.folder, preexec_fn=limit)
        assert (done.code, done.out) == (3, "")
        assert done.last_line.startswith("analyse: Cannot write the run to run: ")
        assert [path.name for path in small_disk.folder.iterdir()] == ["filler"]
