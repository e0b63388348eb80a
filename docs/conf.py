"""How the site is built: ``make docs``. Everything is local; no page asks the network for anything."""

import sys
from importlib import metadata
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "Archipel"
author = "the Archipel project"
version = release = metadata.version("archipel")
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc", "archipel_rulebook", "archipel_proofs", "archipel_readings"]
archipel_game = "costa_ruana"
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]
nitpicky = True
nitpick_ignore_regex = [("py:.*", ".*")]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
add_module_names = False

html_theme = "furo"
html_title = f"{project} {version}"
html_static_path = ["_static"]
html_css_files = ["archipel.css"]
html_show_copyright = False
html_copy_source = False
pygments_style = "tango"
