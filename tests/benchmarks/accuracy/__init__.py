"""How often every kind of claim is right: `rows` says what a claim is, `planted` repeats claims about luck whose law is
known, `played` those about real games, `page` writes docs/explanation/accuracy.md.
"""
