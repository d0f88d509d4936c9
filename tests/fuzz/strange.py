"""Strange words, values and files, and what may come of them."""

import os
import re
import resource
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from analyser.core.errors import AnalyseError

EXAMPLES = int(os.environ.get("FUZZ", "15"))
"""Examples of each test; `make fuzz` takes thousands."""
ROOM = 1_000_000_000
"""Bytes that a test may take beyond what it had: a blow-up ends in a MemoryError instead of a frozen machine."""
fuzzed = settings(
    max_examples=EXAMPLES,
    deadline=20_000,
    derandomize=EXAMPLES < 100,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.data_too_large],
)
"""A call of 20 seconds would be a hang: each takes milliseconds."""

TOKENS = (
    *("0", "-1", "1e400", "nan", "inf", "99999999999999999999999999", "0.5", "true", "''", '"x"', "[]", "{}", "[[]]"),
    *(
        "[1, 2, 3]",
        "{ least = 1, most = 2 }",
        "2026-01-01",
        "\x00",
        "«",
        "\\u0000",
        "../../../etc/passwd",
        "__import__('os')",
    ),
    *("(" * 400, "[" * 400, "9" * 5000, "x" * 5000, "%s", "{0}", "\ud7ff", "\n", "=", ",", "|", ":", "#"),
)
words = st.one_of(st.sampled_from(TOKENS), st.text(max_size=20))
values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), words),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(words, inner, max_size=4)),
    max_leaves=6,
)
toml_values = st.sampled_from(
    (
        *("true", "0", "-1", "1e400", "nan", "inf", "9" * 30, "''", '"x"', "[]", "{}", "[[]]", '[""]', "[1, 2]"),
        *('["a", 1]', "{ a = 1 }", "{ en = 1, fr = 2 }", "2026-01-01", '"a=1,2"', '"=:"', "[[1], {}]", "[nan, nan]"),
        *('"../../x"', '["no such"]', '{ setting = 1, values = "x" }', '{ setting = "x", values = [] }'),
    )
)
"""Right TOML of every type."""


@st.composite
def damaged(draw: Callable[..., Any], text: str) -> str:
    """A text with a few tokens replaced, lines dropped, doubled or swapped, or its end cut off."""
    for _ in range(draw(st.integers(1, 4))):
        what = draw(st.sampled_from(("token", "token", "token", "drop", "double", "swap", "cut", "insert")))
        lines = text.split("\n")
        at = draw(st.integers(0, len(lines) - 1))
        if what == "token":
            tokens = list(re.finditer(r"[\w.-]+|[^\s\w]", text)) or [re.match("", text)]
            found = tokens[draw(st.integers(0, len(tokens) - 1))]
            assert found is not None
            text = text[: found.start()] + draw(words) + text[found.end() :]
        elif what == "cut":
            text = text[: draw(st.integers(0, len(text)))]
        elif what == "insert":
            text = "\n".join([*lines[:at], draw(words), *lines[at:]])
        else:
            other = draw(st.integers(0, len(lines) - 1))
            changed = {"drop": [], "double": [lines[at], lines[at]], "swap": [lines[other]]}[what]
            text = "\n".join([*lines[:at], *changed, *lines[at + 1 :]])
    return text


@contextmanager
def refused_or_fine() -> Iterator[None]:
    """What may come of strange input: an answer, or an error told in a sentence. It may not take all memory."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
    now = int(pages) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (now + ROOM, hard))
    recursion = sys.getrecursionlimit()
    try:
        yield
    except AnalyseError as problem:
        assert str(problem).strip()
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        sys.setrecursionlimit(recursion)
