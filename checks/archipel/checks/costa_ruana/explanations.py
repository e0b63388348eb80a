"""Why a move is legal or not, and how things come out: who takes an island's treasure, who is the next shaman, who won.

Each by its clauses, for people and for programs that ask a judge. The questions are those of :mod:`questions`; here
they are asked of a position of the engine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from archipel.checks.costa_ruana.decks import ORIGINAL
from archipel.checks.costa_ruana.drawing import as_text
from archipel.checks.costa_ruana.projection import MAPPING, by_point, numbers_of, step_of
from archipel.checks.costa_ruana.questions import QUESTIONS, answer
from archipel.checks.costa_ruana.variants import CLAUSE_NAMES, TABLE
from archipel.checks.costa_ruana.wording import default_names, say, speaker
from archipel.checks.explain.catalogue import LETTERS
from archipel.checks.explain.explaining import Explained, Explainer, in_all
from archipel.checks.explain.forbidding_sets import Manners
from archipel.checks.explain.model import ExplainedOutcome, Text, explanation_lines, linked, sentence_lines
from archipel.checks.explain.narration import PUBLIC, EngineNarration, course
from archipel.checks.judge.game import Complaint, Data
from archipel.checks.variants.variant_files import Variant
from archipel.reference.costa_ruana.actions import Action, Place, PlayDown, PlayUp, Remove
from archipel.reference.costa_ruana.codec import header_data
from archipel.reference.costa_ruana.deck import Deck
from archipel.reference.costa_ruana.readings import choice_of
from archipel.reference.costa_ruana.rules import Rules
from archipel.reference.costa_ruana.state import Phase, State
from archipel.reference.strict_json import BadInput, canonical
from archipel.spec.clauses import Nature, Part
from archipel.spec.costa_ruana import RULEBOOK
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


Told = EngineNarration[State, Action]


def told_to(lang: str, names: Sequence[str], reader: int | None, letters: str = LETTERS) -> Told:
    """Tells in one language to a seat or, without a reader, to anybody."""
    known = {"letters": letters}
    return EngineNarration(MAPPING, speaker(lang), names, PUBLIC if reader is None else reader, known=known)


@dataclass(frozen=True)
class Reached:
    """A position, and the one before it with the move taken there, if that is known."""

    state: State
    before: State | None = None
    action: Action | None = None
    move: int = 0

    def due(self, step: str) -> Position | None:
        """The position in which a consequence of the move before was due, if it had that consequence."""
        if self.before is None or self.action is None:
            return None
        position = MAPPING.position(self.before)
        decision, given = step_of(self.before, self.action)
        happened = course(position.machine.at(position.after(decision, *given)))
        return next((found.before for found in happened if found.step.name == step), None)


def who_takes(reached: Reached, island: int) -> ExplainedOutcome:
    """Who takes an island's treasure: in the round that the last move ended, or else now."""
    if not 0 <= island < reached.state.islands:
        raise BadInput(f"island {island}: there are islands 0 to {reached.state.islands - 1}")
    ended = reached.due("collect")
    position = MAPPING.position(reached.state) if ended is None else ended
    return outcome("island", position, reached.state.rules, _when(reached, ended), island=island)


def next_shaman(reached: Reached, viewer: int | None = None) -> ExplainedOutcome:
    """Who is the next shaman: after the round that the last move ended, or else if it ended now."""
    state = reached.state
    _check_open(state, viewer, needs_huts=state.rules.readings.fewest == "total")
    ended = reached.due("prepare")
    if ended is None and state.phase is Phase.OVER:
        raise BadInput("the game is over: there is no next shaman")
    if ended is None and state.phase is Phase.OFFER:
        raise BadInput("a position does not say what was taken in the round before: give the game record")
    now = MAPPING.position(state)
    collected = now.machine.at(now.after(RULEBOOK.steps["collect"])) if ended is None else ended
    return outcome("shaman", collected, state.rules, _when(reached, ended))


def who_wins(reached: Reached, viewer: int | None = None) -> ExplainedOutcome:
    """Who has won, or would win if the game ended now."""
    _check_open(reached.state, viewer, needs_huts=True)
    over = reached.state.phase is Phase.OVER
    when = in_all(lambda lang: say(lang, "when.end" if over else "when.now"))
    return outcome("score", MAPPING.position(reached.state), reached.state.rules, when)


def _when(reached: Reached, ended: Position | None) -> Text:
    return in_all(lambda lang: say(lang, "when.now") if ended is None else say(lang, "when.move", move=reached.move))


def _check_open(state: State, viewer: int | None, needs_huts: bool) -> None:
    """Refuse to tell a seat what depends on the treasures in closed huts."""
    if viewer is None:
        return
    if not 0 <= viewer < state.players:
        raise BadInput(f"seat {viewer}: there are seats 0 to {state.players - 1}")
    if needs_huts and state.phase is not Phase.OVER:
        raise BadInput(f"seat {viewer} may not look into the huts of others before the game is over")


RESULTS = {"island": ("winner", "returns"), "shaman": ("shaman", "fewest"), "score": ("winners", "points", "ranking")}
ABOUT = {"island": "island", "shaman": "shaman", "score": "winner"}


def outcome(kind: str, position: Position, rules: Rules, when: Text, **asked: Any) -> ExplainedOutcome:
    """The answer to a question about a position, and its clauses with the facts of the position."""
    numbers, players = numbers_of(rules).for_statements(), position.values["players"]

    def bound(lang: str) -> Mapping[str, Any]:
        names = everybody(lang, players)
        return {"names": names, "letters": LETTERS, "reading": by_point(rules.readings), **asked}

    found = QUESTIONS.asked_of(kind, position, bound("en"))
    chain = [
        linked(
            position.machine.rulebook,
            numbers,
            reason.clause,
            in_all(lambda lang, why=reason: QUESTIONS.fact(kind, position, bound(lang), why, lang)),  # type: ignore[misc]
        )
        for reason in QUESTIONS.chain(kind, position, bound("en"))
    ]
    told = in_all(lambda lang: QUESTIONS.told(kind, position, bound(lang), lang))
    result = {**asked, **{name: found[name] for name in RESULTS[kind]}}
    return ExplainedOutcome(ABOUT[kind], when, told, result, tuple(chain))


class Reasons:
    """The part of the judge that knows the clauses."""

    def drawn(self, state: State, lang: str) -> str:
        return as_text(state, lang)

    def explained(self, state: State, action: Action, viewer: int | None, lang: str) -> Data:
        return explain(state, action, viewer).as_json(lang)

    def refusal(self, state: State, action: Action, reason: str, lang: str) -> Complaint:
        """Every minimal set of clauses that forbids a move, and what could be done instead."""
        try:
            found = explain(state, action)
        except BadInput as error:
            return Complaint({"reason": reason, "clauses": [], "sets": [], "reasons": []}, (str(error),))
        told = {name: value for name, value in found.as_json(lang).items() if name not in ("verdict", "happens")}
        clauses = tuple(dict.fromkeys(clause for those in found.sets for clause in those))
        data = {"reason": reason, "clauses": list(clauses), **told}
        return Complaint(data, tuple(explanation_lines(found, lang)), clauses)

    def wrong_result(self, state: State, claimed: Data, due: Data | None, lang: str) -> Complaint:
        """What the result is instead, and by which clauses."""
        if due is None:
            return Complaint({"claimed": claimed, "due": None}, ())
        found = who_wins(Reached(state))
        clauses = tuple(dict.fromkeys(link.clause for link in found.chain))
        told = (canonical(due, newline=False), *sentence_lines(found.chain, lang, "  "))
        return Complaint({"claimed": claimed, "due": due, "clauses": list(clauses)}, told, clauses)

    def kinds_of_questions(self) -> list[str]:
        return list(QUESTIONS.table)

    def answer(self, question: object, state: State | None) -> Data:
        """The answer to a rules question, by the rules of a position or the rulebook's."""
        if state is None:
            return answer(question)
        return answer(question, state.deck, variant_of(state.rules))


def variant_of(rules: Rules) -> Variant:
    """The variant that is played by these rules."""
    numbers: dict[str, Any] = dict(header_data(rules, Deck(()))["numbers"])
    islands = numbers.pop("islands_by_players", rules.islands_by_players)
    given = {CLAUSE_NAMES.get(name, name): value for name, value in numbers.items()}
    given |= {f"{TABLE}{rules.min_players + place}": count for place, count in enumerate(islands)}
    return Variant(ORIGINAL.game, given=tuple(given.items()), chosen=tuple(choice_of(rules.readings).items()))
