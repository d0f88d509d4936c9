"""A run on disk: its folder, its manifest, how it is played, resumed and read back.

What a game is and how it is played is elsewhere; here its rows are stored, completely or not at all.
"""
