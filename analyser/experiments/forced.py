"""One seat is held to a level, all others play on: what the level is worth to that seat (methods M8, M9).

*Unilateral*: the focal seat alone is held to it, and visits every seat on every deal. *Marginal*: every seat is held
to a level of its own, all levels equally often. *Universal*: all seats are held to the same level.
"""

from typing import Any

import numpy as np
import polars as pl

from analyser.aggregate.intervals import rare_reach
from analyser.experiments.answer import points
from analyser.experiments.catalogue import Question
from analyser.experiments.sample import Asked, Lab, Sample, play
from analyser.statistics.estimates import Estimates, mean_by_cell, mean_of_games
from analyser.statistics.values import exchanged, forced_values, joint_of_shares, verdicts


def free_sample(asked: Asked, base: str, lab: Lab) -> Sample:
    """The field alone, on the deals of the focal experiments (each of which is played once for every seat)."""
    deals = max(asked.games // asked.players, 1)
    return play(asked.job("fresh", games=deals, strategies=base), lab)


def forced(asked: Asked, question: Question, base: str, lab: Lab) -> pl.DataFrame:
    """A row a level: its unilateral value, and beside it what was seen, complied with, marginal and universal."""
    free = free_sample(asked, base, lab)
    samples = {
        label: play(asked.focal(question.filled("play", level, base), base), lab)
        for label, level in question.levels.items()
    }
    references = _references(asked, question, base, lab)
    games = min(free.n_games * asked.players, *(one.n_games for one in samples.values()))
    wins = np.column_stack([one.of_focal(0)[:games] for one in samples.values()])
    unforced = [one.of_focal(0) for one in references.values()] or [free.wins.ravel()]
    without = np.column_stack([one[:games] for one in unforced])
    found = forced_values(wins, asked.players)
    reach = _reach(question, found, games)
    rows = value_rows(list(samples), found, _values(question, wins, without, asked.players), reach=reach)
    rows["games"] = [games] * len(samples)
    if not asked.brief:
        rows |= _beside(asked, question, base, free, samples, lab)
        rows |= _how_often(question, samples, references)
    return pl.DataFrame(rows, strict=False)


def _beside(
    asked: Asked, question: Question, base: str, free: Sample, samples: dict[str, Sample], lab: Lab
) -> dict[str, Any]:
    """What is seen when strategies choose for themselves, and the other estimands, where the question asks for them."""
    rows: dict[str, Any] = {}
    if question.get("observed"):
        pool = question.get("observed_pool")
        seen = play(asked.job("fresh", strategies=pool, lineups="balanced"), lab) if pool else free
        rows |= _seen(seen, samples, question)
    if question.get("marginal"):
        rows |= _marginal(asked, question, base, lab)
    if question.get("universal"):
        rows |= _universal(asked, question, base, lab)
    return rows


def _references(asked: Asked, question: Question, base: str, lab: Lab) -> dict[str, Sample]:
    """What the focal seat plays instead at each level, where the question says so."""
    if not question.get("reference_play"):
        return {}
    specs = {label: question.filled("reference_play", level, base) for label, level in question.levels.items()}
    samples = {spec: play(asked.focal(spec, base), lab) for spec in dict.fromkeys(specs.values())}
    return {label: samples[spec] for label, spec in specs.items()}


def _how_often(question: Question, samples: dict[str, Sample], references: dict[str, Sample]) -> dict[str, Any]:
    """In how many games a level brings more, or less, than its reference does on the same deal; 95 % margins."""
    column = question.get("often")
    if not column:
        return {}
    rows: dict[str, Any] = {}
    for label, sample in samples.items():
        gain = sample.of_focal(0, column) - references[label].of_focal(0, column)
        found = mean_of_games(np.column_stack([gain > 0, gain < 0]).astype(float), sample.job.block)
        for k, name in enumerate(("better", "worse")):
            rows.setdefault(f"{name}_rate", []).append(float(found.value[k]))
            margin = points(1.96 * float(found.standard_error[k]))
            rows.setdefault(f"{name}_margin_points", []).append(margin)
    return rows


def _values(question: Question, wins: Any, without: Any, block: int) -> Estimates:
    """Each level less the mean of all, or less its reference where the question names one."""
    if not question.get("reference"):
        return forced_values(wins, block).from_their_mean()
    sign = -1.0 if question.get("taken_away") else 1.0
    return forced_values(sign * (wins - without), block)


def _reach(question: Question, shares: Estimates, games: int) -> tuple[Any, Any]:
    """How far down and up a value reaches at least, where its level hardly ever wins, or loses."""
    down, up = rare_reach(shares.value, games)
    return (up, down) if question.get("taken_away") else (down, up)


def value_rows(
    labels: list[str],
    shares: Estimates | None,
    values: Estimates,
    plays: Any = None,
    reach: tuple[Any, Any] = (0.0, 0.0),
) -> dict[str, Any]:
    """The columns that all value tables have: joint 95 % intervals over the levels, and on which side of 0 they lie.

    With `plays`, values are means over so many holders; intervals have at least the `reach`, down and up.
    """
    low, high = values.joint() if plays is None else joint_of_shares(values, plays)
    low, high = np.minimum(low, values.value - reach[0]), np.maximum(high, values.value + reach[1])
    rows: dict[str, Any] = {"level": labels}
    if shares is not None:
        rows["win_share"] = shares.value
    return rows | {
        "value_points": points(values.value),
        "low_points": points(low),
        "high_points": points(high),
        "verdict": verdicts(low, high),
    }


def worth_rows(values: Estimates, rate: Estimates) -> dict[str, list[float]]:
    """Values told in another currency, each with an interval of its own."""
    slope, slope_error = float(rate.value[0]), float(rate.standard_error[0])
    pairs = zip(values.value, values.standard_error, strict=True)
    worths = [exchanged(float(value), float(error), slope, slope_error) for value, error in pairs]
    return {
        "worth": [one.amount for one in worths],
        "worth_low": [one.low for one in worths],
        "worth_high": [one.high for one in worths],
    }


def _seen(free: Sample, samples: dict[str, Sample], question: Question) -> dict[str, Any]:
    """What strategies choose by themselves, the field or a pool of several: how often, and how often they win then.

    And whether the force was obeyed.
    """
    column = question.options["observed"]
    seen = free.seats[column].cast(pl.String).to_numpy().reshape(free.n_games, -1)
    used, naive, margin, obeyed = [], [], [], []
    blocks = np.repeat(np.arange(free.n_games), seen.shape[1])
    for label, sample in samples.items():
        cells = np.where(seen.ravel() == label, 0, -1)
        used.append(float((cells == 0).mean()))
        rate = mean_by_cell(free.wins.ravel(), cells, blocks, 1, free.n_games) if used[-1] else None
        naive.append(float(rate.value[0]) if rate else None)
        margin.append(points(1.96 * float(rate.standard_error[0])) if rate else None)
        own = sample.seats[column].cast(pl.String).to_numpy().reshape(sample.n_games, -1)
        obeyed.append(float((own[np.arange(sample.n_games), (sample.lineups == 0).argmax(1)] == label).mean()))
    return {
        "observed_share": naive,
        "observed_margin_points": margin,
        "chosen_freely_rate": used,
        "compliance_rate": obeyed,
    }


def _marginal(asked: Asked, question: Question, base: str, lab: Lab) -> dict[str, Any]:
    """Every seat has a level of its own."""
    pool = ",".join(question.filled("play", level, base) for level in question.levels.values())
    sample = play(asked.job("seated", strategies=pool, lineups="balanced"), lab)
    centred = sample.wins - sample.wins.mean(1, keepdims=True)
    blocks = np.repeat(np.arange(sample.n_games) // sample.job.block, asked.players)
    n_blocks = sample.n_games // sample.job.block
    found = mean_by_cell(centred.ravel(), sample.lineups.ravel(), blocks, len(question.levels), n_blocks)
    low, high = found.joint()
    return {
        "marginal_points": points(found.value),
        "marginal_low_points": points(low),
        "marginal_high_points": points(high),
    }


def _universal(asked: Asked, question: Question, base: str, lab: Lab) -> dict[str, Any]:
    """All seats have the same level: by symmetry nobody wins more, but scores and lengths change."""
    means, margins = [], []
    for level in question.levels.values():
        sample = play(asked.mirror(question.filled("play", level, base)), lab)
        found = mean_of_games(sample.by_seat("score").mean(1, keepdims=True), sample.job.block)
        means.append(float(found.value[0]))
        margins.append(1.96 * float(found.standard_error[0]))
    return {"universal_score": means, "universal_score_margin": margins}


def by_setting(asked: Asked, question: Question, base: str, lab: Lab, rate: Estimates | None = None) -> pl.DataFrame:
    """A setting gives one seat each level in turn, on the same deals."""
    turn = question.get("turn")
    seat = 0 if turn is None else (int(turn) - 1) % asked.players
    samples = {
        label: play(asked.job("fresh", question.filled("set", level, base), strategies=base), lab)
        for label, level in question.levels.items()
    }
    wins = np.column_stack([one.wins[:, seat] for one in samples.values()])
    free = play(asked.job("fresh", strategies=base), lab).wins[:, [seat]] if question.get("reference") else None
    found = _values(question, wins, free, 1)
    shares = forced_values(wins, 1)
    rows = value_rows(list(samples), shares, found, reach=_reach(question, shares, len(wins)))
    rows |= {"seat": [seat] * len(samples), "games": [len(wins)] * len(samples)}
    if question.get("complies"):
        expression = pl.sql_expr(question.options["complies"])
        rows["compliance_rate"] = [float(one.games.select(expression.mean()).item()) for one in samples.values()]
    if rate is not None:
        worths = worth_rows(found, rate)
        rows |= {f"worth_in_{question.options['currency']}": worths.pop("worth")} | worths
    return pl.DataFrame(rows, strict=False)
