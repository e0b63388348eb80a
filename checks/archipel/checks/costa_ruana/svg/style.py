"""The style sheet of pictures: what each class looks like in light and in the dark.

A picture carries only the rules that it uses, so that many of them can stand on one page. In the dark means: on a
screen, if the reader prefers it and the page does not say otherwise, or if the page says so (``data-theme`` of its
body). In print a picture is always light. Programs that know no ``@media`` see the light colours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

LIGHT = """
.paper{fill:#faf6ec;stroke:#d9cfb8;stroke-width:1}
.panel{fill:#fffdf8;stroke:#d9cfb8;stroke-width:1.5}
.panel.on{stroke:#b4430c;stroke-width:3.5}
.soft{fill:#55636c}
.rule{stroke:#d9cfb8;stroke-width:1}
.sea{fill:#a9d8e6}.swell{stroke:#8cc6d8;stroke-width:2;fill:none}
.foam{fill:#e9f7fa;opacity:.75}.sand{fill:#f0dca4;stroke:#cdb274;stroke-width:1.5}.grass{fill:#c3dd98}
.place{fill:none;stroke:#6f8a4a;stroke-width:1.5;stroke-dasharray:2.5 2.5}
.trunk{fill:none;stroke:#8a6238;stroke-width:3.5;stroke-linecap:round}.leaf{fill:#4f9350}
.sign{fill:#7d5730;stroke:#6a4825;stroke-width:1}.sign-text{fill:#fff}
.gem{fill:#12a5a0;stroke:#07524f;stroke-width:1}.facet{fill:none;stroke:#d7fffb;stroke-width:1;opacity:.85}
.gone-gem{fill:none;stroke:#07524f;stroke-width:1.3;stroke-dasharray:2 2}
.figure{stroke:#1d2328;stroke-width:1.1;stroke-linejoin:round}
.gone-figure{fill:none;stroke:#1d2328;stroke-width:1.4;stroke-dasharray:2.5 2;stroke-linejoin:round}
.ghost{fill:#fff;stroke:#22303a;stroke-width:1.4;stroke-linejoin:round}
.hut{fill:#c58b4c;stroke:#6a4825;stroke-width:1.2}.thatch{fill:#e0b65c;stroke:#6a4825;stroke-width:1.2}
.door{fill:#5b3c1c}
.edge{fill:none;stroke:#22303a;stroke-width:1.4}.edge.hidden{stroke-dasharray:5 3;stroke-width:2}
.edge.now{stroke:#b4430c;stroke-width:4}
.plaque{fill:#fff;opacity:.94}.ink{fill:#22303a}.ink-soft{fill:#4a5861}.share{fill:#3c5026}
.stroke{fill:none;stroke:#22303a;stroke-width:2.4;stroke-linecap:round;stroke-linejoin:round}
.back{fill:#7b5a86}.weave{stroke:#a58ab0;stroke-width:2;fill:none}
.high{fill:#2f7fc1}.high-mark{stroke:#bfe0f7;stroke-width:2;fill:none}
.low{fill:#e3a982}.low-mark{fill:#fff1e2}
.day{fill:#f6cf3c}.day-mark{stroke:#fff3b8;stroke-width:3;fill:none}
.night{fill:#353a7c}.night-mark{fill:#f4efc0}
.pip{fill:#fffdf8;stroke:#8a7a58;stroke-width:1.5}.pip.done{fill:#c9bb98}.pip.now{fill:#b4430c;stroke:#7c2d06}
.pip-now{fill:#fff}
.tag{fill:#b4430c}.tag-text{fill:#fff}
.mask{fill:#b4430c;stroke:#4a1c04;stroke-width:1.2}.plume{fill:#f6cf3c;stroke:#4a1c04;stroke-width:1}.eye{fill:#fff}
.p0{fill:#c9340c}.p1{fill:#1f66b5}.p2{fill:#187a42}.p3{fill:#a83a88}
.p4{fill:#f2b51d}.p5{fill:#7fd0ef}.p6{fill:#5a4a9c}.p7{fill:#9a9ea3}
.l0,.l1,.l2,.l3,.l6{fill:#fff}.l4,.l5,.l7{fill:#15191c}
.b{font-weight:700}.i{font-style:italic}.m{text-anchor:middle}.e{text-anchor:end}
.yes{fill:#17703c}.no{fill:#b3261e}.so{fill:#1f5fa8}.verdict-text{fill:#fff}
.verdict-mark{fill:none;stroke:#fff;stroke-width:3;stroke-linecap:round;stroke-linejoin:round}
.ring{fill:none;stroke:#b4430c;stroke-width:3}
.change{fill:#fff4d6;stroke:#b4430c;stroke-width:1.6}.change-text{fill:#7c2d06}
.arrow{fill:none;stroke:#b4430c;stroke-width:3;stroke-linecap:round;stroke-linejoin:round}
.cross{fill:none;stroke:#b3261e;stroke-width:5;stroke-linecap:round}
.fade{fill:#fffdf8;opacity:.45}
.step{fill:#fffdf8;stroke:#22303a;stroke-width:1.6}
"""

DARK = """
.paper{fill:#161b20;stroke:#3d4851}.panel{fill:#20272e;stroke:#3d4851}.panel.on{stroke:#ff9d5c}
.soft{fill:#a9b4bc}.rule{stroke:#3d4851}
.sea{fill:#12384a}.swell{stroke:#1c4a5f}.foam{fill:#2c6076;opacity:.8}
.sand{fill:#b79f63;stroke:#7f6c3c}.grass{fill:#56743e}.place{stroke:#c9dcae}.share{fill:#f4f9ea}
.leaf{fill:#2f6a35}.trunk{stroke:#4d3519}
.figure{stroke:#f6f2e6}.gone-figure{stroke:#f6f2e6}.edge{stroke:#e9e4d8}.edge.now{stroke:#ff9d5c}
.gem{fill:#35d6cf;stroke:#04302e}.facet{stroke:#043b38}.gone-gem{stroke:#c8fffb}
.plaque{fill:#f4f0e4;opacity:.95}
.high{fill:#22618f}.low{fill:#b98157}.day{fill:#cfa71f}.night{fill:#2b2f68}.back{fill:#5b4264}.weave{stroke:#80668a}
.pip{fill:#20272e;stroke:#8a7a58}.pip.done{fill:#5b5442}.pip.now{fill:#ff9d5c;stroke:#ffd2b0}
.pip-now{fill:#161b20}.tag{fill:#ff9d5c}.tag-text{fill:#161b20}
.yes{fill:#7ddba0}.no{fill:#ff9d94}.so{fill:#8fc1ff}.verdict-text{fill:#10161b}.verdict-mark{stroke:#10161b}
.ring{stroke:#ff9d5c}.change{fill:#3a2a1c;stroke:#ff9d5c}.change-text{fill:#ffd2b0}.arrow{stroke:#ff9d5c}
.cross{stroke:#ff9d94}.fade{fill:#20272e;opacity:.5}
.step{fill:#20272e;stroke:#a9b4bc}
"""

FONTS = '"Avenir Next","Segoe UI","Helvetica Neue",Arial,"Liberation Sans","DejaVu Sans",sans-serif'
INK, INK_IN_THE_DARK = "#22303a", "#e9e4d8"
PREFERRED = '@media screen and (prefers-color-scheme:dark){svg.cr:not(body[data-theme="light"] *)'
CHOSEN = '@media screen{body[data-theme="dark"] svg.cr'

Rule: TypeAlias = tuple[tuple[str, ...], Mapping[str, str]]
"""The selectors of a rule, and what it sets to what."""


def sheet(used: Iterable[str]) -> str:
    """The style sheet for a picture in which these classes occur.

    Dark colours are variables of the whole picture, because only what is inherited reaches into drawings that are
    defined once and used many times.
    """
    names = set(used)
    light, dark = list(_rules(LIGHT, names)), _variables(_rules(DARK, names))
    screen = [_written(selectors, _on_screens(selectors, body, dark)) for selectors, body in light]
    variables = f"{{--cr-ink:{INK_IN_THE_DARK};{''.join([f'{name}:{value};' for name, value in dark.items()])}}}}}"
    return "\n".join(
        [
            f"svg.cr{{max-width:100%;height:auto;font-family:{FONTS};fill:{INK}}}",
            "".join([_written(selectors, body) for selectors, body in light]),
            f"@media screen{{svg.cr{{fill:var(--cr-ink,{INK})}}{''.join(screen)}}}",
            f"{PREFERRED}{variables}",
            f"{CHOSEN}{variables}",
        ]
    )


def _rules(style: str, used: set[str]) -> Iterator[Rule]:
    """The rules about classes in use."""
    for selectors, body in re.findall(r"([^{}]+)\{([^}]*)\}", style):
        wanted = tuple([one.strip() for one in selectors.split(",") if used.issuperset(one.strip().split(".")[1:])])
        if wanted:
            yield wanted, dict(declaration.split(":") for declaration in body.split(";"))


def _variables(rules: Iterable[Rule]) -> dict[str, str]:
    return {
        _variable(selector, name): value
        for selectors, body in rules
        for selector in selectors
        for name, value in body.items()
    }


def _variable(selector: str, name: str) -> str:
    return f"--cr{selector.replace('.', '-')}-{name}"


def _on_screens(selectors: Sequence[str], body: Mapping[str, str], dark: Mapping[str, str]) -> dict[str, str]:
    """What of a rule is different in the dark; rules with several selectors are the same there."""
    names = {name: _variable(selectors[0], name) for name in body}
    return {name: f"var({names[name]},{value})" for name, value in body.items() if names[name] in dark}


def _written(selectors: Sequence[str], body: Mapping[str, str]) -> str:
    """A rule; all names are the pictures' own, so that they can stand in any page."""
    if not body:
        return ""
    own = ",".join([selector.replace(".", ".cr-") for selector in selectors])
    return f"{own}{{{';'.join([f'{name}:{value}' for name, value in body.items()])}}}"
