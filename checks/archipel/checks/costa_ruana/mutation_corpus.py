"""What mutants of the clauses are judged by: games and positions as the engine plays them, and values of no game."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

from archipel.checks.agreement.action_universe import near_misses
from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.mutation_oracles import ORACLES
from archipel.checks.costa_ruana.policies import POLICIES, Policy
from archipel.checks.costa_ruana.positions import random_position
from archipel.checks.costa_ruana.projection import BACKGROUNDS, code, machine
from archipel.checks.costa_ruana.questions import position as asked_about
from archipel.checks.mutation.behaviour import Episode, RecordedAttempt, RecordedBehaviour, RecordedQuestion, Situation
from archipel.checks.simulate.policies import uniform
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana.deck import TIDES, TIMES
from archipel.spec.clauses import Nature, Step
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK
from archipel.spec.logic.terms import Role
from archipel.spec.machine import Values, blank, vectors

PLAYERS = range(NUMBERS.min_players, NUMBERS.max_players + 1)

# How many attempts of each sort are kept at one position: legal ones, and near misses of each guard.
LEGAL_KEPT, MISSES_KEPT = 6, 3


@dataclass(frozen=True)
class Size:
    """How much to record, for each of these numbers of players."""

    players: tuple[int, ...]
    games: int
    positions: int
    spoiled: int
    islands: int


FULL = Size(tuple(PLAYERS), games=4, positions=40, spoiled=900, islands=250)
SMALL = Size((2, 3), games=1, positions=3, spoiled=60, islands=40)


@dataclass
class Recorder:
    """Follows the engine with the clauses, which must agree, and keeps what happened."""

    chance: Random
    episodes: list[Episode] = field(default_factory=list)
    attempts: dict[str, list[RecordedAttempt]] = field(default_factory=dict)

    def follow(self, state: engine.State, values: Values, policy: Policy, rounds: int) -> None:
        """Play on for so many rounds, recording every decision."""
        last = state.round + rounds
        while True:
            actions = state.legal_actions()
            self._try_decisions(state, values, actions)
            if not actions:
                return
            action = policy(state, actions, self.chance)
            step, given = projection.step_of(state, action)
            state = state.apply_action(action)
            values = self._record(values, step, given, projection.facts(state))
            if state.round >= last and state.phase is not engine.Phase.OVER:
                return

    def _record(self, values: Values, step: Step, given: tuple[Any, ...], facts: Values) -> Values:
        position = machine().at(values)
        assert position.consequence() is None
        decided = machine().at(position.after(step, *given))
        positions = [decided, *(later for *_, later in decided.unfolding())]
        passed = tuple((later.values, later.consequence()) for later in positions)
        after = positions[-1].values
        wrong = [name for name, value in facts.items() if after[name] != value]
        if wrong or any(later.broken(Nature.INVARIANT) for later in positions):
            raise AssertionError(f"clauses and engine disagree about {step.name} without any mutant: {wrong}")
        self.episodes.append(Episode(values, step, given, passed, facts))
        return after

    def _try_decisions(self, state: engine.State, values: Values, actions: Sequence[engine.Action]) -> None:
        position = machine().at(values)
        legal = [projection.step_of(state, action) for action in actions]
        for step, given in self._some(legal, LEGAL_KEPT):
            self.attempts.setdefault(step.name, []).append(RecordedAttempt(values, given))
        allowed = set(legal)
        for step in RULEBOOK.decisions:
            missed: dict[str, list[tuple[Any, ...]]] = {}
            for given, guard in near_misses(position, step):
                assert (step, given) not in allowed
                missed.setdefault(guard, []).append(given)
            for guard, misses in missed.items():
                kept = [RecordedAttempt(values, given, guard) for given in self._some(misses, MISSES_KEPT)]
                self.attempts.setdefault(step.name, []).extend(kept)

    def _some(self, items: Sequence[Any], most: int) -> Sequence[Any]:
        return items if len(items) <= most else self.chance.sample(items, most)


@cache
def recorded(size: Size = FULL) -> RecordedBehaviour:
    """Everything, the same at every call."""
    recorder = Recorder(Random(1))
    openings = []
    for players in size.players:
        for number in range(size.games):
            setup = engine.Setup.from_seed(players, number)
            state = engine.new_game(setup)
            values = projection.values(state, setup)
            openings.append(values)
            recorder.follow(state, values, POLICIES[number % len(POLICIES)], NUMBERS.rounds + 1)
        for number in range(size.positions):
            state = random_position(players, Random(number))
            recorder.follow(state, projection.values(state), uniform, 1)
    situations = list(_situations(recorder.episodes, openings, size.spoiled))
    return RecordedBehaviour(recorder.attempts, recorder.episodes, situations, _questions(size), ORACLES)


# Values, most of them impossible

MATERIAL = (Nature.REQUIREMENT,)
OPENING = (Nature.INITIAL,)
POSITION = (Nature.INVARIANT,)


def _situations(episodes: Sequence[Episode], openings: Sequence[Values], spoiled: int) -> Iterator[Situation]:
    chance = Random(2)
    for values in openings:
        yield Situation(values, (Nature.REQUIREMENT, Nature.INITIAL, Nature.INVARIANT), True)
    facts = [symbol.name for symbol in RULEBOOK.vocabulary.with_role(Role.STATE)]
    material = [symbol.name for symbol in RULEBOOK.vocabulary.with_role(Role.MATERIAL)]
    for number in range(spoiled):
        yield Situation(spoil(openings[number % len(openings)], [*facts, *material], chance), OPENING, False)
    for number in range(4 * spoiled):
        values, _ = chance.choice(chance.choice(episodes).passed)
        if number % 4 == 0:
            yield Situation(values, POSITION, True)
        yield Situation(spoil(values, facts, chance), POSITION, False)
        yield Situation(_elsewhere(values, chance), POSITION, False)
    yield from _materials(material, spoiled, chance)


def spoil(values: Values, names: Sequence[str], chance: Random) -> dict[str, Any]:
    """The same values with one or two entries wrong."""
    changed = dict(values)
    for _ in range(chance.choice((1, 1, 2, 3))):
        name = chance.choice(names)
        changed[name] = _spoiled(changed[name], changed[name], chance)
    return changed


def _elsewhere(values: Values, chance: Random) -> dict[str, Any]:
    """The same position at another time, or with one island peopled at random, too full as a rule."""
    if chance.random() < 0.6:
        time = {"phase": chance.randint(-1, 10), "round": chance.randint(-1, 7), "turn": chance.randint(-1, 6)}
        return {**values, **dict(chance.sample(list(time.items()), chance.choice((1, 2, 2, 3))))}
    counts = tuple(chance.choice((0, 0, 1, 1, 2, 2, 3, 4)) for _ in range(values["players"]))
    crowds = chance.sample(values["on"], len(values["on"]))
    return {**values, "on": (counts, *crowds[1:])}


def _spoiled(value: Any, table: Any, chance: Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        other = (chance.randint(-5, 11), _entry(table, chance), NUMBERS.deck_size + chance.randint(-1, 1))
        return chance.choice((value + 1, value - 1, value + 1, value - 1, *other))
    place = chance.randrange(len(value))
    return (*value[:place], _spoiled(value[place], table, chance), *value[place + 1 :])


def _entry(table: Any, chance: Random) -> int:
    return table if isinstance(table, int) else _entry(chance.choice(table), chance)


def _materials(material: Sequence[str], spoiled: int, chance: Random) -> Iterator[Situation]:
    """Decks and numbers of the game, wrong in one or two places."""
    cards = engine.balanced_deck().cards
    table_of_islands = [symbol.name for symbol in RULEBOOK.vocabulary.with_role(Role.PARAMETER) if symbol.domains]
    fixed = {"cards", "min_players", "max_players"}
    scalars = [s.name for s in RULEBOOK.vocabulary.with_role(Role.PARAMETER) if s.name not in fixed]
    for number in range(spoiled):
        players = PLAYERS[number % len(PLAYERS)]
        deck = engine.Deck((cards[:-1], cards, (*cards, cards[0]))[chance.choice((0, 1, 1, 1, 1, 2))])
        values = blank(RULEBOOK, NUMBERS.values(players) | projection.material(deck, ()))
        names = chance.choice((material, scalars, table_of_islands))
        yield Situation(_tight(spoil(values, names, chance), chance), MATERIAL, False)


def _tight(values: dict[str, Any], chance: Random) -> dict[str, Any]:
    """Now and then only just enough of something, or one too few: other players, one kind or background missing."""
    match chance.randrange(8):
        case 0:
            return values | {"players": chance.choice((1, 2, 6, 7))}
        case 1:
            name = chance.choice(("kind", "background"))
            gone = chance.randrange(4)
            return values | {name: tuple((gone + 1) % 4 if entry == gone else entry for entry in values[name])}
        case 2:
            return values | {"gems": 5 * values["islands"] - 2 + chance.choice((-1, 0))}
        case 3:
            return values | {"colours": values["players"] + chance.choice((-1, 0))}
        case _:
            return values


# Notions that the engine knows too


def _questions(size: Size) -> Mapping[str, Sequence[RecordedQuestion]]:
    found: dict[str, list[RecordedQuestion]] = {}
    chance = Random(3)
    for notion, question in itertools.chain(_activation(), _numbers(), _islands(size, chance), _ranks(size, chance)):
        found.setdefault(notion, []).append(question)
    return found


Asked = Iterator[tuple[str, RecordedQuestion]]


def _activation() -> Asked:
    for tide, time, background in itertools.product(TIDES, TIMES, engine.Background):
        here = asked_about(2, tide=code(BACKGROUNDS[tide]), time=code(BACKGROUNDS[time]))
        active = engine.is_active(background, tide, time)
        yield "shows", RecordedQuestion(here.values, (code(BACKGROUNDS[background]),), active)


def _numbers() -> Asked:
    deck = engine.balanced_deck()
    for players in PLAYERS:
        values = blank(RULEBOOK, NUMBERS.values(players) | projection.material(deck, ()))
        yield "kept", RecordedQuestion(values, (players,), len(deck.kept(players)))
        yield "in_play", RecordedQuestion(values, (), engine.STANDARD.treasures_in_play(players))


def _islands(size: Size, chance: Random) -> Asked:
    for players in PLAYERS:
        rows = vectors(players, NUMBERS.island_cap)
        for row in rows if len(rows) <= size.islands else chance.sample(rows, size.islands):
            treasures = chance.choice((0, 1, 1, 2))
            empty = ((0,) * players,) * (NUMBERS.islands_for_players[players] - 1)
            here = asked_about(players, on=(row, *empty), treasures=(treasures, *(0,) * len(empty)))
            winner = engine.island_winner(row, treasures)
            for seat in range(players):
                yield "takes", RecordedQuestion(here.values, (0, seat), seat == winner)
        for gains in chance.sample(vectors(players, 4), min(size.islands, len(vectors(players, 4)))):
            shaman = chance.randrange(players)
            here = asked_about(players, gained=gains, shaman=shaman)
            yield "successor", RecordedQuestion(here.values, (), engine.next_shaman(shaman, gains))


def _ranks(size: Size, chance: Random) -> Asked:
    for players in PLAYERS:
        finished = engine.new_game(engine.Setup.from_seed(players, 0)).changed(phase=engine.Phase.OVER, actor=None)
        for _ in range(size.islands):
            huts = tuple(chance.randint(0, 4) for _ in range(players))
            reserve = tuple(chance.randint(0, 6) for _ in range(players))
            yield from _standing(finished.changed(huts=huts, reserve=reserve))


def _standing(state: engine.State) -> Asked:
    here = asked_about(state.players, hut=state.huts, reserve=state.reserve)
    winners, returns = state.winners(), state.returns()
    rank = {seat: place for place, group in enumerate(state.ranking()) for seat in group}
    for p in range(state.players):
        yield "points", RecordedQuestion(here.values, (p,), returns[p])
        yield "wins", RecordedQuestion(here.values, (p,), p in winners)
        for q in range(state.players):
            yield "ahead", RecordedQuestion(here.values, (p, q), rank[p] < rank[q])
            yield "share_victory", RecordedQuestion(here.values, (p, q), p in winners and q in winners)
