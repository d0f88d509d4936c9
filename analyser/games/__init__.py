"""The games: the contract of a game, its settings, how it is found; a folder for the rules of each shipped game.

Strategies live in `strategies/` at the top of the repository, data in `seeds/`; how games are played is elsewhere.
"""
