"""The games: one package each, found by folder."""
