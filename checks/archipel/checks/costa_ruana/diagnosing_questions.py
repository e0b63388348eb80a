"""Questions that tell readings of Costa Ruana apart: a position, a decision, and what follows under each reading.

Positions come from what the other program wrote down and from games by random players, who play by readings that are
still possible. A position is supposed: what counts is what follows from it, not whether a game comes to it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain, combinations
from random import Random
from typing import NamedTuple

from archipel.checks.costa_ruana.consulting import (
    Consulted,
    ConsultedGames,
    Position,
    Stage,
    asking,
    decided,
    stages,
    visible,
    whole,
)
from archipel.checks.costa_ruana.diagnosing import FACTS, facts, possible, result_data
from archipel.checks.costa_ruana.drawing import as_text
from archipel.checks.costa_ruana.explanations import told_to
from archipel.checks.costa_ruana.policies import POLICIES
from archipel.checks.costa_ruana.wording import default_names
from archipel.checks.readings.diagnose import (
    Account,
    Ask,
    DiagnosisAnswer,
    Hypotheses,
    Hypothesis,
    Question,
    onward,
    outcomes,
    parted,
)
from archipel.checks.support.terminal import for_encoding, terminal_width, wants_colour
from archipel.reference.costa_ruana import Action, IllegalAction, Setup, State, codec, new_game
from archipel.reference.costa_ruana.state import Game
from archipel.reference.strict_json import BadInput, canonical
from archipel.spec.clauses import LANGUAGES

GAMES = 24
BATCHES = 4
# More than any number of players.
MANY = 100
PLAYERS = (2, 3, 4)
# So many of the accounts give positions to ask about.
ACCOUNTS = 12

WORDS = {
    "suppose": {"en": "Suppose this position:\n", "fr": "Supposons cette position :\n"},
    "decision": {"en": "Decision: {decision}", "fr": "Décision : {decision}"},
    "moves": {"en": "Play the {number} moves, up to here:", "fr": "Jouez les {number} coups, jusqu'ici :"},
    "opening": {"en": "Set up this game: {setup}", "fr": "Préparez cette partie : {setup}"},
    "refused": {"en": "refused", "fr": "refusé"},
    "allowed": {"en": "allowed", "fr": "permis"},
}


class ReachedPosition(NamedTuple):
    """The position that a decision leads to, and the result if that is the end of the game."""

    state: State
    result: codec.Result | None

    @staticmethod
    def at(state: State, game: Game) -> ReachedPosition:
        """What can be seen of a position: not the game's constant part, of which one is as good as another."""
        return ReachedPosition(visible(state).changed(game=game), codec.result_of(state))


@dataclass(frozen=True)
class AskedPosition:
    """A decision in a position, and what follows for whom; nothing if it is refused."""

    state: State
    action: Action
    follows: Mapping[ReachedPosition | None, Hypotheses]
    played_by: Hypothesis
    """Readings under which a game came to the position."""

    @cached_property
    def parts(self) -> tuple[Hypotheses, ...]:
        return tuple(self.follows.values())

    @property
    def simplicity(self) -> tuple[int, ...]:
        laid = sum(card is not None for card in self.state.table)
        return (self.state.players, laid, self.state.round, len(self.follows))

    def question(self) -> Question:
        """The question in full."""
        state = decided(self.state, self.played_by)
        data = {"state": codec.state_data(state), "action": codec.action_data(self.action)}
        return Question(data, partial(self._told, state), expected(self.follows))

    def _told(self, state: State, lang: str) -> str:
        return f"{WORDS['suppose'][lang]}\n{_drawn(state, self.action, lang)}"


@dataclass(frozen=True)
class AskedInGame:
    """A game to be set up and played, perhaps a decision after it, and what follows for whom."""

    record: codec.Record
    action: Action | None
    follows: Mapping[ReachedPosition | None, Hypotheses]

    @cached_property
    def parts(self) -> tuple[Hypotheses, ...]:
        return tuple(self.follows.values())

    @property
    def simplicity(self) -> tuple[int, ...]:
        """Setting up comes before everything else, and playing a game after it."""
        return (MANY, len(self.record.moves)) if self.record.moves else ()

    def question(self) -> Question:
        """The question in full."""
        action = {} if self.action is None else {"action": codec.action_data(self.action)}
        return Question({"record": codec.record_data(self.record), **action}, self._told, expected(self.follows))

    def _told(self, lang: str) -> str:
        setup = {name: value for name, value in codec.setup_data(self.record.setup).items() if name != "order"}
        lines = [WORDS["opening"][lang].format(setup=canonical(setup, newline=False))]
        if self.action is None:
            return lines[0] + "\n"
        *_, last = codec.replay(self.record)
        lines.append(WORDS["moves"][lang].format(number=len(self.record.moves)))
        return "\n".join([*lines, _drawn(last, self.action, lang)])


def _drawn(state: State, action: Action, lang: str) -> str:
    """A position and a decision in it, for people."""
    teller = told_to(lang, default_names(lang, state.players), action.player)
    drawn = as_text(state, lang, terminal_width(), wants_colour(), game=state.game)
    decision = WORDS["decision"][lang].format(decision=teller.decision(state, action))
    return for_encoding(f"{drawn}\n{decision}\n", sys.stdout.encoding)


# Answers


def expected(follows: Mapping[ReachedPosition | None, Hypotheses]) -> list[DiagnosisAnswer]:
    """Every answer to be expected, with only as much of a position as it takes to tell it from the others."""
    seen = {reached: _facts(reached) for reached in follows if reached is not None}
    names = telling_facts(list(seen.values()))
    return [_answer(seen[reached] if reached else None, names, those) for reached, those in follows.items()]


def _facts(reached: ReachedPosition) -> codec.Data:
    return {**facts(reached.state, ()), "result": result_data(reached.result)}


def telling_facts(seen: Sequence[codec.Data]) -> tuple[str, ...]:
    """The fewest facts that tell these positions apart; cards in hands and pile only if nothing else does."""

    texts = [{name: canonical(one[name]) for name in FACTS} for one in seen]

    def told_apart(*names: str) -> int:
        return len({tuple([text[name] for name in names]) for text in texts})

    telling = sorted([name for name in FACTS if told_apart(name) > 1], key=lambda name: name in ("hands", "pile"))
    choices = (names for size in range(len(telling) + 1) for names in combinations(telling, size))
    return next(names for names in choices if told_apart(*names) == len(seen))


def _answer(seen: codec.Data | None, names: Sequence[str], those: Hypotheses) -> DiagnosisAnswer:
    if seen is None:
        return DiagnosisAnswer({"refused": True}, WORDS["refused"], those)
    if not names:
        return DiagnosisAnswer({"refused": False}, WORDS["allowed"], those)
    words = ", ".join(f"{name} {canonical(seen[name], newline=False)}" for name in names)
    return DiagnosisAnswer({"after": {name: seen[name] for name in names}}, dict.fromkeys(LANGUAGES, words), those)


# Candidates


class Seating:
    """A game for so many players under all hypotheses that are left; refused if some cannot be played so."""

    def __init__(self, like: State, players: int, among: Hypotheses) -> None:
        self.like, self.players, self.among = like, players, among
        games = ConsultedGames(lambda ask: replace(like.rules, readings=Consulted(ask)), like.deck)
        self.under = partial(games.under, players)
        self.games = parted(self.under, among)

    def setup(self, seed: int) -> Setup:
        """What chance decides."""
        return Setup.from_seed(self.players, seed, self.like.rules, self.like.deck)

    def opened(self, seed: int, ask: Ask) -> State:
        """A game that is about to begin."""
        return new_game(self.setup(seed), self.under(ask).rules, self.like.deck)

    def to_set_up(self, seed: int) -> Iterator[AskedInGame]:
        """A question about the opening, if there is something to ask."""
        follows = parted(partial(self._opening, seed), self.among)
        if len(follows) > 1:
            yield AskedInGame(self.record(seed, self.among.first()), None, follows)

    def record(self, seed: int, hypothesis: Hypothesis, moves: Sequence[Action] = ()) -> codec.Record:
        """A game under this hypothesis."""
        return codec.Record(self.setup(seed), tuple(moves), decided(self.like, hypothesis).rules, self.like.deck)

    def _opening(self, seed: int, ask: Ask) -> ReachedPosition | None:
        return ReachedPosition.at(self.opened(seed, ask), next(iter(self.games)))

    def about(self, state: State, action: Action, hypothesis: Hypothesis) -> Iterator[AskedPosition]:
        """Questions about this decision and about those that only some readings allow, if there is something to ask."""
        standing = {state.changed(game=game): those for game, those in self.games.items()}
        for each in dict.fromkeys([*disputed(standing), action]):
            follows = followed_by(standing, each)
            if len(follows) > 1:
                yield AskedPosition(state, each, follows, hypothesis)


def disputed(standing: Mapping[State, Hypotheses]) -> list[Action]:
    """For each two lists of legal decisions a decision that is only on one of them."""
    menus: list[Sequence[Action]] = []
    for state, among in standing.items():
        for menu, _ in outcomes(partial(_menu, state), among):
            if menu not in menus:
                menus.append(menu)
    apart = [set(one) ^ set(other) for one, other in combinations(menus, 2)]
    return [min(actions, key=repr) for actions in apart if actions]


def _menu(state: State, ask: Ask) -> Sequence[Action]:
    return asking(state, ask).legal_actions()


def followed_by(standing: Mapping[State, Hypotheses], action: Action) -> dict[ReachedPosition | None, Hypotheses]:
    """What can be seen after a decision; nothing if it is refused."""
    return onward(carried_out(standing, action), partial(_seen, next(iter(standing)).game))


def carried_out(standing: Mapping[State, Hypotheses], action: Action) -> dict[Position | None, Hypotheses]:
    """The positions after a decision; nothing if it is refused."""
    first, *others = stages(action)

    def attempt(state: State, ask: Ask) -> Position | None:
        try:
            return first(state, ask)
        except IllegalAction:
            return None

    found = onward(standing, attempt)
    for stage in others:
        found = onward(found, partial(_unless_refused, stage))
    return found


def _unless_refused(stage: Stage, position: Position | None, ask: Ask) -> Position | None:
    return None if position is None else stage(position, ask)


def _seen(game: Game, position: Position | None, ask: Ask) -> ReachedPosition | None:
    return None if position is None else ReachedPosition.at(asking(whole(position), ask), game)


def batches(
    accounts: Sequence[Account[Position]], among: Hypotheses, seed: int, advance: Callable[..., None]
) -> Iterator[Iterator[AskedPosition | AskedInGame]]:
    """What could be asked: openings and what was recorded with the first games, more games, at last whole games."""
    seatings = list(_seatings(whole(possible(accounts[0].begin)), among))
    for batch in range(BATCHES - 1):
        numbers = range(batch * GAMES, (batch + 1) * GAMES)
        games = [_in_a_game(seatings[number % len(seatings)], number, seed, advance) for number in numbers]
        openings = [seating.to_set_up(seed) for seating in seatings]
        yield chain(*games) if batch else chain(*openings, _recorded(accounts, among), *games)
    yield chain(*[_through_a_game(seatings[n % len(seatings)], n, seed, advance) for n in range(GAMES)])


def _seatings(like: State, among: Hypotheses) -> Iterator[Seating]:
    for players in dict.fromkeys([*PLAYERS, like.players]):
        with suppress(BadInput):
            yield Seating(like, players, among)


def _in_a_game(seating: Seating, number: int, seed: int, advance: Callable[..., None]) -> Iterator[AskedPosition]:
    """Questions about the positions of a game, played by readings that are still possible."""
    chance = Random(f"question {seed} {number}")
    hypothesis = seating.among.drawn(chance)
    ask = hypothesis.__getitem__
    policy = POLICIES[number // len(PLAYERS) % len(POLICIES)]
    state = seating.opened(chance.randrange(1_000_000), ask)
    while actions := asking(state, ask).legal_actions():
        action = policy(state, actions, chance)
        yield from seating.about(state, action, hypothesis)
        state = asking(state, ask).apply_action(action)
    advance()


def _through_a_game(seating: Seating, number: int, seed: int, advance: Callable[..., None]) -> Iterator[AskedInGame]:
    """Questions about a game from its opening on, as long as nobody refuses a move.

    They tell what a position does not show: what only some readings remember.
    """
    chance = Random(f"game {seed} {number}")
    hypothesis = seating.among.drawn(chance)
    dealt, moves = chance.randrange(1_000_000), list[Action]()
    standing = parted(partial(seating.opened, dealt), seating.among)
    while actions := _choices(standing, hypothesis):
        for action in dict.fromkeys([*disputed(standing), actions[0]]):
            follows = followed_by(standing, action)
            if len(follows) > 1:
                yield AskedInGame(seating.record(dealt, hypothesis, moves), action, follows)
        moves.append(chance.choice(actions))
        standing = _unanimous(carried_out(standing, moves[-1]))
    advance()


def _choices(standing: Mapping[State, Hypotheses], hypothesis: Hypothesis) -> Sequence[Action]:
    """What may be decided under one hypothesis, in whichever position that has come to."""
    state = next((state for state, those in standing.items() if hypothesis in those), None)
    return () if state is None else asking(state, hypothesis.__getitem__).legal_actions()


def _unanimous(after: Mapping[Position | None, Hypotheses]) -> dict[State, Hypotheses]:
    """The positions come to if nobody has refused."""
    return {} if None in after else {whole(each): those for each, those in after.items() if each is not None}


def _recorded(accounts: Sequence[Account[Position]], among: Hypotheses) -> Iterator[AskedPosition]:
    """Questions about positions of the accounts, where other decisions than the recorded one may be taken."""
    hypothesis, chance = among.first(), Random(0)
    ask = hypothesis.__getitem__
    for account in accounts[:ACCOUNTS]:
        position = account.begin(ask)
        seating = Seating(whole(position), whole(position).players, among)
        for step in account.steps:
            if isinstance(position, State) and (actions := asking(position, ask).legal_actions()):
                yield from seating.about(position, chance.choice(actions), hypothesis)
            position = step(position, ask)
