"""La Planche: the last prisoner on the plank (Dominique Ehrhard).

Its rules as code: README.md maps the files. Not here: what is in its box (`seeds/la-planche`), who plays it
(`strategies/la-planche`), what its report asks (`reports/la-planche.toml`).
"""

from pathlib import Path

from analyser.games.definition import BenchCommand, Game, Role, Rules
from analyser.games.la_planche.columns import columns_of


def load_rules() -> Rules:
    """How it is played: imported when it is first needed."""
    from analyser.games.la_planche.definition import RULES

    return RULES


GAME = Game(
    name="la-planche",
    title="La Planche",
    idea="Prisoners of four colours stand in a row above the shark. Yours is secret; the last one on the plank wins.",
    players=(2, 3, 4),
    setting_names=(
        "plank_length",
        "vane",
        "push_target",
        "push",
        "series",
        "series_starter",
        "series_stones",
        "series_equal",
        "max_turns",
        "spin_turn",
        "spin_left",
        "spin_shows",
        "told_colours",
    ),
    part_games=100_000,
    view="analyser.games.la_planche.view",
    home=Path(__file__).parent,
    load_rules=load_rules,
    load_columns=columns_of,
    caveats=(
        "vane: fixed opposite pairs, and a plank of 18 slots, are assumed",
        "push: the whole row moves, as the rulebook's text has it; on the table a gap may absorb a push",
    ),
    competent=("survivor", "detective", "protector", "bluffer", "opportunist", "shark-feeder"),
    roles=(Role("seat", "seat 1 is the starter", "seat"), Role("colour", "the stone drawn", "colour")),
    length="turns",
    bench=("random", "protector"),
    bench_commands=(
        BenchCommand("--strategies protector --games 1000"),
        BenchCommand("--strategies random --games 1000000"),
    ),
    studies={"reading": "analyser.games.la_planche.studies.reading"},
)
