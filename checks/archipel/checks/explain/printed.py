"""Explanations printed for people, line by line. Nothing here knows any game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files

from archipel.checks.explain.catalogue import Catalogue, Speaker
from archipel.checks.explain.model import ExplainedOutcome, Explanation, Happening, Link
from archipel.reference.strict_json import canonical

CATALOGUE = Catalogue(files(__package__) / "phrases.toml")


def say(lang: str, key: str, /, **values: object) -> str:
    """A phrase about any game."""
    return Speaker(CATALOGUE, lang).say(key, **values)


def explanation_lines(found: Explanation, lang: str) -> Iterator[str]:
    """Why a move is legal or not."""
    return _legal(found.happens, lang) if found.legal else _illegal(found, lang)


def _legal(happens: Sequence[Happening], lang: str) -> Iterator[str]:
    first, *rest = happens
    yield say(lang, "legal", decision=first.told[0][lang])
    yield from sentence_lines(first.clauses, lang, "  ")
    for happening in rest:
        yield from [text[lang] for text in happening.told]
        yield from sentence_lines(happening.clauses, lang, "  ")


def _illegal(found: Explanation, lang: str) -> Iterator[str]:
    yield say(lang, "illegal") + " " + say(lang, "set.one" if len(found.sets) == 1 else "set.many")
    for clauses in found.sets:
        yield from sentence_lines([reason for reason in found.reasons if reason.clause in clauses], lang, "  ")
    if found.due is not None:
        yield say(lang, "due", turn=found.due[lang])
    if found.alternatives:
        yield say(lang, "instead")
    for alternative in found.alternatives:
        yield f"  {alternative.told[lang]}"
        yield f"    {canonical(dict(alternative.action), newline=False)}"


def outcome_lines(found: ExplainedOutcome, lang: str) -> Iterator[str]:
    """How something comes out, and by which clauses."""
    yield f"{found.when[lang]} {found.told[lang]}"
    yield from sentence_lines(found.chain, lang, "  ")


def sentence_lines(links: Iterable[Link], lang: str, indent: str) -> Iterator[str]:
    """Each clause with its sentence, and below it what brings it in."""
    before = ""
    for link in links:
        if link.clause != before:
            yield f"{indent}{link.clause}: {link.sentence[lang]}"
        before = link.clause
        if link.fact is not None:
            others = [", ".join(found) for found in link.rests_on]
            also = [say(lang, "rests_on", clauses=found) for found in others]
            yield " ".join([f"{indent}  {link.fact[lang]}", *also])
