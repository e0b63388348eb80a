"""Every move of recorded games judged, and the result they claim. Nothing here knows any game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import islice
from typing import Any

from archipel.checks.judge.game import Complaint, Data, Judge, Recorded, Refused, judge_of
from archipel.checks.judge.referee.sources import Unit
from archipel.checks.judge.wording import say
from archipel.reference.strict_json import BadInput, canonical

LISTED = 3


class RefereeVerdict(StrEnum):
    RIGHT = "right"
    WRONG = "wrong"
    UNREADABLE = "unreadable"


@dataclass(frozen=True)
class Finding:
    """What was found about one recorded game; ``moves`` counts those that were judged and are right."""

    file: str
    line: int
    verdict: RefereeVerdict
    moves: int = 0
    finished: bool = False
    clauses: tuple[str, ...] = ()
    data: Data = field(default_factory=dict)
    told: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file

    def as_json(self) -> Data:
        line = {"line": self.line} if self.line else {}
        return {"file": self.file, **line, "verdict": self.verdict.value, "moves": self.moves, **self.data}

    def lines(self, with_drawing: bool) -> Iterator[str]:
        """For people: in the first line what is wrong and where."""
        first, *rest = self.told
        yield f"{self.place}: {first}"
        yield from rest
        if with_drawing:
            yield from self.drawn


def judged(unit: Unit, judge: Judge, lang: str) -> Finding:
    """The verdict about one recorded game, with the reasons if it is not right."""
    if unit.problem and not unit.lines:
        return _unreadable(unit, unit.problem, lang)
    try:
        recorded = judge.read_record(unit.record())
    except BadInput as error:
        return _unreadable(unit, str(error), lang)
    found = _played(unit, recorded, judge, lang)
    return _unreadable(unit, unit.problem, lang) if unit.problem and found.verdict is RefereeVerdict.RIGHT else found


def judged_all(game: str, lang: str, all_units: Iterable[Unit]) -> Judged:
    """The same for several, by the name of their game."""
    judge = judge_of(game)
    found = Judged()
    for unit in all_units:
        found.add(judged(unit, judge, lang))
    return found


def _played(unit: Unit, recorded: Recorded, judge: Judge, lang: str) -> Finding:
    state: Any = recorded.state
    for index, action in enumerate(recorded.moves):
        try:
            state = judge.after(state, action)
        except Refused as refused:
            why = judge.refusal(state, action, refused.reason, lang)
            return _wrong_move(unit, index, action, judge, state, why, lang)
    moves = len(recorded.moves)
    if recorded.result is not None and recorded.result != judge.result(state):
        complaint = judge.wrong_result(state, recorded.result, lang)
        return _wrong_result(unit, moves, judge, state, complaint, lang)
    return Finding(unit.file, unit.line, RefereeVerdict.RIGHT, moves, judge.result(state) is not None)


def _unreadable(unit: Unit, problem: str, lang: str) -> Finding:
    told = (say(lang, "unreadable", problem=problem),)
    return Finding(unit.file, unit.line, RefereeVerdict.UNREADABLE, data={"problem": problem}, told=told)


def _wrong_move(
    unit: Unit, index: int, action: Any, judge: Judge, state: Any, why: Complaint, lang: str
) -> Finding:
    legal = judge.legal(state)
    written = canonical(judge.action_data(action), newline=False)
    some = [judge.action_data(other) for other in islice(legal, LISTED)]
    data = {"what": "move", "move": index, **why.data, "legal": len(legal), "state": judge.state_data(state)}
    told = [say(lang, "wrong.move", move=index, action=written), *[f"  {line}" for line in why.told]]
    if not data.get("alternatives"):
        data["alternatives"] = [{"action": other} for other in some]
        told += [f"  {line}" for line in _legal_lines(len(legal), some, lang)]
    return Finding(
        unit.file,
        unit.line_of_move(index),
        RefereeVerdict.WRONG,
        index,
        clauses=why.clauses,
        data=data,
        told=tuple(told),
        drawn=tuple(judge.drawn(state, lang).splitlines()),
    )


def _legal_lines(count: int, some: Iterable[Data], lang: str) -> Iterator[str]:
    yield say(lang, "legal.none" if not count else "legal.one" if count == 1 else "legal.many", count=count)
    yield from [f"  {canonical(action, newline=False)}" for action in some]


def _wrong_result(unit: Unit, moves: int, judge: Judge, state: Any, why: Complaint, lang: str) -> Finding:
    claimed = canonical(why.data["claimed"], newline=False)
    early = why.data["due"] is None
    told = [say(lang, "early.result" if early else "wrong.result", moves=moves, claimed=claimed)]
    told += [f"  {line}" for line in why.told]
    return Finding(
        unit.file,
        unit.lines[-1][0] if unit.is_log else unit.line,
        RefereeVerdict.WRONG,
        moves,
        judge.result(state) is not None,
        why.clauses,
        {"what": "result", **why.data, "state": judge.state_data(state)},
        tuple(told),
        tuple(judge.drawn(state, lang).splitlines()),
    )


@dataclass
class Summary:
    """What was found in a whole corpus."""

    verdicts: Counter[RefereeVerdict] = field(default_factory=Counter)
    clauses: Counter[str] = field(default_factory=Counter)
    moves: int = 0
    unfinished: int = 0

    def add(self, finding: Finding) -> None:
        self.verdicts[finding.verdict] += 1
        self.clauses.update(finding.clauses)
        self.moves += finding.moves
        self.unfinished += finding.verdict is RefereeVerdict.RIGHT and not finding.finished

    def join(self, other: Summary) -> None:
        self.verdicts.update(other.verdicts)
        self.clauses.update(other.clauses)
        self.moves += other.moves
        self.unfinished += other.unfinished

    @property
    def exit_code(self) -> int:
        """2 if something could not be judged, else 1 if something is wrong."""
        return 2 if self.verdicts[RefereeVerdict.UNREADABLE] else 1 if self.verdicts[RefereeVerdict.WRONG] else 0

    def as_json(self) -> Data:
        counts = {verdict.value: self.verdicts[verdict] for verdict in RefereeVerdict}
        games = self.verdicts[RefereeVerdict.RIGHT] + self.verdicts[RefereeVerdict.WRONG]
        clauses = dict(self.clauses.most_common())
        return {"games": games, "moves": self.moves, **counts, "unfinished": self.unfinished, "clauses": clauses}

    def lines(self, lang: str) -> Iterator[str]:
        yield say(lang, "summary", **self.as_json())
        for clause, count in self.clauses.most_common():
            yield f"  {count:6}  {clause}"
        if self.verdicts[RefereeVerdict.WRONG]:
            yield say(lang, "diagnose")


@dataclass
class Judged:
    """What was found in some games: right ones are only summed up, so that there is little to hand over."""

    right: Summary = field(default_factory=Summary)
    others: list[Finding] = field(default_factory=list)

    def add(self, finding: Finding) -> None:
        if finding.verdict is RefereeVerdict.RIGHT:
            self.right.add(finding)
        else:
            self.others.append(finding)

    @property
    def games(self) -> int:
        return self.right.verdicts[RefereeVerdict.RIGHT] + len(self.others)
