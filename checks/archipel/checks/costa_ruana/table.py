"""Costa Ruana at a table: a game that people sit down to, and its decisions taken apart into short answers."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence

from archipel.checks.costa_ruana.decks import deck_from
from archipel.checks.costa_ruana.drawing import DrawnScene, after_flip, as_text, laid_words, scene
from archipel.checks.costa_ruana.engine import Terms
from archipel.checks.costa_ruana.explanations import Told, told_to
from archipel.checks.costa_ruana.wording import (
    background_words,
    card_words,
    counted,
    crowd_words,
    effect_words,
    reason_words,
    say,
)
from archipel.checks.explain.catalogue import LETTERS
from archipel.checks.explain.table.decision_menu import DecisionMenu
from archipel.checks.explain.table.recorded_game import RecordedTable, RecordedTables
from archipel.checks.variants.variant_files import variant_in
from archipel.reference.costa_ruana import actions
from archipel.reference.costa_ruana.actions import Action, IllegalAction, Reason
from archipel.reference.costa_ruana.codec import DECISION_OF
from archipel.reference.costa_ruana.engine import apply_action
from archipel.reference.costa_ruana.readings import choice_of
from archipel.reference.costa_ruana.state import Game, Phase, State, slot_of
from archipel.reference.costa_ruana.views import View
from archipel.reference.strict_json import BadInput

STEPS: dict[str, tuple[str, ...]] = {
    "settle": ("island",),
    "play_up": ("card", "before"),
    "play_down": ("card", "before"),
    "stand": ("choice",),
    "flip": ("choice",),
    "resolve": ("choice",),
    "offer": ("choice",),
    "move_treasure": ("source", "target"),
    "move_inhabitant": ("owner", "source", "target"),
}


class TableQuestion(DecisionMenu):
    """One decision, answered by a few short words; it knows only what the person who decides may know."""

    actions: tuple[Action, ...]

    def __init__(self, view: View, game: Game, names: tuple[str, ...], lang: str, actions: tuple[Action, ...]) -> None:
        super().__init__(actions, names)
        self.view, self.game, self.lang = view, game, lang

    @property
    def about(self) -> str:
        """Which decision is asked."""
        return DECISION_OF[type(self.actions[0])] if self.view.phase is Phase.EFFECT else self.view.phase.value

    @property
    def any_order(self) -> bool:
        return self.about in ("remove", "place")

    def words(self, action: Action) -> tuple[str, ...]:
        """The words that mean an action."""
        match action:
            case actions.Settle(island=island):
                return (str(island),)
            case actions.PlayUp(card=card, before=seat) | actions.PlayDown(card=card, before=seat):
                return (str(1 + self.view.hand.index(card)), LETTERS[seat])
            case actions.Remove(islands=islands) | actions.Place(islands=islands):
                return tuple([str(island) for island in islands])
            case actions.MoveTreasure(source=source, target=target):
                return (str(source), str(target))
            case actions.MoveInhabitant(owner=owner, source=source, target=target):
                return (LETTERS[owner], str(source), str(target))
            case actions.Pass():
                return ("0",)
        return (str(1 + self.actions.index(action)),)

    def rest(self, action: Action, given: Sequence[str]) -> list[str] | None:
        """The words that are still missing for an action, or None if it is no longer meant."""
        if not self.any_order:
            return super().rest(action, given)
        left = Counter(self.words(action))
        left.subtract(given)
        return None if any(count < 0 for count in left.values()) else sorted(left.elements(), key=int)

    def _step(self, place: int) -> str:
        return "island" if self.any_order else STEPS[self.about][place]

    def title(self, given: Sequence[str]) -> str:
        """What is asked next."""
        title = say(self.lang, f"ask.{self.about}.{self._step(len(given))}")
        size = len(self.words(self.actions[0]))
        left = size - len(given)
        if self.any_order and left > 1:
            title += " " + say(self.lang, "ask.more", left=left)
        if left > 1 and not given:
            example = " ".join(self.words(self.actions[len(self.actions) // 2]))
            title += " " + say(self.lang, "ask.several", example=example)
        return title

    def label(self, action: Action, word: str, place: int) -> str:
        step = self._step(place)
        if step in ("island", "source", "target"):
            return self._island(int(word))
        if step in ("before", "owner"):
            seat = LETTERS.index(word)
            own = seat == self.view.viewer
            return say(self.lang, "option.seat.self" if own else "option.seat", player=self.names[seat])
        if isinstance(action, actions.PlayUp | actions.PlayDown):
            card = self.game.deck.cards[action.card]
            words = card_words(self.lang, card)
            return say(self.lang, "option.card", card=words, effect=effect_words(self.lang, card))
        return self._choice(action)

    def _island(self, island: int) -> str:
        treasures = counted(self.lang, "treasures", self.view.treasures[island])
        people = crowd_words(self.lang, self.view.inhabitants[island])
        return say(self.lang, "option.island", treasures=treasures, people=people)

    def _choice(self, action: Action) -> str:
        match action:
            case actions.Stand(by=by, face=face) | actions.Resolve(by=by, face=face):
                return self._laid(slot_of(self.view.players, by, face))
            case actions.Flip(condition=condition):
                tide, time = after_flip(self.view.tide, self.view.time, condition)
                sides = {"tide": background_words(self.lang, tide), "time": background_words(self.lang, time)}
                return say(self.lang, "option.flip", condition=say(self.lang, f"condition.{condition.value}"), **sides)
            case actions.Name(shaman=shaman):
                return say(self.lang, "option.name", player=self.names[shaman])
        return say(self.lang, "option.pass" if isinstance(action, actions.Pass) else "option.accept")

    def _laid(self, slot: int) -> str:
        what: DrawnScene = scene(self.view, self.lang, self.game, self.names)
        shown_slots = [place for place, seen in enumerate(self.view.table) if seen is not None]
        laid = what.table[shown_slots.index(slot)]
        return say(self.lang, "laid.before", laid=laid_words(what, laid), before=self.names[laid.before])

    def hint(self, state: State, given: Sequence[str], word: str) -> str:
        """The rule that keeps a word from being an answer, in words."""
        reason = self.why_not(state, given, word)
        return "" if reason is None else reason_words(self.lang, reason)

    def why_not(self, state: State, given: Sequence[str], word: str) -> Reason | None:
        """The rule that keeps a word from being an answer, if it means anything at all."""
        reasons = []
        for action in self.actions:
            rest = self.rest(action, given)
            made = None if not rest else self._made([*given, word.upper(), *rest[1:]])
            if made is None:
                continue
            try:
                apply_action(state, made)
            except IllegalAction as error:
                if error.reason is not Reason.SAME_ISLAND:
                    return error.reason
                reasons.append(error.reason)
        return reasons[0] if reasons else None

    def _made(self, words: Sequence[str]) -> Action | None:
        """The action that such words would mean, legal or not; None if they are not of the right sort."""
        player, about = self.view.viewer, self.about
        owner = LETTERS.find(words[0]) if about == "move_inhabitant" and len(words[0]) == 1 else 0
        places = words[1:] if about == "move_inhabitant" else words
        if owner < 0 or not all(word.isascii() and word.isdecimal() and len(word) < 4 for word in places):
            return None
        islands = tuple([int(word) for word in places])
        match about:
            case "settle":
                return actions.Settle(player, *islands)
            case "remove":
                return actions.Remove(player, tuple(sorted(islands)))
            case "place":
                return actions.Place(player, tuple(sorted(islands)))
            case "move_treasure":
                return actions.MoveTreasure(player, *islands)
            case "move_inhabitant":
                return actions.MoveInhabitant(player, owner, *islands)
        return None


NOT_ASKED = ("card-inhabitant", "flip", "copies")
"""Readings with decisions for which the table has no question yet; bots take them."""


class CardTable(RecordedTable):
    """A game under way, with questions and pictures of its own."""

    def check_askable(self) -> None:
        choice = choice_of(self.record.terms.rules.readings)
        if others := [f"{point}={choice[point]}" for point in NOT_ASKED if point in choice]:
            raise BadInput(f"people cannot be asked what {', '.join(others)} lets them do (--humans none)")

    def told_to(self, lang: str, names: Sequence[str], reader: int | None) -> Told:
        return told_to(lang, names, reader)

    def drawn(self, state: State, seat: int | None, names: Sequence[str], lang: str, width: int, colour: bool) -> str:
        seen = state if seat is None else state.view(seat)
        return as_text(seen, lang, width, colour, game=state.game, names=names)

    def asked(self, state: State, names: tuple[str, ...], lang: str) -> TableQuestion:
        assert state.actor is not None
        return TableQuestion(state.view(state.actor), state.game, names, lang, state.legal_actions())

    def round(self, state: State) -> int:
        return state.round

    def rank_line(self, state: State, lang: str, rank: int, player: str, points: int, seat: int) -> str:
        values = {"treasures": counted(lang, "treasures", state.huts[seat]), "reserve": state.reserve[seat]}
        return say(lang, "rank.line", rank=rank, player=player, points=points, **values)


class CardTables(RecordedTables):
    """Games for a table, with a deck of one's own."""

    table = CardTable
    material = ("deck",)

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--deck", metavar="FILE", help="play with the cards of this deck file")

    def terms(self, arguments: argparse.Namespace) -> Terms:
        variant = variant_in(arguments)
        return Terms(variant.sides.rules, deck_from(arguments.deck, variant))
