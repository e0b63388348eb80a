"""What holds in every position that two rulebooks both come to. Nothing here knows any game.

As long as two rulebooks have not parted, a position of one is a position of the other. If one of them is the rulebook
as we read it, all its invariants hold there. If neither is, some of them are proved again for one of the two, from
nothing but each other: those that speak of facts the two differ about and of nothing else, and what they rest on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from archipel.checks.proofs.prover import OPENING, PROVERS, ProofGame, ProofQuestion, decide, places_to_prove, term_of
from archipel.checks.proofs.results import Status
from archipel.spec.clauses import Rulebook
from archipel.spec.logic.terms import Domain, Num, NumApply, Prop, Role, Symbol, forall, symbols_in
from archipel.spec.theorems import Claim, Form, Theory

TIMEOUT_MS = 30_000


def lasting(
    game: ProofGame, books: Sequence[Rulebook], supposed: Mapping[str, Prop], about: frozenset[str], players: int
) -> tuple[Prop, ...]:
    """What holds in every position that both rulebooks come to, as far as it bears on some facts.

    ``supposed`` is what is claimed of numbers that a reading adds, by their names; it is used if it is proved.
    """
    if game.theory.rulebook in books:
        stated = game.theory.invariants
    else:
        stated = inductive(game, books[0], _bearing(game, books[0], about), players)
    added = {book: list(_about_own_numbers(book, supposed)) for book in books}
    found = [claim for book, claims in added.items() for claim in inductive(game, book, claims, players, stated)]
    return tuple(term_of(claim) for claim in (*stated, *found))


def _about_own_numbers(book: Rulebook, supposed: Mapping[str, Prop]) -> Iterator[Claim]:
    for symbol in own_numbers(book):
        yield Claim(symbol.name, Form.INVARIANT, f"{symbol.name} is never negative", _never_negative(symbol))
        if symbol.name in supposed:
            yield Claim(symbol.name, Form.INVARIANT, f"{symbol.name} is as supposed", supposed[symbol.name])


def _bearing(game: ProofGame, book: Rulebook, about: frozenset[str]) -> list[Claim]:
    """The invariants, in the words of a rulebook, that speak only of these facts, and those their proofs rest on.

    What speaks of material, or is proved by lemmas, is left out: it takes long to prove again.
    """
    theory = Theory(book)
    theory.theorems = game.theory.theorems
    material = {symbol.name for symbol in book.vocabulary.with_role(Role.MATERIAL)}
    plain = {c.name: c for c in theory.invariants if not (_facts(c) & material or _is_helped(game, c))}
    found = {name: claim for name, claim in plain.items() if _facts(claim) <= about}
    while more := {name for claim in found.values() for name in _used(game, claim)} & plain.keys() - found.keys():
        found |= {name: plain[name] for name in more}
    return [claim for name, claim in plain.items() if name in found]


def _used(game: ProofGame, claim: Claim) -> set[str]:
    """What the proof of an invariant rests on."""
    return {name for names in game.hints.get(claim.name, {}).values() for name in names}


def _facts(claim: Claim) -> set[str]:
    symbols = symbols_in(term_of(claim)).values()
    return {symbol.name for symbol in symbols if symbol.role in (Role.STATE, Role.MATERIAL)}


def _is_helped(game: ProofGame, claim: Claim) -> bool:
    """Whether the proof of an invariant uses claims about steps, or elements numbered in a convenient way."""
    lemmas = {lemma.name for lemma in game.theory.claims(Form.STEP)}
    return bool(lemmas & _used(game, claim)) or any(name == claim.name for name, _ in game.numbered)


class Restated(Theory):
    """Claims about every position of a rulebook, with no theorem to help."""

    def __init__(self, book: Rulebook, invariants: Iterable[Claim]) -> None:
        super().__init__(book)
        self._invariants = tuple(invariants)

    @property
    def invariants(self) -> tuple[Claim, ...]:
        return self._invariants


def inductive(
    game: ProofGame, book: Rulebook, claims: Iterable[Claim], players: int, given: Sequence[Claim] = ()
) -> tuple[Claim, ...]:
    """The claims that both provers show to hold in every position of a rulebook, from each other and what is given."""
    left = tuple(claims)
    while left:
        restated = replace(game, theory=Restated(book, (*given, *left)), complete=None, specimen=None)
        questions = [ProofQuestion(restated, players, prover, TIMEOUT_MS) for prover in PROVERS]
        failing = {name for question in questions for name in _failing(question, left)}
        if not failing:
            break
        left = tuple(claim for claim in left if claim.name not in failing)
    return left


def _failing(question: ProofQuestion, claims: Sequence[Claim]) -> set[str]:
    places: dict[str, list[Claim]] = {}
    for claim in claims:
        for where in places_to_prove(question.game, claim):
            if not (where == OPENING and _is_added(question.game, claim)):
                places.setdefault(where, []).append(claim)
    verdicts = [decide(question, where, there) for where, there in places.items()]
    return {name for found in verdicts for name, verdict in found.items() if verdict.status is not Status.PROVED}


def _is_added(game: ProofGame, claim: Claim) -> bool:
    """Whether a claim is about numbers that a reading adds to the vocabulary; these are 0 in every opening."""
    return not _facts(claim) <= game.theory.rulebook.vocabulary.symbols.keys()


def own_numbers(book: Rulebook) -> list[Symbol]:
    """The numbers of the position that a rulebook adds to the vocabulary."""
    parts = [part for clause in book.clauses.values() for part in clause.parts]
    symbols = {name: symbol for part in parts for name, symbol in symbols_in(part.term).items()}
    own = [symbol for name, symbol in symbols.items() if name not in book.vocabulary.symbols]
    return [symbol for symbol in own if symbol.role is Role.STATE and not symbol.is_prop]


def _never_negative(symbol: Symbol) -> Prop:
    def at(domains: tuple[Domain, ...], places: tuple[Num, ...]) -> Prop:
        if not domains:
            return NumApply(symbol, places) >= 0
        return forall(domains[0], lambda x: at(domains[1:], (*places, x)))

    return at(symbol.domains, ())
