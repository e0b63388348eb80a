"""Explain one theorem: what it says, in words and in notation, and which clauses it really depends on.

A proof is repeated for one number of players with everything in it labelled: each guard, each invariant, each
requirement and each contribution of a clause to a change. What the prover needs of that, cut down as far as it can, is
what the fact depends on; to it come the clauses that define the words used there. Nothing here knows any game.
"""

from __future__ import annotations

import argparse
import difflib
import json
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from archipel.checks.games.registry import game_called
from archipel.checks.proofs.kept.foundations import Foundations
from archipel.checks.proofs.obligations import result, result_id, theorem_of
from archipel.checks.proofs.prover import (
    ANYWHERE,
    ProofGame,
    ProofQuestion,
    ProofStage,
    cases_of,
    decide,
    instances,
    places_to_prove,
    term_of,
)
from archipel.checks.proofs.results import Result, Status
from archipel.checks.proofs.run_checks import merged
from archipel.checks.proofs.solver_session import SolverVerdict
from archipel.checks.support.progress import progress
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import LANGUAGES, Nature, Part, Rulebook, Step
from archipel.spec.logic import notation
from archipel.spec.logic.solver import Interpretation, Table
from archipel.spec.logic.terms import Definition, NumCall, PropCall, Symbol, Term, symbols_in, walk
from archipel.spec.theorems import METHODS, Claim, Form, Outcome, Theorem

WIDTH = 96


@dataclass(frozen=True, eq=False)
class ExplanationGround:
    """Something a proof may rest on: what says it, how it bears on the proof, and the term that says it."""

    source: str
    how: str
    term: Term


@dataclass(eq=False)
class Labelled:
    """A place where a claim is to be shown, with everything a proof may use under a label of its own."""

    stage: ProofStage
    grounds: dict[str, ExplanationGround] = field(default_factory=dict)
    facts: dict[str, list[Any]] = field(default_factory=dict)

    def label(self, ground: ExplanationGround, facts: list[Any]) -> None:
        name = f"ground_{len(self.grounds)}"
        self.grounds[name] = ground
        self.facts[name] = facts


@dataclass
class Dependence:
    """What a claim depends on, and where the prover could not say."""

    grounds: list[ExplanationGround] = field(default_factory=list)
    undecided: list[str] = field(default_factory=list)


# What a proof needs


def dependence(question: ProofQuestion, claim: Claim) -> Dependence:
    """What a claim really depends on, wherever it has to be shown (z3 only)."""
    found = Dependence()
    for where in places_to_prove(question.game, claim):
        symmetric = question.game.symmetric_in(claim, where)
        for case, seen in cases_of(question, where, symmetric, claim):
            labelled = laid_out(question, where, ProofStage.set_up(question, where, symmetric, case, claim), claim)
            for piece in instances(labelled.stage.seen_by(claim), term_of(claim), seen):
                _add(found, needed(labelled, claim, piece), where)
    return found


def _add(found: Dependence, grounds: list[ExplanationGround] | None, where: str) -> None:
    if grounds is None:
        found.undecided += [where] if where not in found.undecided else []
    else:
        found.grounds += grounds


def laid_out(question: ProofQuestion, where: str, stage: ProofStage, claim: Claim) -> Labelled:
    """A place with everything labelled: guards and changes of its step, and whatever else may be assumed."""
    rulebook, labelled = question.game.theory.rulebook, Labelled(stage)
    sources = _sources(question.game)
    for _, term in stage.available(claim):
        ground = ExplanationGround(*sources[term], term)
        labelled.label(ground, [stage.scene.fact(term)])
    step = rulebook.steps.get(where)
    if step is not None:
        _label_step(labelled, rulebook, step)
    return labelled


def _sources(game: ProofGame) -> dict[Term, tuple[str, str]]:
    """What says each thing that may be assumed, and as what."""
    rulebook, theory = game.theory.rulebook, game.theory
    parts = rulebook.parts(Nature.REQUIREMENT, Nature.INITIAL)
    stated = {part.term: (part.clause, part.nature.value) for part in parts}
    claimed = [(claim, "lemma") for claim in theory.claims(Form.STEP)]
    claimed += [(claim, "invariant") for claim in theory.invariants]
    return stated | {term_of(claim): (claim.theorem, how) for claim, how in claimed}


def _label_step(labelled: Labelled, rulebook: Rulebook, step: Step) -> None:
    scene = labelled.stage.scene
    for part in rulebook.guards(step):
        labelled.label(ExplanationGround(part.clause, f"guard of {step.name}", part.term), [scene.fact(part.term)])
    parts = rulebook.parts(Nature.BECOMES, Nature.ADDS, step=step)
    contributions = {part: list[Any]() for part in parts}
    scene.view.later = loosened(scene.view, contributions)
    for part, facts in contributions.items():
        assert part.target is not None
        labelled.label(ExplanationGround(part.clause, f"{step.name} changes {part.target.name}", part.term), facts)


def loosened(view: Interpretation, contributions: Mapping[Part, list[Any]]) -> Interpretation:
    """The facts after a step as unknowns; what each clause says of them is added to its contributions when needed."""
    by_target: dict[Symbol, list[Part]] = {}
    for part in contributions:
        assert part.target is not None
        by_target.setdefault(part.target, []).append(part)
    pending = {t.name: partial(_unknown_table, view, t, parts, contributions) for t, parts in by_target.items()}
    return view.changed({}, pending)


def _unknown_table(
    view: Interpretation, target: Symbol, parts: Sequence[Part], contributions: Mapping[Part, list[Any]]
) -> Table:
    table: Table = {}
    for place, before in view.table(target).items():
        values = [_contribution(view, part, place, contributions[part]) for part in parts]
        set_outright = parts[0].nature is Nature.BECOMES
        table[place] = values[0] if set_outright else before + sum(values[1:], start=values[0])
    return table


def _contribution(view: Interpretation, part: Part, place: tuple[int, ...], facts: list[Any]) -> Any:
    """An unknown for what a clause makes of a fact, or adds to it; that the clause says so is one more fact."""
    assert part.target is not None
    name = "_".join(["later", part.name, part.target.name, *map(str, place)])
    unknown = view.api.Bool(name) if part.target.is_prop else view.api.Int(name)
    bound = {variable.serial: index for variable, index in zip(part.variables, place, strict=True)}
    facts.append(unknown == view.expression(view(part.term, bound)))
    return unknown


def needed(labelled: Labelled, claim: Claim, piece: Any) -> list[ExplanationGround] | None:
    """What suffices for a piece and cannot be cut down further; nothing if the prover finds no proof in time."""
    if piece is True:
        return []
    for names in _ever_more(labelled, claim):
        core = _core(labelled, names, piece)
        if core is not None:
            own = term_of(claim)
            return [labelled.grounds[name] for name in names if name in core and labelled.grounds[name].term is not own]
    return None


def _ever_more(labelled: Labelled, claim: Claim) -> Iterator[list[str]]:
    """Labels of ever more that may be assumed, as for the proof itself; guards and changes are always there."""
    available = {id(labelled.stage.scene.fact(term)) for _, term in labelled.stage.available(claim)}
    for tier in labelled.stage.tiers(claim):
        left_out = available - {id(fact) for fact in tier}
        yield [name for name, facts in labelled.facts.items() if not any(id(fact) in left_out for fact in facts)]


def _core(labelled: Labelled, names: Sequence[str], piece: Any) -> set[str] | None:
    scene, view = labelled.stage.scene, labelled.stage.scene.view
    solver = view.api.Solver()
    solver.set("timeout", scene.timeout)
    solver.set("core.minimize", True)
    solver.add(*(view.expression(fact) for fact in _unlabelled(labelled)))
    solver.add(view.expression(view.negation(piece)))
    for name in names:
        solver.assert_and_track(view.expression(view.conjunction(labelled.facts[name])), name)
    if solver.check() != view.api.unsat:
        return None
    return {str(label) for label in solver.unsat_core()}


def _unlabelled(labelled: Labelled) -> list[Any]:
    """What holds whatever the clauses say: arguments are in range, and elements are numbered as is convenient."""
    known = {id(fact) for facts in labelled.facts.values() for fact in facts}
    return [fact for fact in labelled.stage.given if id(fact) not in known]


# The chain of what a proof rests on


def chain(question: ProofQuestion, claims: Sequence[Claim]) -> list[dict[str, Any]]:
    """The dependency graph below some claims, each once, nearest first, down to clauses; and whether each is proved.

    Every proof is repeated; it is told with all that it was given, which may be more than it needs.
    """
    game, foundations = question.game, Foundations(question.game)
    below: dict[str, set[str]] = {}
    results: list[Result] = []
    left = [claim.name for claim in claims]
    while left:
        name = left.pop(0)
        claim, clauses = foundations.claims[name], set[str]()
        for where in places_to_prove(game, claim):
            verdict = decide(question, where, [claim])[name]
            results.append(result(game, claim, question, where, verdict))
            clauses |= verdict.clauses | _changing(game, claim, where)
        below[name] = clauses
        used = sorted({one for found in results for one in found.rests_on})
        left += [one for one in used if one not in below and one not in left]
    judged = foundations.judged(results)
    order = list(game.theory.rulebook.clauses)
    return [
        {
            "claim": name,
            "id": result_id(game, foundations.claims[name]),
            "status": whole.status.value,
            "rests_on": list(whole.rests_on),
            "clauses": sorted(clauses, key=order.index),
        }
        for name, clauses in below.items()
        for whole in merged(replace(one, id=name) for one in judged if one.item == name)
    ]


def _changing(game: ProofGame, claim: Claim, where: str) -> set[str]:
    """The clauses that say how a step changes what a claim speaks of."""
    step, said = game.theory.rulebook.steps.get(where), symbols_in(term_of(claim))
    parts = () if step is None else game.theory.rulebook.parts(Nature.BECOMES, Nature.ADDS, step=step)
    return {part.clause for part in parts if part.target is not None and part.target.name in said}


# The words used


def clauses_defining(rulebook: Rulebook, terms: Iterable[Term], opaque: Iterable[str]) -> dict[str, str]:
    """For each word that the terms use and a clause defines, that clause; nothing behind an opaque word counts."""
    stated = {part.name: part.clause for part in rulebook.parts(Nature.DEFINITION)}
    words = {name for term in terms for name in _words_in(term, set(opaque))}
    return {name: stated[name] for name in sorted(words) if name in stated}


def _words_in(term: Term, seen: set[str]) -> Iterator[str]:
    definitions: list[Definition] = [
        part.definition for part in walk(term) if isinstance(part, NumCall | PropCall)
    ]
    for definition in definitions:
        if definition.name not in seen:
            seen.add(definition.name)
            yield definition.name
            yield from _words_in(definition.body, seen)


# The explanation of one theorem


@dataclass(frozen=True, eq=False)
class Setting:
    """A game, the numbers its sentences name, and the numbers of players it is for."""

    game: ProofGame
    numbers: Mapping[str, int]
    players: Sequence[int]

    @classmethod
    def called(cls, name: str) -> Setting:
        game = game_called(name)
        return cls(game.proofs, game.numbers.for_statements(), game.players)

    def ids(self, asked: str) -> list[str]:
        """The theorems and clauses' invariants that an id or a label means."""
        theorems = self.game.theory.theorems
        if asked in theorems or asked in self.stated_invariants:
            return [asked]
        labelled = [id for id, theorem in theorems.items() if asked in theorem.covers]
        stated = [id for id in self.stated_invariants if f".{id}.".startswith((f".{asked}.", f".invariant.{asked}."))]
        if labelled or stated:
            return labelled or stated
        labels = {label for theorem in theorems.values() for label in theorem.covers}
        near = difflib.get_close_matches(asked, [*theorems, *self.stated_invariants, *sorted(labels)])
        raise BadInput(f"--explain: nothing is called {asked!r}" + (f"; near: {', '.join(near)}" if near else ""))

    @property
    def stated_invariants(self) -> dict[str, Claim]:
        """What clauses say of every position, by result id."""
        claims = self.game.theory.invariants
        return {result_id(self.game, claim): claim for claim in claims if theorem_of(self.game, claim) is None}

    def claims(self, id: str) -> list[Claim]:
        theorem = self.game.theory.theorems.get(id)
        return [self.stated_invariants[id]] if theorem is None else theorem.claims


def explain(setting: Setting, id: str, players: int | None, timeout: int) -> dict[str, Any]:
    """Everything there is to say about a theorem or a clause's invariant, as plain data."""
    theorem, claims = setting.game.theory.theorems.get(id), setting.claims(id)
    allowed = list((theorem.players if theorem else ()) or setting.players)
    if players is not None and players not in allowed:
        raise BadInput(f"--players: {id} is about {', '.join(map(str, allowed))} players")
    rulebook = setting.game.theory.rulebook
    count = players or telling_players(setting.game, claims, allowed)
    statements = theorem.statements if theorem else rulebook.clauses[claims[0].theorem].statements
    holds = theorem is None or theorem.outcome is Outcome.HOLDS
    return {
        "id": id,
        "statements": {language: statements[language].format(**setting.numbers) for language in LANGUAGES},
        "labels": list(theorem.covers) if theorem else [],
        "clauses_declared": list(theorem.clauses) if theorem else [claims[0].theorem],
        "players": allowed,
        "method": " and ".join(dict.fromkeys(_method(setting.game, claim) for claim in claims)),
        "expected": "holds" if holds else "fails",
        "claims": [_claim_data(claim) for claim in claims],
        "explained_for": count,
        **why(ProofQuestion(setting.game, count, "z3", timeout), claims, theorem),
    }


def telling_players(game: ProofGame, claims: Iterable[Claim], allowed: Sequence[int]) -> int:
    """A number of players to explain claims for: the fewest where steps are taken, which is quick.

    A claim about one position is quick for any number. There a middle one is better: with the fewest players, too
    little can happen for all the clauses to matter.
    """
    steps = any(places_to_prove(game, claim) != (ANYWHERE,) for claim in claims)
    return allowed[0] if steps else allowed[len(allowed) // 2]


def _method(game: ProofGame, claim: Claim) -> str:
    return "from other invariants" if claim.name in game.following else METHODS[claim.form]


def _claim_data(claim: Claim) -> dict[str, Any]:
    written = {} if claim.term is None else {"text": notation.text(claim.term), "latex": notation.latex(claim.term)}
    steps = {"steps": [step.name for step in claim.steps]} if claim.steps else {}
    return {"name": claim.name, "form": claim.form.value, **steps, "text": "", "latex": "", **written}


def why(question: ProofQuestion, claims: Sequence[Claim], theorem: Theorem | None) -> dict[str, Any]:
    """What the claims depend on, or the situation that decides them."""
    fails = theorem is not None and theorem.outcome is Outcome.FAILS
    proved = [c for c in claims if not fails and c.form not in (Form.POSSIBLE, Form.WORKED_OUT)]
    decided = [c for c in claims if c.term is not None and (fails or c.form is Form.POSSIBLE)]
    depends_on, undecided = depends(question, proved)
    found = chain(question, proved)
    undecided += [f"{one['claim']} ({one['status']})" for one in found if one["status"] != Status.PROVED.value]
    told_of = told(question, decided, theorem)
    return {"depends_on": depends_on, "chain": found, "undecided": undecided, "told": told_of}


def depends(question: ProofQuestion, claims: Sequence[Claim]) -> tuple[dict[str, list[str]], list[str]]:
    """What claims depend on and how, in rulebook order, theorems last; and which claims the prover left open where."""
    rulebook = question.game.theory.rulebook
    found: dict[str, set[str]] = {}
    undecided = []
    with progress(len(claims), "claims") as advance:
        for claim in claims:
            dependent = dependence(question, claim)
            for source, how in _ways(question, claim, dependent):
                found.setdefault(source, set()).add(how)
            undecided += [f"{claim.name} ({where or 'any position'})" for where in dependent.undecided]
            advance(claim.name)
    order = [*rulebook.clauses, *question.game.theory.theorems]
    return {source: sorted(found[source]) for source in sorted(found, key=order.index)}, undecided


def _ways(question: ProofQuestion, claim: Claim, found: Dependence) -> Iterator[tuple[str, str]]:
    rulebook = question.game.theory.rulebook
    for ground in found.grounds:
        if ground.source != claim.theorem or ground.source in rulebook.clauses:
            yield ground.source, ground.how
    places = places_to_prove(question.game, claim)
    hidden = [set(question.game.opaque.get((claim.name, where), ())) for where in places]
    terms = [term_of(claim), *(ground.term for ground in found.grounds)]
    for word, clause in clauses_defining(rulebook, terms, set.intersection(*hidden)).items():
        yield clause, f"defines {word.replace('_', '-')}"


def told(question: ProofQuestion, claims: Sequence[Claim], theorem: Theorem | None) -> dict[str, list[str]]:
    """The first situation that refutes one of the claims, or shows one to be possible, in words."""
    game = question.game
    for claim in claims:
        for where in places_to_prove(game, claim):
            verdict = decide(question, where, [claim])[claim.name]
            if game.witness is not None and _is_shown(claim, verdict):
                lines: Mapping[str, Sequence[str]] = game.witness(claim, theorem, question, verdict)["told"]
                return {language: list(lines[language]) for language in LANGUAGES}
    return {}


def _is_shown(claim: Claim, verdict: SolverVerdict) -> bool:
    wanted = Status.PROVED if claim.form is Form.POSSIBLE else Status.REFUTED
    return verdict.status is wanted and bool(verdict.values)


# On the command line


def run(arguments: argparse.Namespace) -> int:
    """Explain what ``--explain`` asks for; the value is the exit code."""
    setting = Setting.called(arguments.game)
    ids = setting.ids(arguments.explain)
    found = [explain(setting, id, arguments.players, 1000 * arguments.timeout) for id in ids]
    if arguments.json:
        whole = found[0] if len(found) == 1 else {"label": arguments.explain, "theorems": found}
        print(json.dumps(whole, indent=1, ensure_ascii=False))
    else:
        print("\n\n".join("\n".join(lines_of(setting, one, arguments.lang)) for one in found))
    return 1 if any(one["undecided"] for one in found) else 0


WORDS: Mapping[str, tuple[str, str]] = {
    "players": ("players", "joueurs"),
    "method": ("method", "méthode"),
    "expected": ("expected", "attendu"),
    "holds": ("holds", "vrai"),
    "fails": ("fails", "faux"),
    "claims": ("Claims", "Énoncés"),
    "about": ("About", "À propos de"),
    "depends": ("Really depends on ({} players)", "Dépend vraiment de ({} joueurs)"),
    "chain": ("Rests on, link by link ({} players)", "Repose sur, maillon par maillon ({} joueurs)"),
    "situation": ("A situation that shows it ({} players)", "Une situation qui le montre ({} joueurs)"),
    "counterexample": ("A counterexample ({} players)", "Un contre-exemple ({} joueurs)"),
    "undecided": ("No proof found in time", "Sans preuve dans le temps imparti"),
    "worked out": ("worked out case by case", "vérifié cas par cas"),
    "unused": ("declared but not needed", "déclaré mais pas nécessaire"),
}


def lines_of(setting: Setting, found: Mapping[str, Any], language: str) -> Iterator[str]:
    """An explanation as people read it."""

    def word(key: str) -> str:
        return WORDS[key][LANGUAGES.index(language)]

    yield " ".join([found["id"], *(f"({label})" for label in found["labels"])])
    yield from _filled(found["statements"][language], "  ")
    counts = ", ".join(map(str, found["players"]))
    method, expected = f"{word('method')}: {found['method']}", f"{word('expected')}: {word(found['expected'])}"
    yield f"  {word('players')}: {counts}; {method}; {expected}"
    yield from ("", word("about"), *_sentences(setting, found["clauses_declared"], language))
    yield from ("", word("claims"))
    for claim in found["claims"]:
        yield f"  {claim['name'].replace('_', ' ')} ({', '.join([claim['form'], *claim.get('steps', ())])})"
        yield from _filled(claim["text"] or word("worked out"), "    ")
    yield from _reasons(found, word, language)


def _reasons(found: Mapping[str, Any], word: Any, language: str) -> Iterator[str]:
    if found["depends_on"]:
        yield from ("", word("depends").format(found["explained_for"]))
        width = max(map(len, found["depends_on"]))
        for source, ways in found["depends_on"].items():
            yield from _filled("; ".join(ways), f"  {source:{width}}  ")
        unused = [clause for clause in found["clauses_declared"] if clause not in found["depends_on"]]
        if unused and not found["id"].startswith("invariant."):
            yield from _filled(f"{word('unused')}: {', '.join(unused)}", "  ")
    if found["chain"]:
        yield from ("", word("chain").format(found["explained_for"]))
        for one in found["chain"]:
            yield from _filled(", ".join([*one["rests_on"], *one["clauses"]]), f"  {one['claim']}, {one['status']}: ")
    if found["undecided"]:
        yield from ("", word("undecided"), *(f"  {where}" for where in found["undecided"]))
    if found["told"]:
        heading = "situation" if found["expected"] == "holds" else "counterexample"
        yield from ("", word(heading).format(found["explained_for"]))
        yield from (f"  {line}" for line in found["told"][language])


def _sentences(setting: Setting, clauses: Iterable[str], language: str) -> Iterator[str]:
    for id in clauses:
        sentence = setting.game.theory.rulebook.clauses[id].statement(language, setting.numbers)
        yield from _filled(sentence, f"  {id}: ")


def _filled(text: str, first: str) -> list[str]:
    """The text in lines, the first with something before it and the others as far to the right."""
    margin = " " * min(len(first), 40)
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=margin if first.strip() else first)
