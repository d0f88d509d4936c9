"""Data files and strategy files with anything in them. Data never run; a strategy file is only read until it plays."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyser.core import paths
from analyser.drift.baseline import read_baseline
from analyser.games.black_fleet.board import read_board
from analyser.games.black_fleet.decks import read_development, read_fortune, read_movement
from analyser.games.black_fleet.ports import read_ports
from analyser.games.la_planche.settings import vane_pairs
from analyser.games.loader import find_game, game_names
from analyser.games.piratoons.tiles import read_tiles
from analyser.games.settings import changed, read_settings
from analyser.simulation.engine import State
from analyser.strategies.loading import read_strategy
from tests.cli.commands import ROOT
from tests.fuzz.strange import damaged, fuzzed, refused_or_fine, values, words

SEEDS = ROOT / "seeds"
BLACK_FLEET = SEEDS / "black-fleet"
BOARD = read_board(BLACK_FLEET / "board.txt")
READERS: dict[str, Callable[[Path], Any]] = {
    "black-fleet/board.txt": read_board,
    "black-fleet/ports.toml": lambda path: read_ports(path, BOARD),
    "black-fleet/development.toml": read_development,
    "black-fleet/fortune.toml": read_fortune,
    "black-fleet/movement.toml": read_movement,
    "piratoons/tiles.toml": read_tiles,
}


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8", errors="surrogatepass"))
    return path


def test_every_data_file_is_fuzzed() -> None:
    """No data file is forgotten: settings are below, ledgers are text that is only shown."""
    found = {str(path.relative_to(SEEDS)) for path in SEEDS.rglob("*") if path.is_file()}
    others = {name for name in found if not name.endswith(("settings.toml", ".md"))}
    assert others == {*READERS, "la-planche/vane.toml"}


@pytest.mark.parametrize("name", READERS)
def test_a_data_file(tmp_path: Path, name: str) -> None:
    @fuzzed
    @given(damaged((SEEDS / name).read_text(encoding="utf-8")))
    def check(text: str) -> None:
        path = write(tmp_path / Path(name).name, text)
        with refused_or_fine():
            READERS[name](path)

    check()


def test_the_vane(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (SEEDS / "la-planche" / "vane.toml").read_text(encoding="utf-8")
    monkeypatch.setattr(paths, "SEEDS", tmp_path)

    @fuzzed
    @given(damaged(text), st.sampled_from(("independent", "opposite", "no-skulls")))
    def check(text: str, name: str) -> None:
        write(tmp_path / "la-planche" / "vane.toml", text)
        with refused_or_fine():
            vane_pairs(paths.SEEDS / "la-planche" / "vane.toml", name)

    check()


@pytest.mark.parametrize("game", game_names())
def test_settings_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """Whatever passes as a file of settings can be laid out on the table."""
    text = (SEEDS / game / "settings.toml").read_text(encoding="utf-8")
    chosen = find_game(game)

    @fuzzed
    @given(damaged(text))
    def check(text: str) -> None:
        write(tmp_path / game / "settings.toml", text)
        with refused_or_fine(), monkeypatch.context() as patch:
            path = tmp_path / game / "settings.toml"
            read_settings(path)
            patch.setattr(type(chosen), "settings_file", path)
            found = {name: setting.default for name, setting in chosen.settings().items()}
            State(chosen, found, max(chosen.players))

    check()


@pytest.mark.parametrize("game", game_names())
def test_settings_typed(game: str) -> None:
    chosen = find_game(game)
    names = st.one_of(st.sampled_from(sorted(chosen.settings())), words)

    @fuzzed
    @given(st.lists(st.tuples(names, st.sampled_from(("=", "", "==")), words).map("".join), max_size=3))
    def check(assignments: list[str]) -> None:
        with refused_or_fine():
            State(chosen, changed(chosen.settings(), assignments, game), max(chosen.players))

    check()


PLAIN = '''"""Idea."""

from analyser.games.faut_pas_pousser.view import points_after

PARAMS = {"risk": (0.5, 0, 1)}


def score(view, choice):
    """Like."""
    return points_after(view, choice, view.me) * view.params[0]
'''


@fuzzed
@given(st.one_of(damaged(PLAIN), st.text(max_size=80), st.binary(max_size=80)))
def test_a_strategy_file(tmp_path_factory: pytest.TempPathFactory, content: str | bytes) -> None:
    """It is read and checked; whatever it says, none of it runs."""
    path = tmp_path_factory.mktemp("mine") / "mine.py"
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", errors="surrogatepass"))
    with refused_or_fine():
        read_strategy(path)


def test_reading_a_strategy_runs_nothing(tmp_path: Path) -> None:
    """Code at the top of the file would leave its mark."""
    mark = tmp_path / "mark"
    path = write(tmp_path / "mine.py", f"{PLAIN}\n\nopen({str(mark)!r}, 'w').close()\n")
    read_strategy(path)
    assert not mark.exists()


BASELINE = next((ROOT / "reports" / "baselines").glob("*.json"))
FACTS = json.loads(BASELINE.read_text(encoding="utf-8"))


@fuzzed
@given(
    st.one_of(damaged(BASELINE.read_text(encoding="utf-8")), st.dictionaries(st.sampled_from(sorted(FACTS)), values))
)
def test_a_baseline(tmp_path_factory: pytest.TempPathFactory, content: str | dict[str, Any]) -> None:
    folder = tmp_path_factory.mktemp("baseline")
    text = content if isinstance(content, str) else json.dumps(FACTS | content)
    path = write(folder / BASELINE.name, text)
    fingerprints = BASELINE.with_suffix(".fingerprints")
    (folder / fingerprints.name).write_bytes(fingerprints.read_bytes())
    with refused_or_fine():
        read_baseline(path).job()
