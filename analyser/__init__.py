"""Plays board games with heuristic strategies, and tells designers whether they are fair.

In a notebook: `import analyser`, then `analyser.seats("la-planche")`, `analyser.compare(...)`, `analyser.values(...)`,
`analyser.tournament(...)`: each gives an answer with Polars tables, and `to_pandas()`. All are in `analyser.api`.
"""

import os
from typing import Any

for _name in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")
"""Matrices are small here: threads gain nothing, cost 70 x on a busy machine, and could change last digits."""

API = (
    "best_response",
    "compare",
    "feel",
    "games_needed",
    "play",
    "seats",
    "sensitivity",
    "sweep",
    "tournament",
    "values",
)


def __getattr__(name: str) -> Any:
    """The functions of `analyser.api`, imported only when one is asked for."""
    if name not in API:
        raise AttributeError(f"module 'analyser' has no attribute '{name}'")
    from analyser import api

    return getattr(api, name)


def __dir__() -> list[str]:
    return sorted([*globals(), *API])
