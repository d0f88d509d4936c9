"""The balance report as one HTML file: no request to anywhere, both languages, figures, tables and replays.

It shows the same pages as the PDF, from the same answers. It decides nothing itself.
"""
