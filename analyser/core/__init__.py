"""What everything else is built on: errors, exit codes, paths, writing a file completely or not at all.

Nothing here knows about games, strategies or statistics, and nothing here is compiled.
"""
