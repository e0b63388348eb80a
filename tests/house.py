"""The picture of the house in CONTRIBUTING.md: a *design structure matrix*, made from the imports.

``python -m tests.house`` draws it anew.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import grimp

from archipel.checks.games.registry import SHIPPED

GUIDE = Path(__file__).parents[1] / "CONTRIBUTING.md"
ROOT = "archipel.checks"
BLOCK = re.compile(r"(?<=```text house\n).*?(?=```)", re.DOTALL)
Knowing = Counter[tuple[str, str]]


def knowing() -> Knowing:
    """How many modules of a package import modules of another when they run, by the names of both packages."""
    graph = grimp.build_graph(ROOT, exclude_type_checking_imports=True)
    found: Knowing = Counter()
    for module in graph.modules - {ROOT}:
        room = module.split(".")[2]
        others = {other.split(".")[2] for other in graph.find_modules_directly_imported_by(module) - {ROOT}}
        found.update((room, other) for other in others - {room} if room not in SHIPPED)
    return found


def order(known: Knowing) -> list[str]:
    """The packages, each as far down as it can be: first what knows least of the rest."""
    left, found = sorted({room for pair in known for room in pair}), list[str]()
    while left:
        found.append(min(left, key=lambda room: sum(known[room, other] for other in left)))
        left.remove(found[-1])
    return found


def picture() -> str:
    """A row for each package, with how many of its modules know another; dots are packages it does not know."""
    known = knowing()
    rooms = order(known)
    lines = [" " * 15 + "".join(f"{place:>4}" for place in range(1, len(rooms) + 1))]
    for place, room in enumerate(rooms, 1):
        cells = ["■" if room == other else str(known[room, other] or "·") for other in rooms]
        lines.append(f"{place:>2} {room:<12}" + "".join(f"{cell:>4}" for cell in cells))
    return "\n".join(lines) + "\n"


def main() -> None:
    GUIDE.write_text(BLOCK.sub(picture(), GUIDE.read_text(encoding="utf-8"), count=1), encoding="utf-8")


if __name__ == "__main__":
    main()
