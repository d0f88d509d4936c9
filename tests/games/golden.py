"""Results that are committed beside their tests, one a line.

`REWRITE=1` writes them anew, after a change that is meant to move them.
"""

import json
import os
from pathlib import Path
from typing import Any

REWRITES = bool(os.environ.get("REWRITE"))


def read_golden(path: Path) -> dict[str, Any]:
    """Every result by its name."""
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def write_golden(path: Path, found: dict[str, Any]) -> None:
    """A line a result."""
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(result)}" for name, result in sorted(found.items()))
    path.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
