"""The words of the page, in English and in French; what other parts of the project say is taken from there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from archipel.checks.costa_ruana.rulebook.trying import games
from archipel.checks.costa_ruana.theory import PLAYERS
from archipel.checks.costa_ruana.wording import (
    LETTERS,
    Words,
    background_words,
    default_names,
    effect_words,
    face_words,
    say,
)
from archipel.checks.costa_ruana.wording_why import WHY
from archipel.reference.costa_ruana import Background, balanced_deck
from archipel.reference.costa_ruana.readings import CHOICES
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK
from archipel.spec.costa_ruana.readings import READINGS

Href = Callable[[str], str]

FACTS = (
    "fact.majority",
    "fact.majority.none",
    "fact.conflict",
    "fact.conflict.group",
    "fact.single",
    "fact.single.none",
    "fact.fewest",
)
"""What brings in a clause, in the words of ``archipel explain``."""

PAGE: dict[str, Words] = {
    key: Words(*pair)
    for key, pair in {
        # the page
        "title": ("Try it", "Essayer"),
        "lead": (
            "Set a situation and see what the rules say, and by which clause. Every answer was worked out beforehand "
            "by the reference engine; the page only looks it up, and asks nobody.",
            "Composez une situation et voyez ce que disent les règles, et par quelle clause. Chaque réponse a été "
            "calculée d'avance par le moteur de référence ; la page ne fait que la lire et ne demande rien à personne.",
        ),
        "noscript": (
            "This page needs JavaScript. Without it, archipel ask answers the same questions in a terminal.",
            "Cette page a besoin de JavaScript. Sans lui, archipel ask répond aux mêmes questions dans un terminal.",
        ),
        "tabs": ("What to try", "Que voulez-vous essayer ?"),
        "tab.island": ("Treasure", "Trésor"),
        "tab.shaman": ("Shaman", "Shaman"),
        "tab.conditions": ("Conditions", "Conditions"),
        "tab.game": ("A game", "Une partie"),
        "players": ("Players", "Joueurs"),
        # controls
        "more": ("One more: {what}", "Un de plus : {what}"),
        "less": ("One fewer: {what}", "Un de moins : {what}"),
        "treasures": ("Treasures", "Trésors"),
        "clear": ("Clear", "Vider"),
        "full": (
            "The island is full: {clause}.",
            "L'île est pleine : {clause}.",
        ),
        "spent": (
            "No round gives more treasures than there are islands: {clause}.",
            "Aucun tour ne donne plus de trésors qu'il n'y a d'îles : {clause}.",
        ),
        # who takes
        "island.title": ("Who takes the treasure?", "Qui prend le trésor ?"),
        "island.hint": (
            "Put inhabitants on the island.",
            "Posez des habitants sur l'île.",
        ),
        "island.takes": (
            "{player} takes a treasure and returns one inhabitant.",
            "{player} prend un trésor et renvoie un habitant.",
        ),
        "island.keeps": (
            "{player} takes a treasure and returns nobody.",
            "{player} prend un trésor et ne renvoie personne.",
        ),
        "island.nobody": ("Nobody takes a treasure.", "Personne ne prend de trésor."),
        "island.no_treasure": ("There is no treasure here.", "Il n'y a pas de trésor ici."),
        "island.returns": ("{player} takes back one inhabitant.", "{player} reprend un habitant."),
        "island.nobody_returns": ("Nobody leaves the island.", "Personne ne quitte l'île."),
        "island.picture": ("The island: {people}; {treasures}.", "L'île : {people} ; {treasures}."),
        "island.tied": ("tied", "à égalité"),
        "island.winner": ("takes", "prend"),
        # the next shaman
        "shaman.title": ("Who is the next shaman?", "Qui est le prochain shaman ?"),
        "shaman.gains": ("Treasures taken this round", "Trésors pris pendant ce tour"),
        "shaman.total": ("Treasures in all, this round's included", "Trésors en tout, ceux du tour compris"),
        "shaman.now": ("Shaman of this round", "Shaman de ce tour"),
        "shaman.offered": ("The role was first offered to", "Le rôle avait d'abord été proposé à"),
        "shaman.next": ("{player} is offered the role of shaman.", "Le rôle de shaman est proposé à {player}."),
        "shaman.tie": (
            "Counted clockwise from {from}, {player} comes first of {players}.",
            "En comptant dans le sens horaire depuis {from}, {player} vient en premier parmi {players}.",
        ),
        "shaman.refuse": (
            "{player} may keep the role or name {players}.",
            "{player} peut garder le rôle ou désigner {players}.",
        ),
        "shaman.keeps": (
            "{player} keeps the role: there is nobody to name.",
            "{player} garde le rôle : personne d'autre ne peut être désigné.",
        ),
        "shaman.picture": ("The players in a circle, clockwise.", "Les joueurs en cercle, dans le sens horaire."),
        "shaman.old": ("shaman now", "shaman actuel"),
        "shaman.new": ("next shaman", "prochain shaman"),
        "or": ("or", "ou"),
        # conditions
        "conditions.title": ("Which cards are active?", "Quelles cartes sont actives ?"),
        "conditions.shown": ("Visible: {tide} and {time}.", "Visibles : {tide} et {time}."),
        "conditions.turn.tide": ("Turn the tide card", "Retourner la carte marée"),
        "conditions.turn.time": ("Turn the time card", "Retourner la carte moment"),
        "conditions.turn.neither": ("Turn neither", "N'en retourner aucune"),
        "conditions.open.tide": ("the tide card", "la carte marée"),
        "conditions.open.time": ("the time card", "la carte moment"),
        "conditions.open.neither": ("neither", "aucune"),
        "conditions.open": ("To turn: {turns}.", "À retourner : {turns}."),
        "conditions.then": ("then {tide} and {time}", "alors {tide} et {time}"),
        "conditions.count": (
            "{active} of {all} cards are active.",
            "{active} cartes actives sur {all}.",
        ),
        "conditions.active": ("active", "actives"),
        "conditions.inactive": ("discarded", "défaussées"),
        "conditions.mixed": ("some active", "certaines actives"),
        "conditions.card": ("{card}, {number} of them: {state}", "{card}, {number} en tout : {state}"),
        "conditions.deck": (
            "The deck is the one shipped with Archipel: the rulebook does not say which cards there are.",
            "Le paquet est celui fourni avec Archipel : la règle ne dit pas de quelles cartes il se compose.",
        ),
        # a game
        "game.title": ("Step through a game", "Suivre une partie pas à pas"),
        "game.which": ("Game", "Partie"),
        "game.name": (
            "{players} players, {steps} decisions",
            "{players} joueurs, {steps} décisions",
        ),
        "game.step": ("Decision {step} of {steps}", "Décision {step} sur {steps}"),
        "game.slider": ("Decision", "Décision"),
        "game.start": ("The game is set up", "La partie est mise en place"),
        "game.first": ("To the start", "Au début"),
        "game.back": ("One back", "Reculer"),
        "game.next": ("One further", "Avancer"),
        "game.last": ("To the end", "À la fin"),
        "game.clauses": ("What the clauses say", "Ce que disent les clauses"),
        "game.now": ("Now:", "Maintenant :"),
        "game.table": ("Cards on the table", "Cartes sur la table"),
        "game.table.none": ("No card lies on the table.", "Aucune carte sur la table."),
        "game.island": ("Island {island}: {people}; {treasures}.", "Île {island} : {people} ; {treasures}."),
        "game.changed": ("changed", "changé"),
        "game.reading": ("By which reading?", "Selon quelle lecture ?"),
        "game.ours": ("our readings", "nos lectures"),
        "game.same": (
            "By this reading the whole game goes the same way.",
            "Selon cette lecture, toute la partie se déroule de la même façon.",
        ),
        "game.parts": (
            "Up to decision {step} the game goes the same way by this reading.",
            "Jusqu'à la décision {step}, la partie se déroule de la même façon selon cette lecture.",
        ),
        "game.parts.first": (
            "By this reading the game is another from the start.",
            "Selon cette lecture, la partie est autre dès le début.",
        ),
        "game.unplayable": (
            "By this reading there is no game for so many players with this deck: it has too few cards.",
            "Selon cette lecture, il n'y a pas de partie à tant de joueurs avec ce paquet : il a trop peu de cartes.",
        ),
        "game.refused": (
            "The decision taken here would not be allowed.",
            "La décision prise ici ne serait pas permise.",
        ),
        "game.choices": (
            "There are {theirs} decisions to choose from instead of {ours}.",
            "Il y a {theirs} décisions possibles au lieu de {ours}.",
        ),
        "game.here": ("By another reading the game parts here", "Selon une autre lecture, la partie se sépare ici"),
        "game.go": ("Go to decision {step}", "Aller à la décision {step}"),
        "game.own": (
            "A record of your own needs the engine, which is not in this page. In a terminal: "
            "archipel explain game.json --at 12 tells a decision and its clauses, "
            "archipel referee game.json checks the whole game.",
            "Pour une partie à vous, il faut le moteur, qui n'est pas dans cette page. Dans un terminal : "
            "archipel explain game.json --at 12 raconte une décision et ses clauses, "
            "archipel referee game.json vérifie toute la partie.",
        ),
        "game.col.player": ("Player", "Joueur"),
        "game.col.reserve": ("Reserve", "Réserve"),
        "game.col.hut": ("Hut", "Hutte"),
        "game.col.hand": ("Hand", "Main"),
        "game.col.points": ("Points", "Points"),
        "game.laid.up": ("{by}, before {before}", "{by}, devant {before}"),
        "game.laid.down": ("{by}, before {before}, face down", "{by}, devant {before}, cachée"),
        "game.standing": ("on it: {people}", "dessus : {people}"),
        "game.acts": ("acts now", "en cours"),
        "game.shaman": ("shaman", "shaman"),
        # readings
        "why": ("Why", "Pourquoi"),
        "readings": ("Switch readings", "Changer de lecture"),
        "readings.ours": ("ours ({name})", "la nôtre ({name})"),
        "readings.other": ("another reading ({name})", "autre lecture ({name})"),
        "readings.reset": ("Back to our readings", "Revenir à nos lectures"),
        "readings.why": ("Why ours: {why}", "Pourquoi la nôtre : {why}"),
        "compare": ("What changes", "Ce qui change"),
        "compare.ours": ("By our readings", "Selon nos lectures"),
        "compare.theirs": ("By the readings chosen", "Selon les lectures choisies"),
        "compare.same": (
            "Here the readings chosen and ours give the same answer.",
            "Ici, les lectures choisies et les nôtres donnent la même réponse.",
        ),
        "compare.try": ("Use this reading", "Prendre cette lecture"),
        "compare.others": ("Another reading, another answer", "Autre lecture, autre réponse"),
        "compare.none": (
            "Every single other reading gives the same answer here.",
            "Ici, chaque autre lecture prise seule donne la même réponse.",
        ),
    }.items()
}


def phrase(lang: str, key: str, **values: object) -> str:
    """A phrase of the page, filled in."""
    words = PAGE[key]
    return (words.fr if lang == "fr" else words.en).format(**values)


def table(lang: str, clause_href: Href, tables: Mapping[str, Any]) -> dict[str, Any]:
    """Every word the page's script needs beside the tables."""
    numbers = NUMBERS.for_statements()
    return {
        "lang": lang,
        "letters": LETTERS[: PLAYERS[-1]],
        "names": default_names(lang, PLAYERS[-1]),
        "and": say(lang, "and"),
        "page": {key: words.fr if lang == "fr" else words.en for key, words in PAGE.items()},
        "facts": {key: WHY[key].fr if lang == "fr" else WHY[key].en for key in FACTS},
        "counted": {
            number: say(lang, f"words.treasures.{number}", number="{number}") for number in ("one", "many")
        },
        "empty": say(lang, "words.empty"),
        "backgrounds": {side.value: background_words(lang, side) for side in Background},
        "cards": [[face_words(lang, card), effect_words(lang, card)] for card in balanced_deck().cards],
        "points": {point: _point(point, lang, numbers) for point in CHOICES},
        "clauses": {id: [RULEBOOK.clauses[id].statement(lang, numbers), clause_href(id)] for id in _clauses(tables)},
    }


def _point(id: str, lang: str, numbers: dict[str, int]) -> dict[str, Any]:
    point = READINGS.points[id]
    return {
        "clause": point.clause.id,
        "question": point.questions[lang],
        "why": point.reasons[lang],
        "readings": {name: said.statements[lang].format(**numbers) for name, said in point.readings.items()},
    }


def _clauses(tables: Mapping[str, Any]) -> list[str]:
    """The clauses that the page can name, in the order of the rulebook."""
    reasons = [why for part in ("island", "shaman") for why in tables[part]["reasons"]]
    named = {clause for why in reasons for clause, _ in why} | set(tables["conditions"]["why"])
    named |= {"components.island-cap", "collection.one-per-island"}
    named |= {READINGS.points[point].clause.id for point in CHOICES}
    named |= set(_of_games(games.table("en")))
    return [id for id in RULEBOOK.clauses if id in named]


def _of_games(records: Iterable[dict[str, Any]]) -> list[str]:
    happenings = [happening for record in records for step in record["steps"] for happening in step["happens"]]
    return [clause for _, clauses in happenings for clause in clauses]
