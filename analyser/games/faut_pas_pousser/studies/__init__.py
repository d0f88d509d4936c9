"""Studies of this game alone: see `study` in experiments.toml.

They belong to the layer of `experiments`. The rules of the game are in the folder above.
"""
