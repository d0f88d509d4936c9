"""A question of the report as a section of the page: answer, figure, table, small print."""

from analyser.experiments.robustness import Holds
from analyser.experiments.sentences import Sentence
from analyser.experiments.verdict import Level, Verdict
from analyser.experiments.words import Words
from analyser.plotting.svg import svg_of
from analyser.report.html.tags import tag, text
from analyser.report.layout import MARKS, alone
from analyser.report.page import Page, Table

LONG = 12
"""A table with more rows can be filtered, and scrolls."""


def anchor(page: Page) -> str:
    """What links to a question in its language."""
    return f"{page.words.lang}-{page.name}"


def question(page: Page, n: int) -> str:
    """The section of a question."""
    words, name = page.words, anchor(page)
    answer = tag("p", mark(page.answer.level, words), text(words.sentence(page.answer.sentence)), class_="answer")
    further = "".join(tag("p", text(sentence(one, words))) for one in page.further)
    method = tag(
        "details", tag("summary", text(words.say("html.method"))), *(tag("p", text(one)) for one in page.small_print)
    )
    return tag(
        "section",
        tag("h2", tag("span", str(n), class_="number"), text(page.title), id=f"{name}-title"),
        answer,
        further,
        figure(page, name),
        table(page.table, name, words, page.title),
        method,
        id=name,
        aria_labelledby=f"{name}-title",
    )


def sentence(one: Sentence, words: Words) -> str:
    """A whole sentence."""
    return words.sentence(one)


def mark(level: Level, words: Words) -> str:
    """What a verdict says, as a sign and, for those who hear the page, in a word."""
    sign = tag("span", MARKS[level], aria_hidden="true")
    word = tag("span", text(words.say(f"level.{level}")), class_="tag")
    return tag("span", sign, word, class_=f"mark {level}")


def figure(page: Page, name: str) -> str:
    """A figure that scrolls sideways where the screen is narrow."""
    described = f"{page.title} {page.caption}"
    drawn = tag(
        "div", svg_of(alone(page), described, name), class_="wide", tabindex="0", role="group", aria_label=page.title
    )
    return tag("figure", drawn, tag("figcaption", text(page.caption)))


def table(found: Table, name: str, words: Words, title: str) -> str:
    """A table whose columns sort, and whose rows can be filtered if there are many."""
    heads = (
        tag(
            "th", tag("button", text(head) or "–", type="button"), scope="col", class_="name" if k < found.names else ""
        )
        for k, head in enumerate(found.headings)
    )
    rows = (tag("tr", *(_cell(one, k, found.names) for k, one in enumerate(row))) for row in found.rows)
    inside = tag("table", tag("caption", text(title)), tag("thead", tag("tr", *heads)), tag("tbody", *rows))
    scrolls = tag(
        "div", inside, class_="wide", tabindex="0", role="group", aria_label=words.say("html.table", title=title)
    )
    return (_filter(name, words) if len(found.rows) > LONG else "") + scrolls


def _cell(value: str, column: int, names: int) -> str:
    return (
        tag("th", text(value), scope="row")
        if column == 0
        else tag("td", text(value), **({"class_": "name"} if column < names else {}))
    )


def _filter(name: str, words: Words) -> str:
    label = tag("label", text(words.say("html.filter")), for_=f"{name}-filter")
    return tag("p", label, f'<input type="search" id="{name}-filter" autocomplete="off">', class_="filter")


def held(verdict: Verdict, words: Words) -> str:
    """Whether a verdict holds with others and under other assumptions."""
    found = verdict.robustness.holds
    return words.say(f"held.{found}") if found in (Holds.ROBUST, Holds.DEPENDS) else ""
