"""Which clauses a program mistakes whose board is not as the rules leave it after a decision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.questions import succession, taken
from archipel.checks.judge.conformance.step_trace import Course, Place, TracedStep
from archipel.reference.costa_ruana import Phase, State, slot_by, slot_face

Data = Mapping[str, Any]
FACE = {face.value: projection.code(code) for face, code in projection.FACES.items()}
MISSING = object()

FACTS = {
    "round": "round",
    "phase": "phase",
    "shaman": "shaman",
    "tide": "tide",
    "time": "time",
    "inhabitants": "on",
    "treasures": "treasures",
    "reserve": "reserve",
    "huts": "hut",
    "gains": "gained",
}
"""The members of a position that are facts of the clauses, place by place."""


def board_clauses(
    course: Course, given: Data, expected: Data, members: Sequence[str]
) -> tuple[list[str], list[str]]:
    """The clauses behind the members that differ: of the first step that explains any; and whatever changed them."""
    wrong = Wrong(course, given, expected, members)
    looks = {"reveal": wrong.revealing, "collect": wrong.collecting, "prepare": wrong.preparing}
    for step, look in looks.items():
        stage = course.stage(step)
        if stage is not None and (found := list(look(stage))):
            return found, []
    return [], list(wrong.changed())


class Wrong:
    """What a program made of a position, next to what the rules make of it."""

    def __init__(self, course: Course, given: Data, expected: Data, members: Sequence[str]) -> None:
        self.course = course
        self.given = given
        self.expected = expected
        self.members = members

    def differs(self, *names: str) -> bool:
        return any(name in self.members for name in names)

    # Revealing

    def revealing(self, stage: TracedStep) -> Iterator[str]:
        """Turned conditions, cards kept and discarded, inhabitants sent home."""
        if self.differs("tide", "time"):
            yield "conditions.flip"
        if self.differs("table"):
            yield from self._cards(stage)
        if self.differs("standing", "reserve") and self._home_from_inactive(stage):
            yield "reveal.return"
        if self.differs("standing") and self._gone_too_early():
            yield "resolution.finish"

    def _cards(self, stage: TracedStep) -> Iterator[str]:
        given = {slot_named(card): card for card in self.given["table"] if is_card(card)}
        expected = {slot_named(card): card for card in self.expected["table"]}
        active = {slot: stage.here.evaluate("active", *slot) for slot in {*given, *expected}}
        dropped = [slot for slot in expected if slot not in given and slot != self._being_copied()]
        kept = [slot for slot in given if slot not in expected and not active[slot]]
        if dropped or kept:
            yield "conditions.active"
            yield "reveal.keep" if dropped else "reveal.discard"
        if any(card.get("face_down") for card in given.values()):
            yield "reveal.turn-up"

    def _being_copied(self) -> Place | None:
        """The card that is being copied, which a program may hold for resolved."""
        after = self.course.before.apply_action(self.course.action)
        if after.resolving is None or not after.copying:
            return None
        return slot_by(after.players, after.resolving), FACE[slot_face(after.players, after.resolving).value]

    def _home_from_inactive(self, stage: TracedStep) -> bool:
        """Whether somebody whose inhabitant came home from an inactive card is among those that differ."""
        stands, after = stage.here.values["stands"], stage.after.values["stands"]
        home = [seat for seat, before in enumerate(stands) if before != after[seat]]
        return any(_at(self.given, name, seat) != self.expected[name][seat] for name in self._known() for seat in home)

    def _gone_too_early(self) -> bool:
        """Whether somebody has left a card that is still to be resolved."""
        pairs = zip(self.given["standing"], self.expected["standing"], strict=False)
        return any(theirs is None and ours is not None for theirs, ours in pairs)

    def _known(self) -> list[str]:
        return [name for name in ("standing", "reserve") if name in self.members]

    # Collecting

    def collecting(self, stage: TracedStep) -> Iterator[str]:
        """Island by island: who took what, and who went home; or what was wrong before, if somebody came there."""
        if wrong_before := list(self._more_than_before(stage)):
            yield from wrong_before
            return
        for island in range(stage.here.values["islands"]):
            yield from self._island(stage, island)

    def _more_than_before(self, stage: TracedStep) -> Iterator[str]:
        """The clauses that changed islands before, if there is more on one than collecting could leave."""
        for name in (name for name in ("inhabitants", "treasures") if name in self.members):
            places = list(_places(self.given[name], self.expected[name]))
            before = stage.here.values[FACTS[name]]
            if any(_is_more(_entry(self.given[name], place), _entry(before, place)) for place in places):
                yield from self.course.clauses_changing(FACTS[name], places)

    def _island(self, stage: TracedStep, island: int) -> Iterator[str]:
        found = taken(stage.here, island)
        left, row = _at(self.given, "treasures", island), _at(self.given, "inhabitants", island)
        before, ours = stage.here.values["treasures"][island], int(found["winner"] is not None)
        ruling = [id for id in found["clauses"] if id not in RETURNS]
        if left is not MISSING and before - left != ours:
            yield from ruling if before - left in (0, 1) else ["collection.one-per-island", *ruling]
        elif row is not MISSING and tuple(row) != stage.after.values["on"][island]:
            yield from self._returned(stage, island, found)

    def _returned(self, stage: TracedStep, island: int, found: Data) -> Iterator[str]:
        """Who went home from an island, if the treasure itself is as it should be."""
        row, before = self.given["inhabitants"][island], stage.here.values["on"][island]
        others = [seat for seat, count in enumerate(row) if count != before[seat] and seat != found["winner"]]
        if found["winner"] is None:
            if not stage.here.values["treasures"][island]:
                yield "collection.no-treasure"
            yield from ["collection.nobody-else-returns", "collection.conflict"]
        elif others and row[found["winner"]] == before[found["winner"]]:
            fought = any(seat in group for group in found["conflicts"] for seat in others)
            yield from ["collection.conflict"] * fought
            yield from found["clauses"]
        else:
            yield from [id for id in found["clauses"] if id in RETURNS]

    # Preparing the next round

    def preparing(self, stage: TracedStep) -> Iterator[str]:
        """The new shaman, the huts and the draw."""
        if self.differs("inhabitants", "treasures"):
            return
        if self.differs("huts") and sum(self.given["huts"]) == sum(self.expected["huts"]):
            yield from ["collection.majority", "collection.one-per-island"]
        if self.differs("huts", "gains"):
            yield "succession.huts"
        elif self.differs("shaman"):
            yield from successor_clauses(stage, self.course.before, self.given["shaman"])
        if self.differs("hands", "pile") and not self.differs("shaman"):
            yield from self._draw(stage)

    def _draw(self, stage: TracedStep) -> Iterator[str]:
        hands = self.given.get("hands", self.expected.get("hands", []))
        sizes = [len(hand) for hand in hands]
        wanted = [len(hand) for hand in self.expected.get("hands", [])]
        if sizes == wanted and not self.differs("pile"):
            yield "succession.draw-order"
        elif stage.here.evaluate("before_the_last_round"):
            yield "succession.last-draw"
        yield "succession.draw"

    # Everything else

    def changed(self) -> Iterator[str]:
        """The clauses that changed the facts that differ."""
        for name in self.members:
            if name in FACTS:
                places = list(_places(self.given[name], self.expected[name]))
                yield from self.course.clauses_changing(FACTS[name], places)
            elif name in ("hands", "pile"):
                yield from self.course.clauses_changing("place_of", self._cards_elsewhere())
            elif name == "table":
                yield from self._table()
            elif name == "standing":
                yield from self.course.clauses_changing("stands", self._standing_places())

    def _cards_elsewhere(self) -> list[Place]:
        """The cards that are not where they should be."""
        cards = range(len(self.course.before.deck.cards))
        return [(card,) for card in cards if _holder(self.given, card) != _holder(self.expected, card)]

    def _table(self) -> Iterator[str]:
        given = {slot_named(card): card for card in self.given["table"] if is_card(card)}
        expected = {slot_named(card): card for card in self.expected["table"]}
        slots = [slot for slot in {*given, *expected} if given.get(slot) != expected.get(slot)]
        for fact, member in (("laid", "card"), ("lies_before", "before"), ("hidden", "face_down")):
            wrong = [slot for slot in slots if _member(given, slot, member) != _member(expected, slot, member)]
            if wrong:
                yield from self.course.clauses_changing(fact, wrong)

    def _standing_places(self) -> list[Place]:
        pairs = zip(self.given["standing"], self.expected["standing"], strict=False)
        seats = [seat for seat, (one, other) in enumerate(pairs) if one != other]
        players = self.course.before.players
        return [(seat, by, face) for seat in seats for by in range(players) for face in FACE.values()]


def successor_clauses(stage: TracedStep, state: State, shaman: int | None) -> Iterator[str]:
    """Why somebody else than this player becomes shaman."""
    found = succession(stage.here, state.rules.readings)
    if shaman in found["fewest"]:
        yield "succession.tie"
    yield "succession.fewest"


RETURNS = ("collection.winner-returns", "collection.nobody-else-returns")


def is_card(card: Any) -> bool:
    """Whether something is a card on the table, as positions have them."""
    return isinstance(card, Mapping) and isinstance(card.get("by"), int) and card.get("face") in FACE


def slot_named(card: Data) -> tuple[int, int]:
    """A card on the table as the clauses name it."""
    return int(card["by"]), FACE[card["face"]]


def _member(cards: Mapping[tuple[int, int], Data], slot: tuple[int, int], name: str) -> Any:
    return cards[slot].get(name) if slot in cards else None


def _at(data: Data, name: str, place: int) -> Any:
    """One entry of a list, if the program gives it."""
    values = data.get(name, MISSING)
    return values[place] if isinstance(values, list) and place < len(values) else MISSING


def _holder(data: Data, card: int) -> str:
    """Where a card is, as far as a position says."""
    for seat, hand in enumerate(data.get("hands", ())):
        if card in hand:
            return f"hand {seat}"
    return "pile" if card in data.get("pile", ()) else "elsewhere"


def _places(one: Any, other: Any, path: Place = ()) -> Iterator[Place]:
    """Where two nested lists differ; entries that only one of them has do not count."""
    if isinstance(one, list) and isinstance(other, list):
        for index, (left, right) in enumerate(zip(one, other, strict=False)):
            yield from _places(left, right, (*path, index))
    elif one != other:
        yield path


def _entry(table: Any, place: Place) -> Any:
    for index in place:
        table = table[index]
    return table


def _is_more(one: Any, other: Any) -> bool:
    return isinstance(one, int) and isinstance(other, int) and one > other


TURNS = {
    Phase.SETTLE: "setup.settle-order",
    Phase.PLAY_UP: "play.face-up",
    Phase.PLAY_DOWN: "play.face-down",
    Phase.STAND: "play.inhabitant",
    Phase.FLIP: "conditions.flip",
    Phase.OFFER: "succession.refuse",
}
"""The clause that says whose turn it is in each phase in which players simply follow each other."""
