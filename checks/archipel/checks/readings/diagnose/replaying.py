"""What another program has told, followed under all hypotheses at once. Nothing here knows any game.

An account is followed step by step. Hypotheses that have come to the same position are followed together, so the work
grows with the positions that differ, not with the hypotheses.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, ParamSpec, TypeVar

from archipel.checks.readings.diagnose.hypotheses import Ask, Hypotheses, Hypothesis, onward, parted

Position = TypeVar("Position", bound=Hashable)
P = ParamSpec("P")
Words = tuple[tuple[str, str], ...]


class RefutedError(Exception):
    """What was told cannot be under the readings asked for; ``why`` has a sentence for each language."""

    def __init__(self, where: str, why: Mapping[str, str]) -> None:
        super().__init__(f"{where}: {why}")
        self.where = where
        self.why = why


@dataclass(frozen=True)
class Refutation:
    """At which step of an account a hypothesis fails (0 is its beginning), where that stands in it, and why."""

    step: int
    where: str
    words: Words

    @property
    def why(self) -> dict[str, str]:
        """The reason, by language."""
        return dict(self.words)


@dataclass(frozen=True)
class Account(Generic[Position]):
    """A recorded game or a single case: how it begins, and what each step makes of a position.

    Both ask for readings only when they need them, and raise RefutedError. ``claimed`` are the readings that the other
    program says it plays by, if it says so.
    """

    name: str
    begin: Callable[[Ask], Position]
    steps: Sequence[Callable[[Position, Ask], Position]]
    claimed: Hypothesis | None = None


@dataclass
class ReplayVerdict:
    """Which hypotheses explain an account, and which are refuted by what."""

    explained: Hypotheses
    refuted: dict[Refutation, Hypotheses] = field(default_factory=dict)

    def against(self, hypothesis: Hypothesis) -> Refutation | None:
        """What refutes a hypothesis, if anything does."""
        return next((reason for reason, those in self.refuted.items() if hypothesis in those), None)

    def furthest(self) -> list[Refutation]:
        """Where even the hypotheses fail that come furthest; nothing if some explain the account."""
        last = max((reason.step for reason in self.refuted), default=0)
        return [] if self.explained else [reason for reason in self.refuted if reason.step == last]


def followed(account: Account[Position], among: Hypotheses) -> ReplayVerdict:
    """What an account says about each hypothesis of a set."""
    verdict = ReplayVerdict(among)
    standing = _standing(parted(_attempt(0, account.begin), among), verdict)
    for number, step in enumerate(account.steps, start=1):
        standing = _standing(onward(standing, _attempt(number, step)), verdict)
    return verdict


def _attempt(number: int, step: Callable[P, Position]) -> Callable[P, Position | Refutation]:
    """A step that tells of a refutation instead of raising it."""

    def attempt(*position_and_ask: P.args, **nothing: P.kwargs) -> Position | Refutation:
        try:
            return step(*position_and_ask, **nothing)
        except RefutedError as error:
            return Refutation(number, error.where, tuple(error.why.items()))

    return attempt


def _standing(
    outcomes: Mapping[Position | Refutation, Hypotheses], verdict: ReplayVerdict
) -> dict[Position, Hypotheses]:
    """The positions come to; hypotheses that are refuted are noted in the verdict."""
    standing: dict[Position, Hypotheses] = {}
    for outcome, hypotheses in outcomes.items():
        if isinstance(outcome, Refutation):
            verdict.refuted[outcome] = hypotheses
            verdict.explained -= hypotheses
        else:
            standing[outcome] = hypotheses
    return standing


def explaining_all(
    accounts: Iterable[Account[Position]], among: Hypotheses, advance: Callable[..., None]
) -> Hypotheses:
    """The hypotheses that explain every account."""
    for account in accounts:
        among = followed(account, among).explained
        advance(account.name)
    return among


@dataclass(frozen=True)
class ReplayFailure:
    """No hypothesis explains everything.

    ``verdicts`` are about each account by itself. ``conflict`` has the numbers of accounts that no hypothesis
    explains together, not one too many. ``closest`` explains most of them, and ``fails`` says where it fails in each.
    """

    verdicts: Sequence[ReplayVerdict]
    conflict: Sequence[int]
    closest: Hypothesis
    fails: Sequence[Refutation | None]


def failure(accounts: Sequence[Account[Position]], among: Hypotheses) -> ReplayFailure:
    """How it comes that no hypothesis explains all accounts."""
    verdicts = [followed(account, among) for account in accounts]
    scored: dict[tuple[int, int], Hypotheses] = {(0, 0): among}
    for verdict in verdicts:
        scored = _scored(scored, verdict)
    closest = scored[max(scored)].first()
    return ReplayFailure(
        verdicts, _conflict(verdicts, among), closest, [verdict.against(closest) for verdict in verdicts]
    )


def _conflict(verdicts: Sequence[ReplayVerdict], among: Hypotheses) -> list[int]:
    """Numbers of verdicts that leave nothing together, none of which can be spared."""
    kept = list(range(len(verdicts)))
    for number in range(len(verdicts)):
        left = among
        for other in kept:
            left = left if other == number else left & verdicts[other].explained
        kept = kept if left else [other for other in kept if other != number]
    return kept


def _scored(scored: dict[tuple[int, int], Hypotheses], verdict: ReplayVerdict) -> dict[tuple[int, int], Hypotheses]:
    """The scores (accounts explained, steps of the others) after one more account."""
    gains = [((1, 0), verdict.explained), *[((0, reason.step), those) for reason, those in verdict.refuted.items()]]
    found: dict[tuple[int, int], Hypotheses] = {}
    for (explained, steps), before in scored.items():
        for (more, further), those in gains:
            if both := before & those:
                score = (explained + more, steps + further)
                found[score] = found[score] | both if score in found else both
    return found
