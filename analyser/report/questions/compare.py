"""Two variants of a rule on the same deals: length, seats, and who wins instead."""

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from analyser.errors import BadInput, unknown
from analyser.experiments.compare import Variation, outcomes_of, read_variation
from analyser.experiments.sample import Asked, Sample, play
from analyser.report.charts import COLOURS, GREY, HATCHES, MARKERS, SMALL, histogram, numbers, plain
from analyser.report.hanging import hanging
from analyser.report.holding import Claim, repeated, robustness, side
from analyser.report.page import Page, Table, table_of
from analyser.report.questions.kind import Kind
from analyser.report.rates import rate
from analyser.report.verdicts import Level, Verdict
from analyser.report.words import Words
from analyser.settings import show
from analyser.statistics.estimates import mean_of_games
from analyser.statistics.paired import paired, spread_difference

if TYPE_CHECKING:
    from analyser.report.desk import Desk
    from analyser.report.recipe import Ask

SHOWN = ("rounds", "winners_score", "shared_rate", "no_winner_rate", "unfinished_rate", "seat_spread")


def page(desk: "Desk", ask: "Ask") -> Page:
    """The second value against the first: strategies adapt to it or, where a setting can hide it, do not."""
    words, variation = desk.words, variation_of(desk, ask)
    samples = _samples(desk, desk.asked_for(ask), variation, desk.base)
    frame = table_of_ways(desk, samples)

    def again(asked: Asked, strategy: str = desk.base) -> pl.DataFrame:
        return table_of_ways(desk, _samples(desk, asked, variation, strategy))

    others = repeated(desk, lambda field: again(desk.asked_for(ask), field))
    names = [words.label(variation.words(one)) for one in variation.values]
    claimed = claim(frame, ask.get("headline", "rounds"), words)
    holding = robustness(words, desk.base, frame, others, claimed)
    answer = verdict(_adapted(frame), ask.get("headline", "rounds"), names, words).held(holding)
    hangs, told = hanging(desk, ask, answer, claimed, again, [variation.setting])
    return Page(
        ask.name,
        words.told(ask.title),
        (answer,),
        lambda figure: _draw(figure, samples, names, words),
        words.say("compare.caption"),
        _table(frame, names, words),
        (_method(samples["base"], desk.base, frame, words), holding.sentence, *told),
        _others(frame, names, words),
        hangs,
    )


def _adapted(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.filter(pl.col("way") == "adapted")


def claim(frame: pl.DataFrame, headline: str, words: Words) -> Claim:
    """The verdict rests on the changes that it names: those of the headline and of the seats' spread, if shown."""
    named = _adapted(frame).filter(pl.col("outcome").is_in([headline, "seat_spread"])).to_dicts()
    rests_on = [row for row in named if side(row["low"], row["high"])]
    columns = ("difference", "low", "high")
    return Claim(("way", "outcome"), columns, lambda row: words.label(row["outcome"]), rests_on)


def variation_of(desk: "Desk", ask: "Ask") -> Variation:
    """The two rules that are compared."""
    variation = read_variation(desk.asked.game, str(ask.get("vary")))
    if len(variation.values) != 2:
        raise BadInput(f"{desk.recipe.path}, page {ask.name}: vary = « {ask.get('vary')} » must name two values.")
    known = [*SHOWN, *desk.catalogue.outcomes]
    if ask.get("headline", "rounds") not in known:
        raise unknown(
            f"outcome for page {ask.name} of {desk.recipe.path}:", ask.get("headline"), known, "docs/report.md"
        )
    return variation


def _samples(desk: "Desk", asked: Asked, variation: Variation, strategy: str) -> dict[str, Sample]:
    first, second = variation.values
    hidden = desk.catalogue.same_play.get(variation.setting)
    ways = {"base": [variation.words(first)], "adapted": [variation.words(second)]}
    if hidden is not None:
        ways["same"] = [variation.words(second), f"{hidden}={show(first)}"]
    return {way: play(asked.job("rotated", words, strategies=strategy), desk.lab) for way, words in ways.items()}


def table_of_ways(desk: "Desk", samples: dict[str, Sample]) -> pl.DataFrame:
    """A row an outcome and way of playing: both means, the paired difference, its joint interval."""
    base = samples["base"]
    names, first = outcomes_of(base, desk.catalogue)
    frames = []
    for way, sample in samples.items():
        if way == "base":
            continue
        found = paired(first, outcomes_of(sample, desk.catalogue)[1], base.job.block)
        spread = spread_difference(base.wins, sample.wins, base.job.block)
        change, half = float(spread.value[0]), 1.96 * float(spread.standard_error[0])
        rows = {
            "outcome": [*names, "seat_spread"],
            "base": [*found.base, float(np.ptp(base.wins.mean(0)))],
            "variant": [*found.variant, float(np.ptp(sample.wins.mean(0)))],
            "difference": [*found.difference.value, change],
            "low": [*found.low, change - half],
            "high": [*found.high, change + half],
            "variance_reduction": [*found.reduction, None],
        }
        table = pl.DataFrame(rows, strict=False, nan_to_null=True).with_columns(
            pl.lit(way).alias("way"), **_other_winners(base, sample)
        )
        frames.append(table)
    known = [*SHOWN, *desk.catalogue.outcomes]
    return pl.concat(frames).filter(pl.col("outcome").is_in(known) & ((pl.col("base") != 0) | (pl.col("variant") != 0)))


def _other_winners(base: Sample, sample: Sample) -> dict[str, pl.Expr]:
    """In how many of the same games the win goes elsewhere."""
    share, low, high = rate((base.wins != sample.wins).any(1), base.job.block)
    return {"other_winner_rate": pl.lit(share), "other_low": pl.lit(low), "other_high": pl.lit(high)}


def _other_rate(row: dict[str, Any], words: Words) -> str:
    ends = words.between_shares(row["other_low"], row["other_high"])
    return f"{words.percent(row['other_winner_rate'])} ({ends})"


def verdict(frame: pl.DataFrame, outcome: str, names: list[str], words: Words) -> Verdict:
    """The headline's change and the seats' spread, each said only as far as its interval shows it."""
    rows = {row["outcome"]: row for row in frame.to_dicts()}
    row, spread = rows[outcome], rows["seat_spread"]
    where = ("none", "more", "less")[side(row["low"], row["high"])]
    facts = {
        "outcome": words.label(outcome),
        "variant": names[1],
        "base": names[0],
        "change": words.number(abs(row["difference"]), 2),
        "between": words.between(*_ends(row), 2),
        "other": _other_rate(row, words),
    }
    seats = ("none", "wider", "closer")[side(spread["low"], spread["high"])]
    least, most = _ends(spread)
    wide = words.between(100 * least, 100 * most)
    told = words.say(f"compare.seats_{seats}", change=words.number(100 * abs(spread["difference"]), 1), between=wide)
    weight = abs(row["difference"]) / max(abs(row["base"]), 1e-9)
    level = Level.FOUND if where != "none" or seats != "none" else Level.TOLD
    return Verdict(level, f"{words.say(f'compare.{where}', **facts)} {told}", weight)


def _ends(row: dict[str, Any]) -> tuple[float, float]:
    return (row["low"], row["high"]) if row["difference"] >= 0 else (-row["high"], -row["low"])


def _others(frame: pl.DataFrame, names: list[str], words: Words) -> tuple[str, ...]:
    told = [
        words.say(f"compare.other_{row['way']}", rate=_other_rate(row, words), variant=names[1])
        for row in frame.unique("way", maintain_order=True).to_dicts()
    ]
    return (" ".join(told),)


def _draw(figure: Any, samples: dict[str, Sample], names: list[str], words: Words) -> None:
    lengths, seats, winners = figure.subplots(1, 3, width_ratios=[1.5, 1.1, 0.9])
    for k, way in enumerate(("base", "adapted")):
        values = samples[way].games["rounds"].to_numpy()
        histogram(lengths, values, words, words.say("share_of_games"), words.label("rounds"), k, names[k])
    lengths.legend(frameon=False, fontsize=7)
    lengths.set_title(words.say("compare.lengths"), fontsize=SMALL)
    n = samples["base"].job.players
    for k, way in enumerate(("base", "adapted")):
        look = {"color": COLOURS[k], "marker": MARKERS[k], "linestyle": ("-", "--")[k], "label": names[k]}
        found = mean_of_games(100 * samples[way].wins, samples[way].job.block)
        reach = found.critical() * found.standard_error
        seats.errorbar(np.arange(1, n + 1) + 0.1 * k, found.value, yerr=reach, capsize=2, linewidth=1.1, **look)
    seats.axhline(100 * samples["base"].wins.sum(1).mean() / n, color=GREY, linewidth=0.8)
    seats.set_xticks(range(1, n + 1))
    seats.set_xlabel(words.say("seat", seat="").strip(), fontsize=SMALL)
    seats.set_title(words.say("compare.seats"), fontsize=SMALL)
    seats.legend(frameon=False, fontsize=7)
    plain(seats)
    numbers(seats.yaxis, words)
    _winners(winners, samples, words)


def _winners(axes: Any, samples: dict[str, Sample], words: Words) -> None:
    ways = [way for way in samples if way != "base"]
    other = [100 * float((samples["base"].wins != samples[way].wins).any(1).mean()) for way in ways]
    same = [100 - one for one in other]
    axes.bar(range(len(ways)), same, color=COLOURS[5], edgecolor="white", label=words.say("compare.same_winner"))
    look = {"color": COLOURS[4], "hatch": HATCHES[1], "edgecolor": "white", "bottom": same}
    axes.bar(range(len(ways)), other, label=words.say("compare.other_winner"), **look)
    axes.set_xticks(range(len(ways)), [words.say(f"way.{way}") for way in ways])
    axes.set_title(words.say("compare.winners"), fontsize=SMALL)
    axes.legend(frameon=True, fontsize=7, loc="lower center")
    plain(axes)
    numbers(axes.yaxis, words)


def _table(frame: pl.DataFrame, names: list[str], words: Words) -> Table:
    shown = frame.with_columns(
        label=pl.Series(
            [f"{words.label(row['outcome'])} ({words.say('way.' + row['way'])})" for row in frame.to_dicts()]
        )
    )
    return table_of(
        shown,
        [
            ("label", words.say("column.outcome"), str),
            ("base", names[0], lambda x: words.number(x, 3)),
            ("variant", names[1], lambda x: words.number(x, 3)),
            ("difference", words.say("column.change"), lambda x: words.signed(x, 3)),
            ("low", words.say("column.low"), lambda x: words.signed(x, 3)),
            ("high", words.say("column.high"), lambda x: words.signed(x, 3)),
            ("variance_reduction", words.say("column.reduction"), lambda x: words.number(min(x, 9999), 1)),
        ],
    )


def _method(base: Sample, strategy: str, frame: pl.DataFrame, words: Words) -> str:
    finite = frame["variance_reduction"].drop_nulls()
    finite = finite.filter(finite.is_finite())
    gain = words.number(float(np.median(finite.to_numpy())), 1)
    return words.say("compare.method", games=words.count(base.n_games), base=strategy, reduction=gain)


KIND = Kind(page, needs=frozenset({"vary"}), options=frozenset({"headline"}), check=variation_of)
