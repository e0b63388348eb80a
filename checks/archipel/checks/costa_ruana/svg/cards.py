"""Cards: their faces and backs, on the table and in a hand, the Condition cards and the piles."""

from __future__ import annotations

from collections.abc import Collection

from archipel.checks.costa_ruana.drawing import DrawnScene, TableCard
from archipel.checks.costa_ruana.svg.elements import badge, figure, group, mark, patterned, tag, text, use
from archipel.checks.costa_ruana.svg.shapes import SIGNS
from archipel.checks.costa_ruana.wording import background_words, face_words
from archipel.reference.costa_ruana.deck import Background, Card, Kind

CARD = (108, 122)
CHIP = (150, 38)


def condition(what: DrawnScene, side: Background) -> list[str]:
    """A Condition card with this side up."""
    wide, high = CARD
    return [
        patterned(side.value, width=wide, height=high, rx=12),
        tag("circle", cx=wide / 2, cy=high / 2 - 14, r=30, class_="plaque"),
        group(wide / 2, high / 2 - 14, [tag("path", d=SIGNS[side], class_="stroke")], 2.2),
        tag("rect", x=5, y=high - 31, width=wide - 10, height=25, rx=6, class_="plaque"),
        text(wide / 2, high - 13.5, background_words(what.lang, side), 15, "m b ink", wide - 14),
        tag("rect", width=wide, height=high, rx=12, class_="edge"),
    ]


def stack(words: str, amount: int) -> list[str]:
    """A pile of so many cards, and what it is called."""
    parts = []
    for layer in range(min(3, amount) or 1):
        shift = 3 * layer
        place = {"x": -26 + shift, "y": -36 - shift, "width": 52, "height": 66, "rx": 7}
        parts += [patterned("back", **place)] if amount else []
        parts.append(tag("rect", "", **place, class_="edge" if amount else "edge hidden"))
    shift = 3 * (min(3, amount or 1) - 1)
    parts.append(tag("circle", cx=shift, cy=-3 - shift, r=17, class_="plaque"))
    parts.append(text(shift, 3 - shift, str(amount), 17, "m b ink"))
    parts.append(text(0, 50, words, 14, "m", 110))
    return parts


def table_card(
    what: DrawnScene, laid: TableCard, coming: tuple[int, ...] = (), going: Collection[int] = ()
) -> list[str]:
    """A card with who stands on it, or comes to stand on it, or leaves it."""
    wide, high = CARD
    edge = "edge now" if laid.resolving else "edge hidden" if laid.face_down else "edge"
    parts = _standing(what, laid.standing, coming, going)
    if laid.card is None:
        parts += card_back(what)
    else:
        parts += card_face(what, laid.card, laid.face_down)
    parts.append(tag("rect", width=wide, height=high, rx=10, class_=edge))
    parts.append(badge(what, laid.by, 15, 15))
    return parts


def _standing(what: DrawnScene, seats: tuple[int, ...], coming: tuple[int, ...], going: Collection[int]) -> list[str]:
    everybody = [*seats, *coming]
    step = min(26, 92 / max(1, len(everybody)))
    first = CARD[0] / 2 - step * (len(everybody) - 1) / 2
    figures = [figure(what, seat, first + step * place, -12) for place, seat in enumerate(everybody)]
    signs = ["−" if seat in going else "" for seat in seats] + ["+"] * len(coming)
    return figures + [mark(sign, first + step * place + 7, -27) for place, sign in enumerate(signs) if sign]


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
        group(wide - 16, 16, [tag("path", d=SIGNS[card.background], class_="stroke")], 0.95),
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


def small_back(x: float, y: float) -> str:
    """A card in somebody else's hand."""
    inside = patterned("back", x=-10, y=-14, width=20, height=28, rx=4)
    return group(x, y, [inside, tag("rect", x=-10, y=-14, width=20, height=28, rx=4, class_="edge")])


def chip(what: DrawnScene, card: Card, wide: float) -> list[str]:
    """A card in a hand, in short."""
    high = CHIP[1]
    return [
        patterned(card.background.value, width=wide, height=high, rx=7),
        tag("circle", cx=17, cy=high / 2, r=13, class_="plaque"),
        group(17, high / 2, [tag("path", d=SIGNS[card.background], class_="stroke")], 0.95),
        tag("rect", x=33, y=3, width=wide - 36, height=high - 6, rx=5, class_="plaque"),
        _face_label(what, card, 37, 17, "", wide - 43),
        text(37, 31, background_words(what.lang, card.background), 11.5, "ink-soft", wide - 43),
        tag("rect", width=wide, height=high, rx=7, class_="edge"),
    ]
