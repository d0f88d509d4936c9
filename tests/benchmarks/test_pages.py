"""The page of figures: what is written can be read back and compared; how speed is measured over sizes."""

from pathlib import Path

import pytest

from analyser.benchmarks.pages import Figures, changes, page, read_page
from analyser.benchmarks.scaling import PARTS, SHARES, scaling
from analyser.core.errors import BadInput
from analyser.games.loader import find_game
from tests.cli.commands import GAME, ROOT, analyse

COLUMNS = ["strategy, in all seats", "threads", "games/s"]


def figures(*rates: str) -> list[Figures]:
    rows = [["random", str(k + 1), rate] for k, rate in enumerate(rates)]
    return [Figures("La Planche: kernels", COLUMNS, rows), Figures("La Planche: whole commands", COLUMNS, rows)]


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text(page(["Intro."], figures("1,000", "2,500")), encoding="utf-8")
    assert read_page(path) == {"La Planche, random, 1 thread": 1000.0, "La Planche, random, 2 threads": 2500.0}


def test_only_what_both_have_is_compared() -> None:
    (one,) = changes(figures("1,500", "9"), {"La Planche, random, 1 thread": 1000.0, "gone": 1.0})
    assert (one.what, one.then, one.now, one.ratio) == ("La Planche, random, 1 thread", 1000.0, 1500.0, 1.5)


def test_the_committed_page_can_be_compared_with() -> None:
    assert len(read_page(ROOT / "docs" / "reference" / "benchmarks.md")) >= 8


def test_no_page(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="Write some: analyse bench --markdown FILE"):
        read_page(tmp_path / "nothing.md")


def test_scaling_goes_over_cores_parts_and_games() -> None:
    found = scaling(find_game(GAME), "random", 200.0, 2)
    assert [one.cores for one in found] == [1, 2] + [2] * (len(PARTS) + len(SHARES))
    assert len({one.part_games for one in found}) >= len(PARTS)
    assert min(one.games for one in found) < max(one.games for one in found) == 300
    assert all(one.rate > 0 for one in found)


def test_bench_says_what_changed(tmp_path: Path) -> None:
    words = ("bench", "--game", GAME, "--strategies", "random", "--seconds", "0.1", "--quick")
    assert analyse(*words, "--markdown", "then.md", cwd=tmp_path).code == 0
    done = analyse(*words, "--compare", "then.md", cwd=tmp_path)
    assert "Against then.md: games/s" in done.out
    assert "ns/decision" in done.out
