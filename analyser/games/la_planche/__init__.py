"""La Planche: the last prisoner on the plank (Dominique Ehrhard)."""

TITLE = "La Planche"
IDEA = "Prisoners of four colours stand in a row above the shark. Yours is secret; the last one on the plank wins."
PLAYERS = (2, 3, 4)
SETTINGS = (
    "plank_length",
    "vane",
    "push_target",
    "push",
    "series",
    "series_starter",
    "max_turns",
    "spin_turn",
    "spin_left",
    "spin_shows",
    "told_colours",
)
"""What its rules look up in `settings.toml`."""
PART_GAMES = 100_000
"""Games in one part of a run: about a second of simple play."""

BENCH = ("random", "protector")
"""What `analyse bench` plays: drawn, and scored."""
BENCH_COMMANDS = (("--strategies protector --games 1000", False), ("--strategies random --games 1000000", False))
"""Whole commands that it times, and whether with an empty cache of compiled code."""
