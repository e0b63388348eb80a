"""The worked examples of the rulebook, replayed through clauses and engine at once.

Antoine, Marie and Serge sit clockwise in seats 0, 1 and 2. E1 to E4 are one round; what the rulebook leaves open
there (the hidden cards, where inhabitants go) is filled in the only way that fits, or freely where anything does: then
in a way that as many readings as possible allow, so that a reading fails an example only for what the rulebook says.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from archipel.checks.costa_ruana.agreement import Lockstep
from archipel.checks.costa_ruana.engine import played
from archipel.checks.costa_ruana.projection import step_of
from archipel.checks.costa_ruana.reaching import at_collection
from archipel.checks.rulebook.parts import ToldEvent
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import STANDARD, Background, Card, Condition, Face, Kind, Phase, Rules
from archipel.spec.readings import Choice

ANTOINE, MARIE, SERGE = range(3)
ACTIVE = (Background.NIGHT, Background.HIGH_TIDE)
INACTIVE = (Background.DAY, Background.LOW_TIDE)

Replay: TypeAlias = Callable[[Rules], None]


@dataclass(frozen=True)
class Example:
    """One worked example: what it shows, and how to replay it with some readings of the rules."""

    id: str
    figure: str
    en: str
    fr: str
    play: Replay

    def replay(self, rules: Rules = STANDARD) -> None:
        """Clauses and engine do what the example says, or :class:`ExampleError` says what they do instead."""
        self.play(rules)

    def broken(self, choice: Choice, /) -> str:
        try:
            self.replay(replace(STANDARD, readings=played(choice)))
        except ExampleError as error:
            return str(error)
        return ""


TOLD = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
EXAMPLES: dict[str, Example] = {}


def example(id: str) -> Callable[[Replay], Replay]:
    """How an example of ``examples.toml`` is replayed."""

    def keep(play: Replay) -> Replay:
        EXAMPLES[id] = Example(id, **TOLD[id], play=play)
        return play

    return keep


class ExampleError(AssertionError):
    """Clauses and engine agree with each other, but not with the rulebook's example."""


def expect(what: str, found: object, wanted: object) -> None:
    if found != wanted:
        raise ExampleError(f"{what}: the rulebook says {wanted}, found {found}")


_told: ContextVar[list[ToldEvent] | None] = ContextVar("told", default=None)


def events(id: str) -> list[ToldEvent]:
    """Everything that is decided, or tried in vain, while an example is replayed."""
    heard: list[ToldEvent] = []
    token = _told.set(heard)
    try:
        EXAMPLES[id].replay()
    finally:
        _told.reset(token)
    return heard


def _tell(event: ToldEvent) -> None:
    if (heard := _told.get()) is not None:
        heard.append(event)


def take(game: Lockstep, action: engine.Action) -> engine.State:
    """A decision that the example takes: both must allow it."""
    if action not in game.legal():
        raise ExampleError(f"refused: {action}")
    before = game.state
    game.play(action)
    _tell(ToldEvent(before, action, game.state))
    return game.state


# The round of figures 2 to 4


class Round:
    """The round of Antoine, Marie and Serge, from its setup on."""

    def __init__(self, rules: Rules, tide: Background, time: Background) -> None:
        self.deck = engine.balanced_deck()
        kept = self.deck.kept(3)
        self.one = self._find(kept, Kind.PLACE, 2, ACTIVE)
        self.two = self._find(kept, Kind.REMOVE, 1, INACTIVE)
        self.three = self._find(kept, Kind.PLACE, 3, ACTIVE)
        self.four = self._find(kept, Kind.MOVE_INHABITANT, 1, ACTIVE)
        self.five = self._find(kept, Kind.PLACE, 3, INACTIVE)
        self.six = self._find(kept, Kind.REMOVE, 1, ACTIVE)
        order = self._order(kept, [(self.one, self.four), (self.two, self.five), (self.three, self.six)])
        self.game = Lockstep(engine.Setup(3, order, tide, time, (0, 1), ANTOINE), rules=rules)

    def _find(self, kept: Iterable[int], kind: Kind, amount: int, backgrounds: tuple[Background, ...]) -> int:
        def fits(card: Card) -> bool:
            return card.kind is kind and card.amount == amount and card.background in backgrounds

        return next(number for number in kept if fits(self.deck.cards[number]))

    @staticmethod
    def _order(kept: Iterable[int], wanted: list[tuple[int, int]]) -> tuple[int, ...]:
        """An order of the cards that deals each player the two he plays."""
        rest = [card for card in kept if not any(card in pair for pair in wanted)]
        order: list[int] = []
        for pair in wanted:
            order += [*pair, *(rest.pop() for _ in range(3))]
        return (*order, *rest)

    def play(self, *actions: engine.Action) -> engine.State:
        for action in actions:
            take(self.game, action)
        return self.game.state

    def settle(self) -> engine.State:
        if self.game.state.phase is Phase.OFFER:
            self.play(engine.Accept(ANTOINE))
        return self.play(*(engine.Settle(seat, seat) for _ in range(3) for seat in range(3)))

    def lay(self) -> engine.State:
        """Figure 2: the cards (1) to (6) and the inhabitants (7) to (9)."""
        self.settle()
        return self.play(
            engine.PlayUp(ANTOINE, self.one, ANTOINE),
            engine.PlayUp(MARIE, self.two, SERGE),
            engine.PlayUp(SERGE, self.three, SERGE),
            engine.PlayDown(ANTOINE, self.four, ANTOINE),
            engine.PlayDown(MARIE, self.five, MARIE),
            engine.PlayDown(SERGE, self.six, ANTOINE),
            engine.Stand(ANTOINE, ANTOINE, Face.DOWN),
            engine.Stand(MARIE, ANTOINE, Face.DOWN),
            engine.Stand(SERGE, SERGE, Face.UP),
        )

    def flip(self) -> engine.State:
        """Figure 3: one card is turned, and night and high tide show."""
        turned = Condition.TIME if self.game.state.tide is Background.HIGH_TIDE else Condition.TIDE
        return self.play(engine.Flip(ANTOINE, turned))

    def resolve(self) -> engine.State:
        """The example after figure 4, up to its last effect; inhabitants go where they fit."""
        return self.play(
            engine.Remove(ANTOINE, (0,)),
            engine.Place(ANTOINE, (3, 3)),
            engine.MoveInhabitant(ANTOINE, ANTOINE, 3, 4),
            engine.MoveInhabitant(ANTOINE, MARIE, 1, 4),
            engine.MoveInhabitant(MARIE, MARIE, 1, 5),
            engine.Place(SERGE, (5, 5, 5)),
        )


def rounds(rules: Rules) -> tuple[Round, Round]:
    """The two rounds that fit figure 3: which of the Condition cards was turned is only in the picture."""
    return Round(rules, Background.HIGH_TIDE, Background.DAY), Round(rules, Background.LOW_TIDE, Background.NIGHT)


@example("E1")
def laying(rules: Rules) -> None:
    for each in rounds(rules):
        state = each.lay()
        lying = [sum(laid is not None and laid.before == seat for laid in state.table) for seat in range(3)]
        expect("cards before Antoine, Marie and Serge", lying, [3, 1, 2])
        expect("the shaman is next", (state.phase, state.actor), (Phase.FLIP, ANTOINE))


@example("E2")
def flipping(rules: Rules) -> None:
    for each in rounds(rules):
        played = [laid.card for laid in each.lay().table if laid is not None]
        state = each.flip()
        expect("sides", (state.tide, state.time), (Background.HIGH_TIDE, Background.NIGHT))
        active = {card for card in played if each.deck.cards[card].background in ACTIVE}
        expect("cards that stay", {laid.card for laid in state.table if laid is not None}, active)


@example("E3")
def discarding(rules: Rules) -> None:
    for each in rounds(rules):
        each.lay()
        expect("discards", set(each.flip().discards), {each.two, each.five})


@example("E4")
def resolving(rules: Rules) -> None:
    for each in rounds(rules):
        each.lay()
        each.flip()
        state = each.resolve()
        expect("Serge repeats his card", (state.actor, state.copying), (SERGE, True))
        expect("Serge's reserve before it", state.reserve[SERGE], 3)
        last = engine.Place(SERGE, (5, 5, 5))
        after = each.play(last)
        expect("round over", after.phase, Phase.OFFER)
        collected = at_collection(state, last, after)
        expect("reserves before collecting", collected and collected.reserve, (6, 7, 1))


# Single rules, in positions laid out by hand


def during_effect(
    card: Card, reserve: tuple[int, ...], islands: Mapping[int, tuple[int, ...]], rules: Rules = STANDARD
) -> Lockstep:
    """Round 1, three players: Antoine, the shaman, is about to carry out one card in front of him."""
    deck = engine.balanced_deck()
    kept = deck.kept(3)
    number = next(number for number in kept if _same_face(deck.cards[number], card))
    order = (number, *(other for other in kept if other != number))
    state = engine.new_game(engine.Setup(3, order, Background.HIGH_TIDE, Background.NIGHT, (0, 1), ANTOINE), rules)
    return Lockstep(
        _after_playing(state, number).changed(
            round=1,
            phase=Phase.EFFECT,
            table=(engine.Laid(number, ANTOINE, False), None, None, None, None, None),
            resolving=0,
            inhabitants=tuple(islands.get(island, (0, 0, 0)) for island in range(state.islands)),
            reserve=reserve,
        )
    )


def _same_face(card: Card, wanted: Card) -> bool:
    return (card.kind, card.amount) == (wanted.kind, wanted.amount) and card.background in ACTIVE


def _after_playing(state: engine.State, number: int | None = None) -> engine.State:
    """The same position after everybody has laid two cards; the one with this number was not among them."""
    others = [card for hand in state.hands for card in hand if card != number]
    size = len(state.hands[0]) - len(Face)
    hands = tuple(tuple(sorted(others[size * seat : size * seat + size])) for seat in range(state.players))
    return state.changed(hands=hands)


def refused(game: Lockstep, action: engine.Action, *clauses: str) -> None:
    """Both must refuse the action, the clauses by these names."""
    step, given = step_of(game.state, action)
    broken = {part.clause for part in game.position.refusals(step, *given)}
    expect(f"clauses against {action}", broken, set(clauses))
    try:
        game.state.apply_action(action)
    except engine.IllegalAction:
        _tell(ToldEvent(game.state, action, None))
        return
    raise ExampleError(f"the engine allows {action}")


def _card(kind: Kind, amount: int = 1) -> Card:
    return Card(kind, amount, Background.HIGH_TIDE, 2)


@example("E5")
def in_full(rules: Rules) -> None:
    game = during_effect(_card(Kind.PLACE, 2), (7, 7, 7), {0: (3, 3, 0), 1: (0, 0, 3)}, rules)
    game.legal()
    refused(game, engine.Place(ANTOINE, (0,)), "resolution.mandatory")
    refused(game, engine.Place(ANTOINE, ()), "resolution.mandatory")
    take(game, engine.Place(ANTOINE, (2, 2)))


@example("E6")
def as_far_as_possible(rules: Rules) -> None:
    game = during_effect(_card(Kind.PLACE, 3), (2, 7, 7), {0: (4, 3, 0), 1: (4, 0, 3)}, rules)
    expect("numbers placed", {len(a.islands) for a in game.legal() if isinstance(a, engine.Place)}, {2})
    refused(game, engine.Place(ANTOINE, (2, 2, 2)), "cards.place-all")
    take(game, engine.Place(ANTOINE, (2, 2)))


@example("E7")
def treasures_without_limit(rules: Rules) -> None:
    start = during_effect(_card(Kind.MOVE_TREASURE), (7, 7, 7), {0: (3, 3, 0), 1: (0, 0, 3)}, rules).state
    rest = spread(sum(start.treasures) - 10, start.islands - 2)
    game = Lockstep(start.changed(treasures=(1, 9, *rest)))
    state = take(game, engine.MoveTreasure(ANTOINE, 0, 1))
    expect("the emptied island gives nobody anything", (state.treasures[0], state.inhabitants[0]), (0, (3, 3, 0)))
    expect("the other held ten and gave Serge one", (state.treasures[1], state.huts), (9, (0, 0, 1)))


@example("E8")
def all_come_back(rules: Rules) -> None:
    game = during_effect(_card(Kind.REMOVE, 3), (8, 7, 7), {0: (1, 3, 0), 1: (1, 0, 3)}, rules)
    expect("only one way", game.legal(), (engine.Remove(ANTOINE, (0, 1)),))
    take(game, engine.Remove(ANTOINE, (0, 1)))


def spread(number: int, places: int) -> list[int]:
    """So many in so many places, as evenly as can be."""
    return [number // places + (place < number % places) for place in range(places)]


def collecting(rows: Mapping[int, tuple[int, ...]], rules: Rules, treasures: int = 5) -> Lockstep:
    """Round 1: nothing is on the table, the shaman flips, and the islands are settled at once."""
    players = len(next(iter(rows.values())))
    state = engine.new_game(replace(engine.Setup.from_seed(players, 0, rules), shaman=0), rules)
    inhabitants = tuple(rows.get(island, (0,) * players) for island in range(state.islands))
    total = state.rules.inhabitants
    reserve = tuple(total - sum(row[seat] for row in inhabitants) for seat in range(players))
    others = spread(sum(state.treasures) - treasures, state.islands - 1)
    game = Lockstep(
        _after_playing(state).changed(
            round=1,
            phase=Phase.FLIP,
            actor=0,
            inhabitants=inhabitants,
            reserve=reserve,
            treasures=(treasures, *others),
        )
    )
    take(game, engine.Flip(0, Condition.TIDE))
    return game


def outcome(row: tuple[int, ...], rules: Rules) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What is left on an island, and who got a treasure, when only this island is inhabited."""
    state = collecting({0: row}, rules).state
    return state.inhabitants[0], state.huts


@example("E9")
def two_conflicts(rules: Rules) -> None:
    expect("2-2-1-1", outcome((2, 2, 1, 1), rules), ((2, 2, 1, 1), (0, 0, 0, 0)))


@example("E10")
def single_outside(rules: Rules) -> None:
    expect("2-2-1", outcome((2, 2, 1), rules), ((2, 2, 0), (0, 0, 1)))
    expect("3-3-1", outcome((3, 3, 1), rules), ((3, 3, 0), (0, 0, 1)))
    expect("2-2-2-1", outcome((2, 2, 2, 1), rules), ((2, 2, 2, 0), (0, 0, 0, 1)))


@example("E11")
def only_conflict(rules: Rules) -> None:
    for row in ((1, 1, 0), (2, 2, 0), (2, 2, 2), (3, 3, 0), (1, 1, 1)):
        expect(f"{row}", outcome(row, rules), (row, (0, 0, 0)))


@example("E12")
def tied_for_fewest(rules: Rules) -> None:
    rows = {0: (1, 0, 0), 1: (0, 1, 0), 2: (0, 0, 1), 3: (0, 0, 1), 4: (0, 0, 1)}
    state = collecting(rows, rules).state
    expect("treasures taken", state.huts, (1, 1, 3))
    expect("new shaman", state.shaman, MARIE)


@example("E13")
def hand_sizes(rules: Rules) -> None:
    for players in range(2, 7):
        game, sizes = Lockstep(engine.Setup.from_seed(players, players, rules), rules=rules), {}
        while actions := game.legal():
            state = game.state
            if state.phase is Phase.PLAY_UP and state.actor == state.shaman:
                sizes[state.round] = {len(hand) for hand in state.hands}
            game.play(actions[0])
            _tell(ToldEvent(state, actions[0], game.state))
        expect(f"hands of {players}", sizes, {1: {5}, 2: {5}, 3: {5}, 4: {5}, 5: {4}})
