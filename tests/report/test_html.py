"""The report as one HTML file: in a real browser where there is one, and its structure everywhere."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from analyser import api
from analyser.experiments.gallery import chosen, gallery
from analyser.experiments.sample import Runner, play
from analyser.experiments.trajectories import trajectories
from analyser.experiments.words import LANGUAGES, Words
from analyser.games.loader import find_game, game_names
from analyser.report.build import html_of, with_gallery
from analyser.report.html.replays import data_of
from analyser.simulation.recording import recordings
from analyser.statistics.win_model import WinModel
from tests.report.browser import Browser, browser, found
from tests.report.small import few_pages

MOST_BYTES = 1_500_000
MOST_OF_A_GAME = 60_000
EMPTY = {"meta", "input", "br"}


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report of three questions with its gallery."""
    path = tmp_path_factory.mktemp("html") / "r.html"
    path.write_bytes(html_of(with_gallery(few_pages())))
    return path


@pytest.fixture(scope="module")
def shown(page: Path):
    """The page in a browser; None where there is none, which is said."""
    if found() is None:
        print("No Chromium here: the page's structure is tested, its behaviour is not. apt-get install chromium")
        yield None
        return
    with browser() as one:
        yield one


class Reader(HTMLParser):
    """What a page is made of."""

    def __init__(self, content: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.addresses: list[str] = []
        self.styled: list[str] = []
        self.feed(content)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = dict(attrs)
        if tag not in EMPTY:
            self.open.append(tag)
        self.ids += [str(facts["id"])] if "id" in facts else []
        self.styled += [tag] if "style" in facts else []
        for name in ("href", "src", "xlink:href"):
            if name in facts:
                (self.targets if str(facts[name]).startswith("#") else self.addresses).append(str(facts[name]))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in EMPTY:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, (tag, self.getpos())


def test_it_is_one_file_that_asks_for_nothing(page: Path) -> None:
    content = page.read_text(encoding="utf-8")
    read = Reader(content)
    assert read.open == []
    assert read.addresses == []
    assert read.styled == []
    assert "default-src 'none'" in content
    assert page.stat().st_size < MOST_BYTES


def test_every_link_has_its_target_and_no_id_stands_twice(page: Path) -> None:
    read = Reader(page.read_text(encoding="utf-8"))
    assert len(set(read.ids)) == len(read.ids)
    assert {one.removeprefix("#") for one in read.targets} <= set(read.ids)


def test_it_says_what_the_pdf_says_in_both_languages(page: Path) -> None:
    content = page.read_text(encoding="utf-8")
    for lang in ("en", "fr"):
        report = few_pages(lang)
        main = content.partition(f'id="main-{lang}"')[2].partition("</main>")[0]
        for verdict in report.verdicts:
            assert str(verdict["answer"]) in main
        assert report.headline in main


def test_same_bytes_for_any_number_of_workers(page: Path) -> None:
    assert html_of(with_gallery(few_pages(jobs=1))) == page.read_bytes()


def test_what_a_designer_writes_cannot_become_markup() -> None:
    from analyser.report.html.tags import tag, text

    assert tag("p", text("<b>&"), title='"<') == '<p title="&quot;&lt;">&lt;b&gt;&amp;</p>'


def test_the_games_of_the_gallery_are_what_they_are_called() -> None:
    asked = api.experiment("la-planche", games=200)
    job, runner = asked.job("fresh", strategies="survivor"), Runner()
    played = trajectories(job, runner)
    kinds = chosen(played, WinModel(played.followed(find_game("la-planche"))))
    assert played.lengths[kinds["shortest"]] == played.lengths.min()
    assert played.lengths[kinds["longest"]] == played.lengths.max()
    assert len(kinds) == 5
    for one in gallery(job, runner):
        assert one.recording.number == kinds[one.kind]
        assert len(one.chances) == len(one.recording.turns)
        assert all(abs(sum(turn) - 1) < 0.01 for turn in one.chances)
        assert [chance > 0 for chance in one.chances[-1]] == [win > 0 for win in one.recording.wins]


@pytest.mark.parametrize("game", game_names())
def test_a_recorded_game_is_that_of_the_run_and_small(game: str) -> None:
    """The same scores as the row, from a table that ends as the game does."""
    asked = api.experiment(game, games=200)
    sample = play(asked.job("fresh"), Runner())
    (recording,) = recordings(sample.job, [7])
    row = sample.seats.filter(sample.seats["game"] == 7)
    assert recording.scores == row["score"].to_list()
    assert recording.strategies == row["strategy"].cast(str).to_list()
    assert [one > 0 for one in recording.wins] == [one > 0 for one in row["win"]]
    assert len(recording.steps) > 10
    shown = api.replay(7, game, writes=False).shown
    data = data_of([shown], [Words(lang) for lang in LANGUAGES])
    assert len(data.encode()) < MOST_OF_A_GAME * (2 if game == "piratoons" else 1)


def test_the_count_of_a_replay_names_every_source() -> None:
    shown = api.replay(7, "piratoons", writes=False).shown
    counted = [line.split()[0] for line in shown.recording.steps[-1].lines]
    assert [counted.count(one) for one in ("sails", "riches", "size", "joins", "empty", "families")] == [4] * 6


def test_a_game_that_has_no_scene_shows_its_numbers(tmp_path: Path) -> None:
    api.new_game("dice-duel", folder=tmp_path)
    shown = api.replay(3, str(tmp_path / "dice-duel"), out=tmp_path / "one.html").shown
    assert shown.recording.board == []
    assert shown.recording.steps[-1].counts
    assert Reader((tmp_path / "one.html").read_text(encoding="utf-8")).open == []


SHOWN = "document.querySelector('main:not([hidden])')"


def test_it_loads_without_a_word_on_the_console_and_without_a_request(page: Path, shown: Browser | None) -> None:
    if shown:
        shown.open(page)
        assert shown.complaints == []
        assert shown.run("document.title") == "La Planche: is it balanced?"


def test_a_phone_shows_it_without_scrolling_sideways(page: Path, shown: Browser | None) -> None:
    if shown:
        for dark in (False, True):
            shown.open(page, 390, 800, dark)
            shown.run("for (const one of document.querySelectorAll('option')) one.textContent = 'a game '.repeat(40)")
            assert shown.run("document.documentElement.scrollWidth") <= 390
        paper = shown.run("getComputedStyle(document.body).backgroundColor")
        assert paper == "rgb(22, 24, 27)"


def test_the_language_changes(page: Path, shown: Browser | None) -> None:
    if shown:
        shown.open(page)
        shown.run("document.querySelector('button[data-lang=fr]').click()")
        assert shown.run(f"{SHOWN}.lang + document.documentElement.lang") == "frfr"
        assert "équilibr" in shown.run("document.title")
        shown.run("localStorage.clear()")


def test_a_table_sorts_both_ways_by_number(page: Path, shown: Browser | None) -> None:
    if shown:
        shown.open(page)
        column = f"[...{SHOWN}.querySelectorAll('#en-seats tbody tr')].map(row => row.cells[2].textContent)"
        click = f"{SHOWN}.querySelectorAll('#en-seats thead button')[2].click()"
        for down in (False, True):
            shown.run(click)
            numbers = [float(one.replace("\u2212", "-")) for one in shown.run(column)]
            assert numbers == sorted(numbers, reverse=down)


def test_a_game_is_stepped_to_its_end_and_shows_the_scores_of_its_row(page: Path, shown: Browser | None) -> None:
    content = page.read_text(encoding="utf-8")
    data = json.loads(re.search(r'id="replays">(.*?)</script>', content, re.S)[1])
    asked = few_pages().context.asked_for(None)
    if shown:
        shown.open(page)
        replay = f"{SHOWN}.querySelector('.replay')"
        shown.run(f"{replay}.querySelector('input[type=range]').focus()")
        shown.press("End")
        cells = f"[...{replay}.querySelectorAll('tbody tr:first-child td')].map(one => +one.textContent)"
        assert shown.run(cells) == data["games"][0]["scores"]
        assert shown.run(f"{replay}.querySelector('.at').textContent").split(" / ")[0] == str(
            len(data["games"][0]["steps"])
        )
    job = asked.job("fresh", strategies=few_pages().context.base)
    sample = play(job, Runner())
    lines = data["lines"]
    assert len(lines["en"]) == len(lines["fr"]) == len(set(lines["en"])) > 10
    assert sum(english == french for english, french in zip(lines["en"], lines["fr"], strict=True)) == 0
    for one in data["games"]:
        row = sample.seats.filter(sample.seats["game"] == one["number"])
        assert one["scores"] == row["score"].to_list()


def test_it_prints(page: Path, shown: Browser | None) -> None:
    if shown:
        shown.open(page)
        assert shown.printed().startswith(b"%PDF")


ROLES = """(() => {
  const faults = [];
  const name = (one) => (one.getAttribute('aria-label') || one.textContent || one.value || '').trim()
    || [...(one.labels || [])].map((label) => label.textContent).join('');
  for (const one of document.querySelectorAll('button,a,input,select')) {
    if (!name(one)) faults.push('no name: ' + one.outerHTML.slice(0, 80));
    const box = one.getBoundingClientRect();
    if (box.height && box.height < 16) faults.push('too small: ' + one.outerHTML.slice(0, 80));
  }
  for (const one of document.querySelectorAll('svg[role=img]'))
    if (!one.getAttribute('aria-label')) faults.push('a figure without a name');
  for (const one of document.querySelectorAll('[aria-labelledby]'))
    if (!document.getElementById(one.getAttribute('aria-labelledby'))) faults.push('a label that is not there');
  for (const table of document.querySelectorAll('table'))
    if (![...table.querySelectorAll('th')].every((one) => one.scope)) faults.push('a heading without scope');
  if (document.querySelectorAll('main:not([hidden]) h1').length !== 1) faults.push('headings');
  return faults;
})()"""


CONTRAST = """(() => {
  const light = (text) => {
    const [r, g, b] = text.match(/[\\d.]+/g).map((one) => one / 255);
    const lin = (c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * lin(r) + 0.7152 * lin(g) + 0.0722 * lin(b);
  };
  const ground = (one) => {
    for (; one; one = one.parentElement) {
      const found = getComputedStyle(one).backgroundColor;
      if (found !== 'rgba(0, 0, 0, 0)') return found;
    }
    return 'rgb(255, 255, 255)';
  };
  const poor = new Set();
  for (const one of document.querySelectorAll('main:not([hidden]) *')) {
    const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || one.closest('svg') || !one.getClientRects().length) continue;
    const [a, b] = [light(getComputedStyle(one).color), light(ground(one))].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5 && !one.disabled) poor.add(one.outerHTML.slice(0, 90));
  }
  return [...poor];
})()"""


@pytest.mark.parametrize("dark", [False, True])
def test_who_hears_the_page_or_sees_little_can_use_it(page: Path, shown: Browser | None, dark: bool) -> None:
    """Names, labels and headings are there; letters stand out from their ground by 4.5 to 1."""
    if shown:
        shown.open(page, is_dark=dark)
        assert shown.run(ROLES) == []
        assert shown.run(CONTRAST) == []
