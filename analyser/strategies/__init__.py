"""Strategies as files: how they are typed, found, read and checked before any of their code runs.

The strategies themselves are in `strategies/` at the top of the repository; `simulation.engine` compiles them.
"""
