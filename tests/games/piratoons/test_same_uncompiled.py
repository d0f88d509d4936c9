"""Compiled and uncompiled, the same seed gives the same rows."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from . import sample_rows


@pytest.fixture(scope="module")
def uncompiled_rows(tmp_path_factory):
    folder = str(tmp_path_factory.mktemp("cache"))
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "ANALYSE_CACHE": folder}
    script = Path(sample_rows.__file__)
    done = subprocess.run([sys.executable, script], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def compiled_rows():
    return sample_rows.sample_rows()


def test_the_sample_has_all_numbers_of_players_rotations_and_some_40_games():
    assert {players for players, *_ in sample_rows.SAMPLE} == {2, 3, 4}
    assert {rotations for _, _, _, rotations, _ in sample_rows.SAMPLE} == {1, 2, 3, 4}
    assert sum(n_games for _, _, n_games, _, _ in sample_rows.SAMPLE) == 40


@pytest.mark.parametrize("number", range(len(sample_rows.SAMPLE)))
def test_rows_are_the_same(compiled_rows, uncompiled_rows, number):
    assert compiled_rows[number] == uncompiled_rows[number]
