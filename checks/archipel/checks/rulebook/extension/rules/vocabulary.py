"""The words that clauses are written with, and the steps by which positions change."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx

from archipel.checks.rulebook.extension.base import BookDirective
from archipel.checks.rulebook.extension.pieces import (
    Cell,
    code,
    formula_line,
    formulas,
    listed,
    paragraph,
    table,
    text,
    typst_of,
)
from archipel.checks.rulebook.extension.rules.clauses import defined
from archipel.checks.rulebook.languages.translations import domain_name, domains_of
from archipel.spec.clauses import Nature, Step
from archipel.spec.logic import notation
from archipel.spec.logic.terms import Definition, Domain, Role, Symbol


class VocabularyDirective(BookDirective):
    """The symbols of one role, the ``domains`` they range over, or ``notions``: defined words with their formulas."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        match self.arguments[0]:
            case "notions":
                return self.notions()
            case "domains":
                return [self.domains()]
            case "parameter":
                return [self.parameters()]
            case role if role in {each.value for each in Role}:
                return [self.symbols(Role(role))]
            case other:
                raise self.error(f"expected notions, domains or a role, found {other!r}")

    def symbols(self, role: Role) -> nodes.Node:
        rows = [
            (signature(symbol), text(self.book.worded(symbol.meaning)), text(self.gives(symbol)))
            for symbol in self.book.rulebook.vocabulary.with_role(role)
        ]
        return self.table_of(("symbol", "meaning", "gives"), rows)

    def parameters(self) -> nodes.Node:
        depends = self.say("vocabulary.depends")
        rows = [
            (signature(s), text(self.book.worded(s.meaning)), text(str(self.book.numbers.get(s.name, depends))))
            for s in self.book.rulebook.vocabulary.with_role(Role.PARAMETER)
        ]
        return self.table_of(("number", "meaning", "value"), rows)

    def domains(self) -> nodes.Node:
        rows = [
            (code(domain.letter), text(self.book.worded(domain_name(domain))), self.elements(domain))
            for domain in domains_of(self.book.rulebook)
        ]
        return self.table_of(("letter", "domain", "elements"), rows)

    def table_of(self, heads: tuple[str, ...], rows: list[tuple[Cell, Cell, Cell]]) -> nodes.Node:
        return table([self.say(f"vocabulary.{head}") for head in heads], rows)

    def elements(self, domain: Domain) -> Cell:
        first, size = notation.text(domain.first), notation.text(domain.size)
        return text(self.say("vocabulary.counted", size=size, first=first))

    def gives(self, symbol: Symbol) -> str:
        if symbol.values is not None:
            return self.say("vocabulary.one-of", domain=self.book.worded(domain_name(symbol.values)))
        return self.say("vocabulary.truth" if symbol.is_prop else "vocabulary.a-number")

    def notions(self) -> list[nodes.Node]:
        definitions = self.book.rulebook.definitions.values()
        return [node for definition in definitions for node in self.notion(definition)]

    def notion(self, definition: Definition) -> list[nodes.Node]:
        """A defined word, the clause that defines it or what it means, and its formula."""
        owners = {part.name: part.clause for part in self.book.rulebook.parts(Nature.DEFINITION)}
        head: Cell = [nodes.literal(text=defined(definition.name, definition.parameters))]
        if definition.name in owners:
            head += [*text(" – "), *self.links([owners[definition.name]])]
        if definition.meaning:
            head += text(f" – {self.book.worded(definition.meaning)}")
        body = definition.body
        line = formula_line("", notation.mathml(body), notation.text(body), typst_of(body))
        return [paragraph(*head, classes=["notion"]), formulas([line])]


def signature(symbol: Symbol) -> Cell:
    places = ", ".join(domain.name.replace("_", "-") for domain in symbol.domains)
    return code(symbol.name.replace("_", "-") + (f"({places})" if places else ""))


class StepsDirective(BookDirective):
    """Every decision or consequence: the clauses that guard it, and what it changes by which clause."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        rulebook = self.book.rulebook
        kinds = {"decisions": rulebook.decisions, "consequences": rulebook.consequences, "chances": rulebook.chances}
        if self.arguments[0] not in kinds:
            raise self.error(f"expected one of {', '.join(kinds)}")
        heads = [self.say(key) for key in ("step", "step.guards", "step.changes")]
        return [table(heads, [self.row(step) for step in kinds[self.arguments[0]]], ["steps"])]

    def row(self, step: Step) -> tuple[Cell, Cell, Cell]:
        arguments = ", ".join(symbol.name for symbol in step.arguments)
        name = nodes.literal(text=f"{step.name}({arguments})" if arguments else step.name)
        label = paragraph(name)
        label["ids"].append(self.target("step", step.name))
        guards = self.links(guard.clause for guard in self.book.rulebook.guards(step))
        return [label], guards, self.changes(step)

    def changes(self, step: Step) -> Cell:
        found: Cell = []
        for change in self.book.rulebook.changes(step):
            target = nodes.literal(text=change.target.name.replace("_", "-"))
            found.append(paragraph(target, *text(self.say("step.by")), *self.links(change.clauses)))
        return found or listed([])


def setup(app: Sphinx) -> None:
    app.add_directive("vocabulary", VocabularyDirective)
    app.add_directive("steps", StepsDirective)
