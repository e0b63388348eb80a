"""How the open points of a rulebook are settled: worked out, never typed. Nothing here knows any game.

A reading that is not ours is *equivalent* (it can never be told from ours in play), *decided by an example* of the
rulebook that goes another way with it, *decided by a contradiction* (it takes away what a clause expressly allows,
makes a theorem false that the rulebook counts on, takes for granted what is not always so, or leaves no game to play),
or *open*: a choice, for which the point gives its reasons. The first of the ``ARGUMENTS`` that succeeds settles a
reading, and a point is as settled as its least settled reading.
"""

from __future__ import annotations

import enum
import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

from archipel.checks.games.registry import game_called
from archipel.checks.proofs.kept.cache import Cache, default_folder
from archipel.checks.proofs.kept.foundations import Foundations
from archipel.checks.proofs.obligations import theory_checks
from archipel.checks.proofs.prover import ANYWHERE, PROVERS, ProofGame, ProofQuestion, decide, term_of
from archipel.checks.proofs.results import Result, Status
from archipel.checks.proofs.run_checks import find_out
from archipel.checks.proofs.solver_session import Scene, SolverVerdict
from archipel.checks.readings.compare import proved_equivalent
from archipel.checks.support.parallel import ALONE, Workers, run_all
from archipel.checks.support.versions import EVERYTHING, code_of, version_of
from archipel.reference.strict_json import BadInput
from archipel.spec.amendments import calling
from archipel.spec.clauses import Nature, Part, Rulebook
from archipel.spec.logic.fingerprint import digest
from archipel.spec.logic.solver import Interpretation
from archipel.spec.logic.terms import Prop, Term, negation, symbols_in
from archipel.spec.readings import Choice, Demand, Point, Reading
from archipel.spec.theorems import Claim, Form

SECONDS = 60

# A settlement may depend on anything that is written here.
Words = Mapping[str, str]


class How(enum.Enum):
    """How a reading is settled, the most settled first."""

    EQUIVALENT = "equivalent"
    EXAMPLE = "example"
    CONTRADICTION = "contradiction"
    OPEN = "open"


@dataclass(frozen=True)
class Settlement:
    """How a reading is settled, by which examples, theorems or clauses, and in words; for which numbers of players it
    was shown, and a situation that shows it, if there is one."""

    how: How
    told: Words
    by: tuple[str, ...] = ()
    players: tuple[int, ...] = ()
    witness: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        return {
            "how": self.how.value,
            "by": list(self.by),
            "told": dict(self.told),
            **({"players": list(self.players)} if self.players else {}),
            **({"witness": dict(self.witness)} if self.witness else {}),
        }

    @staticmethod
    def from_json(read: Mapping[str, Any]) -> Settlement:
        players, by = tuple(read.get("players", ())), tuple(read["by"])
        return Settlement(How(read["how"]), read["told"], by, players, read.get("witness", {}))


def broken_examples(name: str, choice: Choice) -> dict[str, str]:
    """The worked examples that go another way with these readings, and in what."""
    examples = game_called(name).examples
    return {id: said for id, example in examples.items() if (said := example.broken(choice))}


def examples_by_reading(name: str, choices: Sequence[Choice], workers: Workers) -> list[Mapping[str, str]]:
    """For each choice of readings, whether each worked example is kept, goes another way, or has no game to be in."""
    return run_all([partial(_fates, name, choice) for choice in choices], workers, "examples")


def _fates(name: str, choice: Choice) -> Mapping[str, str]:
    try:
        broken = broken_examples(name, choice)
    except BadInput:
        return dict.fromkeys(game_called(name).examples, "no game")
    return {id: "broken" if id in broken else "kept" for id in game_called(name).examples}


@dataclass(frozen=True, eq=False)
class SettledCase:
    """A reading to be settled."""

    name: str
    point: Point
    reading: Reading

    @property
    def choice(self) -> Choice:
        return {self.point.id: self.reading.name}

    @property
    def game(self) -> ProofGame:
        return game_called(self.name).proofs

    @property
    def players(self) -> Sequence[int]:
        return game_called(self.name).players

    @cached_property
    def rulebook(self) -> Rulebook:
        return game_called(self.name).readings.under(self.choice)

    def under_it(self, term: Term) -> Term:
        """What a term says if its notions mean what they do with this reading."""
        ours = self.game.theory.rulebook.definitions
        changed = {name: new for name, new in self.rulebook.definitions.items() if new is not ours.get(name)}
        return calling(term, changed)


def settlement(name: str, point: Point, reading: Reading) -> Settlement:
    """How one reading is settled."""
    case = SettledCase(name, point, reading)
    found = (argument(case) for argument in ARGUMENTS)
    return next((one for one in found if one is not None), Settlement(How.OPEN, CHOICE))


CHOICE = {"en": "a choice: nothing in the rulebook decides it", "fr": "un choix : rien dans la règle n'en décide"}


# Arguments


def beyond_the_clauses(case: SettledCase) -> Settlement | None:
    """What players know or say is no matter of what they may do."""
    told = {
        "en": "a choice: it is about what players know or say, and no clause speaks of that",
        "fr": "un choix : il s'agit de ce que les joueurs savent ou disent, et aucune clause n'en parle",
    }
    return Settlement(How.OPEN, told) if case.reading.beyond else None


def by_theorems(case: SettledCase) -> Settlement | None:
    """Theorems say that what the reading is about never matters."""
    ids = case.reading.makes_no_difference_by
    players = tuple(case.players)
    if not ids or not all(proved(case.name, id, players) for id in ids):
        return None
    told = {"en": f"it never matters: {', '.join(ids)}", "fr": f"cela n'importe jamais : {', '.join(ids)}"}
    return Settlement(How.EQUIVALENT, told, ids, players)


def proved(name: str, theorem: str, players: Sequence[int]) -> bool:
    """Whether every prover proves a theorem for every number of players; what was proved before is not proved twice."""
    wanted = {claim.name for claim in game_called(name).proofs.theory.theorems[theorem].claims}
    checks = theory_checks(name, players, 1000 * SECONDS)
    asked = [check.without(set(check.keys) - wanted) for check in checks]
    foundations = Foundations(game_called(name).proofs, lambda: checks)
    found = find_out([check for check in asked if check is not None], ALONE, Cache(default_folder()), foundations)
    results = [result for result in found if result.id == theorem]
    return bool(results) and all(result.status is Status.PROVED for result in results)


def unmet_demand(case: SettledCase) -> Settlement | None:
    """The reading takes for granted what is not always so."""
    for demand in case.reading.demands:
        for players in case.players:
            found = _possible(case, demand.name, negation(demand.term), players)
            if found.status is Status.PROVED:
                return Settlement(How.CONTRADICTION, _unmet(demand), (demand.name,), (players,), _seen(demand, found))
    return None


def _unmet(demand: Demand) -> Words:
    return {
        "en": f"it needs what is not always so: {demand.statements['en']}",
        "fr": f"il lui faut ce qui n'est pas toujours : {demand.statements['fr']}",
    }


def _seen(demand: Demand, found: SolverVerdict) -> Mapping[str, Any]:
    return {name: found.values[name] for name in symbols_in(demand.term) if name in found.values}


def _possible(case: SettledCase, name: str, term: Prop, players: int) -> SolverVerdict:
    """Whether some position is like this."""
    claim = Claim(case.point.id, Form.POSSIBLE, name, term)
    return decide(ProofQuestion(case.game, players, PROVERS[0], 1000 * SECONDS), ANYWHERE, [claim])[name]


def same_clauses(case: SettledCase) -> Settlement | None:
    """No formal part of any clause would be another one."""
    told = {"en": "no clause would say anything else", "fr": "aucune clause ne dirait autre chose"}
    return Settlement(How.EQUIVALENT, told) if case.reading.changes_nothing and not case.reading.demands else None


def no_such_game(case: SettledCase) -> Settlement | None:
    """What the reading asks of the box cannot be had."""
    required = case.rulebook.parts(Nature.REQUIREMENT)
    if set(required) == set(case.game.theory.rulebook.parts(Nature.REQUIREMENT)):
        return None
    for players in case.players:
        view = Interpretation(PROVERS[0], case.game.known(players))
        labelled = {part.clause: [view(p.term) for p in required if p.clause == part.clause] for part in required}
        every = [fact for facts in labelled.values() for fact in facts]
        if Scene(view, 1000 * SECONDS).find(every).status is Status.REFUTED:
            clauses = tuple(sorted(_clashing(view, labelled)))
            told = {
                "en": f"no game could be set up: nothing that is in the box meets {', '.join(clauses)}",
                "fr": f"aucune partie ne pourrait commencer : le contenu de la boîte ne satisfait pas à "
                f"{', '.join(clauses)}",
            }
            return Settlement(How.CONTRADICTION, told, clauses, (players,))
    return None


def _clashing(view: Interpretation, labelled: Mapping[str, Sequence[Any]]) -> set[str]:
    """Clauses that cannot all be met, as few as the solver can name."""
    facts = {clause: view.conjunction(parts) for clause, parts in labelled.items()}
    return Scene(view, 1000 * SECONDS).core([], facts, False) or set(facts)


def lost_permission(case: SettledCase) -> Settlement | None:
    """The reading forbids what the clause expressly allows."""
    for part in case.point.clause.parts:
        if part.nature is Nature.PERMITS and _forbidden(case, part):
            what = part.name.replace("_", " ")
            told = {
                "en": f"it forbids what {part.clause} expressly allows ({what})",
                "fr": f"elle interdit ce que {part.clause} permet expressément ({what})",
            }
            return Settlement(How.CONTRADICTION, told, (part.clause,), tuple(case.players))
    return None


def _forbidden(case: SettledCase, permission: Part) -> bool:
    """Whether guards that only this reading has exclude, wherever the step is taken, what a clause permits."""
    step = permission.step
    assert step is not None
    ours = case.game.theory.rulebook.guards(step)
    added = [part for part in case.rulebook.guards(step) if part not in ours]

    def excluded(players: int) -> bool:
        view = Interpretation(PROVERS[0], case.game.known(players))
        facts = [view(part.term) for part in added]
        return Scene(view, 1000 * SECONDS).find([*facts, view(permission.term)]).status is Status.REFUTED

    return bool(added) and all(excluded(players) for players in case.players)


def broken_theorem(case: SettledCase) -> Settlement | None:
    """A theorem that the rulebook counts on holds with our reading, and with the other one it does not."""
    for id in case.reading.breaks:
        claims = [claim for claim in case.game.theory.theorems[id].claims if claim.form is Form.POSITION]
        for claim, players in itertools.product(claims, case.players):
            there = _exception(case, case.rulebook, case.under_it(term_of(claim)), players)
            here = _exception(case, case.game.theory.rulebook, term_of(claim), players)
            if there.status is Status.PROVED and here.status is Status.REFUTED:
                told = {"en": f"{id} would be false", "fr": f"{id} serait faux"}
                seen = {name: there.values[name] for name in symbols_in(term_of(claim)) if name in there.values}
                return Settlement(How.CONTRADICTION, told, (id,), (players,), seen)
    return None


def _exception(case: SettledCase, rulebook: Rulebook, term: Term, players: int) -> SolverVerdict:
    """A position that a rulebook allows, with the usual material, in which something is not so."""
    material = case.game.specimen(players) if case.game.specimen is not None else {}
    view = Interpretation(PROVERS[0], case.game.known(players) | material)
    allowed = [view(part.term) for part in rulebook.parts(Nature.REQUIREMENT, Nature.INVARIANT)]
    return Scene(view, 1000 * SECONDS).find([*allowed, view.negation(view(term))])


def broken_example(case: SettledCase) -> Settlement | None:
    """An example of the rulebook goes another way."""
    broken = broken_examples(case.name, case.choice)
    if not broken:
        return None
    ids = ", ".join(broken)
    told = {"en": f"the rulebook's {ids} would go another way", "fr": f"avec elle, {ids} de la règle irait autrement"}
    return Settlement(How.EXAMPLE, told, tuple(broken), witness=broken)


def never_differs(case: SettledCase) -> Settlement | None:
    """Both readings allow the same and lead to the same, from every position."""
    if not proved_equivalent(case.name, {}, case.choice):
        return None
    players, by = tuple(case.players), PROVERS
    counts = f"{players[0]}–{players[-1]}"
    told = {
        "en": f"never told from ours in play by {counts} players, as {' and '.join(by)} prove",
        "fr": f"rien ne la distingue de la nôtre en jeu de {counts} joueurs, comme le démontrent {' et '.join(by)}",
    }
    return Settlement(How.EQUIVALENT, told, by, players)


ARGUMENTS: tuple[Callable[[SettledCase], Settlement | None], ...] = (
    beyond_the_clauses,
    by_theorems,
    unmet_demand,
    same_clauses,
    no_such_game,
    broken_example,
    lost_permission,
    broken_theorem,
    never_differs,
)


# All of them


def overall(found: Iterable[Settlement]) -> How:
    """How a point is settled whose readings are settled so: as its least settled one."""
    return max((one.how for one in found), key=list(How).index)


def settlements(name: str, points: Sequence[Point], workers: Workers) -> dict[tuple[str, str], Settlement]:
    """How every reading of some points is settled, by point and name; what was found out before is not worked out
    again."""
    cache = Cache(default_folder())
    places = [(point.id, reading.name) for point in points for reading in point.others]
    everything = [code_of(*EVERYTHING, *game_called(name).packages), *map(version_of, PROVERS)]
    keys = {place: digest([*everything, "settlement", name, *place]) for place in places}
    found = {place: kept for place in places if (kept := _kept(cache, keys[place])) is not None}
    missing = [place for place in places if place not in found]

    def done(number: int, fresh: Settlement) -> str:
        place = missing[number]
        cache.keep(keys[place], [Result("=".join(place), 0, Status.PROVED, fresh.how.value, witness=fresh.as_json())])
        return "=".join(place)

    fresh = run_all([partial(settled, name, *place) for place in missing], workers, "readings", done)
    return found | dict(zip(missing, fresh, strict=True))


def _kept(cache: Cache, key: str) -> Settlement | None:
    results = cache.find(key)
    return Settlement.from_json(results[0].witness) if results else None


def settled(name: str, point: str, reading: str) -> Settlement:
    """How one reading is settled, by its name, so that processes can share the work."""
    there = game_called(name).readings.points[point]
    return settlement(name, there, there.readings[reading])
