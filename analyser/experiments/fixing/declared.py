"""What a game declares that may be changed: tables `[[lever]]` of its `experiments.toml`.

[[lever]]
name     what it is called, as typed after --change; of a list: what its entries have in common
cost     what touching it costs a designer: 1 a number on a card, 3 a number of the rules, 6 a new rule
setting  a setting; `values` are the values to try, what settings.toml calls worth trying if left out
by_seat  the setting has a number for each seat, or place in the turn order: `values` are for one of them
file     a data file; `entries` and `key` say which number of each entry, `label` what an entry is called, `steps` by
         how much it may move, `least` and `most` how far
"""

from msgspec import field

from analyser.core.schemas import Form
from analyser.games.settings import Value


class LeverForm(Form, frozen=True, kw_only=True):
    """Something that may be changed, and what that costs."""

    name: str
    cost: float = 3.0
    setting: str = ""
    values: tuple[Value, ...] = ()
    by_seat: bool = False
    file: str = ""
    entries: str = ""
    key: str = ""
    label: str = "name"
    only: dict[str, tuple[str, ...]] = field(default_factory=dict)
    steps: tuple[int, ...] = (-1, 1)
    least: int = 0
    most: int = 99

    def __post_init__(self) -> None:
        """Either a setting, or numbers of a file."""
        if bool(self.setting) == bool(self.file):
            raise ValueError(f"« {self.name} » needs either setting or file")
        if self.file and not self.key:
            raise ValueError(f"« {self.name} » names a file, so key is missing")
        if self.by_seat and not self.values:
            raise ValueError(f"« {self.name} » is by_seat, so values are missing")
        if not self.cost > 0:
            raise ValueError(f"« {self.name} » costs {self.cost:g}. Allowed: more than 0")
