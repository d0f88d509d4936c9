"""Ladders: levels of play, kept in a folder while they are played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Unpack

from analyser.api.options import LEAST_ASKED, Options, runner_of, spec_of
from analyser.core.errors import BadInput, Interrupted
from analyser.core.files import write_whole

if TYPE_CHECKING:
    from analyser.experiments.answer import Answer

Watched = Callable[[float, float, str], None]
GAMES, FIGURE, STORED = "games", "ladder.png", "ladder.toml"
"""In the folder of a ladder: the games played so far, its figure, and what `make ladders` keeps of it."""


class Chart(NamedTuple):
    """A headline from level to level, in letters."""

    title: str
    lines: list[str]


def ladder(
    game: str,
    *,
    top: int = 256,
    learned: Path | None = None,
    restricted: bool = True,
    out: Path | None = None,
    watch: Watched | None = None,
    **options: Unpack[Options],
) -> Answer:
    """Levels of play from random to look-ahead with `top` rollouts: what each wins over the one below, and how the
    game's headlines change. With `out` games are kept as they are played, and the figure is written there.
    """
    from analyser.experiments.catalogue import read_catalogue
    from analyser.experiments.kept import KeptGames
    from analyser.experiments.ladder import LadderSpec, unwatched
    from analyser.experiments.ladder import ladder as run
    from analyser.experiments.levels import stored_text
    from analyser.experiments.rungs import budgets
    from analyser.strategies.library import find_strategy

    budgets(top)
    asked = spec_of(game, options)
    if learned is not None:
        find_strategy(asked.game, str(learned), asked.folders)
    usual = options.get("games") or read_catalogue(asked.game).ladder.games
    if usual < LEAST_ASKED:
        raise BadInput(f"--games {usual} is refused. Allowed: {LEAST_ASKED} or more.")
    player = runner_of(options)
    if out is not None:
        player = replace(player, kept=KeptGames(_folder(out)))
    wanted = LadderSpec(asked, usual, top, str(learned) if learned else None, restricted)
    try:
        answer = run(wanted, player, watch or unwatched)
    except (KeyboardInterrupt, Interrupted):
        if out is not None:
            player.kept.write(_folder(out))
        raise
    if out is not None:
        draw_ladder(answer, out / FIGURE)
        command = f"analyse ladder --game {game} --players {asked.players} --top {top} --games {usual}"
        write_whole(out / STORED, stored_text(answer, command).encode())
    return answer


def _folder(out: Path) -> Path:
    """Where the games of a ladder are kept."""
    folder = out / GAMES
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise BadInput(f"Cannot write to {out}: {problem.strerror}. Type another --out DIR.") from None
    return folder


def draw_ladder(answer: Answer, path: Path) -> None:
    """Its figure, as a picture."""
    from analyser.experiments.ladder_chart import ladder_figure

    ladder_figure(answer).savefig(path, dpi=150)


def ladder_charts(answer: Answer) -> list[Chart]:
    """Its headlines from level to level, in letters."""
    from analyser.experiments.ladder_chart import text_charts

    return [Chart(title, lines) for title, lines in text_charts(answer)]


def stopped_ladder(out: Path | None, command: str) -> Interrupted:
    """What a user reads who stopped a ladder: what was kept, and the command to go on."""
    if out is None:
        return Interrupted(f"Interrupted. Nothing was kept: type {command} --out DIR to keep games as they are played.")
    return Interrupted(f"Interrupted. All games so far are in {out}. To go on: {command}")
