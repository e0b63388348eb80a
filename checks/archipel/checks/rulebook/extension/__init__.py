"""The Sphinx extension that makes pages out of the rules themselves: no sentence of a clause, no count, no number of
the game and no help text is typed by hand.

Roles lead to what the rules consist of (``clause``, ``theorem``, ``reading``, ``example``, ``position``, ``step``) or
are numbers (``number``, ``count``). Each module beside this one has some directives and says what they print. Nothing
here knows any game: ``archipel_game`` in the configuration names the one the pages are about, ``archipel_variant`` a
file with other numbers or readings for it, ``archipel_fates`` what was found out to become of the theorems there, and
the language is Sphinx's own ``language``.
"""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from archipel.checks.rulebook.extension import accessible, commands, domain, numbers, pieces, translated
from archipel.checks.rulebook.extension.base import book_in
from archipel.checks.rulebook.extension.findings import measurements, reports
from archipel.checks.rulebook.extension.illustrations import drawings, facts, tables, trying
from archipel.checks.rulebook.extension.rules import (
    clauses,
    differences,
    examples,
    readings,
    theorems,
    traceability,
    vocabulary,
)

LOGGER = logging.getLogger(__name__)
PARTS = (
    pieces,
    domain,
    clauses,
    theorems,
    readings,
    examples,
    drawings,
    vocabulary,
    traceability,
    facts,
    tables,
    differences,
    trying,
    translated,
    numbers,
    commands,
    reports,
    measurements,
    accessible,
)


def every_page(_: Sphinx, env: BuildEnvironment, *changes: set[str]) -> list[str]:
    """Pages are made from code that Sphinx does not watch, so all of them are made anew each time."""
    return sorted(env.found_docs)


def check_reports(app: Sphinx) -> None:
    """What was found out about other rules than today's is not printed as if it were about these."""
    for wrong in book_in(app.config).stored.wrong:
        LOGGER.warning("%s", wrong)


def add_style(_: Sphinx, config: Config) -> None:
    """How the pieces look on a screen, for every site that uses them."""
    config.html_static_path.append(str(Path(str(resources.files("archipel.checks.rulebook"))) / "theme" / "static"))


def setup(app: Sphinx) -> ExtensionMetadata:
    app.add_config_value("archipel_game", "", "env", types=frozenset({str}))
    app.add_config_value("archipel_variant", "", "env", types=frozenset({str}))
    app.add_config_value("archipel_fates", (), "env", types=frozenset({list, tuple}))
    for part in PARTS:
        part.setup(app)
    app.connect("config-inited", add_style)
    app.add_css_file("rulebook.css")
    app.connect("env-get-outdated", every_page)
    app.connect("builder-inited", check_reports)
    return {"version": "2", "parallel_read_safe": True, "parallel_write_safe": True}
