"""Why a move is legal or not: Costa Ruana as explanations know it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.projection import numbers_of
from archipel.checks.costa_ruana.telling import here, narration
from archipel.checks.costa_ruana.wording import default_names, say
from archipel.checks.explain.explaining import Explainer
from archipel.checks.explain.forbidding_sets import Attempt, Manners
from archipel.checks.explain.narration import Narration
from archipel.reference.costa_ruana.actions import Action, Place, PlayDown, PlayUp, Remove
from archipel.reference.costa_ruana.codec import action_data
from archipel.reference.costa_ruana.state import State
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import Nature, Part
from archipel.spec.costa_ruana.readings import READINGS
from archipel.spec.costa_ruana.resolution import kind_now
from archipel.spec.costa_ruana.vocabulary import (
    EFFECTS,
    MOVE_INHABITANT,
    MOVE_TREASURE,
    OVER,
    PLACE,
    REMOVE,
    RESOLVE,
    Faces,
    Players,
    opened,
    phase,
)
from archipel.spec.logic import Num, Prop, all_of, exists
from archipel.spec.machine import Position
from archipel.spec.readings import Readings

IN_TURN = all_of(phase != RESOLVE, phase != OVER)
RESOLVING = phase == RESOLVE
UNDER_WAY = exists(Players, lambda p: exists(Faces, lambda f: opened(p, f)))


def of_kind(kind: Num) -> Prop:
    """A card of this kind is under way."""
    return all_of(UNDER_WAY, kind_now() == kind)


GRANTED: dict[tuple[str, str], Prop] = {
    ("settle", "settlers_turn"): IN_TURN,
    ("play_up", "players_turn_to_lay"): IN_TURN,
    ("play_down", "players_turn_to_lay"): IN_TURN,
    ("stand", "players_turn_to_stand"): IN_TURN,
    ("pass", "players_turn_to_stand"): IN_TURN,
    ("resolve", "the_cards_player_decides"): RESOLVING,
    ("resolve", "there_is_a_choice"): RESOLVING,
    **{(step.name, "players_effect"): RESOLVING for step in EFFECTS},
    ("move_treasure", "a_treasure_card"): UNDER_WAY,
    ("move_treasure", "something_is_possible"): of_kind(MOVE_TREASURE),
    ("remove", "a_remove_card"): UNDER_WAY,
    ("remove", "something_is_possible"): of_kind(REMOVE),
    ("remove", "no_less_than_required"): of_kind(REMOVE),
    ("remove", "no_more_removed_than_shown"): of_kind(REMOVE),
    ("place", "a_place_card"): UNDER_WAY,
    ("place", "something_is_possible"): of_kind(PLACE),
    ("place", "no_less_than_required"): of_kind(PLACE),
    ("place", "no_more_placed_than_shown"): of_kind(PLACE),
    ("move_inhabitant", "a_move_card"): UNDER_WAY,
    ("move_inhabitant", "something_is_possible"): of_kind(MOVE_INHABITANT),
}


class Explainable:
    """The game as explanations know it."""

    readings: Readings = READINGS
    secret = "reveal"
    manners = Manners(
        granted=GRANTED,
        besides=(Part("end.after-last-round", Nature.GUARD, "the_game_goes_on", phase != OVER),),
        sizes={"islands": "setup.island-count", "players": "components.players", "cards": "components.deck"},
    )

    def attempt(self, state: State, action: Action, position: Position | None = None) -> Attempt:
        islands = action.islands if isinstance(action, Place | Remove) else ()
        if list(islands) != sorted(islands):
            raise BadInput("islands: expected in increasing order")
        step, given = projection.step_of(state, action)
        astray = tuple(island for island in islands if island >= state.islands)
        return Attempt(here(state) if position is None else position, step, given, {"chosen": astray})

    def narration(self, lang: str, state: State, reader: int | None) -> Narration:
        return narration(lang, state, everybody(lang, state.players), reader)

    def numbers(self, state: State) -> Mapping[str, int]:
        return numbers_of(state.rules).for_statements()

    def actor(self, state: State) -> int | None:
        return state.actor

    def player(self, action: Action) -> int:
        return action.player

    def players(self, state: State) -> int:
        return state.players

    def legal(self, state: State) -> Sequence[Action]:
        return state.legal_actions()

    def data(self, action: Action) -> Mapping[str, object]:
        return action_data(action)

    def check_known(self, action: Action, viewer: int) -> None:
        if isinstance(action, PlayUp | PlayDown) and action.player != viewer:
            raise BadInput(f"seat {viewer} may not know which cards seat {action.player} holds")


EXPLAINER: Explainer[State, Action] = Explainer(Explainable())
explain, reasons_against = EXPLAINER.explain, EXPLAINER.reasons_against


def everybody(lang: str, players: int) -> tuple[str, ...]:
    """The seats by name and number."""
    return tuple(say(lang, "person", name=name, seat=seat) for seat, name in enumerate(default_names(lang, players)))
