"""The balance report: a PDF for the designer and the publisher, with its figures and tables as files.

It asks experiments and shows their answers. It decides nothing itself.
"""
