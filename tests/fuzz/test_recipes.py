"""Recipes of reports: what they ask is checked before anything is played; their pages write in their folder only."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyser import api
from analyser.core.errors import BadInput
from analyser.experiments.sample import Runner
from analyser.experiments.words import Words
from analyser.games.loader import game_names
from analyser.report.context import ReportContext
from analyser.report.pages import check_page
from analyser.report.recipe import read_recipe
from analyser.strategies.library import find_strategies
from tests.cli.commands import ROOT
from tests.fuzz.strange import damaged, fuzzed, refused_or_fine, toml_values


def check_recipe(game: str, path: Path) -> None:
    """All that is done with a recipe before the first game is played."""
    asked = api.experiment(game)
    recipe = read_recipe(path)
    find_strategies(asked.game, recipe.players, asked.folders)
    context = ReportContext(recipe, path, asked, Runner(), Words("en", recipe.words))
    for ask in recipe.page:
        check_page(context, ask)
        assert (path.parent / f"{ask.name}.csv").resolve().parent == path.parent.resolve()


def recipe_of(game: str) -> str:
    return (ROOT / "reports" / f"{game}.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", game_names())
def test_a_recipe(tmp_path: Path, game: str) -> None:
    @fuzzed
    @given(damaged(recipe_of(game)))
    def check(text: str) -> None:
        path = tmp_path / "mine.toml"
        path.write_bytes(text.encode("utf-8", errors="surrogatepass"))
        with refused_or_fine():
            check_recipe(game, path)

    check()


@pytest.mark.parametrize("game", game_names())
def test_options_of_other_types(tmp_path: Path, game: str) -> None:
    """Any value in the place of any other: lists for numbers, tables for texts."""
    lines = recipe_of(game).splitlines()
    assignments = [number for number, line in enumerate(lines) if " = " in line and not line.startswith(("#", " "))]

    @fuzzed
    @given(st.sampled_from(assignments), toml_values)
    def check(number: int, value: str) -> None:
        changed = [*lines]
        changed[number] = f"{lines[number].partition(' = ')[0]} = {value}"
        path = tmp_path / "mine.toml"
        path.write_text("\n".join(changed), encoding="utf-8")
        with refused_or_fine():
            check_recipe(game, path)

    check()


@pytest.mark.parametrize("name", ["../outside", "/outside", "a/b", "..", "a.b", "x" * 100])
def test_a_page_cannot_write_elsewhere(tmp_path: Path, name: str) -> None:
    path = tmp_path / "mine.toml"
    page = f'[[page]]\nkind = "seats"\nname = "{name}"\ntitle = {{ en = "Fair?", fr = "Juste ?" }}\n'
    path.write_text(page, encoding="utf-8")
    with pytest.raises(BadInput, match=r"line \d: name = « .* » names no file\. Allowed: letters, digits, - and _\."):
        check_recipe("la-planche", path)
