"""Settings and the vane, put on the table."""

import pytest

from analyser import places
from analyser.errors import BadInput
from analyser.games.la_planche.settings import read_vane
from analyser.games.la_planche.table import Symbol

from .tables import new_room

pytestmark = pytest.mark.uncompiled


def test_every_setting_is_on_the_table():
    record = new_room(
        3, plank_length=20, push="row", push_target="any-group", series=True, series_starter="rotate", max_turns=99
    ).table
    names = ("n_players", "plank_length", "push", "push_target", "series", "series_starter", "max_turns", "n_pairs")
    assert [int(record[name]) for name in names] == [3, 20, 1, 1, 1, 1, 99, 16]


def test_a_vane_is_read_in_the_order_of_its_file():
    assert read_vane("opposite")[:2] == [(Symbol.SWAP, Symbol.SKULL), (Symbol.ADVANCE, Symbol.MOVE)]


@pytest.mark.parametrize(
    "text",
    [
        "[other]\npairs = []",
        '[mine]\npairs = [["swap", "jump"]]',
        '[mine]\npairs = [["swap", "move", "move"]]',
        "[mine]\npairs = 3",
        "mine = [",
    ],
)
def test_a_vane_that_cannot_be_read_is_refused_in_words(vane_file, text):
    vane_file.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=r"vane\.toml: \[mine\] cannot be read .* pairs of swap, advance, move, skull"):
        read_vane("mine")


def test_a_vane_without_a_file_is_refused(vane_file):
    with pytest.raises(BadInput, match="cannot be read"):
        read_vane("mine")


@pytest.mark.parametrize("n", [0, 33])
def test_a_vane_of_no_pairs_or_too_many_is_refused(vane_file, n):
    vane_file.write_text(f"[mine]\npairs = {[['swap', 'move']] * n}", encoding="utf-8")
    with pytest.raises(BadInput, match=rf"\[mine\] has {n} pairs. Allowed: 1 to 32"):
        read_vane("mine")


def test_a_pair_written_twice_counts_twice(vane_file):
    vane_file.write_text(f"[mine]\npairs = {[['swap', 'move']] * 32}", encoding="utf-8")
    assert read_vane("mine") == [(Symbol.SWAP, Symbol.MOVE)] * 32


@pytest.fixture
def vane_file(tmp_path, monkeypatch):
    monkeypatch.setattr(places, "SEEDS", tmp_path)
    (tmp_path / "la-planche").mkdir()
    return tmp_path / "la-planche" / "vane.toml"
