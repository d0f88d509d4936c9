"""At which level of play an answer was taken, and whether the top of the game's stored ladder agrees.

A ladder is stored as `ladders/<game>-<players>p.toml` beside the game's recipe: `make ladders` writes it.
"""

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import polars as pl
import polars.selectors as cs
from msgspec.structs import asdict, fields

from analyser.core.schemas import Form, read_toml
from analyser.experiments.answer import Answer
from analyser.experiments.ladder_text import left_on_the_table
from analyser.experiments.robustness import Holds
from analyser.experiments.rungs import FIRST_BUDGET, looking_ahead
from analyser.experiments.sentences import Sentence, in_turn, listed, said
from analyser.games.definition import Game
from analyser.games.loader import find_game
from analyser.strategies.strategy import LOOKAHEAD

LADDERS = "ladders"
ANSWERS, RESTRICTED = "answers", "restricted"
TOLD = {Holds.ROBUST: "agrees", Holds.DEPENDS: "differs", Holds.UNSETTLED: "open"}


class BlindSpot(Form, frozen=True, kw_only=True):
    """A question by which a player leaves points on the table: the level that it wins more with, when held to it."""

    player: str
    question: str
    level: str
    value_points: float
    low_points: float
    high_points: float


class StoredLadder(Form, frozen=True, kw_only=True):
    """What is kept of a ladder: its rungs, whether the top confirms each headline, and what failed the restricted-play
    test.
    """

    command: str
    base: str
    rungs: list[str]
    holds: dict[str, Holds]
    blind_spots: tuple[BlindSpot, ...] = ()


def ladder_file(game: Game, players: int) -> Path:
    """Where a game's ladder is stored."""
    return game.recipe.parent / LADDERS / f"{game.name}-{players}p.toml"


def one_up(game: Game, players: int, player: str) -> str | None:
    """Who is one level stronger: the next rung of the stored ladder, or the player that looks ahead."""
    path = ladder_file(game, players)
    rungs = read_toml(path, StoredLadder).rungs if path.exists() else []
    if player in rungs[:-1]:
        return rungs[rungs.index(player) + 1]
    return None if player.startswith(LOOKAHEAD) else looking_ahead(player, FIRST_BUDGET)[0]


def stored_text(ladder: Answer, command: str) -> str:
    """A ladder as it is stored."""
    checked = {str(one.about.where["question"]): one for one in ladder.verdicts if one.about.table == ANSWERS}
    lines = [f"{name} = {_text(ladder.facts[name])}" for name in ("base", "rungs")]
    held = [f"{_text(name)} = {_text(str(one.robustness.holds))}" for name, one in checked.items()]
    spots = [line for one in blind_spots(ladder) for line in ("", "[[blind_spots]]", *_lines(one))]
    return "\n".join([f"command = {_text(command)}", *lines, "", "[holds]", *held, *spots]) + "\n"


def blind_spots(ladder: Answer) -> list[BlindSpot]:
    """What its players failed in the restricted-play test, if they took it."""
    if RESTRICTED not in ladder.tables:
        return []
    failing = ladder.tables[RESTRICTED].filter(pl.col("verdict") == "fails").with_columns(cs.float().round(2))
    return [BlindSpot(**row) for row in failing.select(one.name for one in fields(BlindSpot)).to_dicts()]


def _lines(spot: BlindSpot) -> list[str]:
    return [f"{name} = {_text(value)}" for name, value in asdict(spot).items()]


def _text(value: object) -> str:
    """As TOML has it."""
    return json.dumps(value, ensure_ascii=False)


def at_level(answer: Answer, followed: str = "") -> Answer:
    """An answer that says at which level it was taken, whether the top agrees, and what its players leave on the table;
    only for the rules as they are. The ladder has followed its tables by their names, or the change of a rule by the
    setting's name.
    """
    played = answer.played
    path = ladder_file(find_game(played.game), played.players)
    if played.settings or not path.exists():
        return answer
    stored = read_toml(path, StoredLadder)
    if played.strategies not in stored.rungs:
        return answer
    said_of = level_sentence(stored, played.strategies, (*answer.tables, followed))
    spots = [asdict(one) for one in stored.blind_spots if one.player == played.strategies]
    left = [left_on_the_table(played.strategies, spots)] if spots else []
    return replace(answer, remarks=(*answer.remarks, said_of, *left))


def level_sentence(stored: StoredLadder, player: str, tables: Iterable[str]) -> Sentence:
    """The level of a player; of the base also what the top says about each table that the ladder has followed."""
    top = stored.rungs[-1]
    asked = {} if player != stored.base or top == stored.base else stored.holds
    by_word = {word: [one for one in tables if asked.get(one) == holds] for holds, word in TOLD.items()}
    parts = [said(f"level.{word}", questions=listed(found)) for word, found in by_word.items() if found]
    number, levels = stored.rungs.index(player) + 1, len(stored.rungs)
    if not parts:
        return said("level.taken", player=player, number=number, all=levels)
    return said("level.checked", player=player, number=number, all=levels, top=top, parts=in_turn(parts))
