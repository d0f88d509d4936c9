"""Data files against their forms: what is refused, and in which words."""

from pathlib import Path
from typing import Annotated, Literal

import pytest
from msgspec import Meta, field

from analyser.core.errors import BadInput
from analyser.core.schemas import Form, content_of, line_of, once, read_json, read_toml


class Card(Form, frozen=True):
    name: str
    amount: Annotated[int, Meta(ge=1, le=5)]
    effect: Literal["rob", "sink"]
    prices: dict[Literal["blue", "red"], int] = field(default_factory=dict)
    pair: tuple[int, int] = (1, 2)

    def __post_init__(self) -> None:
        if self.name == "Nobody":
            raise ValueError("name = « Nobody »; allowed: any other name")


class Deck(Form, frozen=True):
    cards: Annotated[list[Card], Meta(min_length=1, max_length=3)]
    rate: float | bool = 0.5

    def __post_init__(self) -> None:
        if len({card.name for card in self.cards}) < len(self.cards):
            raise ValueError("two cards have one name")


GOOD = """# A deck.
cards = [
    { name = "Rob", amount = 1, effect = "rob" },
    { name = "Sink", amount = 5, effect = "sink", prices = { red = 3 } },
]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "deck.toml"


def test_a_file_that_fits_is_read(file: Path) -> None:
    file.write_text(GOOD)
    assert [card.prices for card in read_toml(file, Deck).cards] == [{}, {"red": 3}]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("amount = 5", "amount = 9", "line 4: amount: found 9, where a whole number from 1 to 5 is allowed."),
        ("amount = 5", "amount = 5.0", "line 4: amount: found 5.0, where a whole number from 1 to 5 is allowed."),
        ("amount = 5", "amount = true", "line 4: amount: found true, where a whole number from 1 to 5 is allowed."),
        ('name = "Sink"', "name = 3", "line 4: name: found 3, where text is allowed."),
        ('"sink"', '"sing"', "line 4: effect: « sing » is not known. Allowed: rob, sink."),
        ("red = 3", "pink = 3", "line 4: prices: « pink » is not known. Allowed: blue, red."),
        ("red = 3", "red = 3.5", "line 4: prices: not every value is a whole number. Correct the values."),
        ("amount = 5, ", "", "line 4: « amount » is missing. Add it."),
        (
            "amount = 5",
            "amount = 5, more = 1",
            "line 4: « more » is not known here. Allowed: amount, effect, name, pair, prices. Check its spelling",
        ),
        ("amount = 5", "amount = 5, pair = [1]", "line 4: pair: found a list of 1, where a list of 2 is allowed."),
        ('"Sink"', '"Nobody"', "line 4: name = « Nobody »; allowed: any other name. Correct the file."),
        ('"Sink"', '"Rob"', "deck.toml: two cards have one name. Correct the file."),
        (
            "cards = [",
            "rate = 'x'\ncards = [",
            "line 2: rate: found « x », where a number or true or false is allowed.",
        ),
        ("# A deck.", "rate = [", "deck.toml: Invalid value (at line 2, column 1). Correct the file or restore it."),
        (GOOD, "cards = []", "line 1: cards: found a list of 0, where a list of 1 to 3 entries is allowed."),
        (GOOD, "cards = 3", "line 1: cards: found 3, where a list of 1 to 3 entries is allowed."),
        (GOOD, "cards = [7]", "line 1: found 7, where a table with amount, effect, name, pair, prices is allowed."),
        (GOOD, "", "deck.toml: « cards » is missing. Add it."),
    ],
)
def test_what_does_not_fit_is_refused_with_line_and_reason(file: Path, before: str, after: str, said: str) -> None:
    assert before in GOOD
    file.write_text(GOOD.replace(before, after))
    with pytest.raises(BadInput) as refused:
        read_toml(file, Deck)
    assert str(refused.value).startswith(str(file)) and said in str(refused.value)


def test_a_json_file_says_which_entry(tmp_path: Path) -> None:
    file = tmp_path / "deck.json"
    file.write_text('{"cards": [{"name": "Rob", "amount": 0, "effect": "rob"}]}')
    with pytest.raises(BadInput) as refused:
        read_json(file, Deck)
    said = "cards, entry 1, amount: found 0, where a whole number from 1 to 5 is allowed. Correct the value."
    assert str(refused.value) == f"{file}: {said}"


@pytest.mark.parametrize(
    ("text", "parts", "line"),
    [
        ("[a]\nx = 1\n[b]\nx = 2\n", ["b", "x"], 4),
        ("[[page]]\nx = 1\n[[page]]\nx = 2\n", ["page", 1, "x"], 4),
        ("x = [\n  { a = 1 }, { a = 2 },\n  # a remark\n  { a = 3 },\n]\n", ["x", 2, "a"], 4),
        ("x = [\n  { a = 1 }, { a = 2 },\n  { a = 3 },\n]\n", ["x", 1], 2),
        ("x = [{ a = 1 }, { a = 2 }]\n", ["x", 1, "a"], 1),
        ("x = [\n  [1,\n  2],\n]\n", ["x", 0], 1),
        ("x = 1\n", ["y"], None),
        ("x = 1\n", [], None),
    ],
)
def test_lines_are_found(text: str, parts: list[str | int], line: int | None) -> None:
    assert line_of(text, parts) == line


def test_a_file_is_read_again_only_when_its_content_has_changed(file: Path) -> None:
    times = []

    @once
    def read(path: Path) -> str:
        times.append(path)
        return path.read_text()

    for text in ("one", "one", "two", "one"):
        file.write_text(text)
        assert read(file) == text
    assert len(times) == 2
    other = file.with_name("other.toml")
    other.write_text("one")
    assert read(other) == "one" and len(times) == 3


def test_a_file_that_cannot_be_read_is_tried_again(file: Path) -> None:
    @once
    def read(path: Path) -> str:
        return path.read_text()

    with pytest.raises(FileNotFoundError):
        read(file)
    file.write_text("now")
    assert read(file) == "now"


def test_the_content_of_a_folder_is_that_of_its_files(file: Path) -> None:
    before = content_of(file.parent)
    file.write_text("x")
    assert content_of(file.parent) == (("deck.toml", b"x"),) != before
    assert content_of(file.parent / "none") is None
