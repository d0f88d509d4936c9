"""What figures show is what their tables say: read back from what was drawn."""

import numpy as np
import polars as pl
import pytest
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure

from analyser.report import charts
from analyser.report.charts import Bars, Marks, Series
from analyser.report.questions.feel import Rivers
from analyser.report.words import Words
from tests.report.small import ask, desk_of, few_pages

WORDS = Words("en")


def drawn(page):
    figure = Figure()
    page.chart(figure)
    return figure


def points(axes):
    """The points of each series with intervals: x and y."""
    return [np.array(container.lines[0].get_xydata()) for container in axes.containers if hasattr(container, "lines")]


def page(kind, game="la-planche", **options):
    from analyser.report.questions import KINDS

    return KINDS[kind].make(desk_of(game), ask(kind, **options))


def test_seats_are_drawn_where_the_table_has_them():
    found = next(one for one in few_pages().pages if one.name == "seats")
    axes = drawn(found).axes[0]
    assert np.allclose(points(axes)[0][:, 0], found.table.frame["advantage_points"])
    band = axes.patches[0].get_extents().transformed(axes.transData.inverted())
    assert (band.x0, band.x1) == pytest.approx((-1.0, 1.0))


def test_lengths_are_shares_of_all_games():
    found = next(one for one in few_pages().pages if one.name == "length")
    stairs = drawn(found).axes[0].patches
    heights = next(one for one in stairs if hasattr(one, "get_data")).get_data().values
    assert heights.sum() == pytest.approx(100)


def test_survival_bars_are_the_shares():
    found = next(one for one in few_pages().pages if one.name == "survival")
    axes = drawn(found).axes[0]
    heights = [bar.get_height() for bar in axes.patches if bar.get_width() < 1]
    assert np.allclose(sorted(heights), sorted(100 * found.table.frame["share"]))
    shares = found.table.frame.group_by("players").agg(pl.col("share").sum())
    assert np.allclose(shares["share"], 1)


def test_endings_leave_out_the_single_winner_and_mark_the_limit():
    found = page("endings", games=1_000)
    axes = drawn(found).axes[0]
    assert [tick.get_text() for tick in axes.get_xticklabels()] == ["no winner"]
    rates = found.table.frame.filter(pl.col("outcome") == "no_winner")["rate"]
    assert np.allclose(sorted(bar.get_height() for bar in axes.patches), sorted(100 * rates))
    limit = next(line for line in axes.get_lines() if line.get_linestyle() == "--")
    assert list(limit.get_ydata()) == [25, 25]


def test_a_comparison_counts_the_same_games():
    found = page("compare", vary="push=contact,row", games=1_000)
    lengths, seats, winners = drawn(found).axes
    rows = found.table.frame
    assert set(seats.get_legend_handles_labels()[1]) == {"push=contact", "push=row"}
    assert all(one[:, 1].sum() == pytest.approx(100) for one in points(seats))
    same, other = (bar.get_height() for bar in winners.patches)
    assert same + other == pytest.approx(100)
    assert other == pytest.approx(100 * rows["other_winner_rate"][0])
    assert all(one.get_data().values.sum() == pytest.approx(100) for one in lengths.patches)


def test_a_rule_against_itself_changes_nothing():
    from analyser.report.questions.compare import table_of_ways, verdict

    desk = desk_of("la-planche")
    from analyser.experiments.sample import play

    sample = play(desk.asked.job("rotated", strategies="protector"), desk.lab)
    frame = table_of_ways(desk, {"base": sample, "adapted": sample})
    assert (frame["difference"] == 0).all()
    assert "no change of rounds is shown" in verdict(frame, "rounds", ["a", "a"], WORDS).sentence


def test_a_curve_over_a_setting():
    found = page("sweep", vary="plank_length=17,18,20", outcomes=["rounds", "decisions"], games=1_000)
    left, right = drawn(found).axes
    frame = found.table.frame
    assert np.allclose(right.get_lines()[0].get_ydata(), frame.filter(pl.col("outcome") == "decisions")["mean"])
    assert [tick.get_text() for tick in left.get_xticklabels()] == ["17", "18", "20"]


def test_assumptions_start_from_the_usual_value():
    found = page("tornado", settings=["push", "vane"], games=1_000)
    axes = drawn(found).axes[0]
    frame = found.table.frame
    usual = frame["advantage_points"][0]
    bars = [bar for bar in axes.patches if bar.get_height() == pytest.approx(0.62)]
    assert len(bars) == frame.height - 1
    ends = sorted(bar.get_x() + bar.get_width() for bar in bars)
    assert np.allclose(ends, sorted(frame["advantage_points"][1:]))
    assert all(bar.get_x() == pytest.approx(usual) for bar in bars)


class TestForcedAndSeen:
    def test_the_timing_curve_shows_both(self):
        rows = pl.DataFrame(
            {
                "level": ["1", "2"],
                "value": [5.0, -5.0],
                "low_points": [4.0, -6.0],
                "high_points": [6.0, -4.0],
                "observed_share": [0.2, 0.4],
                "observed_margin_points": [1.0, 1.0],
                "chosen_freely_rate": [0.5, 0.5],
            }
        )
        from analyser.report.questions.values import _over

        forced, seen = _over(rows, WORDS)
        assert forced.values == [5.0, -5.0]
        assert not forced.faint
        assert seen.faint
        assert np.allclose(seen.values, [-10, 10])
        assert np.allclose(seen.low, [-11, 9])


class TestCharts:
    def test_a_forest_leaves_out_what_is_not_known(self):
        figure = Figure()
        series = [Series("a", [1.0, None], [0.0, None], [2.0, None]), Series("b", [1.0, 2.0], [None, 1], [None, 3])]
        charts.forest(figure, ["x", "y"], series, Marks("points"), WORDS)
        first, second = points(figure.axes[0])
        assert len(first) == 1
        assert len(second) == 2

    def test_parts_below_zero_hang_down(self):
        figure = Figure()
        axes = figure.subplots()
        charts.stacked(axes, ["a"], {"up": [2.0], "down": [-1.0], "more": [3.0]}, WORDS, "points")
        assert [(bar.get_y(), bar.get_height()) for bar in axes.patches] == [(0, 2), (0, -1), (2, 3)]

    def test_bars_have_their_intervals(self):
        figure = Figure()
        charts.bars(figure, ["a", "b"], [Bars("x", [1, 2], [0, 1], [3, 4])], Marks("%", 1.5), WORDS)
        assert [bar.get_height() for bar in figure.axes[0].patches] == [1, 2]

    def test_series_differ_without_colours(self):
        looks = [charts._look(k, False) for k in range(4)]
        assert len({look["fmt"] for look in looks}) == 4
        assert len(set(charts.HATCHES)) == len(charts.HATCHES) == len(charts.COLOURS)

    def test_a_heat_map_is_centred_on_an_equal_share(self):
        axes = Figure().subplots()
        image = charts.heat(axes, ["a", "b"], np.array([[25, 75], [10, np.nan]]), WORDS, 25.0)
        assert sum(image.get_clim()) / 2 == 25
        assert [text.get_text() for text in axes.texts] == ["25", "75", "10"]

    def test_rivers_add_up_and_typical_games_are_in_the_order_of_drama(self):
        rng = np.random.Generator(np.random.PCG64(3))
        chances = rng.dirichlet(np.ones(4), (200, 12))
        rivers = Rivers(chances, np.full(200, 12), rng.integers(0, 4, 200))
        games = rivers.typical()
        assert rivers.drama[games["clear"]] < rivers.drama[games["usual"]] < rivers.drama[games["dramatic"]]
        figure = Figure()
        rivers.draw(figure, WORDS)
        layers = figure.axes[0].findobj(PolyCollection)
        assert len(layers) == 4
        top = max(path.vertices[:, 1].max() for layer in layers for path in layer.get_paths())
        assert top == pytest.approx(100)
