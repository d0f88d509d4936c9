"""What a wheel holds: the files that git tracks, and nothing that happens to lie beside them."""

import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SHIPPED = ("strategies", "seeds", "reports")
"""Folders that a wheel carries inside the package."""


class TrackedFiles(BuildHookInterface):
    """Chooses the files of a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """List them; an editable installation uses the checkout as it is."""
        if version != "editable":
            for name in tracked(Path(self.root)):
                inside = f"analyser/shipped/{name}" if name.split("/")[0] in SHIPPED else name
                build_data["force_include"][str(Path(self.root) / name)] = inside


def tracked(root: Path) -> list[str]:
    """The files of the package that git tracks; where there is no git, those of a source archive."""
    folders = ("analyser", *SHIPPED)
    if (root / ".git").exists():
        listed = subprocess.run(
            ["git", "ls-files", "-z", *folders], cwd=root, capture_output=True, text=True, check=True
        )
        return [name for name in listed.stdout.split("\0") if name and (root / name).is_file()]
    found = (path for folder in folders for path in sorted((root / folder).rglob("*")) if path.is_file())
    return [str(path.relative_to(root)) for path in found if path.suffix != ".pyc"]
