"""A rulebook with some passages changed, and everything that rests on them. Nothing here knows any game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from archipel.spec.clauses import Nature, Part, Rulebook, Step
from archipel.spec.logic.terms import Definition, NumCall, PropCall, Term, children, rebuild, walk


@dataclass(frozen=True, eq=False)
class Amendment:
    """What is changed: what notions mean, what parts say (None: nothing any more), what is said or can be done besides.

    Statements are other sentences for clauses, by language.
    """

    notions: Mapping[str, Term] = field(default_factory=dict)
    parts: Mapping[Part, Part | None] = field(default_factory=dict)
    added: Sequence[Part] = ()
    steps: Sequence[Step] = ()
    statements: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


def amended(rulebook: Rulebook, amendment: Amendment) -> Rulebook:
    """The rulebook as amended; parts and definitions that do not rest on a change are the same objects."""
    changed = Rulebook(rulebook.game, rulebook.sections, rulebook.vocabulary)
    changed.steps = {**rulebook.steps, **{step.name: step for step in amendment.steps}}
    changed.definitions = _definitions(rulebook, amendment)
    others = {name: new for name, new in changed.definitions.items() if new is not rulebook.definitions[name]}
    for id, clause in rulebook.clauses.items():
        kept = [amendment.parts.get(part, part) for part in clause.parts]
        added = [part for part in amendment.added if part.clause == id]
        parts = [_part(part, others) for part in (*kept, *added) if part is not None]
        statements = {**clause.statements, **amendment.statements.get(id, {})}
        changed.clauses[id] = replace(clause, rulebook=changed, parts=parts, statements=statements)
    return changed


def _definitions(rulebook: Rulebook, amendment: Amendment) -> dict[str, Definition]:
    found: dict[str, Definition] = {}
    under_way: list[str] = []

    def renewed(name: str) -> Definition:
        if name in under_way:
            raise ValueError(f"{name} is defined by itself")
        if name not in found:
            under_way.append(name)
            old = rulebook.definitions[name]
            body = amendment.notions.get(name, old.body)
            used = {call: renewed(call) for call in _called(body)}
            changed = calling(body, {call: new for call, new in used.items() if new is not rulebook.definitions[call]})
            found[name] = old if changed is old.body else replace(old, body=changed)
            under_way.pop()
        return found[name]

    return {name: renewed(name) for name in rulebook.definitions}


def _called(term: Term) -> set[str]:
    return {part.definition.name for part in walk(term) if isinstance(part, NumCall | PropCall)}


def _part(part: Part, definitions: Mapping[str, Definition]) -> Part:
    if part.nature is Nature.DEFINITION:
        return replace(part, term=definitions[part.name].body) if part.name in definitions else part
    changed = calling(part.term, definitions)
    return part if changed is part.term else replace(part, term=changed)


def calling(term: Term, definitions: Mapping[str, Definition]) -> Term:
    """The term with its calls turned to other definitions of the same names; the same object if it calls none."""
    if not definitions:
        return term
    parts = children(term)
    changed = tuple(calling(part, definitions) for part in parts)
    if any(new is not old for new, old in zip(changed, parts, strict=True)):
        fresh = iter(changed)
        term = rebuild(term, lambda _: next(fresh))
    if isinstance(term, NumCall | PropCall) and term.definition.name in definitions:
        return replace(term, definition=definitions[term.definition.name])
    return term
