"""The rulebook in print: a Sphinx builder that writes Typst, and the Typst compiler that makes a PDF of it.

The PyPI package ``typst`` brings compiler and fonts, so the PDF needs no TeX, no browser, no font of the machine and no
network, and is the same to the byte wherever it is made. It is written to PDF/UA-1, which also refuses pictures and
formulas without words for those who do not see them, and letters that no font has.
"""
