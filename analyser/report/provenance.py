"""The last page: where every number comes from, and which verdicts depend on an assumption."""

from collections.abc import Sequence
from importlib.metadata import version
from platform import python_version
from typing import TypedDict

import msgspec
import polars as pl
from matplotlib.figure import Figure

from analyser.experiments.robustness import Holds, Kind, Robustness
from analyser.experiments.words import Words
from analyser.games.settings import show
from analyser.report.canvas import HEIGHT
from analyser.report.context import ReportContext
from analyser.report.layout import NOTE, Flow
from analyser.report.page import Page, Table
from analyser.simulation.hashes import hash_of

PACKAGES = ("analyser", "numba", "numpy", "polars", "scipy", "matplotlib")
MOST_NAMED = 3
LEAST_LAST = HEIGHT / 3
"""A last page that ends above this is nearly blank."""
TURNS = ("provenance.strategies", "provenance.assumptions", "provenance.tolerances")
"""The headings before which a page may be turned, so that the last one is not."""


class Facts(TypedDict):
    """What fixes every number of a report."""

    game: str
    players: int
    seed: int
    games: int
    unfinished: int
    settings: list[str]
    base: str
    opponents: list[str]
    recipe: list[str]
    rules: str
    data: str
    versions: dict[str, str]


def facts_of(context: ReportContext) -> Facts:
    """What fixes every number of the report."""
    hashes = context.hashes
    return {
        "game": context.game.name,
        "players": context.experiment.players,
        "seed": context.experiment.seed,
        "games": context.main.n_games,
        "unfinished": context.main.unfinished,
        "settings": context.main.job.changed_settings(),
        "base": context.base,
        "opponents": context.opponents,
        "recipe": [context.path.name, context.checksum],
        "rules": hash_of(hashes, "engine", "rules"),
        "data": hash_of(hashes, "table", "columns"),
        "versions": {"python": python_version()} | {name: version(name) for name in PACKAGES},
    }


def provenance(context: ReportContext, pages: Sequence[Page], footer: str, number: int, command: str) -> list[Figure]:
    """Command, seed, hashes, versions, games, unfinished, assumptions, and which verdicts depend on them. `number` is
    that of the first of these pages.
    """
    usual = _laid_out(context, pages, footer, number, command, "")
    if len(usual.canvases) == 1 or usual.canvas.y > LEAST_LAST:
        return usual.figures()
    others = (_laid_out(context, pages, footer, number, command, one) for one in TURNS)
    fuller = (one for one in others if len(one.canvases) == len(usual.canvases) and one.canvas.y > LEAST_LAST)
    return next(fuller, usual).figures()


def _laid_out(context: ReportContext, pages: Sequence[Page], footer: str, number: int, command: str, turn: str) -> Flow:
    """All of it, with a new page before the heading `turn`."""
    words = context.words
    flow = Flow(number, footer, words)

    def heading(name: str) -> None:
        if name == turn:
            flow.turn()
        flow.heading(words.say(name))

    flow.canvas.text(words.say("provenance.title"), 15, "bold")
    flow.canvas.space(5)
    flow.paragraph(words.say("provenance.command", command=command))
    flow.paragraph(words.say("provenance.same"))
    heading("provenance.facts")
    flow.table(facts_table(context))
    versions = ", ".join(f"{name} {found}" for name, found in facts_of(context)["versions"].items())
    flow.paragraph(words.of(words.say("fact.versions"), versions), NOTE)
    heading("provenance.tolerances")
    flow.table(tolerances_table(context))
    heading("provenance.assumptions")
    _assumptions(flow, context, pages, number - len(pages))
    heading("provenance.strategies")
    flow.paragraph(words.say("provenance.players", names=words.listed(players_of(context))))
    flow.paragraph(words.say("provenance.reading"))
    return flow


def players_of(context: ReportContext) -> list[str]:
    """Every strategy of the main run, with the beginning of its checksum."""
    hashes = context.hashes
    return [f"{one.spec} ({hash_of(hashes, f'strategy {one.spec}')[:8]})" for one in context.main.job.strategies]


def facts_table(context: ReportContext) -> Table:
    """What fixes every number, as a table."""
    words, facts = context.words, facts_of(context)
    name, checksum = facts["recipe"]
    shown = {
        "game": facts["game"],
        "players": str(facts["players"]),
        "seed": str(facts["seed"]),
        "games": words.count(facts["games"]),
        "unfinished": words.count(facts["unfinished"]),
        "settings": ", ".join(facts["settings"]) or "–",
        "base": facts["base"],
        "opponents": ", ".join(facts["opponents"]) or "–",
        "recipe": f"{name} ({checksum[:32]})",
        "rules": facts["rules"][:32],
        "data": facts["data"][:32],
    }
    rows = [(words.say(f"fact.{name}"), value) for name, value in shown.items()]
    return _table((words.say("column.fact"), words.say("column.value_of")), rows, 2)


def tolerances_table(context: ReportContext) -> Table:
    """What the designer tolerates, as a table."""
    words = context.words
    found = {name: value for name, value in msgspec.structs.asdict(context.tolerances).items() if value is not None}
    rows = [(words.say(f"tolerance.{name}"), _shown(value, words)) for name, value in found.items()]
    return _table((words.say("column.tolerance"), words.say("column.value_of")), rows)


def _shown(value: float | tuple[float, float], words: Words) -> str:
    return words.between(*value, 0) if isinstance(value, tuple) else words.number(value, 1)


def _assumptions(flow: Flow, context: ReportContext, pages: Sequence[Page], first: int) -> None:
    """What the rulebook does not state, and which verdicts depend on it."""
    words, game = context.words, context.game
    flow.paragraph(words.say("provenance.assumed"))
    values = context.main.job.values()
    assumed = [one for one in game.settings().values() if one.is_open]
    rows = [(one.name, words.label(one.name, one.meaning), one.clause, show(values[one.name])) for one in assumed]
    headings = [words.say(f"column.{name}") for name in ("setting", "meaning", "clause", "value_of")]
    flow.table(_table(headings, rows, len(headings)))
    flow.paragraph(words.say("provenance.tried"))
    for caveat in game.all_caveats:
        flow.paragraph(words.say("provenance.caveat", caveat=words.label(caveat), game=game.name))
    tried = [
        (str(k), page.title, depends_on(page.answer.robustness, words))
        for k, page in enumerate(pages, first)
        if page.answer.robustness.of_kind(Kind.ASSUMPTION)
    ]
    flow.table(_table([words.say(f"column.{name}") for name in ("page", "question", "depends")], tried, 3))


def depends_on(held: Robustness, words: Words) -> str:
    """The assumptions that contradict a verdict, of those that were tried."""
    tried = held.of_kind(Kind.ASSUMPTION)
    turned = [one.check.name for one in held.objections if one.check.kind == Kind.ASSUMPTION]
    names = list(dict.fromkeys(turned))
    if names:
        return ", ".join(names[:MOST_NAMED]) + (", …" if len(names) > MOST_NAMED else "")
    if not tried:
        return words.say("depends.untried")
    return words.say("verdict.not settled" if held.holds == Holds.UNSETTLED else "depends.none", tried=len(tried))


def _table(headings: Sequence[str], rows: Sequence[tuple[str, ...]], names: int = 1) -> Table:
    frame = pl.DataFrame(rows, orient="row") if rows else pl.DataFrame()
    return Table(tuple(headings), tuple(rows), frame, names)
