"""The table with labels: an island, the Condition cards, a card and a player, numbered, with a legend."""

from __future__ import annotations

from collections.abc import Iterable

from archipel.checks.costa_ruana.drawing import DrawnScene, island_in_words, player_in_words, scene
from archipel.checks.costa_ruana.rulebook.small_pictures import of_block
from archipel.checks.costa_ruana.svg.cards import CARD, condition, table_card
from archipel.checks.costa_ruana.svg.elements import group, patterned, tag
from archipel.checks.costa_ruana.svg.islands import ISLAND, island_drawing
from archipel.checks.costa_ruana.svg.layout import Block, in_column, in_row, on_paper, words
from archipel.checks.costa_ruana.svg.sketch import Focus, Sketch, order_badge, player_chip
from archipel.checks.costa_ruana.wording import say
from archipel.checks.rulebook.pictures import Picture
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
    legend = in_column([_line(lang, label) for label in LABELS], 9)
    block = on_paper(in_row([left, right, legend], 20))
    told = [f"{_number(label)}. {say(lang, f'picture.board.{label}')}." for label in LABELS]
    shown = [island_in_words(seen, 0), player_in_words(seen, 0)]
    return of_block(lang, block, say(lang, "picture.caption.board"), [*shown, *told])


def position() -> State:
    """A position with something of everything: an inhabited island, a card with an inhabitant on it, a treasure."""
    state = new_game(Setup.from_seed(3, 0))
    card = state.hands[1][0]
    table = (None, Laid(card, 0, False), *[None] * 4)
    rows = ((2, 1, 1), *state.inhabitants[1:])
    return state.changed(
        round=2, shaman=0, inhabitants=rows, table=table, standing=(None, None, 1), reserve=(8, 9, 8), huts=(1, 0, 0)
    )


def _number(label: str) -> int:
    return LABELS.index(label) + 1


def _line(lang: str, label: str) -> Block:
    badge = Block(30, 26, (order_badge(str(_number(label)), 15, 13),))
    return in_row([badge, words(say(lang, f"picture.board.{label}"), 14, "", 220)], 8)


def _pointing(label: str, at: tuple[float, float], to: tuple[float, float]) -> list[str]:
    """A number beside something, and a line to it."""
    line = tag("path", d=f"M{at[0]:.0f} {at[1]:.0f}L{to[0]:.0f} {to[1]:.0f}", class_="arrow")
    return [line, order_badge(str(_number(label)), *at)]


def _with_room(block: Block, sides: tuple[float, float], ends: tuple[float, float], marks: Iterable[str]) -> Block:
    """A drawing with room for numbers at its left and right, above and below it; they are placed from its corner."""
    wide, high = block.width + sum(sides), block.height + sum(ends)
    return Block(wide, high, (group(sides[0], ends[0], [*block.parts, *marks]),))


def _island(seen: DrawnScene) -> Block:
    scale = 1.2
    wide, high = ISLAND[0] * scale + 90, ISLAND[1] * scale + 90
    x, y = wide / 2, high / 2
    marks = [
        *_pointing("number", (x - 81 * scale, 20), (x - 81 * scale, y - 62 * scale)),
        *_pointing("treasures", (x, 20), (x, y - 44 * scale)),
        *_pointing("inhabitants", (x - 52 * scale, high - 20), (x - 52 * scale, y + 24 * scale)),
        *_pointing("places", (x + 52 * scale, high - 20), (x + 52 * scale, y + 18 * scale)),
    ]
    sea = patterned("sea", width=wide, height=high, rx=12)
    return Block(wide, high, (sea, group(x, y, island_drawing(seen, 0), scale), *marks))


def _conditions(seen: DrawnScene) -> Block:
    cards = [Block(*CARD, tuple(condition(seen, side))) for side in (seen.tide, seen.time)]
    both = in_row(cards, 10)
    return _with_room(both, (0, 34), (6, 0), _pointing("conditions", (both.width + 22, 60), (both.width, 60)))


def _card(seen: DrawnScene) -> Block:
    (laid,) = seen.table
    wide, high = CARD
    marks = [
        *_pointing("by", (-26, 15), (3, 15)),
        *_pointing("background", (wide + 28, 15), (wide - 3, 15)),
        *_pointing("effect", (wide + 28, 60), (wide - 13, 55)),
        *_pointing("standing", (wide / 2 - 66, -20), (wide / 2 - 12, -12)),
    ]
    return _with_room(Block(wide, high, tuple(table_card(seen, laid))), (46, 46), (40, 4), marks)


def _player(seen: DrawnScene) -> Block:
    chip = player_chip(Sketch(seen, Focus((), (), (0,), ("reserve", "hut"))), 0)
    x = chip.width
    marks = [
        *_pointing("shaman", (x + 26, 22), (x - 14, 22)),
        *_pointing("reserve", (40, chip.height + 26), (40, chip.height - 12)),
        *_pointing("hut", (x - 40, chip.height + 26), (x - 40, chip.height - 12)),
    ]
    return _with_room(chip, (44, 44), (0, 42), marks)
