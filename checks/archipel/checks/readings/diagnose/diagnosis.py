"""A whole diagnosis, for programs and in words. Nothing here knows any game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

from archipel.checks.readings.choices import told as ruling
from archipel.checks.readings.diagnose.hypotheses import Hypotheses, Hypothesis
from archipel.checks.readings.diagnose.questioning import Inquiry, Question
from archipel.checks.readings.diagnose.replaying import Account, Refutation, ReplayFailure, ReplayVerdict, followed
from archipel.checks.support.phrases import Phrases

# So many combinations are listed for programs, and so many for people.
LISTED = 1000
TOLD = 12
REASONS = 3


@dataclass(frozen=True)
class DiagnosedClaim:
    """Readings by which games say they were played, and where that fails, if it does: in which account, and how."""

    choice: Hypothesis
    fails: tuple[str, Refutation] | None


def claims(accounts: Sequence[Account[Any]], among: Hypotheses) -> list[DiagnosedClaim]:
    """What the accounts claim, each claim once."""
    said = {ruling(one.claimed): one.claimed for one in accounts if one.claimed is not None}
    return [DiagnosedClaim(choice, _failing(choice, accounts, among)) for choice in said.values()]


def _failing(
    choice: Hypothesis, accounts: Sequence[Account[Any]], among: Hypotheses
) -> tuple[str, Refutation] | None:
    table = among.table
    whole = table.agreeing({point: choice.get(point, names[0]) for point, names in table.choices.items()})
    for account in accounts:
        for refutation in followed(account, whole).refuted:
            return account.name, refutation
    return None


@dataclass(frozen=True)
class Diagnosis:
    """Which combinations of readings explain all accounts; if none does, how it fails; what to ask next."""

    accounts: Sequence[Account[Any]]
    survivors: Hypotheses
    claims: Sequence[DiagnosedClaim]
    failure: ReplayFailure | None
    inquiry: Inquiry | None

    @cached_property
    def decided(self) -> dict[str, str]:
        """The points that have one reading in all combinations."""
        readings = {point: self.survivors.readings_of(point) for point in self.survivors.table.points}
        return {point: names[0] for point, names in readings.items() if len(names) == 1}

    @cached_property
    def free(self) -> list[str]:
        """The points on which nothing depends: any reading does, whatever the others are."""
        asked = self.survivors.points_asked()
        return [point for point in self.survivors.table.points if point not in asked and self.survivors]

    def combinations(self) -> Iterator[dict[str, tuple[str, ...]]]:
        """The readings that the other points may have together; nothing if there are no such points."""
        rest = self.survivors
        for point in self.decided:
            rest = rest.forgetting(point)
        return rest.combinations() if rest.branches else iter(())


# For programs


def data(diagnosis: Diagnosis) -> dict[str, Any]:
    """A diagnosis as plain values."""
    return {
        "records": len(diagnosis.accounts),
        "explained": bool(diagnosis.survivors),
        "claimed": [{"readings": dict(claim.choice), "fails": _place(claim.fails)} for claim in diagnosis.claims],
        "decided": diagnosis.decided,
        "free": diagnosis.free,
        "survivors": [_lists(piece) for piece in islice(diagnosis.combinations(), LISTED)],
        "count": diagnosis.survivors.count(),
        **({} if diagnosis.failure is None else _failure_data(diagnosis, diagnosis.failure)),
        **({"questions": []} if diagnosis.inquiry is None else _inquiry_data(diagnosis.inquiry, diagnosis.survivors)),
    }


def _lists(readings: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    return {point: list(names) for point, names in readings.items()}


def _place(fails: tuple[str, Refutation] | None) -> dict[str, Any] | None:
    return fails and {"record": fails[0], **_refutation(fails[1])}


def _refutation(refutation: Refutation) -> dict[str, Any]:
    return {"where": refutation.where, "why": refutation.why}


def _failure_data(diagnosis: Diagnosis, failure: ReplayFailure) -> dict[str, Any]:
    names = [account.name for account in diagnosis.accounts]
    alone = [_alone(name, verdict) for name, verdict in zip(names, failure.verdicts, strict=True)]
    fails = [_place((name, one)) for name, one in zip(names, failure.fails, strict=True) if one is not None]
    return {
        "alone": alone,
        "conflict": [names[number] for number in failure.conflict],
        "closest": {"readings": dict(failure.closest), "fails": fails},
    }


def _alone(name: str, verdict: ReplayVerdict) -> dict[str, Any]:
    return {
        "record": name,
        "count": verdict.explained.count(),
        "furthest": [_refutation(one) for one in verdict.furthest()],
    }


def _inquiry_data(inquiry: Inquiry, among: Hypotheses) -> dict[str, Any]:
    return {
        "questions": [_question(question, among) for question in inquiry.questions],
        "needed": inquiry.needed,
        "fewest": inquiry.fewest,
        "tried": inquiry.tried,
        "untold": list(inquiry.untold),
    }


def _question(question: Question, among: Hypotheses) -> dict[str, Any]:
    answers = [
        {**answer.data, "means": _lists(narrowed(answer.those, among)), "count": answer.those.count()}
        for answer in question.answers
    ]
    return {"ask": question.data, "answers": answers}


def narrowed(those: Hypotheses, among: Hypotheses) -> dict[str, tuple[str, ...]]:
    """The points of which some hypotheses have fewer readings than all."""
    readings = {point: those.readings_of(point) for point in among.table.points}
    return {point: names for point, names in readings.items() if names != among.readings_of(point)}


# In words

WORDS = Phrases(__file__)


class ToldDiagnosis:
    """A diagnosis in one language."""

    def __init__(self, diagnosis: Diagnosis, lang: str) -> None:
        self.diagnosis = diagnosis
        self.lang = lang
        self.words = WORDS.of(lang)

    def __str__(self) -> str:
        blocks = [self._summary()]
        if self.diagnosis.failure is not None:
            blocks.append(self._failure(self.diagnosis.failure))
        else:
            blocks += [self._decided(), self._open()]
        if self.diagnosis.inquiry is not None:
            blocks += self._inquiry(self.diagnosis.inquiry)
        return "\n\n".join(block for block in blocks if block) + "\n"

    def say(self, key: str, **values: object) -> str:
        return self.words[key].format(**values)

    def _summary(self) -> str:
        survivors, number = self.diagnosis.survivors, len(self.diagnosis.accounts)
        count, records = survivors.count(), self.say("record" if number == 1 else "records", number=number)
        key = ("none", "one")[count] if count < 2 else "many"
        first = self.say(key, count=count, all=survivors.table.all.count(), records=records)
        return "\n".join([first, *[self._claim(claim) for claim in self.diagnosis.claims]])

    def _claim(self, claim: DiagnosedClaim) -> str:
        if claim.fails is None:
            return self.say("claim", readings=ruling(claim.choice))
        return self.say("claim.not", readings=ruling(claim.choice), fails=self._fails(*claim.fails))

    def _fails(self, record: str, refutation: Refutation) -> str:
        return self.say("fails", record=record, where=refutation.where, why=refutation.why[self.lang])

    def _decided(self) -> str:
        choices = self.diagnosis.survivors.table.choices
        lines = []
        for point, name in self.diagnosis.decided.items():
            ours = "" if name == choices[point][0] else "  " + self.say("ours", ours=choices[point][0])
            lines.append(f"  {point:22} {name}{ours}")
        return "\n".join([self.words["decided"], *lines]) if lines else ""

    def _open(self) -> str:
        lines = []
        if self.diagnosis.free:
            lines += [self.words["free"], *[f"  {point}" for point in self.diagnosis.free]]
        pieces = list(islice(self.diagnosis.combinations(), TOLD + 1))
        if pieces:
            lines += [self.words["together"], *[f"  {in_writing(piece)}" for piece in pieces[:TOLD]]]
        if len(pieces) > TOLD:
            lines.append(f"  {self.words['more']}")
        return "\n".join(lines)

    def _failure(self, failure: ReplayFailure) -> str:
        names = [account.name for account in self.diagnosis.accounts]
        lines = []
        for name, verdict in zip(names, failure.verdicts, strict=True):
            lines += self._unexplained(name, verdict.furthest())
        if not lines:
            lines = [self.words["conflict"], *self._conflict(names, failure)]
        choices = self.diagnosis.survivors.table.choices
        others = {point: name for point, name in failure.closest.items() if name != choices[point][0]}
        fails = ["  " + self._fails(name, one) for name, one in zip(names, failure.fails, strict=True) if one]
        return "\n".join([*lines, "", self.say("closest", readings=ruling(others)), *fails])

    def _unexplained(self, name: str, furthest: Sequence[Refutation]) -> list[str]:
        """The step of an account to which no hypothesis comes, and what is found there instead."""
        if not furthest:
            return []
        reasons = list(dict.fromkeys(f"  {one.why[self.lang]}" for one in furthest))
        more = [f"  {self.words['more']}"] if len(reasons) > REASONS else []
        return [self.say("unexplained", record=name, where=furthest[0].where), *reasons[:REASONS], *more]

    def _conflict(self, names: Sequence[str], failure: ReplayFailure) -> list[str]:
        counts = {names[number]: failure.verdicts[number].explained.count() for number in failure.conflict}
        return [f"  {self.say('alone', record=name, count=count)}" for name, count in counts.items()]

    def _inquiry(self, inquiry: Inquiry) -> Iterator[str]:
        if not inquiry.needed and not inquiry.untold:
            yield self.words["nothing"]
        if inquiry.needed:
            needed = self.say("questions.1" if inquiry.needed == 1 else "questions", number=inquiry.needed)
            yield self.say("ask" if inquiry.fewest else "ask.some", needed=needed, tried=inquiry.tried)
        if inquiry.untold:
            yield self.say("untold", points=", ".join(inquiry.untold))
        for number, question in enumerate(inquiry.questions, start=1):
            yield self._question(number, question)

    def _question(self, number: int, question: Question) -> str:
        title = self.say("question", number=number)
        lines = [title, "-" * len(title), question.told(self.lang)]
        for answer in question.answers:
            lines += [f"  {answer.told[self.lang]}", f"    {self._meaning(answer.those)}"]
        return "\n".join(lines)

    def _meaning(self, those: Hypotheses) -> str:
        meaning = narrowed(those, self.diagnosis.survivors)
        return self.say("means", meaning=in_writing(meaning)) if meaning else self.say("left", count=those.count())


def in_writing(readings: Mapping[str, Sequence[str]]) -> str:
    """Readings that points may have, as people write them."""
    return ", ".join(f"{point}={'|'.join(names)}" for point, names in readings.items())
