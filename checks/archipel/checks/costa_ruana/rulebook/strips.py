"""The worked examples as comic strips: a panel for each decision, or for decisions of one kind in a row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import groupby

from archipel.checks.costa_ruana.drawing import Scene, scene
from archipel.checks.costa_ruana.examples import Event, events
from archipel.checks.costa_ruana.reaching import at_collection
from archipel.checks.costa_ruana.rulebook.showing import announcement, focus_of, picture
from archipel.checks.costa_ruana.svg.changes import Changes, announced, between
from archipel.checks.costa_ruana.svg.sketch import Focus, Sketch
from archipel.checks.costa_ruana.telling import Teller
from archipel.checks.costa_ruana.wording import LETTERS, default_names, listed
from archipel.checks.costa_ruana.wording_pictures import phrase
from archipel.checks.rulebook.pictures import Picture
from archipel.reference.costa_ruana.collection import collect, island_winner
from archipel.reference.costa_ruana.state import Phase, State

PEOPLE, INITIALS = ("Antoine", "Marie", "Serge"), "AMS"
TOGETHER = (Phase.PLAY_UP, Phase.PLAY_DOWN, Phase.STAND)
"""Where everybody does the same in turn, and one panel shows it."""


class Narrator:
    """Draws and tells what happens in an example, in one language."""

    def __init__(self, lang: str, players: int, named: bool) -> None:
        self.lang = lang
        self.names = PEOPLE if named else default_names(lang, players)
        self.letters = INITIALS if named else LETTERS

    def seen(self, state: State) -> Scene:
        return scene(state, self.lang, names=self.names, letters=self.letters)

    def teller(self, state: State, reader: int | None = None) -> Teller:
        return Teller(self.lang, self.names, state.deck, reader, self.letters)

    def together(self, group: Sequence[Event]) -> Picture:
        """Everybody lays a card, or puts an inhabitant on one."""
        first, last = group[0], group[-1]
        assert last.after is not None
        changes = replace(between(first.before, last.after), sides=(), gone=frozenset())
        lying = {card.slot for card in (*self.seen(last.after).table, *self.seen(first.before).table)}
        fact = "reserve" if first.before.phase is Phase.STAND else "hand"
        focus = Focus((), lying, [event.action.player for event in group], (fact,))
        people = listed(self.lang, [self.names[event.action.player] for event in group])
        caption = phrase(self.lang, f"together.{first.before.phase.value}", people=people)
        return picture(Sketch(self.seen(first.before), focus, changes), caption)

    def flipped(self, event: Event) -> Picture:
        """A Condition card is turned: which cards stay, and which are discarded."""
        assert event.after is not None
        before = _all_face_up(event.before)
        changes = replace(_cards_only(between(before, event.after)), sides=announced(before, event.action).sides)
        focus = focus_of(before, event.action, changes)
        lines = self.teller(before).step(before, event.action, event.after)
        return picture(Sketch(self.seen(before), focus, changes), " ".join([lines[0], *lines[1:3]]))

    def decided(self, event: Event) -> Picture:
        """One decision, or what was tried in vain."""
        changes = announced(event.before, event.action)
        focus = focus_of(event.before, event.action, changes)
        sentence = announcement(self.teller(event.before, event.action.player), event.before, event.action)
        caption = phrase(self.lang, "copy", sentence=sentence) if event.before.copying else sentence
        verdict = None if event.after is not None else ("no", phrase(self.lang, "refused"))
        return picture(Sketch(self.seen(event.before), focus, changes, verdict), caption)

    def collected(self, event: Event) -> Picture:
        """The treasures are collected: every island where somebody stands."""
        board, after = _collection(event)
        islands = [island for island, row in enumerate(board.inhabitants) if any(row)]
        changes = between(board, after)
        takers = sorted({*changes.taken, *changes.reserve})
        focus = Focus(islands, (), takers, ("reserve", "hut"))
        caption = " ".join([self._island(board, after, island) for island in islands])
        return picture(Sketch(self.seen(board), focus, replace(changes, hands={}, shaman=None)), caption)

    def _island(self, board: State, after: State, island: int) -> str:
        row, treasures = board.inhabitants[island], board.treasures[island]
        winner = island_winner(row, treasures, board.rules.readings)
        return self.teller(board).island(island, row, treasures, winner, after.inhabitants[island] == row)

    def succeeded(self, event: Event) -> Picture:
        """The next shaman is found."""
        board, collected = _collection(event)
        assert event.after is not None
        changes = Changes(taken=between(board, collected).taken, shaman=event.after.shaman)
        tied = sorted(collected.gains)[:2].count(min(collected.gains)) == 2
        caption = self.teller(board).prepared(event.before, event.after, tied)[0]
        focus = Focus((), (), range(board.players), ("hut",))
        return picture(Sketch(self.seen(board), focus, changes), caption)

    def hands(self, event: Event) -> Picture:
        """How many cards everybody holds when a round begins."""
        size = len(event.before.hands[0])
        focus = Focus((), (), range(event.before.players), ("hand",))
        caption = phrase(self.lang, "round.hands", round=event.before.round, number=size)
        return picture(Sketch(self.seen(event.before), focus), caption)


def _all_face_up(state: State) -> State:
    """The same cards, turned up: the table as it is sorted out after a flip."""
    turned = [None if laid is None else laid._replace(face_down=False) for laid in state.table]
    return state.changed(table=tuple(turned))


def _cards_only(changes: Changes) -> Changes:
    return Changes(laid=changes.laid, stands=changes.stands, gone=changes.gone)


def _collection(event: Event) -> tuple[State, State]:
    """The board when treasures are collected, and just after."""
    assert event.after is not None
    board = at_collection(event.before, event.action, event.after)
    assert board is not None
    return board, collect(board)


# Which panels an example has

def _groups(told: Sequence[Event], *phases: Phase) -> list[list[Event]]:
    """The decisions of each of these phases."""
    found = [(phase, list(group)) for phase, group in groupby(told, key=lambda event: event.before.phase)]
    return [group for phase, group in found if phase in phases]


def _laying(narrator: Narrator, told: Sequence[Event]) -> Iterable[Picture]:
    return [narrator.together(group) for group in _groups(told, *TOGETHER)]


def _turning(narrator: Narrator, told: Sequence[Event]) -> Iterable[Picture]:
    (last,), (flip,) = _groups(told, Phase.STAND)[-1:], _groups(told, Phase.FLIP)[0:1]
    return [narrator.together(last), narrator.flipped(flip[0])]


def _discarding(narrator: Narrator, told: Sequence[Event]) -> Iterable[Picture]:
    return [narrator.flipped(event) for group in _groups(told, Phase.FLIP) for event in group]


def _deciding(narrator: Narrator, told: Sequence[Event]) -> Iterable[Picture]:
    return [narrator.decided(event) for group in _groups(told, Phase.EFFECT, Phase.RESOLVE) for event in group]


def _deciding_and_collecting(narrator: Narrator, told: Sequence[Event]) -> Iterable[Picture]:
    return [*_deciding(narrator, told), *_collecting(narrator, told)]


def _collecting(narrator: Narrator, told: Sequence[Event]) -> Iterable[Picture]:
    return [narrator.collected(event) for event in told]


def _succeeding(narrator: Narrator, told: Sequence[Event]) -> Iterable[Picture]:
    return [*_collecting(narrator, told), *[narrator.succeeded(event) for event in told]]


def _dealing(narrator: Narrator, told: Sequence[Event]) -> Iterable[Picture]:
    return [narrator.hands(group[0]) for group in _groups(told, Phase.PLAY_UP)]


PANELS: dict[str, Callable[[Narrator, Sequence[Event]], Iterable[Picture]]] = {
    "E1": _laying,
    "E2": _turning,
    "E3": _discarding,
    "E4": _deciding,
    "E5": _deciding,
    "E6": _deciding,
    "E7": _deciding_and_collecting,
    "E8": _deciding,
    "E9": _collecting,
    "E10": _collecting,
    "E11": _collecting,
    "E12": _succeeding,
    "E13": _dealing,
}
NAMED = ("E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8", "E12")
"""Examples about Antoine, Marie and Serge; the others speak of nobody in particular."""


@cache
def strip(id: str, lang: str) -> tuple[Picture, ...]:
    """The panels of an example."""
    told = _told(id)
    narrators = {event.before.players: Narrator(lang, event.before.players, id in NAMED) for event in told}
    return tuple([drawn for players, group in _by_table(told) for drawn in PANELS[id](narrators[players], group)])


def _by_table(told: Sequence[Event]) -> Iterable[tuple[int, list[Event]]]:
    for players, group in groupby(told, key=lambda event: event.before.players):
        yield players, list(group)


@cache
def _told(id: str) -> tuple[Event, ...]:
    """What happens in an example; where it is replayed more than once, with other chance or more players, once."""
    told = events(id)
    starts = [place for place, event in enumerate(told) if event.before.phase is Phase.SETTLE and _untouched(event)]
    return tuple(told if len(starts) < 2 else told[: starts[1]])


def _untouched(event: Event) -> bool:
    return not any(map(any, event.before.inhabitants))
