"""What figures show is what their tables say: read back from what was drawn."""

import numpy as np
import polars as pl
import pytest
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure

from analyser.experiments.words import Words
from analyser.plotting import charts
from analyser.plotting.charts import Bars, Marks, Series
from analyser.report.pages import make_page
from analyser.report.pages.values import _curves, frame_of
from tests.report.small import context_of, few_pages, spec, with_recipe

WORDS = Words("en")


def drawn(page):
    figure = Figure()
    page.chart(figure)
    return figure


def points(axes):
    """The points of each series with intervals: x and y."""
    return [np.array(container.lines[0].get_xydata()) for container in axes.containers if hasattr(container, "lines")]


def page(kind, game="la-planche", **options):
    """A page of few games, asked of nobody else."""
    return make_page(with_recipe(context_of(game), opponents=(), assumptions=False), spec(kind, **options))


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


def test_a_ladder_is_drawn_as_its_tables_say(monkeypatch):
    monkeypatch.setattr("analyser.experiments.rungs.PLAIN_GAMES", 400)
    found = page("ladder", games=1_000, top=0)
    steps, *headlines = drawn(found).axes
    assert len(headlines) == 3, "seats, colour, length"
    shown = points(steps)[0][:, 0]
    assert (shown > 25).all(), "each level wins more than an equal share"
    assert found.table.frame["question"].unique(maintain_order=True).to_list() == ["seats", "colour", "length"]
    assert found.answer.about.table == "steps"


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
    assert f"in {WORDS.percent(other / 100)} of games" in WORDS.sentence(found.answer.sentence)
    assert set(rows["play"]) == {"adapted play"}
    assert all(one.get_data().values.sum() == pytest.approx(100) for one in lengths.patches if hasattr(one, "get_data"))


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
                "value_points": [5.0, -5.0],
                "low_points": [4.0, -6.0],
                "high_points": [6.0, -4.0],
                "win_share": [0.31, 0.21],
                "win_low_share": [0.30, 0.20],
                "win_high_share": [0.32, 0.22],
                "observed_share": [0.2, 0.4],
                "observed_margin_points": [1.0, 1.0],
                "chosen_freely_rate": [0.5, 0.5],
            }
        )
        forced, seen = _curves(frame_of(rows, WORDS), True, WORDS)
        assert np.allclose(forced.values, [31, 21])
        assert np.allclose(forced.high, [32, 22])
        assert not forced.faint
        assert seen.faint
        assert np.allclose(seen.values, [20, 40])
        assert np.allclose(seen.low, [19, 39])

    def test_what_is_not_known_is_left_out(self):
        rows = pl.DataFrame({"level": ["a"], "value_points": [5.0], "low_points": [None], "high_points": [None]})
        shown = frame_of(rows.cast({"low_points": pl.Float64, "high_points": pl.Float64}), WORDS)
        assert shown.select("value", "low", "high", "known").row(0) == (5.0, None, None, "not shown")


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

    def test_rivers_add_up(self):
        chances = np.random.Generator(np.random.PCG64(3)).dirichlet(np.ones(4), 12)
        axes = Figure().subplots()
        charts.river(axes, chances, WORDS, "a game", ["a", "b", "c", "d"])
        layers = axes.findobj(PolyCollection)
        assert len(layers) == 4
        top = max(path.vertices[:, 1].max() for layer in layers for path in layer.get_paths())
        assert top == pytest.approx(100)

    def test_a_histogram_of_many_lengths_is_drawn_in_fewer_steps(self):
        axes = Figure().subplots()
        charts.histogram(axes, list(range(200)), [1] * 200, WORDS, ("games", "rounds"))
        heights = axes.patches[0].get_data().values
        assert len(heights) <= 80
        assert heights.sum() == pytest.approx(100)


def test_roles_are_drawn_with_what_the_main_run_has_of_them():
    """Faut pas pousser: the main run deals ages, but its players choose who plays first."""
    found = page("seats", "faut-pas-pousser", games=1_000)
    first, second = points(drawn(found).axes[0])
    frame = found.table.frame
    assert frame["role"].to_list() == ["turn_position"] * 4 + ["age_rank"] * 4
    assert np.allclose(first[:, 0], frame["advantage_points"])
    assert len(second) == 4
    assert np.isfinite(second).all()
    assert "exactly equal by symmetry" in WORDS.sentence(found.further[1])
