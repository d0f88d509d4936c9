"""The lowest versions that pyproject.toml allows, as constraints for pip: `python tests/repository/lowest.py`."""

import re
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"


def lowest() -> dict[str, str]:
    """For each package that we use at run time, with Dask, its lowest version."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    asked = [*project["dependencies"], *project["optional-dependencies"]["dask"]]
    found = (re.match(r"([\w-]+)(?:\[\w+\])?>=([\d.]+),<", one) for one in asked)
    return {one[1]: one[2] for one in found if one}


if __name__ == "__main__":
    for name, version in lowest().items():
        print(f"{name}=={version}{'.0' * (2 - version.count('.'))}")
