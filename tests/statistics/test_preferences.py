"""Weights from lessons: what choices brought is explained by what was answered about them."""

from dataclasses import fields, replace

import numpy as np

from analyser.statistics.preferences import HUGE, RIDGES, Tried, best_ridge, importance, sums_of, weights_of

SORTS = 3


def tried(seed: int, weights: np.ndarray, n_lessons: int = 400, noise: float = 0.1) -> Tried:
    """Lessons of five choices each, whose worth is the sum of weights times answers, and the luck of the lesson."""
    rng = np.random.Generator(np.random.PCG64(seed))
    lesson = np.repeat(np.arange(n_lessons), 5)
    n = len(lesson)
    sort, clock, answers = rng.integers(SORTS, size=n), rng.random(n), rng.standard_normal((n, weights.shape[2]))
    answers[:, 0] = 1.0
    worth = ((weights[sort, 0] + clock[:, None] * weights[sort, 1]) * answers).sum(1)
    brought = worth + rng.standard_normal(n_lessons)[lesson] * 10 + noise * rng.standard_normal(n)
    return Tried(lesson, sort, clock, answers, brought)


def some_weights(seed: int = 1) -> np.ndarray:
    return np.random.Generator(np.random.PCG64(seed)).standard_normal((SORTS, 2, 4))


def test_true_weights_are_found_whatever_the_luck_of_a_lesson():
    true = some_weights()
    found = weights_of(sums_of(tried(1, true), SORTS), 1e-6, SORTS)
    assert np.abs(found - true)[:, :, 1:].max() < 0.1
    sorts = found[:, 0, 0] - found[0, 0, 0], true[:, 0, 0] - true[0, 0, 0]
    assert np.abs(sorts[0] - sorts[1]).max() < 0.1  # only differences between sorts can be known


def test_sums_of_parts_are_the_sums_of_all():
    one, other = (tried(seed, some_weights()) for seed in (1, 2))
    later = replace(other, lesson=other.lesson + 400)
    together = Tried(*(np.concatenate([getattr(part, each.name) for part in (one, later)]) for each in fields(Tried)))
    added, whole = sums_of(one, SORTS) + sums_of(other, SORTS), sums_of(together, SORTS)
    assert np.allclose(added.products, whole.products) and np.allclose(added.moments, whole.moments)
    assert added.n_lessons == whole.n_lessons == 800


def test_lessons_that_fade_count_less():
    sums = sums_of(tried(1, some_weights()), SORTS)
    assert np.allclose(sums.faded(0.5).products, sums.products / 2)
    assert np.allclose(weights_of(sums.faded(0.5), 0.1, SORTS), weights_of(sums, 0.1, SORTS))


def test_noise_is_shrunk_and_knowledge_is_not():
    def ridge(true: np.ndarray, noise: float) -> float:
        halves = tuple(sums_of(tried(seed, true, 60, noise), SORTS) for seed in (1, 2))
        return best_ridge(halves, SORTS)

    assert ridge(np.zeros((SORTS, 2, 4)), 1.0) == RIDGES[-1]
    assert ridge(some_weights(), 0.01) == RIDGES[0]


def test_codes_get_no_weight():
    lessons = tried(1, some_weights())
    lessons.answers[:, 2] *= 10 * HUGE
    assert not weights_of(sums_of(lessons, SORTS), 0.01, SORTS)[:, :, 2].any()


def test_only_what_is_kept_gets_a_weight():
    sums = sums_of(tried(1, some_weights()), SORTS)
    kept = importance(sums, weights_of(sums, 0.01, SORTS)) > 5.0
    found = weights_of(sums, 0.01, SORTS, kept)
    assert kept.any() and not kept.all()
    assert not found[~kept].any() and found[kept].all()
