"""What the numbers of a simulation are called, in English and French."""

from __future__ import annotations

from collections.abc import Mapping

_PAIRS = {
    "game": ("Costa Ruana", "Costa Ruana"),
    # histograms
    "points": ("points of a player", "points d'un joueur"),
    "points_of_winners": ("points of the winner", "points du vainqueur"),
    "lead": ("lead over the second", "avance sur le deuxième"),
    "hut": ("treasures of a player", "trésors d'un joueur"),
    "treasures_left": ("treasures left on islands", "trésors restés sur les îles"),
    "abroad": ("inhabitants left on islands", "habitants restés sur les îles"),
    "decisions": ("decisions in a game", "décisions d'une partie"),
    # seats and rounds
    "first": ("the first shaman", "le premier chaman"),
    "seats": ("By seat, clockwise from the first shaman", "Par place, dans le sens horaire depuis le premier chaman"),
    "rounds": ("Treasures taken, by round", "Trésors pris, par manche"),
    # moments
    "of.settle": ("settlers", "installations"),
    "of.laid": ("cards laid", "cartes posées"),
    "of.stand": ("chances to put an inhabitant on a card", "occasions de poser un habitant sur une carte"),
    "of.standing": ("inhabitants put on cards", "habitants posés sur des cartes"),
    "of.round": ("rounds", "manches"),
    "of.table": ("cards on the table", "cartes sur la table"),
    "of.on_cards": ("inhabitants on cards", "habitants sur des cartes"),
    "of.row": ("players with active cards", "joueurs ayant des cartes actives"),
    "of.active": ("active cards", "cartes actives"),
    "of.due": ("effects due", "effets à appliquer"),
    "of.place": ("placements", "placements"),
    "of.remove": ("removals", "retraits"),
    "of.move_treasure": ("moves of a treasure", "déplacements d'un trésor"),
    "of.move_inhabitant": ("moves of an inhabitant", "déplacements d'un habitant"),
    "of.island": ("islands, each round", "îles, chaque manche"),
    "of.succession": ("new shamans", "nouveaux chamans"),
    "of.offer": ("offers of the role", "rôles proposés"),
    "of.game": ("games", "parties"),
    # why something is not counted
    "material": (
        "about what is in the box, the same in every game",
        "sur le contenu de la boîte, le même à chaque partie",
    ),
    "setup": (
        "about the setup: it lays down the beginning of every game alike",
        "sur la mise en place : commence chaque partie de la même façon",
    ),
    "always": (
        "says the same at every such moment of every game, so there is nothing to count",
        "dit la même chose à chaque moment de ce genre, donc rien à compter",
    ),
    "same": (
        "the same moments, or all the others, are counted at",
        "les mêmes moments, ou tous les autres, sont comptés à",
    ),
    "read": (
        "the variant reads it, or what it rests on, otherwise, so the count would mean something else",
        "la variante lit autrement cette clause, ou ce sur quoi elle repose : le compte aurait un autre sens",
    ),
}

WORDS: Mapping[str, Mapping[str, str]] = {key: {"en": en, "fr": fr} for key, (en, fr) in _PAIRS.items()}
