"""How the site is built: ``make docs``, after the rulebook it links into. Everything is local; no page asks the network
for anything."""

from importlib import metadata

from sphinx.application import Sphinx

project = "Archipel"
author = "the Archipel project"
version = release = metadata.version("archipel")
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.intersphinx", "archipel.checks.rulebook.extension"]
archipel_game = "costa_ruana"
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]
nitpicky = True
nitpick_ignore_regex = [("py:.*", ".*")]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
add_module_names = False

# The rulebook stands in a folder of the site; its own list of what is where tells links to it where to lead.
intersphinx_mapping = {"rulebook": ("rulebook/en/", "_build/html/rulebook/en/objects.inv")}

html_theme = "furo"
html_title = f"{project} {version}"
html_show_copyright = False
html_copy_source = False
pygments_style = "tango"


def leave_places_out(_: Sphinx, __: str, ___: str, ____: object, _____: object, lines: list[str]) -> None:
    """Of a field Python says only at which place it stands; its name and type are enough."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()


def setup(app: Sphinx) -> None:
    app.connect("autodoc-process-docstring", leave_places_out)
