"""How far an experiment is: games played, and the most that its steps may still play."""

from collections.abc import Sequence
from threading import Lock


class Steps:
    """The steps of an experiment in their order, each with the most games that it may play.

    A step that ends early, or finds its games already played, takes the rest off the total.
    """

    def __init__(self) -> None:
        self.planned: list[int] = []
        self.played, self.before = 0, 0
        self.lock = Lock()

    def plan(self, games: Sequence[int]) -> None:
        """Before anything is played."""
        self.planned = list(games)

    def add(self, games: int) -> None:
        """More games were played, in any thread."""
        with self.lock:
            self.played += games

    def end(self) -> None:
        """The step under way has ended."""
        self.planned = self.planned[1:]
        self.before = self.played

    @property
    def total(self) -> int:
        """The most games in all, as far as is known now."""
        under_way = max(self.played, self.before + self.planned[0]) if self.planned else self.played
        return under_way + sum(self.planned[1:])
