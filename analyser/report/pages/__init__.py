"""The pages, one module a kind: each asks an experiment and lays its answer out.

They decide nothing. How a page is set on paper is in `report.layout`, in a browser in `report.html`.
"""

from collections.abc import Callable

from analyser.report.context import ReportContext
from analyser.report.page import Page
from analyser.report.pages import (
    board,
    categories,
    compare,
    endings,
    feel,
    fix,
    ladder,
    length,
    seats,
    sources,
    strategies,
    sweep,
    tornado,
    values,
)
from analyser.report.recipe import (
    AnyPage,
    BoardPage,
    CategoriesPage,
    ComparePage,
    EndingsPage,
    FeelPage,
    FixPage,
    LadderPage,
    LengthPage,
    PageSpec,
    SeatsPage,
    SourcesPage,
    StrategiesPage,
    SweepPage,
    TornadoPage,
    ValuesPage,
)


def check_page(context: ReportContext, spec: AnyPage) -> None:
    """Refuse, before anything is played, what this game cannot answer."""
    match spec:
        case BoardPage():
            board.check(context, spec)
        case CategoriesPage():
            categories.check(context, spec)
        case ComparePage():
            compare.variation_of(context, spec)
        case LadderPage():
            ladder.check(spec)
        case LengthPage():
            length.check(context, spec)
        case SourcesPage():
            sources.check(context, spec)
        case SweepPage():
            sweep.variation_of(context, spec)
        case TornadoPage():
            tornado.check(context, spec)
        case ValuesPage():
            values.question_of(context, spec)


MAKERS: dict[type[PageSpec], Callable[..., Page]] = {
    BoardPage: board.page,
    CategoriesPage: categories.page,
    ComparePage: compare.page,
    EndingsPage: endings.page,
    FeelPage: feel.page,
    FixPage: fix.page,
    LadderPage: ladder.page,
    LengthPage: length.page,
    SeatsPage: seats.page,
    SourcesPage: sources.page,
    StrategiesPage: strategies.page,
    SweepPage: sweep.page,
    TornadoPage: tornado.page,
    ValuesPage: values.page,
}


def make_page(context: ReportContext, spec: AnyPage) -> Page:
    """Answer a page's question."""
    return MAKERS[type(spec)](context, spec)
