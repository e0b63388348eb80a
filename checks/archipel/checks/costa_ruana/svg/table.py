"""The pieces of the game (islands with their treasures and inhabitants, cards), and a whole table made of them."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from archipel.checks.costa_ruana.drawing import DrawnScene, TableCard, in_words, scene
from archipel.checks.costa_ruana.svg import ART
from archipel.checks.costa_ruana.wording import background_words, counted, face_words
from archipel.checks.rulebook.svg.document import document
from archipel.checks.rulebook.svg.elements import (
    badge,
    figure,
    gone_figure,
    group,
    mark,
    number,
    patterned,
    tag,
    text,
    use,
)
from archipel.checks.rulebook.svg.layout import around
from archipel.checks.rulebook.svg.tabletop import (
    coming_and_going,
    figures_in_row,
    hidden_hand,
    panels,
    pile,
    rounds,
    smooth,
)
from archipel.reference.costa_ruana.deck import Background, Card, Kind
from archipel.reference.costa_ruana.state import Game, State
from archipel.reference.costa_ruana.views import View

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
    parts += _gems(what.here.treasures[island], stir.treasures)
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
    row = what.here.inhabitants[island]
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


WIDTH = 1200
MARGIN = 20


def as_svg(
    position: State | View, lang: str = "en", *, game: Game | None = None, names: Sequence[str] | None = None
) -> str:
    """A position as a picture that stands alone: the same position always gives the same bytes."""
    what = scene(position, lang, game, names)
    head = _head(what)
    sea, sea_height = _sea(what)
    on = {*what.winners, what.here.actor}
    players, players_height = panels(
        len(what.names), WIDTH - 2 * MARGIN, lambda seat, width: _panel(what, seat, width), on.__contains__
    )
    top, sea_top = 96, 96 + sea_height + 18
    height = sea_top + players_height + MARGIN
    body = [tag("rect", class_="paper", width=WIDTH, height=height, rx=14), *head]
    body += [group(MARGIN, top, sea), group(MARGIN, sea_top, players)]
    title = f"{what.say('game')}: {what.headline}"
    return document(ART, what.lang, title, in_words(what), body, WIDTH, height)


def _head(what: DrawnScene) -> list[str]:
    parts = [text(MARGIN + 4, 44, what.headline, 27, "b", 720)]
    if what.here.actor is None:
        parts.append(text(MARGIN + 4, 76, what.turn, 18, "soft", 760))
    else:
        parts.append(figure(what.letters[what.here.actor], what.here.actor, MARGIN + 16, 69, 1.1))
        parts.append(text(MARGIN + 38, 76, what.turn, 18, "", 720))
    if what.viewer is not None:
        seen = what.say("label.view", player=what.names[what.viewer])
        parts.append(text(WIDTH - MARGIN - 4, 78, seen, 15, "e i soft", 380))
    if what.game.rules.rounds > 10:
        return parts
    return parts + rounds(what.game.rules.rounds, what.here.round, WIDTH - MARGIN)


# The sea: islands around the Condition cards


def _sea(what: DrawnScene) -> tuple[list[str], float]:
    width = WIDTH - 2 * MARGIN
    places, scale, height = around(len(what.here.treasures), width, ISLAND, 420)
    parts = [patterned("sea", width=width, height=height, rx=18)]
    for island, (x, y) in enumerate(places):
        parts.append(group(x, y, island_drawing(what, island), scale))
    parts.append(group(width / 2, height / 2, _middle(what)))
    return parts, height


def _middle(what: DrawnScene) -> list[str]:
    """The Condition cards, the draw pile and the discards."""
    wide, high = CARD
    parts = [
        group(-wide - 7, -high / 2, condition(what, what.here.tide)),
        group(7, -high / 2, condition(what, what.here.time)),
    ]
    gone = len(what.here.discards)
    for x, label, amount in ((-172, "label.pile.word", what.pile), (172, "label.discards.word", gone)):
        parts.append(group(x, -6, pile(what.say(label), amount, "back")))
    return parts


# The players: what they have, what lies before them, what they hold

GAP = 8
HEADROOM = 30
"""Room above a row of cards for the figures that stand on them."""


def _panel(what: DrawnScene, seat: int, width: float) -> tuple[list[str], float]:
    parts = [figure(what.letters[seat], seat, 28, 28, 1.35), text(52, 35, what.names[seat], 21, "b", 150)]
    parts += _marks(what, seat, width)
    parts += _possessions(what, seat, width)
    y = 96.0
    for draw_part in (_cards_before, _hand):
        inside, tall = draw_part(what, seat, width)
        if inside:
            parts += [tag("path", d=f"M14 {number(y)}H{number(width - 14)}", class_="rule"), group(0, y, inside)]
        y += tall + (6 if inside else 0)
    return parts, y + 6


def _marks(what: DrawnScene, seat: int, width: float) -> list[str]:
    """Who is shaman, who decides, and how many points there are in the end."""
    parts, right = [], width - 16
    if what.points is not None:
        parts.append(text(right, 35, f"{what.points[seat]} {what.say('label.points')}", 20, "e b"))
        right -= 126
    if seat == what.here.actor or seat in what.winners:
        words = what.say("label.decides" if seat == what.here.actor else "label.wins")
        wide = 20 + 9 * len(words)
        parts.append(tag("rect", x=right - wide, y=17, width=wide, height=24, rx=12, class_="tag"))
        parts.append(text(right - wide / 2, 33.5, words, 14, "m b tag-text"))
        right -= wide + 10
    if seat == what.here.shaman and what.here.actor is not None:
        words = what.say("label.shaman")
        parts.append(text(right, 34, words, 14, "e i", 90))
        parts.append(use("mask", right - 8.6 * len(words) - 16, 30))
    return parts


def _possessions(what: DrawnScene, seat: int, width: float) -> list[str]:
    reserve, hut = what.here.reserve[seat], what.here.huts[seat]
    shown = min(reserve, 10)
    small = use("meeple", 0, 0, class_=f"figure p{seat}")
    parts = [group(25 + 15.5 * place, 63, [small], 0.62) for place in range(shown)]
    home = f"{what.say('label.reserve')} {reserve}"
    waiting = what.say("label.reserve.waiting", reserve=reserve)
    parts.append(text(16, 89, waiting if seat in what.waiting else home, 13, "soft"))
    x = 206
    parts += [use("hut", x, 66), text(x, 89, what.say("label.hut"), 13, "m soft")]
    if hut is None:
        parts.append(text(x + 24, 73, "?", 20, "b"))
    else:
        parts += [use("gem", x + 31, 66), text(x + 44, 73, str(hut), 20, "b")]
    if what.here.gains[seat]:
        parts.append(text(x + 64, 73, f"+{what.here.gains[seat]}", 20, "b"))
    if None in what.hands[seat]:
        size = len(what.hands[seat])
        parts += hidden_hand(size, width - 26, "back")
        parts.append(text(width - 16, 89, counted(what.lang, "cards", size), 13, "e soft", 100))
    return parts


def _cards_before(what: DrawnScene, seat: int, width: float) -> tuple[list[str], float]:
    cards = what.cards_before(seat)
    name = what.names[seat]
    if not what.table:
        return [], 0
    if not cards:
        return [text(16, 24, what.say("label.before.nothing", player=name), 13, "i soft", width - 32)], 34
    parts = [text(16, 24, what.say("label.before", player=name), 13, "soft", width - 32)]
    wide, high = CARD
    columns = int((width - 32 + GAP) // (wide + GAP))
    above = HEADROOM if any(laid.standing for laid in cards) else 6
    for place, laid in enumerate(cards):
        row, column = divmod(place, columns)
        y = 28 + above + row * (high + above + 4)
        parts.append(group(16 + column * (wide + GAP), y, table_card(what, laid)))
    rows = -(-len(cards) // columns)
    return parts, 28 + rows * (high + above + 4) + 4


def _hand(what: DrawnScene, seat: int, width: float) -> tuple[list[str], float]:
    known = [card for card in what.hands[seat] if card is not None]
    if not known:
        return [], 0
    parts = [text(16, 20, what.say("label.hand"), 13, "soft")]
    wide, high = CHIP
    columns = max(1, int((width - 32 + 6) // (wide + 6)))
    step = (width - 32 + 6) / columns
    for place, card in enumerate(known):
        row, column = divmod(place, columns)
        parts.append(group(16 + column * step, 28 + row * (high + 6), chip(what, card, step - 6)))
    return parts, 28 + -(-len(known) // columns) * (high + 6)
