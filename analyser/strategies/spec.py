"""How a strategy is typed: `greedy`, `passes:turn=3`, `my/file.py:risk=0.3`, `noisy:p=0.1(never:swap(protector))`."""

from collections.abc import Iterable
from dataclasses import dataclass

from analyser.core.errors import BadInput

MOST_BRACKETS = 16
FILE = ".py"


@dataclass(frozen=True)
class Spec:
    """A name, the `name=value` texts after its colon, and what is in its brackets."""

    name: str
    given: tuple[str, ...]
    inner: "Spec | None"

    @property
    def core(self) -> "Spec":
        """What is in the innermost brackets."""
        return self if self.inner is None else self.inner.core

    @property
    def is_file(self) -> bool:
        """Whether it names a file of code; nothing else decides it."""
        return self.name.endswith(FILE)


def refuse_files(specs: Iterable[str]) -> None:
    """For data, which may name strategies but no files: files are code. However a text is cut, no piece names one."""
    for text in specs:
        if FILE in text or "/" in text:
            raise ValueError(
                f"« {text[:60]} » names a file of code, which runs only when you type it. Allowed: the name of a "
                "strategy that is found; add --strategy-path DIR if it is in a folder of yours"
            )


def parse_spec(text: str) -> Spec:
    """Read one spec."""
    if text.count("(") > MOST_BRACKETS:
        raise BadInput(
            f"« {text[:40]}… » has more than {MOST_BRACKETS} wrappers. Type for instance: noisy:p=0.1(greedy)"
        )
    outside, bracket, inside = text.strip().partition("(")
    if bracket and not inside.endswith(")"):
        raise BadInput(f"« {text} » has an open bracket. Type for instance: noisy:p=0.1(greedy)")
    if not bracket and ")" in text:
        raise BadInput(f"« {text} » closes a bracket that was not opened. Type for instance: noisy:p=0.1(greedy)")
    name, _, given = outside.partition(":")
    pieces = tuple(piece.strip() for piece in given.split(",") if piece.strip())
    return Spec(name.strip(), pieces, parse_spec(inside[:-1]) if bracket else None)


def split_specs(text: str) -> list[str]:
    """« a,b:x=1,y=2,c » -> a | b:x=1,y=2 | c: a piece « name=value » belongs to the strategy before it."""
    specs: list[str] = []
    for piece in _pieces(text):
        head = piece.partition("(")[0]
        if specs and "=" in head and ":" not in head and ":" in specs[-1] and "(" not in specs[-1]:
            specs[-1] += "," + piece
        else:
            specs.append(piece)
    return specs


def _pieces(text: str) -> list[str]:
    """Cut at commas outside brackets."""
    pieces, depth = [""], 0
    for letter in text:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            pieces.append("")
        else:
            pieces[-1] += letter
    return [piece.strip() for piece in pieces]
