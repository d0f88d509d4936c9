"""A lottery with planted imbalances, and what a fix of it must reach."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from analyser.api import experiment
from analyser.api.fixing import wanted_of
from analyser.core.files import read_file
from analyser.experiments.fixing.change import Change
from analyser.experiments.fixing.fix import Fixed, Wanted, fix
from analyser.experiments.fixing.gauges import Gauge
from analyser.experiments.fixing.measurement import Ends
from analyser.experiments.sample import Runner
from analyser.simulation.executor import Workers

GAME = Path(__file__).parent / "planted" / "fixable" / "game.py"
TARGETS = ("seats=2", "card=2", "rounds=8:12")
PLANTS: dict[str, dict[str, int]] = {
    "fair": {},
    "gift": {"gift": 3},
    "strong": {"strong": 4},
    "length": {"length": 18},
    "gift and length": {"gift": 3, "length": 18},
    "all three": {"gift": 3, "strong": 4, "length": 18},
}


def planted(folder: Path, name: str, **numbers: int) -> str:
    """The lottery with other numbers as its own."""
    text = read_file(GAME).decode()
    for setting, number in numbers.items():
        text, n = re.subn(rf'("{setting}": Setting\()\d+', rf"\g<1>{number}", text)
        assert n == 1
    home = folder / f"fixable-{name.replace(' ', '-')}"
    home.mkdir(exist_ok=True)
    (home / "game.py").write_text(text, encoding="utf-8")
    return str(home)


def asked(game: str, seed: int = 1, games: int | None = None, **aims: Any) -> Wanted:
    """A question about it."""
    return wanted_of(game, {"targets": TARGETS, "opponents": "", **aims}, {"seed": seed, "games": games})


def fixed(game: str, seed: int = 1, games: int | None = None, **aims: Any) -> Fixed:
    """The fix of it."""
    return fix(asked(game, seed, games, **aims), Runner(Workers(1)))


def is_met(game: str, change: Change | None, games: int = 100_000) -> bool:
    """Whether a long run of other games meets the targets, by its plain numbers."""
    wanted = asked(game)
    spec = replace(experiment(game, games=games), seed=987_654_321)
    found = Gauge(wanted.targets, wanted.strategies, Runner(Workers(1))).measure((change or Change()).applied(spec))
    return not Ends.of(found.limits).excess(found.value).any()
