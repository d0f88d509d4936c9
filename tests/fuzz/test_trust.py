"""Data of strangers that names strategies: whatever it says, none of their code runs."""

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from analyser.core import paths
from analyser.core.errors import AnalyseError
from analyser.drift.baseline import Baseline, Contents
from analyser.experiments.catalogue import Catalogue, Forced, filled
from analyser.games.loader import find_game
from analyser.report.recipe import Recipe, SeatsPage
from analyser.simulation.job import Job, make_job
from analyser.storage.manifest import job_of, manifest_of
from analyser.strategies.library import find_strategy
from analyser.strategies.loading import load_function, own_files
from tests.cli.commands import GAME, write_strategy
from tests.fuzz.strange import fuzzed

FPP = find_game(GAME)
NAMES = (
    "evil.py",
    "./evil.py",
    "x=1/evil.py",
    "evil.py:",
    "evil.py ",
    "evil",
    "greedy",
    "passes:turn=2",
    "x=1",
    "evil.p",
    "y",
)
JOINTS = (
    "",
    ",",
    ":",
    "(",
    ")",
    " ",
    "\t",
    "=",
    "noisy:p=0.5(",
    "never:non-merci(",
    "\n",
    "/",
    "\u00a0",
    "{base}",
    "{level}",
)
specs = st.lists(st.sampled_from((*NAMES, *JOINTS)), min_size=1, max_size=7).map("".join)
pools = st.lists(specs, min_size=1, max_size=4)
KNOWN_CASES = (
    ["noisy:p=0.5(evil.py)"],
    ["evil.py:"],
    ["evil.py "],
    ["greedy", "passes:turn=2", "x=1/evil.py"],
    ["{base}y"],
)


@pytest.fixture
def canary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A mark that strategy files leave when they run; they lie here under every name that a spec may hold."""
    mark = tmp_path / "mark"
    code = f"open({os.fspath(mark)!r}, 'w').close()\n\n\ndef score(view, choice):\n    return 0.0\n"
    for folder in (tmp_path, tmp_path / "x=1"):
        write_strategy(folder, "evil", code)
    monkeypatch.chdir(tmp_path)
    yield mark
    assert not mark.exists()


def play_all_of(job: Job) -> None:
    """Run the code of a job's strategies, as playing it would."""
    for strategy in job.strategies:
        assert strategy.path.is_relative_to(paths.STRATEGIES), strategy.path
        load_function(strategy)


def examples(test):
    for case in KNOWN_CASES:
        test = example(case)(test)
    return test


@pytest.mark.usefixtures("canary")
def test_the_canary_sings_when_it_is_named(tmp_path: Path) -> None:
    """A user who types the file runs it: what the other tests look for does happen."""
    load_function(find_strategy(FPP, "noisy:p=0.5(x=1/evil.py)"))
    (tmp_path / "mark").unlink()


@pytest.mark.usefixtures("canary")
@pytest.mark.parametrize("seated", [False, True])
def test_a_baseline(seated: bool) -> None:
    @fuzzed
    @examples
    @given(pools)
    def check(pool: list[str]) -> None:
        seats = [(pool * 4)[seat] for seat in range(4)] if seated else []
        said = {"strategies": pool, "seats": seats, "plan": "fixed" if seated else "balanced", "game": GAME}
        said |= {"format": 2, "players": 4, "luck": "fresh", "seed": 1, "games": 10, "set": [], "settings": {}}
        said |= {"hashes": {}, "pinned": "", "lineups": "", "outcomes": "", "fingerprints": "", "metrics": {}}
        with suppress(AnalyseError, msgspec.ValidationError):
            play_all_of(Baseline(Path("b.json"), msgspec.json.decode(json.dumps(said), type=Contents), {}, b"").job())

    check()


@pytest.mark.usefixtures("canary")
def test_a_run() -> None:
    manifest = manifest_of(make_job(FPP, seats="greedy,random,greedy,random", games=10), "")

    @fuzzed
    @examples
    @given(pools)
    def check(pool: list[str]) -> None:
        seats = [seat % len(pool) for seat in (0, 1, 0, 2)]
        changed = msgspec.structs.replace(
            manifest, strategies=[type(manifest.strategies[0])(one, one) for one in pool], seats=seats
        )
        with pytest.MonkeyPatch.context() as patch, suppress(AnalyseError):
            patch.setattr("analyser.storage.manifest.differences", lambda *_: [])
            play_all_of(job_of(changed, Path("run")))

    check()


@pytest.mark.usefixtures("canary")
def test_a_recipe_and_a_catalogue() -> None:
    """What they name, as experiments fill it in and join it."""

    @fuzzed
    @examples
    @given(pools)
    def check(pool: list[str]) -> None:
        named: list[str] = []
        with suppress(ValueError):
            page = SeatsPage(title={"en": "?", "fr": "?"})
            named += Recipe(page=(page,), base=pool[0], opponents=tuple(pool)).players
        with suppress(ValueError):
            question = Forced(name="q", question="?", levels=["", *pool], play=pool[0], player=pool[-1])
            catalogue = Catalogue(opponents=tuple(pool), value=(question,))
            levels = [filled(question.play, level, pool[-1]) for level in ["", *pool]]
            named += [*catalogue.opponents, *levels]
        for text in (*named, ",".join(named)):
            with suppress(AnalyseError):
                play_all_of(make_job(FPP, strategies=text))

    check()


@pytest.mark.usefixtures("canary")
def test_looking_at_strategies_imports_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that names packages: they are looked for, and none of them runs, nor the packages around them."""
    for folder in ("package", "package/inner", "space/inner"):
        (tmp_path / folder).mkdir(parents=True)
        source = (tmp_path / "evil.py").read_text()
        (tmp_path / folder / "__init__.py").write_text(source)
        (tmp_path / folder / "module.py").write_text(source)
    imports = "".join(
        f"import {name}\n"
        for name in ("package.module", "package.inner.module", "space.inner.module", "evil", "no.such")
    )
    write_strategy(tmp_path, "looked_at", f"{imports}\n\ndef score(view, choice):\n    return 0.0\n")
    monkeypatch.syspath_prepend(tmp_path)
    strategy = find_strategy(FPP, "looked_at", [tmp_path])
    found = {str(path.relative_to(tmp_path)) for path in own_files(strategy)}
    assert {"package/inner/module.py", "space/inner/module.py", "package/__init__.py", "evil.py"} < found
