"""Turns of phrase that theorems of several chapters use."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from archipel.spec.costa_ruana.resolution import acts
from archipel.spec.costa_ruana.vocabulary import Faces, Islands, Players, Turns
from archipel.spec.logic import Domain, Num, NumFunction, Prop, Symbol, all_of, exists, forall, implies, negation, total
from archipel.spec.logic.terms import NumApply, Role


def forall_cards(body: Callable[[Num, Num], Prop]) -> Prop:
    """For every card a player can have laid."""
    return forall(Players, lambda p: forall(Faces, lambda f: body(p, f)))


def some_card(body: Callable[[Num, Num], Prop]) -> Prop:
    return exists(Players, lambda p: exists(Faces, lambda f: body(p, f)))


def over_cards(body: Callable[[Num, Num], Num]) -> Num:
    """The sum over every card a player can have laid."""
    return total(Players, lambda p: total(Faces, lambda f: body(p, f)))


def any_one(name: str, domain: Domain) -> Num:
    """An element of which nothing is said but its name: what holds of it holds of all (see :func:`within`)."""
    return NumApply(Symbol(name, Role.ARGUMENT, values=domain, meaning="any one of them"))


def any_numbers(name: str) -> NumFunction:
    """A number for each island, of which nothing is said but its name."""
    return NumFunction(Symbol(name, Role.ARGUMENT, (Islands,), meaning="any numbers"))


def within(element: Num, domain: Domain) -> Prop:
    return exists(domain, lambda e: e == element)


class Effect(NamedTuple):
    """A card, named by who laid it and how, and a turn on it."""

    by: Num
    face: Num
    turn: Num

    @property
    def exists(self) -> Prop:
        return all_of(within(self.by, Players), within(self.face, Faces), within(self.turn, Turns))


def any_effect(name: str) -> Effect:
    """Some card and some turn on it, of which nothing else is said."""
    return Effect(any_one(f"{name}_by", Players), any_one(f"{name}_face", Faces), any_one(f"{name}_turn", Turns))


def given(shown: Prop, conclusion: Prop) -> Prop:
    """What follows from something that another claim shows of the same positions or steps.

    Taken alone it is weaker than its conclusion; together with that other claim it is the conclusion.
    """
    return implies(shown, conclusion)


def acts_alone(p: Num) -> Prop:
    """It is a player's effect that is next, and nobody else's."""
    return all_of(acts(p), forall(Players, lambda q: implies(p != q, negation(acts(q)))))
