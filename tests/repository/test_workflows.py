"""The workflows that are copied into other repositories: pinned, with few rights, and told what they found."""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cli.commands import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
DRIFT = ROOT / ".github" / "workflows" / "drift.yml"


def jobs_of(path: Path) -> list[dict[str, Any]]:
    return list(yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"].values())


def step(words: str) -> str:
    """The command of a step of the gate that has these words in its name."""
    (job,) = jobs_of(DRIFT)
    (found,) = (one["run"] for one in job["steps"] if words in one.get("name", ""))
    return found


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_least_rights_a_time_limit_and_actions_by_digest(path: Path) -> None:
    assert yaml.safe_load(path.read_text(encoding="utf-8"))["permissions"] == {"contents": "read"}
    for job in jobs_of(path):
        assert 0 < job["timeout-minutes"] <= 60
        used = [one["uses"] for one in job["steps"] if "uses" in one]
        assert used and all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", one) for one in used)


@pytest.mark.parametrize(("written", "told"), [("# Drift check", "# Drift check"), (None, "could not start")])
def test_there_is_a_summary_even_if_the_check_could_not_start(tmp_path: Path, written: str | None, told: str) -> None:
    if written:
        (tmp_path / "drift.md").write_text(written)
    environment = {"GITHUB_STEP_SUMMARY": str(tmp_path / "summary"), "PATH": "/usr/bin:/bin"}
    subprocess.run(["bash", "-e", "-c", step("Summary")], cwd=tmp_path, env=environment, check=True)
    assert told in (tmp_path / "summary").read_text()


@pytest.mark.parametrize("wheel", [True, False])
def test_the_wheel_of_ones_own_repository_is_installed(tmp_path: Path, wheel: bool) -> None:
    (tmp_path / "wheels").mkdir()
    (tmp_path / "python").write_text('#!/bin/sh\necho "$@" > asked\n')
    (tmp_path / "python").chmod(0o755)
    if wheel:
        (tmp_path / "wheels" / "analyser-0.1.0-py3-none-any.whl").touch()
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin"}
    subprocess.run(["bash", "-e", "-c", step("Install")], cwd=tmp_path, env=environment, check=True)
    wanted = "wheels/analyser-0.1.0-py3-none-any.whl" if wheel else "."
    assert (tmp_path / "asked").read_text().split() == ["-m", "pip", "install", wanted]
