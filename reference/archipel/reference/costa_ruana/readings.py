"""What the rulebook leaves open: every point on which readers differ, with our reading as default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Literal, get_args, get_type_hints

from archipel.reference.strict_json import BadInput


@dataclass(frozen=True)
class Readings:
    """One reading for each point; another one makes another game."""

    poor_islands: Literal["each", "in-all"] = "each"
    first_refusal: Literal["no", "may-refuse"] = "no"
    cards_before: Literal["any", "one-each"] = "any"
    card_inhabitant: Literal["reserve", "reserve-or-island"] = "reserve"
    flip: Literal["mandatory", "optional"] = "mandatory"
    background: Literal["one", "both"] = "one"
    copy_order: Literal["card", "shaman"] = "card"
    card_return: Literal["at-once", "after-all"] = "at-once"
    copier: Literal["acts", "needs-a-card"] = "acts"
    copies: Literal["mandatory", "optional"] = "mandatory"
    remove_from: Literal["several", "one"] = "several"
    place_on: Literal["several", "one"] = "several"
    null_move: Literal["another-island", "same-allowed"] = "another-island"
    moved_twice: Literal["allowed", "another"] = "allowed"
    majority: Literal["each", "together"] = "each"
    lone: Literal["inhabitant", "player", "highest-unique"] = "inhabitant"
    priority: Literal["majority-first", "lone-first"] = "majority-first"
    absent_players: Literal["outside", "in-conflict"] = "outside"
    return_after_conflict: Literal["winner-returns", "nobody-returns"] = "winner-returns"
    fewest: Literal["round", "total"] = "round"
    previous_shaman: Literal["served", "offered"] = "served"
    shaman_tie: Literal["self-last", "self-first"] = "self-last"
    naming: Literal["anyone-else", "not-the-old-shaman"] = "anyone-else"
    last_draw: Literal["before", "after"] = "before"
    final_tie: Literal["shared", "seat"] = "shared"

    def __post_init__(self) -> None:
        for point, names in CHOICES.items():
            if (name := getattr(self, point.replace("-", "_"))) not in names:
                raise BadInput(f"{point}: expected {' or '.join(names)}, found {name}")


POINTS: tuple[str, ...] = tuple([field.name.replace("_", "-") for field in fields(Readings)])
CHOICES: dict[str, tuple[str, ...]] = {
    name.replace("_", "-"): get_args(kind) for name, kind in get_type_hints(Readings).items()
}
OURS = Readings()


def chosen(choice: Mapping[str, str]) -> Readings:
    """The readings of a choice, ours where it says nothing."""
    for point in choice:
        if point not in CHOICES:
            raise BadInput(f"{point}: no such point; there are {', '.join(POINTS)}")
    return replace(OURS, **{point.replace("-", "_"): name for point, name in choice.items()})  # type: ignore[arg-type]


def choice_of(readings: Readings) -> dict[str, str]:
    """The readings that are not ours, by point."""
    found = {point: str(getattr(readings, point.replace("-", "_"))) for point in POINTS}
    return {point: name for point, name in found.items() if name != CHOICES[point][0]}
