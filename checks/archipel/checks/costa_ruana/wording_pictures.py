"""The words of the rulebook's pictures that nothing else needs, in English and in French."""

from __future__ import annotations

from archipel.checks.costa_ruana.wording import Words

PHRASES = {
    key: Words(*pair)
    for key, pair in {
        # verdicts
        "allowed": ("allowed", "permis"),
        "refused": ("not allowed", "interdit"),
        "opens": ("a game may open so", "une partie peut commencer ainsi"),
        "opens not": ("no game opens so", "aucune partie ne commence ainsi"),
        "allowed by": ("allowed by this rule", "permis par cette règle"),
        "allowed anyway": ("allowed in any case", "permis de toute façon"),
        "acts": ("decided by this rule", "cette règle décide"),
        "beside": ("this rule changes nothing here", "cette règle n'y change rien"),
        "ours": ("our reading", "notre lecture"),
        "other": ("the other reading", "l'autre lecture"),
        # labels
        "before": ("before {player}", "devant {player}"),
        "discarded": ("discarded", "défaussée"),
        "takes": ("{player} takes it", "pour {player}"),
        "nobody": ("nobody takes it", "pour personne"),
        "hand": ("hand", "main"),
        "reserve": ("reserve", "réserve"),
        # panels of strips
        "puts nobody": ("{player} puts nobody.", "{player} ne pose personne."),
        "takes nobody": ("{player} takes nobody home.", "{player} ne ramène personne."),
        "deserted": ("Island {island}: nobody is there.", "Île {island} : personne."),
        "hidden": ("The treasures of the round go into the huts.", "Les trésors du tour vont dans les huttes."),
        "points": ("{player} {points} points", "{player} {points} points"),
        "verdict": ("{word}: {sentence}", "{word} : {sentence}"),
        "treasures laid": ("Treasures on the islands: {numbers}.", "Trésors sur les îles : {numbers}."),
        "going": ("Leaving island {island}: {people}.", "Quittent l'île {island} : {people}."),
        "coming": ("Coming to island {island}: {people}.", "Arrivent sur l'île {island} : {people}."),
        "treasures": (
            "Treasures of island {island}: {number}, then {after}.",
            "Trésors de l'île {island} : {number}, puis {after}.",
        ),
        "in reserve": ("{player} now has {number} in reserve.", "{player} en a maintenant {number} en réserve."),
        "card gone": (
            "The card is resolved: it is discarded, and inhabitants on it return.",
            "La carte est résolue : elle est défaussée, et les habitants posés dessus reviennent.",
        ),
        "copy": ("Repeated: {sentence}", "Répété : {sentence}"),
        "together.play_up": ("{people} each lay a card face up.", "{people} posent chacun une carte visible."),
        "together.play_down": ("{people} each lay a card face down.", "{people} posent chacun une carte cachée."),
        "together.stand": (
            "{people} each put an inhabitant on a card.",
            "{people} posent chacun un habitant sur une carte.",
        ),
        "round.hands": (
            "Round {round} begins with {number} cards in each hand.",
            "Le tour {round} commence avec {number} cartes dans chaque main.",
        ),
        # a round
        "caption.round": ("The steps of a round.", "Les étapes d'un tour."),
        "round.again": (
            "Then the next round begins; after the last one, points are counted.",
            "Puis commence le tour suivant ; après le dernier, on compte les points.",
        ),
        "step.everybody": (
            "everybody in turn, beginning with the shaman:",
            "chacun son tour, en commençant par le shaman :",
        ),
        "step.play_up": ("lay a card face up", "poser une carte visible"),
        "step.play_down": ("lay a card face down", "poser une carte cachée"),
        "step.stand": ("put an inhabitant on a card, or pass", "poser un habitant sur une carte, ou passer"),
        "step.pass": ("put an inhabitant on a card, or pass", "poser un habitant sur une carte, ou passer"),
        "step.flip": ("the shaman turns one of the two cards", "le shaman retourne une des deux cartes"),
        "step.reveal": (
            "hidden cards are turned up, inactive ones discarded",
            "les cartes cachées sont révélées, les inactives défaussées",
        ),
        "step.resolve": (
            "the next card is taken up; of several of one kind, their player picks it",
            "on prend la carte suivante ; de plusieurs du même type, leur joueur la choisit",
        ),
        "step.take_up": (
            "the next card is taken up; of several of one kind, their player picks it",
            "on prend la carte suivante ; de plusieurs du même type, leur joueur la choisit",
        ),
        "step.move_treasure": ("its effect is applied, then repeated", "son effet est appliqué, puis répété"),
        "step.remove": ("its effect is applied, then repeated", "son effet est appliqué, puis répété"),
        "step.place": ("its effect is applied, then repeated", "son effet est appliqué, puis répété"),
        "step.move_inhabitant": ("its effect is applied, then repeated", "son effet est appliqué, puis répété"),
        "step.skip": ("what is impossible is skipped", "l'impossible est passé"),
        "step.finish_card": ("the card is discarded", "la carte est défaussée"),
        "step.collect": (
            "each island gives a treasure to at most one player",
            "chaque île donne un trésor à un joueur au plus",
        ),
        "step.prepare": ("new shaman, hidden treasures, new cards", "nouveau shaman, trésors cachés, nouvelles cartes"),
        "step.accept": (
            "the new shaman accepts, or names another player",
            "le nouveau shaman accepte ou nomme quelqu'un d'autre",
        ),
        "step.name": (
            "the new shaman accepts, or names another player",
            "le nouveau shaman accepte ou nomme quelqu'un d'autre",
        ),
        "step.finish_game": ("", ""),
        # other pictures of the game as a whole
        "caption.order": (
            "In which order active cards act: clockwise from the shaman, each player's cards by kind, each card first "
            "for the player before whom it lies, then for the inhabitants on it.",
            "Dans quel ordre agissent les cartes actives : à partir du shaman dans le sens horaire, les cartes de "
            "chacun par type, chaque carte d'abord pour le joueur devant qui elle se trouve, puis pour les "
            "habitants posés dessus.",
        ),
        "order.line": ("{number}. {player}: {card}", "{number}. {player} : {card}"),
        "order.line.copy": ("{number}. {player} repeats {card}", "{number}. {player} répète {card}"),
        "caption.conflicts": ("Who takes the treasure of an island.", "À qui va le trésor d'une île."),
        "caption.cards": (
            "Every kind of card by background, and how many there are in the deck this rulebook assumes: the original "
            "does not list its cards.",
            "Chaque sorte de carte selon le fond, et combien il y en a dans le paquet supposé ici : la règle d'origine "
            "ne donne pas la liste des cartes.",
        ),
        "caption.board": ("What lies on the table.", "Ce qui se trouve sur la table."),
        "board.treasures": ("treasures of the island", "trésors de l'île"),
        "board.inhabitants": (
            "inhabitants, with the letter of their player",
            "habitants, avec la lettre de leur joueur",
        ),
        "board.places": (
            "places still free; below, how many are taken",
            "places libres ; dessous, combien sont prises",
        ),
        "board.number": ("the island's number, to speak of it", "le numéro de l'île, pour en parler"),
        "board.by": ("who laid the card", "qui a posé la carte"),
        "board.background": ("its background", "son fond"),
        "board.effect": ("what it does", "ce qu'elle fait"),
        "board.standing": ("an inhabitant on the card repeats its effect", "un habitant sur la carte répète son effet"),
        "board.conditions": (
            "the Condition cards: these backgrounds are active",
            "les cartes Condition : ces fonds sont actifs",
        ),
        "board.shaman": ("the shaman figure", "la figurine du shaman"),
        "board.reserve": ("inhabitants in reserve", "habitants en réserve"),
        "board.hut": ("treasures in the hut", "trésors dans la hutte"),
    }.items()
}


def phrase(lang: str, key: str, **values: object) -> str:
    """A phrase in one language."""
    found = PHRASES[key]
    return (found.fr if lang == "fr" else found.en).format(**values)
