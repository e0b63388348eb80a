"""Telling in pictures: a decision, a turned Condition card, a collection, a succession, an end.

From a position and a decision to a small picture: what of the table matters, and what is said about it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from archipel.checks.costa_ruana.drawing import DrawnScene, island_in_words, player_in_words, scene, table_card_in_words
from archipel.checks.costa_ruana.explanations import Told, told_to
from archipel.checks.costa_ruana.projection import MAPPING
from archipel.checks.costa_ruana.reaching import at_collection
from archipel.checks.costa_ruana.svg import ART
from archipel.checks.costa_ruana.svg.sketch import Changes, Focus, Sketch, announced, between, sketched
from archipel.checks.costa_ruana.wording import (
    background_words,
    default_names,
    listed,
    reason_words,
    say,
    speaker,
)
from archipel.checks.explain.catalogue import LETTERS
from archipel.checks.rulebook.figures.pictures import with_verdict
from archipel.checks.rulebook.figures.situations import Figure
from archipel.checks.rulebook.parts import Picture, ToldEvent
from archipel.checks.rulebook.svg.document import of_block
from archipel.checks.rulebook.svg.layout import Verdict
from archipel.reference.costa_ruana import actions
from archipel.reference.costa_ruana.actions import Action, IllegalAction
from archipel.reference.costa_ruana.collection import collect, island_winner
from archipel.reference.costa_ruana.conditions import is_active
from archipel.reference.costa_ruana.state import Laid, Phase, State

PEOPLE, INITIALS = ("Antoine", "Marie", "Serge"), "AMS"


class TableNarrator:
    """Draws and tells what happens, in one language; the people are those of the worked examples, or anybody.

    With ``numbers`` each picture gets the next one.
    """

    def __init__(self, lang: str, players: int, named: bool = False, numbers: Iterator[int] | None = None) -> None:
        self.lang = lang
        self.numbers = numbers
        self.names = PEOPLE if named else default_names(lang, players)
        self.letters = INITIALS if named else LETTERS

    def seen(self, state: State) -> DrawnScene:
        """A position, as everybody sees it who may look at all cards."""
        return scene(state, self.lang, names=self.names, letters=self.letters)

    def teller(self, reader: int | None = None) -> Told:
        """Who tells it."""
        return told_to(self.lang, self.names, reader, self.letters)

    def _picture(self, what: Sketch, sentence: str) -> Picture:
        """A sketch whose caption says what its verdict says."""
        what = replace(what, number=None if self.numbers is None else next(self.numbers))
        return picture(what, with_verdict(speaker(self.lang), what.verdict, sentence))

    def together(self, group: Sequence[ToldEvent]) -> Picture:
        """Everybody lays a card, or puts an inhabitant on one."""
        first, last = group[0], group[-1]
        changes = replace(between(first.before, last.after), sides=(), gone=frozenset())
        lying = {card.slot for state in (first.before, last.after) for card in self.seen(state).table}
        fact = "reserve" if first.before.phase is Phase.STAND else "hand"
        focus = Focus((), lying, [event.action.player for event in group], (fact,))
        people = listed(self.lang, [self.names[event.action.player] for event in group])
        caption = say(self.lang, f"picture.together.{first.before.phase.value}", people=people)
        return self._picture(Sketch(self.seen(first.before), focus, changes), caption)

    def flipped(self, event: ToldEvent, verdict: Verdict | None = None) -> Picture:
        """A Condition card is turned: which cards stay, and which are discarded."""
        before = _all_face_up(event.before)
        sides = announced(before, event.action).sides
        hidden = [slot for slot, laid in enumerate(event.before.table) if laid is not None and laid.face_down]
        gone = _inactive(before, event.after)
        home = frozenset([seat for seat, slot in enumerate(before.standing) if slot in gone])
        changes = Changes(sides=sides, gone=gone, home=home, turned=frozenset(hidden))
        focus = focus_of(before, event.action, changes)
        teller = self.teller()
        lines = [teller.decision(before, event.action), *teller.consequences(event.before, event.action, "reveal")]
        return self._picture(Sketch(self.seen(before), focus, changes, verdict), " ".join(lines))

    def decided(self, event: ToldEvent, verdict: Verdict | None = None) -> Picture:
        """One decision, or what was tried in vain; without a verdict, what was tried in vain gets one."""
        changes = announced(event.before, event.action)
        focus = focus_of(event.before, event.action, changes)
        if event.after is None and event.before.actor not in (None, event.action.player):
            focus = replace(focus, seats=sorted({*focus.seats, event.before.actor or 0}), deciding=True)
        told = verdict or (("no", say(self.lang, "picture.refused")) if event.after is None else None)
        sketch = Sketch(self.seen(event.before), focus, changes, told)
        return self._picture(sketch, " ".join([self._announced(event), *self._objection(event)]))

    def _announced(self, event: ToldEvent) -> str:
        sentence = announcement(self.teller(event.action.player), event.before, event.action)
        return say(self.lang, "picture.copy", sentence=sentence) if event.before.copying else sentence

    def _objection(self, event: ToldEvent) -> list[str]:
        """What the engine says against a decision, if it refuses it."""
        if event.after is not None:
            return []
        try:
            event.before.apply_action(event.action)
        except IllegalAction as error:
            return [reason_words(self.lang, error.reason)]
        return []

    def followed(self, event: ToldEvent, figure: Figure, verdict: Verdict) -> Picture:
        if figure.step == "collect":
            return self.collected(event, figure.places, verdict)
        if figure.step in ("prepare", "finish_game"):
            over = event.after.phase is Phase.OVER
            return self.ended(event.after, verdict) if over else self.succeeded(event, _about(figure.facts), verdict)
        return self.flipped(event, verdict) if figure.step == "reveal" else self.carried_on(event, verdict)

    def carried_on(self, event: ToldEvent, verdict: Verdict | None = None) -> Picture:
        """A decision, and what becomes of the card that it is about."""
        now, later = announced(event.before, event.action), between(event.before, event.after)
        over = event.after.phase in (Phase.OFFER, Phase.OVER)
        changes = replace(now, gone=later.gone, home=later.home, reserve=now.reserve if over else later.reserve)
        lying = [slot for slot, laid in enumerate(event.before.table) if laid is not None]
        focus = replace(focus_of(event.before, event.action, changes), slots=lying, facts=("reserve",))
        lines = [self._announced(event)] if over else self._told(event)
        gone = [say(self.lang, "picture.card gone")] if later.gone else []
        return self._picture(Sketch(self.seen(event.before), focus, changes, verdict), " ".join([*lines, *gone]))

    def collected(self, event: ToldEvent, islands: Sequence[int] = (), verdict: Verdict | None = None) -> Picture:
        """The treasures are collected, on these islands or wherever somebody stands."""
        board, after = collection(event)
        shown = islands or [island for island, row in enumerate(board.inhabitants) if any(row)]
        changes = _on(between(board, after), board, shown)
        focus = Focus(shown, (), sorted({*changes.taken, *changes.reserve}), ("reserve", "hut"))
        caption = " ".join([self._island(board, island) for island in shown])
        return self._picture(Sketch(self.seen(board), focus, changes, verdict), caption)

    def _island(self, board: State, island: int) -> str:
        if not any(board.inhabitants[island]):
            return say(self.lang, "picture.deserted", island=island)
        return self.teller().narration(board).say("told.collect", MAPPING.position(board), island=island)

    def succeeded(
        self, event: ToldEvent, about: Collection[str] = ("shaman",), verdict: Verdict | None = None
    ) -> Picture:
        """The next round is prepared: a shaman is found, treasures are hidden, cards are drawn."""
        board, collected = collection(event)
        hands = between(board, event.after).hands if "hand" in about else {}
        shaman = event.after.shaman if "shaman" in about else None
        changes = Changes(taken=between(board, collected).taken, shaman=shaman, hands=hands)
        facts = [fact for fact in ("hut", "hand") if fact in about or (fact == "hut" and "shaman" in about)]
        told = self.teller().consequences(event.before, event.action, "prepare")
        caption = " ".join([*(told[:1] if "shaman" in about else []), *(told[1:] if "hand" in about else [])])
        focus = Focus((), (), range(board.players), facts)
        hidden = say(self.lang, "picture.hidden")
        return self._picture(Sketch(self.seen(board), focus, changes, verdict), caption or hidden)

    def happened(self, event: ToldEvent, other: ToldEvent, verdict: Verdict) -> Picture:
        """A decision and what follows from it, as far as the same decision elsewhere leads to something else."""
        changes = between(event.before, event.after)
        apart = between(event.after, other.after)
        slots = {slot for slot, laid in enumerate(event.before.table) if laid is not None}
        deciding = [seat for seat in (event.after.actor, other.after.actor) if seat is not None]
        seats = sorted({event.action.player, *apart.reserve, *deciding})
        focus = Focus(tuple(changes.islands), slots, seats)
        told, others = (self._told(each) for each in (event, other))
        lines = [told[0], *[line for line in told[1:] if line not in others]]
        lines += [self._home(event.after, seat) for seat in apart.reserve]
        caption = " ".join([*lines, f"{self.seen(event.after).turn}."])
        return self._picture(Sketch(self.seen(event.before), focus, replace(changes, hands={}), verdict), caption)

    def _home(self, state: State, seat: int) -> str:
        return say(self.lang, "picture.in reserve", player=self.names[seat], number=state.reserve[seat])

    def _told(self, event: ToldEvent) -> list[str]:
        return [*self.teller().step(event.before, event.action)]

    def ended(self, state: State, verdict: Verdict | None = None) -> Picture:
        """The game is over: who has how many points, and who wins."""
        seen = self.seen(state)
        counted = zip(self.names, seen.points or (), strict=True)
        points = [say(self.lang, "picture.points", player=name, points=number) for name, number in counted]
        focus = Focus((), (), range(state.players), ("reserve", "hut"), points=True)
        caption = say(self.lang, "picture.verdict", word=seen.turn, sentence=f"{', '.join(points)}.")
        return self._picture(Sketch(seen, focus, verdict=verdict), caption)

    def opened(self, state: State, other: State | None, verdict: Verdict) -> Picture:
        focus = Focus((), (), range(state.players), ("hand",)) if other is None else _where_apart(state, other)
        seen, told = self.seen(state), []
        if focus.islands:
            told.append(say(self.lang, "picture.treasures laid", numbers=", ".join(map(str, state.treasures))))
        told += [player_in_words(seen, seat) for seat in focus.seats if focus.facts]
        return self._picture(Sketch(seen, focus, verdict=verdict), " ".join(told or [f"{seen.turn}."]))

    def parted(self, event: ToldEvent, other: ToldEvent, verdict: Verdict) -> Picture:
        if isinstance(event.action, actions.Flip):
            return self.flipped(event, verdict)
        if None in [at_collection(each.before, each.action, each.after) for each in (event, other)]:
            return self.happened(event, other, verdict)
        one, two = (collection(each)[1] for each in (event, other))
        rows = [[(state.inhabitants[i], state.treasures[i]) for i in range(one.islands)] for state in (one, two)]
        islands = [i for i in range(one.islands) if rows[0][i] != rows[1][i]]
        return self.collected(event, islands, verdict) if islands else self.succeeded(event, verdict=verdict)

    def hands(self, event: ToldEvent) -> Picture:
        """How many cards everybody holds when a round begins."""
        size = len(event.before.hands[0])
        focus = Focus((), (), range(event.before.players), ("hand",))
        caption = say(self.lang, "picture.round.hands", round=event.before.round, number=size)
        return self._picture(Sketch(self.seen(event.before), focus), caption)


def _about(facts: Collection[str]) -> list[str]:
    """What of the preparation of a round depends on a clause."""
    known = {"shaman": ("shaman",), "hut": ("hut", "gained"), "hand": ("place_of", "drawn")}
    found = [fact for fact, names in known.items() if any(name in facts for name in names)]
    return ["shaman"] if not found or "shaman" in found else found


def _where_apart(one: State, other: State) -> Focus:
    """Where two openings differ."""
    islands = range(one.islands) if (one.inhabitants, one.treasures) != (other.inhabitants, other.treasures) else ()
    differ = {
        "reserve": one.reserve != other.reserve,
        "hut": one.huts != other.huts,
        "hand": (one.hands, one.pile) != (other.hands, other.pile),
    }
    facts = [fact for fact, apart in differ.items() if apart]
    seats = range(one.players) if facts or one.actor != other.actor or not islands else ()
    return Focus(islands, (), seats, facts)


def _all_face_up(state: State) -> State:
    """The same cards, turned up: the table as it is sorted out after a flip."""
    turned = [None if laid is None else Laid(laid.card, laid.before, False) for laid in state.table]
    return state.changed(table=tuple(turned))


def _inactive(before: State, after: State) -> frozenset[int]:
    """The cards whose background does not show after a flip."""
    cards, readings = before.deck.cards, after.rules.readings
    lying = [(slot, cards[laid.card].background) for slot, laid in enumerate(before.table) if laid is not None]
    return frozenset([slot for slot, ground in lying if not is_active(ground, after.tide, after.time, readings)])


def _on(changes: Changes, board: State, islands: Collection[int]) -> Changes:
    """Of a collection only what concerns some islands."""
    stirs = {island: stir for island, stir in changes.islands.items() if island in islands}
    home = [seat for stir in stirs.values() for seat in stir.going]
    takers = [island_winner(board.inhabitants[i], board.treasures[i], board.rules.readings) for i in stirs]
    taken = [seat for seat in takers if seat is not None]
    return Changes(
        islands=stirs,
        reserve={seat: home.count(seat) for seat in home},
        taken={seat: taken.count(seat) for seat in taken},
    )


def collection(event: ToldEvent) -> tuple[State, State]:
    """The board when treasures are collected, and just after."""
    board = at_collection(event.before, event.action, event.after)
    assert board is not None
    return board, collect(board)


def picture(what: Sketch, caption: str) -> Picture:
    """A sketch with a caption, told in words to those who do not see it."""
    return of_block(ART, what.scene.lang, sketched(what), caption, [*in_words(what)])


def in_words(what: Sketch) -> Iterable[str]:
    """What the picture shows, in sentences."""
    scene, focus = what.scene, what.focus
    if focus.conditions:
        sides = [background_words(scene.lang, side) for side in (scene.here.tide, scene.here.time)]
        yield scene.say("words.conditions", tide=sides[0], time=sides[1])
    yield from [island_in_words(scene, island) for island in focus.islands]
    for laid in scene.table:
        if laid.slot in focus.slots:
            words = scene.say("laid.before", laid=table_card_in_words(scene, laid), before=scene.names[laid.before])
            yield f"{words}."
    yield from [player_in_words(scene, seat) for seat in focus.seats]
    yield from _changes_in_words(what)
    if what.verdict is not None:
        yield f"{what.verdict[1].capitalize()}."


def _changes_in_words(what: Sketch) -> Iterable[str]:
    """Who and what comes and goes on the islands that are shown."""
    scene, shown = what.scene, [island for island in what.focus.islands if island in what.changes.islands]
    for island in shown:
        stir = what.changes.islands[island]
        for key, seats in (("going", stir.going), ("coming", stir.coming)):
            if seats:
                people = ", ".join([scene.names[seat] for seat in seats])
                yield say(scene.lang, f"picture.{key}", island=island, people=people)
        if stir.treasures:
            number = scene.here.treasures[island]
            yield say(scene.lang, "picture.treasures", island=island, number=number, after=number + stir.treasures)


def focus_of(state: State, action: Action, changes: Changes) -> Focus:
    """What of the table a decision is about."""
    who, lying = action.player, [slot for slot, laid in enumerate(state.table) if laid is not None]
    match action:
        case actions.Settle() | actions.Place() | actions.Remove():
            return Focus(sorted(changes.islands), _under_way(state), (who,))
        case actions.MoveInhabitant() | actions.MoveTreasure():
            ends = {action.source: None, action.target: None, **dict.fromkeys(changes.islands)}
            return Focus(tuple(ends), _under_way(state), (who,), ())
        case actions.PlayUp() | actions.PlayDown():
            return Focus((), {*lying, *changes.slots}, (who,), ("hand",))
        case actions.Stand() | actions.StandFrom() | actions.Pass():
            return Focus(tuple(changes.islands), {*lying, *changes.slots}, (who,))
        case actions.Flip():
            return Focus((), lying, (who,), (), conditions=True)
        case actions.Resolve():
            return Focus((), lying, (who,), ())
        case actions.Accept() | actions.Name():
            return Focus((), (), tuple(range(state.players)), ("hut",))
    raise TypeError(f"not a decision: {action}")


def _under_way(state: State) -> tuple[int, ...]:
    return () if state.resolving is None else (state.resolving,)


def announcement(teller: Told, state: State, action: Action) -> str:
    """A decision as a sentence, even one about nobody at all."""
    if isinstance(action, actions.Place | actions.Remove) and not action.islands:
        key = "puts nobody" if isinstance(action, actions.Place) else "takes nobody"
        return say(teller.speaker.lang, f"picture.{key}", player=teller.names[action.player])
    return teller.decision(state, action)
