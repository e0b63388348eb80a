"""A position as a picture: what can be seen of it, in words, and drawn as text; ``svg`` draws it otherwise.

All drawings and the description in words are made from a :class:`DrawnScene`, which holds only what its reader may see:
everything for a state, one seat's knowledge for a view. As text there are boxes for islands, lines for cards and
players, and colours if wanted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from archipel.checks.costa_ruana.wording import (
    background_words,
    card_words,
    counted,
    default_names,
    listed,
    say,
)
from archipel.checks.explain.catalogue import LETTERS
from archipel.checks.explain.text_rows import (
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
from archipel.reference.costa_ruana.state import Game, Laid, Phase, State, slot_by
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
    """What is drawn: a position as its reader sees it, what is played with, and how the players are called."""

    here: State | View
    game: Game
    lang: str
    names: tuple[str, ...]
    letters: str

    @property
    def viewer(self) -> int | None:
        return self.here.viewer if isinstance(self.here, View) else None

    @property
    def cap(self) -> int:
        return self.game.rules.cap

    @property
    def is_over(self) -> bool:
        return self.here.phase is Phase.OVER

    @property
    def points(self) -> tuple[int, ...] | None:
        """Each player's points once the game is over."""
        owned = zip(self.here.huts, self.here.reserve, strict=True)
        return tuple([points(hut or 0, home, self.game.rules) for hut, home in owned]) if self.is_over else None

    @cached_property
    def winners(self) -> tuple[int, ...]:
        """Who has won, as the engine counts; it counts positions, and a view of the last one tells all that matters."""
        if not self.is_over:
            return ()
        here, game = self.here, self.game
        counted = new_game(Setup.from_seed(here.players, 0, game.rules, game.deck), game.rules, game.deck)
        huts = tuple([hut or 0 for hut in here.huts])
        known = counted.changed(huts=huts, gains=here.gains, reserve=here.reserve, shaman=here.shaman)
        return known.winners()

    @cached_property
    def hands(self) -> tuple[tuple[Card | None, ...], ...]:
        cards, here = self.game.deck.cards, self.here
        if isinstance(here, State):
            return tuple([tuple([cards[card] for card in hand]) for hand in here.hands])
        own = tuple([cards[card] for card in here.hand])
        return tuple([own if seat == here.viewer else (None,) * size for seat, size in enumerate(here.hand_sizes)])

    @property
    def pile(self) -> int:
        return self.here.pile_size if isinstance(self.here, View) else len(self.here.pile)

    @cached_property
    def table(self) -> tuple[TableCard, ...]:
        return tuple([self._laid(slot, one) for slot, one in enumerate(self.here.table) if one is not None])

    def _laid(self, slot: int, one: Laid | Seen) -> TableCard:
        by, card = slot_by(self.here.players, slot), None if one.card is None else self.game.deck.cards[one.card]
        standing = tuple([seat for seat, place in enumerate(self.here.standing) if place == slot])
        return TableCard(slot, by, one.before, one.face_down, card, standing, slot == self.here.resolving)

    @property
    def waiting(self) -> tuple[int, ...]:
        """Seats whose inhabitant was on a card that is resolved, and is not at home yet."""
        placed = enumerate(self.here.standing)
        return tuple([seat for seat, slot in placed if slot is not None and self.here.table[slot] is None])

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
        if not self.here.round:
            first = ".first" if self.here.phase is Phase.OFFER else ""
            return f"{self.say('round.before')} · {self.say(f'phase.{self.here.phase.value}{first}')}"
        when = self.say("round", round=self.here.round, rounds=self.game.rules.rounds)
        return f"{when} · {self.say(f'phase.{self.here.phase.value}')}"

    @property
    def turn(self) -> str:
        """Who decides what."""
        if self.here.actor is None:
            people = listed(self.lang, [self.names[seat] for seat in self.winners])
            return self.say("turn.over" if len(self.winners) == 1 else "turn.over.shared", players=people)
        card = next((laid.card for laid in self.table if laid.resolving), None)
        words = "" if card is None else card_words(self.lang, card)
        copy = ".copy" if self.here.copying else ""
        return self.say(f"turn.{self.here.phase.value}{copy}", actor=self.names[self.here.actor], the_card=words)


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
    return DrawnScene(position, known, lang, called, letters)


def in_words(what: DrawnScene) -> list[str]:
    """The whole position as sentences."""
    lines = [f"{what.headline}. {what.turn}.", what.say("words.shaman", player=what.names[what.here.shaman])]
    tide, time = background_words(what.lang, what.here.tide), background_words(what.lang, what.here.time)
    lines.append(what.say("words.conditions", tide=tide, time=time))
    lines += [island_in_words(what, island) for island in range(len(what.here.treasures))]
    lines += [before_in_words(what, seat) for seat in what.seats if what.cards_before(seat)]
    lines += [waiting_words(what)] if what.waiting else []
    lines += [player_in_words(what, seat) for seat in what.seats]
    for seat, hand in enumerate(what.hands):
        cards = [card_words(what.lang, card) for card in hand if card is not None]
        if cards:
            lines.append(what.say("words.hand", player=what.names[seat], cards=listed(what.lang, cards)))
    if any(what.here.gains):
        gains = ", ".join([f"{name} {gain}" for name, gain in zip(what.names, what.here.gains, strict=True)])
        lines.append(what.say("words.gains", gains=gains))
    pile = counted(what.lang, "cards", what.pile)
    lines.append(what.say("words.pile", pile=pile, discards=len(what.here.discards)))
    return lines


def waiting_words(what: DrawnScene) -> str:
    """Whose inhabitants are on no card any more and not at home yet."""
    return what.say("words.waiting", people=listed(what.lang, [what.names[seat] for seat in what.waiting]))


def island_in_words(what: DrawnScene, island: int) -> str:
    """What is on an island, as a sentence."""
    row = what.here.inhabitants[island]
    people = ", ".join([f"{what.names[seat]} {count}" for seat, count in enumerate(row) if count])
    return what.say(
        "words.island",
        island=island,
        treasures=counted(what.lang, "treasures", what.here.treasures[island]),
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
    hut = what.here.huts[seat]
    words = what.say(
        "words.player",
        player=what.names[seat],
        reserve=what.here.reserve[seat],
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
    tide, time = background_words(what.lang, what.here.tide), background_words(what.lang, what.here.time)
    stock = f"{what.say('label.pile', number=what.pile)} · {what.say('label.discards', number=len(what.here.discards))}"
    conditions = what.say("label.conditions", tide=tide, time=time)
    turn = what.turn[:width] if what.here.actor is None else paint(what.here.actor, what.turn[:width])
    both = at_both_ends(conditions, stock, width, 3)
    return [at_both_ends(first, seen_by, width, 2) or first, turn, *([conditions, stock] if both is None else [both])]


def _islands(what: DrawnScene, paint: Painter) -> dict[str, Sequence[str]]:
    gems = [paint("gem", GEM * count if count <= MOST_GEMS else f"{GEM}×{count}") for count in what.here.treasures]
    return {str(island): (gems[island], _crowd(what, row, paint)) for island, row in enumerate(what.here.inhabitants)}


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
    hut = what.here.huts[seat]
    cells = [
        "▸" if seat == what.here.actor else " ",
        paint(seat, f"{LETTERS[seat]} {what.names[seat]}"),
        what.say("label.seat", seat=seat),
        f"{what.say('label.reserve')} {what.here.reserve[seat]}",
        f"{what.say('label.hut')} {'?' if hut is None else f'{GEM}{hut}'}",
        f"{what.say('label.cards')} {len(what.hands[seat])}",
    ]
    if any(what.here.gains):
        cells.append(f"{what.say('label.gains')} {what.here.gains[seat]}")
    if what.points is not None:
        cells.append(f"{what.points[seat]} {what.say('label.points')}")
    cells.append(what.say("label.shaman") if seat == what.here.shaman else "")
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
