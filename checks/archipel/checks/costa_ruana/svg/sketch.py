"""A small picture of a part of the table: what matters there, what changes, and what comes of it.

What changes is what a decision announces, legal or not, or what is different between two positions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from archipel.checks.costa_ruana.drawing import DrawnScene, TableCard, after_flip, scene
from archipel.checks.costa_ruana.svg.table import CARD, ISLAND, STILL, Stir, condition, island_drawing, table_card
from archipel.checks.costa_ruana.wording import say
from archipel.checks.rulebook.svg.elements import figure, group, mark, order_badge, patterned, pill, tag, use
from archipel.checks.rulebook.svg.layout import Block, Verdict, in_column, in_row, in_rows, padded, panel, words
from archipel.reference.costa_ruana import actions
from archipel.reference.costa_ruana.actions import Action, Face
from archipel.reference.costa_ruana.deck import Background
from archipel.reference.costa_ruana.state import State, slot_of

# What changes


@dataclass(frozen=True)
class Changes:
    """What becomes different: on islands, for players (by how much), and on the table (by slot)."""

    islands: Mapping[int, Stir] = field(default_factory=dict)
    reserve: Mapping[int, int] = field(default_factory=dict)
    taken: Mapping[int, int] = field(default_factory=dict)
    """Treasures that players take."""
    hands: Mapping[int, int] = field(default_factory=dict)
    shaman: int | None = None
    sides: tuple[Background, ...] = ()
    """The sides of Condition cards that come to show."""
    laid: tuple[TableCard, ...] = ()
    stands: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    gone: frozenset[int] = frozenset()
    home: frozenset[int] = frozenset()
    """Players whose inhabitant leaves a card."""
    turned: frozenset[int] = frozenset()
    """Cards that were face down and are turned up."""
    chosen: int | None = None

    @property
    def slots(self) -> set[int]:
        """The cards on the table for which something changes."""
        own = {*self.stands, *self.gone, *(card.slot for card in self.laid)}
        return own if self.chosen is None else own | {self.chosen}


NOTHING = Changes()


def announced(state: State, action: Action) -> Changes:
    """What a decision says shall change, whether it is legal or not."""
    return _on_islands(action) or _on_the_table(state, action) or NOTHING


def _on_islands(action: Action) -> Changes | None:
    who = action.player
    match action:
        case actions.Settle(island=island):
            return Changes({island: Stir(coming=(who,))}, reserve={who: -1})
        case actions.Place(islands=islands):
            return Changes({i: Stir(coming=(who,) * n) for i, n in Counter(islands).items()}, {who: -len(islands)})
        case actions.Remove(islands=islands):
            return Changes({i: Stir(going=(who,) * n) for i, n in Counter(islands).items()}, {who: len(islands)})
        case actions.MoveInhabitant(owner=owner, source=source, target=target) if source != target:
            return Changes({source: Stir(going=(owner,)), target: Stir(coming=(owner,))})
        case actions.MoveTreasure(source=source, target=target) if source != target:
            return Changes({source: Stir(treasures=-1), target: Stir(treasures=1)})
    return None


def _on_the_table(state: State, action: Action) -> Changes | None:
    who = action.player
    match action:
        case actions.PlayUp() | actions.PlayDown():
            return Changes(hands={who: -1}, laid=(_new_card(state, action),))
        case actions.Stand(by=by, face=face):
            return Changes(reserve={who: -1}, stands={slot_of(state.players, by, face): (who,)})
        case actions.StandFrom(by=by, face=face, source=source):
            return Changes({source: Stir(going=(who,))}, stands={slot_of(state.players, by, face): (who,)})
        case actions.Flip(condition=condition):
            sides = zip(after_flip(state.tide, state.time, condition), (state.tide, state.time), strict=True)
            return Changes(sides=tuple([new for new, old in sides if new is not old]))
        case actions.Resolve(by=by, face=face):
            return Changes(chosen=slot_of(state.players, by, face))
        case actions.Accept() | actions.Name():
            return Changes(shaman=action.shaman if isinstance(action, actions.Name) else who)
    return None


def _new_card(state: State, action: actions.PlayUp | actions.PlayDown) -> TableCard:
    hidden = isinstance(action, actions.PlayDown)
    slot = slot_of(state.players, action.player, Face.DOWN if hidden else Face.UP)
    return TableCard(slot, action.player, action.before, hidden, state.deck.cards[action.card], (), False)


def between(before: State, after: State) -> Changes:
    """What is different in a later position."""
    seats = range(before.players)
    old, new = ({card.slot: card for card in scene(state).table} for state in (before, after))
    came = {slot: _newcomers(old.get(slot), card) for slot, card in new.items()}
    owned = [[hut + gain for hut, gain in zip(state.huts, state.gains, strict=True)] for state in (before, after)]
    return Changes(
        islands=_stirs(before, after),
        reserve=_differences(before.reserve, after.reserve),
        taken=_differences(*owned),
        hands=_differences([len(before.hands[seat]) for seat in seats], [len(after.hands[seat]) for seat in seats]),
        shaman=None if after.shaman == before.shaman else after.shaman,
        sides=tuple([side for side in (after.tide, after.time) if side not in (before.tide, before.time)]),
        laid=tuple([card for slot, card in new.items() if slot not in old]),
        stands={slot: who for slot, who in came.items() if who},
        gone=frozenset(old.keys() - new.keys()),
        home=frozenset([seat for seat in seats if before.standing[seat] is not None and after.standing[seat] is None]),
    )


def _newcomers(old: TableCard | None, new: TableCard) -> tuple[int, ...]:
    return tuple([seat for seat in new.standing if old is None or seat not in old.standing])


def _stirs(before: State, after: State) -> dict[int, Stir]:
    found = {}
    for island, (old, new) in enumerate(zip(before.inhabitants, after.inhabitants, strict=True)):
        more, fewer = _differences(old, new), _differences(new, old)
        coming = tuple([seat for seat, number in more.items() for _ in range(number)])
        going = tuple([seat for seat, number in fewer.items() for _ in range(number)])
        stir = Stir(coming, going, after.treasures[island] - before.treasures[island])
        if stir != Stir():
            found[island] = stir
    return found


def _differences(old: Sequence[int], new: Sequence[int]) -> dict[int, int]:
    return {place: now - then for place, (then, now) in enumerate(zip(old, new, strict=True)) if now != then}


# What is drawn

ROOM = 690
"""How wide a picture may be."""
SCALE = 0.82


@dataclass(frozen=True)
class Focus:
    """What of the table is shown; ``facts`` are what is told of the players: reserve, hut, hand."""

    islands: Sequence[int] = ()
    slots: Collection[int] = ()
    seats: Sequence[int] = ()
    facts: Collection[str] = ("reserve",)
    conditions: bool = False
    points: bool = False
    deciding: bool = False
    """Whether it is marked who decides."""


@dataclass(frozen=True)
class Sketch:
    """What is drawn: a part of a scene, what changes there, a verdict in one word and a sign, and numbers for cards."""

    scene: DrawnScene
    focus: Focus
    changes: Changes = NOTHING
    verdict: Verdict | None = None
    order: dict[int, str] = field(default_factory=dict)
    number: int | None = None
    """Which panel of a strip this is."""


def sketched(what: Sketch) -> Block:
    """The picture, on paper."""
    beside = [part for part in (_players(what), _sides(what)) if part is not None]
    people = in_row(beside, 24) if beside else None
    cards = _table(what)
    wide = max([row.width for row in (people, cards) if row is not None], default=0)
    table = (people, cards) if what.focus.conditions else (cards, people)
    rows = [row for row in (_sea(what, wide), *table) if row is not None]
    return panel(rows, what.verdict, what.number)


# The sea


def _sea(what: Sketch, least: float) -> Block | None:
    islands = [island_block(what.scene, island, what.changes) for island in what.focus.islands]
    if not islands:
        return None
    arrow = _arrow(what)
    row = in_rows(islands, ROOM - 24, 14, 0.5) if arrow is None else in_row([islands[0], arrow, islands[1]], 0)
    return padded(row, "#sea", 12, least)


def _arrow(what: Sketch) -> Block | None:
    """Between two islands, where all that leaves the one comes to the other."""
    stirs = [what.changes.islands.get(island, STILL) for island in what.focus.islands]
    if len(stirs) != 2 or STILL in stirs:
        return None
    one, other = stirs
    if (one.going, one.coming, -one.treasures) != (other.coming, other.going, other.treasures):
        return None
    forth = bool(one.going) or one.treasures < 0
    way = "M2 0H32M22-9L32 0L22 9" if forth else "M2 0H32M12-9L2 0L12 9"
    return Block(34, 1, (tag("path", d=way, class_="arrow"),))


def island_block(scene: DrawnScene, island: int, changes: Changes = NOTHING) -> Block:
    """One island, with what comes and goes."""
    wide, high = ISLAND[0] * SCALE, ISLAND[1] * SCALE
    drawn = island_drawing(scene, island, changes.islands.get(island, STILL))
    return Block(wide, high, (group(wide / 2, high / 2, drawn, SCALE),))


# The table


def _table(what: Sketch) -> Block | None:
    coming = [card for card in what.changes.laid if card.slot not in {laid.slot for laid in what.scene.table}]
    cards = [laid for laid in (*what.scene.table, *coming) if laid.slot in what.focus.slots]
    owners = sorted({laid.before for laid in cards})
    blocks = [_row_before(what, seat, [laid for laid in cards if laid.before == seat]) for seat in owners]
    return in_rows(blocks, ROOM, 14, 0.5) if blocks else None


def _sides(what: Sketch) -> Block | None:
    """The Condition cards; one that is turned shows its new side."""
    if not what.focus.conditions:
        return None
    scene, turned = what.scene, what.changes.sides
    sides = [
        next((new for new in turned if new.value.endswith("tide")), scene.here.tide),
        next((new for new in turned if not new.value.endswith("tide")), scene.here.time),
    ]
    blocks = []
    for side in sides:
        parts = condition(scene, side)
        if side in turned:
            parts += [tag("rect", x=-4, y=-4, width=CARD[0] + 8, height=CARD[1] + 8, rx=15, class_="ring")]
            parts += [pill("↻", CARD[0] - 8, 6, 14)]
        blocks.append(Block(CARD[0], CARD[1], tuple(parts)))
    return in_row(blocks, 12).scaled(SCALE)


def _row_before(what: Sketch, seat: int, cards: Sequence[TableCard]) -> Block:
    """The cards before one player, with his name."""
    drawn = in_row([card_block(what, laid) for laid in cards], 12, 1)
    named = say(what.scene.lang, "picture.before", player=what.scene.names[seat])
    label = words(named, 14, "soft m", max(110, drawn.width))
    wide = max(drawn.width, label.width)
    placed = in_column([drawn, label], 6, 0.5)
    return padded(Block(wide, placed.height, placed.parts), "panel", 10)


def card_block(what: Sketch, laid: TableCard) -> Block:
    """A card on the table with who stands on it, its number, and what becomes of it."""
    wide, high = CARD
    arriving = what.changes.stands.get(laid.slot, ())
    seats = tuple([seat for seat in laid.standing if seat not in arriving])
    head = 34 if seats or arriving else 8
    foot = 22 if what.order or what.changes.gone or _several(what) else 0
    parts = table_card(what.scene, replace(laid, standing=seats), arriving, what.changes.home)
    parts += _card_marks(what, laid)
    return Block(wide, high + head + foot, (group(0, head, parts),)).scaled(SCALE)


def _card_marks(what: Sketch, laid: TableCard) -> list[str]:
    """That a card is new, chosen, under way or gone, and its place in an order."""
    wide, high = CARD
    new = laid.slot not in {card.slot for card in what.scene.table}
    parts = []
    if new or laid.slot == what.changes.chosen:
        parts.append(tag("rect", x=-4, y=-4, width=wide + 8, height=high + 8, rx=13, class_="ring"))
    if new:
        parts.append(mark("+", wide - 3, -1))
    if laid.slot in what.changes.turned:
        parts.append(pill("↻", 5, 53, 14))
    if laid.slot in what.changes.gone:
        parts += _crossed(what.scene.lang)
    elif laid.resolving and _several(what):
        parts.append(pill(what.scene.say("label.resolving"), wide / 2, high + 7, 13))
    if laid.slot in what.order:
        parts.append(order_badge(what.order[laid.slot], wide / 2, high + 9))
    return parts


def _several(what: Sketch) -> bool:
    """Whether it must be said which card is being resolved."""
    return len(what.focus.slots) > 1 and any(laid.resolving for laid in what.scene.table)


def _crossed(lang: str) -> list[str]:
    wide, high = CARD
    return [
        tag("rect", width=wide, height=high, rx=10, class_="fade"),
        tag("path", d=f"M8 {high - 8}L{wide - 8} 8", class_="cross"),
        pill(say(lang, "picture.discarded"), wide / 2, high + 7, 13),
    ]


# The players


def _players(what: Sketch) -> Block | None:
    chips = [player_chip(what, seat) for seat in what.focus.seats]
    return in_rows(chips, ROOM, 10, 0.5) if chips else None


def player_chip(what: Sketch, seat: int) -> Block:
    """A player: the name, whether he is the shaman, and what he has, with what changes of it."""
    scene, changes = what.scene, what.changes
    facts = [_fact(what, seat, fact) for fact in ("reserve", "hut", "hand") if fact in what.focus.facts]
    head = [Block(24, 28, (figure(scene.letters[seat], seat, 12, 14),)), words(scene.names[seat], 16, "b")]
    if scene.here.shaman == seat and scene.here.actor is not None:
        head.append(_mask(scene, gone=changes.shaman is not None and changes.shaman != seat))
    elif changes.shaman == seat:
        head.append(in_row([Block(16, 26, (mark("+", 8, 13),)), _mask(scene)], 0))
    if what.focus.deciding and scene.here.actor == seat:
        head.append(_deciding(scene))
    if what.focus.points and scene.points is not None:
        head.append(words(f"{scene.points[seat]} {scene.say('label.points')}", 16, "b"))
    rows = [in_row(head, 8), *([in_row(facts, 16)] if facts else [])]
    return padded(in_column(rows, 6), "panel on" if seat in scene.winners else "panel", 9, 120, 10)


def _deciding(scene: DrawnScene) -> Block:
    word = words(scene.say("label.decides"), 13, "b tag-text")
    return padded(word, "tag", 7, 0, 9)


def _mask(scene: DrawnScene, gone: bool = False) -> Block:
    label = words(scene.say("label.shaman"), 13, "i")
    drawn = in_row([Block(22, 34, (use("mask", 11, 20),)), label], 4)
    if not gone:
        return drawn
    cross = tag("path", d="M2 6L22 32", class_="cross")
    return Block(drawn.width, drawn.height, (*drawn.parts, cross))


def _fact(what: Sketch, seat: int, fact: str) -> Block:
    """A number that a player has, with a sign for what is counted."""
    scene, changes = what.scene, what.changes
    hut = (scene.here.huts[seat] or 0) + scene.here.gains[seat]
    sign, label, number, change = {
        "reserve": (
            group(9, 12, [use("meeple", 0, 0, class_=f"figure p{seat}")], 0.66),
            say(scene.lang, "picture.reserve"),
            scene.here.reserve[seat],
            changes.reserve.get(seat, 0),
        ),
        "hut": (use("gem", 9, 12), scene.say("label.hut"), hut, changes.taken.get(seat, 0)),
        "hand": (
            patterned("back", x=3, y=3, width=13, height=18, rx=3),
            say(scene.lang, "picture.hand"),
            len(scene.hands[seat]),
            changes.hands.get(seat, 0),
        ),
    }[fact]
    told = words(f"{label} {number}", 14, "soft")
    parts = [Block(18, 24, (sign,)), told]
    if change:
        after = f"→ {number + change}".replace("-", "−")
        parts.append(Block(16 + 8.4 * len(after), 24, (pill(after, 8 + 4.2 * len(after), 12, 14),)))
    return in_row(parts, 4)
