"""What a term says, as a short string: equal for equal terms, whatever their variables are called.

A name of a definition counts for nothing: what is defined does.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import fields

from archipel.spec.logic.terms import Definition, Domain, NumCall, PropCall, Symbol, Term, Variable


class Fingerprints:
    """Fingerprints of terms; definitions are worked out once."""

    def __init__(self) -> None:
        self.definitions: dict[Definition, str] = {}

    def __call__(self, *terms: Term) -> str:
        return digest(self._written(term, {}) for term in terms)

    def _written(self, term: Term, bound: dict[int, str]) -> str:
        if isinstance(term, Variable):
            return bound.get(term.serial, f"?{term.name}")
        if isinstance(term, NumCall | PropCall):
            arguments = " ".join(self._written(argument, bound) for argument in term.arguments)
            return f"({self._definition(term.definition)} {arguments})"
        inner = dict(bound)
        variable = getattr(term, "variable", None)
        if isinstance(variable, Variable):
            inner[variable.serial] = f"@{len(bound)}"
        written = [self._field(getattr(term, item.name), inner, variable) for item in fields(term)]  # type: ignore[arg-type]
        return f"({type(term).__name__} {' '.join(written)})"

    def _field(self, value: object, bound: dict[int, str], variable: object) -> str:
        match value:
            case Variable() if value is variable:
                return self._domain(value.domain)
            case Term():
                return self._written(value, bound)
            case Symbol():
                places = " ".join(self._domain(domain) for domain in value.domains)
                return f"{value.role.value}:{value.name}[{places}]"
            case tuple():
                return "[" + " ".join(self._field(part, bound, variable) for part in value) + "]"
            case _:
                return repr(value)

    def _domain(self, domain: Domain) -> str:
        return f"{domain.name}:{self._written(domain.first, {})}+{self._written(domain.size, {})}"

    def _definition(self, definition: Definition) -> str:
        if definition not in self.definitions:
            bound = {variable.serial: f"${place}" for place, variable in enumerate(definition.parameters)}
            self.definitions[definition] = digest([self._written(definition.body, bound)])
        return self.definitions[definition]


def digest(pieces: Iterable[str]) -> str:
    """A short string that stands for all the pieces in their order."""
    found = hashlib.sha256()
    for piece in pieces:
        found.update(piece.encode())
        found.update(b"\0")
    return found.hexdigest()[:32]
