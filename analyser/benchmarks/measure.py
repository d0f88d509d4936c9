"""All figures of one game: kernels, whole commands, scaling."""

import os
from dataclasses import asdict, dataclass

from analyser.benchmarks.pages import COMMANDS, KERNELS, ROLLOUTS, Figures
from analyser.benchmarks.scaling import Speed, scaling
from analyser.benchmarks.speed import Command, Rate, RolloutRate, command_time, kernel_rates, rollout_rate
from analyser.games.definition import Game
from analyser.simulation.engine import Note
from analyser.strategies.library import strongest
from analyser.strategies.spec import split_specs

KERNEL_COLUMNS = ["strategy", "threads", "games/s", "decisions/s", "scores/s", "ns/decision"]
"""Short enough for a narrow terminal."""


@dataclass(frozen=True)
class Bench:
    """How fast a game is played here."""

    title: str
    kernels: list[Rate]
    commands: list[Command]
    scaling: list[Speed]
    rollouts: list[RolloutRate]

    def as_json(self) -> dict[str, object]:
        """For programs."""
        found = asdict(self)
        del found["title"]
        return found

    def tables(self) -> list[Figures]:
        """For readers."""
        kernels = [
            [
                *(one.strategy, str(one.threads)),
                *(f"{n:,.0f}" for n in (one.games, one.decisions, one.scores, 1e9 * one.threads / one.decisions)),
            ]
            for one in self.kernels
        ]
        found = [Figures(f"{self.title}: {KERNELS}", KERNEL_COLUMNS, kernels)]
        ahead = [[one.strategy, f"{one.rollouts:,.0f}", f"{one.from_python:,.0f}"] for one in self.rollouts]
        columns = ["one seat looks ahead", "rollouts/s", "driven from Python/s"]
        found += [Figures(f"{self.title}: {ROLLOUTS}", columns, ahead)] if ahead else []
        whole = [[one.words, f"{one.seconds:.2f} s", f"{one.peak_mb:.0f} MB"] for one in self.commands]
        found += [Figures(f"{self.title}: {COMMANDS}", ["analyse", "time", "peak memory"], whole)] if whole else []
        grown = [[f"{one.games:,}", f"{one.part_games:,}", str(one.cores), f"{one.rate:,.0f}"] for one in self.scaling]
        columns = ["games", "games in a part", "threads", "games/s"]
        what = f"{self.title}: scaling of {self.kernels[-1].strategy}, rows made, nothing written"
        return found + ([Figures(what, columns, grown)] if grown else [])


def measure(game: Game, strategies: str | None, seconds: float, quick: bool, note: Note) -> Bench:
    """Measure kernels with one and all cores; unless it must be quick also whole commands and scaling."""
    cores = os.cpu_count() or 1
    specs = split_specs(strategies) if strategies else list(game.bench)
    rates = kernel_rates(game, specs, sorted({1, cores}), seconds, note)
    rollouts = [] if strategies else [rollout_rate(game, strongest(game), seconds, note)]
    if quick:
        return Bench(game.title, rates, [], [], rollouts)
    commands = []
    for words, cold in game.bench_commands:
        note(f"{game.title}: analyse simulate {words}" + (" (cold)" if cold else ""))
        commands.append(command_time(game, words, cold))
    note(f"{game.title}: {specs[-1]}, scaling")
    return Bench(game.title, rates, commands, scaling(game, specs[-1], rates[-1].games, cores), rollouts)
