"""Plays board games with heuristic strategies, and tells designers whether the games are fair.

In a notebook: `import analyser`, then `analyser.seats("la-planche")`, `analyser.compare(...)`, `analyser.values(...)`,
`analyser.tournament(...)`: each returns an answer with Polars tables and `to_pandas()`. All are in `analyser.api`.
"""

import os

for _name in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")
"""Our matrices are small: threads gain nothing, cost 70 x on a busy machine, and could change last digits."""

API = (
    "best_response",
    "compare",
    "diff",
    "feel",
    "fix",
    "ladder",
    "play",
    "report",
    "sample_size",
    "seats",
    "sensitivity",
    "simulate",
    "sweep",
    "table",
    "tournament",
    "values",
)


def __getattr__(name: str) -> object:
    """The functions of `analyser.api`, imported only when one is asked for."""
    if name not in API:
        raise AttributeError(f"module 'analyser' has no attribute '{name}'")
    from analyser import api

    return getattr(api, name)


def __dir__() -> list[str]:
    return sorted([*globals(), *API])
