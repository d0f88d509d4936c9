"""Where compiled code is kept, so that it is never stale.

numba looks only at the file of the function it compiles: an edited callee, a changed global or option would bring the
old code back. So every entry point gets a folder named by a hash of all the sources it is made of, of the options and
of the versions.
"""

import atexit
import hashlib
import os
import platform
import shutil
import tempfile
from collections.abc import Iterable
from functools import cache
from importlib.metadata import version
from pathlib import Path

READY = "ready"


def digest(texts: Iterable[bytes]) -> str:
    """One hash for several texts, each with its length, so that their borders count."""
    total = hashlib.sha256()
    for text in texts:
        total.update(len(text).to_bytes(8, "little"))
        total.update(text)
    return total.hexdigest()


def digest_files(paths: Iterable[Path]) -> str:
    """One hash for the names and contents of files."""
    return digest(part for path in paths for part in (path.name.encode(), path.read_bytes()))


def folder_of(name: str, sources: Iterable[Path], *more: str) -> Path:
    """The folder for the compiled code of `name`, made from these sources (and what `more` says).

    numba also looks where a source lies, so every checkout has folders of its own.
    """
    here = str(Path(__file__).resolve().parent)
    key = digest([digest_files(sources).encode(), _versions().encode(), *(text.encode() for text in (here, *more))])
    return root() / f"{name}-{key[:24]}"


@cache
def _versions() -> str:
    packages = " ".join(f"{package} {version(package)}" for package in ("numba", "llvmlite", "numpy"))
    return f"{platform.python_version()} {platform.machine()} {packages}"


@cache
def root() -> Path:
    """The user's cache folder, or a temporary one where that cannot be written."""
    wished = os.environ.get("ANALYSE_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(wished) / "analyse"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        temporary = tempfile.mkdtemp(prefix="analyse-cache-")
        atexit.register(shutil.rmtree, temporary, ignore_errors=True)
        os.environ["ANALYSE_CACHE"] = temporary
        return Path(temporary)


def is_ready(folder: Path) -> bool:
    """Whether everything in a folder was compiled to the end."""
    return (folder / READY).exists()


def mark_ready(folder: Path) -> None:
    """Say that everything in a folder is compiled."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / READY).touch()
