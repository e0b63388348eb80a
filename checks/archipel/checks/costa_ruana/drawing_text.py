"""A position as text: boxes for islands, lines for cards and players, colours if wanted."""

from __future__ import annotations

from collections.abc import Sequence

from archipel.checks.costa_ruana.drawing import DrawnScene, TableCard, waiting_words
from archipel.checks.costa_ruana.wording import background_words, card_words
from archipel.checks.explain.text_rows import (
    LETTERS,
    Painter,
    at_both_ends,
    boxes,
    columns,
    cut,
    listed,
    padded,
    sections,
)

GEM = "◆"
FREE = "·"
MOST_GEMS = 7
MOST_PLACES = 9


def draw(what: DrawnScene, width: int, colour: bool) -> str:
    """The whole position, ending with a newline."""
    paint = Painter(colour)
    parts = {
        what.say("title.islands"): boxes(_islands(what, paint), width),
        what.say("title.table"): _table(what, width, paint),
        what.say("title.players"): columns([_player_cells(what, seat, paint) for seat in what.seats], width),
        what.say("title.hand"): _hands(what, width, paint),
    }
    return sections(_head(what, width, paint), parts, width, paint)


def _head(what: DrawnScene, width: int, paint: Painter) -> list[str]:
    seen_by = "" if what.viewer is None else paint("dim", what.say("label.view", player=what.names[what.viewer]))
    first = paint("strong", what.headline)
    tide, time = background_words(what.lang, what.tide), background_words(what.lang, what.time)
    stock = f"{what.say('label.pile', number=what.pile)} · {what.say('label.discards', number=what.discards)}"
    conditions = what.say("label.conditions", tide=tide, time=time)
    turn = what.turn[:width] if what.actor is None else paint(what.actor, what.turn[:width])
    both = at_both_ends(conditions, stock, width, 3)
    return [at_both_ends(first, seen_by, width, 2) or first, turn, *([conditions, stock] if both is None else [both])]


def _islands(what: DrawnScene, paint: Painter) -> dict[str, Sequence[str]]:
    gems = [paint("gem", GEM * count if count <= MOST_GEMS else f"{GEM}×{count}") for count in what.treasures]
    return {str(island): (gems[island], _crowd(what, row, paint)) for island, row in enumerate(what.inhabitants)}


def _crowd(what: DrawnScene, row: Sequence[int], paint: Painter) -> str:
    crowd = f"{sum(row)}/{what.cap}"
    if what.cap > MOST_PLACES:
        people = " ".join([paint(seat, f"{LETTERS[seat]}{count}") for seat, count in enumerate(row) if count])
        return f"{people} {crowd}"
    people = "".join([paint(seat, LETTERS[seat] * count) for seat, count in enumerate(row)])
    return f"{people}{paint('dim', FREE * (what.cap - sum(row)))} {crowd}"


def _table(what: DrawnScene, width: int, paint: Painter) -> list[str]:
    if not what.table:
        return []
    lines = []
    before = [what.say("label.before", player=name) for name in what.names]
    indent = max(map(len, before)) + 3
    room = max([len(_table_card_words(what, laid)) for laid in what.table])
    for seat in what.seats:
        for number, laid in enumerate(what.cards_before(seat)):
            lead = padded(f" {paint(seat, before[seat])}", indent) if not number else " " * indent
            lines.append(cut(lead + _table_card(what, laid, room, paint), width))
    return lines if not what.waiting else [*lines, cut(f" {waiting_words(what)}", width)]


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


def _player_cells(what: DrawnScene, seat: int, paint: Painter) -> list[str]:
    hut = what.huts[seat]
    cells = [
        "▸" if seat == what.actor else " ",
        paint(seat, f"{LETTERS[seat]} {what.names[seat]}"),
        what.say("label.seat", seat=seat),
        f"{what.say('label.reserve')} {what.reserve[seat]}",
        f"{what.say('label.hut')} {'?' if hut is None else f'{GEM}{hut}'}",
        f"{what.say('label.cards')} {len(what.hands[seat])}",
    ]
    if any(what.gains):
        cells.append(f"{what.say('label.gains')} {what.gains[seat]}")
    if what.points is not None:
        cells.append(f"{what.points[seat]} {what.say('label.points')}")
    cells.append(what.say("label.shaman") if seat == what.shaman else "")
    return cells


def _hands(what: DrawnScene, width: int, paint: Painter) -> list[str]:
    known = [[card_words(what.lang, card) for card in hand if card is not None] for hand in what.hands]
    lines = [listed(paint(seat, LETTERS[seat]), cards, width) for seat, cards in enumerate(known) if cards]
    return [line for each in lines for line in each]
