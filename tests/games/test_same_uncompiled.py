"""Compiled and uncompiled, the same seed gives the same rows, in every game."""

import json
import os
import subprocess
import sys
from importlib import import_module

import pytest

from analyser.games.loader import find_game, game_names
from tests.games import same_rows
from tests.games.conftest import ROOT

QUICK = ("faut-pas-pousser", "la-planche")
GAMES = [pytest.param(name, marks=() if name in QUICK else pytest.mark.long) for name in game_names()]


@pytest.fixture(scope="module", params=GAMES)
def name(request):
    """Game by game: what is compiled for one is used while it is at hand."""
    return request.param


@pytest.fixture(scope="module")
def uncompiled_rows(name, tmp_path_factory):
    folder = str(tmp_path_factory.mktemp("cache"))
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "ANALYSE_CACHE": folder}
    command = [sys.executable, "-m", same_rows.__name__, find_game(name).home.name]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_sample_has_all_numbers_of_players_and_rotations(name):
    sample = import_module(f"tests.games.{find_game(name).home.name}.sample").SAMPLE
    assert {players for players, *_ in sample} == set(find_game(name).players)
    assert {rotations for _, _, _, rotations, _ in sample} > {1}


def test_rows_are_the_same(name, uncompiled_rows):
    compiled = same_rows.rows_of(find_game(name).home.name)
    assert len(compiled) == len(uncompiled_rows)
    for mine, theirs in zip(compiled, uncompiled_rows, strict=True):
        assert mine == theirs
