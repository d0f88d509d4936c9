"""Finds the line of a strategy that failed: compiled code does not know it, so the game is played again uncompiled."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import TracebackType

from analyser.core.errors import StrategyFailed

REPLAY = ". Replay: "
ENDLESS = "an endless loop?"
FILE = re.compile(r" \([^()]+\)$")
PLACE = re.compile(r" \(([^()]+, line \d+)\)\. Replay: ")
MOST_SECONDS = 60


def line_in(path: Path, trace: TracebackType | None) -> int | None:
    """The line of a file in which an error was raised, if it was raised there."""
    line = None
    while trace is not None:
        if Path(trace.tb_frame.f_code.co_filename) == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def shown_path(path: Path) -> Path:
    """As short as it can be typed here."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def located(problem: StrategyFailed) -> StrategyFailed:
    """The same error with file and line, where a replay of its game finds them."""
    what, found, command = str(problem).partition(REPLAY)
    if not found or ENDLESS in what or PLACE.search(str(problem)) or os.environ.get("NUMBA_DISABLE_JIT"):
        return problem
    place = PLACE.search(_said_again(shlex.split(command)[1:]))
    return StrategyFailed(f"{FILE.sub('', what)} ({place[1]}){REPLAY}{command}") if place else problem


def _said_again(words: list[str]) -> str:
    """What the command that replays the game says on stderr."""
    command = [sys.executable, "-m", "analyser", *words]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=MOST_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired, UnicodeError):
        return ""
    return done.stderr
