"""Each kind of decision: the engine takes it where the clauses allow it, and makes of the position what they say.

Who decides and every argument are unknown numbers, sensible or not, so each proof is also about what is refused.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

import z3

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.engine_states import (
    Claims,
    PathsOutcome,
    allowed,
    asked,
    clauses_at,
    decision_agrees,
    equalities,
    following,
    on_every_path,
    opening,
    unchanged,
    unknowns,
    with_unknown_board,
)
from archipel.checks.proofs.engine.stand_ins import defined, shown
from archipel.checks.proofs.engine.symbolic import Path, SymbolicInt, lifted, plain, term_of, unknown, with_item
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import Face, IllegalAction, Laid, Phase, State, settling, slot_of
from archipel.reference.costa_ruana import engine as stepping
from archipel.reference.costa_ruana import state as state_module
from archipel.reference.costa_ruana.state import replaced
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK
from archipel.spec.costa_ruana import vocabulary as words

# A hand and one more: laying a card moves that card and no other, so that a larger deck adds nothing but time.
FEW_CARDS = NUMBERS.hand + 1


def settle(players: int) -> PathsOutcome:
    """Any board in which everybody has settled as often as the turn says, anybody trying to settle anywhere."""
    shaman, actor = unknown("shaman"), unknown("actor")
    state = with_unknown_board(opening(players)).changed(shaman=shaman, actor=actor)
    player, island = unknown("player"), unknown("island")
    action = asked(engine.Settle, player=player, island=island)
    with lifted(settling, state_module, containers=True):
        return decision_agrees(
            state,
            action,
            RULEBOOK.steps["settle"],
            {"player": player, "island": island},
            ("inhabitants", "reserve", "actor", "phase", "round", "shaman"),
            assumptions=defined(seat_of(actor, players)),
            besides=("settlers_keep_pace",),
        )


def seat_of(seat: SymbolicInt, players: int) -> Any:
    return z3.And(seat.term >= 0, seat.term < players)


def play_up(players: int) -> PathsOutcome:
    """Any hand, any card laid before anybody, by anybody."""
    return _lay(players, Phase.PLAY_UP, engine.PlayUp, Face.UP)


def play_down(players: int) -> PathsOutcome:
    """Any hand, any card laid before anybody, by anybody."""
    return _lay(players, Phase.PLAY_DOWN, engine.PlayDown, Face.DOWN)


def _lay(players: int, phase: Phase, kind: type[engine.Action], face: Face) -> PathsOutcome:
    found = PathsOutcome(0)
    least = NUMBERS.hand - NUMBERS.draw + NUMBERS.last_draw
    laid = 0 if face is Face.UP else 1
    for actor in range(players):
        for size in range(least - laid, NUMBERS.hand - laid + 1):
            found += _lay_from(players, phase, kind, face, actor, size)
    return found


def _lay_from(players: int, phase: Phase, kind: type[engine.Action], face: Face, actor: int, size: int) -> PathsOutcome:
    hand, where = unknowns("hand", size), unknowns("place_of", FEW_CARDS)
    shaman, player, card, before = map(unknown, ("shaman", "player", "card", "before"))
    nobody: tuple[int, ...] = ()
    state = opening(players).changed(
        phase=phase, round=1, shaman=shaman, actor=actor, hands=with_item((nobody,) * players, actor, hand)
    )
    arguments = {"player": player, "card": card, "before": before}
    view = clauses_at(state.changed(hands=(nobody,) * players), {**arguments, "cards": FEW_CARDS, "place_of": where})
    step = RULEBOOK.steps[phase.value]
    later, permitted, slot = following(view, step), allowed(view, step), slot_of(players, actor, face)

    def run() -> Mapping[str, Any]:
        return _facts_after_laying(state, stepping.apply_action(state, asked(kind, **arguments)), slot, where)

    def claims(path: Path[Mapping[str, Any]]) -> Claims:
        if isinstance(path.error, IllegalAction):
            return {f"the clauses allow it, the engine says {path.error.reason.value}": view.negation(permitted)}
        return {"the clauses forbid it, the engine takes it": permitted} | equalities(later, path.value)

    assumptions = [*shown("somebody_is_shaman", seat_of(shaman, players)), *defined(*hand_is(hand, where, actor))]
    return on_every_path(run, assumptions, claims, f"seat {actor} with {size} cards: ")


def hand_is(hand: tuple[SymbolicInt, ...], where: tuple[SymbolicInt, ...], seat: int) -> list[Any]:
    """The hand lists, by increasing number, exactly the cards whose place is this seat."""
    terms = [card.term for card in hand]
    held = [(where[c].term == seat) == z3.Or(*[t == c for t in terms]) for c in range(len(where))]
    rising = [one < other for one, other in itertools.pairwise(terms)]
    return [terms[0] >= 0, terms[-1] < len(where), *rising, *held]


def _facts_after_laying(state: State, after: State, slot: int, where: tuple[SymbolicInt, ...]) -> dict[str, Any]:
    """The facts, of which the unknown cards are told apart from those that must not have changed."""
    laid, actor = after.table[slot], state.actor
    assert laid is not None and actor is not None
    assert all(after.hands[p] is state.hands[p] for p in range(state.players) if p != actor)
    assert all(unchanged(state, after, "hands", "table", "actor", "phase").values())
    facts = projection.facts(after.changed(hands=((),) * state.players, table=_naming(after, slot)))
    names = [list(row) for row in facts["laid"]]
    names[slot % state.players][slot // state.players] = laid.card
    return {**facts, "laid": plain(names), "place_of": _places(state, after, laid, where)}


def _naming(state: State, slot: int) -> tuple[Laid | None, ...]:
    """The table with card 0 in place of an unknown one."""
    laid = state.table[slot]
    assert laid is not None
    return replaced(state.table, slot, Laid(0, laid.before, laid.face_down))


def _places(state: State, after: State, laid: Laid, where: tuple[SymbolicInt, ...]) -> tuple[Any, ...]:
    """Where each card is now: in the hand, on the table, where it was, or nowhere if it has been lost."""
    actor = state.actor
    assert actor is not None
    old, new = [term_of(c) for c in state.hands[actor]], [term_of(c) for c in after.hands[actor]]
    table, nowhere = projection.code(words.TABLE), -99
    return tuple(
        [
            z3.If(
                z3.Or(*[t == c for t in new]),
                actor,
                z3.If(term_of(laid.card) == c, table, z3.If(z3.Or(*[t == c for t in old]), nowhere, place.term)),
            )
            for c, place in enumerate(where)
        ]
    )


def stand(players: int) -> PathsOutcome:
    """Any reserve, anybody trying to stand on any card."""
    found = PathsOutcome(0)
    player, by = unknown("player"), unknown("by")
    for face in Face:
        action = asked(engine.Stand, player=player, by=by, face=face)
        arguments = {"player": player, "by": by, "face": projection.code(projection.FACES[face])}
        found += _standing_agrees(players, action, "stand", arguments)
    return found


def pass_(players: int) -> PathsOutcome:
    """Anybody passing."""
    player = unknown("player")
    return _standing_agrees(players, asked(engine.Pass, player=player), "pass", {"player": player})


def _standing_agrees(players: int, action: engine.Action, name: str, arguments: Mapping[str, Any]) -> PathsOutcome:
    found = PathsOutcome(0)
    for actor in range(players):
        shaman = unknown("shaman")
        others = [unknown(f"standing_{p}") if p != actor else None for p in range(players)]
        state = with_unknown_board(full_table(players)).changed(
            phase=Phase.STAND, shaman=shaman, actor=actor, standing=tuple(others)
        )
        somewhere = [z3.And(s.term >= -1, s.term < 2 * players) for s in others if s is not None]
        found += decision_agrees(
            state,
            action,
            RULEBOOK.steps[name],
            arguments,
            ("actor", "phase", "standing", "reserve"),
            assumptions=defined(*somewhere),
            besides=("nobody_stands_before_acting",),
            about=f"seat {actor}: ",
        )
    return found


def full_table(players: int) -> State:
    """Everybody has laid two cards, before nobody knows whom."""
    state = opening(players)
    laid = [Laid(state.hands[p][0], unknown(f"before_{p}_0"), False) for p in range(players)]
    laid += [Laid(state.hands[p][1], unknown(f"before_{p}_1"), True) for p in range(players)]
    hands = tuple([hand[2:] for hand in state.hands])
    return state.changed(round=1, hands=hands, table=tuple(laid))


def accept(players: int) -> PathsOutcome:
    """Anybody accepting, after any round but the last."""
    player = unknown("player")
    return _answering(players, asked(engine.Accept, player=player), "accept", {"player": player})


def name(players: int) -> PathsOutcome:
    """Anybody naming anybody, after any round but the last."""
    player, named = unknown("player"), unknown("named")
    action = asked(engine.Name, player=player, shaman=named)
    return _answering(players, action, "name", {"player": player, "named": named})


def _answering(players: int, action: engine.Action, step: str, arguments: Mapping[str, Any]) -> PathsOutcome:
    shaman = unknown("shaman")
    state = with_unknown_board(opening(players)).changed(
        phase=Phase.OFFER, shaman=shaman, actor=shaman, round=unknown("round")
    )
    return decision_agrees(state, action, RULEBOOK.steps[step], arguments, ("round", "phase", "shaman", "actor"))
