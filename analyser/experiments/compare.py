"""Variants of the rules on the same deals: what changes, game by game (methods M5, M6)."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from analyser.columns import OUTCOMES, UNFINISHED
from analyser.errors import BadInput, unknown
from analyser.experiments.answer import About, Answer, is_share, points
from analyser.experiments.catalogue import Catalogue, read_catalogue
from analyser.experiments.halves import NAMES as HALVES
from analyser.experiments.halves import Halves, changes, followed_games, halves
from analyser.experiments.sample import Asked, Lab, Sample, play, refuse_twice
from analyser.experiments.seats import facts_of
from analyser.registry import Game
from analyser.settings import Value, show
from analyser.statistics.estimates import Estimates, mean_of_games
from analyser.statistics.paired import Paired, paired, spread_difference

ADAPTED, SAME, STRATEGIC = "adapted play", "same play", "adapted less same play"
PRINTED = ("outcome", "variant", "play", "base", "difference", "low", "high", "variance_reduction", "depends_on")
MOST_TOLD = 5
FACTS = ("rounds", "decisions", "mean_score", "winners_score", "shared_rate", "no_winner_rate", "unfinished_rate")


@dataclass(frozen=True)
class Variation:
    """A setting and the values to compare; the first is the base."""

    setting: str
    values: tuple[Value, ...]

    def words(self, value: Value) -> str:
        """As it is typed after --set."""
        return f"{self.setting}={show(value)}"


def read_variation(game: Game, text: str) -> Variation:
    """`captain_bonus=0,2,4`, or `captain_bonus=0:4` for all whole numbers from 0 to 4 (`0:4:2` every second)."""
    name, equals, typed = text.partition("=")
    known = game.settings()
    if name not in known:
        raise unknown(f"setting of {game.name}", name, known, f"analyse games show {game.name}")
    if not equals:
        raise BadInput(
            f"« --vary {text} » names no values. Type for instance: --vary {name}={show(known[name].default)},..."
        )
    values = tuple(known[name].parse(one) for one in _spelled_out(typed, known[name].default))
    if len(values) < 2:
        raise BadInput(f"« --vary {text} » names one value. Type two or more, separated by commas, or least:most.")
    if len({show(one) for one in values}) < len(values):
        raise BadInput(f"« --vary {text} » names a value twice. Name each once.")
    return Variation(name, values)


def _spelled_out(typed: str, default: Value) -> list[str]:
    if isinstance(default, list):
        return typed.split(";")
    if ":" not in typed or isinstance(default, str | bool):
        return typed.split(",")
    try:
        numbers = [float(one) if isinstance(default, float) else int(one) for one in typed.split(":")]
        least, most, *step = numbers
    except ValueError:
        raise BadInput(f"« {typed} » is no range. Type least:most or least:most:step, for instance 0:4.") from None
    pace = step[0] if step else 1
    if pace <= 0 or most < least or len(step) > 1:
        raise BadInput(f"« {typed} » is no range. Type least:most or least:most:step, for instance 0:4.")
    count = int((most - least) / pace + 1e-9) + 1
    return [str(least + k * pace) for k in range(count)]


def outcomes_of(sample: Sample, catalogue: Catalogue) -> tuple[list[str], Any]:
    """What is compared: win share by seat, length, scores, ties, and the game's own outcomes; games x outcomes."""
    n = sample.job.players
    scores = sample.by_seat("score")
    ending = sample.games["outcome"].cast(pl.String).to_numpy()
    facts = [
        sample.games["rounds"].to_numpy(),
        sample.games["decisions"].to_numpy(),
        scores.mean(1),
        scores.max(1),
        (sample.games["winners"] > 1).to_numpy(),
        ending == "no_winner",
        ending == OUTCOMES[UNFINISHED],
    ]
    own = _own_outcomes(sample, catalogue)
    names = [f"win_share_of_seat_{seat}" for seat in range(n)] + [*FACTS, *own.columns]
    return names, np.column_stack([sample.wins, *facts, own.to_numpy()]).astype(float)


def _own_outcomes(sample: Sample, catalogue: Catalogue) -> pl.DataFrame:
    seats = sample.seats
    for one in catalogue.outcomes.values():
        if one.of_seat is not None:
            seats = seats.with_columns(one.of_seat.alias(one.name))
    outcomes = list(catalogue.outcomes.values())
    by_seats = [one.expression.alias(one.name).cast(pl.Float64) for one in outcomes if not one.of_game]
    by_games = [one.expression.alias(one.name).cast(pl.Float64) for one in outcomes if one.of_game]
    found = seats.group_by("game", maintain_order=True).agg(by_seats).drop("game")
    return pl.concat([found, sample.games.select(by_games)], how="horizontal")


def compare(asked: Asked, variation: Variation, pool: str | None, lab: Lab) -> Answer:
    """Each value against the first, on the same deals; where the game allows it also with unchanged play."""
    refuse_twice(asked, [variation.setting])
    catalogue = read_catalogue(asked.game)
    strategies = pool or catalogue.base
    first = _followed(asked, variation.words(variation.values[0]), strategies=strategies, lab=lab)
    names, _ = outcomes_of(first.sample, catalogue)
    tables, headlines, about = [], [], []
    for value in variation.values[1:]:
        played = {
            way: _followed(asked, *words, strategies=strategies, lab=lab)
            for way, words in _ways(variation, value, catalogue).items()
        }
        pairs = [(way, first, one) for way, one in played.items()]
        if SAME in played:
            pairs.append((STRATEGIC, played[SAME], played[ADAPTED]))
        for way, one, other in pairs:
            before, after = (outcomes_of(followed.sample, catalogue)[1] for followed in (one, other))
            found = paired(before, after, first.sample.job.block)
            tables.append(_table(names, found, variation.words(value), way, one, other))
            headlines.append(_headline(variation.words(value), way, names, found))
            about.append(("differences", {"variant": variation.words(value), "play": way}))
    first_words = variation.words(variation.values[0])
    title = f"{asked.game.title}, {asked.players} players: each value of {variation.setting} against {first_words}"
    facts = facts_of(asked, first.sample, strategies=strategies, base=first_words)
    facts["followed_games"] = followed_games(asked.games)
    whole = {"differences": pl.concat(tables)}
    return Answer(title, facts, headlines, whole, printed={"differences": PRINTED}, about=tuple(about))


@dataclass(frozen=True)
class Followed:
    """The games of a variant; and of some of them, who led at half."""

    sample: Sample
    halves: Halves


def _followed(asked: Asked, *words: str, strategies: str, lab: Lab) -> Followed:
    """Play a variant, and follow the first of its games turn by turn."""
    some = asked.job(_luck(strategies), words, followed_games(asked.games), strategies=strategies)
    return Followed(_sample(asked, *words, strategies=strategies, lab=lab), halves(some, lab))


def _sample(asked: Asked, *words: str, strategies: str, lab: Lab) -> Sample:
    return play(asked.job(_luck(strategies), words, strategies=strategies), lab)


def _luck(strategies: str) -> str:
    return "rotated" if "," not in strategies else "fresh"


def _ways(variation: Variation, value: Value, catalogue: Catalogue) -> dict[str, list[str]]:
    """Strategies see the change; and, where a setting can hide it, they do not."""
    ways = {ADAPTED: [variation.words(value)]}
    hidden = catalogue.same_play.get(variation.setting)
    if hidden is not None:
        ways[SAME] = [variation.words(value), f"{hidden}={show(variation.values[0])}"]
    return ways


def _table(names: list[str], found: Paired, variant: str, way: str, base: Followed, other: Followed) -> pl.DataFrame:
    apart = _apart(base, other)
    none = [None] * len(apart)
    rows = {
        "variant": [variant] * (len(names) + len(apart)),
        "play": [way] * (len(names) + len(apart)),
        "outcome": [*names, *apart["outcome"]],
        "base": [*found.base, *apart["base"]],
        "with_variant": [*found.variant, *apart["with_variant"]],
        "difference": [*found.difference.value, *apart["difference"]],
        "low": [*found.low, *apart["low"]],
        "high": [*found.high, *apart["high"]],
        "correlation": [*found.correlation, *none],
        "variance_reduction": [*found.reduction, *none],
        "games_changed_rate": [*found.changed, *none],
    }
    return pl.DataFrame(rows, strict=False, nan_to_null=True)


def _apart(base: Followed, other: Followed) -> pl.DataFrame:
    """Outcomes of many games together, each with an interval of its own: the seats' spread, who led at half."""
    one, two = base.sample, other.sample
    spread = spread_difference(one.wins, two.wins, one.job.block)
    half = changes(base.halves, other.halves)
    value = np.concatenate([spread.value, half.value])
    margin = 1.96 * np.concatenate([spread.standard_error, half.standard_error])
    rows = {
        "outcome": ["seat_spread", *HALVES],
        "base": [np.ptp(one.wins.mean(0)), *base.halves.shares],
        "with_variant": [np.ptp(two.wins.mean(0)), *other.halves.shares],
    }
    return pl.DataFrame(rows | {"difference": value, "low": value - margin, "high": value + margin})


def _headline(variant: str, way: str, names: list[str], found: Paired) -> str:
    """What is shown to change, how many games change their winner, and what the pairing gained."""
    if not found.changed.any():
        blind = ": who plays does not look at it" if way == STRATEGIC else ""
        return f"{variant}, {way}: not one game differs{blind}."
    shown = [_told(name, found, k) for k, name in enumerate(names) if found.low[k] > 0 or found.high[k] < 0]
    more = f"; and {len(shown) - MOST_TOLD} more" if len(shown) > MOST_TOLD else ""
    what = "; ".join(shown[:MOST_TOLD]) + more if shown else "no outcome differs beyond its joint 95 % interval"
    changed = float((found.changed[: names.index("rounds")]).max())
    gain = f"variance reduction {np.median(found.reduction[np.isfinite(found.reduction)]):.1f} (median)"
    return f"{variant}, {way}: {what}; in up to {points(changed):.1f} % of games a seat wins otherwise; {gain}."


def _told(name: str, found: Paired, k: int) -> str:
    """An outcome's change with its interval; shares and rates in points."""
    numbers = np.array([found.difference.value[k], found.low[k], found.high[k]])
    unit = " points" if is_share(name) else ""
    value, low, high = (f"{one:+.3g}" for one in (points(numbers) if unit else numbers))
    return f"{name.replace('_', ' ')} {value}{unit} ({low} to {high})"


def sweep(asked: Asked, variation: Variation, pool: str | None, lab: Lab) -> Answer:
    """A curve over a setting: every outcome at every value with its joint interval, all on the same deals; and how far
    each value is from the first.
    """
    refuse_twice(asked, [variation.setting])
    catalogue = read_catalogue(asked.game)
    strategies = pool or catalogue.base
    curve, differences = [], []
    for value in variation.values:
        sample = _sample(asked, variation.words(value), strategies=strategies, lab=lab)
        names, found = outcomes_of(sample, catalogue)
        curve.append(_curve(variation.setting, value, names, mean_of_games(found, sample.job.block)))
        if value == variation.values[0]:
            first = found
        else:
            differences.append(_from_first(variation.words(value), names, paired(first, found, sample.job.block)))
    tables = {"curve": pl.concat(curve), "differences": pl.concat(differences)}
    title = f"{asked.game.title}, {asked.players} players: a curve over {variation.setting}"
    moving = _moving(tables["differences"])
    headlines = [_range_sentence(tables["curve"], variation.setting, name) for name in moving]
    about: tuple[About, ...] = tuple(("differences", {"outcome": name}) for name in moving)
    if not moving:
        headlines = [f"No outcome is shown to change over {variation.setting}: see the intervals."]
        about = (("differences", {}),)
    facts = facts_of(asked, sample, strategies=strategies)
    return Answer(title, facts, headlines, tables, printed={"differences": ()}, about=about)


def _curve(setting: str, value: Value, names: list[str], found: Estimates) -> pl.DataFrame:
    low, high = found.joint()
    rows = {"outcome": names, "mean": found.value, "low": low, "high": high}
    return pl.DataFrame(rows).insert_column(0, pl.Series(setting, [show(value)] * len(names)))


def _from_first(variant: str, names: list[str], found: Paired) -> pl.DataFrame:
    rows = {"outcome": names, "difference": found.difference.value, "low": found.low, "high": found.high}
    return pl.DataFrame(rows).insert_column(0, pl.Series("variant", [variant] * len(names)))


def _moving(differences: pl.DataFrame) -> list[str]:
    """The outcomes that are shown to differ from the first value somewhere, the surest first."""
    sure = (pl.max_horizontal(pl.col("low"), -pl.col("high")) / (pl.col("high") - pl.col("low"))).fill_nan(None)
    shown = differences.filter((pl.col("low") > 0) | (pl.col("high") < 0)).with_columns(sure=sure)
    found = shown.group_by("outcome", maintain_order=True).agg(pl.col("sure").max()).sort("sure", descending=True)
    return found["outcome"].to_list()[:MOST_TOLD]


def _range_sentence(frame: pl.DataFrame, setting: str, outcome: str) -> str:
    rows = frame.filter(pl.col("outcome") == outcome).sort("mean").to_dicts()
    least, most = ({name: _as_read(outcome, value) for name, value in row.items()} for row in (rows[0], rows[-1]))
    return (
        f"{outcome.replace('_', ' ')}: {least['mean']} ({least['low']} to {least['high']}) at {setting} = "
        f"{least[setting]}, {most['mean']} ({most['low']} to {most['high']}) at {most[setting]}."
    )


def _as_read(outcome: str, value: Any) -> str:
    if not isinstance(value, float):
        return str(value)
    return f"{100 * value:.3g} %" if is_share(outcome) else f"{value:.4g}"
