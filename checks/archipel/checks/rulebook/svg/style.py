"""Style sheets with light and dark colours, and the drawings that pictures of a game are put together from.

A picture carries only the rules that it uses, so that many of them can stand on one page. In the dark means: on a
screen, if the reader prefers it and the page does not say otherwise, or if the page says so (``data-theme`` of its
body). In print a picture is always light. Programs that know no ``@media`` see the light colours.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from archipel.checks.rulebook.svg.elements import tag

FONTS = '"Avenir Next","Segoe UI","Helvetica Neue",Arial,"Liberation Sans","DejaVu Sans",sans-serif'
INK, INK_IN_THE_DARK = "#22303a", "#e9e4d8"
REFERENCE, IDENTIFIER, CLASSES = r'(href="|url\()#([\w.-]+)', r' id="([\w.-]+)"', r'class="([^"]*)"'
"""Names in drawings, before they get the prefix of the game's artwork."""
DIVIDER = "/* In the dark */"

Rule: TypeAlias = tuple[tuple[str, ...], Mapping[str, str]]
"""The selectors of a rule, and what it sets to what."""


@dataclass(frozen=True)
class Artwork:
    """The drawings and colours of a game; its ``prefix`` keeps them apart from everything else on a page.

    ``shapes`` are drawings used many times: parts, each a class and a path. ``patterns`` are grounds: width and height
    of a tile and the path on it; the ground has a class named like the pattern, and its mark one that ends with -mark.
    """

    prefix: str
    shapes: Mapping[str, Sequence[tuple[str, str]]]
    patterns: Mapping[str, tuple[int, int, str]]
    light: str
    dark: str

    def definitions(self, used: set[str]) -> str:
        """The drawings that are used, each once."""
        parts = []
        for name in [name for name in self.shapes if name in used]:
            inside = "".join([tag("path", class_=kind, d=path) for kind, path in self.shapes[name]])
            parts.append(tag("g", inside, id=name))
        for name in [name for name in self.patterns if name in used]:
            wide, high, path = self.patterns[name]
            inside = tag("rect", class_=name, width=wide, height=high) + tag("path", class_=f"{name}-mark", d=path)
            size = {"width": wide, "height": high, "patternUnits": "userSpaceOnUse"}
            parts.append(tag("pattern", inside, id=name, **size))
        return tag("defs", "\n".join(parts)) if parts else ""

    def owned(self, drawn: str, mark: str = "") -> str:
        """Drawings whose classes and ids are the game's own; with a mark, ids are that picture's own."""
        drawn = re.sub(IDENTIFIER, rf' id="{self.prefix}-\1{mark}"', drawn)
        drawn = re.sub(REFERENCE, rf"\1#{self.prefix}-\2{mark}", drawn)
        return re.sub(CLASSES, lambda found: f'class="{" ".join(map(self._own, found[1].split()))}"', drawn)

    def _own(self, name: str) -> str:
        return f"{self.prefix}-{name}"

    def sheet(self, used: Iterable[str]) -> str:
        """The style sheet for a picture in which these classes occur.

        Dark colours are variables of the whole picture, because only what is inherited reaches into drawings that are
        defined once and used many times.
        """
        names, svg = set(used), f"svg.{self.prefix}"
        light, dark = list(_rules(self.light, names)), self._variables(_rules(self.dark, names))
        screen = [self._written(selectors, self._on_screens(selectors, body, dark)) for selectors, body in light]
        ink = f"--{self.prefix}-ink"
        variables = f"{{{ink}:{INK_IN_THE_DARK};{''.join([f'{name}:{value};' for name, value in dark.items()])}}}}}"
        return "\n".join(
            [
                f"{svg}{{max-width:100%;height:auto;font-family:{FONTS};fill:{INK}}}",
                "".join([self._written(selectors, body) for selectors, body in light]),
                f"@media screen{{{svg}{{fill:var({ink},{INK})}}{''.join(screen)}}}",
                f'@media screen and (prefers-color-scheme:dark){{{svg}:not(body[data-theme="light"] *){variables}',
                f'@media screen{{body[data-theme="dark"] {svg}{variables}',
            ]
        )

    def _variables(self, rules: Iterable[Rule]) -> dict[str, str]:
        return {
            self._variable(selector, name): value
            for selectors, body in rules
            for selector in selectors
            for name, value in body.items()
        }

    def _variable(self, selector: str, name: str) -> str:
        return f"--{self.prefix}{selector.replace('.', '-')}-{name}"

    def _on_screens(self, selectors: Sequence[str], body: Mapping[str, str], dark: Mapping[str, str]) -> dict[str, str]:
        """What of a rule is different in the dark; rules with several selectors are the same there."""
        names = {name: self._variable(selectors[0], name) for name in body}
        return {name: f"var({names[name]},{value})" for name, value in body.items() if names[name] in dark}

    def _written(self, selectors: Sequence[str], body: Mapping[str, str]) -> str:
        """A rule; all names are the pictures' own, so that they can stand in any page."""
        if not body:
            return ""
        own = ",".join([selector.replace(".", f".{self.prefix}-") for selector in selectors])
        return f"{own}{{{';'.join([f'{name}:{value}' for name, value in body.items()])}}}"


def artwork(prefix: str, folder: Path) -> Artwork:
    """What lies in a folder: ``shapes.toml`` and ``style.css``, added to the colours and the shapes of the kit."""
    files = [tomllib.loads(text) for text in _texts(folder, "shapes.toml")]
    shapes, patterns = ({name: one for file in files for name, one in file.get(kind, {}).items()} for kind in KINDS)
    plain = [re.sub(r"/\*(?! In the dark).*?\*/", "", sheet) for sheet in _texts(folder, "style.css")]
    light, dark = zip(*[sheet.split(DIVIDER) for sheet in plain], strict=True)
    return Artwork(prefix, shapes, patterns, "".join(light), "".join(dark))


KINDS = "shapes", "patterns"


def _texts(folder: Path, name: str) -> list[str]:
    """The kit's own file of that name, and the game's, if it has one."""
    return [file.read_text(encoding="utf-8") for file in (KIT / name, folder / name) if file.exists()]


KIT = Path(__file__).parent


def _rules(style: str, used: set[str]) -> Iterator[Rule]:
    """The rules about classes in use."""
    for selectors, body in re.findall(r"([^{}]+)\{([^}]*)\}", style):
        wanted = tuple([one.strip() for one in selectors.split(",") if used.issuperset(one.strip().split(".")[1:])])
        if wanted:
            yield wanted, dict(declaration.split(":") for declaration in body.split(";"))
