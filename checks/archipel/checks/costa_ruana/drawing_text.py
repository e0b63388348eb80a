"""A position as text: boxes for islands, lines for cards and players, colours if wanted."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence

from archipel.checks.costa_ruana.drawing import DrawnScene, TableCard, waiting_words
from archipel.checks.costa_ruana.wording import LETTERS, background_words, card_words

GEM = "◆"
FREE = "·"
MOST_GEMS = 7
MOST_PLACES = 9

_CODES = {"title": "1", "gem": "33", "dim": "2", "strong": "1"}
_PLAYERS = ("1;31", "1;34", "1;32", "1;35", "1;33", "1;36", "1;37", "1;90")
_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


class Painter:
    """Puts colours around text, or leaves it as it is."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def __call__(self, style: str | int, text: str) -> str:
        """The text in a named style, or in the colour of a seat."""
        if not self.colour or not text:
            return text
        code = _PLAYERS[style % len(_PLAYERS)] if isinstance(style, int) else _CODES[style]
        return f"\x1b[{code}m{text}\x1b[0m"


def plain(text: str) -> str:
    """The text without colours."""
    return _ESCAPE.sub("", text)


def padded(text: str, width: int) -> str:
    """Filled up with spaces to a width, colours not counted."""
    return text + " " * (width - len(plain(text)))


def draw(what: DrawnScene, width: int, colour: bool) -> str:
    """The whole position, ending with a newline."""
    paint = Painter(colour)
    lines = _head(what, width, paint)
    lines += ["", _title(what.say("title.islands"), width, paint), *_islands(what, width, paint)]
    if what.table:
        lines += ["", _title(what.say("title.table"), width, paint), *_table(what, width, paint)]
    lines += ["", _title(what.say("title.players"), width, paint), *_players(what, width, paint)]
    if any(card is not None for hand in what.hands for card in hand):
        lines += ["", _title(what.say("title.hand"), width, paint), *_hands(what, width, paint)]
    return "\n".join([line.rstrip() for line in lines]) + "\n"


def _title(words: str, width: int, paint: Painter) -> str:
    return f"{paint('title', words)} {paint('dim', '─' * (width - len(words) - 1))}"


def _head(what: DrawnScene, width: int, paint: Painter) -> list[str]:
    seen_by = "" if what.viewer is None else what.say("label.view", player=what.names[what.viewer])
    head = what.headline
    first = paint("strong", head)
    if len(head) + len(seen_by) + 2 <= width:
        first = padded(first, width - len(seen_by)) + paint("dim", seen_by)
    tide, time = background_words(what.lang, what.tide), background_words(what.lang, what.time)
    stock = f"{what.say('label.pile', number=what.pile)} · {what.say('label.discards', number=what.discards)}"
    conditions = what.say("label.conditions", tide=tide, time=time)
    turn = [what.turn[:width] if what.actor is None else paint(what.actor, what.turn[:width])]
    if len(conditions) + len(stock) + 3 <= width:
        return [first, *turn, padded(conditions, width - len(stock)) + stock]
    return [first, *turn, conditions, stock]


def _islands(what: DrawnScene, width: int, paint: Painter) -> list[str]:
    gems = [_gems(count) for count in what.treasures]
    crowds = [_crowd(what, row, paint) for row in what.inhabitants]
    inner = max([11, *map(len, gems), *[len(plain(crowd)) for crowd in crowds]])
    boxes = [
        _box(str(island), [paint("gem", gems[island]), crowds[island]], inner) for island in range(len(what.treasures))
    ]
    columns = max(1, (width + 1) // (inner + 5))
    rows = -(-len(boxes) // columns)
    columns = -(-len(boxes) // rows)
    lines = []
    for start in range(0, len(boxes), columns):
        lines += [" ".join(parts) for parts in zip(*boxes[start : start + columns], strict=True)]
    return lines


def _box(name: str, contents: Sequence[str], inner: int) -> list[str]:
    top = f"╭ {name} {'─' * (inner - len(name))}╮"
    return [top, *[f"│ {padded(line, inner)} │" for line in contents], f"╰{'─' * (inner + 2)}╯"]


def _gems(count: int) -> str:
    return GEM * count if count <= MOST_GEMS else f"{GEM}×{count}"


def _crowd(what: DrawnScene, row: Sequence[int], paint: Painter) -> str:
    crowd = f"{sum(row)}/{what.cap}"
    if what.cap > MOST_PLACES:
        people = " ".join([paint(seat, f"{LETTERS[seat]}{count}") for seat, count in enumerate(row) if count])
        return f"{people} {crowd}"
    people = "".join([paint(seat, LETTERS[seat] * count) for seat, count in enumerate(row)])
    return f"{people}{paint('dim', FREE * (what.cap - sum(row)))} {crowd}"


def _table(what: DrawnScene, width: int, paint: Painter) -> list[str]:
    lines = []
    before = [what.say("label.before", player=name) for name in what.names]
    indent = max(map(len, before)) + 3
    room = max([len(_table_card_words(what, laid)) for laid in what.table])
    for seat in what.seats:
        for number, laid in enumerate(what.cards_before(seat)):
            lead = padded(f" {paint(seat, before[seat])}", indent) if not number else " " * indent
            lines.append(_cut(lead + _table_card(what, laid, room, paint), width))
    return lines if not what.waiting else [*lines, _cut(f" {waiting_words(what)}", width)]


def _table_card_words(what: DrawnScene, laid: TableCard) -> str:
    words = what.say("label.face_down") if laid.face_down else ""
    if laid.card is None:
        return words
    return f"{card_words(what.lang, laid.card)}{f' [{words}]' if words else ''}"


def _table_card(what: DrawnScene, laid: TableCard, room: int, paint: Painter) -> str:
    words = _table_card_words(what, laid)
    parts = [paint(laid.by, what.say("label.by", letter=LETTERS[laid.by])), padded(words, room)]
    if laid.standing:
        letters = " ".join([paint(seat, LETTERS[seat]) for seat in laid.standing])
        parts.append(what.say("label.standing", letters=letters))
    if laid.resolving:
        parts.append(paint("strong", f"▸ {what.say('label.resolving')}"))
    return "  ".join(parts).rstrip()


def _cut(line: str, width: int) -> str:
    """Colours are given up for a line that is too long."""
    bare = plain(line)
    return line if len(bare) <= width else bare[: width - 1] + "…"


def _players(what: DrawnScene, width: int, paint: Painter) -> list[str]:
    rows = [_player_cells(what, seat) for seat in what.seats]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for seat, row in zip(what.seats, rows, strict=True):
        cells = [cell.ljust(size) for cell, size in zip(row, widths, strict=True)]
        cells[1] = paint(seat, cells[1])
        lines.append(_cut("  ".join(cells).rstrip(), width))
    return lines


def _player_cells(what: DrawnScene, seat: int) -> list[str]:
    hut = what.huts[seat]
    cells = [
        "▸" if seat == what.actor else " ",
        f"{LETTERS[seat]} {what.names[seat]}",
        what.say("label.seat", seat=seat),
        f"{what.say('label.reserve')} {what.reserve[seat]}",
        f"{what.say('label.hut')} {'?' if hut is None else _gem_number(hut)}",
        f"{what.say('label.cards')} {len(what.hands[seat])}",
    ]
    if any(what.gains):
        cells.append(f"{what.say('label.gains')} {what.gains[seat]}")
    if what.points is not None:
        cells.append(f"{what.points[seat]} {what.say('label.points')}")
    cells.append(what.say("label.shaman") if seat == what.shaman else "")
    return cells


def _gem_number(count: int) -> str:
    return f"{GEM}{count}"


def _hands(what: DrawnScene, width: int, paint: Painter) -> list[str]:
    lines = []
    for seat, hand in enumerate(what.hands):
        cards = [card_words(what.lang, card).replace(" ", "\0") for card in hand if card is not None]
        if not cards:
            continue
        body = textwrap.wrap(" · ".join(cards), width - 3, break_long_words=False)
        tidy = [line.replace("\0", " ") for line in body]
        lines += [f" {paint(seat, LETTERS[seat])} {tidy[0]}", *[f"   {line}" for line in tidy[1:]]]
    return lines
