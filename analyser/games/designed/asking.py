"""The questions of a designer's game and the pages of its report, where no file beside the game says otherwise."""

import ast
from collections.abc import Iterator
from typing import Any

from analyser.games.components import Deck, Hand
from analyser.games.designed.contract import ONE_KIND, Design, Kind
from analyser.games.settings import Limits, show

Toml = dict[str, Any]
REPORT_GAMES, PAGE_GAMES = 40_000, 8_000
MOST_LEVELS = 12
"""Numbers to choose from that are forced one by one."""
MOST_SETTINGS = 4
LUCK = {"roll", "pick", "chance", "shuffle"}


def catalogue_of(design: Design) -> Toml:
    """As in experiments.toml."""
    return {"value": list(questions(design)), "outcome": list(outcomes(design))}


def questions(design: Design) -> Iterator[Toml]:
    """What can be asked about choices, about what is dealt, and about the deal."""
    for kind in design.kinds:
        yield from of_kind(kind)
    for name, one in design.counts.items():
        if one.is_dealt and one.names and not one.of_game:
            yield {"kind": "dealt", "name": name, "question": f"What is it worth: {one.meaning}?", "columns": [name]}
    if has_deal(design):
        yield {"kind": "deal", "name": "deal", "question": "How much of a win is decided by the deal?"}


def of_kind(kind: Kind) -> Iterator[Toml]:
    """A choice taken away, a number forced."""
    name = "choices" if kind.name == ONE_KIND else kind.name
    typed = kind.name.replace("_", "-")
    if len(kind.names) > 1:
        levels = [one.replace("_", "-") for one in kind.names]
        yield {
            "kind": "forced",
            "name": name,
            "question": f"What is each choice worth, taken away ({', '.join(levels)})?",
            "levels": levels,
            "play": "never:{level}({base})",
            "taken_away": True,
        }
    elif kind.numbers and 1 < kind.most <= MOST_LEVELS:
        yield {
            "kind": "forced",
            "name": name,
            "question": f"What is it worth to choose one number only ({typed})?",
            "levels": [str(one) for one in range(kind.numbers.least, kind.numbers.most + 1)],
            "play": f"always:{typed}={{level}}({{base}})",
        }


def has_deal(design: Design) -> bool:
    """Whether the set-up draws: cards are dealt, or luck is used."""
    set_up = design.functions.get("set_up")
    called = (
        {one.func.id for one in ast.walk(set_up) if isinstance(one, ast.Call) and isinstance(one.func, ast.Name)}
        if set_up
        else set()
    )
    return any(isinstance(one, Deck | Hand) for one in design.components.values()) or bool(called & LUCK)


def outcomes(design: Design) -> Iterator[Toml]:
    """What variants are compared by, besides what all games have."""
    yield {"name": "turns", "meaning": "turns begun", "of_game": "turns"}
    for name, one in design.counts.items():
        if not one.names:
            where = {"of_game": name} if one.of_game else {"per_game": f"SUM({name})"}
            yield {"name": name, "meaning": one.meaning, **where}


def recipe_of(design: Design) -> Toml:
    """As in report.toml: the usual questions, in English and French."""
    return {"games": REPORT_GAMES, "page": list(pages(design)), "words": words_of(design)}


def title(en: str, fr: str) -> Toml:
    """A text in both languages."""
    return {"en": en, "fr": fr}


def pages(design: Design) -> Iterator[Toml]:
    """Page by page."""
    if design.seats > 1:
        yield {
            "kind": "seats",
            "games": REPORT_GAMES,
            "title": title("Are the seats equal?", "Les places se valent-elles ?"),
        }
    for question in questions(design):
        yield values_page(question)
    yield {
        "kind": "length",
        "column": "turns",
        "title": title("How long is a game, in turns?", "Combien de tours dure une partie ?"),
    }
    yield {"kind": "endings", "title": title("How do games end?", "Comment les parties finissent-elles ?")}
    for name in list(design.settings)[:MOST_SETTINGS]:
        yield from sweep_page(design, name)
    if design.seats > 1:
        yield {
            "kind": "feel",
            "games": 2_000,
            "title": title("Does the leader run away?", "Celui qui mène s’échappe-t-il ?"),
        }
        yield {
            "kind": "strategies",
            "games": PAGE_GAMES,
            "title": title("Which way to play is strongest?", "Quelle façon de jouer est la plus forte ?"),
        }
        if any(one.status == "assumed" for one in design.settings.values()):
            yield {
                "kind": "tornado",
                "games": PAGE_GAMES,
                "title": title("Does all this rest on an assumption?", "Tout cela repose-t-il sur une hypothèse ?"),
            }


def values_page(question: Toml) -> Toml:
    """A question about worth."""
    french = {
        "deal": "Que décide la donne ?",
        "dealt": f"Que vaut « {question['name']} » ?",
        "forced": f"Que vaut chaque choix : {question['name']} ?",
    }
    asked = title(question["question"], french[question["kind"]])
    return {"kind": "values", "question": question["name"], "games": PAGE_GAMES, "title": asked}


def sweep_page(design: Design, name: str) -> Iterator[Toml]:
    """What one setting does, at its default and the values worth trying."""
    one = design.settings[name]
    values = list(dict.fromkeys([one.default, *one.worth_trying]))
    if len(values) > 1:
        values = sorted(values) if isinstance(one.allowed, Limits) else values
        yield {
            "kind": "sweep",
            "name": f"setting-{name}",
            "vary": f"{name}={','.join(map(show, values))}",
            "outcomes": ["rounds", "winners_score"],
            "games": PAGE_GAMES,
            "title": title(f"What does it change: {one.meaning}?", f"Que change : {one.meaning} ?"),
        }


def words_of(design: Design) -> Toml:
    """What columns and levels are called; a designer's own words are the same in both languages."""
    shared = {
        "turns": title("turns", "tours"),
        "rounds": title("rounds", "manches"),
        "winners_score": title("points of the winner", "points du vainqueur"),
    }
    own = {name: one.meaning for name, one in design.settings.items()} | {
        name: one.meaning for name, one in design.counts.items()
    }
    return shared | {name: title(text, text) for name, text in own.items()}
