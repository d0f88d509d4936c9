"""The drift gate: does a change move the win rates? A baseline is stored, played again and judged.

Win rates of rules that were meant to change are compared in `experiments`, not here.
"""
