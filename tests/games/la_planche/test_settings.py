"""Settings and the vane, put on the table."""

import re

import pytest

from analyser.core import paths
from analyser.core.errors import BadInput
from analyser.games.data_warnings import warnings_of
from analyser.games.la_planche.settings import vane_pairs
from analyser.games.la_planche.table import Symbol
from tests.games.la_planche.tables import new_room

pytestmark = pytest.mark.uncompiled


def test_every_setting_is_on_the_table():
    record = new_room(
        3, plank_length=20, push="row", push_target="any-group", series=True, series_starter="rotate", max_turns=99
    ).table
    names = ("n_players", "plank_length", "push", "push_target", "series", "series_starter", "max_turns", "n_pairs")
    assert [int(record[name]) for name in names] == [3, 20, 1, 1, 1, 1, 99, 5]
    assert (record.series_equal, new_room(series_equal="another-round").table.series_equal) == (0, 1)


def test_a_vane_of_the_box_may_leave_out_a_symbol_with_a_warning(vane_file, capsys):
    """The rulebook states four symbols; which pairs lie opposite is ours, so the designer's own are accepted."""
    vane_file.write_text('[other]\npairs = [["move", "skull"]]\n[no-skulls]\npairs = [["swap", "advance"]]', "utf-8")
    assert vane_pairs(vane_file, "other") == [(Symbol.MOVE, Symbol.SKULL)]
    told = [
        "vane.toml, line 1: [other] never shows swap or advance; the rulebook's vane has four symbols (LP-07)",
        "vane.toml, line 3: [no-skulls] never shows move; the rulebook's vane has four symbols (LP-07)",
    ]
    assert capsys.readouterr().err == "".join(f"Warning: {one}. It is accepted.\n" for one in told)
    assert warnings_of(vane_file.parent) == tuple(told)


def test_the_shipped_vanes_need_no_warning(capsys):
    assert vane_pairs(paths.SEEDS / "la-planche" / "vane.toml", "no-skulls")
    assert capsys.readouterr().err == "" and warnings_of(paths.SEEDS / "la-planche") == ()


def test_a_vane_is_read_in_the_order_of_its_file():
    assert vane_pairs(paths.SEEDS / "la-planche" / "vane.toml", "opposite")[:2] == [
        (Symbol.SWAP, Symbol.SKULL),
        (Symbol.ADVANCE, Symbol.MOVE),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[other]\npairs = [["swap", "move"]]', ": there is no table [mine]. Found: other. Add it."),
        ("", ": there is no table [mine]. Found: none. Add it."),
        (
            '[mine]\npairs = [\n["swap", "swap"],\n["swap", "jump"],\n]',
            ", line 4: [mine] « jump » is not known. Allowed: advance, move, skull, swap.",
        ),
        (
            '[mine]\npairs = [["swap", "move", "move"]]',
            ", line 2: [mine] found a list of 3, where a list of 2",
        ),
        ("[mine]\npairs = 3", ", line 2: [mine] pairs: found 3, where a list of 1 to 32 entries is allowed."),
        ("[mine]\npears = 3", ", line 1: [mine] « pears » is not known here. Allowed: meaning, pairs."),
        ("mine = [", ": Invalid value (at end of document)"),
    ],
)
def test_a_vane_that_cannot_be_read_is_refused_in_words(vane_file, text, said):
    vane_file.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=re.escape(f"{vane_file}{said}")):
        vane_pairs(vane_file, "mine")


def test_a_vane_without_a_file_is_refused(vane_file):
    with pytest.raises(BadInput, match="is missing"):
        vane_pairs(vane_file, "mine")


@pytest.mark.parametrize("n", [0, 33])
def test_a_vane_of_no_pairs_or_too_many_is_refused(vane_file, n):
    vane_file.write_text(f"[mine]\npairs = {[['swap', 'move']] * n}", encoding="utf-8")
    with pytest.raises(BadInput, match=rf"found a list of {n}, where a list of 1 to 32 entries is allowed"):
        vane_pairs(vane_file, "mine")


def test_a_pair_written_twice_counts_twice(vane_file):
    vane_file.write_text(f"[mine]\npairs = {[['swap', 'move']] * 32}", encoding="utf-8")
    assert vane_pairs(vane_file, "mine") == [(Symbol.SWAP, Symbol.MOVE)] * 32


@pytest.fixture
def vane_file(tmp_path):
    return tmp_path / "vane.toml"
