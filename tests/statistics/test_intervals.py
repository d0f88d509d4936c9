"""Quantiles for errors that come from few blocks, against SciPy's."""

from statistics import NormalDist

import pytest
from scipy import stats

from analyser.statistics.intervals import student


@pytest.mark.parametrize("n_blocks", [2, 20, 21, 27, 100, 399])
def test_quantiles_of_few_blocks_are_students(n_blocks):
    for critical in (1.645, 1.96, 2.5, 3.0, 4.0):
        known = stats.t.ppf(NormalDist().cdf(critical), n_blocks - 1)
        assert student(critical, n_blocks) == pytest.approx(known, rel=4e-5)


def test_many_blocks_need_no_widening():
    assert student(1.96, 400) == 1.96
