"""The way of the data: which files and functions of ours a command passes, in order.

python -m tests.benchmarks.trace simulate --game black-fleet --games 2000
"""

import sys
import threading
from collections import Counter
from pathlib import Path
from types import FrameType

import analyser
from analyser.cli.app import main

HOME = Path(analyser.__file__).parent
Function = tuple[str, str]


class Trace:
    """Every function of ours at its first call, with its file. Modules and lambdas are not functions."""

    def __init__(self) -> None:
        self.passed: dict[Function, int] = {}

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        """What `sys.setprofile` calls."""
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(f"{HOME}/") and not code.co_name.startswith("<"):
            found = str(Path(code.co_filename).relative_to(HOME)), code.co_qualname
            self.passed[found] = self.passed.get(found, 0) + 1

    def lines(self) -> list[str]:
        """The files in order, each with its functions."""
        functions = Counter(file for file, _ in self.passed)
        own = {file: [name for one, name in self.passed if one == file] for file in functions}
        return [f"{file} ({len(own[file])}): {', '.join(own[file])}" for file in functions]


def traced(words: list[str]) -> Trace:
    """A command, watched in all its threads."""
    trace = Trace()
    sys.argv[1:] = words
    threading.setprofile(trace)
    sys.setprofile(trace)
    try:
        main()
    except SystemExit:
        pass
    finally:
        sys.setprofile(None)
    return trace


if __name__ == "__main__":
    found = traced(sys.argv[1:])
    sys.stdout.write("\n".join(found.lines()) + "\n")
    functions = len(found.passed)
    files = len({file for file, _ in found.passed})
    sys.stdout.write(f"{files} files, {functions} functions, {sum(found.passed.values()):,} calls\n")
