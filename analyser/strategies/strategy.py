"""What a strategy is: a file with its parameters and wrappers, and how it is typed."""

from dataclasses import dataclass, replace
from pathlib import Path

from analyser.core import paths
from analyser.kernel.restrictions import ANY_VALUE
from analyser.strategies.validation import Parameter

RANDOM = "random"
NOISY, NEVER, ALWAYS = "noisy", "never", "always"
LOOKAHEAD, SEES_ALL = "lookahead", "sees-all"
WRAPPERS = {
    NOISY: "noisy:p=0.1(greedy)",
    NEVER: "never:<what>(greedy)",
    ALWAYS: "always:<what>=k(greedy)",
    LOOKAHEAD: "lookahead:games=64(greedy)",
    SEES_ALL: "sees-all:games=64(greedy)",
}
AHEAD_NUMBERS: tuple[Parameter, ...] = (
    ("games", 64, 2, 100_000),
    ("candidates", 128, 2, 256),
    ("seconds", 128, 1, 256),
    ("lead", 3.0, 0, 100),
    ("caution", 2.0, 0, 10),
)
"""Of a strategy that looks ahead: rollouts a decision, choices that race, second decisions that are tried for each
where hardly any luck is left, weight of the lead, and by how many standard errors a plan must beat the base's; default,
least and most."""
OTHERS = "others"


def as_text(value: float) -> str:
    """A number as text; reading it gives exactly the same number."""
    return str(int(value)) if value == int(value) else repr(value)


@dataclass(frozen=True)
class Restriction:
    """What a strategy may never, or must always do: `never:swap`, `always:non-merci=3`."""

    mode: str
    what: str
    value: float

    @property
    def spec(self) -> str:
        """How it is typed."""
        return f"{self.mode}:{self.what}" + ("" if self.value == ANY_VALUE else f"={as_text(self.value)}")


@dataclass(frozen=True)
class LookAhead:
    """How a strategy looks ahead: numbers of AHEAD_NUMBERS, who plays in its rollouts, and whether it sees all."""

    base: "Strategy"
    others: "Strategy | None"
    numbers: tuple[float, ...]
    sees_all: bool

    def typed(self, inside: str) -> str:
        """How it is typed."""
        given = [
            f"{name}={as_text(value)}"
            for (name, default, _, _), value in zip(AHEAD_NUMBERS, self.numbers, strict=True)
            if value != default or name == "games"
        ]
        given += [f"{OTHERS}={self.others.spec}"] if self.others else []
        return f"{SEES_ALL if self.sees_all else LOOKAHEAD}:{','.join(given)}({inside})"


@dataclass(frozen=True)
class Strategy:
    """A strategy with its parameters and wrappers, as it sits in a seat."""

    name: str
    path: Path
    idea: str
    form: str
    defaults: tuple[Parameter, ...]
    params: tuple[float, ...]
    source: bytes
    restrictions: tuple[Restriction, ...] = ()
    noise: float = 0.0
    ahead: LookAhead | None = None

    @property
    def spec(self) -> str:
        """How it is typed: wrappers, its name, and the parameters that differ from the defaults."""
        return self.typed(self.name)

    def typed(self, name: str) -> str:
        """The same with another name for the file."""
        given = [
            f"{parameter}={as_text(value)}"
            for (parameter, default, _, _), value in zip(self.defaults, self.params, strict=True)
            if value != default
        ]
        text = name + (":" + ",".join(given) if given else "")
        inside = self.ahead.base.restrictions if self.ahead else ()
        if self.ahead:
            text = self.ahead.typed(self.ahead.base.typed(name))
        for restriction in self.restrictions[len(inside) :]:
            text = f"{restriction.spec}({text})"
        return f"{NOISY}:p={as_text(self.noise)}({text})" if self.noise else text

    @property
    def is_random(self) -> bool:
        """Whether the kernel draws at random for it, without asking."""
        is_plain = not self.restrictions and self.ahead is None
        return (
            self.name == RANDOM
            and is_plain
            and (self.path == paths.RANDOM or self.path.is_relative_to(paths.STRATEGIES))
        )

    @property
    def in_rollouts(self) -> "tuple[Strategy, Strategy] | None":
        """Who plays its seat and the others' in rollouts, if it looks ahead. Its restrictions hold there too."""
        if self.ahead is None:
            return None
        own = replace(self.ahead.base, restrictions=self.restrictions)
        return own, self.ahead.others or self.ahead.base
