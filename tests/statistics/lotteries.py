"""Games of pure chance, counted: their law is known, so what a method says of them can be judged."""

from typing import Any

import numpy as np

from analyser.statistics.estimates import Estimates


def patterns(n_seats: int) -> Any:
    """The shares of the win when one seat wins alone, then those when two share it."""
    alone = np.eye(n_seats)
    shared = [alone[a] / 2 + alone[b] / 2 for a in range(n_seats) for b in range(a)]
    return np.concatenate([alone, shared])


def chances(n_seats: int, ties: float, advantage: Any = None) -> Any:
    """The chance of each pattern; `advantage` is added to the seats' chances to win alone."""
    n_pairs = n_seats * (n_seats - 1) // 2
    alone = np.full(n_seats, (1 - ties) / n_seats) + (0 if advantage is None else np.asarray(advantage))
    return np.concatenate([alone, np.full(n_pairs, ties / n_pairs)])


def lottery(rng: np.random.Generator, n_games: int, n_seats: int, ties: float = 0.11, advantage: Any = None) -> Any:
    """Shares of the win, games x seats."""
    kinds = rng.choice(len(patterns(n_seats)), n_games, p=chances(n_seats, ties, advantage))
    return patterns(n_seats)[kinds]


def counted(
    rng: np.random.Generator, n_games: int, n_seats: int, ties: float = 0.11, advantage: Any = None
) -> Estimates:
    """Each seat's advantage in a lottery of so many games, from the counts of its patterns: quick, and exact."""
    shares = patterns(n_seats) - 1 / n_seats
    rate = rng.multinomial(n_games, chances(n_seats, ties, advantage)) / n_games
    mean = rate @ shares
    covariance = (shares.T @ (rate[:, None] * shares) - np.outer(mean, mean)) / (n_games - 1)
    return Estimates(mean, covariance, n_games)
