"""A whole table: the head, the islands around the Condition cards, and the players."""

from __future__ import annotations

from archipel.checks.costa_ruana.drawing import DrawnScene, in_words
from archipel.checks.costa_ruana.svg.cards import CARD, condition, stack
from archipel.checks.costa_ruana.svg.document import document
from archipel.checks.costa_ruana.svg.elements import figure, group, patterned, tag, text
from archipel.checks.costa_ruana.svg.islands import ISLAND, island_drawing
from archipel.checks.costa_ruana.svg.panels import panels

WIDTH = 1200
MARGIN = 20


def draw(what: DrawnScene) -> str:
    """The whole picture."""
    head = _head(what)
    sea, sea_height = _sea(what)
    players, players_height = panels(what, WIDTH - 2 * MARGIN)
    top, sea_top = 96, 96 + sea_height + 18
    height = sea_top + players_height + MARGIN
    body = [tag("rect", class_="paper", width=WIDTH, height=height, rx=14), *head]
    body += [group(MARGIN, top, sea), group(MARGIN, sea_top, players)]
    title = f"{what.say('game')}: {what.headline}"
    return document(what.lang, title, in_words(what), body, WIDTH, height)


def _head(what: DrawnScene) -> list[str]:
    parts = [text(MARGIN + 4, 44, what.headline, 27, "b", 720)]
    if what.actor is None:
        parts.append(text(MARGIN + 4, 76, what.turn, 18, "soft", 760))
    else:
        parts += [figure(what, what.actor, MARGIN + 16, 69, 1.1), text(MARGIN + 38, 76, what.turn, 18, "", 720)]
    if what.viewer is not None:
        seen = what.say("label.view", player=what.names[what.viewer])
        parts.append(text(WIDTH - MARGIN - 4, 78, seen, 15, "e i soft", 380))
    if what.rounds > 10:
        return parts
    for place in range(1, what.rounds + 1):
        state = "now" if place == what.round else "done" if place < what.round else ""
        x = WIDTH - MARGIN - 20 - 42 * (what.rounds - place)
        parts.append(tag("circle", cx=x, cy=35, r=16, class_=f"pip {state}".strip()))
        parts.append(text(x, 40.5, str(place), 15, "m b pip-now" if state == "now" else "m b"))
    return parts


# The sea: islands around the Condition cards


def _sea(what: DrawnScene) -> tuple[list[str], float]:
    width = WIDTH - 2 * MARGIN
    places, scale, height = _island_places(len(what.treasures), width)
    parts = [patterned("sea", width=width, height=height, rx=18)]
    for island, (x, y) in enumerate(places):
        parts.append(group(x, y, island_drawing(what, island), scale))
    parts.append(group(width / 2, height / 2, _middle(what)))
    return parts, height


def _island_places(count: int, width: float) -> tuple[list[tuple[float, float]], float, float]:
    """Where the islands lie: clockwise around the middle, beginning at the upper left; and their scale."""
    sides = 2 if count > 4 else 0
    above = (count - sides + 1) // 2
    below = count - sides - above
    gap = 420 if not sides else 0
    scale = min(1.12, (width - gap) / max(above, 1) / (ISLAND[0] + 6))
    step = ISLAND[1] * scale + 22
    top, rows = 16 + ISLAND[1] * scale / 2, 3 if sides else 2
    places = [(x, top) for x in _spread(above, width, gap)]
    if sides:
        places.append((width - ISLAND[0] * scale / 2 - 24, top + step))
    places += [(x, top + (rows - 1) * step) for x in reversed(_spread(below, width, gap))]
    if sides:
        places.append((ISLAND[0] * scale / 2 + 24, top + step))
    return places, scale, (rows - 1) * step + 2 * top


def _spread(count: int, width: float, gap: float) -> list[float]:
    """Even places on a row, the halves pushed apart by a gap in the middle."""
    step = (width - gap) / max(count, 1)
    places = [step * (place + 0.5) for place in range(count)]
    return [x if x < (width - gap) / 2 else x + gap for x in places]


def _middle(what: DrawnScene) -> list[str]:
    """The Condition cards, the draw pile and the discards."""
    wide, high = CARD
    parts = [
        group(-wide - 7, -high / 2, condition(what, what.tide)),
        group(7, -high / 2, condition(what, what.time)),
    ]
    for x, label, amount in ((-172, "label.pile.word", what.pile), (172, "label.discards.word", what.discards)):
        parts.append(group(x, -6, stack(what.say(label), amount)))
    return parts
