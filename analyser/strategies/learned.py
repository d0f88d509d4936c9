"""Writes what a learner has learned as a strategy file that people can read and change."""

import re
from collections.abc import Iterator, Sequence
from textwrap import fill

import numpy as np

from analyser.core.arrays import Floats
from analyser.strategies.questions import WIDTH, Question, Questions, helpers_of

DIGITS = 4
CERTAIN = Question("1.0")
TEMPLATE = '''"""{docstring}
"""

import numpy as np

{imports}
{weights}


def score(view, choice):
    """The sum of all answers, each times its weight for this sort of choice."""
    sort = min(max({sort}, 0), {last_sort})
{clock}    value = 0.0
{terms}
    return value
{helpers}'''


def strategy_file(questions: Questions, weights: Floats, docstring: str) -> str:
    """The text of the file: for each question a weight by sort of choice, and one that grows with the clock."""
    used = [k for k in range(weights.shape[2]) if weights[:, :, k].any()]
    last = max((int(one) for one in np.flatnonzero(weights.any((1, 2)))), default=0)
    asked = [(CERTAIN, *questions.all)[k] for k in used]
    known = names_of(asked)
    tables = [_table(name, weights[: last + 1, :, k]) for name, k in zip(known, used, strict=True)]
    terms = [_term(name, one, weights[:, :, k]) for name, one, k in zip(known, asked, used, strict=True)]
    clock = f"    clock = {questions.clock}\n" if weights[:, 1].any() else ""
    helpers = helpers_of(asked)
    code = " ".join([questions.sort, clock, *terms, helpers])
    return TEMPLATE.format(
        docstring=docstring,
        imports=questions.imports([one for one in questions.names if re.search(rf"\b{one}\b", code)]),
        weights="\n".join(line for table in tables for line in table),
        sort=questions.sort,
        last_sort=last,
        clock=clock,
        terms="\n".join(terms),
        helpers=helpers,
    )


def names_of(asked: Sequence[Question]) -> list[str]:
    """A name for the weights of each question: its words in capitals."""
    found: list[str] = []
    for one in asked:
        words = [word for word in re.findall(r"[A-Za-z_]+|\d+", one.text) if word not in ("view", "choice")]
        name = "_".join(words).upper() if one != CERTAIN else "ANYWAY"
        found.append(name if name not in found else f"{name}_{len(found)}")
    return found


def _table(name: str, weights: Floats) -> Iterator[str]:
    """The weights of a question, one for each sort of choice."""
    for end, values in (("", weights[:, 0]), ("_CLOCK", weights[:, 1])):
        if values.any():
            line = f"{name}{end} = np.array([{', '.join(f'{one:.{DIGITS}g}' for one in values)}], float)"
            yield fill(line, WIDTH, subsequent_indent="    ", break_long_words=False)


def _term(name: str, question: Question, weights: Floats) -> str:
    parts = [f"{name}[sort]"] if weights[:, 0].any() else []
    parts += [f"{name}_CLOCK[sort] * clock"] if weights[:, 1].any() else []
    weight = parts[0] if len(parts) == 1 else f"({' + '.join(parts)})"
    return f"    value += {weight} * {question.text}"


def paragraph(text: str) -> str:
    """Text of a docstring, in lines that fit."""
    return fill(text, WIDTH)


def rounded(weights: Floats) -> Floats:
    """With as many digits as are written."""
    return np.array([float(f"{one:.{DIGITS}g}") for one in weights.ravel()]).reshape(weights.shape)
