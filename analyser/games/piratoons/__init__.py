"""Piratoons: plunder a chest against the sandglass and build the best ship (Grégoire and Quintens, 2015)."""

TITLE = "Piratoons"
IDEA = (
    "All put crew pawns on the tiles of a chest at once, against the clock; ties cancel, pawns kept at home earn "
    "doubloons for the auction; the best ship after eight rounds wins."
)
CAVEATS = ("tiles: reconstruction", "clock of the plunder and clumsiness: a model")
"""What a reader of any result must know; said wherever results are."""
PLAYERS = (2, 3, 4)
SETTINGS = (
    "crew",
    "start_doubloons",
    "doubloons_in_all",
    "plunder_ticks",
    "plunder_max_ticks",
    "reaction",
    "reaction_by_seat",
    "knock_enemy",
    "drop_own",
    "open_purses",
    "join_points",
    "first_points",
    "second_points",
    "second_after_tie",
    "empty_points",
    "triple_points",
    "mixed_points",
    "pair_points",
    "uncounted",
    "gift_tile",
    "gift_round",
    "gift_points",
)
"""What its rules look up in `settings.toml`."""
PART_GAMES = 10_000
"""Games in one part of a run: about a second of simple play."""

BENCH = ("random", "quartermaster")
"""What `analyse bench` plays: drawn, and scored."""
BENCH_COMMANDS = (("--strategies quartermaster --games 1000", False), ("--strategies random --games 100000", False))
"""Whole commands that it times, and whether with an empty cache of compiled code."""
