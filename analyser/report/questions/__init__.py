"""The kinds of pages, one module each: a recipe names them."""

from analyser.report.questions import (
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
from analyser.report.questions.kind import Kind

KINDS: dict[str, Kind] = {
    "board": board.KIND,
    "categories": categories.KIND,
    "compare": compare.KIND,
    "endings": endings.KIND,
    "feel": feel.KIND,
    "length": length.KIND,
    "seats": seats.KIND,
    "sources": sources.KIND,
    "strategies": strategies.KIND,
    "sweep": sweep.KIND,
    "tornado": tornado.KIND,
    "values": values.KIND,
}
