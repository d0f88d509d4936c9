"""How figures look: style, files, boards and heat maps.

What a figure shows is decided by its caller.
"""
