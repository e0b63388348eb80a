"""What was found out about each clause, as rows of a table and as results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from archipel.checks.proofs.necessity.search import ClauseEffect, Search, Witness
from archipel.checks.proofs.necessity.sparing import Proof, UndecidedError, spared
from archipel.checks.proofs.necessity.variants import sizes_in
from archipel.checks.proofs.results import Result, Status
from archipel.spec.clauses import Clause, Nature
from archipel.spec.machine import Values

SHOWN = {
    ClauseEffect.FORBIDS: "changes what is legal",
    ClauseEffect.ALLOWS: "changes what is legal",
    ClauseEffect.CHANGES: "changes what happens",
    ClauseEffect.ANSWERS: "changes an answer",
    ClauseEffect.OPENS: "changes how a game may begin",
}
NOT_TRIED = (Nature.WEIGHT, Nature.PRECEDES, Nature.SHOWS)
"""What depends on parts of these natures is not looked for: a clause with one is undecided at worst."""
NOTABLE = 6
"""How many unusual facts of a situation are told."""


@dataclass(frozen=True)
class NecessityRow:
    """One row of the table of necessity."""

    clause: str
    shown: str
    where: str
    players: int
    situation: str


@dataclass(frozen=True)
class NecessityFinding:
    """What was found out about a clause: a situation that depends on it, or the clauses it follows from, or neither.

    ``objection`` says what speaks against a situation replayed elsewhere, ``remark`` what else to know of it.
    """

    clause: str
    players: int
    witness: Witness | None = None
    proof: Proof | None = None
    undecided: bool = False
    objection: str = ""
    remark: str = ""

    @property
    def status(self) -> Status:
        if self.objection:
            return Status.REFUTED
        if self.witness is not None or self.proof is not None:
            return Status.PROVED
        return Status.UNDECIDED if self.undecided else Status.REFUTED

    @property
    def row(self) -> NecessityRow:
        if self.witness is not None:
            witness = self.witness
            where = witness.step.name if witness.step is not None else witness.asked or witness.scene.name
            return NecessityRow(self.clause, SHOWN[witness.effect], where, self.players, described(witness))
        if self.proof is not None:
            return NecessityRow(self.clause, "follows from the others", "", self.players, ", ".join(self.proof.clauses))
        return NecessityRow(
            self.clause, "undecided" if self.undecided else "neither needed nor implied", "", self.players, ""
        )

    def result(self, id: str) -> Result:
        row = self.row
        if self.witness is not None:
            method, detail = "a situation that depends on it", f"{self.witness.effect.value}: {row.situation}"
        elif self.proof is not None:
            method, detail = "follows from the others", f"follows by {self.proof.method} from {row.situation}"
        else:
            method, detail = row.shown, f"{self.clause} is {row.shown}"
        found = "; ".join(words for words in (self.objection, detail, self.remark) if words)
        return Result(f"{id}.{self.clause}", self.players, self.status, method, 1, "z3", detail=found)


def described(witness: Witness) -> str:
    """A situation in a few words: what is done or asked, when, what is unusual there, and what the variant changes."""
    if witness.step is not None:
        names = [symbol.name for symbol in witness.step.arguments]
        given = ", ".join(f"{name} {value}" for name, value in zip(names, witness.given, strict=True))
        what = f"{witness.step.name} ({given})" if given else witness.step.name
    else:
        what = f"{witness.asked}({', '.join(map(str, witness.given))})" if witness.asked else ""
    unusual = list(witness.unusual)
    more = [f"{len(unusual) - NOTABLE} more"] if len(unusual) > NOTABLE else []
    changed = f"{witness.part.name.replace('_', ' ')}: {witness.variant.how}"
    return "; ".join(part for part in (what, witness.scene.name, ", ".join(unusual[:NOTABLE] + more), changed) if part)


def examine(search: Search, clause: Clause, players: Sequence[int], known: Values) -> NecessityFinding:
    """A situation that depends on the clause or, if there is none, a proof that it follows from the others.

    ``known`` are the numbers of the game for the first number of players, for which a proof is sought.
    """
    search.undecided = False
    witness = search.needed(clause, players)
    if witness is not None:
        return NecessityFinding(clause.id, witness.players, witness)
    sizes = sizes_in(part.term for part in search.rulebook.parts(Nature.REQUIREMENT))
    try:
        proof = spared(search.rulebook, clause, known, sizes)
    except UndecidedError:
        return NecessityFinding(clause.id, players[0], undecided=True)
    undecided = search.undecided or any(part.nature in NOT_TRIED for part in clause.parts)
    return NecessityFinding(clause.id, players[0], proof=proof, undecided=undecided)
