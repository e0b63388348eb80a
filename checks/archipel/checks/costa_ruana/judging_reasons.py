"""Why a move or a result is wrong, by which clauses, and how a position looks: what the judge needs only then."""

from __future__ import annotations

from typing import Any

from archipel.checks.costa_ruana.drawing import as_text
from archipel.checks.costa_ruana.explanations import Reached, explain, who_wins
from archipel.checks.costa_ruana.questions import QUESTIONS, answer
from archipel.checks.costa_ruana.variants import CLAUSE_NAMES, TABLE
from archipel.checks.explain.model import explanation_lines, sentence_lines
from archipel.checks.judge.game import Complaint, Data
from archipel.checks.variants.variant_files import Variant
from archipel.reference.costa_ruana.actions import Action
from archipel.reference.costa_ruana.codec import header_data
from archipel.reference.costa_ruana.deck import Deck
from archipel.reference.costa_ruana.readings import choice_of
from archipel.reference.costa_ruana.rules import GAME, Rules
from archipel.reference.costa_ruana.state import State
from archipel.reference.strict_json import BadInput, canonical


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
    return Variant(GAME, given=tuple(given.items()), chosen=tuple(choice_of(rules.readings).items()))
