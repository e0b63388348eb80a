"""A whole table: the head, the islands around the Condition cards, and the players."""

from __future__ import annotations

from collections.abc import Sequence

from archipel.checks.costa_ruana.drawing import DrawnScene, in_words, scene
from archipel.checks.costa_ruana.svg import ART
from archipel.checks.costa_ruana.svg.pieces import (
    CARD,
    CHIP,
    ISLAND,
    chip,
    condition,
    island_drawing,
    table_card,
)
from archipel.checks.costa_ruana.wording import counted
from archipel.checks.rulebook.svg.document import document
from archipel.checks.rulebook.svg.elements import figure, group, number, patterned, tag, text, use
from archipel.checks.rulebook.svg.layout import around
from archipel.checks.rulebook.svg.tabletop import hidden_hand, panels, pile, rounds
from archipel.reference.costa_ruana.state import Game, State
from archipel.reference.costa_ruana.views import View

WIDTH = 1200
MARGIN = 20


def as_svg(
    position: State | View, lang: str = "en", *, game: Game | None = None, names: Sequence[str] | None = None
) -> str:
    """A position as a picture that stands alone: the same position always gives the same bytes."""
    what = scene(position, lang, game, names)
    head = _head(what)
    sea, sea_height = _sea(what)
    on = {*what.winners, what.actor}
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
    if what.actor is None:
        parts.append(text(MARGIN + 4, 76, what.turn, 18, "soft", 760))
    else:
        parts.append(figure(what.letters[what.actor], what.actor, MARGIN + 16, 69, 1.1))
        parts.append(text(MARGIN + 38, 76, what.turn, 18, "", 720))
    if what.viewer is not None:
        seen = what.say("label.view", player=what.names[what.viewer])
        parts.append(text(WIDTH - MARGIN - 4, 78, seen, 15, "e i soft", 380))
    if what.rounds > 10:
        return parts
    return parts + rounds(what.rounds, what.round, WIDTH - MARGIN)


# The sea: islands around the Condition cards


def _sea(what: DrawnScene) -> tuple[list[str], float]:
    width = WIDTH - 2 * MARGIN
    places, scale, height = around(len(what.treasures), width, ISLAND, 420)
    parts = [patterned("sea", width=width, height=height, rx=18)]
    for island, (x, y) in enumerate(places):
        parts.append(group(x, y, island_drawing(what, island), scale))
    parts.append(group(width / 2, height / 2, _middle(what)))
    return parts, height


def _middle(what: DrawnScene) -> list[str]:
    """The Condition cards, the draw pile and the discards."""
    wide, high = CARD
    parts = [
        group(-wide - 7, -high / 2, condition(what, what.tide)),
        group(7, -high / 2, condition(what, what.time)),
    ]
    for x, label, amount in ((-172, "label.pile.word", what.pile), (172, "label.discards.word", what.discards)):
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
    if seat == what.actor or seat in what.winners:
        words = what.say("label.decides" if seat == what.actor else "label.wins")
        wide = 20 + 9 * len(words)
        parts.append(tag("rect", x=right - wide, y=17, width=wide, height=24, rx=12, class_="tag"))
        parts.append(text(right - wide / 2, 33.5, words, 14, "m b tag-text"))
        right -= wide + 10
    if seat == what.shaman and what.actor is not None:
        words = what.say("label.shaman")
        parts.append(text(right, 34, words, 14, "e i", 90))
        parts.append(use("mask", right - 8.6 * len(words) - 16, 30))
    return parts


def _possessions(what: DrawnScene, seat: int, width: float) -> list[str]:
    reserve, hut = what.reserve[seat], what.huts[seat]
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
    if what.gains[seat]:
        parts.append(text(x + 64, 73, f"+{what.gains[seat]}", 20, "b"))
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
