"""Situations that provers find in Costa Ruana: completed, searched for in games, and told with what matters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from archipel.checks.agreement.witnesses.counterexamples import Counterexample, Replay
from archipel.checks.agreement.witnesses.goals import SituationGoals, is_known
from archipel.checks.agreement.witnesses.replay import Replayer
from archipel.checks.agreement.witnesses.situations import Line, Situations
from archipel.checks.agreement.witnesses.solver_completion import SolverCompletions
from archipel.checks.costa_ruana.drawing import before_in_words, island_in_words, player_in_words, scene
from archipel.checks.costa_ruana.engine import Terms
from archipel.checks.costa_ruana.explanations import Told, told_to
from archipel.checks.costa_ruana.game import GAME
from archipel.checks.costa_ruana.necessity_scenes import OPENINGS
from archipel.checks.costa_ruana.projection import MAPPING
from archipel.checks.costa_ruana.reaching import SEARCH
from archipel.checks.costa_ruana.wording import background_words, default_names
from archipel.checks.explain.catalogue import Said
from archipel.reference.costa_ruana import Action, Card, Phase, Setup, State
from archipel.reference.costa_ruana.collection import collect
from archipel.spec.costa_ruana.components import kept
from archipel.spec.costa_ruana.theorems import THEORY
from archipel.spec.costa_ruana.vocabulary import PILE, Cards, drawn, place_of, players
from archipel.spec.logic import count

Replayed = Replay[State, Action]

ASSUMED = (*OPENINGS, count(Cards, lambda card: place_of(card) == PILE) == kept(players) - drawn)
"""What no clause says of single positions."""

AS_AT_FIRST = ("on", "treasures", "reserve", "hut", "stands")
"""Inhabitants are at home and treasures on islands, unless something else is known."""

REPLAYER = Replayer(
    MAPPING, SolverCompletions(MAPPING, THEORY, ASSUMED, AS_AT_FIRST), forgotten=frozenset({"position"})
)


def _faces(state: State) -> tuple[Card | None, ...]:
    """The cards on the table, notches aside."""
    cards = state.deck.cards
    return tuple(None if laid is None else cards[laid.card]._replace(notches=0) for laid in state.table)


GOALS = SituationGoals(
    MAPPING,
    places=("on", "treasures"),
    by_chance=("laid", "place_of", "position", "drawn"),
    growing=("round",),
    shown={"collect": lambda board: board, "prepare": collect, "finish_game": collect},
    faces=("laid", "kind", "amount", "background"),
    looks=_faces,
)

TABLE = frozenset({"laid", "lies_before", "hidden", "stands", "due", "opened", "kind", "amount", "background"})
ABOUT_CARDS = ("told.revealed", "told.discarded", "told.active", "told.active.none", "told.home")
COLLECTING = ("collect", "prepare", "finish_game")
ON_THE_TABLE = (Phase.RESOLVE, Phase.EFFECT)


class CardSituations(Situations[Setup, State, Action, Terms]):
    """Told with the round and the step, the islands and players that the claim speaks of, and the cards."""

    def narrated(self, state: State, lang: str) -> Told:
        return told_to(lang, default_names(lang, state.players), None)

    def position_lines(self, situation: Counterexample, state: State, lang: str) -> Iterator[Line]:
        what, about = scene(state, lang), situation.about
        yield Line(f"{what.headline}. {what.turn}.", 1)
        if about & {"shaman"}:
            yield Line(what.say("words.shaman", player=what.names[what.here.shaman]), 2)
        if about & {"tide", "time", "background"}:
            tide, time = background_words(lang, what.here.tide), background_words(lang, what.here.time)
            yield Line(what.say("words.conditions", tide=tide, time=time), 2)
        known = _islands_known(situation)
        for island in range(len(what.here.treasures)):
            if island in known and ("treasures" in about or any(state.inhabitants[island])):
                yield Line(island_in_words(what, island), 2)
        for seat in what.seats:
            if any(_entry(situation, name, seat) is not None for name in ("reserve", "hut")):
                yield Line(player_in_words(what, seat), 2)
        if about & TABLE or state.phase in ON_THE_TABLE:
            yield from [Line(before_in_words(what, seat), 3) for seat in what.seats if what.cards_before(seat)]

    def worth(self, situation: Counterexample, text: Said) -> int | None:
        """Of islands collected, those that the claim speaks of come first."""
        about, step = situation.about, situation.step
        if text.key.startswith(("told.collect", "told.gains")):
            named = text.bound.get("island") in _islands_known(situation)
            return 2 if named or (text.key == "told.gains" and step in COLLECTING) else 4
        if text.key.startswith("told.shaman"):
            return 2 if about & {"shaman", "gained"} or step == "prepare" else None
        if text.key.startswith("told.draw"):
            return 4 if about & {"drawn", "place_of"} else None
        if text.key in ABOUT_CARDS:
            return 3 if about & TABLE or step in ("flip", "reveal") else None
        return 3


def _entry(situation: Counterexample, name: str, place: int) -> Any:
    """What the situation says of one place of a table, if the claim speaks of it at all."""
    table = situation.values.get(name) if name in situation.about else None
    return table[place] if table is not None and place < len(table) else None


def _islands_known(situation: Counterexample) -> set[int]:
    """The islands of which something is known."""
    tables = [situation.values.get(name) or () for name in ("on", "treasures") if name in situation.about]
    return {island for table in tables for island, entry in enumerate(table) if is_known(entry)}


SITUATIONS = CardSituations(GAME, REPLAYER, SEARCH, GOALS)
