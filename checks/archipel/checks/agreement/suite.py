"""What ``archipel prove`` finds out about any game: its theorems, its secrets, and whether clauses and engine agree.

A game with checks of its own adds them to these. Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random

from archipel.checks.agreement import openings
from archipel.checks.agreement.action_universe import refuse_near_misses
from archipel.checks.agreement.lockstep import Campaign, DisagreementError, LockstepGame
from archipel.checks.agreement.noninterference import secrecy_checks
from archipel.checks.agreement.views import ViewCheck
from archipel.checks.games.protocol import Game
from archipel.checks.games.registry import game_called
from archipel.checks.proofs.kept.cache import key_of
from archipel.checks.proofs.obligations import claims_of, result_id, theory_checks
from archipel.checks.proofs.prover import TIMEOUT_MS
from archipel.checks.proofs.results import Check, Result, Status
from archipel.checks.support.versions import EVERYTHING
from archipel.spec.clauses import Nature

PARTS = 4
"""A campaign of games is cut into parts so that all cores stay busy."""

QUICK = 6
"""So many games of each number of players show most mistakes."""


@dataclass(frozen=True)
class CommonSuite:
    """What can be found out about every game."""

    name: str

    @property
    def game(self) -> Game:
        return game_called(self.name)

    def checks(
        self, games: int, players: Sequence[int] = (), timeout: int = TIMEOUT_MS, only: str = "", deep: bool = False
    ) -> list[Check]:
        """Every check that may have to do with an id, the long ones first so that they do not come last on one core.

        ``deep`` looks as far as that can be done at all, which takes long.
        """
        counts = players or self.game.players
        asked = [self._about(check, only) for check in theory_checks(self.name, counts, timeout, deep=deep)]
        own = [package for package in self.game.packages if not package.startswith(EVERYTHING)]
        keyed = [
            replace(check, keys={"": key_of(check, *EVERYTHING, *own)})
            for check in self.others(games, counts, deep)
            if self._may_have(check.id, only)
        ]
        secret = [check for check in secrecy_checks(self.name, counts, timeout) if self._may_have(check.id, only)]
        return [*(check for check in asked if check is not None), *keyed, *secret]

    def others(self, games: int, players: Sequence[int], deep: bool) -> list[Check]:
        """The checks that are no proofs about clauses alone."""
        return [
            *game_checks(self.name, games, players),
            *(Check("agreement.refusals", n, refusals, (self.name, max(1, games // 4))) for n in reversed(players)),
            *(Check("views", n, views, (self.name, max(1, games // 4))) for n in reversed(players) if self.has_secrets),
            *(Check("setup.openings", n, all_openings, (self.name,)) for n in players),
        ]

    @property
    def has_secrets(self) -> bool:
        """Whether clauses speak of what seats see; if none does, everything is open."""
        return bool(self.game.rulebook.parts(Nature.SHOWS))

    def matches(self, id: str, only: str) -> bool:
        """Whether an id, or the label of the theorem that has it, begins with what is asked for."""
        theorem = self.game.theory.theorems.get(id)
        return id.startswith(only) or (theorem is not None and only in theorem.covers)

    def _may_have(self, id: str, only: str) -> bool:
        return self.matches(id, only) or only.startswith(id)

    def _about(self, check: Check, only: str) -> Check | None:
        """A check of claims, without those that nobody asked about."""
        proofs = self.game.proofs
        every = claims_of(proofs)
        return check.without({item for item in check.keys if not self.matches(result_id(proofs, every[item]), only)})

    def quick(self) -> Iterable[Check]:
        """A short form, the cheap checks first."""
        players = self.game.players
        yield from (Check("agreement.games", n, whole_games, (self.name, 0, QUICK)) for n in players)
        if self.has_secrets:
            yield Check("views", players[0], views, (self.name, 1))
        yield from theory_checks(self.name, players[:1], TIMEOUT_MS, ["z3"])


def first_noticed(checks: Iterable[Check]) -> int:
    """Run checks up to the first that notices something, and say what; the value is an exit code."""
    for check in checks:
        for result in check():
            if not result.as_expected or result.status is Status.UNDECIDED:
                print(f"{result.id} with {result.players} players: {' '.join(result.detail.split())[:120]}")
                return 1
    return 0


def sampled(id: str, players: int, method: str, cases: int, wrong: str) -> list[Result]:
    return [Result(id, players, Status.REFUTED if wrong else Status.SAMPLED, method, cases, detail=wrong)]


def exhausted(id: str, players: int, method: str, cases: int, wrong: str) -> list[Result]:
    return [Result(id, players, Status.REFUTED if wrong else Status.EXHAUSTED, method, cases, detail=wrong)]


def game_checks(name: str, games: int, players: Sequence[int]) -> list[Check]:
    """So many random games for each number of players."""
    return [
        Check("agreement.games", n, whole_games, (name, part * games // PARTS, (part + 1) * games // PARTS))
        for n in reversed(players)
        for part in range(PARTS)
    ]


def whole_games(id: str, players: int, name: str, first: int, last: int) -> list[Result]:
    """Random games, every step compared; the cases counted are decisions."""
    game = game_called(name)
    campaign, decisions, wrong = Campaign(game.mapping, game.policies), 0, ""
    for number in range(first, last):
        try:
            decisions += len(campaign.number(players, number).moves)
        except DisagreementError as error:
            wrong = str(error)
            break
    return sampled(id, players, "decisions of random games", decisions, wrong)


def refusals(id: str, players: int, name: str, games: int) -> list[Result]:
    """What is almost legal, tried at every step of random games; the cases are actions."""
    game, cases, wrong = game_called(name), 0, ""
    for number in range(games):
        chance = Random(number)
        try:
            played = Campaign(game.mapping, game.policies).number(players, number)
            followed = LockstepGame(game.mapping, played.start, played.setup)
            for action in played.moves:
                cases += refuse_near_misses(followed, chance)
                followed.play(action)
        except DisagreementError as error:
            wrong = str(error)
            break
    return sampled(id, players, "near misses in random games", cases, wrong)


def views(id: str, players: int, name: str, games: int) -> list[Result]:
    """Every seat's view at every step of random games; the cases are views."""
    game = game_called(name)
    found, wrong = ViewCheck(game.mapping), ""
    for number in range(games):
        played, chance = Campaign(game.mapping, game.policies).number(players, number), Random(number)
        state = played.start
        for action in (*played.moves, None):
            wrong = wrong or found.wrong(state, chance)
            state = state if action is None else game.engine.apply_action(state, action)
    return sampled(id, players, "views in random games", found.cases, wrong)


def all_openings(id: str, players: int, name: str, of_what: str = "") -> list[Result]:
    """The openings that the clauses describe are those that the engine begins with, for the setups a game lists."""
    game = game_called(name)
    count, difference = openings.compare(game.mapping, game.setups(players))
    return exhausted(id, players, f"all openings{of_what}", count, difference)
