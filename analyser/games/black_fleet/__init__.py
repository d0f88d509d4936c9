"""Black Fleet: trade, rob and sink until the governor's daughter is ransomed (Sebastian Bleasdale, 2014).

Its rules as code: README.md maps the files. Not here: what is in its box (`seeds/black-fleet`), who plays it
(`strategies/black-fleet`), what its report asks (`reports/black-fleet.toml`).
"""

from pathlib import Path

from analyser.games.black_fleet.columns import columns_of
from analyser.games.definition import BenchCommand, Game, Role, Rules
from analyser.games.picture import Picture


def load_rules() -> Rules:
    """How it is played: imported when it is first needed."""
    from analyser.games.black_fleet.definition import RULES

    return RULES


def load_picture(data: Path) -> Picture:
    """Its board."""
    from analyser.games.black_fleet.picture import board_picture

    return board_picture(data)


GAME = Game(
    name="black-fleet",
    title="Black Fleet",
    idea=(
        "Merchants trade between five ports, pirates rob them and bury the loot, frigates sink pirates; the first "
        "to buy all upgrades and the victory card wins."
    ),
    players=(3, 4),
    setting_names=(
        "victory_cost",
        "start_fortune",
        "start_doubloons",
        "load",
        "sink_pays",
        "rob_pays",
        "short_load",
        "entry_cost",
        "hand_limit",
        "equal_doubloons",
        "bank",
        "max_rounds",
        "blank_card",
        "gift_card",
        "gift_doubloons",
        "gift_fortune",
        "gift_round",
        "blank_hand",
        "shown_cost",
    ),
    part_games=4_000,
    view="analyser.games.black_fleet.view",
    home=Path(__file__).parent,
    load_rules=load_rules,
    load_columns=columns_of,
    load_picture=load_picture,
    caveats=("board and cards: reconstruction",),
    competent=("commodore", "trader", "racer", "corsair", "leader-basher", "navy", "greedy"),
    roles=(Role("seat", "seat 1 starts", "seat"),),
    bench=("random", "greedy", "commodore"),
    bench_commands=(
        BenchCommand("--strategies greedy --games 1000"),
        BenchCommand("--strategies random --games 20000"),
    ),
)
