"""The first page and the last: verdicts in the order of their importance, and where every number comes from."""

from importlib.metadata import version
from platform import python_version
from typing import Any

import polars as pl
from matplotlib.figure import Figure

from analyser.report.charts import GREY
from analyser.report.desk import Desk
from analyser.report.layout import MARKS, NOTE, SHADES, Flow
from analyser.report.page import Page, Table
from analyser.report.sheet import LEADING
from analyser.report.verdicts import Level, ordered

PACKAGES = ("analyser", "numba", "numpy", "polars", "scipy", "matplotlib")
COVER_SIZES = (9.0, 8.5, 8.0, 7.5)
"""Points of the verdicts' type: the largest with which they fit on one page, or the first."""
LEGEND = 7.0
ASSUMED = ("assumed", "reported")


def first_pages(desk: Desk, pages: list[Page], footer: str, first_question: int) -> list[Figure]:
    """The game, what was played, and every verdict with its page: on one sheet, if a smaller type allows it."""
    covers = [_cover(desk, pages, footer, first_question, size).figures() for size in COVER_SIZES]
    return next((cover for cover in covers if len(cover) == 1), covers[0])


def _cover(desk: Desk, pages: list[Page], footer: str, first_question: int, size: float) -> Flow:
    words, game = desk.words, desk.asked.game
    flow = Flow(1, footer, words)
    flow.sheet.text(words.say("cover.title", game=game.title), 20, "bold")
    flow.sheet.space(2)
    flow.sheet.text(words.say("cover.subtitle", players=desk.asked.players), 12, color=GREY)
    flow.sheet.space(6)
    flow.paragraph(_played(desk))
    for caveat in game.caveats:
        flow.paragraph(words.say("cover.caveat", caveat=words.label(caveat)), color="#D55E00")
    flow.sheet.rule()
    flow.heading(words.say("cover.verdicts"), 13)
    found = [(first_question + k, one) for k, page in enumerate(pages) for one in page.verdicts]
    flow.verdicts(ordered(found), {first_question + k: page.title for k, page in enumerate(pages)}, size)
    flow.sheet.space(6)
    levels = {one.level for _, one in found}
    flow.need(len(levels) * LEGEND * LEADING)
    _legend(flow, levels)
    return flow


def _played(desk: Desk) -> str:
    words, main = desk.words, desk.main
    changed = main.job.changed_settings()
    return words.say(
        "cover.played",
        games=words.count(main.n_games),
        strategies=words.listed(one.spec for one in main.job.strategies),
        settings=words.say("cover.settings", settings=", ".join(changed)) if changed else words.say("cover.defaults"),
        unfinished=words.count(main.unfinished),
        seed=desk.asked.seed,
    )


def _legend(flow: Flow, levels: set[Level]) -> None:
    for level in Level:
        if level in levels:
            sheet = flow.sheet
            sheet.write(MARKS[level], 51, sheet.y, LEGEND, color=SHADES[level], weight="bold")
            sheet.text(flow.words.say(f"legend.{level}"), LEGEND, indent=13, color=GREY)


def last_pages(desk: Desk, pages: list[Page], footer: str, number: int, command: str) -> list[Figure]:
    """Command, seed, hashes, versions, games, unfinished, assumptions, and which conclusions hang on them."""
    words, job = desk.words, desk.main.job
    flow = Flow(number, footer, words)
    flow.sheet.text(words.say("provenance.title"), 15, "bold")
    flow.sheet.space(5)
    flow.paragraph(words.say("provenance.command", command=command))
    flow.paragraph(words.say("provenance.same"))
    flow.heading(words.say("provenance.facts"))
    flow.table(_facts(desk))
    versions = ", ".join(f"{name} {number}" for name, number in facts_of(desk)["versions"].items())
    flow.paragraph(words.of(words.say("fact.versions"), versions), NOTE)
    flow.heading(words.say("provenance.tolerances"))
    flow.table(_tolerances(desk))
    flow.heading(words.say("provenance.assumptions"))
    flow.paragraph(words.say("provenance.assumed"))
    flow.table(_assumptions(desk))
    flow.paragraph(words.say("provenance.hanging"))
    for caveat in desk.asked.game.caveats:
        flow.paragraph(words.say("provenance.caveat", caveat=words.label(caveat), game=desk.asked.game.name))
    flow.table(_hanging(desk, pages, number))
    flow.heading(words.say("provenance.strategies"))
    names = words.listed(f"{one.spec} ({one.hash[:8]})" for one in job.strategies)
    flow.paragraph(words.say("provenance.players", names=names))
    flow.paragraph(words.say("provenance.reading"))
    return flow.figures()


def facts_of(desk: Desk) -> dict[str, Any]:
    """What fixes every number of the report."""
    hashes = desk.asked.game.hashes()
    return {
        "game": desk.asked.game.name,
        "players": desk.asked.players,
        "seed": desk.asked.seed,
        "games": desk.main.n_games,
        "unfinished": desk.main.unfinished,
        "settings": desk.main.job.changed_settings(),
        "base": desk.base,
        "fields": list(desk.recipe.fields),
        "recipe": [desk.recipe.path.name, desk.recipe.hash],
        "rules": hashes["rules"],
        "data": hashes["data"],
        "versions": {"python": python_version()} | {name: version(name) for name in PACKAGES},
    }


def _facts(desk: Desk) -> Table:
    words, facts = desk.words, facts_of(desk)
    del facts["versions"]
    facts |= {"settings": ", ".join(facts["settings"]) or "–", "fields": ", ".join(facts["fields"]) or "–"}
    facts |= {name: words.count(facts[name]) for name in ("games", "unfinished")}
    name, checksum = facts["recipe"]
    facts |= {"recipe": f"{name} ({checksum[:32]})"} | {name: facts[name][:32] for name in ("rules", "data")}
    rows = tuple((words.say(f"fact.{name}"), str(value)) for name, value in facts.items())
    return Table((words.say("column.fact"), words.say("column.value_of")), rows, _frame(rows), 2)


def _tolerances(desk: Desk) -> Table:
    words = desk.words
    rows = tuple(
        (words.say(f"tolerance.{name}"), _shown(value, desk))
        for name, value in desk.recipe.tolerances.items()
        if value is not None
    )
    return Table((words.say("column.tolerance"), words.say("column.value_of")), rows, _frame(rows))


def _shown(value: Any, desk: Desk) -> str:
    if isinstance(value, list):
        least, most = value
        return desk.words.between(least, most, 0)
    return desk.words.number(value, 1)


def _assumptions(desk: Desk) -> Table:
    words = desk.words
    found = [one for one in desk.asked.game.settings().values() if one.status in ASSUMED]
    values = desk.main.job.values()
    rows = tuple((one.name, one.clause, _plain(values[one.name])) for one in found)
    headings = (words.say("column.setting"), words.say("column.clause"), words.say("column.value_of"))
    return Table(headings, rows, _frame(rows), 3)


def _plain(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value).lower()


def _hanging(desk: Desk, pages: list[Page], number: int) -> Table:
    """Every conclusion with what it hangs on. `number` follows all pages; the page of assumptions tries the seats."""
    words, first = desk.words, number - len(pages)
    kinds = [ask.kind for ask in desk.recipe.asks]
    tornado = next((page.hanging for page, kind in zip(pages, kinds, strict=True) if kind == "tornado"), None)
    rows = []
    for k, (page, kind) in enumerate(zip(pages, kinds, strict=True)):
        hangs = page.hanging or (tornado if kind == "seats" else None)
        rows.append((str(first + k), page.title, hangs.brief(words) if hangs else words.say("hangs.untried")))
    headings = (words.say("column.page"), words.say("column.question"), words.say("column.hangs"))
    return Table(headings, tuple(rows), _frame(tuple(rows)), 3)


def _frame(rows: tuple[tuple[str, ...], ...]) -> pl.DataFrame:
    return pl.DataFrame(rows, orient="row") if rows else pl.DataFrame()
