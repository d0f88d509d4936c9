"""Faut pas pousser: stay on the plank (Didier Jacobée, Sweet November, 2012)."""

from pathlib import Path

from analyser.games.definition import BenchCommand, Game, Rules
from analyser.games.faut_pas_pousser.columns import columns_of


def load_rules() -> Rules:
    """How it is played: imported when it is first needed."""
    from analyser.games.faut_pas_pousser.definition import RULES

    return RULES


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
    bench=("random", "greedy", "greedy-list"),
    bench_commands=(
        BenchCommand("--strategies greedy --games 1000"),
        BenchCommand("--strategies greedy --games 1000", is_cold=True),
        BenchCommand("--strategies random --games 10000000"),
        BenchCommand("--strategies greedy --games 1000000"),
    ),
    studies={"pirates": "analyser.games.faut_pas_pousser.studies.pirates"},
)
