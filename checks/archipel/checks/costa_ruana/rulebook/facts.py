"""Facts about Costa Ruana that players enjoy, each a theorem in other words.

Numbers of the game are named in braces; another number may stand here only if the theorem itself says it.
"""

from __future__ import annotations

from archipel.checks.rulebook.facts import Fact, fact, myth

FACTS: tuple[Fact, ...] = (
    # Setting up
    fact(
        "setup.cards-seen",
        "Everybody gets the same number of cards in a game, lays two in each round, and ends with two in hand that "
        "were never meant to be played.",
        "Chacun reçoit autant de cartes que les autres dans une partie, en pose deux par tour, et finit avec deux "
        "cartes en main qui ne serviront jamais.",
    ),
    fact(
        "setup.pile-empties",
        "With {max_players} players the box is cut to fit: the very last draw takes the very last card of the pile.",
        "À {max_players} joueurs, la boîte est taillée sur mesure : la toute dernière pioche prend la toute dernière "
        "carte.",
    ),
    fact(
        "setup.last-draw-needed",
        "Why do you draw only {last_draw} before the last round? Because {draw} would need more cards than there are "
        "in the box for {max_players} players.",
        "Pourquoi ne piocher que {last_draw} carte avant le dernier tour ? Parce qu'avec {draw}, la boîte n'en aurait "
        "pas assez pour {max_players} joueurs.",
    ),
    fact(
        "setup.settling-never-blocked",
        "Nobody is ever left without an island to settle on, however the others crowd.",
        "Personne ne se retrouve jamais sans île où s'installer, si serrés que soient les autres.",
    ),
    fact(
        "setup.island-full-from-three",
        "With three players an island can already be full before everybody has settled.",
        "À trois joueurs, une île peut déjà être pleine avant que tous soient installés.",
    ),
    # Cards and spirits
    fact(
        "play.all-before-one",
        "All the cards of a round can end up before one single player.",
        "Toutes les cartes d'un tour peuvent se retrouver devant un seul et même joueur.",
    ),
    fact(
        "play.first-reserve",
        "In the first round a reserve is exactly enough for a Place {greatest_amount} carried out twice, even with "
        "one of your people on a card.",
        "Au premier tour, la réserve suffit tout juste à un Placer {greatest_amount} appliqué deux fois, même avec un "
        "des siens sur une carte.",
    ),
    fact(
        "play.who-can-stand",
        "There is always a card to stand on: only an empty reserve keeps your people from it.",
        "Il y a toujours une carte où se tenir : seule une réserve vide en prive les vôtres.",
    ),
    fact(
        "conditions.choice",
        "The shaman chooses between two groups of cards, and every card is in exactly one of them.",
        "Le shaman choisit entre deux groupes de cartes, et chaque carte est dans un seul des deux.",
    ),
    fact(
        "conditions.alternation",
        "The sides that show before the game begins already tell between which two pairs of spirits each round's "
        "shaman will have to choose. No pair is ever awake twice in a row.",
        "Les faces visibles avant la partie disent déjà entre quelles deux paires d'esprits le shaman de chaque tour "
        "devra choisir. Jamais une paire n'est éveillée deux fois de suite.",
    ),
    fact(
        "conditions.three-backgrounds",
        "Lay three cards with three different backgrounds: one at least will work and one at least will not, whatever "
        "the shaman does.",
        "Trois cartes aux trois fonds différents : une au moins agira et une au moins n'agira pas, quoi que fasse le "
        "shaman.",
    ),
    fact(
        "conditions.one-card-saved",
        "The shaman can save any one card of the table, and can doom any one card.",
        "Le shaman peut sauver n'importe quelle carte de la table, et en condamner n'importe laquelle.",
    ),
    myth(
        "conditions.both-own-cards",
        "A shaman can always keep both of his own cards active.",
        "Un shaman peut toujours garder actives ses deux cartes.",
        but_en="Some pairs of backgrounds never work together.",
        but_fr="Certaines paires de fonds ne vont jamais ensemble.",
    ),
    myth(
        "conditions.some-card-active",
        "Something always happens: at least one card on the table is active.",
        "Il se passe toujours quelque chose : une carte au moins est active.",
        but_en="A whole table of cards can come to nothing.",
        but_fr="Toute une table de cartes peut ne rien donner.",
    ),
    fact(
        "reveal.without-influence",
        "An inhabitant who bet on a sleeping card is home before anything happens: nothing won, nothing lost.",
        "Un habitant qui a misé sur une carte endormie est rentré avant que rien n'arrive : rien de gagné, rien de "
        "perdu.",
    ),
    fact(
        "resolution.order-nearly-total",
        "The rules always say which effect comes first. Only two cards of one kind before one player leave him a "
        "choice.",
        "La règle dit toujours quel effet vient d'abord. Seules deux cartes d'une même sorte devant un joueur lui "
        "laissent le choix.",
    ),
    fact(
        "resolution.effects-in-a-round",
        "A round never has more than three effects for each player at the table.",
        "Un tour n'a jamais plus de trois effets par joueur à la table.",
    ),
    myth(
        "resolution.remove-before-place",
        "You never have to place people while a card that makes you remove some still lies before you.",
        "On n'a jamais à placer d'habitants tant qu'une carte devant soi doit encore en faire retirer.",
        but_en="Whoever stands on somebody else's card acts when that card does.",
        but_fr="Qui se tient sur la carte d'un autre agit quand agit cette carte.",
    ),
    fact(
        "resolution.example-decoded",
        "The original's example of a round hides some cards. There is only one way to fill them in.",
        "L'exemple de tour de l'original cache des cartes. Il n'y a qu'une façon de les deviner.",
    ),
    # What cards can do
    fact(
        "cards.room-for-all",
        "All reserves together always fit on the islands: the limit of {island_cap} never keeps you from placing.",
        "Toutes les réserves tiennent toujours ensemble sur les îles : la limite de {island_cap} n'empêche jamais de "
        "placer.",
    ),
    fact(
        "cards.move-never-blocked",
        "As long as anybody is on an island, somebody can be moved: the other islands are never all full.",
        "Tant qu'il y a quelqu'un sur une île, quelqu'un peut bouger : les autres îles ne sont jamais toutes pleines.",
    ),
    fact(
        "cards.treasure-never-blocked",
        "There is a treasure to move in every round, to the very last.",
        "Il y a un trésor à déplacer à chaque tour, jusqu'au tout dernier.",
    ),
    fact(
        "cards.when-not-in-full",
        "A card falls short in three cases only: nobody left to place, nobody left to bring home, nobody anywhere to "
        "move.",
        "Une carte n'agit pas en entier dans trois cas seulement : plus personne à placer, plus personne à ramener, "
        "personne nulle part à déplacer.",
    ),
    fact(
        "cards.without-moved-treasures",
        "If nobody moves a treasure, no island runs dry before the last round, and then only one that began with "
        "{poor_treasures}.",
        "Si personne ne déplace de trésor, aucune île n'est vide avant le dernier tour, et seulement l'une de celles "
        "qui avaient commencé avec {poor_treasures}.",
    ),
    fact(
        "cards.islands-can-be-deserted",
        "All islands can be deserted in the middle of a round.",
        "Toutes les îles peuvent se retrouver désertes au milieu d'un tour.",
    ),
    myth(
        "cards.first-round-in-full",
        "In the first round everybody has enough people for what the cards say.",
        "Au premier tour, chacun a assez d'habitants pour ce que disent les cartes.",
        but_en="Enough cards before one player empty even a first reserve.",
        but_fr="Assez de cartes devant un joueur vident même une première réserve.",
    ),
    # Islands and treasures
    fact(
        "collection.patterns",
        "Up to {island_cap} inhabitants share an island in 44 ways. In 30 somebody has the most, in 3 a single one "
        "takes the treasure, and in 11 nobody does.",
        "Jusqu'à {island_cap} habitants se partagent une île de 44 façons. Dans 30, quelqu'un en a le plus ; dans 3, "
        "un habitant seul prend le trésor ; dans 11, personne.",
    ),
    fact(
        "collection.single-patterns",
        "A single inhabitant beats a crowd in three patterns and no other: 2-2-1, 3-3-1 and 2-2-2-1.",
        "Un habitant seul l'emporte sur la foule dans trois cas et aucun autre : 2-2-1, 3-3-1 et 2-2-2-1.",
    ),
    fact(
        "collection.single-needs-three",
        "With two players the rule of the single inhabitant never applies.",
        "À deux joueurs, la règle de l'habitant seul ne sert jamais.",
    ),
    fact(
        "collection.readings",
        "People read the rule of the single inhabitant in three ways. On every island they name the same winner.",
        "On lit la règle de l'habitant seul de trois façons. Sur chaque île, elles donnent le même gagnant.",
    ),
    fact(
        "collection.order-free",
        "Settle the islands in any order you like: what one gives changes nothing for another.",
        "Réglez les îles dans l'ordre qui vous plaît : ce que donne l'une ne change rien pour l'autre.",
    ),
    fact(
        "collection.worth",
        "A treasure is really worth three points: {treasure_points} for itself and {reserve_points} for the one who "
        "brings it home.",
        "Un trésor vaut en fait trois points : {treasure_points} pour lui-même et {reserve_points} pour celui qui le "
        "rapporte.",
    ),
    fact(
        "collection.deadlock",
        "A deadlock can last all {rounds} rounds: where nobody took a treasure, nobody will until something moves.",
        "Un blocage peut durer les {rounds} tours : là où personne n'a rien pris, personne ne prendra rien tant que "
        "rien ne bouge.",
    ),
    fact(
        "collection.lead-of-one",
        "Win by one, and you are in conflict right afterwards: the one you send home was your lead.",
        "Gagnez d'un seul habitant, et vous voilà en conflit aussitôt après : celui qui rentre était votre avance.",
    ),
    fact(
        "collection.full-island",
        "With up to four players, an island full to {island_cap} always gives its treasure to somebody.",
        "Jusqu'à quatre joueurs, une île pleine, avec {island_cap} habitants, donne toujours son trésor à quelqu'un.",
    ),
    fact(
        "collection.full-island-of-many",
        "With five players a full island can keep its treasure: at 2-2-1-1-1 nobody takes it.",
        "À cinq joueurs, une île pleine peut garder son trésor : à 2-2-1-1-1, personne ne le prend.",
    ),
    fact(
        "collection.odd-between-two",
        "Between two players an odd number of inhabitants always decides.",
        "Entre deux joueurs, un nombre impair d'habitants décide toujours.",
    ),
    myth(
        "collection.most-takes",
        "Nobody takes a treasure from an island on which somebody else has more people.",
        "Personne ne prend de trésor sur une île où un autre a plus d'habitants.",
        but_en="A single inhabitant beside a conflict does.",
        but_fr="Un habitant seul à côté d'un conflit le fait.",
    ),
    # The shaman
    fact(
        "succession.keeps",
        "The shaman stays shaman exactly if he alone took fewest. Any tie takes the figure from him.",
        "Le shaman le reste exactement s'il est seul à avoir pris le moins. La moindre égalité lui prend la figurine.",
    ),
    fact(
        "succession.all-equal",
        "If all take equally many, be it nothing, the figure wanders around the table, one seat a round.",
        "Si tous prennent autant, ne serait-ce que rien, la figurine fait le tour de la table, une place par tour.",
    ),
    fact(
        "succession.anyone-shaman",
        "Whom the rule makes shaman can put anybody in the role, and nobody can object.",
        "Celui que la règle fait shaman peut donner le rôle à qui il veut, sans que nul ne puisse s'y opposer.",
    ),
    fact(
        "succession.fair-share",
        "The new shaman never took more than a fair share of the islands' treasures.",
        "Le nouveau shaman n'a jamais pris plus que sa juste part des trésors des îles.",
    ),
    myth(
        "succession.nothing-keeps",
        "A shaman who took nothing stays shaman.",
        "Un shaman qui n'a rien pris reste shaman.",
        but_en="If somebody else took nothing either, the figure moves on.",
        but_fr="Si un autre n'a rien pris non plus, la figurine s'en va.",
    ),
    # Winning
    fact(
        "end.greatest-score",
        "The highest score there can ever be is 46, 66, 76, 96 and 106 points for 2 to 6 players, and with helpful "
        "opponents it can be reached.",
        "Le plus haut score possible est de 46, 66, 76, 96 et 106 points de 2 à 6 joueurs, et avec des adversaires "
        "complaisants on peut l'atteindre.",
    ),
    fact(
        "end.least-score",
        "Everybody can end with nothing at all, and all share the victory.",
        "Tous peuvent finir avec zéro, et tous partager la victoire.",
    ),
    fact(
        "end.how-far-behind",
        "You can win with fewer treasures than somebody else, but at most four fewer.",
        "On peut gagner avec moins de trésors qu'un autre, mais au plus quatre de moins.",
    ),
    fact(
        "end.out-of-reach",
        "More than half of all treasures and everybody at home: nobody can beat you any more.",
        "Plus de la moitié des trésors et tout le monde à la maison : plus personne ne peut vous battre.",
    ),
    myth(
        "end.no-win-without-treasure",
        "Nobody wins alone without a treasure.",
        "Personne ne gagne seul sans trésor.",
        but_en="People at home are points too.",
        but_fr="Les habitants restés chez eux sont aussi des points.",
    ),
    myth(
        "end.most-treasures-win",
        "Whoever wins has the most treasures.",
        "Qui gagne a le plus de trésors.",
        but_en="A full reserve can outweigh some of them.",
        but_fr="Une réserve pleine peut en peser quelques-uns.",
    ),
    # The game as a whole
    fact(
        "rules.progress",
        "The game never gets stuck: until it is over there is always something to happen or something you may do.",
        "La partie n'est jamais bloquée : jusqu'à la fin, il y a toujours quelque chose qui arrive ou que l'on peut "
        "faire.",
    ),
    fact(
        "rules.determinism",
        "It is never open whose turn it is.",
        "On n'hésite jamais sur qui doit jouer.",
    ),
    fact(
        "rules.seats-in-a-circle",
        "The table has no head: let everybody move on by the same number of seats, and the game goes on the same.",
        "La table n'a pas de bout : que chacun se décale d'autant de places, et la partie continue de même.",
    ),
)
