"""The words that directives put on pages, each phrase once, in every language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from archipel.checks.rulebook.languages.typography import set_in


class Words(NamedTuple):
    """One phrase in each language."""

    en: str
    fr: str


CATALOGUE: dict[str, Words] = {
    key: Words(*pair)
    for key, pair in {
        # lists and numbers
        "comma": (", ", ", "),
        "semicolon": ("; ", "\N{NO-BREAK SPACE}; "),
        "and": (" and ", " et "),
        "players.one": ("{low} players", "{low} joueurs"),
        "players.span": ("{low} to {high} players", "{low} à {high} joueurs"),
        "yes": ("yes", "oui"),
        "no": ("no", "non"),
        # on paper
        "print.subtitle": ("The rulebook", "Les règles du jeu"),
        "print.edition": ("English edition", "Édition française"),
        "print.colophon": (
            "Printed from the clauses by Archipel {version}",
            "Imprimé à partir des clauses par Archipel {version}",
        ),
        "print.keywords": ("board game, rules, rulebook", "jeu de société, règles, règles du jeu"),
        # clauses
        "clause": ("clause", "clause"),
        "clauses": ("clauses", "clauses"),
        "clause.more": ("More about this rule", "En savoir plus sur cette règle"),
        "clause.implied": ("implied by the original", "sous-entendu par l'original"),
        "clause.reading": ("one reading of the original", "une lecture de l'original"),
        "clause.changed": ("Differs from the original", "Diffère de l'original"),
        "clause.original": ("The original says:", "L'original dit :"),
        "clause.same-words": (
            "The sentence is the original's; what it means rests on something that changed.",
            "La phrase est celle de l'original ; ce qu'elle veut dire tient à quelque chose qui a changé.",
        ),
        "clause.where": ("Where it stands", "Où cela se trouve"),
        "clause.source": ("In the original: {places}.", "Dans l'original : {places}."),
        "clause.analysis": ("Sentences of our analysis: {numbers}.", "Phrases de notre analyse : {numbers}."),
        "clause.formal": ("In notation", "En notation"),
        "clause.no-formal": ("It has no formal part of its own.", "Elle n'a pas de partie formelle à elle."),
        "clause.theorems": ("What follows from it, and what does not", "Ce qui en découle, et ce qui n'en découle pas"),
        "clause.readings": ("Questions about it", "Questions à son sujet"),
        "clause.boundary": ("Just within the rule, and just outside it", "Juste dans la règle, et juste en dehors"),
        # natures of formal parts
        "nature.requirement": ("requirement", "exigence"),
        "nature.initial": ("initially", "au départ"),
        "nature.invariant": ("always", "toujours"),
        "nature.definition": ("definition", "définition"),
        "nature.guard": ("only if", "seulement si"),
        "nature.becomes": ("becomes", "devient"),
        "nature.adds": ("adds", "ajoute"),
        "nature.permits": ("permits", "permet"),
        "nature.weight": ("weighs", "pèse"),
        "nature.precedes": ("comes first", "vient d'abord"),
        "nature.shows": ("seen if", "visible si"),
        # theorems and statuses
        "theorem": ("theorem", "théorème"),
        "theorems": ("theorems", "théorèmes"),
        "theorem.about": ("About:", "À propos de :"),
        "theorem.formal": ("In notation", "En notation"),
        "theorem.counterexample": ("A situation that refutes it", "Une situation qui le réfute"),
        "theorem.false": ("False: stated because it is tempting.", "Faux : énoncé parce qu'il est tentant."),
        "status.proved": ("proved for {players}", "démontré pour {players}"),
        "status.exhausted": ("worked through case by case for {players}", "passé en revue cas par cas pour {players}"),
        "status.sampled": (
            "tried on random cases for {players}, not proved",
            "essayé sur des cas au hasard pour {players}, pas démontré",
        ),
        "status.refuted": (
            "refuted by a situation with {players}",
            "réfuté par une situation à {players}",
        ),
        "status.undecided": ("undecided for {players}", "indécis pour {players}"),
        "status.by": (" ({provers})", " ({provers})"),
        "status.none": ("no result", "aucun résultat"),
        "status.variant": (
            "not proved for this edition's rules; archipel what-if finds out",
            "pas démontré pour les règles de cette édition ; archipel what-if le dira",
        ),
        "fate.as in the original": (
            "rests on nothing that changed: {status}",
            "ne tient à rien qui ait changé : {status}",
        ),
        "fate.holds": ("still holds with this edition's rules", "vaut encore avec les règles de cette édition"),
        "fate.breaks": ("false with this edition's rules", "faux avec les règles de cette édition"),
        "fate.no longer false": (
            "no longer false with this edition's rules",
            "n'est plus faux avec les règles de cette édition",
        ),
        "fate.no longer follows": (
            "no longer follows from this edition's rules",
            "ne découle plus des règles de cette édition",
        ),
        "fate.undecided": ("undecided for this edition's rules", "indécis pour les règles de cette édition"),
        "fate.not asked": ("about the original alone", "propre à l'original"),
        "form.numbers": ("of the numbers", "des nombres"),
        "form.opening": ("of every opening", "de toute mise en place"),
        "form.position": ("of every position", "de toute position"),
        "form.invariant": ("kept by every step", "conservé à chaque étape"),
        "form.step": ("of a step", "d'une étape"),
        "form.possible": ("possible", "possible"),
        "form.worked out": ("worked out", "passé en revue"),
        # readings
        "reading": ("question", "question"),
        "reading.answer": ("Our answer:", "Notre réponse :"),
        "reading.why": ("Why?", "Pourquoi ?"),
        "reading.others": ("Other answers", "Autres réponses"),
        "reading.rule": ("It is about", "Elle porte sur"),
        "reading.house": ("Played in this edition:", "Joué dans cette édition :"),
        "reading.sources": ("See {sources}.", "Voir {sources}."),
        "reading.open": ("a choice", "un choix"),
        "reading.equivalent": ("the same in play", "revient au même en jeu"),
        "reading.example": ("an example decides", "un exemple tranche"),
        "reading.contradiction": ("a contradiction decides", "une contradiction tranche"),
        "reading.settled": ("settled", "réglées"),
        "reading.questions": ("questions", "questions"),
        "reading.about-original": (
            "What settles the questions was worked out for the original rules.",
            "Ce qui règle les questions a été établi pour les règles d'origine.",
        ),
        "reading.table": ("reading", "lecture"),
        "reading.kept": ("goes as the rulebook says", "se déroule comme le dit la règle"),
        "reading.broken": ("would go another way", "irait autrement"),
        "reading.no game": ("no such game", "pas de telle partie"),
        # examples
        "example": ("example", "exemple"),
        "example.figure": ("In the original: {figure}.", "Dans l'original : {figure}."),
        "position": ("picture", "image"),
        # vocabulary and steps
        "vocabulary.letter": ("letter", "lettre"),
        "vocabulary.domain": ("domain", "domaine"),
        "vocabulary.elements": ("elements", "éléments"),
        "vocabulary.counted": ("{size}, numbered from {first}", "{size}, numérotés à partir de {first}"),
        "vocabulary.number": ("number", "nombre"),
        "vocabulary.meaning": ("meaning", "sens"),
        "vocabulary.value": ("value", "valeur"),
        "vocabulary.depends": ("depends on the number of players", "dépend du nombre de joueurs"),
        "vocabulary.symbol": ("symbol", "symbole"),
        "vocabulary.gives": ("gives", "donne"),
        "vocabulary.one-of": ("one of {domain}", "un élément de {domain}"),
        "vocabulary.truth": ("true or false", "vrai ou faux"),
        "vocabulary.a-number": ("a number", "un nombre"),
        "step": ("step", "étape"),
        "step.guards": ("only if", "seulement si"),
        "step.changes": ("changes", "change"),
        "step.by": (" by ", " par "),
        # traceability
        "trace.number": ("number", "numéro"),
        "trace.heading": ("heading", "titre"),
        "trace.place": ("place", "endroit"),
        "trace.in": ("in", "dans"),
        "trace.section": ("section", "section"),
        "trace.analysis": ("analysis", "analyse"),
        "trace.origin": ("origin", "origine"),
        "trace.actions": ("steps", "étapes"),
        "trace.vectors": ("vectors", "vecteurs"),
        "trace.tests": ("tests", "tests"),
        "trace.sources": ("sources", "sources"),
        "trace.applies": ("applies:", "s'applique :"),
        "trace.fails": ("just not:", "de justesse pas :"),
        "origin.stated": ("stated", "dit"),
        "origin.implied": ("implied", "sous-entendu"),
        "origin.reading": ("one reading", "une lecture"),
        # facts
        "fact.false": ("Not so!", "Eh bien, non !"),
        "fact.true": ("True", "Vrai"),
        # variants
        "variant.edition": ("a variant: {title}", "une variante : {title}"),
        "variant.untitled": ("house rules", "règles maison"),
        "variant.numbers": ("Numbers", "Nombres"),
        "variant.before": ("original", "original"),
        "variant.now": ("this edition", "cette édition"),
        "variant.clauses": ("Rules", "Règles"),
        "variant.readings": ("Questions answered otherwise", "Questions tranchées autrement"),
        "variant.none": ("Nothing differs from the original.", "Rien ne diffère de l'original."),
        "variant.about-original": (
            "This page is about the original rules, not about those of this edition.",
            "Cette page porte sur les règles d'origine, pas sur celles de cette édition.",
        ),
        # indexes
        "index.clauses": ("Index of clauses", "Index des clauses"),
        "index.clauses.short": ("clauses", "clauses"),
        "index.theorems": ("Index of theorems", "Index des théorèmes"),
        "index.theorems.short": ("theorems", "théorèmes"),
        # the page
        "try.on-screen": (
            "This page works on a screen: it is part of the site that archipel rulebook writes.",
            "Cette page s'utilise à l'écran : elle fait partie du site qu'écrit archipel rulebook.",
        ),
        "try.missing": (
            "This edition has no page to try things on.",
            "Cette édition n'a pas de page d'essai.",
        ),
    }.items()
}
LANGUAGE_NAMES = {"en": "English", "fr": "Français"}


def say(language: str, key: str, **values: object) -> str:
    """A phrase in a language."""
    return set_in(language, getattr(CATALOGUE[key], language).format(**values))


def listed(language: str, items: Sequence[str]) -> str:
    """Items with commas, and the last with "and"."""
    if len(items) < 2:
        return "".join(items)
    return say(language, "comma").join(items[:-1]) + say(language, "and") + items[-1]
