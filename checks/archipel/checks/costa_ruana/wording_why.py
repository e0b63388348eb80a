"""The words of explanations, in English and in French: facts of a position, what happens, and how it came out."""

from __future__ import annotations

from archipel.checks.costa_ruana.wording import Words

WHY: dict[str, Words] = {
    key: Words(*pair)
    for key, pair in {
        # who and how many
        "person": ("{name} (seat {seat})", "{name} (siège {seat})"),
        "stranger": ("seat {seat}", "siège {seat}"),
        "inhabitants.one": ("{number} inhabitant", "{number} habitant"),
        "inhabitants.many": ("{number} inhabitants", "{number} habitants"),
        "treasures.one": ("{number} treasure", "{number} trésor"),
        "treasures.many": ("{number} treasures", "{number} trésors"),
        "points.one": ("{number} point", "{number} point"),
        "points.many": ("{number} points", "{number} points"),
        "card": ("card {number}, {words},", "la carte {number}, {words},"),
        # what is wrong, said of this position
        "time": ("Something else is due: {turn}.", "Autre chose est à faire : {turn}."),
        "time.over": ("Nothing is due any more.", "Plus rien n'est à faire."),
        "turn": ("It is the turn of {actor}, not of {player}.", "C'est à {actor} de jouer, et non à {player}."),
        "over": (
            "The game is over: round {round} was the last.",
            "La partie est finie : le tour {round} était le dernier.",
        ),
        "settled": ("Settling is over.", "L'installation est terminée."),
        "settled.all": ("{player} already has {people} on islands.", "Sur les îles, {player} a déjà {people}."),
        "full": ("Island {island} already holds {people}.", "L'île {island} porte déjà {people}."),
        "overfull": (
            "Island {island} holds {people}; with {more} more it would hold {sum}.",
            "L'île {island} porte {people} ; avec {more} de plus, elle en porterait {sum}.",
        ),
        "overfull.all": ("The islands have no room for so many.", "Les îles n'ont pas la place pour tant d'habitants."),
        "card.hand": ("{card} is in the hand of {owner}.", "{card} est en main chez {owner}."),
        "card.table": ("{card} is on the table.", "{card} est sur la table."),
        "card.discard": ("{card} has been discarded.", "{card} a été défaussée."),
        "card.pile": ("{card} is in the draw pile.", "{card} est dans la pioche."),
        "card.box": (
            "{card} stays in the box with {players} players.",
            "{card} reste dans la boîte à {players} joueurs.",
        ),
        "card.elsewhere": (
            "{card} is not in the hand of {player}.",
            "{card} n'est pas en main chez {player}.",
        ),
        "no_card.up": (
            "No card that {by} laid face up is on the table.",
            "Aucune carte posée visible par {by} n'est sur la table.",
        ),
        "no_card.down": (
            "No card that {by} laid face down is on the table.",
            "Aucune carte posée cachée par {by} n'est sur la table.",
        ),
        "empty_reserve": ("The reserve of {player} is empty.", "{player} n'a personne en réserve."),
        "shaman": ("The shaman is {shaman}, not {player}.", "Le shaman est {shaman}, et non {player}."),
        "himself": (
            "The player named is the very one who refuses: {player}.",
            "Le joueur désigné est celui-là même qui refuse : {player}.",
        ),
        "nearer": (
            "First comes {laid}, who sits nearer the shaman.",
            "D'abord vient {laid}, plus près du shaman.",
        ),
        "earlier_kind": (
            "First comes {laid}: its kind is earlier than that of {card}.",
            "D'abord vient {laid} : sa sorte passe avant celle de {card}.",
        ),
        "under_way": ("{laid}: this card is not finished.", "{laid} : cette carte n'est pas achevée."),
        "before_another": (
            "That card lies before {before}, not before {player}.",
            "Cette carte est devant {before}, et non devant {player}.",
        ),
        "begun": ("{laid}: this card has already acted.", "{laid} : cette carte a déjà agi."),
        "no_choice": (
            "There is no choice: not two cards could come next.",
            "Il n'y a pas de choix : il n'y a pas deux cartes qui puissent suivre.",
        ),
        "effect": (
            "It is {actor} who must apply {card} now, not {player}.",
            "C'est à {actor} d'appliquer {card}, et non à {player}.",
        ),
        "effect.none": ("No card acts now; first, {turn}.", "Aucune carte n'agit ; d'abord, {turn}."),
        "impossible": ("Nothing of {card} can be carried out.", "Rien de {card} ne peut être appliqué."),
        "fewer.place": (
            "The card says {amount} and {player} has {people} in reserve, so {required} must be placed, not {moved}.",
            "La carte dit {amount} et {player} a {people} en réserve : il faut en placer {required}, et non {moved}.",
        ),
        "fewer.remove": (
            "The card says {amount} and {player} can take back {people}, so {required} must be removed, not {moved}.",
            "La carte dit {amount} et {player} peut reprendre {people} : il faut en retirer {required}, non {moved}.",
        ),
        "kind": ("The card under way is {card}.", "La carte en cours est {card}."),
        "more": ("The card says {amount}, not {moved}.", "La carte dit {amount}, et non {moved}."),
        "reserve": (
            "{player} has {people} in reserve, not {moved}.",
            "{player} a {people} en réserve, et non {moved}.",
        ),
        "fewer_there": (
            "{player} has {people} on island {island}, not {moved}.",
            "{player} a {people} sur l'île {island}, et non {moved}.",
        ),
        "several": ("They would come from islands {islands}.", "Ils viendraient des îles {islands}."),
        "several_to": ("They would go to islands {islands}.", "Ils iraient sur les îles {islands}."),
        "same_player": (
            "The card that {player} laid face up lies before {before} too.",
            "La carte visible posée par {player} se trouve aussi devant {before}.",
        ),
        "old_shaman": (
            "The shaman of the round just played was {named}.",
            "Le shaman du tour écoulé était {named}.",
        ),
        "no_treasure": ("Island {island} has no treasure.", "L'île {island} n'a pas de trésor."),
        "same_island": ("It would stay on island {island}.", "Il resterait sur l'île {island}."),
        "nobody": ("{owner} has nobody on island {island}.", "{owner} n'a personne sur l'île {island}."),
        "moved_already": (
            "The card has already moved all that {owner} has on island {island}.",
            "La carte a déjà déplacé tout ce qu'a {owner} sur l'île {island}.",
        ),
        "own_effect": (
            "{card} acts for {player}, before whom it lies: that is no repetition.",
            "{card} agit pour {player}, devant qui elle se trouve : ce n'est pas une répétition.",
        ),
        "missing.islands": (
            "There are islands 0 to {last}, not {missing}.",
            "Il y a les îles 0 à {last}, pas {missing}.",
        ),
        "missing.players": (
            "There are seats 0 to {last}, not {missing}.",
            "Il y a les sièges 0 à {last}, pas {missing}.",
        ),
        "missing.cards": (
            "There are cards 0 to {last}, not {missing}.",
            "Il y a les cartes 0 à {last}, pas {missing}.",
        ),
        "unknown_decision": (
            "Only the reading {point}={reading} knows this decision.",
            "Seule la lecture {point}={reading} connaît cette décision.",
        ),
        "formula": ("Here this does not hold: {formula}.", "Ceci n'est pas vrai ici : {formula}."),
        # what happens by itself
        "then.hidden": (
            "The cards are revealed; what follows is hidden from {player} until then.",
            "Les cartes sont révélées ; la suite est cachée d'ici là à {player}.",
        ),
        "then.take_up": ("{laid} comes next.", "{laid} vient maintenant."),
        "then.finish_card": ("{laid} is done and discarded.", "{laid} est achevée et défaussée."),
        # outcomes
        "island.takes": (
            "Island {island} ({counts}): {player} takes a treasure and returns one inhabitant.",
            "Île {island} ({counts}) : {player} prend un trésor et renvoie un habitant.",
        ),
        "island.keeps": (
            "Island {island} ({counts}): {player} takes a treasure and returns nobody.",
            "Île {island} ({counts}) : {player} prend un trésor et ne renvoie personne.",
        ),
        "island.nobody": (
            "Island {island} ({counts}): nobody takes a treasure.",
            "Île {island} ({counts}) : personne ne prend de trésor.",
        ),
        "fact.no_treasure": ("There is no treasure on island {island}.", "Il n'y a pas de trésor sur l'île {island}."),
        "fact.majority": ("{player} has {count} there: {counts}.", "{player} y en a {count} : {counts}."),
        "fact.majority.none": ("Nobody has a majority: {counts}.", "Personne n'a de majorité : {counts}."),
        "fact.conflict": ("In conflict: {groups}.", "En conflit : {groups}."),
        "fact.conflict.group": ("{players} with {count} each", "{players}, {count} chacun"),
        "fact.single": (
            "{player} has a single inhabitant there, outside the conflict.",
            "{player} y a un seul habitant, hors du conflit.",
        ),
        "fact.single.none": (
            "No single inhabitant stands outside a conflict.",
            "Aucun habitant seul ne se tient hors d'un conflit.",
        ),
        "fact.returns": ("{player} takes back one from island {island}.", "{player} en reprend un de l'île {island}."),
        "fact.nobody_returns": ("Nobody leaves island {island}.", "Personne ne quitte l'île {island}."),
        "shaman.next": ("{player} is offered the role of shaman.", "Le rôle de shaman est proposé à {player}."),
        "fact.fewest": ("Taken: {counts}; fewest: {players}.", "Pris : {counts} ; le moins : {players}."),
        "fact.tie": (
            "Of {players}, {player} is the first after {shaman}, the shaman of this round.",
            "Parmi {players}, {player} suit le premier {shaman}, shaman de ce tour.",
        ),
        "fact.tie.self_first": (
            "Of {players}, {player} is the first from {shaman} on, the shaman of this round, who comes first himself.",
            "Parmi {players}, {player} vient le premier en commençant par {shaman}, shaman de ce tour, qui passe "
            "d'abord.",
        ),
        "fact.tie.offered": (
            "Of {players}, {player} is the first after {shaman}, to whom the role was offered first for this round.",
            "Parmi {players}, {player} suit le premier {shaman}, à qui le rôle fut d'abord proposé pour ce tour.",
        ),
        "fact.tie.offered_self_first": (
            "Of {players}, {player} is the first from {shaman} on, to whom the role was offered first for this round, "
            "and who comes first himself.",
            "Parmi {players}, {player} vient le premier en commençant par {shaman}, à qui le rôle fut d'abord proposé "
            "pour ce tour et qui passe d'abord.",
        ),
        "fact.refuse": (
            "{player} may keep the role or name another player.",
            "{player} peut garder le rôle ou désigner un autre joueur.",
        ),
        "winner.one": ("{players} wins.", "Victoire : {players}."),
        "winner.many": ("{players} share the victory.", "Victoire partagée : {players}."),
        "fact.points": ("{counts}.", "{counts}."),
        "fact.points.seat": (
            "{player} {points} ({treasures}, {reserve} in reserve)",
            "{player} {points} ({treasures}, {reserve} en réserve)",
        ),
        "fact.winner": ("The most is {points}: {players}.", "Le plus est {points} : {players}."),
        "fact.tie_break": ("Treasures: {counts}.", "Trésors : {counts}."),
        "fact.level": ("Level in points and treasures: {players}.", "À égalité de points et de trésors : {players}."),
        "when.now": ("If it were settled now:", "Si l'on décomptait maintenant :"),
        "when.move": ("After move {move}:", "Après le coup {move} :"),
        "when.end": ("At the end of the game:", "À la fin de la partie :"),
        # the answer as a whole
        "legal": ("Legal. {decision}", "Permis. {decision}"),
        "illegal": ("Illegal.", "Interdit."),
        "at": ("Move {move}: {action}", "Coup {move} : {action}"),
        "stuck": (
            "The record comes no further than its move {move}, which is illegal.",
            "La partie ne va pas plus loin que son coup {move}, qui est interdit.",
        ),
        "set.one": ("This clause alone forbids it:", "Cette clause à elle seule l'interdit :"),
        "set.many": ("Each of these clauses alone forbids it:", "Chacune de ces clauses à elle seule l'interdit :"),
        "rests_on": ("(worked out by {clauses})", "(d'après {clauses})"),
        "due": ("Due now: {turn}.", "À faire maintenant : {turn}."),
        "instead": ("Legal instead:", "Permis à la place :"),
    }.items()
}


def why(lang: str, key: str, **values: object) -> str:
    """A phrase of an explanation, filled in."""
    words = WHY[key]
    return (words.fr if lang == "fr" else words.en).format(**values)


def how_many(lang: str, key: str, number: int) -> str:
    """A number with its word: one of something (in French also none), or many."""
    single = number == 1 or (lang == "fr" and number == 0)
    return why(lang, f"{key}.one" if single else f"{key}.many", number=number)


def sentence(text: str) -> str:
    """The text with a capital first."""
    return text[:1].upper() + text[1:]
