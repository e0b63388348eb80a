"""Fingerprints: equal for what says the same, different for what does not."""

from __future__ import annotations

from archipel.spec.costa_ruana.vocabulary import Islands, Players, abroad, crowd, island_cap, on, treasures
from archipel.spec.logic import Definition, Num, Prop, exists, forall, number, total
from archipel.spec.logic.fingerprint import Fingerprints, digest
from archipel.spec.logic.terms import NumCall, Variable

fingerprint = Fingerprints()


def test_names_of_variables_do_not_matter() -> None:
    one = forall(Islands, lambda i: exists(Players, lambda p: on(i, p) >= 1))
    other = forall(Islands, lambda isle: exists(Players, lambda seat: on(isle, seat) >= 1))
    assert fingerprint(one) == Fingerprints()(other)


def test_everything_else_does() -> None:
    terms: list[Prop] = [
        forall(Islands, lambda i: crowd(i) <= island_cap),
        forall(Islands, lambda i: crowd(i) < island_cap),
        exists(Islands, lambda i: crowd(i) <= island_cap),
        forall(Islands, lambda i: crowd(i) <= 7),
        forall(Islands, lambda i: treasures(i) <= island_cap),
        forall(Players, lambda p: abroad(p) <= island_cap),
        forall(Islands, lambda i: forall(Islands, lambda j: crowd(i) <= crowd(j))),
        forall(Islands, lambda i: forall(Islands, lambda j: crowd(j) <= crowd(i))),
    ]
    assert len({fingerprint(term) for term in terms}) == len(terms)
    assert fingerprint(*terms) != fingerprint(*reversed(terms))


def test_what_a_definition_says_matters_and_its_name_does_not() -> None:
    def defined(name: str, body: Num, place: Variable) -> Num:
        return NumCall(Definition(name, (place,), body), (number(0),))

    place = Variable("i", Islands)
    many, few = total(Players, lambda p: on(place, p)), total(Players, lambda p: on(place, p) + 1)
    assert fingerprint(defined("a", many, place)) == fingerprint(defined("b", many, place))
    assert fingerprint(defined("a", many, place)) != fingerprint(defined("a", few, place))


def test_pieces_do_not_run_into_each_other() -> None:
    assert digest(["ab", "c"]) != digest(["a", "bc"])
