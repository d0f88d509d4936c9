"""Command lines, and strategies as they are typed."""

import os
import sys
from pathlib import Path

import pytest
from cli.commands import GAME
from hypothesis import given
from hypothesis import strategies as st

from analyser.cli.app import main
from analyser.registry import find_game, game_names
from analyser.specs import split_specs
from analyser.strategies import find_strategy

from .strange import fuzzed, refused_or_fine, words

NAMES = ("greedy", "random", "passes", "noisy", "never", "always", "non-merci", "opening", "turn", "p")
pieces = st.one_of(st.sampled_from((*NAMES, ":", "=", ",", "(", ")", "0.1", "3", "-1", "nan")), words)
specs = st.one_of(
    st.lists(pieces, max_size=8).map("".join),
    st.tuples(st.sampled_from(("noisy:p=0.1(", "never:non-merci(", "always:opening=4(")), st.integers(1, 3000)).map(
        lambda drawn: drawn[0] * drawn[1] + "greedy" + ")" * drawn[1]
    ),
)


@fuzzed
@given(specs)
def test_a_strategy_as_typed(text: str) -> None:
    with refused_or_fine():
        for spec in split_specs(text):
            find_strategy(find_game(GAME), spec)


COMMANDS = (
    "games",
    "strategies",
    "simulate",
    "seats",
    "compare",
    "sweep",
    "values",
    "tournament",
    "feel",
    "sensitivity",
)
COMMANDS += ("how-many", "baseline", "check", "bench", "new-strategy", "try", "report", "")
OPTIONS = ("--game", "--players", "--strategies", "--seats", "--lineups", "--games", "--precision", "--set", "--seed")
OPTIONS += ("--luck", "--jobs", "--backend", "--cluster", "--keep", "--part-games", "--patience", "--vary", "--resume")
OPTIONS += ("--strategy-path", "--tolerance", "--json", "show", "--out", "--help", "--markdown", "--quick")
GIVEN = (
    *game_names(),
    "random",
    "greedy",
    "5",
    "0",
    "-1",
    "captain_bonus=2",
    "captain_bonus=1:3",
    "nowhere",
    "dask",
    "loky",
)
lines = st.tuples(
    st.sampled_from(COMMANDS),
    st.lists(st.tuples(st.sampled_from(OPTIONS), st.one_of(st.sampled_from(GIVEN), words)), max_size=5),
)
BROKEN = ("--players", "99")
"""Keeps a command that would be right from playing: no such number of players."""


@fuzzed
@given(lines)
def test_a_command_line(tmp_path_factory: pytest.TempPathFactory, line: tuple[str, list[tuple[str, str]]]) -> None:
    """Every one ends with an exit code that is documented; what it says is a sentence; it leaves nothing behind."""
    command, options = line
    typed = [word.replace("\x00", "") for option in options for word in option]
    folder = tmp_path_factory.mktemp("here")
    plays = command not in ("games", "strategies", "how-many", "check", "bench", "new-strategy", "try", "report", "")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr(sys, "argv", ["analyse", command, *typed, *(BROKEN if plays else ("--no-such-option",))])
        patch.setattr(os, "_exit", sys.exit)
        with refused_or_fine(), pytest.raises(SystemExit) as left:
            main()
    assert left.value.code in (0, 2, 3, 5), (command, typed)
    assert list(Path(folder).rglob("*")) == []
