"""A run's folder, manifest and parts, step by step in one process."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import polars as pl
import pytest

from analyser.core.errors import BadInput, Interrupted, RunFailed, StrategyFailed
from analyser.kernel.columns import OUTCOMES
from analyser.simulation.executor import Workers
from analyser.simulation.job import Job
from analyser.statistics.tally import Tally
from analyser.storage import play
from analyser.storage.manifest import check_keep, differences, job_of, manifest_of, read_manifest, signed
from analyser.storage.parts import ROW_GROUP, as_parquet, pack_part, pack_sums, parts_in, read_part, sums_so_far
from analyser.storage.play import Playing, naming, new_folder, play_run, resume_command, run_to_resume, run_to_write
from analyser.storage.run import LONGEST_NAME, Run, remove_if_empty
from tests.cli.commands import OWN
from tests.simulation.playing import job_of as asked
from tests.simulation.playing import play as play_one

JOB = asked("greedy,random", 60, players=2, part_games=24)
"""Parts of 24, 24 and 12 games."""
FIRST, SECOND = ({"games": b"games", "seats": b"seats"}, {"games": b"more", "seats": b"seats"})


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def new(folder: Path, keep: Any = "rows", job: Job = JOB) -> Run:
    return Run.create(folder / "run", manifest_of(job, "analyse simulate", keep))


def silent(*_: object) -> None:
    """Nobody watches."""


def played(job: Job, run: Run, progress: Callable[..., None] = silent) -> Tally:
    return play_run(job, run, Workers(1), silent, progress)


def edit(run: Run, **facts: object) -> None:
    """Another manifest, properly signed."""
    path = run.folder / "run.json"
    path.write_text(json.dumps(signed(json.loads(path.read_text("utf-8")) | facts)), "utf-8")


class TestFolder:
    def test_parts_are_added_and_found_again(self, tmp_path: Path) -> None:
        run = new(tmp_path)
        assert (run.is_empty, run.is_complete, run.keeps_rows) == (True, False, True)
        run.add(0, FIRST)
        run.add(1, SECOND)
        assert run.part("games", 1) == run.folder / "games" / "part-00001.parquet"
        assert run.part("games", 1).read_bytes() == b"more"
        lines = (run.folder / "parts.jsonl").read_text("utf-8").splitlines()
        assert [json.loads(line) for line in lines] == run.checksums
        assert run.checksums[1] == {"games": sha256(b"more"), "seats": sha256(b"seats")}
        again = Run.open(run.folder)
        assert (again.checksums, again.is_empty, again.is_complete) == (run.checksums, False, False)
        again.verify()
        with pytest.raises(AssertionError, match="in order"):
            again.add(1, FIRST)

    def test_what_is_left_of_earlier_attempts_goes_when_a_run_ends(self, tmp_path: Path) -> None:
        run = new(tmp_path)
        run.add(0, FIRST)
        leftovers = ["games/part-00007.parquet", "seats/part-00000.parquet.tmp", "run.json.tmp", "sums.json.tmp"]
        others = ["games/notes.txt", "games/part-1.parquet", "notes.txt"]
        for name in leftovers + others:
            (run.folder / name).write_text("x")
        (run.folder / "games" / "part-00009.parquet").mkdir()
        run.close(24, "precision", 1)
        assert not any((run.folder / name).exists() for name in [*leftovers, "parts.jsonl"])
        assert all(
            (run.folder / name).exists() for name in [*others, "games/part-00009.parquet", "games/part-00000.parquet"]
        )
        found = Run.open(run.folder)
        facts = found.manifest
        assert (facts.status, facts.games_played, facts.ended_by, facts.parts) == ("complete", 24, "precision", 1)
        assert found.is_complete and found.checksums == facts.checksums == run.checksums
        assert facts.sums is None

    @pytest.mark.parametrize(
        ("content", "state"), [(b"other", "is corrupt: its checksum differs"), (None, "is missing")]
    )
    def test_a_part_that_changed_is_named(self, tmp_path: Path, content: bytes | None, state: str) -> None:
        run = new(tmp_path)
        run.add(0, FIRST)
        path = run.part("seats", 0)
        path.unlink() if content is None else path.write_bytes(content)
        with pytest.raises(RunFailed, match=f"{path} {state}. Nothing was changed. Restore the file"):
            run.verify()

    def test_sums_instead_of_rows(self, tmp_path: Path) -> None:
        run = new(tmp_path, "summary")
        assert run.is_empty and not run.keeps_rows
        run.put_sums(b"sums")
        assert not run.is_empty
        run.add(0, {})
        run.close(60, "games", 3)
        assert Run.open(run.folder).manifest.sums == sha256(b"sums")
        run.verify()
        (run.folder / "sums.json").write_bytes(b"other")
        with pytest.raises(RunFailed, match=r"sums.json is corrupt"):
            run.verify()

    def test_a_run_that_stored_nothing_is_removed(self, tmp_path: Path) -> None:
        run = new(tmp_path)
        (run.folder / "parts.jsonl").write_text("")
        run.discard_if_empty()
        assert list(run.folder.iterdir()) == []
        kept = new(tmp_path)
        kept.add(0, FIRST)
        kept.discard_if_empty()
        assert (kept.folder / "run.json").exists()

    def test_a_table_that_is_a_link_is_refused(self, tmp_path: Path) -> None:
        run = new(tmp_path)
        run.add(0, FIRST)
        (tmp_path / "elsewhere").mkdir()
        (run.folder / "games").rename(tmp_path / "games")
        (run.folder / "games").symlink_to(tmp_path / "games")
        for attempt in (run.verify, lambda: run.add(1, SECOND)):
            with pytest.raises(RunFailed, match="games is a link, which may lead out of the run"):
                attempt()

    def test_a_disk_that_cannot_be_written(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        run = new(tmp_path, "summary")
        monkeypatch.setattr("analyser.storage.run.write_whole", full)
        with pytest.raises(RunFailed, match=r"Cannot write part 0 to .*run: No space left on device\."):
            run.add(0, FIRST)
        assert run.checksums == []
        with pytest.raises(RunFailed, match=r"Cannot write part sums to .*run: No space"):
            run.put_sums(b"")
        with pytest.raises(RunFailed, match=r"Cannot close the run in .*run: No such file"):
            run.close(1, "games", 1)
        with pytest.raises(
            RunFailed, match=r"Cannot write the run to .*run: No space left on device\. Type another --out"
        ):
            new(tmp_path)


class TestLog:
    def write(self, tmp_path: Path, *lines: str) -> Run:
        run = new(tmp_path)
        (run.folder / "parts.jsonl").write_text("\n".join(lines), "utf-8")
        return run

    def test_a_last_line_that_a_crash_cut_off_does_not_count(self, tmp_path: Path) -> None:
        run = self.write(tmp_path, '{"games": "a"}', '{"games": "b"}', '{"gam')
        assert Run.open(run.folder).checksums == [{"games": "a"}, {"games": "b"}]

    @pytest.mark.parametrize(
        "lines",
        [('{"../games": "a"}',), ('{"games": "a"}', '{"seats": "b"}'), ('{"%s": "a"}' % ("g" * (LONGEST_NAME + 1)),)],
    )
    def test_names_that_are_no_tables(self, tmp_path: Path, lines: tuple[str, ...]) -> None:
        run = self.write(tmp_path, *lines, "")
        with pytest.raises(RunFailed, match=r"parts.jsonl has no proper list of checksums"):
            Run.open(run.folder)

    def test_the_longest_name(self, tmp_path: Path) -> None:
        run = self.write(tmp_path, '{"%s": "a"}' % ("g" * LONGEST_NAME), "")
        assert len(Run.open(run.folder).checksums) == 1

    def test_lines_that_are_no_checksums(self, tmp_path: Path) -> None:
        run = self.write(tmp_path, "[1]", "")
        with pytest.raises(RunFailed, match=r"parts.jsonl cannot be read: .*\. Nothing was changed\."):
            Run.open(run.folder)


class TestManifest:
    def test_the_job_comes_back(self, tmp_path: Path) -> None:
        for job in (JOB, asked(None, 7, players=2, seats="random,greedy", seed=5, assignments=["pile_size=3"])):
            manifest = manifest_of(job, "typed")
            assert job_of(manifest, tmp_path) == job
            assert (manifest.status, manifest.parts, manifest.checksums, manifest.keep) == ("running", 0, [], "rows")
            assert set(manifest.versions) == {"analyser", "numba", "numpy", "polars"}

    def test_differences_are_named(self) -> None:
        manifest = manifest_of(JOB, "typed")
        assert differences(manifest, manifest_of(JOB, "typed otherwise")) == []
        for name, value in {
            "players": 3,
            "seed": 9,
            "games": 1,
            "part_games": 7,
            "keep": "summary",
            "luck": "x",
        }.items():
            assert differences(manifest, msgspec.structs.replace(manifest, **{name: value})) == [name]
        other = msgspec.structs.replace(manifest, strategies=manifest.strategies[::-1])
        assert differences(manifest, other) == ["strategies"]
        assert differences(manifest, msgspec.structs.replace(manifest, hashes={})) != []

    @pytest.mark.parametrize(
        "changed",
        [
            {"players": 3, "plan_name": "balanced"},
            {"settings": tuple((dict(JOB.settings) | {"pile_size": 3}).items())},
            {"strategies": JOB.strategies[::-1]},
            {"strategies": (replace(JOB.strategies[0], noise=0.1), JOB.strategies[1])},
            {"plan_name": "balanced"},
            {"plan_name": "fixed", "seats": (0, 1)},
            {"seed": 2},
            {"games": 61},
            {"precision": 1.0},
            {"luck": "rotated"},
            {"luck": "replayed"},
            {"part_games": 12},
        ],
    )
    def test_all_that_fixes_rows_is_noticed(self, changed: dict[str, Any]) -> None:
        """Every field of a job but the game itself."""
        assert differences(manifest_of(JOB, ""), manifest_of(replace(JOB, **changed), "")) != []

    def test_a_run_begun_with_another_version_is_not_resumed(self, tmp_path: Path) -> None:
        run = new(tmp_path)
        edit(run, versions=run.manifest.versions | {"numba": "0.1.2"})
        told = r"was begun with numba 0\.1\.2: .*Install that version, or start a new run"
        with pytest.raises(RunFailed, match=told), run_to_resume(run.folder):
            pass

    def test_rules_that_changed_are_refused(self, tmp_path: Path) -> None:
        manifest = msgspec.structs.replace(manifest_of(JOB, ""), hashes=manifest_of(JOB, "").hashes | {"rules": "0"})
        with pytest.raises(
            RunFailed, match=r"would come out differently now. Changed since: rules. Nothing was changed"
        ):
            job_of(manifest, tmp_path)

    @pytest.mark.parametrize("facts", [{"seats": [9, 9]}, {"games": 0}])
    def test_what_cannot_be_played(self, tmp_path: Path, facts: dict[str, Any]) -> None:
        with pytest.raises((RunFailed, BadInput)):
            job_of(msgspec.structs.replace(manifest_of(JOB, ""), **facts), tmp_path)

    def test_a_strategy_file_runs_only_from_a_folder_that_is_named(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        own = OWN / "with_helpers.py"
        job = asked(f"{own},random", 60, players=2)
        manifest = manifest_of(job, "")
        wrapped = msgspec.structs.replace(manifest.strategies[0], typed=f"noisy:p=0.1({own})")
        for one in (manifest, msgspec.structs.replace(manifest, strategies=[wrapped, manifest.strategies[1]])):
            with pytest.raises(BadInput, match=rf"--strategy-path {own.parent}"):
                job_of(one, tmp_path, [tmp_path])
        assert job_of(manifest, tmp_path, [OWN]) == job
        monkeypatch.chdir(tmp_path)
        assert naming(job) == f" --strategy-path {own.parent}"
        monkeypatch.chdir(own.parent.parent)
        assert naming(job) == f" --strategy-path {own.parent.name}"
        assert naming(JOB) == ""
        folder = tmp_path / "a run"
        assert resume_command(folder, JOB) == f"Resume with: analyse simulate --resume '{folder}'"

    def test_a_file_is_whole_or_refused(self, tmp_path: Path) -> None:
        run = new(tmp_path)
        path = run.folder / "run.json"
        assert read_manifest(run.folder) == run.manifest
        text = path.read_text("utf-8")
        path.write_text(text.replace('"seed": 1', '"seed": 2'), "utf-8")
        with pytest.raises(RunFailed, match=r"is corrupt: its checksum differs. Nothing was changed. Restore"):
            read_manifest(run.folder)
        path.write_text("[]", "utf-8")
        with pytest.raises(RunFailed, match="holds no names and values"):
            read_manifest(run.folder)
        path.write_text("{", "utf-8")
        with pytest.raises(RunFailed, match="cannot be read"):
            read_manifest(run.folder)
        path.write_text(text, "utf-8")
        edit(run, format=99)
        with pytest.raises(RunFailed, match="has format 99; this version of analyse reads format 2"):
            read_manifest(run.folder)
        edit(run, format=2, status="complete")
        with pytest.raises(RunFailed, match="it is complete, but holds no result"):
            read_manifest(run.folder)
        edit(run, status="running", players="many")
        with pytest.raises(RunFailed, match=r"players.* Nothing was changed\."):
            read_manifest(run.folder)
        path.unlink()
        with pytest.raises(BadInput, match=r"No run in .*: run.json is missing"):
            read_manifest(run.folder)

    def test_a_signature_is_that_of_the_rest(self) -> None:
        once = signed({"a": 1})
        assert signed(once) == once
        assert signed({"a": 2})["sha256"] != once["sha256"]

    def test_ways_to_keep(self) -> None:
        assert (check_keep("rows"), check_keep("summary")) == ("rows", "summary")
        with pytest.raises(BadInput, match="some"):
            check_keep("some")


class TestParts:
    def test_a_table_is_always_the_same_bytes(self) -> None:
        table = pl.DataFrame({"game": range(1000)})
        assert as_parquet(table) == as_parquet(table)
        assert pl.read_parquet(as_parquet(table)).equals(table)
        assert len(as_parquet(table)) < 8 * 1000
        assert ROW_GROUP == 262_144

    def test_parts_in_sums(self) -> None:
        total = play_one(JOB).tally
        assert [parts_in(JOB, None), parts_in(JOB, total), parts_in(JOB, total + total)] == [0, 1, 2]
        assert parts_in(JOB, replace(total, n_games=60)) == 3
        assert parts_in(JOB, replace(total, n_games=25)) == 2

    def store(self, tmp_path: Path, number: int = 0) -> Run:
        run = new(tmp_path)
        for k in range(number + 1):
            part = pack_part(play_one(JOB, k))
            run.add(part.number, part.files)
        return run

    def test_read_back(self, tmp_path: Path) -> None:
        run = self.store(tmp_path, 2)
        assert read_part(JOB, run, "games", 1)["game"].to_list() == list(range(24, 48))
        assert read_part(JOB, run, "games", 2).height == 12
        seats = read_part(JOB, run, "seats", 2, ["seat", "win"])
        assert (seats.columns, seats.height) == (["seat", "win"], 24)
        done: list[tuple[int, int]] = []
        total = sums_so_far(JOB, run, lambda n, sums: done.append((n, sums.n_games if sums else 0)))
        assert done == [(24, 24), (24, 48), (12, 60)]
        assert total is not None
        one = replace(JOB, part_games=60)
        assert pack_sums(total) == pack_sums(play_one(one).tally)
        assert sums_so_far(JOB, new(tmp_path / "empty"), silent) is None

    @pytest.mark.parametrize(
        ("table", "change"),
        {
            "a game missing": ("games", lambda t: t.head(23)),
            "a seat missing": ("seats", lambda t: t.head(47)),
            "another column": ("games", lambda t: t.rename({"rounds": "turns"})),
            "games out of order": ("games", lambda t: t.reverse()),
            "seats out of order": ("seats", lambda t: t.with_columns(pl.col("seat").reverse())),
            "seats from 0": ("seats", lambda t: t.with_columns(pl.col("seat") - 1)),
            "a win of more than all": (
                "seats",
                lambda t: t.with_columns(pl.lit(1.5).cast(t["win"].dtype).alias("win")),
            ),
            "a win below 0": ("seats", lambda t: t.with_columns((-pl.col("win") - 1).alias("win"))),
            "an empty cell": ("games", lambda t: t.with_columns(pl.lit(None).cast(t["rounds"].dtype).alias("rounds"))),
        }.values(),
    )
    def test_another_table_is_refused(self, tmp_path: Path, table: str, change: Callable[[Any], Any]) -> None:
        run = self.store(tmp_path)
        path = run.part(table, 0)
        path.write_bytes(as_parquet(change(pl.read_parquet(path))))
        with pytest.raises(
            RunFailed, match=f"{path} is no part of this run: it does not hold games 0 to 23 as they were"
        ):
            read_part(JOB, run, table, 0)
        path.write_bytes(b"nothing")
        with pytest.raises(RunFailed, match=f"{path} is no part of this run: "):
            read_part(JOB, run, table, 0)

    def kept(self, tmp_path: Path, total: Tally | dict[str, Any]) -> Tally | None:
        run = new(tmp_path, "summary")
        content = pack_sums(total) if isinstance(total, Tally) else json.dumps(signed(total)).encode()
        run.put_sums(content)
        return sums_so_far(JOB, run, silent)

    def test_sums_read_back(self, tmp_path: Path) -> None:
        total = play_one(JOB).tally
        found = self.kept(tmp_path, total)
        assert found is not None
        assert pack_sums(found) == pack_sums(total)
        assert sums_so_far(JOB, new(tmp_path / "none", "summary"), silent) is None

    @pytest.mark.parametrize("n_games", [0, 23, 25, 61, 72])
    def test_sums_end_with_a_part(self, tmp_path: Path, n_games: int) -> None:
        with pytest.raises(RunFailed, match=f"has {n_games} games, which end no part of the run"):
            self.kept(tmp_path, replace(play_one(JOB).tally, n_games=n_games))

    def test_sums_of_all_games(self, tmp_path: Path) -> None:
        assert self.kept(tmp_path, replace(play_one(JOB).tally, n_games=60)) is not None

    @pytest.mark.parametrize("change", ["outcomes", "lengths", "by_seat", "seats", "strategies", "by_column"])
    def test_sums_of_another_shape(self, tmp_path: Path, change: str) -> None:
        total = play_one(JOB).tally
        other: Any = {
            "outcomes": np.zeros(len(OUTCOMES) + 1, np.int64),
            "lengths": np.zeros((1, 1), np.int64),
            "by_seat": total.by_seat[:, :1],
            "seats": replace(total.seats, plays=total.seats.plays[:1]),
            "strategies": replace(total.strategies, products=total.strategies.products[:2]),
            "by_column": {},
        }[change]
        with pytest.raises(RunFailed, match=r"sums.json does not hold the sums of this run"):
            self.kept(tmp_path, replace(total, **{change: other}))

    def test_sums_are_whole_numbers(self, tmp_path: Path) -> None:
        total = json.loads(pack_sums(play_one(JOB).tally))
        with pytest.raises(RunFailed, match="whole numbers"):
            self.kept(tmp_path, total | {"outcomes": [0.5] * len(OUTCOMES)})


class TestPlaying:
    @pytest.mark.parametrize("keep", ["rows", "summary"])
    def test_to_the_end_and_again(self, tmp_path: Path, keep: str) -> None:
        run, steps, seen = new(tmp_path, keep), [], []

        def watch(n: int, sums: Tally | None) -> None:
            steps.append(n)
            seen.append(sums.n_games if sums else 0)

        total = played(JOB, run, watch)
        assert sum(steps) == 60
        facts = read_manifest(run.folder)
        assert (total.n_games, facts.parts, facts.ended_by, facts.games_played) == (60, 3, "games", 60)
        assert [one for one in seen if one] == [24, 48, 60]
        assert pack_sums(played(JOB, Run.open(run.folder))) == pack_sums(total)
        assert len(run.checksums) == (3 if keep == "rows" else 1)

    def test_a_run_that_is_precise_enough_ends(self, tmp_path: Path) -> None:
        job = asked("random", 20_000, players=2, part_games=2000, precision=5.0)
        run = new(tmp_path, job=job)
        assert played(job, run).n_games == 2000
        assert read_manifest(run.folder).ended_by == "precision"

    def test_interrupted_runs_say_how_to_resume(self, tmp_path: Path) -> None:
        run = new(tmp_path)

        def stop(n: int, sums: Tally | None) -> None:
            if sums is not None and sums.n_games == 48:
                raise KeyboardInterrupt

        with pytest.raises(
            Interrupted, match=r"after 2 of 3 parts\. Finished parts are kept\. Resume with: analyse sim"
        ):
            played(JOB, run, stop)
        again = Run.open(run.folder)
        assert Playing(JOB, again, Workers(1), silent).n_parts == 2
        assert played(JOB, again).n_games == 60
        empty = Playing(JOB, new(tmp_path / "empty"), Workers(1), silent)
        assert empty.interrupted() == ("Interrupted before the first of 3 parts was finished. Type the command again.")

    def test_a_strategy_that_fails_leaves_its_parts(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(self: Playing, stop: object) -> None:
            raise StrategyFailed("greedy failed.")

        run = TestParts().store(tmp_path)
        monkeypatch.setattr(Playing, "_play_missing", fail)
        with pytest.raises(StrategyFailed, match=r"greedy failed\.\nThe 1 parts before it are kept in"):
            played(JOB, run)
        with pytest.raises(StrategyFailed, match=r"greedy failed\.$"):
            played(JOB, new(tmp_path / "empty"))


class TestWriting:
    def write(self, folder: Path, job: Job = JOB) -> Run:
        with run_to_write(job, folder, "typed") as run:
            return run

    def test_a_new_run_a_complete_one_and_others(self, tmp_path: Path) -> None:
        folder = tmp_path / "run"
        with run_to_write(JOB, folder, "typed") as run:
            run.add(0, FIRST)
        with pytest.raises(BadInput, match=r"holds this run unfinished\. Resume with: analyse simulate --resume"):
            self.write(folder)
        run.close(24, "games", 1)
        assert self.write(folder).is_complete
        with pytest.raises(BadInput, match=r"holds another run\. It differs in: seed\. Nothing was changed"):
            self.write(folder, replace(JOB, seed=9))
        with run_to_resume(folder) as again:
            assert again.is_complete
        (tmp_path / "file").write_text("")
        with pytest.raises(BadInput, match=r"file is not a folder\. Nothing was changed\. Type another --out DIR\."):
            self.write(tmp_path / "file")
        with pytest.raises(RunFailed, match="Cannot write the run to"):
            self.write(tmp_path / "file" / "run")
        with pytest.raises(BadInput, match="holds other files, and no run"):
            self.write(tmp_path)

    @pytest.mark.parametrize("problem", [BadInput("x"), StrategyFailed("x"), Interrupted("x"), KeyboardInterrupt()])
    def test_a_folder_made_for_nothing_is_removed(self, tmp_path: Path, problem: BaseException) -> None:
        for folder, is_ours in ((tmp_path / "new", True), (tmp_path / "theirs", False)):
            if not is_ours:
                folder.mkdir()
            with pytest.raises(type(problem)), run_to_write(JOB, folder, "typed"):
                raise problem
            assert folder.exists() != is_ours

    def test_a_run_of_edited_data_is_named_after_their_folder(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        assert str(new_folder(f"chess@{tmp_path}/mine", 2)) == "runs/chess@mine-2p-1"

    def test_folders_without_a_name_are_numbered(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        assert [str(new_folder("chess", 2)) for _ in range(3)] == [f"runs/chess-2p-{k}" for k in (1, 2, 3)]
        remove_if_empty(Path("runs/chess-2p-1"))
        assert Path("runs").exists()
        remove_if_empty(Path("runs/chess-2p-2"))
        remove_if_empty(Path("runs/chess-2p-3"))
        assert not Path("runs").exists()
        with run_to_write(JOB, None, "typed") as run:
            assert str(run.folder) == "runs/faut-pas-pousser-2p-1"
            run.add(0, FIRST)
        with pytest.raises(BadInput), run_to_write(JOB, None, "typed"):
            raise BadInput("x")
        assert [one.name for one in Path("runs").iterdir()] == ["faut-pas-pousser-2p-1"]
        monkeypatch.setattr(play, "RUNS", Path("runs/faut-pas-pousser-2p-1/run.json"))
        with pytest.raises(RunFailed, match=r"Cannot make .*: Not a directory\. Type --out DIR\."):
            new_folder("chess", 2)
