"""The pieces of the game: islands with their treasures and inhabitants, cards and Condition cards."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass

from archipel.checks.costa_ruana.drawing import DrawnScene, TableCard
from archipel.checks.costa_ruana.wording import background_words, face_words
from archipel.checks.rulebook.svg.elements import (
    badge,
    figure,
    gone_figure,
    group,
    mark,
    patterned,
    tag,
    text,
    use,
)
from archipel.checks.rulebook.svg.tabletop import coming_and_going, figures_in_row, smooth
from archipel.reference.costa_ruana.deck import Background, Card, Kind

# Islands

ISLAND = (226, 150)


@dataclass(frozen=True)
class Stir:
    """What changes on an island: whose inhabitants come and go, and how many treasures more or fewer there are."""

    coming: tuple[int, ...] = ()
    going: tuple[int, ...] = ()
    treasures: int = 0


STILL = Stir()


def island_drawing(what: DrawnScene, island: int, stir: Stir = STILL) -> list[str]:
    """An island around the origin, with what comes and goes there."""
    parts = shore(island)
    parts.append(tag("rect", x=-98, y=-62, width=34, height=26, rx=5, class_="sign"))
    parts.append(text(-81, -43, str(island), 17, "m b sign-text"))
    parts += _gems(what.treasures[island], stir.treasures)
    parts += _crowd(what, island, stir)
    return parts


def shore(island: int) -> list[str]:
    """An island with nothing on it but its palm."""
    shapes = [("foam", 1.07), ("sand", 1.0), ("grass", 0.88)]
    return [*[tag("path", class_=name, d=_shore(island, factor)) for name, factor in shapes], use("palm", 84, -28)]


def _shore(island: int, factor: float) -> str:
    """A closed smooth line, a little different for each island."""
    points = []
    for step in range(14):
        angle = math.tau * step / 14
        wobble = 1 + 0.035 * math.sin(3 * angle + 1.7 * island) + 0.025 * math.sin(5 * angle + 2.9 * island)
        x = math.copysign(abs(math.cos(angle)) ** 0.72, math.cos(angle)) * ISLAND[0] / 2 * wobble * 0.95
        y = math.copysign(abs(math.sin(angle)) ** 0.72, math.sin(angle)) * ISLAND[1] / 2 * wobble * 0.93
        inset = (1 - factor) * ISLAND[0] / 4
        length = math.hypot(x, y)
        points.append((x * (1 - inset / length), y * (1 - inset / length)))
    return smooth(points)


def _gems(count: int, change: int = 0) -> list[str]:
    shown = max(count, count + change)
    if shown > 6:
        told = f"×{count}" if not change else f"×{count}→{count + change}"
        return [use("gem", -18, -34), text(-4, -28, told, 17, "b share")]
    parts = []
    for place in range(shown):
        x = 20 * (place - (shown - 1) / 2)
        if place < min(count, count + change):
            parts.append(use("gem", x, -34))
        else:
            sign = "+" if change > 0 else "−"
            parts += [use("gem" if change > 0 else "gone_gem", x, -34), mark(sign, x + 5, -45)]
    return parts


def _crowd(what: DrawnScene, island: int, stir: Stir) -> list[str]:
    row = what.inhabitants[island]
    people = [seat for seat in what.seats for _ in range(row[seat])]
    share = text(0, 52, f"{len(people)}/{what.cap}", 14, "m share")
    if what.cap > 8 and not (stir.coming or stir.going):
        return [share, *_groups(what, row)]
    signs = coming_and_going(people, stir.coming, stir.going)
    places = max(what.cap, len(signs))
    step = 184 / places
    parts = [share]
    for place in range(places):
        x = step * (place - (places - 1) / 2)
        parts += _inhabitant(what, *signs[place], x) if place < len(signs) else [_free_place(x)]
    return parts


def _groups(what: DrawnScene, row: tuple[int, ...]) -> list[str]:
    """Where an island holds too many to draw each of them."""
    groups = [seat for seat in what.seats if row[seat]]
    step = 190 / max(1, len(groups))
    parts = []
    for place, seat in enumerate(groups):
        x = step * (place - (len(groups) - 1) / 2)
        parts += [figure(what.letters[seat], seat, x, 2), text(x, 30, f"×{row[seat]}", 12, "m b share")]
    return parts


def _inhabitant(what: DrawnScene, seat: int, sign: str, x: float) -> list[str]:
    if not sign:
        return [figure(what.letters[seat], seat, x, 8)]
    drawn = figure(what.letters[seat], seat, x, 8) if sign == "+" else gone_figure(what.letters[seat], x, 8)
    return [drawn, mark(sign, x + 6, -8)]


def _free_place(x: float) -> str:
    return tag("circle", cx=x, cy=10, r=5, class_="place")


# Cards

CARD = (108, 122)
CHIP = (150, 38)


def condition(what: DrawnScene, side: Background) -> list[str]:
    """A Condition card with this side up."""
    wide, high = CARD
    return [
        patterned(side.value, width=wide, height=high, rx=12),
        tag("circle", cx=wide / 2, cy=high / 2 - 14, r=30, class_="plaque"),
        group(wide / 2, high / 2 - 14, [use(f"sign_{side.value}", 0, 0, class_="stroke")], 2.2),
        tag("rect", x=5, y=high - 31, width=wide - 10, height=25, rx=6, class_="plaque"),
        text(wide / 2, high - 13.5, background_words(what.lang, side), 15, "m b ink", wide - 14),
        tag("rect", width=wide, height=high, rx=12, class_="edge"),
    ]


def table_card(
    what: DrawnScene, laid: TableCard, coming: tuple[int, ...] = (), going: Collection[int] = ()
) -> list[str]:
    """A card with who stands on it, or comes to stand on it, or leaves it."""
    wide, high = CARD
    edge = "edge now" if laid.resolving else "edge hidden" if laid.face_down else "edge"
    standing = [(seat, "−" if seat in going else "") for seat in laid.standing]
    parts = figures_in_row(what.letters, [*standing, *[(seat, "+") for seat in coming]], wide, -12)
    if laid.card is None:
        parts += card_back(what)
    else:
        parts += card_face(what, laid.card, laid.face_down)
    parts.append(tag("rect", width=wide, height=high, rx=10, class_=edge))
    parts.append(badge(what.letters[laid.by], laid.by, 15, 15))
    return parts


def card_back(what: DrawnScene) -> list[str]:
    """A card that the reader may not know."""
    wide, high = CARD
    return [
        patterned("back", width=wide, height=high, rx=10),
        tag("circle", cx=wide / 2, cy=52, r=24, class_="plaque"),
        text(wide / 2, 63, "?", 32, "m b ink"),
        tag("rect", x=5, y=high - 27, width=wide - 10, height=21, rx=6, class_="plaque"),
        text(wide / 2, high - 12, what.say("label.face_down"), 13, "m ink", wide - 14),
    ]


def card_face(what: DrawnScene, card: Card, hidden: bool) -> list[str]:
    """What a card shows: its background, what it does, and whether it lies face down."""
    wide, high = CARD
    parts = [
        patterned(card.background.value, width=wide, height=high, rx=10),
        tag("circle", cx=wide - 16, cy=16, r=13, class_="plaque"),
        group(wide - 16, 16, [use(f"sign_{card.background.value}", 0, 0, class_="stroke")], 0.95),
        tag("rect", x=12, y=32, width=wide - 24, height=42, rx=8, class_="plaque"),
        group(wide / 2, 53, _effect_sign(card)),
        tag("rect", x=5, y=high - 42, width=wide - 10, height=36, rx=6, class_="plaque"),
        _face_label(what, card, wide / 2, high - 27, "m ", wide - 11),
        text(wide / 2, high - 12, background_words(what.lang, card.background), 12, "m ink-soft", wide - 14),
    ]
    if hidden:
        parts.append(tag("rect", x=30, y=5, width=wide - 63, height=17, rx=6, class_="plaque"))
        parts.append(text(30 + (wide - 63) / 2, 17.5, what.say("label.hidden"), 11, "m ink", wide - 65))
    return parts


def _face_label(what: DrawnScene, card: Card, x: float, y: float, classes: str, room: float) -> str:
    words = face_words(what.lang, card)
    return text(x, y, words, 13, f"{classes}b ink" if len(words) <= 12 else f"{classes}ink", room)


def _effect_sign(card: Card) -> list[str]:
    if card.kind is Kind.MOVE_TREASURE:
        return [group(-19, 0, [use("gem", 0, 0)], 1.5), tag("path", d="M3 0H29M21-8L29 0L21 8", class_="stroke")]
    figure_sign = group(-22, 0, [use("meeple", 0, 0, class_="ghost")], 1.15)
    if card.kind is Kind.MOVE_INHABITANT:
        return [figure_sign, tag("path", d="M3 0H29M21-8L29 0L21 8", class_="stroke")]
    sign = "+" if card.kind is Kind.PLACE else "−"
    return [figure_sign, text(16, 10, f"{sign}{card.amount}", 28, "m b ink")]


def chip(what: DrawnScene, card: Card, wide: float) -> list[str]:
    """A card in a hand, in short."""
    high = CHIP[1]
    return [
        patterned(card.background.value, width=wide, height=high, rx=7),
        tag("circle", cx=17, cy=high / 2, r=13, class_="plaque"),
        group(17, high / 2, [use(f"sign_{card.background.value}", 0, 0, class_="stroke")], 0.95),
        tag("rect", x=33, y=3, width=wide - 36, height=high - 6, rx=5, class_="plaque"),
        _face_label(what, card, 37, 17, "", wide - 43),
        text(37, 31, background_words(what.lang, card.background), 11.5, "ink-soft", wide - 43),
        tag("rect", width=wide, height=high, rx=7, class_="edge"),
    ]
