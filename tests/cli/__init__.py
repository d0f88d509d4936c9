"""The commands, bad input included."""
