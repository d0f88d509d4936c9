"""What only this game is asked: see `study` in experiments.toml."""
