"""The table with labels: an island, the Condition cards, a card and a player, numbered, with a legend."""

from __future__ import annotations

from archipel.checks.costa_ruana.drawing import DrawnScene, island_in_words, player_in_words, scene
from archipel.checks.costa_ruana.svg import ART
from archipel.checks.costa_ruana.svg.pieces import CARD, ISLAND, condition, island_drawing, table_card
from archipel.checks.costa_ruana.svg.sketch import Focus, Sketch, player_chip
from archipel.checks.costa_ruana.wording import say
from archipel.checks.rulebook.parts import Picture
from archipel.checks.rulebook.svg.document import of_block
from archipel.checks.rulebook.svg.elements import group, patterned
from archipel.checks.rulebook.svg.layout import Block, in_column, in_row, legend, on_paper, pointing, with_room
from archipel.reference.costa_ruana import Setup, new_game
from archipel.reference.costa_ruana.state import Laid, State

LABELS = (
    "number",
    "treasures",
    "inhabitants",
    "places",
    "conditions",
    "by",
    "background",
    "effect",
    "standing",
    "shaman",
    "reserve",
    "hut",
)
"""What is labelled, in the order of the numbers."""


def board(lang: str) -> Picture:
    """What lies on the table."""
    seen = scene(position(), lang)
    left = in_column([_island(seen), _player(seen)], 16, 0.5)
    right = in_column([_conditions(seen), _card(seen)], 16, 0.5)
    labels = [say(lang, f"picture.board.{label}") for label in LABELS]
    block = on_paper(in_row([left, right, legend(labels)], 20))
    told = [f"{number}. {label}." for number, label in enumerate(labels, 1)]
    shown = [island_in_words(seen, 0), player_in_words(seen, 0)]
    return of_block(ART, lang, block, say(lang, "picture.caption.board"), [*shown, *told])


def position() -> State:
    """A position with something of everything: an inhabited island, a card with an inhabitant on it, a treasure."""
    state = new_game(Setup.from_seed(3, 0))
    card = state.hands[1][0]
    table = (None, Laid(card, 0, False), *[None] * 4)
    rows = ((2, 1, 1), *state.inhabitants[1:])
    return state.changed(
        round=2, shaman=0, inhabitants=rows, table=table, standing=(None, None, 1), reserve=(8, 9, 8), huts=(1, 0, 0)
    )


def _point(label: str, at: tuple[float, float], to: tuple[float, float]) -> list[str]:
    return pointing(LABELS.index(label) + 1, at, to)


def _island(seen: DrawnScene) -> Block:
    scale = 1.2
    wide, high = ISLAND[0] * scale + 90, ISLAND[1] * scale + 90
    x, y = wide / 2, high / 2
    marks = [
        *_point("number", (x - 81 * scale, 20), (x - 81 * scale, y - 62 * scale)),
        *_point("treasures", (x, 20), (x, y - 44 * scale)),
        *_point("inhabitants", (x - 52 * scale, high - 20), (x - 52 * scale, y + 24 * scale)),
        *_point("places", (x + 52 * scale, high - 20), (x + 52 * scale, y + 18 * scale)),
    ]
    sea = patterned("sea", width=wide, height=high, rx=12)
    return Block(wide, high, (sea, group(x, y, island_drawing(seen, 0), scale), *marks))


def _conditions(seen: DrawnScene) -> Block:
    cards = [Block(*CARD, tuple(condition(seen, side))) for side in (seen.tide, seen.time)]
    both = in_row(cards, 10)
    return with_room(both, (0, 34), (6, 0), _point("conditions", (both.width + 22, 60), (both.width, 60)))


def _card(seen: DrawnScene) -> Block:
    (laid,) = seen.table
    wide, high = CARD
    marks = [
        *_point("by", (-26, 15), (3, 15)),
        *_point("background", (wide + 28, 15), (wide - 3, 15)),
        *_point("effect", (wide + 28, 60), (wide - 13, 55)),
        *_point("standing", (wide / 2 - 66, -20), (wide / 2 - 12, -12)),
    ]
    return with_room(Block(wide, high, tuple(table_card(seen, laid))), (46, 46), (40, 4), marks)


def _player(seen: DrawnScene) -> Block:
    chip = player_chip(Sketch(seen, Focus((), (), (0,), ("reserve", "hut"))), 0)
    x = chip.width
    marks = [
        *_point("shaman", (x + 26, 22), (x - 14, 22)),
        *_point("reserve", (40, chip.height + 26), (40, chip.height - 12)),
        *_point("hut", (x - 40, chip.height + 26), (x - 40, chip.height - 12)),
    ]
    return with_room(chip, (44, 44), (0, 42), marks)
