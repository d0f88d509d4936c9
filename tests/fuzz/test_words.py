"""Command lines, and strategies as they are typed."""

import os
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyser.cli.app import main
from analyser.core.errors import BadInput
from analyser.games.loader import find_game, game_names
from analyser.strategies.library import find_strategy
from analyser.strategies.spec import split_specs
from tests.cli.commands import GAME
from tests.fuzz.strange import fuzzed, refused_or_fine, words

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
    *("games", "strategies", "simulate", "play", "seats", "compare", "sweep", "values", "tournament", "best-response"),
    *(
        "feel",
        "sensitivity",
        "sample-size",
        "baseline",
        "check",
        "bench",
        "new-strategy",
        "try",
        "report",
        "ladder",
        "",
    ),
)
OPTIONS = (
    *("--game", "--players", "--strategies", "--seats", "--lineups", "--games", "--precision", "--set", "--seed"),
    *(
        "--luck",
        "--jobs",
        "--backend",
        "--cluster",
        "--keep",
        "--part-games",
        "--decision-timeout",
        "--vary",
        "--resume",
    ),
    *("--strategy-path", "--tolerance", "--json", "show", "--help", "--quick", "--run", "--game-number", "--recipe"),
    *("--lang", "--against", "--question", "--opponents", "--fresh", "--strict", "--detect", "--compare", "--seconds"),
    *("--top", "--learned", "--restricted"),
)
GIVEN = (
    *game_names(),
    *("random", "greedy", "5", "0", "-1", "1e9", "captain_bonus=2", "captain_bonus=1:3", "victory_cost=10,20"),
    *("nowhere", "dask", "threads", "fr", "turn-position", "deal", "balanced", "rotated", "summary", "2", "4"),
)
options = st.tuples(st.sampled_from(OPTIONS), st.one_of(st.sampled_from(GIVEN), words))
named = st.tuples(st.just("--game"), st.sampled_from(game_names()))
lines = st.tuples(st.sampled_from(COMMANDS), named, st.lists(options, max_size=4), st.booleans())


class WouldPlay(BadInput):
    """A command has checked all that it was given, and would now compile and play; told as what cannot be compiled."""


def stop_before_playing(*_: object) -> None:
    raise WouldPlay("It would play.")


@fuzzed
@given(lines)
def test_a_command_line(tmp_path_factory: pytest.TempPathFactory, line: tuple[str, tuple[str, str], Any, bool]) -> None:
    """Every one plays, or ends with an exit code that is documented and a sentence; it leaves nothing behind."""
    command, game, more, with_game = line
    typed = [word.replace("\x00", "") for option in [*([game] if with_game else []), *more] for word in option]
    folder = tmp_path_factory.mktemp("here")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("NUMBA_DISABLE_JIT", "0")
        patch.setattr(sys, "argv", ["analyse", command, *typed])
        patch.setattr(os, "_exit", sys.exit)
        for name in ("make_ready", "kernel_entry", "compile_strategy"):
            patch.setattr(f"analyser.simulation.engine.{name}", stop_before_playing)
        with refused_or_fine(), pytest.raises(SystemExit) as left:
            main()
    assert left.value.code in (0, 2, 3, 5), (command, typed)
    if command != "new-strategy":
        assert list(Path(folder).rglob("*")) == []
