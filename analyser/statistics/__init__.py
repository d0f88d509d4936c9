"""Arrays in, numbers with intervals out.

Nothing here knows about games, jobs or files, or writes sentences.
"""
