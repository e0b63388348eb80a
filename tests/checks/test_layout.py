"""The layout of the checks: packages that a stranger finds his way in, none of them too large."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from tests.budgets import weights
from tests.house import BLOCK, knowing, order, picture

import archipel.checks
from archipel.checks.games.registry import SHIPPED

ROOT = Path(str(archipel.checks.__file__)).parent
GUIDE = Path(__file__).parents[2] / "CONTRIBUTING.md"
MOST = 12


def packages() -> dict[str, int]:
    """Every package that is not about one game, with the number of its modules and packages that are not either."""
    found = {}
    for folder in [ROOT, *ROOT.rglob("*")]:
        inside = folder.relative_to(ROOT)
        if (folder / "__init__.py").exists() and not set(inside.parts) & SHIPPED.keys():
            entries = [one for one in folder.iterdir() if one.suffix == ".py" or (one / "__init__.py").exists()]
            found[inside.as_posix()] = len({one.stem for one in entries} - SHIPPED.keys() - {"__init__"})
    return found


def test_no_package_is_too_large() -> None:
    assert {name: entries for name, entries in packages().items() if entries > MOST} == {}


def test_the_guide_lists_the_packages_and_no_others() -> None:
    listed = re.findall(r"^\| `(\w+)/` \|", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(name for name in packages() if "/" not in name and name != ".")


def test_the_picture_of_the_house_is_that_of_the_imports() -> None:
    found = BLOCK.search(GUIDE.read_text(encoding="utf-8"))
    assert found is not None and found[0] == picture(), "python -m tests.house draws it anew"
    assert sorted(order(knowing())) == sorted(name for name in packages() if "/" not in name and name != ".")


def test_nothing_grows_above_its_budget() -> None:
    assert [str(weight) for weight in weights() if not weight.is_kept] == []


def test_growing_above_a_budget_is_noticed() -> None:
    weight = next(weights())
    assert not replace(weight, now=max(weight.budget, weight.allowed) + 1).is_kept
