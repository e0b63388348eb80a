"""Which clauses a program mistakes that lists other decisions than the rules allow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from functools import cache
from typing import Any

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.explanations import EXPLAINER
from archipel.checks.costa_ruana.projection import MAPPING, machine, numbers_of
from archipel.checks.explain.explaining import in_all
from archipel.checks.explain.model import Link, linked
from archipel.reference.costa_ruana import (
    Accept,
    Action,
    Flip,
    MoveInhabitant,
    MoveTreasure,
    Name,
    Pass,
    Place,
    PlayDown,
    PlayUp,
    Remove,
    Resolve,
    Settle,
    Stand,
    State,
)
from archipel.reference.costa_ruana.readings import CHOICES, chosen
from archipel.reference.costa_ruana.state import game_for
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import Nature, Part, Step
from archipel.spec.costa_ruana import Numbers
from archipel.spec.costa_ruana.readings import READINGS
from archipel.spec.logic.plain import Function, compile_functions
from archipel.spec.machine import Position

LOOKED_AT = 40
"""At most so many decisions are looked at."""

HOME: Mapping[type[Action], str] = {
    Settle: "setup.settle-anywhere",
    Stand: "play.any-card",
    Pass: "play.inhabitant",
    Flip: "conditions.flip",
    Resolve: "resolution.same-kind",
    MoveTreasure: "cards.move-treasure",
    Remove: "cards.remove",
    Place: "cards.place",
    MoveInhabitant: "cards.move-inhabitant",
    Accept: "succession.refuse",
    Name: "succession.refuse",
}
"""The clause that gives each decision, where nothing more special is at stake."""


def plain_link(state: State, clause: str) -> Link:
    """A clause with its sentence."""
    rules = state.rules
    return linked(machine(rules.readings).rulebook, numbers_of(rules).for_statements(), clause)


# What the rules do not allow


def forbidding(state: State, actions: Sequence[Action]) -> list[Link]:
    """The clauses that forbid most of these actions, with the facts of the position."""
    found: Counter[str] = Counter()
    links: dict[str, Link] = {}
    for action in actions[:LOOKED_AT]:
        for link in refusing(state, action):
            found[link.clause] += 1
            links.setdefault(link.clause, link)
    most = max(found.values(), default=0)
    return [links[clause] for clause, number in found.items() if number == most]


def refusing(state: State, action: Action) -> list[Link]:
    """Every clause that forbids an action, once."""
    try:
        attempt = EXPLAINER.game.attempt(state, action)
    except BadInput:
        return [plain_link(state, HOME[type(action)])]
    links: dict[str, Link] = {}
    for refusal in EXPLAINER.refused_by(attempt):
        said = in_all(lambda lang, r=refusal: EXPLAINER.fact(lang, state, attempt, r))  # type: ignore[misc]
        numbers = numbers_of(state.rules).for_statements()
        links.setdefault(refusal.clause, linked(attempt.rulebook, numbers, refusal.clause, said))
    return list(links.values())


# What the rules allow


def allowing(state: State, missing: Sequence[Action], listed: Sequence[Action] | None) -> list[Link]:
    """The clauses that a program mistakes which does not allow these actions, but the listed ones."""
    kinds = Counter(type(action) for action in missing)
    kind = kinds.most_common(1)[0][0]
    absent = [action for action in missing if type(action) is kind]
    kept = [action for action in state.legal_actions() if action not in set(missing)]
    alike = [action for action in kept if type(action) is kind]
    clauses = [*_read_otherwise(state, listed), *Special(state, absent, alike).clauses(), _home(absent, alike)]
    return [plain_link(state, clause) for clause in dict.fromkeys(clauses)]


def _read_otherwise(state: State, listed: Sequence[Action] | None) -> Iterator[str]:
    """The clauses of readings under which exactly the listed actions are legal."""
    for point, names in CHOICES.items() if listed is not None else ():
        for name in names[1:]:
            if _menu_under(state, point, name) == set(listed or ()):
                yield READINGS.points[point].clause.id


def _menu_under(state: State, point: str, name: str) -> set[Action] | None:
    rules = state.rules
    try:
        other = replace(rules, readings=chosen({point: name}))
        return set(state.changed(game=game_for(state.players, other, state.deck)).legal_actions())
    except BadInput:
        return None


def _home(absent: Sequence[Action], alike: Sequence[Action]) -> str:
    action = absent[0]
    if not isinstance(action, PlayUp | PlayDown):
        return HOME[type(action)]
    cards = {other.card for other in alike if isinstance(other, PlayUp | PlayDown)}
    if all(isinstance(other, PlayUp | PlayDown) and other.card in cards for other in absent):
        return "play.before-anybody"
    return "play.face-up" if isinstance(action, PlayUp) else "play.face-down"


class Special:
    """What is special about the actions that are missing, compared with those of the same kind that are not."""

    def __init__(self, state: State, absent: Sequence[Action], alike: Sequence[Action]) -> None:
        self.here = MAPPING.position(state)
        self.step: Step = projection.step_of(state, absent[0])[0]
        self.absent, self.alike = [
            [projection.step_of(state, one)[1] for one in some[:LOOKED_AT]] for some in (absent, alike)
        ]

    def clauses(self) -> Iterator[str]:
        yield from self._with_another_number()
        yield from self._expressly_permitted()

    def _with_another_number(self) -> Iterator[str]:
        """Guards that would forbid exactly these if a number of the game were a little different."""
        for name in fields(Numbers):
            value = self.here.values.get(name.name)
            for other in (value - 1, value - 2) if isinstance(value, int) else ():
                position = self.here.machine.at({**self.here.values, name.name: other})
                yield from [guard.clause for guard in self._guards(position)]

    def _guards(self, position: Position) -> Iterator[Part]:
        for guard in position.machine.guards[self.step.name]:

            def holds(given: tuple[Any, ...], guard: Any = guard) -> bool:
                return bool(position.bound[guard.name](*[given[place] for place in guard.places]))

            if self._apart(lambda given: not holds(given)):
                yield guard.part

    def _expressly_permitted(self) -> Iterator[str]:
        """What a clause expressly allows, and what these actions do, but few others."""
        for part in self.here.machine.rulebook.parts(Nature.PERMITS, step=self.step):
            permits = _permit(part, self.step)(self.here.values)["permit"]
            others = sum([bool(permits(*given)) for given in self.alike])
            if all(permits(*given) for given in self.absent) and 2 * others <= len(self.alike):
                yield part.clause

    def _apart(self, test: Callable[[tuple[Any, ...]], bool]) -> bool:
        """Whether something is so of all that are missing and of none that is not."""
        return all(map(test, self.absent)) and not any(map(test, self.alike))


@cache
def _permit(part: Part, step: Step) -> Any:
    return compile_functions([Function("permit", part.term, step.arguments)])
