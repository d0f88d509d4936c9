"""What else a change moves, and whether it holds with other opponents and other numbers of players.

Method: docs/explanation/methods.md#smallest-change.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import polars as pl

from analyser.core.arrays import Floats
from analyser.experiments.catalogue import read_catalogue
from analyser.experiments.checks import Repeat, with_opponents, with_players
from analyser.experiments.fixing.change import Change
from analyser.experiments.fixing.confirm import Trial
from analyser.experiments.fixing.gauges import Gauge
from analyser.experiments.fixing.targets import LEADER, STRATEGY, Target
from analyser.experiments.halftime import NAMES, changes, halves
from analyser.experiments.outcomes import OF_SEAT, outcomes_of, reach_of
from analyser.experiments.rungs import games_of, rollouts_of
from analyser.experiments.sample import ExperimentSpec
from analyser.experiments.verdict import Level
from analyser.statistics.paired import Changes, joint_ends, paired
from analyser.strategies.library import find_strategy, strongest

ELSEWHERE_PART = 4
"""With others at the table a change gets this part of the games."""
AHEAD_GAMES = 200
"""How many games are played by those who look ahead with 64 rollouts a decision; by 16 rollouts twice as many."""
FOLLOWED = 400
"""Games followed turn by turn for the leader at half."""


@dataclass(frozen=True)
class Place:
    """The rules before and after, played by others."""

    who: str
    kind: str
    before: Trial
    after: Trial


def compared(gauge: Gauge, before: ExperimentSpec, after: ExperimentSpec, targets: Sequence[Target]) -> pl.DataFrame:
    """All outcomes that are no target, before and after, on the same deals; joint over the table."""
    names, base, variant, block = _outcomes(gauge, before, after, {one.outcome for one in targets})
    found = paired(base, variant, block, reach_of(names))
    rows = [pl.DataFrame({"outcome": names, "base": found.base, "with_variant": found.variant})]
    parts: list[Changes] = [found.changes]
    if not any(one.name == LEADER for one in targets):
        few = [replace(one, games=min(FOLLOWED, one.games)) for one in (before, after)]
        one, other = (halves(spec.job(strategies=gauge.strategies), gauge.runner) for spec in few)
        parts.append(changes(one, other))
        rows.append(pl.DataFrame({"outcome": NAMES, "base": one.shares, "with_variant": other.shares}))
    tables = [
        table.with_columns(difference=part.value, low=low, high=high)
        for table, part, (low, high) in zip(rows, parts, joint_ends(parts), strict=True)
    ]
    return pl.concat(tables).fill_nan(None)


def _outcomes(
    gauge: Gauge, before: ExperimentSpec, after: ExperimentSpec, wanted: set[str]
) -> tuple[list[str], Floats, Floats, int]:
    """Names, values in both versions (games x outcomes), and the games of a block."""
    one, other = gauge.main(before), gauge.main(after)
    names, base = outcomes_of(one, read_catalogue(before.game))
    variant = outcomes_of(other, read_catalogue(after.game))[1]
    kept = [k for k, name in enumerate(names) if name not in wanted and not name.startswith(OF_SEAT)]
    return [names[k] for k in kept], base[:, kept], variant[:, kept], one.job.block


def elsewhere(gauge: Gauge, experiment: ExperimentSpec, change: Change, opponents: Sequence[str]) -> Iterator[Place]:
    """The targets before and after with each of these opponents, and with other numbers of players."""
    for one in places(experiment, opponents):
        there = gauge_at(gauge, one)
        if not there.targets:
            continue
        before, after = (Trial(each, there.measure(each.applied(one.experiment)), 1.0) for each in (Change(), change))
        yield Place(one.check.name, str(one.check.kind), before, after)


def places(experiment: ExperimentSpec, opponents: Sequence[str]) -> list[Repeat]:
    """Who else plays, and how many games: those who look ahead think long about each, so they play few."""
    part = replace(experiment, games=max(experiment.games // ELSEWHERE_PART, 1))
    return [_paced(one) for one in (*with_opponents(part, opponents), *with_players(part))]


def _paced(place: Repeat) -> Repeat:
    spec = place.experiment
    ahead = rollouts_of(spec, place.strategy) if place.strategy else 0
    most = games_of(ahead, AHEAD_GAMES) if ahead else spec.games
    return place._replace(experiment=replace(spec, games=min(spec.games, most)))


def gauge_at(gauge: Gauge, place: Repeat) -> Gauge:
    """What is measured there. Games with look-ahead are not followed turn by turn, nor is everybody else a rival."""
    game, players = place.experiment.game, place.experiment.players
    who = place.strategy or strongest(game)
    targets = at_table(gauge.targets, players)
    if find_strategy(game, who, place.experiment.folders).ahead:
        targets = tuple(one for one in targets if one.name not in (LEADER, STRATEGY))
    return replace(gauge, strategies=who, targets=targets)


def at_table(targets: Sequence[Target], players: int) -> tuple[Target, ...]:
    """Without the targets about seats that this table does not have."""
    seats = [one.name.removeprefix(OF_SEAT) for one in targets]
    return tuple(one for one, seat in zip(targets, seats, strict=True) if not seat.isdigit() or int(seat) <= players)


def place_rows(found: Sequence[Place]) -> pl.DataFrame:
    """A row for each of them."""
    rows = [
        {
            "check": one.who,
            "kind": one.kind,
            "met_before": one.before.met,
            "met_after": one.after.met,
            "missed_after": sum(level == Level.MISSED for level in one.after.levels.values()),
            "targets": len(one.after.levels),
        }
        for one in found
    ]
    schema = {"check": pl.String(), "kind": pl.String()}
    counts = dict.fromkeys(("met_before", "met_after", "missed_after", "targets"), pl.Int64())
    return pl.DataFrame(rows, schema={**schema, **counts})
