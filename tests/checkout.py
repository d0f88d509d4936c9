"""A copy of the checkout in which files are edited, and what new processes make of it.

Compiled code is kept in the user's cache, under a name that is made of what it does: an edit is compiled once.
"""

import json
import os
import shutil
import subprocess
import sys
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from tests.cli.commands import ROOT, environment

FORKS = """
import json, os, sys
import msgspec, numba, polars  # once; analyser itself is read anew for each question
for line in sys.stdin:
    if os.fork():
        if os.wait()[1]:
            print(flush=True)
        continue
    from analyser.games.loader import find_game
    from analyser.simulation.hashes import hashes_of
    from analyser.simulation.job import make_job
    game, pool = json.loads(line)
    print(json.dumps(hashes_of(make_job(find_game(game), strategies=pool))), flush=True)
    os._exit(0)
"""


class Forks:
    """Answers each question in a process that has not read analyser before."""

    def __init__(self, folder: Path, **changes: str) -> None:
        words, where, pipe = [sys.executable, "-c", FORKS], environment(**changes), subprocess.PIPE
        self.process = subprocess.Popen(words, cwd=folder, env=where, stdin=pipe, stdout=pipe, text=True)

    def hashes(self, game: str, pool: str) -> dict[str, str]:
        asked, told = self.process.stdin, self.process.stdout
        assert asked is not None and told is not None
        print(json.dumps((game, pool)), file=asked, flush=True)
        found: dict[str, str] = json.loads(told.readline())
        return found

    def end(self) -> None:
        self.process.communicate()


class Original(NamedTuple):
    """A file before it was edited; by the time of its last change Python knows whether it must read it again."""

    text: str
    changed: int


class Checkout:
    """Files are named from its root; `put_back` undoes all edits."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("analyser", "strategies", "seeds", "reports"):
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        self.environment = {"PYTHONPATH": str(folder)}
        self.n_edits = 0
        self.originals: dict[Path, Original] = {}

    def edit(self, name: str | Path, old: str, new: str) -> None:
        """Replace a text that is there once."""
        text = self.read(name)
        assert text.count(old) == 1, f"{name} has {text.count(old)} times: {old}"
        self.write(name, text.replace(old, new))

    def append(self, name: str, text: str) -> None:
        self.write(name, self.read(name) + text)

    def set_default(self, name: str, setting: str, before: str, after: str) -> None:
        """Another default in a file of settings."""
        head, start, tail = self.read(name).partition(f"[{setting}]\n")
        old, new = (f"default = {value}\n" for value in (before, after))
        assert start and old in tail
        self.write(name, head + start + tail.replace(old, new, 1))

    def read(self, name: str | Path) -> str:
        return (self.folder / name).read_text(encoding="utf-8")

    def write(self, name: str | Path, text: str) -> None:
        path, self.n_edits = self.folder / name, self.n_edits + 1
        original = self.originals.setdefault(path, Original(self.read(path), path.stat().st_mtime_ns))
        path.write_text(text, encoding="utf-8")
        changed_at(path, original.changed + self.n_edits * 10**9)

    def put_back(self) -> None:
        for path, original in self.originals.items():
            path.write_text(original.text, encoding="utf-8")
            changed_at(path, original.changed)
        self.originals.clear()

    def hashes(self, game: str, pool: str) -> dict[str, str]:
        """What decides rows, as a new process finds it."""
        return self.forks.hashes(game, pool)

    @cached_property
    def forks(self) -> "Forks":
        return Forks(self.folder, **self.environment)

    def end(self) -> None:
        if "forks" in vars(self):
            self.forks.end()


def changed_at(path: Path, when: int) -> None:
    os.utime(path, ns=(when, when))
