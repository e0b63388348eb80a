"""The small typed algebra that clauses are written in, and its interpretations.

A clause is ordinary Python over :class:`Num` and :class:`Prop`. Calling it builds a term once; the term is then
*checked* (:mod:`.plain`), *proved* (:mod:`.solver`, over z3 or cvc5) or *printed* (:mod:`.notation`).

Functions are total: applied outside its domain a number is 0 and a proposition is false, in every interpretation.
"""

from archipel.spec.logic.terms import (
    Definition,
    Domain,
    Num,
    NumFunction,
    Prop,
    PropFunction,
    Symbol,
    Term,
    Variable,
    after,
    all_of,
    any_of,
    constant,
    count,
    exists,
    falsehood,
    first,
    forall,
    iff,
    implies,
    largest,
    least,
    negation,
    number,
    the,
    total,
    truth,
    when,
)

__all__ = [
    "Definition",
    "Domain",
    "Num",
    "NumFunction",
    "Prop",
    "PropFunction",
    "Symbol",
    "Term",
    "Variable",
    "after",
    "all_of",
    "any_of",
    "constant",
    "count",
    "exists",
    "falsehood",
    "first",
    "forall",
    "iff",
    "implies",
    "largest",
    "least",
    "negation",
    "number",
    "the",
    "total",
    "truth",
    "when",
]
