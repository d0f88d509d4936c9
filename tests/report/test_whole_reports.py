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
        assert 10 <= len(whole_sheets(game, "fr", checked)) <= 20

    def test_nothing_is_cut_off_and_no_label_lies_upon_another(self, game, checked):
        for number, canvas in enumerate(whole_sheets(game, "fr", checked), 1):
            assert cut_off(canvas) == [], number
            assert overlaps(canvas) == [], number

    def test_all_of_it_is_french(self, game, checked):
        report = whole_report(game, "fr", checked)
        settings = find_game(game).settings()
        names = {one.spec for one in report.context.main.job.strategies} | set(settings)
        names |= {str(value) for one in settings.values() for value in one.worth_trying if isinstance(value, str)}
        known = re.compile("|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)))
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


class TestFiles:
    def test_same_bytes_for_any_number_of_workers(self, tmp_path):
        for jobs in (1, 2):
            write_report(few_pages(jobs=jobs), tmp_path / str(jobs) / "r.pdf")
        one, other = (sorted((tmp_path / str(jobs)).rglob("*.*")) for jobs in (1, 2))
        assert [path.name for path in one] == [path.name for path in other]
        for path, same in zip(one, other, strict=True):
            assert path.read_bytes() == same.read_bytes(), path.name

    def test_beside_the_pdf_stand_figures_tables_and_verdicts(self, tmp_path):
        report = few_pages()
        files = write_report(report, tmp_path / "r.pdf")
        expected = {f"{page.name}{kind}" for page in report.pages for kind in (*PICTURES, ".csv")}
        assert {path.name for path in files} == expected | {"r.pdf", "report.json"}
        assert all(path.stat().st_size > 0 for path in files)
        assert not list(tmp_path.rglob("*.tmp"))

    def test_fonts_are_embedded_and_pages_are_a4(self, tmp_path):
        write_report(few_pages(), tmp_path / "r.pdf")
        content = (tmp_path / "r.pdf").read_bytes()
        assert b"/FontFile2" in content
        assert set(re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", content)) == {(b"595.3", b"841.9")}
        assert content.count(b"/Type /Page ") == len(few_pages().canvases())

    def test_the_date_is_left_out_or_as_told(self, tmp_path, monkeypatch):
        monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
        write_report(few_pages(), tmp_path / "r.pdf")
        assert b"/CreationDate" not in (tmp_path / "r.pdf").read_bytes()
        monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
        write_report(few_pages(), tmp_path / "s.pdf")
        assert b"D:20010909" in (tmp_path / "s.pdf").read_bytes()
