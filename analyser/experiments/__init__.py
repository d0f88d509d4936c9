"""Experiments that tell a designer what a seat, a card, a timing, a rule or a strategy is worth.

Each file plays the games of one kind of question and answers it. Formulas are in `statistics`, the PDF is in `report`.
"""
