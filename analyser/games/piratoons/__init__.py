"""Piratoons: plunder a chest against the sandglass and build the best ship (Grégoire and Quintens, 2015).

Its rules as code: README.md maps the files. Not here: what is in its box (`seeds/piratoons`), who plays it
(`strategies/piratoons`), what its report asks (`reports/piratoons.toml`).
"""

from pathlib import Path

from analyser.games.definition import SEAT, BenchCommand, Game, Role, Rules
from analyser.games.piratoons.columns import columns_of


def load_rules() -> Rules:
    """How it is played: imported when it is first needed."""
    from analyser.games.piratoons.definition import RULES

    return RULES


GAME = Game(
    name="piratoons",
    title="Piratoons",
    idea=(
        "All put crew pawns on the tiles of a chest at once, against the clock; ties cancel, pawns kept at home earn "
        "doubloons for the auction; the best ship after eight rounds wins."
    ),
    players=(2, 3, 4),
    setting_names=(
        "crew",
        "start_doubloons",
        "doubloons_in_all",
        "plunder_ticks",
        "plunder_max_ticks",
        "captain_delay",
        "reaction",
        "reaction_by_seat",
        "knock_enemy",
        "drop_own",
        "open_purses",
        "halve_again",
        "join_points",
        "first_points",
        "second_points",
        "second_after_tie",
        "zero_majority",
        "zero_riches",
        "empty_points",
        "full_ships_lose",
        "triple_points",
        "mixed_points",
        "pair_points",
        "equal_points",
        "end_places",
        "end_barrels",
        "uncounted",
        "gift_tile",
        "gift_round",
        "gift_points",
    ),
    part_games=10_000,
    view="analyser.games.piratoons.view",
    home=Path(__file__).parent,
    load_rules=load_rules,
    load_columns=columns_of,
    caveats=("tiles: reconstruction", "clock of the plunder and clumsiness: a model"),
    competent=("quartermaster", "collector", "grabber", "shipwright"),
    roles=(
        Role("captain_round", "the first round as captain", "captain_round"),
        Role("captaincies", "how many rounds as captain", "(rounds - captain_round) // players + 1"),
        SEAT,
    ),
    bench=("random", "quartermaster"),
    bench_commands=(
        BenchCommand("--strategies quartermaster --games 1000"),
        BenchCommand("--strategies random --games 100000"),
    ),
)
