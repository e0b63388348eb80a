"""A position as a picture: what can be seen of it, in words, and drawn as text; ``svg`` draws it otherwise.

All drawings and the description in words are made from a :class:`DrawnScene`, which holds only what its reader may see:
everything for a state, one seat's knowledge for a view. As text there are boxes for islands, lines for cards and
players, and colours if wanted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from archipel.checks.costa_ruana.wording import (
    background_words,
    card_words,
    counted,
    default_names,
    listed,
    say,
)
from archipel.checks.explain.text_rows import (
    LETTERS,
    Painter,
    at_both_ends,
    boxes,
    columns,
    cut,
    padded,
    sections,
)
from archipel.checks.explain.text_rows import listed as in_lines
from archipel.reference.costa_ruana.actions import Condition
from archipel.reference.costa_ruana.conditions import OTHER_SIDE
from archipel.reference.costa_ruana.deck import Background, Card
from archipel.reference.costa_ruana.scoring import points
from archipel.reference.costa_ruana.setup import Setup, new_game
from archipel.reference.costa_ruana.state import Game, Phase, State, slot_by, slot_face
from archipel.reference.costa_ruana.views import Seen, View


@dataclass(frozen=True)
class TableCard:
    """A card on the table; ``card`` is None when the reader may not know it."""

    slot: int
    by: int
    before: int
    face_down: bool
    card: Card | None
    standing: tuple[int, ...]
    """Seats with an inhabitant on it."""
    resolving: bool


@dataclass(frozen=True)
class DrawnScene:
    """What is drawn."""

    lang: str
    names: tuple[str, ...]
    letters: str
    viewer: int | None
    cap: int
    rounds: int
    round: int
    phase: Phase
    shaman: int
    actor: int | None
    copying: bool
    tide: Background
    time: Background
    inhabitants: tuple[tuple[int, ...], ...]
    treasures: tuple[int, ...]
    reserve: tuple[int, ...]
    huts: tuple[int | None, ...]
    gains: tuple[int, ...]
    points: tuple[int, ...] | None
    """Each player's points once the game is over."""
    winners: tuple[int, ...]
    """Who has won, once the game is over."""
    hands: tuple[tuple[Card | None, ...], ...]
    pile: int
    discards: int
    table: tuple[TableCard, ...]
    waiting: tuple[int, ...]
    """Seats whose inhabitant was on a card that is resolved, and is not at home yet."""

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.names))

    def cards_before(self, seat: int) -> list[TableCard]:
        """The cards that lie in front of a player."""
        return [card for card in self.table if card.before == seat]

    def say(self, key: str, **values: object) -> str:
        """A phrase in the reader's language."""
        return say(self.lang, key, **values)

    @property
    def headline(self) -> str:
        """Round and step."""
        if not self.round:
            first = ".first" if self.phase is Phase.OFFER else ""
            return f"{self.say('round.before')} · {self.say(f'phase.{self.phase.value}{first}')}"
        when = self.say("round", round=self.round, rounds=self.rounds)
        return f"{when} · {self.say(f'phase.{self.phase.value}')}"

    @property
    def turn(self) -> str:
        """Who decides what."""
        if self.actor is None:
            people = listed(self.lang, [self.names[seat] for seat in self.winners])
            return self.say("turn.over" if len(self.winners) == 1 else "turn.over.shared", players=people)
        card = next((laid.card for laid in self.table if laid.resolving), None)
        words = "" if card is None else card_words(self.lang, card)
        copy = ".copy" if self.copying else ""
        return self.say(f"turn.{self.phase.value}{copy}", actor=self.names[self.actor], the_card=words)


def after_flip(tide: Background, time: Background, condition: Condition) -> tuple[Background, Background]:
    """The sides shown once a Condition card has been turned."""
    return (OTHER_SIDE[tide], time) if condition is Condition.TIDE else (tide, OTHER_SIDE[time])


def scene(
    position: State | View,
    lang: str = "en",
    game: Game | None = None,
    names: Sequence[str] | None = None,
    letters: str = LETTERS,
) -> DrawnScene:
    """What can be seen of a position. A view does not know its cards and numbers: ``game`` tells them."""
    known = position.game if isinstance(position, State) else game
    if known is None:
        raise ValueError("a view is drawn with its game")
    called = tuple(names or default_names(lang, position.players))
    viewer = position.viewer if isinstance(position, View) else None
    return DrawnScene(
        lang=lang,
        names=called,
        letters=letters,
        viewer=viewer,
        cap=known.rules.cap,
        rounds=known.rules.rounds,
        round=position.round,
        phase=position.phase,
        shaman=position.shaman,
        actor=position.actor,
        copying=position.copying,
        tide=position.tide,
        time=position.time,
        inhabitants=position.inhabitants,
        treasures=position.treasures,
        reserve=position.reserve,
        huts=position.huts,
        gains=position.gains,
        points=_points(position, known),
        winners=_winners(position, known),
        hands=_hands(position, known),
        pile=position.pile_size if isinstance(position, View) else len(position.pile),
        discards=len(position.discards),
        table=_table(position, known),
        waiting=tuple([seat for seat in range(position.players) if _waits(position, seat)]),
    )


def _waits(position: State | View, seat: int) -> bool:
    slot = position.standing[seat]
    return slot is not None and position.table[slot] is None


def _points(position: State | View, game: Game) -> tuple[int, ...] | None:
    if position.phase is not Phase.OVER:
        return None
    huts = [hut or 0 for hut in position.huts]
    return tuple([points(hut, home, game.rules) for hut, home in zip(huts, position.reserve, strict=True)])


def _winners(position: State | View, game: Game) -> tuple[int, ...]:
    """Who has won, as the engine counts; it counts positions, and a view of the last one tells all that matters."""
    if position.phase is not Phase.OVER:
        return ()
    if isinstance(position, State):
        return position.winners()
    counted = new_game(Setup.from_seed(position.players, 0, game.rules, game.deck), game.rules, game.deck)
    huts = tuple([hut or 0 for hut in position.huts])
    known = counted.changed(huts=huts, gains=position.gains, reserve=position.reserve, shaman=position.shaman)
    return known.winners()


def _hands(position: State | View, game: Game) -> tuple[tuple[Card | None, ...], ...]:
    cards = game.deck.cards
    if isinstance(position, State):
        return tuple([tuple([cards[card] for card in hand]) for hand in position.hands])
    own = tuple([cards[card] for card in position.hand])
    sizes = enumerate(position.hand_sizes)
    return tuple([own if seat == position.viewer else (None,) * size for seat, size in sizes])


def _table(position: State | View, game: Game) -> tuple[TableCard, ...]:
    found = []
    for slot, seen in enumerate(_seen(position)):
        if seen is not None:
            card = None if seen.card is None else game.deck.cards[seen.card]
            standing = tuple([seat for seat, place in enumerate(position.standing) if place == slot])
            resolving = slot == position.resolving
            found.append(TableCard(slot, seen.by, seen.before, seen.face_down, card, standing, resolving))
    return tuple(found)


def _seen(position: State | View) -> list[Seen | None]:
    if isinstance(position, View):
        return list(position.table)
    players = position.players
    return [
        None
        if laid is None
        else Seen(slot_by(players, slot), slot_face(players, slot), laid.before, laid.face_down, laid.card)
        for slot, laid in enumerate(position.table)
    ]


def in_words(what: DrawnScene) -> list[str]:
    """The whole position as sentences."""
    lines = [f"{what.headline}. {what.turn}.", what.say("words.shaman", player=what.names[what.shaman])]
    tide, time = background_words(what.lang, what.tide), background_words(what.lang, what.time)
    lines.append(what.say("words.conditions", tide=tide, time=time))
    lines += [island_in_words(what, island) for island in range(len(what.treasures))]
    lines += [before_in_words(what, seat) for seat in what.seats if what.cards_before(seat)]
    lines += [waiting_words(what)] if what.waiting else []
    lines += [player_in_words(what, seat) for seat in what.seats]
    for seat, hand in enumerate(what.hands):
        cards = [card_words(what.lang, card) for card in hand if card is not None]
        if cards:
            lines.append(what.say("words.hand", player=what.names[seat], cards=listed(what.lang, cards)))
    if any(what.gains):
        gains = ", ".join([f"{name} {gain}" for name, gain in zip(what.names, what.gains, strict=True)])
        lines.append(what.say("words.gains", gains=gains))
    pile = counted(what.lang, "cards", what.pile)
    lines.append(what.say("words.pile", pile=pile, discards=what.discards))
    return lines


def waiting_words(what: DrawnScene) -> str:
    """Whose inhabitants are on no card any more and not at home yet."""
    return what.say("words.waiting", people=listed(what.lang, [what.names[seat] for seat in what.waiting]))


def island_in_words(what: DrawnScene, island: int) -> str:
    """What is on an island, as a sentence."""
    row = what.inhabitants[island]
    people = ", ".join([f"{what.names[seat]} {count}" for seat, count in enumerate(row) if count])
    return what.say(
        "words.island",
        island=island,
        treasures=counted(what.lang, "treasures", what.treasures[island]),
        people=people or what.say("words.empty"),
        crowd=sum(row),
        cap=what.cap,
    )


def before_in_words(what: DrawnScene, seat: int) -> str:
    """What lies in front of a player, as a sentence."""
    cards = [table_card_in_words(what, laid) for laid in what.cards_before(seat)]
    return what.say("words.before", player=what.names[seat], cards=what.say("separator").join(cards))


def table_card_in_words(what: DrawnScene, laid: TableCard) -> str:
    """A card on the table, who laid it and who stands on it."""
    words = laid_words(what, laid)
    if not laid.standing:
        return words
    return what.say("words.standing", laid=words, people=listed(what.lang, [what.names[s] for s in laid.standing]))


def laid_words(what: DrawnScene, laid: TableCard) -> str:
    """A card on the table and who laid it."""
    by = what.names[laid.by]
    if laid.card is None:
        return what.say("laid.hidden", by=by)
    return what.say("laid.known" if laid.face_down else "laid.up", card=card_words(what.lang, laid.card), by=by)


def player_in_words(what: DrawnScene, seat: int) -> str:
    """What a player has, as a sentence."""
    hut = what.huts[seat]
    words = what.say(
        "words.player",
        player=what.names[seat],
        reserve=what.reserve[seat],
        hut=what.say("words.hidden") if hut is None else counted(what.lang, "treasures", hut),
        cards=counted(what.lang, "cards", len(what.hands[seat])),
    )
    return words if what.points is None else f"{words} {what.say('words.points', points=what.points[seat])}"


# As text

GEM = "◆"
FREE = "·"
MOST_GEMS = 7
MOST_PLACES = 9


def draw(what: DrawnScene, width: int, colour: bool) -> str:
    """The whole position, ending with a newline."""
    paint = Painter(colour)
    parts = {
        what.say("title.islands"): boxes(_islands(what, paint), width),
        what.say("title.table"): _table_lines(what, width, paint),
        what.say("title.players"): columns([_player_cells(what, seat, paint) for seat in what.seats], width),
        what.say("title.hand"): _hand_lines(what, width, paint),
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


def _table_lines(what: DrawnScene, width: int, paint: Painter) -> list[str]:
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


def _hand_lines(what: DrawnScene, width: int, paint: Painter) -> list[str]:
    known = [[card_words(what.lang, card) for card in hand if card is not None] for hand in what.hands]
    lines = [in_lines(paint(seat, LETTERS[seat]), cards, width) for seat, cards in enumerate(known) if cards]
    return [line for each in lines for line in each]


def as_text(
    position: State | View,
    lang: str = "en",
    width: int = 80,
    colour: bool = False,
    *,
    game: Game | None = None,
    names: Sequence[str] | None = None,
) -> str:
    """A position as text for a terminal or a file, no line longer than ``width`` (at least 60)."""
    return draw(scene(position, lang, game, names), max(width, 60), colour)
