"""Games as data for the page's script: names and sentences once, then what changes from step to step."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from analyser.experiments.gallery import Shown
from analyser.experiments.sentences import LevelLabel, listed, said
from analyser.experiments.words import Words
from analyser.games.loader import find_game
from analyser.games.phrases import phrases_of
from analyser.games.scene import Piece
from analyser.report.html.tags import tag, text
from analyser.simulation.recording import Step

Gallery = Sequence[Shown]
SAYS = (
    "previous",
    "next",
    "play",
    "pause",
    "step",
    "chances",
    "scores",
    "seat",
    "won",
    "turn",
    "table",
    "drawn",
)


@dataclass(frozen=True)
class ReplayPage:
    """A page of games, without a report."""

    words: Words
    title: str
    gallery: Gallery

    def main(self, hidden: bool) -> str:
        """The games."""
        lang = self.words.lang
        facts = {"lang": lang, "id": f"main-{lang}", "data_title": self.title}
        heading = tag("h1", text(self.title))
        return tag(
            "main",
            heading,
            gallery_section(self.gallery, self.words),
            **facts,
            **({"hidden": "hidden"} if hidden else {}),
        )


def gallery_section(games: Gallery, words: Words, of_cards: Words | None = None) -> str:
    """Where the script shows the games; without it, what they are and how to replay them. `of_cards` are the words of
    the question about the card that decided one.
    """
    name = f"{words.lang}-replays"
    said = {one: words.say(f"replay.{one}") for one in SAYS}
    recording = games[0].recording
    counts = {
        one: recording.labels.get(one, {}).get(words.lang) or words.label(one, one.replace("_", " "))
        for one in recording.steps[0].counts
    }
    labels = json.dumps({"says": said, "counts": counts}, ensure_ascii=False)
    told = (
        tag("li", text(f"{_called(one, words, of_cards or words)}: "), tag("code", text(one.command)), data_game=str(k))
        for k, one in enumerate(games)
    )
    return tag(
        "section",
        tag("h2", text(words.say("replay.title")), id=f"{name}-title"),
        tag("p", text(words.say("replay.caption"))),
        tag("ul", *told, class_="games"),
        tag("div", class_="replay", data_labels=labels, data_lang=words.lang),
        id=name,
        aria_labelledby=f"{name}-title",
    )


def _called(game: Shown, words: Words, of_cards: Words) -> str:
    """What kind of game it is; of one that a card decided, by which card."""
    if game.card is None or game.decided is None:
        return words.say(f"replay.{game.kind}")
    seats = [said("the_seat", seat=seat + 1) for seat in game.decided.instead]
    without = said("replay.without", seats=listed(seats)) if seats else said("replay.nobody")
    return words.say("replay.card", card=of_cards.level(LevelLabel(game.card.level)), without=without)


@dataclass(frozen=True)
class Once:
    """What all games have in common, each written once and called by its number: sentences, looks of pieces, rows of
    drawings.
    """

    lines: dict[str, int] = field(default_factory=dict)
    looks: dict[str, int] = field(default_factory=dict)
    rows: dict[str, int] = field(default_factory=dict)


def data_of(games: Gallery, languages: Sequence[Words]) -> str:
    """All games, for the script."""
    own = {one.en.replace("’", "'"): one.fr for one in languages[0].own.values()}
    phrases = phrases_of(find_game(games[0].game), own)
    once = Once()
    content = {
        "fills": games[0].recording.fills,
        "board": [list(one) for one in games[0].recording.board],
        "games": [_game(one, once, languages) for one in games],
        "lines": {"en": list(once.lines), "fr": list(map(phrases.say, once.lines))},
        "looks": [json.loads(one) for one in once.looks],
        "rows": list(once.rows),
    }
    written = json.dumps(content, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    return f'<script type="application/json" id="replays">{written}</script>'


def _game(game: Shown, once: Once, languages: Sequence[Words]) -> dict[str, object]:
    recording = game.recording
    steps, before = [], None
    for step in recording.steps:
        steps.append(_changes(step, before, once))
        before = step
    return {
        "kind": game.kind,
        "number": recording.number,
        "command": game.command,
        "names": {one.lang: list(map(one.player, recording.strategies)) for one in languages},
        "steps": steps,
        "chances": [[round(100 * one) for one in turn] for turn in game.chances],
        "turns": recording.turns,
        "scores": recording.scores,
        "wins": recording.wins,
    }


def _changes(step: Step, before: Step | None, once: Once) -> list[object]:
    """Sentences by number; pieces that changed, by name, null if they are gone; numbers that changed; the turn; the
    rows of a drawing by number, 0 if it is as before.
    """
    told = [_number(one, once.lines) for one in step.lines]
    old = before.pieces if before else {}
    pieces: dict[str, list[object] | None] = {
        name: _placed(one, once.looks) for name, one in step.pieces.items() if old.get(name) != one
    }
    pieces |= dict.fromkeys(name for name in old if name not in step.pieces)
    known: Mapping[str, object] = before.counts if before else {}
    counts = {name: value for name, value in step.counts.items() if known.get(name) != value}
    is_drawn = not before or step.drawing != before.drawing
    drawing = [_number(one, once.rows) for one in step.drawing] if is_drawn else 0
    return [told, pieces, counts, step.turn, drawing]


def _placed(piece: Piece, looks: dict[str, int]) -> list[object]:
    """Where a piece is, and the number of its look."""
    return [round(piece.x, 2), round(piece.y, 2), _number(json.dumps(piece[2:], ensure_ascii=False), looks)]


def _number(one: str, known: dict[str, int]) -> int:
    return known.setdefault(one, len(known))
