"""Experiments that tell a designer what a seat, a card, a timing, a rule, a strategy is worth."""
