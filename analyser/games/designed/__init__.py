"""Games of one file: read, checked, and turned into the same `Game` and `Rules` that the shipped games are.

What a designer writes with lives in `analyser/games/components.py`. No game lives here.
"""
