"""The commands: a file each. They read options, call `analyser.api`, and print.

No command decides or computes anything that a notebook could not ask for too.
"""
