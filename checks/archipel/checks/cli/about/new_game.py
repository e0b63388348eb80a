"""Write a package with a small game that runs: clauses, engine, mapping, words in English and French, and a test.

NAME is what people type: letters, digits and underscores. The package is written into a new folder of that name; the
game in it is one-heap Nim, short enough to read in a few minutes and to turn into your own, clause by clause.

examples:
  archipel new-game tobago                       a package in ./tobago
  archipel new-game tobago --title "Tobago!"     with a title (default: the name)
  archipel new-game tobago --out games/tobago    in another folder, which must be new or empty

Then, in the new folder: pip install -e . and archipel NAME prove. The manual's page "Your own game in an afternoon"
goes on from there.
"""

from __future__ import annotations

import argparse
import keyword
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from archipel.checks.cli.command_line import COMMANDS
from archipel.checks.games.registry import names
from archipel.checks.support.files import folder_to_write, replacing
from archipel.reference.strict_json import BadInput, shown

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

TEMPLATE = ".template"
LONGEST = 40


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="what the game is called on the command line and in files")
    parser.add_argument("--title", metavar="TITLE", help="what it is called in front of people (default: the name)")
    parser.add_argument("--out", metavar="DIR", help="the folder to write, new or empty (default: ./NAME)")


def run(arguments: argparse.Namespace) -> int:
    name, title = checked_name(arguments.name), arguments.title
    words = {
        "name": name,
        "title": checked_title(name.replace("_", " ").capitalize() if title is None else title),
        "package": f"{name}_rules",
        "distribution": f"{name.replace('_', '-')}-rules",
    }
    out = name if arguments.out is None else arguments.out
    target = folder_to_write("--out", out, lambda _: False, "package of this game")
    with replacing(target) as folder:
        for place, text in files_of(words):
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
            (folder / place).write_text(text, encoding="utf-8", newline="\n")
    print(f"{out}: written\n\nnow try:")
    print(f"  cd {out}\n  pip install -e .\n  archipel {name} clauses\n  archipel {name} prove\n  archipel {name} play")
    return 0


def checked_name(name: str) -> str:
    """A name that can be typed, and that modules can have; refused with what would do instead."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or name.endswith("_") or len(name) > LONGEST:
        plain = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_0123456789")[:LONGEST].rstrip("_")
        hint = f"; {plain} would do" if plain and not keyword.iskeyword(plain) else ""
        raise BadInput(f"NAME: expected small letters, digits and underscores, found {shown(name)}{hint}")
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        raise BadInput(f"NAME: {name} is a word of Python; {name}_game would do")
    if name in COMMANDS:
        raise BadInput(f"NAME: {name} is a command of archipel; {name}_game would do")
    if name in names():
        raise BadInput(f"NAME: there is a game called {name} (see archipel games); {name}_2 would do")
    return name


def checked_title(title: str) -> str:
    """A title that can stand in a line of any file, as it is."""
    if not title.strip() or not title.isprintable() or len(title) > LONGEST or set(title) & set("\"\\{}"):
        raise BadInput(f"--title: expected 1 to {LONGEST} letters without quotes, braces or \\, found {shown(title)}")
    return title


def files_of(words: dict[str, str]) -> Iterator[tuple[Path, str]]:
    """Every file of the package, by its place in the folder."""
    for place, template in sorted(_templates(files("archipel.checks.games") / "new_game", Path())):
        text = template.read_text(encoding="utf-8")
        parts = ["src", words["package"], *place.parts[1:]] if place.parts[0] == "src" else place.parts
        yield Path(_filled(str(Path(*parts)).removesuffix(TEMPLATE), words)), _filled(text, words)


def _templates(folder: Traversable, place: Path) -> Iterator[tuple[Path, Traversable]]:
    for item in folder.iterdir():
        if item.is_dir():
            yield from _templates(item, place / item.name)
        elif item.name.endswith(TEMPLATE):
            yield place / item.name, item


def _filled(text: str, words: dict[str, str]) -> str:
    """A text with each ``@word@`` replaced."""
    return re.sub(r"@([a-z]+)@", lambda found: words[found[1]], text)
