"""Studies of this game alone: see `study` in experiments.toml."""
