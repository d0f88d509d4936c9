"""What the pages of one report share: who asks, the main run, the tournament, the language."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from analyser.experiments.answer import Answer
from analyser.experiments.catalogue import Catalogue, read_catalogue
from analyser.experiments.sample import Asked, Lab, Sample, play
from analyser.report.recipe import Ask, Recipe
from analyser.report.words import Words
from analyser.strategies import strategy_files

LEAST = 400
SHARE = 10
"""An experiment plays a tenth of the main run at every level, unless its page says otherwise."""


@dataclass
class Desk:
    """One report being made."""

    recipe: Recipe
    asked: Asked
    """`games` is the size of the main run."""
    lab: Lab
    words: Words
    given: Sample | None = None
    """The main run, if the user names one."""

    @cached_property
    def catalogue(self) -> Catalogue:
        """The game's questions."""
        return read_catalogue(self.asked.game)

    @property
    def base(self) -> str:
        """Who plays the experiments."""
        return self.recipe.base or self.catalogue.base

    @cached_property
    def main(self) -> Sample:
        """All strategies, every one in every seat equally often; or the run that was named."""
        return self.given or play(self.asked.job("fresh"), self.lab)

    @cached_property
    def tournament(self) -> Answer:
        """All strategies against all."""
        from analyser.experiments.tournament import tournament

        pool = ",".join(strategy_files(self.asked.game, self.asked.folders))
        asks = [one for one in self.recipe.asks if one.kind == "strategies"]
        return tournament(self.asked_for(asks[0] if asks else None), pool, self.tolerance("seat_points"), self.lab)

    def asked_for(self, ask: Ask | None, players: int | None = None) -> Asked:
        """What an experiment of a page plays at every level: as its page says, in the size of this report."""
        scale = self.asked.games / self.recipe.games
        games = (ask.get("games") if ask else None) or self.recipe.games // SHARE
        return replace(self.asked, games=max(int(games * scale), LEAST), players=players or self.asked.players)

    def tolerance(self, name: str) -> Any:
        """What the designer tolerates, or nothing."""
        return self.recipe.tolerances[name]
