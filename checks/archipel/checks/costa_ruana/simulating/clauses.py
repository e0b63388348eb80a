"""When a clause decides something, in words: the meaning of every count, and why some clauses have none.

A clause decides a moment if something is as it is there because of this clause: it alone forbids an action, it makes an
effect smaller or leaves it out, it says who takes a treasure or becomes shaman or wins, or somebody does what it
expressly allows. A clause that says the same at every such moment of every game decides nothing that could be counted.
"""

from __future__ import annotations

from archipel.checks.simulate.game import CountedGames, Uncounted


def _counted(clause: str, of: str, en: str, fr: str, points: tuple[str, ...] = ()) -> CountedGames:
    return CountedGames(clause, {"en": en, "fr": fr}, of, points)


COUNTED = (
    _counted(
        "components.island-cap",
        "island",
        "an island is full when the treasures are collected",
        "une île est pleine au moment de la récolte",
    ),
    _counted(
        "setup.settle-cap",
        "settle",
        "nobody may settle on some island, because it is full",
        "nul ne peut s'installer sur l'une des îles, car elle est pleine",
    ),
    _counted(
        "play.before-anybody",
        "laid",
        "a card is laid before another player",
        "une carte est posée devant un autre joueur",
    ),
    _counted(
        "play.inhabitant",
        "stand",
        "a player puts an inhabitant on a card",
        "un joueur pose un habitant sur une carte",
    ),
    _counted(
        "play.any-card",
        "standing",
        "it goes on a hidden card before another player, or on an open card that another player laid",
        "il va sur une carte cachée devant un autre joueur, ou sur une carte visible posée par un autre",
    ),
    _counted(
        "play.from-reserve",
        "stand",
        "a player can put no inhabitant on a card, because his reserve is empty",
        "un joueur ne peut poser d'habitant sur une carte, car sa réserve est vide",
    ),
    _counted(
        "reveal.discard",
        "table",
        "a card is discarded, because it is not active",
        "une carte est défaussée, car elle n'est pas active",
        ("background",),
    ),
    _counted(
        "reveal.return",
        "on_cards",
        "an inhabitant returns from a card that is not active",
        "un habitant revient d'une carte qui n'est pas active",
        ("background",),
    ),
    _counted(
        "resolution.seat-order",
        "round",
        "active cards lie before several players",
        "des cartes actives sont devant plusieurs joueurs",
    ),
    _counted(
        "resolution.kind-order",
        "row",
        "a player has active cards of several kinds before him",
        "un joueur a devant lui des cartes actives de plusieurs genres",
    ),
    _counted(
        "resolution.same-kind",
        "active",
        "a player decides which of several cards of one kind comes next",
        "un joueur décide laquelle de plusieurs cartes d'un même genre vient ensuite",
    ),
    _counted(
        "resolution.beneficiaries",
        "active",
        "an inhabitant stands on an active card, so that it acts more than once",
        "un habitant est sur une carte active, qui agit donc plus d'une fois",
    ),
    _counted(
        "resolution.as-possible",
        "due",
        "an effect is carried out in part, or not at all, because no more is possible",
        "un effet n'est appliqué qu'en partie, ou pas du tout, car rien de plus n'est possible",
        ("copier", "copies"),
    ),
    _counted(
        "cards.treasure-unlimited",
        "move_treasure",
        "the last treasure of an island is moved away, or one comes to an island with as many as any had at first",
        "le dernier trésor d'une île en part, ou il en vient un sur une île qui en a autant que les riches au début",
    ),
    _counted(
        "cards.remove",
        "remove",
        "inhabitants are removed from several islands",
        "des habitants sont retirés de plusieurs îles",
    ),
    _counted(
        "cards.remove-all",
        "remove",
        "a player removes all he has on islands, because the card says more",
        "un joueur retire tous ses habitants des îles, car la carte en demande plus",
        ("remove-from",),
    ),
    _counted(
        "cards.place",
        "place",
        "inhabitants are placed on several islands",
        "des habitants sont placés sur plusieurs îles",
    ),
    _counted(
        "cards.place-all",
        "place",
        "a player places his whole reserve, because the card says more",
        "un joueur place toute sa réserve, car la carte en demande plus",
        ("place-on",),
    ),
    _counted(
        "cards.not-in-reserve",
        "place",
        "and one more stands on a card and may not be placed",
        "et il en a un sur une carte, qu'il ne peut placer",
        ("place-on", "card-return"),
    ),
    _counted(
        "cards.place-cap",
        "place",
        "some way to place them is forbidden only because an island would be overfull",
        "une façon de les placer n'est interdite que parce qu'une île serait trop pleine",
        ("place-on",),
    ),
    _counted(
        "cards.move-inhabitant",
        "move_inhabitant",
        "a player moves an inhabitant of another player",
        "un joueur déplace l'habitant d'un autre",
    ),
    _counted(
        "cards.move-cap",
        "move_inhabitant",
        "some move is forbidden only because the island is full",
        "un déplacement n'est interdit que parce que l'île est pleine",
        ("moved-twice",),
    ),
    _counted(
        "collection.one-per-island",
        "island",
        "a majority goes before a single inhabitant who would take the treasure otherwise",
        "une majorité passe avant un habitant isolé qui prendrait sinon le trésor",
        ("lone", "majority", "absent-players"),
    ),
    _counted(
        "collection.majority",
        "island",
        "a treasure goes to the player with most inhabitants",
        "un trésor revient au joueur qui a le plus d'habitants",
        ("priority", "lone"),
    ),
    _counted(
        "collection.conflict",
        "island",
        "nobody takes a treasure that is there, because of a conflict",
        "personne ne prend un trésor présent, à cause d'un conflit",
        ("majority", "lone"),
    ),
    _counted(
        "collection.single",
        "island",
        "a treasure goes to a single inhabitant outside a conflict",
        "un trésor revient à un habitant isolé hors d'un conflit",
        ("priority", "absent-players"),
    ),
    _counted(
        "collection.no-treasure",
        "island",
        "somebody would take a treasure, but none is left",
        "quelqu'un prendrait un trésor, mais il n'en reste pas",
    ),
    _counted(
        "succession.fewest",
        "succession",
        "one player alone took fewest treasures and becomes shaman",
        "un seul joueur a pris le moins de trésors et devient chaman",
    ),
    _counted(
        "succession.tie",
        "succession",
        "several players took fewest, and their seats decide",
        "plusieurs joueurs en ont pris le moins, et leurs places décident",
        ("fewest",),
    ),
    _counted(
        "succession.refuse",
        "offer",
        "the role of shaman is refused",
        "le rôle de chaman est refusé",
    ),
    _counted(
        "end.tie-break",
        "game",
        "several have most points, and treasures decide between them",
        "plusieurs ont le plus de points, et les trésors les départagent",
    ),
    _counted(
        "end.winner",
        "game",
        "one player alone has most points",
        "un seul joueur a le plus de points",
    ),
    _counted(
        "end.shared",
        "game",
        "the victory is shared",
        "la victoire est partagée",
    ),
)

_GROUPS = {
    "material": (
        "components.players components.deck components.card-kinds components.card-amounts components.backgrounds "
        "components.enough-cards components.conditions components.islands components.inhabitants components.huts "
        "components.treasures components.shaman"
    ),
    "setup": (
        "setup.keep-cards setup.shuffle setup.deal setup.draw-pile setup.conditions setup.island-count "
        "setup.treasures setup.shaman setup.reserves setup.empty-table setup.settle-order setup.settle-anywhere "
        "setup.settle-count"
    ),
    "always": (
        "goal.respect round.count round.steps play.face-up play.face-down play.affects conditions.flip reveal.turn-up "
        "resolution.one-at-a-time resolution.finish resolution.mandatory cards.move-treasure cards.another-island "
        "cards.own-only succession.huts succession.draw succession.last-draw succession.draw-order "
        "end.after-last-round end.points"
    ),
}

UNCOUNTED = {
    **{clause: Uncounted(reason) for reason, names in _GROUPS.items() for clause in names.split()},
    "conditions.active": Uncounted("same", ("reveal.discard",)),
    "reveal.keep": Uncounted("same", ("reveal.discard",)),
    "collection.nobody-else-returns": Uncounted("same", ("collection.conflict", "collection.no-treasure")),
    "collection.winner-returns": Uncounted("same", ("collection.majority", "collection.single")),
    "succession.no-second-refusal": Uncounted("same", ("succession.refuse",)),
}
