"""The errors that a user sees. Each says what was asked, what was found, what is allowed and what to type next."""

from collections.abc import Iterable
from difflib import get_close_matches

from analyser.core.exit_codes import Exit


class AnalyseError(Exception):
    """An error that is printed as one paragraph, without a traceback."""

    exit_code = Exit.FAILED


class BadInput(AnalyseError):
    """What the user typed or wrote in a file cannot be used; nothing was played or written."""

    exit_code = Exit.BAD_INPUT


class StrategyFailed(AnalyseError):
    """A strategy failed during a game."""


class RunFailed(AnalyseError):
    """A run could not be read, written or finished."""


class Interrupted(AnalyseError):
    """The user, or a signal, stopped the run."""


def unknown(kind: str, asked: str, known: Iterable[str], see: str) -> BadInput:
    """An unknown name: offers the nearest one and the command that lists them all."""
    names = sorted(known)
    near = get_close_matches(asked.lower(), names, n=1, cutoff=0.4)
    hint = f"Nearest: {near[0]}." if near else f"Known: {', '.join(names) or 'none'}."
    return BadInput(f"No {kind} « {asked} ». {hint} See: {see}")
