"""Faut pas pousser: stay on the plank (Didier Jacobée, Sweet November, 2012).

Its rules as code: README.md maps the files. Not here: what is in its box (`seeds/faut-pas-pousser`), who plays it
(`strategies/faut-pas-pousser`), what its report asks (`reports/faut-pas-pousser.toml`).
"""

from pathlib import Path

from analyser.games.definition import SEAT, BenchCommand, Game, Role, Rules
from analyser.games.faut_pas_pousser.columns import columns_of


def load_rules() -> Rules:
    """How it is played: imported when it is first needed."""
    from analyser.games.faut_pas_pousser.definition import RULES

    return RULES


OPENINGS = tuple(f"always:opening={k}({{base}})" for k in range(1, 7))
"""Who opens with which pirate decides the order of play; age decides between equal ones (FPP-06)."""
GAME = Game(
    name="faut-pas-pousser",
    title="Faut pas pousser",
    idea="Pirates crowd a plank of four slots; every newcomer makes the last one fall. Stay on it, or fall late.",
    players=(2, 3, 4),
    setting_names=(
        "pirate_values",
        "actions",
        "ages",
        "pile_size",
        "plank_points",
        "captain_bonus",
        "turn_points",
        "equal_points",
        "neutral_tie",
        "blank_action",
        "blank_seat",
    ),
    part_games=200_000,
    view="analyser.games.faut_pas_pousser.view",
    home=Path(__file__).parent,
    load_rules=load_rules,
    load_columns=columns_of,
    competent=("admiral", "thrifty", "last-word", "latecomer", "lookout", "patient", "wary", "passes", "captain"),
    roles=(
        Role("turn_position", "1 is the first to play", "turn_position", OPENINGS),
        Role("age_rank", "1 is the youngest", "age_rank"),
        SEAT,
    ),
    bench=("random", "greedy", "greedy-list"),
    bench_commands=(
        BenchCommand("--strategies greedy --games 1000"),
        BenchCommand("--strategies greedy --games 1000", is_cold=True),
        BenchCommand("--strategies random --games 10000000"),
        BenchCommand("--strategies greedy --games 1000000"),
    ),
    studies={
        "pirates": "analyser.games.faut_pas_pousser.studies.pirates",
        "opening-by-age": "analyser.games.faut_pas_pousser.studies.opening_by_age",
    },
)
