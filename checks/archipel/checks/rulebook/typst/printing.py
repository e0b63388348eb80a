"""From Typst source to a PDF, by the compiler inside the package ``typst``."""

from __future__ import annotations

from pathlib import Path

import typst
from sphinx.errors import SphinxError


class PrintError(SphinxError):
    """Something that the compiler refuses or only warns about: a book with a warning is not printed."""

    category = "PDF"


def printed(source: Path) -> bytes:
    """The PDF of a book. It has no date and no font of the machine: equal sources give equal bytes."""
    return compiled(source.read_text(encoding="utf-8"), source.parent)


def compiled(source: str, root: Path | None = None) -> bytes:
    """The PDF of Typst source; ``root`` is the folder of what it includes."""
    try:
        compiler = typst.Compiler(source.encode(), root=root, ignore_system_fonts=True)
        pdf, warnings = compiler.compile_with_warnings(pdf_standards=["ua-1"])
    except typst.TypstError as error:
        raise PrintError("; ".join([error.message, *error.hints, error.diagnostic])) from None
    if warnings:
        raise PrintError("; ".join(f"{warning.message}: {warning.diagnostic}" for warning in warnings))
    assert isinstance(pdf, bytes)
    return pdf
