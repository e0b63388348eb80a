"""Fingerprints: equal for what says the same, different for what does not."""

from __future__ import annotations

from tests.toy.spec import Players, Reefs, at, basket, hand, left, pearls_each

from archipel.spec.logic import Definition, Num, Prop, exists, forall, number
from archipel.spec.logic.fingerprint import Fingerprints, digest
from archipel.spec.logic.terms import NumCall, Variable

fingerprint = Fingerprints()


def test_names_of_variables_do_not_matter() -> None:
    one = forall(Reefs, lambda r: exists(Players, lambda p: at(p) == r))
    other = forall(Reefs, lambda reef: exists(Players, lambda seat: at(seat) == reef))
    assert fingerprint(one) == Fingerprints()(other)


def test_everything_else_does() -> None:
    terms: list[Prop] = [
        forall(Reefs, lambda r: left(r) <= pearls_each),
        forall(Reefs, lambda r: left(r) < pearls_each),
        exists(Reefs, lambda r: left(r) <= pearls_each),
        forall(Reefs, lambda r: left(r) <= 3),
        forall(Reefs, lambda r: left(r) <= hand),
        forall(Players, lambda p: basket(p) <= pearls_each),
        forall(Reefs, lambda r: forall(Reefs, lambda s: left(r) <= left(s))),
        forall(Reefs, lambda r: forall(Reefs, lambda s: left(s) <= left(r))),
    ]
    assert len({fingerprint(term) for term in terms}) == len(terms)
    assert fingerprint(*terms) != fingerprint(*reversed(terms))


def test_what_a_definition_says_matters_and_its_name_does_not() -> None:
    def defined(name: str, body: Num, place: Variable) -> Num:
        return NumCall(Definition(name, (place,), body), (number(0),))

    place = Variable("r", Reefs)
    many, few = left(place), left(place) + 1
    assert fingerprint(defined("a", many, place)) == fingerprint(defined("b", many, place))
    assert fingerprint(defined("a", many, place)) != fingerprint(defined("a", few, place))


def test_pieces_do_not_run_into_each_other() -> None:
    assert digest(["ab", "c"]) != digest(["a", "bc"])
