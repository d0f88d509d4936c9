"""Strategies as files: what one is, how it is typed, found, read, checked and loaded.

The strategies themselves are in `strategies/` at the top of the repository.
"""
