"""Costa Ruana for whoever compares rulebooks: what is counted, what is said in other words, and games that show it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.engine import Terms, played
from archipel.checks.costa_ruana.necessity import OBSERVATIONS
from archipel.checks.costa_ruana.parted_games import (
    GameParting,
    Outcome,
    PartingSearch,
    PartingTarget,
    Player,
    opening,
    partings_in,
    some_setup,
)
from archipel.checks.costa_ruana.parted_telling import counts_told, told
from archipel.checks.costa_ruana.policies import POLICIES, Policy
from archipel.checks.costa_ruana.projection import MAPPING
from archipel.checks.costa_ruana.theory import game
from archipel.checks.proofs.prover import ProofGame
from archipel.checks.readings import divergence_place
from archipel.checks.readings.choices import told as name
from archipel.checks.readings.divergence import SAME_WORDS, Bound, Carried, CountedSearch, Duel, Occasion
from archipel.checks.readings.divergence_place import ComparedPlace
from archipel.checks.readings.shared_invariants import lasting
from archipel.reference.costa_ruana import (
    STANDARD,
    Action,
    Deck,
    IllegalAction,
    Rules,
    Setup,
    State,
    balanced_deck,
    codec,
)
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import LANGUAGES, Rulebook
from archipel.spec.costa_ruana.readings.cards import moved_here
from archipel.spec.costa_ruana.vocabulary import (
    OVER,
    Faces,
    Islands,
    Players,
    crowd,
    due,
    gained,
    hut,
    lies,
    opened,
    standing,
)
from archipel.spec.logic import Num, Prop, all_of, count, forall, implies, negation, total
from archipel.spec.logic.solver import Interpretation, Table
from archipel.spec.logic.terms import Definition
from archipel.spec.readings import Choice

__all__ = ["ShownParting", "duel", "numbers_apart", "opened_apart", "shown", "some_parting"]

COUNTED = {
    "inhabitants": CountedSearch(total(Islands, lambda i: crowd(i)), frozenset({"on"})),
    "cards": CountedSearch(total(Players, lambda p: count(Faces, lambda f: lies(p, f))), frozenset({"laid"})),
    "standing": CountedSearch(total(Players, lambda p: standing(p)), frozenset({"stands", "due"})),
    "taken": CountedSearch(total(Players, lambda p: hut(p) + gained(p)), frozenset({"hut", "gained"})),
}
"""Pieces that make a situation large. Treasures on islands are not counted: those are all that nobody has taken."""


def nothing_moved_before_a_card_acts() -> Prop:
    def has_acted(p: Num, f: Num) -> Prop:
        return all_of(opened(p, f), negation(due(p, f, 0)))

    nobody = forall(Players, lambda p: forall(Faces, lambda f: negation(has_acted(p, f))))
    return implies(nobody, forall(Islands, lambda i: forall(Players, lambda p: moved_here(i, p) == 0)))


SUPPOSED = {moved_here.symbol.name: nothing_moved_before_a_card_acts()}
"""What is claimed of numbers that only some readings know."""

GAMES_AT_RANDOM = 12
"""How many games two readings play side by side before provers are asked."""


def duel(one: Rulebook, other: Rulebook, known: ProofGame | None = None) -> Duel:
    """Two rulebooks to be told apart, with the printed numbers or those of a game that the provers know."""
    played = game() if known is None else known
    holds = partial(lasting, played, (one, other), SUPPOSED)
    return Duel(played, one, other, holds, OBSERVATIONS, COUNTED, carried(one, other))


def carried(one: Rulebook, other: Rulebook) -> Carried:
    """Turns of a card are counted from whom a reading counts them from; they are the same if they are one player's."""
    mine, yours = (book.definitions["beneficiary"] for book in (one, other))
    if mine is yours:
        return SAME_WORDS

    def tables(view: Interpretation, others: Interpretation) -> dict[str, Table]:
        now = view.table(due.symbol)
        turns = range(1, 1 + max(turn for _, _, turn in now))

        def still(by: int, face: int, turn: int) -> Any:
            whose = _of(others, yours, by, face, turn)
            same = [(now[by, face, t], view.comparison("=", _of(view, mine, by, face, t), whose)) for t in turns]
            return view.disjunction(view.conjunction(both) for both in same)

        return {due.symbol.name: {(p, f, t): entry if t == 0 else still(p, f, t) for (p, f, t), entry in now.items()}}

    return Carried(frozenset({due.symbol.name}), tables)


def _of(view: Interpretation, definition: Definition, *places: int) -> Any:
    names = (variable.serial for variable in definition.parameters)
    return view(definition.body, dict(zip(names, places, strict=True)))


# Games


@dataclass(frozen=True)
class ShownParting:
    """A game that shows two readings parting: where the clauses say they do, and how many pieces that takes.

    ``searched`` counts the decisions that came up in all games that were played in search of it.
    """

    choices: tuple[Choice, Choice]
    players: int
    parting: GameParting
    where: str
    counts: Mapping[str, int]
    searched: int = 0

    @property
    def size(self) -> int:
        return sum(self.counts.values())

    @property
    def decisions(self) -> int:
        """How many decisions both readings play alike."""
        return len(self.parting.moves)

    @property
    def apart(self) -> PartingApart:
        """The game up to and including the last of these, with the rules of the first reading that has a game."""
        playable = zip(self.choices, self.parting.outcomes, strict=True)
        rules = rules_under(next(choice for choice, outcome in playable if not isinstance(outcome, BadInput)))
        return PartingApart(self.parting, (rules, rules))

    def dumps(self) -> str:
        """The game as text."""
        return self.apart.dumps()

    def told(self, lang: str) -> list[str]:
        return told(self.parting, [*map(name, self.choices)], lang)

    def counted(self, lang: str) -> str:
        return counts_told(lang, self.counts)

    def as_json(self) -> dict[str, Any]:
        before = self.parting.before
        situation = None if before is None else codec.state_data(before.one)
        place = {"where": self.where, "counted": dict(self.counts), "situation": situation}
        return place | self.apart.as_json([*map(name, self.choices)])


def _outcome(outcome: Outcome) -> dict[str, Any]:
    match outcome:
        case State():
            return {"position": codec.state_data(outcome)}
        case IllegalAction():
            return {"refused": outcome.reason.value}
        case BadInput():
            return {"no game": str(outcome)}


def record_of(parting: GameParting, rules: Rules = STANDARD) -> codec.Record:
    return codec.Record(parting.setup, parting.moves, rules, balanced_deck())


def rules_under(choice: Choice) -> Rules:
    return replace(STANDARD, readings=played(choice))


def opened_apart(choices: tuple[Choice, Choice], players: int) -> ShownParting | None:
    """How two readings set up different games with the same chance; None if they do not."""
    setup = Setup.from_seed(players, 0)
    found = opening(setup, [rules_under(choice) for choice in choices])
    return ShownParting(choices, players, found, "opening", {}) if isinstance(found, GameParting) else None


def shown(
    against: Duel, choices: tuple[Choice, Choice], players: int, bound: Bound, advance: Callable[[], Any]
) -> ShownParting | None:
    """The smallest parting that games were found to come to, followed by engine and clauses under both readings."""
    rules = [rules_under(choice) for choice in choices]
    place = ComparedPlace(against, MAPPING)

    def counted(parting: GameParting) -> tuple[Occasion, Mapping[str, int]]:
        assert parting.before is not None
        refused = any(isinstance(outcome, IllegalAction) for outcome in parting.outcomes)
        occasion, values = place.of(parting.before, parting.action, refused, parting.setup)
        return occasion, occasion.counts(values)

    def size(parting: GameParting) -> int:
        return sum(counted(parting)[1].values())

    search = PartingSearch(players, rules, target_of(bound), size, bound.number, advance)
    found = search.smallest()
    if found is None:
        return None
    verify(found, rules)
    occasion, counts = counted(found)
    return ShownParting(choices, players, found, occasion.name, counts, search.decisions)


def target_of(bound: Bound) -> PartingTarget:
    """What a prover found, as something to play for."""
    values, kinds = bound.values, bound.kinds
    board = values["on"] if "inhabitants" in kinds else None
    sums = zip(values["hut"], values["gained"], strict=True)
    taken = tuple(kept + new for kept, new in sums) if "taken" in kinds else None
    return PartingTarget(board, taken, values.get("phase") == projection.code(OVER))


def verify(parting: GameParting, rules: Sequence[Rules]) -> None:
    """Engine and clauses play the whole game under each reading and part as was said."""
    ends = [None if isinstance(outcome, IllegalAction) else outcome for outcome in parting.outcomes]
    sides = zip([Terms(numbers) for numbers in rules], ends, strict=True)
    divergence_place.verify(MAPPING, parting.setup, parting.moves, parting.action, sides)


def some_parting(choices: tuple[Choice, Choice], players: int) -> str | None:
    """A game in which two readings part, if one of a few games at random is one."""
    one, other = (rules_under(choice) for choice in choices)
    found = parting_at_random((one, other), players)
    return None if found is None else codec.dumps_record(record_of(found, one))


def parting_at_random(rules: tuple[Rules, Rules], players: int, deck: Deck | None = None) -> GameParting | None:
    """Where two sets of rules part, if they do in one of a few games at random."""
    for number in range(GAMES_AT_RANDOM):
        chance = Random(f"some parting {players} {number}")
        player = Player(PartingTarget(), 1.0, chance)
        setup = some_setup(players, rules[0], chance, deck)
        for found in partings_in(setup, rules, player.choose, rules[0].rounds, deck):
            return found
    return None


# Other numbers

GAMES_WITH_OTHER_NUMBERS = 60


@dataclass(frozen=True)
class PartingApart:
    """A game in which rules with different numbers part."""

    parting: GameParting
    rules: tuple[Rules, Rules]

    def told(self, titles: Sequence[str], lang: str) -> list[str]:
        return told(self.parting, titles, lang)

    def dumps(self) -> str:
        return codec.dumps_record(record_of(self.parting, self.rules[0]))

    def as_json(self, titles: Sequence[str]) -> dict[str, Any]:
        action = self.parting.action
        return {
            "players": self.parting.setup.players,
            "decision": None if action is None else codec.action_data(action),
            "readings": {title: _outcome(one) for title, one in zip(titles, self.parting.outcomes, strict=True)},
            "told": {lang: self.told(titles, lang) for lang in LANGUAGES},
            "decisions": len(self.parting.moves),
            "record": codec.record_data(record_of(self.parting, self.rules[0])),
        }


def numbers_apart(rules: tuple[Rules, Rules], counts: Iterable[int]) -> PartingApart | None:
    """A game in which two sets of rules part, if one of a few dozen games for the fewest players who can is one."""
    for players, number in itertools.product(counts, range(GAMES_WITH_OTHER_NUMBERS)):
        chance = Random(f"other numbers {players} {number}")
        choose = partial(_by_policy, POLICIES[number % len(POLICIES)], chance)
        for found in partings_in(some_setup(players, rules[0], chance), rules, choose, rules[0].rounds):
            return PartingApart(found, rules)
    return None


def _by_policy(policy: Policy, chance: Random, state: State, actions: Sequence[Action]) -> Action:
    return policy(state, actions, chance)
