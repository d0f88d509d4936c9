"""Black Fleet: trade, rob and sink until the governor's daughter is ransomed (Sebastian Bleasdale, 2014)."""

TITLE = "Black Fleet"
IDEA = (
    "Merchants trade between five ports, pirates rob them and bury the loot, frigates sink pirates; who first buys all "
    "upgrades and the victory card wins."
)
CAVEATS = ("board and cards: reconstruction",)
"""What a reader of any result must know; said wherever results are."""
PLAYERS = (3, 4)
SETTINGS = (
    "victory_cost",
    "start_fortune",
    "load",
    "sink_pays",
    "rob_pays",
    "entry_cost",
    "hand_limit",
    "max_rounds",
    "blank_card",
    "gift_card",
    "gift_doubloons",
    "gift_fortune",
    "gift_round",
    "blank_hand",
    "shown_cost",
)
"""What its rules look up in `settings.toml`."""
PART_GAMES = 4_000
"""Games in one part of a run: about a second of simple play."""

BENCH = ("random", "greedy", "commodore")
"""What `analyse bench` plays: drawn, scored, and scored with care."""
BENCH_COMMANDS = (("--strategies greedy --games 1000", False), ("--strategies random --games 20000", False))
"""Whole commands that it times, and whether with an empty cache of compiled code."""
