"""The drift gate: does a change move the win rates? A baseline is stored, played again and judged."""
