"""Numbered cases about single rules, found in played games: every one can be come to from a setup."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from archipel.checks.costa_ruana.theory import PLAYERS
from archipel.checks.costa_ruana.vectors import answers, played
from archipel.checks.costa_ruana.vectors.played import Moment
from archipel.checks.judge.vectors import Data, Suite
from archipel.reference.costa_ruana import Phase, codec
from archipel.spec.costa_ruana import RULEBOOK

ABOUT = "single decisions in played games: what they lead to, what else is legal, and what each seat sees"
PLAYED = "the earliest such decision in seeded games"
VIEWED = ("play.face-down", "reveal.turn-up", "succession.huts")
"""The clauses by which one seat sees less than another, or no less."""


def suite(players: Iterable[int] = PLAYERS) -> Suite:
    return Suite("rules", "cases", ABOUT, {"cases": [case for number in players for case in cases(number)]})


def cases(players: int) -> Iterator[Data]:
    walked = [moment for number in range(played.GAMES) for moment in played.game(players, number)]
    earliest = sorted(walked, key=lambda moment: len(moment.moves))
    for moment, fails in chosen(earliest):
        yield played_case(moment, fails)
    yield from _menus_and_views(earliest)


def chosen(moments: Iterable[Moment]) -> Iterator[tuple[Moment, list[str]]]:
    """Moments in which clauses act that did not act before, and the nearest of the same kind in which they do not."""
    walked, seen = list(moments), set[str]()
    failing: dict[Moment, list[str]] = {}
    acting: list[Moment] = []
    for moment in walked:
        new = moment.acting | {f"{moment.kind} {moment.state.phase}"}
        if new <= seen:
            continue
        acting.append(moment)
        for clause in sorted(moment.acting - seen):
            if (other := nearest_without(clause, moment, walked)) is not None:
                failing.setdefault(other, []).append(clause)
        seen |= new
    for moment in dict.fromkeys([*acting, *failing]):
        yield moment, failing.get(moment, [])


def nearest_without(clause: str, moment: Moment, walked: Iterable[Moment]) -> Moment | None:
    """The decision nearest to one in which a clause does not act: first of the same kind, then just before or after."""
    others = [other for other in walked if clause not in other.acting and other.setup == moment.setup]
    return min(
        others,
        key=lambda other: (other.kind != moment.kind, abs(len(other.moves) - len(moment.moves)), len(other.moves)),
        default=None,
    )


def played_case(moment: Moment, fails: Iterable[str] = ()) -> Data:
    """What a decision of a game leads to."""
    ask = {"do": "play", "action": codec.action_data(moment.action)}
    return case(moment, ask, moment.acting, fails)


def case(moment: Moment, ask: Data, clauses: Iterable[str], fails: Iterable[str] = ()) -> Data:
    begin, acting = answers.beginning(moment.state, moment.record), set(clauses)
    return {
        "players": moment.state.players,
        "clauses": [id for id in RULEBOOK.clauses if id in acting],
        "just_not": list(fails),
        "found": PLAYED,
        "begin": begin,
        "ask": ask,
        "expect": answers.expected(begin, ask),
    }


def _menus_and_views(earliest: Iterable[Moment]) -> Iterator[Data]:
    """In the first position of each phase: all that is legal, and what each seat sees."""
    firsts: dict[Phase, Moment] = {}
    for moment in earliest:
        firsts.setdefault(moment.state.phase, moment)
    for phase, moment in firsts.items():
        yield case(moment, {"do": "legal"}, ["round.steps"])
        if phase in (Phase.STAND, Phase.OFFER):
            yield from (case(moment, {"do": "view", "player": p}, VIEWED) for p in range(moment.state.players))
