"""What data files hold that no rule forbids, but that the game's ledger does not expect: accepted, and said once.

A rulebook's own words are the limit of what a reader refuses. What only reviews report, or we assume, a designer's box
may have otherwise: the reader calls `warn` and goes on. It is printed once on standard error, and stands with the
caveats of every result (`Game.all_caveats`).
"""

import sys
from pathlib import Path

_SAID: dict[Path, dict[str, dict[str, None]]] = {}
"""By folder and file name: the sentences, in order, each once."""


def begin_file(file: Path) -> None:
    """A file is read anew: earlier warnings about it are forgotten."""
    _SAID.get(file.parent.resolve(), {}).pop(file.name, None)


def warn(file: Path, line: int | None, sentence: str) -> None:
    """Say what is unusual in a line of a data file, in a sentence without a full stop."""
    said = _SAID.setdefault(file.parent.resolve(), {}).setdefault(file.name, {})
    told = f"{file.name}, line {line}: {sentence}" if line else f"{file.name}: {sentence}"
    if told not in said:
        said[told] = None
        sys.stderr.write(f"Warning: {told}. It is accepted.\n")


def warnings_of(folder: Path) -> tuple[str, ...]:
    """The warnings about the files of a folder that have been read, as caveats."""
    files = _SAID.get(folder.resolve(), {})
    return tuple(told for name in sorted(files) for told in files[name])
