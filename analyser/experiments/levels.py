"""At which level of play an answer was taken, and whether the top of the game's stored ladder agrees.

A ladder is stored as `ladders/<game>-<players>p.toml` beside the game's recipe: `make ladders` writes it.
"""

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from analyser.core.schemas import Form, read_toml
from analyser.experiments.answer import Answer
from analyser.experiments.robustness import Holds
from analyser.experiments.rungs import FIRST_BUDGET, looking_ahead
from analyser.experiments.sentences import Sentence, in_turn, listed, said
from analyser.games.definition import Game
from analyser.games.loader import find_game
from analyser.strategies.strategy import LOOKAHEAD

LADDERS = "ladders"
ANSWERS = "answers"
TOLD = {Holds.ROBUST: "agrees", Holds.DEPENDS: "differs", Holds.UNSETTLED: "open"}


class StoredLadder(Form, frozen=True, kw_only=True):
    """What is kept of a ladder: its rungs, and whether the top confirms each headline."""

    command: str
    base: str
    rungs: list[str]
    holds: dict[str, Holds]


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
    lines = [f"{name} = {json.dumps(ladder.facts[name], ensure_ascii=False)}" for name in ("base", "rungs")]
    held = [f"{json.dumps(name)} = {json.dumps(str(one.robustness.holds))}" for name, one in checked.items()]
    return "\n".join([f"command = {json.dumps(command, ensure_ascii=False)}", *lines, "", "[holds]", *held]) + "\n"


def at_level(answer: Answer, followed: str = "") -> Answer:
    """An answer that says at which level it was taken, and whether the top agrees; only for the rules as they are. The
    ladder has followed its tables by their names, or the change of a rule by the setting's name.
    """
    played = answer.played
    path = ladder_file(find_game(played.game), played.players)
    if played.settings or not path.exists():
        return answer
    stored = read_toml(path, StoredLadder)
    if played.strategies not in stored.rungs:
        return answer
    said_of = level_sentence(stored, played.strategies, (*answer.tables, followed))
    return replace(answer, remarks=(*answer.remarks, said_of))


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
