"""Which of our files and functions a command passes, in the order of their first call.

python tests/benchmarks/trace.py simulate --game black-fleet --games 2000
"""

import sys
import threading
from collections import Counter
from pathlib import Path
from types import FrameType

import analyser
from analyser.__main__ import main

PACKAGE = str(Path(analyser.__file__).parent)
called: Counter[tuple[str, str]] = Counter()


def note(frame: FrameType, event: str, _: object) -> None:
    """Count a call of one of our functions."""
    code = frame.f_code
    if event == "call" and code.co_filename.startswith(PACKAGE):
        called[code.co_filename[len(PACKAGE) + 1 :], code.co_qualname] += 1


def tell() -> None:
    """The files in order, with how many functions of each were called, and what was called most."""
    files = dict.fromkeys(file for file, _ in called)
    for file in files:
        functions = [name for where, name in called if where == file]
        print(f"{file}: {len(functions)} functions", file=sys.stderr)
    for (file, name), times in called.most_common(12):
        print(f"{times:>9,} x {name} in {file}", file=sys.stderr)
    print(f"{len(files)} files, {len(called)} functions, {sum(called.values()):,} calls", file=sys.stderr)


if __name__ == "__main__":
    threading.setprofile(note)
    sys.setprofile(note)
    try:
        main()
    finally:
        sys.setprofile(None)
        tell()
