"""The answer of a fix as it is kept: for a report, in any language, as long as the game is played by the same rules.

What we ship is `fixes/<game>-<players>p.json` beside the game's recipe: `make fixes` writes it.
"""

import dataclasses
import json
from collections.abc import Mapping
from pathlib import Path

import msgspec
import polars as pl

from analyser.core.errors import BadInput
from analyser.core.schemas import Form, read_json
from analyser.experiments import sentences
from analyser.experiments.fixing.fix import Fixed, Wanted
from analyser.experiments.fixing.targets import told
from analyser.experiments.sample import ExperimentSpec
from analyser.experiments.sentences import Fact, Sentence, Several
from analyser.experiments.verdict import Level
from analyser.games.definition import Game
from analyser.simulation.hashes import COLUMNS, RULES, STRATEGY, TABLE, hash_of, hashes_of

FIXES, STORED = "fixes", "fix.json"
SAYS, IS = "says", "is"
HASH = 32
Packed = str | int | dict[str, object]


class StoredNumber(Form, frozen=True, kw_only=True):
    """A number that a target is about, before and after, with what is allowed."""

    target: str
    level: str
    before: float
    before_low: float
    before_high: float
    after: float
    after_low: float
    after_high: float
    least: float | None
    most: float | None


class StoredFix(Form, frozen=True, kw_only=True):
    """What is kept of a fix."""

    game: str
    command: str
    players: int
    settings: tuple[str, ...]
    strategies: str
    targets: tuple[str, ...]
    """As they are typed."""
    hashes: dict[str, str]
    """Of all that decides the games: the rules, their data, who plays."""
    level: Level
    games: int
    """Played in all."""
    answer: dict[str, object]
    remarks: tuple[dict[str, object], ...]
    numbers: tuple[StoredNumber, ...]

    @property
    def sentence(self) -> Sentence:
        """The answer."""
        return unpacked(self.answer)

    @property
    def further(self) -> list[Sentence]:
        """The other sentences."""
        return [unpacked(one) for one in self.remarks]

    @property
    def frame(self) -> pl.DataFrame:
        """Its numbers as a table."""
        return pl.DataFrame([msgspec.structs.asdict(one) for one in self.numbers], infer_schema_length=None)

    def is_of(self, experiment: ExperimentSpec) -> bool:
        """Whether these rules, data and players are still those of the experiment."""
        return self.hashes == hashes_of_fix(experiment, self.strategies)


def fix_file(game: Game, players: int) -> Path:
    """Where the fix of a game that we ship is stored."""
    return game.recipe.parent / FIXES / f"{game.name}-{players}p.json"


def read_fix(path: Path) -> StoredFix:
    """A stored fix: a file, or the folder that `analyse fix --out` has written."""
    file = path / STORED if path.is_dir() else path
    if not file.exists():
        raise BadInput(f"{file} is missing. Type: analyse fix --game GAME --out FOLDER, then --fix FOLDER.")
    found = read_json(file, StoredFix)
    try:
        for one in (found.answer, *found.remarks):
            unpacked(one)
    except (KeyError, TypeError, AttributeError):
        raise BadInput(f"{file} holds no answer of analyse fix. Make it again: {found.command}") from None
    return found


def stored_of(wanted: Wanted, found: Fixed, command: str) -> StoredFix:
    """What is kept of an answer."""
    asked, answer = wanted.experiment, found.answer
    rows = found.numbers.select(StoredNumber.__struct_fields__).to_dicts()
    return StoredFix(
        game=asked.game.name,
        command=command,
        players=asked.players,
        settings=tuple(asked.settings),
        strategies=wanted.strategies,
        targets=tuple(map(told, wanted.targets)),
        hashes=hashes_of_fix(asked, wanted.strategies),
        level=answer.verdict.level,
        games=answer.played.games,
        answer=packed_sentence(answer.verdict.sentence),
        remarks=tuple(map(packed_sentence, answer.remarks)),
        numbers=tuple(StoredNumber(**one) for one in rows),
    )


def written(fix: StoredFix) -> bytes:
    """As it is stored."""
    return (json.dumps(msgspec.to_builtins(fix), indent=1, ensure_ascii=False) + "\n").encode()


def hashes_of_fix(experiment: ExperimentSpec, strategies: str) -> dict[str, str]:
    """What decides the games of a fix, beside its own program."""
    found = hashes_of(experiment.job("fresh", strategies=strategies))
    parts = {"rules": (RULES,), "data": (TABLE, COLUMNS), "players": (STRATEGY,)}
    return {name: hash_of(found, *kinds)[:HASH] for name, kinds in parts.items()}


def packed(fact: Fact) -> Packed:
    """A fact as JSON holds it."""
    if isinstance(fact, str | int):
        return fact
    if isinstance(fact, Sentence):
        return {SAYS: fact.key, **{name: packed(one) for name, one in fact.facts.items()}}
    found = {one.name: getattr(fact, one.name) for one in dataclasses.fields(fact)}
    if isinstance(fact, Several):
        found["parts"] = [packed(one) for one in fact.parts]
    return {IS: type(fact).__name__, **found}


def packed_sentence(one: Sentence) -> dict[str, object]:
    """A whole sentence."""
    found = packed(one)
    assert isinstance(found, dict)
    return found


def unpacked(content: Mapping[str, object]) -> Sentence:
    """A sentence again."""
    facts = {name: _fact(one) for name, one in content.items() if name != SAYS}
    return Sentence(str(content[SAYS]), facts)


def _fact(content: object) -> Fact:
    if isinstance(content, str | int):
        return content
    if not isinstance(content, Mapping):
        raise TypeError(content)
    if SAYS in content:
        return unpacked(content)
    fields = {name: value for name, value in content.items() if name != IS}
    if content[IS] == Several.__name__:
        fields["parts"] = tuple(map(_fact, fields["parts"]))
    found: Fact = getattr(sentences, content[IS])(**fields)
    return found
