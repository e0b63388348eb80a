"""Why a move is legal or not: Costa Ruana as explanations know it."""

from __future__ import annotations

from archipel.checks.costa_ruana.projection import MAPPING, numbers_of
from archipel.checks.costa_ruana.telling import Told
from archipel.checks.costa_ruana.wording import LETTERS, default_names, say, speaker
from archipel.checks.explain.explaining import Explained, Explainer
from archipel.checks.explain.forbidding_sets import Manners
from archipel.checks.explain.narration import EngineNarration
from archipel.reference.costa_ruana.actions import Action, Place, PlayDown, PlayUp, Remove
from archipel.reference.costa_ruana.state import State
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import Nature, Part
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


MANNERS = Manners(
    granted=GRANTED,
    besides=(Part("end.after-last-round", Nature.GUARD, "the_game_goes_on", phase != OVER),),
    sizes={"islands": "setup.island-count", "players": "components.players", "cards": "components.deck"},
)


def _astray(state: State, action: Action) -> dict[str, tuple[int, ...]]:
    islands = action.islands if isinstance(action, Place | Remove) else ()
    return {"chosen": tuple(island for island in islands if island >= state.islands)}


def _check(action: Action, viewer: int | None) -> None:
    """Refuse islands that are not in order, since a move is written in one way only, and a look at others' cards."""
    if isinstance(action, Place | Remove) and list(action.islands) != sorted(action.islands):
        raise BadInput("islands: expected in increasing order")
    if isinstance(action, PlayUp | PlayDown) and viewer not in (None, action.player):
        raise BadInput(f"seat {viewer} may not know which cards seat {action.player} holds")


def _told(lang: str, state: State, reader: int | None) -> Told:
    return EngineNarration(MAPPING, speaker(lang), everybody(lang, state.players), reader, known={"letters": LETTERS})


GAME: Explained[State, Action] = Explained(
    MAPPING, _told, lambda state: numbers_of(state.rules).for_statements(), MANNERS, "reveal", _astray, _check
)
EXPLAINER = Explainer(GAME)
explain, reasons_against = EXPLAINER.explain, EXPLAINER.reasons_against


def everybody(lang: str, players: int) -> tuple[str, ...]:
    """The seats by name and number."""
    return tuple(say(lang, "person", name=name, seat=seat) for seat, name in enumerate(default_names(lang, players)))
