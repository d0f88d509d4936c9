"""The smallest change of the rules that meets a designer's targets, and what is different between two versions.

Here: targets, levers, changes, the search and its confirmation. Not here: how games are played, how answers are shown.
"""
