"""The pages, one module a kind: each asks an experiment and lays its answer out. They decide nothing."""

from analyser.report.context import ReportContext
from analyser.report.page import Page
from analyser.report.pages import (
    board,
    categories,
    compare,
    endings,
    feel,
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
    LengthPage,
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


def make_page(context: ReportContext, spec: AnyPage) -> Page:
    """Answer a page's question."""
    match spec:
        case BoardPage():
            return board.page(context, spec)
        case CategoriesPage():
            return categories.page(context, spec)
        case ComparePage():
            return compare.page(context, spec)
        case EndingsPage():
            return endings.page(context, spec)
        case FeelPage():
            return feel.page(context, spec)
        case LengthPage():
            return length.page(context, spec)
        case SeatsPage():
            return seats.page(context, spec)
        case SourcesPage():
            return sources.page(context, spec)
        case StrategiesPage():
            return strategies.page(context, spec)
        case SweepPage():
            return sweep.page(context, spec)
        case TornadoPage():
            return tornado.page(context, spec)
        case ValuesPage():
            return values.page(context, spec)
