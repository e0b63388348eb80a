"""Questions that tell readings apart (*query synthesis*): a position, a decision, and what follows under each reading.

Positions come from what the other program wrote down and from games by random players, who play by readings that are
still possible. A position is supposed: what counts is what follows from it, not whether a game comes to it. Nothing
here knows any game.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain, combinations
from random import Random
from typing import Any, Generic

from archipel.checks.games.engine import Action, Data, GameRecord, Setup, State, Terms
from archipel.checks.readings.diagnose.consulting import BetweenStages, Consultation, Position, Stage
from archipel.checks.readings.diagnose.hypotheses import Ask, Hypotheses, Hypothesis, onward, outcomes, parted
from archipel.checks.readings.diagnose.questioning import DiagnosisAnswer, Question
from archipel.checks.readings.diagnose.recollecting import possible
from archipel.checks.readings.diagnose.replaying import Account
from archipel.checks.support.phrases import Phrases
from archipel.checks.support.terminal import for_encoding, terminal_width, wants_colour
from archipel.reference.chance import CHANCE
from archipel.reference.strict_json import BadInput, canonical, parse
from archipel.spec.clauses import LANGUAGES

GAMES = 24
BATCHES = 4
# More than any number of players.
MANY = 100
# So many numbers of players are looked at, besides that of the accounts.
COUNTS = 3
# So many of the accounts give positions to ask about.
ACCOUNTS = 12
# What of a setup is longer than this in writing is left out where people read it.
SHORT = 60

PHRASES = Phrases(__file__)

Follows = Mapping[str | None, Hypotheses]
"""What can be seen after a decision (nothing if it is refused), and for whom."""


@dataclass(frozen=True)
class AskedQuestion:
    """Something that could be asked, and what follows."""

    data: Callable[[], Mapping[str, object]]
    told: Callable[[str], str]
    follows: Follows
    simplicity: tuple[int, ...]
    facts: Sequence[str]

    @property
    def parts(self) -> tuple[Hypotheses, ...]:
        return tuple(self.follows.values())

    def question(self) -> Question:
        """The question in full."""
        return Question(self.data(), self.told, expected(self.follows, self.facts))


# Answers


def expected(follows: Follows, facts: Sequence[str]) -> list[DiagnosisAnswer]:
    """Every answer to be expected, with only as much of a position as it takes to tell it from the others."""
    seen = {reached: _facts(reached) for reached in follows if reached is not None}
    names = telling_facts(list(seen.values()), facts)
    return [_answer(None if reached is None else seen[reached], names, those) for reached, those in follows.items()]


def _facts(reached: str) -> Data:
    found = parse(reached)
    assert isinstance(found, dict)
    return found


def telling_facts(seen: Sequence[Data], facts: Sequence[str]) -> tuple[str, ...]:
    """The fewest facts that tell these positions apart, the first that do."""
    texts = [{name: canonical(one[name]) for name in facts} for one in seen]

    def told_apart(*names: str) -> int:
        return len({tuple([text[name] for name in names]) for text in texts})

    telling = [name for name in facts if told_apart(name) > 1]
    choices = (names for size in range(len(telling) + 1) for names in combinations(telling, size))
    return next(names for names in choices if told_apart(*names) == len(seen))


def _answer(seen: Data | None, names: Sequence[str], those: Hypotheses) -> DiagnosisAnswer:
    if seen is None:
        return DiagnosisAnswer({"refused": True}, PHRASES.words["refused"], those)
    if not names:
        return DiagnosisAnswer({"refused": False}, PHRASES.words["allowed"], those)
    words = ", ".join(f"{name} {canonical(seen[name], newline=False)}" for name in names)
    return DiagnosisAnswer({"after": {name: seen[name] for name in names}}, dict.fromkeys(LANGUAGES, words), those)


# Candidates


class Seating(Generic[Setup, State, Action, Terms]):
    """A game for so many players under all hypotheses that are left; refused if some cannot be played so."""

    def __init__(
        self, consultation: Consultation[Setup, State, Action, Terms], terms: Terms, players: int, among: Hypotheses
    ) -> None:
        self.consultation, self.engine = consultation, consultation.engine
        self.consulted = consultation.games(terms)
        self.terms, self.players, self.among = self.consulted.terms, players, among
        self.games = parted(partial(self.consulted.under, players), among)

    def setup(self, seed: int) -> Setup:
        return self.engine.setup_from_seed(self.players, seed, self.terms)

    def opened(self, seed: int, ask: Ask) -> State:
        """A game that is about to begin."""
        return self.consulted.begun(self.setup(seed), ask)

    def legal(self, state: State, ask: Ask) -> Sequence[Action]:
        return self.engine.legal_actions(self.consultation.heard(state, ask))

    # Questions

    def to_set_up(self, seed: int) -> list[AskedQuestion]:
        """A question about the opening, if there is something to ask."""
        follows = parted(lambda ask: self._seen(self.opened(seed, ask), ask), self.among)
        return [self.in_game(seed, self.among.first(), (), None, follows)] if len(follows) > 1 else []

    def in_game(
        self, seed: int, hypothesis: Hypothesis, moves: Sequence[Action], action: Action | None, follows: Follows
    ) -> AskedQuestion:
        """A game to be set up and played, perhaps a decision after it: setting up comes before everything else, and
        playing a game after it."""
        terms, codec = self.engine.by(self.terms, hypothesis), self.engine.codec
        record = GameRecord(self.setup(seed), tuple(moves), terms)

        def data() -> Mapping[str, object]:
            return {"record": codec.record_data(record), **self._action(action)}

        simplicity = (MANY, len(moves)) if moves else ()
        told, facts = partial(self._told, record, action), self.consultation.seen_facts
        return AskedQuestion(data, told, follows, simplicity, facts)

    def about(self, state: State, action: Action, hypothesis: Hypothesis) -> Iterator[AskedQuestion]:
        """Questions about this decision and about those that only some readings allow, if there is something to ask."""
        standing = {self.consultation.moved(state, start): those for start, those in self.games.items()}
        for each in dict.fromkeys([*self.disputed(standing), action]):
            follows = self.followed_by(standing, each)
            if len(follows) > 1:
                yield self._supposed(state, each, hypothesis, follows)

    def _supposed(self, state: State, action: Action, hypothesis: Hypothesis, follows: Follows) -> AskedQuestion:
        decided = partial(self.consultation.decided, state, self.terms, hypothesis)

        def data() -> Mapping[str, object]:
            return {"state": self.engine.codec.state_data(decided()), **self._action(action)}

        def told(lang: str) -> str:
            return f"{PHRASES.say(lang, 'suppose')}\n{self._drawn(decided(), action, lang)}"

        simplicity = (self.players, *self.consultation.plainness(state), len(follows))
        return AskedQuestion(data, told, follows, simplicity, self.consultation.seen_facts)

    def _action(self, action: Action | None) -> Mapping[str, object]:
        return {} if action is None else {"action": self.engine.codec.action_data(action)}

    # In words

    def _told(self, record: GameRecord[Setup, Action, Terms], action: Action | None, lang: str) -> str:
        setup = self.engine.codec.setup_data(record.setup)
        short = {name: value for name, value in setup.items() if len(canonical(value)) <= SHORT}
        first = PHRASES.say(lang, "opening", setup=canonical(short, newline=False))
        if action is None:
            return first + "\n"
        state = self.engine.new_game(record.setup, record.terms)
        for move in record.moves:
            state = self.engine.apply_action(state, move)
        moves = PHRASES.say(lang, "moves", number=len(record.moves))
        return "\n".join([first, moves, self._drawn(state, action, lang)])

    def _drawn(self, state: State, action: Action, lang: str) -> str:
        """A position and a decision in it, for people."""
        game, reader = self.consultation.game, getattr(action, "player", None)
        drawn = game.showing.text(state, None, lang, terminal_width(), wants_colour())
        told = game.explained.narration(lang, state, reader).decision(state, action)
        return for_encoding(f"{drawn}\n{PHRASES.say(lang, 'decision', decision=told)}\n", sys.stdout.encoding)

    # Under all hypotheses

    def disputed(self, standing: Mapping[State, Hypotheses]) -> list[Action]:
        """For each two lists of legal decisions a decision that is only on one of them."""
        menus: list[Sequence[Action]] = []
        for state, among in standing.items():
            for menu, _ in outcomes(partial(self.legal, state), among):
                if menu not in menus:
                    menus.append(menu)
        apart = [set(one) ^ set(other) for one, other in combinations(menus, 2)]
        return [min(actions, key=repr) for actions in apart if actions]

    def followed_by(self, standing: Mapping[State, Hypotheses], action: Action) -> dict[str | None, Hypotheses]:
        """What can be seen after a decision; nothing if it is refused."""
        return onward(self.carried_out(standing, action), self._seen)

    def carried_out(self, standing: Mapping[State, Hypotheses], action: Action) -> dict[Position | None, Hypotheses]:
        """The positions after a decision; nothing if it is refused."""
        first, *others = self.consultation.stages(action)

        def attempt(state: State, ask: Ask) -> Position | None:
            try:
                return first(state, ask)
            except self.engine.illegal:
                return None

        found = onward(standing, attempt)
        for stage in others:
            found = onward(found, partial(_unless_refused, stage))
        return found

    def _seen(self, position: Position | None, ask: Ask) -> str | None:
        return None if position is None else self.consultation.seen(self.consultation.heard(position, ask))

    def decided(self, state: State, ask: Ask, chance: Random, policy: Any) -> Action | None:
        """What somebody, or chance, does in a position; None if the game is over."""
        actions = self.legal(state, ask)
        if not actions or self.engine.actor(state) != CHANCE:
            found: Action | None = policy(state, actions, chance) if actions else None
            return found
        drawn, weights = zip(*self.engine.chance_outcomes(state), strict=True)
        outcome: Action = chance.choices(drawn, weights)[0]
        return outcome


def _unless_refused(stage: Stage, position: Position | None, ask: Ask) -> Position | None:
    return None if position is None else stage(position, ask)


class Questions(Generic[Setup, State, Action, Terms]):
    """What could be asked about one game."""

    def __init__(
        self,
        consultation: Consultation[Setup, State, Action, Terms],
        accounts: Sequence[Account[Position]],
        among: Hypotheses,
        seed: int,
        advance: Callable[..., None],
    ) -> None:
        self.consultation, self.engine = consultation, consultation.engine
        self.accounts, self.among, self.seed, self.advance = accounts, among, seed, advance
        like = possible(accounts[0].begin, consultation.table.all)
        self.seatings = list(self._seatings(consultation.terms_of(like), self.engine.players(like)))

    def _seatings(self, terms: Terms, players: int) -> Iterator[Seating[Setup, State, Action, Terms]]:
        for count in dict.fromkeys([*self.engine.player_counts(terms)[:COUNTS], players]):
            with suppress(BadInput):
                yield Seating(self.consultation, terms, count, self.among)

    def batches(self) -> Iterator[Iterator[AskedQuestion]]:
        """What could be asked: openings and what was recorded with the first games, more games, at last whole games."""
        for batch in range(BATCHES - 1):
            games = [self._in_a_game(number) for number in range(batch * GAMES, (batch + 1) * GAMES)]
            openings = [seating.to_set_up(self.seed) for seating in self.seatings]
            yield chain(*games) if batch else chain(*openings, self._recorded(), *games)
        yield chain(*[self._through_a_game(number) for number in range(GAMES)])

    def _in_a_game(self, number: int) -> Iterator[AskedQuestion]:
        """Questions about the positions of a game, played by readings that are still possible."""
        seating, chance = self._seating(number), Random(f"question {self.seed} {number}")
        hypothesis = self.among.drawn(chance)
        ask = hypothesis.__getitem__
        policies = self.consultation.game.policies
        policy = policies[number // COUNTS % len(policies)]
        state = seating.opened(chance.randrange(1_000_000), ask)
        while (action := seating.decided(state, ask, chance, policy)) is not None:
            yield from seating.about(state, action, hypothesis)
            state = self.engine.apply_action(self.consultation.heard(state, ask), action)
        self.advance()

    def _seating(self, number: int) -> Seating[Setup, State, Action, Terms]:
        return self.seatings[number % len(self.seatings)]

    def _through_a_game(self, number: int) -> Iterator[AskedQuestion]:
        """Questions about a game from its opening on, as long as nobody refuses a move.

        They tell what a position does not show: what only some readings remember.
        """
        seating, chance = self._seating(number), Random(f"game {self.seed} {number}")
        hypothesis = self.among.drawn(chance)
        dealt, moves = chance.randrange(1_000_000), list[Action]()
        standing = parted(partial(seating.opened, dealt), self.among)
        while actions := self._choices(seating, standing, hypothesis):
            for action in dict.fromkeys([*seating.disputed(standing), actions[0]]):
                follows = seating.followed_by(standing, action)
                if len(follows) > 1:
                    yield seating.in_game(dealt, hypothesis, moves, action, follows)
            moves.append(chance.choice(actions))
            standing = _unanimous(seating.carried_out(standing, moves[-1]))
        self.advance()

    def _choices(
        self, seating: Seating[Setup, State, Action, Terms], standing: Mapping[State, Hypotheses], choice: Hypothesis
    ) -> Sequence[Action]:
        """What may be decided under one hypothesis, in whichever position that has come to."""
        state = next((state for state, those in standing.items() if choice in those), None)
        return () if state is None else seating.legal(state, choice.__getitem__)

    def _recorded(self) -> Iterator[AskedQuestion]:
        """Questions about positions of the accounts, where other decisions than the recorded one may be taken."""
        hypothesis, chance = self.among.first(), Random(0)
        ask = hypothesis.__getitem__
        for account in self.accounts[:ACCOUNTS]:
            position = account.begin(ask)
            terms, players = self.consultation.terms_of(position), self.engine.players(position)
            seating = Seating(self.consultation, terms, players, self.among)
            for step in account.steps:
                if not isinstance(position, BetweenStages) and (actions := seating.legal(position, ask)):
                    yield from seating.about(position, chance.choice(actions), hypothesis)
                position = step(position, ask)


def _unanimous(after: Mapping[Position | None, Hypotheses]) -> dict[Any, Hypotheses]:
    """The positions come to if nobody has refused."""
    return {} if None in after else dict(after)
