"""One seat is held to a level, all others play freely: what the level is worth to that seat.

*Unilateral*: the focal seat alone is held to it, and visits every seat on every deal. *Marginal*: every seat is held
to its own level, all levels equally often. *Universal*: all seats are held to the same level.

Methods: docs/explanation/methods.md#observed-rates, #forced-levels.
"""

import numpy as np
import polars as pl

from analyser.core.arrays import ArrayTable, Floats, Ints, Values
from analyser.experiments.catalogue import BySetting, Forced, filled
from analyser.experiments.sample import ExperimentSpec, Runner, Sample, play
from analyser.statistics.estimates import Estimates, mean_by_cell, mean_of_games
from analyser.statistics.intervals import rare_reach
from analyser.statistics.values import exchanged, joint_of_shares, verdicts

Reach = tuple[Floats | float, Floats | float]


def free_sample(experiment: ExperimentSpec, base: str, runner: Runner) -> Sample:
    """The field alone, on the deals of the focal experiments (each deal is played once for every seat)."""
    return play(experiment.focal(base, base), runner)


def forced(experiment: ExperimentSpec, question: Forced, base: str, runner: Runner) -> pl.DataFrame:
    """A row for each level: its unilateral value, then the observed, compliance, marginal and universal columns."""
    free = free_sample(experiment, base, runner)
    samples = {
        label: play(experiment.focal(filled(question.play, level, base), base), runner)
        for label, level in question.tried.items()
    }
    references = _references(experiment, question, base, runner)
    held = [one.of_focal() for one in samples.values()]
    unforced = [one.of_focal() for one in references.values()] or [free.of_focal()]
    wins, without = np.column_stack(held), np.column_stack(unforced)
    rows, _ = _level_rows(question, wins, without, experiment.players, experiment.confidence)
    rows |= {"equal_share": [free.wins.mean()] * len(samples), "games": [len(wins)] * len(samples)}
    if not experiment.brief:
        rows |= _beside(experiment, question, base, free, samples, runner)
        rows |= _how_often(question, samples, references)
    return pl.DataFrame(rows, strict=False)


def _beside(
    experiment: ExperimentSpec, question: Forced, base: str, free: Sample, samples: dict[str, Sample], runner: Runner
) -> ArrayTable:
    """What is observed when strategies choose for themselves, and the other estimands that the question asks for."""
    rows: dict[str, Values] = {}
    if question.observed:
        pool = question.observed_pool
        seen = play(experiment.job("fresh", strategies=pool, lineups="balanced"), runner) if pool else free
        rows |= _seen(seen, samples, question)
    if question.marginal:
        rows |= _marginal(experiment, question, base, runner)
    if question.universal:
        rows |= _universal(experiment, question, base, runner)
    return rows


def _references(experiment: ExperimentSpec, question: Forced, base: str, runner: Runner) -> dict[str, Sample]:
    """What the focal seat plays instead at each level, where the question says so."""
    if not question.reference_play:
        return {}
    specs = {label: filled(question.reference_play, level, base) for label, level in question.tried.items()}
    samples = {spec: play(experiment.focal(spec, base), runner) for spec in dict.fromkeys(specs.values())}
    return {label: samples[spec] for label, spec in specs.items()}


def _how_often(question: Forced, samples: dict[str, Sample], references: dict[str, Sample]) -> ArrayTable:
    """In how many games a level brings more, or less, than its reference does on the same deal; 95 % margins."""
    if not question.often:
        return {}
    rows: dict[str, list[float]] = {}
    for label, sample in samples.items():
        gain = sample.of_focal(question.often) - references[label].of_focal(question.often)
        found = mean_of_games(np.column_stack([gain > 0, gain < 0]).astype(float), sample.job.players)
        for k, name in enumerate(("better", "worse")):
            rows.setdefault(f"{name}_rate", []).append(float(found.value[k]))
            margin = 100 * (1.96 * float(found.standard_error[k]))
            rows.setdefault(f"{name}_margin_points", []).append(margin)
    return rows


def _level_rows(
    question: Forced | BySetting, wins: Floats, without: Floats, block: int, confidence: float
) -> tuple[dict[str, Values], Estimates]:
    """The columns of levels, each less its reference on the same deals, and their values.

    What is taken away is its own reference: a value is what having it adds.
    """
    first, other = (without, wins) if question.taken_away else (wins, without)
    shares, values = mean_of_games(first, block), mean_of_games(first - other, block)
    down, up = rare_reach(wins.mean(0), len(wins))
    reach = (up, down) if question.taken_away else (down, up)
    low, high = _widened(shares, shares.joint(confidence), rare_reach(shares.value, len(wins)))
    columns = {"win_share": shares.value, "win_low_share": low, "win_high_share": high}
    columns["reference_share"] = other.mean(0)
    rows = {name: np.broadcast_to(one, len(question.tried)) for name, one in columns.items()}
    return value_rows(list(question.tried), values, confidence, reach=reach) | rows, values


def _widened(found: Estimates, ends: tuple[Floats, Floats], reach: Reach) -> tuple[Floats, Floats]:
    """Intervals that have at least the `reach`, down and up."""
    return np.minimum(ends[0], found.value - reach[0]), np.maximum(ends[1], found.value + reach[1])


def value_rows(
    labels: list[str],
    values: Estimates,
    confidence: float,
    plays: Ints | int | None = None,
    reach: Reach = (0.0, 0.0),
) -> dict[str, Values]:
    """The columns that all value tables have: joint intervals over the levels, and on which side of 0 they lie.

    With `plays`, values are means over this many holders; intervals have at least the `reach`, down and up.
    """
    ends = values.joint(confidence) if plays is None else joint_of_shares(values, plays, confidence)
    low, high = _widened(values, ends, reach)
    return {
        "level": labels,
        "value_points": 100 * values.value,
        "low_points": 100 * low,
        "high_points": 100 * high,
        "verdict": verdicts(low, high),
    }


def worth_rows(values: Estimates, rate: Estimates, confidence: float) -> dict[str, list[float]]:
    """Values in another currency, each with its own interval."""
    slope, slope_error = float(rate.value[0]), float(rate.standard_error[0])
    pairs = zip(values.value, values.standard_error, strict=True)
    worths = [exchanged(float(value), float(error), slope, slope_error, confidence) for value, error in pairs]
    return {
        "worth": [one.amount for one in worths],
        "worth_low": [one.low for one in worths],
        "worth_high": [one.high for one in worths],
    }


def _seen(free: Sample, samples: dict[str, Sample], question: Forced) -> ArrayTable:
    """What strategies choose by themselves, the field or a pool of several: how often, and how often they win then.

    And how often the level was obeyed.
    """
    column = question.observed
    seen = free.seats[column].cast(pl.String).to_numpy().reshape(free.n_games, -1)
    used, naive, margin, obeyed = [], [], [], []
    blocks = np.repeat(np.arange(free.n_games), seen.shape[1])
    for label, sample in samples.items():
        cells = np.where(seen.ravel() == label, 0, -1)
        used.append(float((cells == 0).mean()))
        rate = mean_by_cell(free.wins.ravel(), cells, blocks, 1, free.n_games) if used[-1] else None
        naive.append(float(rate.value[0]) if rate else None)
        margin.append(100 * (1.96 * float(rate.standard_error[0])) if rate else None)
        own = sample.seats[column].cast(pl.String).to_numpy().reshape(sample.n_games, -1)
        obeyed.append(float((sample.focal_of(own) == label).mean()))
    return {
        "observed_share": naive,
        "observed_margin_points": margin,
        "chosen_freely_rate": used,
        "compliance_rate": obeyed,
    }


def _marginal(experiment: ExperimentSpec, question: Forced, base: str, runner: Runner) -> ArrayTable:
    """Every seat has its own level."""
    pool = ",".join(filled(question.play, level, base) for level in question.tried.values())
    sample = play(experiment.job("seated", strategies=pool, lineups="balanced"), runner)
    gain, levels = sample.above_mean.ravel(), sample.lineups.ravel()
    found = sample.by_cell(gain, levels, len(question.tried))
    low, high = found.joint(experiment.confidence)
    return {
        "marginal_points": 100 * found.value,
        "marginal_low_points": 100 * low,
        "marginal_high_points": 100 * high,
    }


def _universal(experiment: ExperimentSpec, question: Forced, base: str, runner: Runner) -> ArrayTable:
    """All seats have the same level: by symmetry nobody wins more, but scores change."""
    means, margins = [], []
    for level in question.tried.values():
        sample = play(experiment.mirror(filled(question.play, level, base)), runner)
        found = mean_of_games(sample.by_seat("score").mean(1, keepdims=True), sample.job.block)
        means.append(float(found.value[0]))
        margins.append(1.96 * float(found.standard_error[0]))
    return {"universal_score": means, "universal_score_margin": margins}


def by_setting(
    experiment: ExperimentSpec, question: BySetting, base: str, runner: Runner, rate: Estimates | None = None
) -> pl.DataFrame:
    """A setting gives one seat each level in turn, on the same deals."""
    seat = 0 if question.turn is None else (question.turn - 1) % experiment.players
    settings = {label: [filled(one, level, base) for one in question.set] for label, level in question.tried.items()}
    samples = {
        label: play(experiment.job("fresh", words, strategies=base), runner) for label, words in settings.items()
    }
    wins = np.column_stack([one.wins[:, seat] for one in samples.values()])
    free = play(experiment.job("fresh", strategies=base), runner)
    rows, found = _level_rows(question, wins, free.wins[:, [seat]], 1, experiment.confidence)
    rows |= {"equal_share": [free.wins.mean()] * len(samples)}
    rows |= {"seat": [seat + 1] * len(samples), "games": [len(wins)] * len(samples)}
    if question.complies:
        expression = pl.sql_expr(question.complies).mean()
        rows["compliance_rate"] = [float(one.games.select(expression).item()) for one in samples.values()]
    if rate is not None:
        worths = worth_rows(found, rate, experiment.confidence)
        rows |= {f"worth_in_{question.currency}": worths.pop("worth")} | worths
    return pl.DataFrame(rows, strict=False)
