"""What lies on many tables: piles of cards, who comes and goes, rounds under way, a panel for each player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from archipel.checks.rulebook.svg.elements import figure, group, mark, number, patterned, tag, text
from archipel.checks.rulebook.svg.layout import Point


def smooth(points: Sequence[Point]) -> str:
    """A closed smooth line through points (a Catmull-Rom spline as Bézier curves)."""
    count = len(points)
    path = f"M{number(points[0][0])} {number(points[0][1])}"
    for place in range(count):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = [points[(place + offset) % count] for offset in (-1, 0, 1, 2)]
        numbers = (bx + (cx - ax) / 6, by + (cy - ay) / 6, cx - (dx - bx) / 6, cy - (dy - by) / 6, cx, cy)
        path += "C" + " ".join([number(value) for value in numbers])
    return path + "z"


def pile(words: str, amount: int, back: str) -> list[str]:
    """A pile of so many cards with a pattern on their backs, and what it is called."""
    parts = []
    for layer in range(min(3, amount) or 1):
        shift = 3 * layer
        place = {"x": -26 + shift, "y": -36 - shift, "width": 52, "height": 66, "rx": 7}
        parts += [patterned(back, **place)] if amount else []
        parts.append(tag("rect", "", **place, class_="edge" if amount else "edge hidden"))
    shift = 3 * (min(3, amount or 1) - 1)
    parts.append(tag("circle", cx=shift, cy=-3 - shift, r=17, class_="plaque"))
    parts.append(text(shift, 3 - shift, str(amount), 17, "m b ink"))
    parts.append(text(0, 50, words, 14, "m", 110))
    return parts


def hidden_hand(size: int, right: float, back: str) -> list[str]:
    """The cards in somebody else's hand, one over the other."""
    step, place = min(15.0, 80 / size), {"x": -10, "y": -14, "width": 20, "height": 28, "rx": 4}
    card = [patterned(back, **place), tag("rect", "", **place, class_="edge")]
    return [group(right - step * number, 61, card) for number in reversed(range(size))]


def coming_and_going(people: Sequence[int], coming: Sequence[int], going: Sequence[int]) -> list[tuple[int, str]]:
    """Everybody who is there, goes or comes, each with a sign; who goes stands last among his own."""
    staying = Counter(people)
    staying.subtract(Counter(going))
    there = [(seat, "") for seat in sorted(staying) for _ in range(max(0, staying[seat]))]
    leaving = [(seat, "−") for seat in going]
    return [*sorted([*there, *leaving], key=lambda one: one[0]), *[(seat, "+") for seat in coming]]


def figures_in_row(letters: str, everybody: Sequence[tuple[int, str]], width: float, y: float) -> list[str]:
    """Figures around the middle of a width, each with a sign for what changes; they overlap if there are many."""
    step = min(26, (width - 16) / max(1, len(everybody)))
    first = width / 2 - step * (len(everybody) - 1) / 2
    places = [(seat, sign, first + step * place) for place, (seat, sign) in enumerate(everybody)]
    drawn = [figure(letters[seat], seat, x, y) for seat, _, x in places]
    return drawn + [mark(sign, x + 7, y - 15) for _, sign, x in places if sign]


def rounds(count: int, now: int, right: float) -> list[str]:
    """The rounds of a game, the one under way marked; they end at the right."""
    parts = []
    for place in range(1, count + 1):
        state = "now" if place == now else "done" if place < now else ""
        x = right - 20 - 42 * (count - place)
        parts.append(tag("circle", cx=x, cy=35, r=16, class_=f"pip {state}".strip()))
        parts.append(text(x, 40.5, str(place), 15, "m b pip-now" if state == "now" else "m b"))
    return parts


Part = tuple[list[str], float]
"""What is drawn, and how high it is."""


def panels(players: int, room: float, draw: Callable[[int, float], Part], is_on: Callable[[int], bool]) -> Part:
    """A panel for each player, in rows that fill the room; those that are on stand out."""
    columns = 2 if players in (2, 4) else 3
    gap = 16
    width = (room - gap * (columns - 1)) / columns
    parts, y = [], 0.0
    for first in range(0, players, columns):
        row = list(range(players))[first : first + columns]
        drawn = [draw(seat, width) for seat in row]
        height = max(tall for _, tall in drawn)
        for place, (seat, (inside, _)) in enumerate(zip(row, drawn, strict=True)):
            kind = "panel on" if is_on(seat) else "panel"
            frame = tag("rect", width=width, height=height, rx=14, class_=kind)
            parts.append(group(place * (width + gap), y, [frame, *inside]))
        y += height + gap
    return parts, y - gap
