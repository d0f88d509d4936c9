"""The canonical form of source: what counts, what does not, and which names come from outside."""

import ast
import hashlib
from textwrap import dedent

import pytest

from analyser.kernel.syntax import form, free_names

ORIGINAL = """
def pushed(row, bit):
    if row & bit:
        return row + 1
    return 0
"""


def form_of(source: str, exact: bool = False) -> str:
    return form(ast.parse(dedent(source)), exact)


@pytest.mark.parametrize(
    "source",
    [
        '''
        # A remark.
        def pushed(row, bit):  # another
            """What it does."""
            if row & bit:
                return row + 1

            return 0
        ''',
        """
        def pushed(row: int, bit: "Bits") -> int:
            if row & bit:
                return row + 1
            return 0
        """,
        """
        @compiled
        def pushed(row, bit):
            kept: int
            if (row &
                    bit):
                return (row + 1)
            pass
            return 0
        """,
    ],
    ids=["comments and docstring", "annotations", "layout, decorators, declarations"],
)
def test_what_does_not_count(source: str) -> None:
    assert form_of(source) == form_of(ORIGINAL)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("row + 1", "row + 2"),
        ("row + 1", "row - 1"),
        ("row + 1", "1 + row"),
        ("row & bit", "row and bit"),
        ("row & bit", "not row & bit"),
        ("return 0", "return 0.0"),
        ("return 0", "return False"),
        ("return 0", "return '0'"),
        ("(row, bit)", "(bit, row)"),
        ("(row, bit)", "(row, bit=1)"),
        ("    return 0", "    row = 1\n    return 0"),
        ("pushed", "pulled"),
    ],
)
def test_what_counts(old: str, new: str) -> None:
    assert form_of(ORIGINAL.replace(old, new)) != form_of(ORIGINAL)


def test_a_declared_variable_is_an_assigned_one() -> None:
    assert form_of("left: int = 3") == form_of("left = 3") != form_of("left = 4")


def test_errors_count_only_exactly() -> None:
    """Their words decide no game; but they are in the machine code."""
    one, other = ('if x:\n    raise ValueError("lost")\n', 'if x:\n    raise ValueError("found")\n')
    assert form_of(one) == form_of(other)
    assert form_of(one, exact=True) != form_of(other, exact=True)
    assert form_of(one) != form_of("if x:\n    pass\n")


EVERYTHING = '''
import numpy as np
from math import floor as down

WORDS = {"a": (1, 2.5e-3, -0x10, 1j), "b": b"\\xff", **OTHER, "é": ...}


class Kind(IntEnum):
    """Kinds."""

    ONE = 1


@cache
def everything(first, /, second: int = 3, *others, third=None, **named) -> None:
    """All of it."""
    global total
    text = f"{first!r:>{second}} {named['x']:{second}} {{}} {text=}"
    for k, (a, *b) in enumerate(others[1:-1:2], start=1):
        total += a if k else -~b[0] ** 2 // 3 @ 4
    while (n := len(text)) > 1 and not second is None or n not in {1, 2}:
        try:
            del text[n], total
        except (KeyError, OSError) as problem:
            raise ValueError(f"{problem:%}") from None
        else:
            continue
        finally:
            break
    with open(text) as file, suppress():
        yield [x for x in file if x], {y: z for y, z in file}, {w for w in file}, (yield)
    match first:
        case {"k": [1, *rest], **more} | Kind(ONE=value) if value:
            return lambda q, *r: (q, r)
        case _:
            assert first < second <= 3, "no"
'''


def test_the_same_on_every_version_of_python() -> None:
    """As found on Python 3.11, 3.12 and 3.13."""
    found = form_of(EVERYTHING, exact=True)
    assert hashlib.sha256(found.encode()).hexdigest()[:16] == "57e1dd55af3450fe"


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("def f(a):\n    return a + b\n", {"b"}),
        ("def f(a=b):\n    c = a\n    return c.d + e.g.h\n", {"b", "e.g.h"}),
        ("def f(a: b) -> c:\n    d: e = 1\n    return d\n", set()),
        ("def make(a):\n    def inner(b):\n        return a + b + c\n    return inner\n", {"c"}),
        ("def make(a):\n    def inner(c):\n        return c\n    return inner(a) + c\n", {"c"}),
        ("def f(a):\n    return [b for b in b if a + c]\n", {"b", "c"}),
        ("def f(a):\n    x = [b for b in a]\n    return b(x)\n", {"b"}),
        ("def f(a):\n    return lambda b: a + b + c\n", {"c"}),
        ("def f(a):\n    if a:\n        raise Lost(b)\n    return a\n", set()),
        ("def f(a):\n    from m import b\n    return b(a)\n", set()),
        ("def f(a):\n    for b, c in a:\n        d[b].e = c\n", {"d"}),
        ("def f():\n    return a[b].c\n", {"a", "b"}),
        ("class A(B):\n    c = d\n    def f(self):\n        return self.c + e\n", {"B", "d", "e"}),
    ],
)
def test_names_from_outside(source: str, names: set[str]) -> None:
    assert {".".join(name) for name in free_names(ast.parse(source).body)} == names


def test_names_of_errors_are_found_exactly() -> None:
    assert free_names(ast.parse("raise Lost(b)").body, exact=True) == {("Lost",), ("b",)}
