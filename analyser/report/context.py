"""What the pages of one report share: the recipe, the main run, the tournament, the language."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

import msgspec

from analyser.core.errors import BadInput
from analyser.core.files import read_file
from analyser.experiments import checks
from analyser.experiments.answer import Answer
from analyser.experiments.catalogue import Catalogue, read_catalogue
from analyser.experiments.checks import LEAST_GAMES as LEAST_CHECK
from analyser.experiments.checks import Repeat, briefly, usual_opponents, with_assumptions, with_opponents
from analyser.experiments.fixing.levers import Lever, levers_of
from analyser.experiments.fixing.stored import StoredFix, fix_file, read_fix
from analyser.experiments.fixing.targets import Target, of_recipe, told
from analyser.experiments.sample import ExperimentSpec, Runner, Sample, play, read_sample
from analyser.experiments.tournament import tournament
from analyser.experiments.words import Words
from analyser.games.definition import Game
from analyser.games.loader import find_game
from analyser.report.recipe import (
    LEAST_GAMES,
    FixPage,
    PageSpec,
    Recipe,
    StrategiesPage,
    Tolerances,
    recipe_to_build,
    wanted_by,
)
from analyser.simulation.hashes import Hashes, hashes_of
from analyser.storage.manifest import job_of
from analyser.storage.run import Run
from analyser.strategies.library import find_strategies, strongest

LEAST = 400
MAIN = "main run"
SHARE = 10
"""An experiment plays a tenth of the main run at every level, unless its page says otherwise."""
CHECK_SHARE = 4
"""A check with another assumption plays a quarter of its experiment's games at most."""


@dataclass
class ReportContext:
    """One report being made."""

    recipe: Recipe
    path: Path
    """Of the recipe."""
    experiment: ExperimentSpec
    """`games` is the size of the main run."""
    runner: Runner
    words: Words
    given: Sample | None = None
    """The main run, if the user names one."""
    answers: dict[str, Answer] = field(default_factory=dict)
    """What was found so far, by page: every language shows the same."""
    samples: dict[str, Sample] = field(default_factory=dict)
    """The main run, once it is played."""
    fix: StoredFix | None = None
    """What we would change, found before the report."""
    searched: dict[str, StoredFix] = field(default_factory=dict)
    """The same, if the report has searched for it, by page."""

    @property
    def game(self) -> Game:
        """The game of the report."""
        return self.experiment.game

    @property
    def tolerances(self) -> Tolerances:
        """What the designer tolerates."""
        return self.recipe.tolerances

    @cached_property
    def checksum(self) -> str:
        """Of the recipe's file; of a recipe without one, of what it says."""
        text = read_file(self.path) if self.path.exists() else msgspec.json.encode(self.recipe)
        return hashlib.sha256(text).hexdigest()

    @cached_property
    def catalogue(self) -> Catalogue:
        """The game's questions."""
        return read_catalogue(self.game)

    @cached_property
    def hashes(self) -> Hashes:
        """Of all that decides the games of the main run."""
        return hashes_of(self.main.job)

    @property
    def base(self) -> str:
        """Who plays the experiments."""
        return self.recipe.base or strongest(self.game)

    @property
    def opponents(self) -> list[str]:
        """With whom experiments are repeated: as the recipe says, or the usual ones."""
        named = self.recipe.opponents
        others = usual_opponents(self.game, self.base) if named is None else named
        return [one for one in others if one != self.base]

    @property
    def main(self) -> Sample:
        """All strategies, every one in every seat equally often; or the run that was named."""
        if MAIN not in self.samples:
            self.samples[MAIN] = self.given or play(self.experiment.job("fresh"), self.runner)
        return self.samples[MAIN]

    @property
    def tournament(self) -> Answer:
        """The competent strategies against each other."""
        page = next((one for one in self.recipe.page if isinstance(one, StrategiesPage)), None)
        limit = self.tolerances.seat_points
        return self.found(MAIN, lambda: tournament(self.asked_for(page), None, limit, self.runner))

    def found(self, name: str, ask: Callable[[], Answer]) -> Answer:
        """The answer of a page, asked for once."""
        if name not in self.answers:
            self.answers[name] = ask()
        return self.answers[name]

    @property
    def levers(self) -> tuple[Lever, ...]:
        """What may be changed."""
        try:
            return levers_of(self.experiment)
        except BadInput:
            return ()

    def with_fix(self) -> "ReportContext":
        """With the change that was found before, if one fits; without its page if there is none, and no search."""
        fix = self.fix or self._shipped_fix()
        others = [one for one in self.recipe.page if not isinstance(one, FixPage)]
        asked = [one for one in self.recipe.page if isinstance(one, FixPage)] or [FixPage()] * (self.fix is not None)
        kept = [one for one in asked if fix or (one.games and self.levers)]
        return replace(self, fix=fix, recipe=msgspec.structs.replace(self.recipe, page=(*kept, *others)))

    def _shipped_fix(self) -> StoredFix | None:
        """Ours, if it was found for these rules, players and targets."""
        path = fix_file(self.game, self.experiment.players)
        found = read_fix(path) if path.exists() else None
        if found is None or found.targets != tuple(map(told, self.targets)) or not found.is_of(self.experiment):
            return None
        return found

    @property
    def targets(self) -> tuple[Target, ...]:
        """What a change must meet."""
        return of_recipe(wanted_by(self.recipe, self.game))

    def in_language(self, lang: str) -> "ReportContext":
        """The same report in another language: nothing is played again."""
        return replace(self, words=Words(lang, self.recipe.words))

    def asked_for(self, page: PageSpec | None, players: int | None = None) -> ExperimentSpec:
        """What an experiment of a page plays at every level: as its page says, in the size of this report."""
        scale = self.experiment.games / self.recipe.games
        games = (page.games if page else None) or self.recipe.games // SHARE
        most, n_players = max(int(games * scale), LEAST), players or self.experiment.players
        return replace(self.experiment, games=most, players=n_players, staged=True)

    def by_players(self, page: PageSpec) -> dict[int, Sample]:
        """The main run, and as many games as the page says with every other number of players."""
        return {
            n: self.main if n == self.experiment.players else play(self.asked_for(page, n).job("fresh"), self.runner)
            for n in self.game.players
        }

    def repeats(self, page: PageSpec, strategy: str | None, fixed: Sequence[str] = ()) -> list[Repeat]:
        """What a page's experiment is checked with: the opponents in full, and all assumptions briefly."""
        asked = self.asked_for(page)
        opponents = with_opponents(asked, self.opponents)
        assumed = with_assumptions(asked, strategy, fixed) if self.recipe.assumptions else []
        return [*opponents, *briefly(assumed, asked.games, max(asked.games // CHECK_SHARE, LEAST_CHECK))]

    def checked(self, page: PageSpec, ask: checks.Run, strategy: str | None, fixed: Sequence[str] = ()) -> Answer:
        """The answer of a page, asked for once, with what its repeats found."""
        return self.found(
            page.name, lambda: checks.checked(ask, self.asked_for(page), strategy, self.repeats(page, strategy, fixed))
        )

    def refused(self, page: PageSpec, reason: str) -> BadInput:
        """The error for a page that asks what this game cannot answer."""
        return BadInput(f"{self.path}, page {page.name}: {reason}.")


def context_of_game(
    asked: ExperimentSpec, path: Path | None, lang: str, runner: Runner, fix: Path | None = None
) -> ReportContext:
    """A report that plays all its games; without games asked for, as many as the recipe says."""
    words, recipe, file = _read(asked.game, path, lang)
    find_strategies(asked.game, recipe.players, asked.folders)
    asked.job("fresh")
    return ReportContext(recipe, file, asked, runner, words, fix=_fix_of(asked, fix))


def _fix_of(asked: ExperimentSpec, path: Path | None) -> StoredFix | None:
    """A fix that the user names; it must be of these rules and players."""
    if path is None:
        return None
    found = read_fix(path)
    if (found.game, found.players) != (asked.game.name, asked.players):
        raise BadInput(
            f"--fix {path} is of {found.game} with {found.players} players, and the report of {asked.game.name} with "
            f"{asked.players}. Name another folder."
        )
    if not found.is_of(asked):
        raise BadInput(
            f"--fix {path} was found for other rules, data, settings or players than are played now. "
            f"Make it again: {found.command}"
        )
    return found


def games_of_report(game: Game, path: Path | None, games: int | None) -> int:
    """The size of the main run: as asked, or as the recipe says."""
    if games is not None and games < LEAST_GAMES:
        raise BadInput(f"--games {games} is refused. Allowed: {LEAST_GAMES:,} or more, or no page would say anything.")
    return games or recipe_to_build(game, path).games


def context_of_run(
    folder: Path,
    game: str | None,
    folders: Sequence[Path],
    path: Path | None,
    lang: str,
    runner: Runner,
    fix: Path | None = None,
) -> ReportContext:
    """The main run is there already; the experiments are played with its settings and seed."""
    opened = Run.open(folder)
    if not opened.keeps_rows:
        raise BadInput(f"{folder} keeps only sums, no rows: a report needs a run played with --keep rows.")
    job = job_of(opened.manifest, folder, folders)
    if game not in (None, job.game):
        raise BadInput(f"{folder} is a run of {job.game}, not of {game}. Leave --game out.")
    if not opened.is_complete:
        raise BadInput(f"{folder} is not complete. Finish it first: analyse simulate --resume {folder}")
    opened.verify()
    sample = read_sample(job, opened)
    if sample.n_games < LEAST_GAMES:
        raise BadInput(f"{folder} holds {sample.n_games:,} games. A report needs {LEAST_GAMES:,} or more.")
    found = find_game(job.game)
    words, recipe, file = _read(found, path, lang)
    find_strategies(found, recipe.players, folders)
    settings = tuple(job.changed_settings())
    asked = ExperimentSpec(found, job.players, recipe.games, job.seed, settings, tuple(folders))
    return ReportContext(recipe, file, asked, runner, words, sample, fix=_fix_of(asked, fix))


def _read(game: Game, path: Path | None, lang: str) -> tuple[Words, Recipe, Path]:
    file = path or game.recipe
    recipe = recipe_to_build(game, path)
    return Words(lang, recipe.words), recipe, file
