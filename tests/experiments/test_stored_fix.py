"""An answer of a fix that is kept for a report: it says the same in both languages, and only of its own rules."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from analyser import api
from analyser.core.errors import BadInput
from analyser.experiments.fixing.stored import STORED, fix_file, packed, read_fix, stored_of, unpacked, written
from analyser.experiments.sample import Runner
from analyser.experiments.sentences import (
    Label,
    LevelLabel,
    Number,
    Player,
    RoleLevel,
    Sentence,
    Share,
    ShareSpan,
    Span,
    in_turn,
    listed,
    said,
)
from analyser.experiments.words import LANGUAGES, Words
from analyser.games.loader import find_game, game_names
from analyser.report.context import context_of_game
from tests.experiments.fixable import asked, fixed, planted

COMMAND = "analyse fix --game it"


def test_a_sentence_of_all_kinds_of_facts_comes_back() -> None:
    facts = [
        Number(1.5, None, True),
        Share(0.5),
        Span(1, 2),
        ShareSpan(0.1, 0.2),
        Label("a", "b"),
        LevelLabel("c"),
        RoleLevel("d", "e"),
    ]
    one = said("fix.numbers", numbers=in_turn([*facts, Player("x"), listed(["y", 3, said("players", players=4)])]))
    again = unpacked(json.loads(json.dumps(packed(one))))
    assert again == one
    assert isinstance(again, Sentence)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """A lottery whose first seat has a gift, and the folder of its fix."""
    folder = tmp_path_factory.mktemp("kept")
    game = planted(folder, "gift", gift=3)
    found = fixed(game, games=100_000, change=["gift"])
    (folder / STORED).write_bytes(written(stored_of(asked(game, games=100_000, change=["gift"]), found, COMMAND)))
    stored = read_fix(folder)
    assert [Words(lang).sentence(stored.sentence) for lang in LANGUAGES] == [
        Words(lang).sentence(found.answer.verdict.sentence) for lang in LANGUAGES
    ]
    assert stored.further == list(found.answer.remarks)
    assert stored.frame["after"].to_list() == found.numbers["after"].to_list()
    return game, folder


def test_it_is_of_its_own_rules_players_and_settings_only(kept: tuple[str, Path]) -> None:
    game, folder = kept
    stored = read_fix(folder)
    same = api.experiment(game, games=1_000)
    assert stored.is_of(same)
    assert not stored.is_of(replace(same, settings=("gift=2",)))
    other = planted(folder, "other", gift=4)
    assert not stored.is_of(api.experiment(other, games=1_000))


def test_a_report_takes_only_a_fix_of_its_own_game(kept: tuple[str, Path]) -> None:
    game, folder = kept
    same = context_of_game(api.experiment(game, games=1_000), None, "en", Runner(), folder).with_fix()
    assert [one.kind for one in same.recipe.page].count("fix") == 1
    assert same.fix == read_fix(folder)
    with pytest.raises(BadInput, match="is of fixable-gift with 4 players, and the report of la-planche with 4"):
        context_of_game(api.experiment("la-planche", games=1_000), None, "en", Runner(), folder)
    changed = replace(api.experiment(game, games=1_000), settings=("gift=2",))
    with pytest.raises(BadInput, match="was found for other rules, data, settings or players"):
        context_of_game(changed, None, "en", Runner(), folder)


def test_a_file_that_is_none_is_refused(tmp_path: Path, kept: tuple[str, Path]) -> None:
    with pytest.raises(BadInput, match=r"fix\.json is missing\. Type: analyse fix"):
        read_fix(tmp_path)
    content = json.loads((kept[1] / STORED).read_text("utf-8"))
    for broken, says in (({"answer": {"is": "Nothing"}}, "holds no answer of analyse fix"), ({"games": "x"}, "games")):
        (tmp_path / STORED).write_text(json.dumps(content | broken), encoding="utf-8")
        with pytest.raises(BadInput, match=says):
            read_fix(tmp_path)


@pytest.mark.parametrize("game", [one for one in game_names() if fix_file(find_game(one), 4).exists()])
def test_a_change_that_we_ship_is_of_the_rules_as_they_are(game: str) -> None:
    """After a change of rules, data, players or targets: make fixes GAME=..."""
    context = context_of_game(api.experiment(game, games=1_000), None, "en", Runner()).with_fix()
    assert context.fix is not None
    assert context.fix.command.startswith(f"analyse fix --game {game} ")
