"""All four games, every page of their recipes, few games: nothing cut off, nothing in the wrong language."""

import re

import pytest

from analyser.games.loader import find_game, game_names
from analyser.report.build import PICTURES, write_report
from tests.report.looking import cut_off, overlaps, texts
from tests.report.small import QUICK, few_pages, whole_report, whole_sheets

ENGLISH = {"the", "of", "and", "games", "seat", "win", "with", "share", "is", "are", "from", "more", "than", "worth"}


GAMES = [(name, False) for name in game_names()] + [(QUICK, True)]


@pytest.mark.long
@pytest.mark.parametrize(("game", "checked"), GAMES)
class TestFrench:
    def test_every_question_has_its_page(self, game, checked):
        report = whole_report(game, "fr", checked)
        assert len(report.pages) == len(report.context.recipe.page)
        assert 10 <= len(whole_sheets(game, "fr", checked)) <= 22

    def test_nothing_is_cut_off_and_no_label_lies_upon_another(self, game, checked):
        for number, canvas in enumerate(whole_sheets(game, "fr", checked), 1):
            assert cut_off(canvas) == [], number
            assert overlaps(canvas) == [], number

    def test_all_of_it_is_french(self, game, checked):
        report = whole_report(game, "fr", checked)
        settings = find_game(game).settings()
        names = {one.spec for one in report.context.main.job.strategies} | set(settings)
        names |= {str(value) for one in settings.values() for value in one.worth_trying if isinstance(value, str)}
        known = re.compile(
            "|".join([r"analyse [a-z]+ --.*", r"--[a-z-]+", *map(re.escape, sorted(names, key=len, reverse=True))])
        )
        for canvas in whole_sheets(game, "fr", checked):
            for text in texts(canvas):
                if not text.startswith("Commande"):
                    assert not set(re.findall(r"[a-zé’]+", known.sub("", text).lower())) & ENGLISH, text

    def test_every_page_has_a_figure_with_ink_and_a_table(self, game, checked):
        for page in whole_report(game, "fr", checked).pages:
            assert page.table.rows, page.name
            assert page.table.frame.height >= len(page.table.rows), page.name
            assert page.small_print, page.name

    def test_every_verdict_stands_on_the_first_pages_with_its_page(self, game, checked):
        report = whole_report(game, "fr", checked)
        cover = " ".join(
            text for canvas in whole_sheets(game, "fr", checked)[: report.first_question - 1] for text in texts(canvas)
        )
        for one in report.verdicts:
            assert one["question"].split()[0] in cover
            assert f"({one['place']})" in cover


def test_french_and_english_have_the_same_numbers():
    """The language changes the words, and nothing else."""
    one, other = few_pages("en"), few_pages("fr")
    for page, same in zip(one.pages, other.pages, strict=True):
        assert page.table.frame.equals(same.table.frame)
        assert [v.level for v in page.verdicts] == [v.level for v in same.verdicts]


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The files of three questions."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("SOURCE_DATE_EPOCH", raising=False)
        return write_report(few_pages(), tmp_path_factory.mktemp("report") / "r.pdf")


@pytest.fixture(scope="module")
def content(files):
    """The PDF."""
    return files[0].read_bytes()


class TestFiles:
    def test_same_bytes_for_any_number_of_workers(self, files, tmp_path):
        alone = {path.name: path.read_bytes() for path in write_report(few_pages(jobs=1), tmp_path / "r.pdf")}
        assert [path.name for path in files] == list(alone)
        for path in files:
            assert path.read_bytes() == alone[path.name], path.name

    def test_beside_the_pdf_stand_figures_tables_and_verdicts(self, files):
        expected = {f"{page.name}{kind}" for page in few_pages().pages for kind in (*PICTURES, ".csv")}
        assert {path.name for path in files} == expected | {"r.pdf", "r.html", "report.json"}
        assert all(path.stat().st_size > 0 for path in files)
        assert not list(files[0].parent.rglob("*.tmp"))

    def test_fonts_are_embedded_and_pages_are_a4(self, content):
        assert b"/FontFile2" in content
        assert set(re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", content)) == {(b"595.3", b"841.9")}
        assert content.count(b"/Type /Page ") == len(few_pages().canvases())

    def test_the_date_is_left_out_or_as_told(self, content, tmp_path, monkeypatch):
        assert b"/CreationDate" not in content
        monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
        write_report(few_pages(), tmp_path / "s.pdf")
        assert b"D:20010909" in (tmp_path / "s.pdf").read_bytes()
