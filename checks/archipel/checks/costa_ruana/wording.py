"""Everything a person reads about Costa Ruana, in English and in French: the words, and sentences made of them.

The catalogue holds each phrase once, in both languages. The functions below it turn cards, decisions and their
consequences into sentences for one reader: a seat, or nobody in particular, who is told only what all may know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from archipel.reference.costa_ruana.actions import (
    Reason,
)
from archipel.reference.costa_ruana.deck import Background, Card

LANGUAGES = ("en", "fr")
LETTERS = "ABCDEFGH"


class Words(NamedTuple):
    """One phrase in each language."""

    en: str
    fr: str


CATALOGUE: dict[str, Words] = {
    key: Words(*pair)
    for key, pair in {
        # names
        "game": ("Costa Ruana", "Costa Ruana"),
        "names": ("Ann Ben Cleo Dan Eve Finn Gus Hana", "Anne Basile Chloé David Élise Fabien Gaëlle Hugo"),
        "and": ("and", "et"),
        "separator": ("; ", " ; "),
        # cards
        "card": ("{face} ({background})", "{face} ({background})"),
        "face.move_treasure": ("Move treasure", "Déplacer trésor"),
        "face.remove": ("Remove {amount}", "Retirer {amount}"),
        "face.place": ("Place {amount}", "Placer {amount}"),
        "face.move_inhabitant": ("Move inhabitant", "Déplacer habitant"),
        "effect.move_treasure": (
            "one treasure goes to another island",
            "un trésor change d'île",
        ),
        "effect.remove": (
            "take back {amount} of your inhabitants from islands",
            "ramener {amount} de vos habitants des îles",
        ),
        "effect.place": (
            "put {amount} of your inhabitants on islands",
            "poser {amount} de vos habitants sur des îles",
        ),
        "effect.move_inhabitant": (
            "one inhabitant, anybody's, goes to another island",
            "un habitant, à n'importe qui, change d'île",
        ),
        "background.high_tide": ("high tide", "marée haute"),
        "background.low_tide": ("low tide", "marée basse"),
        "background.day": ("day", "jour"),
        "background.night": ("night", "nuit"),
        "condition.tide": ("tide", "marée"),
        "condition.time": ("time", "moment"),
        # cards on the table
        "laid.up": ("{card}, laid by {by}", "{card}, posée par {by}"),
        "laid.hidden": ("the hidden card laid by {by}", "la carte cachée posée par {by}"),
        "laid.known": ("{card}, laid hidden by {by}", "{card}, carte cachée posée par {by}"),
        "before": ("{laid}, before {before}", "{laid}, devant {before}"),
        "card.before": ("{card} before {before}", "{card} devant {before}"),
        # phases
        "phase.settle": ("settling the islands", "installation sur les îles"),
        "phase.play_up": ("cards face up", "cartes visibles"),
        "phase.play_down": ("cards face down", "cartes cachées"),
        "phase.stand": ("inhabitants on cards", "habitants sur les cartes"),
        "phase.flip": ("turning a condition", "condition à retourner"),
        "phase.resolve": ("resolving the cards", "résolution des cartes"),
        "phase.effect": ("resolving the cards", "résolution des cartes"),
        "phase.offer": ("end of the round", "fin du tour"),
        "phase.offer.first": ("choosing the first shaman", "choix du premier shaman"),
        "phase.over": ("game over", "partie terminée"),
        "round": ("Round {round} of {rounds}", "Tour {round} sur {rounds}"),
        "round.before": ("Before round 1", "Avant le tour 1"),
        # what is asked, told about the one who decides
        "turn.settle": ("{player} settles an inhabitant", "{player} installe un habitant"),
        "turn.play_up": ("{player} lays a card face up", "{player} pose une carte visible"),
        "turn.play_down": ("{player} lays a card face down", "{player} pose une carte cachée"),
        "turn.stand": ("{player} may put an inhabitant on a card", "{player} peut poser un habitant sur une carte"),
        "turn.flip": ("{player} turns a condition card", "{player} retourne une carte Condition"),
        "turn.resolve": ("{player} chooses the next card", "{player} choisit la prochaine carte"),
        "turn.effect": ("{player} carries out {card}", "{player} applique {card}"),
        "turn.effect.copy": ("{player} copies {card}", "{player} copie {card}"),
        "turn.offer": ("{player} may become shaman", "{player} peut devenir shaman"),
        "turn.over": ("{players} wins", "{players} gagne"),
        "turn.over.shared": ("{players} share the win", "{players} se partagent la victoire"),
        # section titles and labels of drawings
        "title.islands": ("ISLANDS", "ÎLES"),
        "title.table": ("CARDS ON THE TABLE", "CARTES SUR LA TABLE"),
        "title.players": ("PLAYERS", "JOUEURS"),
        "title.hand": ("HAND", "MAIN"),
        "title.news": ("WHAT HAPPENED", "CE QUI S'EST PASSÉ"),
        "title.ranking": ("RANKING", "CLASSEMENT"),
        "label.conditions": ("Conditions: {tide} · {time}", "Conditions : {tide} · {time}"),
        "label.seat": ("seat {seat}", "siège {seat}"),
        "label.reserve": ("reserve", "réserve"),
        "label.reserve.waiting": ("reserve {reserve}, 1 waits", "réserve {reserve}, 1 attend"),
        "label.hut": ("hut", "hutte"),
        "label.gains": ("this round", "ce tour"),
        "label.cards": ("cards", "cartes"),
        "label.pile": ("draw pile {number}", "pioche {number}"),
        "label.discards": ("discards {number}", "défausse {number}"),
        "label.pile.word": ("draw pile", "pioche"),
        "label.discards.word": ("discards", "défausse"),
        "label.shaman": ("shaman", "shaman"),
        "label.decides": ("decides", "décide"),
        "label.before": ("before {player}", "devant {player}"),
        "label.before.nothing": ("no card before {player}", "aucune carte devant {player}"),
        "label.hand": ("hand", "main"),
        "label.wins": ("wins", "gagne"),
        "label.hidden": ("hidden", "cachée"),
        "label.face_down": ("face down", "cachée"),
        "label.by": ("by {letter}", "par {letter}"),
        "label.standing": ("on it: {letters}", "dessus : {letters}"),
        "label.resolving": ("being resolved", "en cours"),
        "label.view": ("as {player} sees it", "vu par {player}"),
        "label.points": ("points", "points"),
        # a position told in words
        "words.conditions": ("Conditions shown: {tide} and {time}.", "Conditions visibles : {tide} et {time}."),
        "words.island": (
            "Island {island}: {treasures}; {people}, {crowd} of {cap} places taken.",
            "Île {island} : {treasures} ; {people}, {crowd} places prises sur {cap}.",
        ),
        "words.treasures.one": ("{number} treasure", "{number} trésor"),
        "words.treasures.many": ("{number} treasures", "{number} trésors"),
        "words.empty": ("nobody", "personne"),
        "words.before": ("Before {player}: {cards}.", "Devant {player} : {cards}."),
        "words.standing": (
            "{laid} with inhabitants of {people} on it",
            "{laid}, portant des habitants qui sont à {people}",
        ),
        "words.waiting": (
            "Home when all cards are resolved: inhabitants of {people}.",
            "En réserve une fois toutes les cartes résolues : habitants qui sont à {people}.",
        ),
        "words.player": (
            "{player}: {reserve} in reserve, {hut} in the hut, {cards} in hand.",
            "{player} : {reserve} en réserve, {hut} dans la hutte, {cards} en main.",
        ),
        "words.points": ("{points} points.", "{points} points."),
        "words.gains": ("Collected this round: {gains}.", "Récolté ce tour : {gains}."),
        "words.hidden": ("a hidden number of treasures", "un nombre caché de trésors"),
        "words.cards.one": ("{number} card", "{number} carte"),
        "words.cards.many": ("{number} cards", "{number} cartes"),
        "words.hand": ("{player} holds {cards}.", "{player} a en main {cards}."),
        "words.shaman": ("{player} is shaman.", "Shaman : {player}."),
        "words.pile": (
            "{pile} in the draw pile, {discards} discarded.",
            "{pile} dans la pioche, {discards} en défausse.",
        ),
        # decisions
        "decision.settle": (
            "{player} puts an inhabitant on island {island}.",
            "{player} pose un habitant sur l'île {island}.",
        ),
        "decision.play_up": (
            "{player} lays {card} face up before {before}.",
            "{player} pose {card}, visible, devant {before}.",
        ),
        "decision.play_down": (
            "{player} lays a card face down before {before}.",
            "{player} pose une carte cachée devant {before}.",
        ),
        "decision.play_down.known": (
            "{player} lays {card} face down before {before}.",
            "{player} pose {card}, cachée, devant {before}.",
        ),
        "decision.stand": ("{player} puts an inhabitant on {laid}.", "{player} pose un habitant sur : {laid}."),
        "decision.stand_from": (
            "{player} puts an inhabitant from island {source} on {laid}.",
            "{player} pose un habitant de l'île {source} sur : {laid}.",
        ),
        "decision.pass": ("{player} puts nobody on a card.", "{player} ne met personne sur une carte."),
        "decision.keep_conditions": (
            "{player} turns no Condition card.",
            "{player} ne retourne aucune carte Condition.",
        ),
        "decision.forgo": ("{player} lets it be.", "{player} y renonce."),
        "decision.flip": (
            "{player} turns the {condition} card: it now shows {side}.",
            "{player} retourne la carte {condition} : elle montre {side}.",
        ),
        "decision.resolve": ("{player} goes on with {laid}.", "{player} continue avec : {laid}."),
        "decision.move_treasure": (
            "{player} moves a treasure from island {source} to island {target}.",
            "{player} déplace un trésor de l'île {source} à l'île {target}.",
        ),
        "decision.move_treasure.stays": (
            "{player} leaves a treasure on island {source}.",
            "{player} laisse un trésor sur l'île {source}.",
        ),
        "decision.remove": ("{player} takes home {spread}.", "{player} ramène {spread}."),
        "decision.place": ("{player} puts {spread}.", "{player} pose {spread}."),
        "decision.move_inhabitant": (
            "{player} moves an inhabitant of {owner} from island {source} to island {target}.",
            "{player} déplace un habitant adverse ({owner}) de l'île {source} à l'île {target}.",
        ),
        "decision.move_inhabitant.own": (
            "{player} moves an inhabitant of their own from island {source} to island {target}.",
            "{player} déplace un de ses habitants de l'île {source} à l'île {target}.",
        ),
        "decision.move_inhabitant.stays": (
            "{player} leaves an inhabitant of {owner} on island {source}.",
            "{player} laisse un habitant adverse ({owner}) sur l'île {source}.",
        ),
        "decision.move_inhabitant.own.stays": (
            "{player} leaves an inhabitant of their own on island {source}.",
            "{player} laisse un de ses habitants sur l'île {source}.",
        ),
        "decision.accept": ("{player} takes the role of shaman.", "{player} accepte le rôle de shaman."),
        "decision.name": (
            "{player} declines and names {shaman} as shaman.",
            "{player} décline et nomme shaman : {shaman}.",
        ),
        "decision.copy": ("{sentence} (copy)", "{sentence} (copie)"),
        "oneself": ("the same player", "soi"),
        "spread.remove": ("{count} from island {island}", "{count} de l'île {island}"),
        "spread.place": ("{count} on island {island}", "{count} sur l'île {island}"),
        # consequences
        "told.forced": ("{sentence} There was no other choice.", "{sentence} C'était le seul choix."),
        "told.revealed": ("{by} had hidden {card} before {before}.", "{by} avait caché {card} devant {before}."),
        "told.discarded": ("Not active, discarded: {cards}.", "Sans effet, défaussé : {cards}."),
        "told.active": ("Active: {cards}.", "Actif : {cards}."),
        "told.active.none": ("No card is active this round.", "Aucune carte n'est active ce tour-ci."),
        "told.home": (
            "Inhabitants on discarded cards go home: {people}.",
            "Retour en réserve depuis les cartes défaussées : {people}.",
        ),
        "told.idle": ("{card}: nothing to do for {player}.", "{card} : rien à faire pour {player}."),
        "told.cardless": (
            "{card}: no card lies before {player}, so nothing is repeated.",
            "{card} : aucune carte devant {player}, rien n'est répété.",
        ),
        "told.collect.majority": (
            "Island {island} ({counts}): most inhabitants, {player} takes a treasure and one inhabitant back.",
            "Île {island} ({counts}) : majorité, {player} prend un trésor et récupère un habitant.",
        ),
        "told.collect.single": (
            "Island {island} ({counts}): the others are tied, so {player} alone takes a treasure and goes home.",
            "Île {island} ({counts}) : les autres sont à égalité, {player} prend le trésor et rentre.",
        ),
        "told.collect.outside": (
            "Island {island} ({counts}): outside the ties, {player} takes a treasure and one inhabitant back.",
            "Île {island} ({counts}) : hors des égalités, {player} prend un trésor et récupère un habitant.",
        ),
        "told.collect.majority.stays": (
            "Island {island} ({counts}): most inhabitants, {player} takes a treasure, and nobody leaves.",
            "Île {island} ({counts}) : majorité, {player} prend un trésor, et personne ne part.",
        ),
        "told.collect.single.stays": (
            "Island {island} ({counts}): the others are tied, so {player} takes a treasure, and nobody leaves.",
            "Île {island} ({counts}) : les autres sont à égalité, {player} prend le trésor, et personne ne part.",
        ),
        "told.collect.outside.stays": (
            "Island {island} ({counts}): outside the ties, {player} takes a treasure, and nobody leaves.",
            "Île {island} ({counts}) : hors des égalités, {player} prend un trésor, et personne ne part.",
        ),
        "told.collect.conflict": (
            "Island {island} ({counts}): tied, the treasure stays.",
            "Île {island} ({counts}) : égalité, le trésor reste.",
        ),
        "told.collect.nobody": (
            "Island {island} ({counts}): nobody has more than all others together, the treasure stays.",
            "Île {island} ({counts}) : personne n'en a plus que tous les autres réunis, le trésor reste.",
        ),
        "told.collect.nothing": (
            "Island {island} ({counts}): no treasure left.",
            "Île {island} ({counts}) : plus de trésor.",
        ),
        "told.gains": ("Treasures of round {round}: {gains}.", "Trésors du tour {round} : {gains}."),
        "told.shaman.least": (
            "Fewest treasures: {player} may become shaman.",
            "Le moins de trésors : {player} peut devenir shaman.",
        ),
        "told.shaman.tied": (
            "Several took fewest; of them {player} sits nearest after the shaman and may take the role.",
            "Égalité au plus faible ; {player} suit le shaman et peut prendre le rôle.",
        ),
        "told.shaman.tied.offered": (
            "Several took fewest; of them {player} sits nearest after {offered}, who was offered the role before,"
            " and may take it.",
            "Égalité au plus faible ; {player} suit {offered}, à qui le rôle avait été proposé, et peut le prendre.",
        ),
        "told.draw.one": ("Everybody draws {number} card.", "Chacun pioche {number} carte."),
        "told.draw.many": ("Everybody draws {number} cards.", "Chacun pioche {number} cartes."),
        "told.drawn": ("{player} draws {cards}.", "{player} pioche {cards}."),
        "told.round": ("Round {round} begins with {player}.", "Le tour {round} commence par {player}."),
        "told.over": ("The last round is over.", "Le dernier tour est terminé."),
        # the end
        "rank.line": (
            "{rank}. {player}: {points} points ({treasures}, {reserve} in reserve)",
            "{rank}. {player} : {points} points ({treasures}, {reserve} en réserve)",
        ),
        "rank.winner": ("{player} wins.", "Victoire : {player}."),
        "rank.shared": ("{players} share the win.", "Victoire partagée : {players}."),
        # questions
        "ask.settle.island": ("On which island do you settle?", "Sur quelle île installer un habitant ?"),
        "ask.play_up.card": ("Which card do you lay face up?", "Quelle carte posez-vous visible ?"),
        "ask.play_down.card": ("Which card do you lay face down?", "Quelle carte posez-vous cachée ?"),
        "ask.play_up.before": ("Before whom?", "Devant qui ?"),
        "ask.play_down.before": ("Before whom?", "Devant qui ?"),
        "ask.stand.choice": ("On which card do you put an inhabitant?", "Sur quelle carte posez-vous un habitant ?"),
        "ask.flip.choice": ("Which condition card do you turn?", "Quelle carte Condition retournez-vous ?"),
        "ask.resolve.choice": ("Which card comes next?", "Quelle carte vient maintenant ?"),
        "ask.offer.choice": ("Do you become shaman?", "Devenez-vous shaman ?"),
        "ask.move_treasure.source": ("Treasure from which island?", "Un trésor de quelle île ?"),
        "ask.move_treasure.target": ("To which island?", "Vers quelle île ?"),
        "ask.remove.island": ("An inhabitant back from which island?", "Ramener un habitant de quelle île ?"),
        "ask.place.island": ("An inhabitant on which island?", "Un habitant sur quelle île ?"),
        "ask.move_inhabitant.owner": ("Whose inhabitant moves?", "L'habitant de qui ?"),
        "ask.move_inhabitant.source": ("From which island?", "De quelle île ?"),
        "ask.move_inhabitant.target": ("To which island?", "Vers quelle île ?"),
        "ask.more": ("({left} to go)", "(encore {left})"),
        "ask.several": ("(or all at once, such as {example})", "(ou tout d'un coup, comme {example})"),
        # answers
        "option.island": ("{treasures}; {people}", "{treasures} ; {people}"),
        "option.seat": ("{player}", "{player}"),
        "option.seat.self": ("{player} (you)", "{player} (vous)"),
        "option.card": ("{card}: {effect}", "{card} : {effect}"),
        "option.pass": ("on none", "sur aucune"),
        "option.flip": (
            "the {condition} card: then {tide} and {time} cards are active",
            "la carte {condition} : seront actives {tide} et {time}",
        ),
        "option.accept": ("yes, keep the role", "oui, garder le rôle"),
        "option.name": ("no, {player} shall be shaman", "non, nommer {player}"),
        # refusals
        "reason.GAME_OVER": ("The game is over.", "La partie est terminée."),
        "reason.NOT_YOUR_TURN": ("Somebody else decides now.", "C'est à quelqu'un d'autre de décider."),
        "reason.OTHER_DECISION": ("Something else is asked now.", "Une autre décision est demandée."),
        "reason.NO_SUCH_ISLAND": ("There is no such island.", "Cette île n'existe pas."),
        "reason.NO_SUCH_SEAT": ("Nobody has that letter.", "Personne ne porte cette lettre."),
        "reason.ISLAND_FULL": ("That island is full.", "Cette île est pleine."),
        "reason.CARD_NOT_IN_HAND": ("That card is not in your hand.", "Cette carte n'est pas dans votre main."),
        "reason.SAME_PLAYER_AGAIN": (
            "Lay it before another player than your card face up.",
            "Posez-la devant quelqu'un d'autre que votre carte visible.",
        ),
        "reason.NO_CARD_THERE": ("No such card lies on the table.", "Cette carte n'est pas sur la table."),
        "reason.EMPTY_RESERVE": ("Your reserve is empty.", "Votre réserve est vide."),
        "reason.NOT_A_NEXT_CARD": ("That card cannot come next.", "Cette carte ne peut pas venir maintenant."),
        "reason.SAME_ISLAND": ("It must go to another island.", "Il faut changer d'île."),
        "reason.NO_TREASURE_THERE": ("No treasure lies there.", "Il n'y a pas de trésor là."),
        "reason.NO_INHABITANT_THERE": ("No such inhabitant is there.", "Il n'y a pas d'habitant à prendre là."),
        "reason.SEVERAL_ISLANDS": ("Remove them all from one island.", "Retirez-les tous d'une seule île."),
        "reason.PLACED_APART": ("Place them all on one island.", "Placez-les tous sur une seule île."),
        "reason.MOVED_ALREADY": (
            "The card has moved that inhabitant already.",
            "La carte a déjà déplacé cet habitant.",
        ),
        "reason.WRONG_NUMBER": (
            "The card must be applied in full, as far as possible.",
            "La carte s'applique en entier, autant que possible.",
        ),
        "reason.NOT_SORTED": ("Name the islands in increasing order.", "Nommez les îles par ordre croissant."),
        "reason.NAMES_HIMSELF": ("Name somebody else.", "Nommez quelqu'un d'autre."),
        "reason.NAMES_THE_OLD_SHAMAN": (
            "Name somebody else than the old shaman.",
            "Nommez quelqu'un d'autre que l'ancien shaman.",
        ),
        # talking with the program
        "play.seed": ("Game {seed}: --seed {seed} deals it again.", "Partie {seed} : --seed {seed} la redonne."),
        "play.who": ("At the table: {players}.", "À la table : {players}."),
        "play.bot": ("{player} ({bot} bot)", "{player} (robot {bot})"),
        "bot.random": ("random", "au hasard"),
        "bot.greedy": ("greedy", "glouton"),
        "play.human": ("{player}", "{player}"),
        "play.hint": ("Type help for the commands.", "Tapez aide pour les commandes."),
        "play.help": (
            "Answer with what stands before the colon. Islands are numbered from 0, players have letters.\n"
            "  back         take back what you typed for this decision\n"
            "  show         draw the position again\n"
            "  undo         go back to your previous decision\n"
            "  save FILE    write the game so far to a file\n"
            "  quit         stop here",
            "Répondez par ce qui précède les deux-points. Les îles comptent depuis 0, les joueurs ont une lettre.\n"
            "  retour          effacer ce que vous venez de taper pour cette décision\n"
            "  voir            redessiner la position\n"
            "  annuler         revenir à votre décision précédente\n"
            "  sauver FICHIER  écrire la partie dans un fichier\n"
            "  quitter         s'arrêter ici",
        ),
        "play.prompt": ("{player}> ", "{player}> "),
        "play.unknown": ("{answer}: not among the answers. {hint}", "{answer} : pas parmi les réponses. {hint}"),
        "play.too_many": ("That is more than was asked.", "C'est plus que demandé."),
        "play.back": ("Once more from the start.", "On recommence."),
        "play.undone": ("Back to your previous decision.", "Retour à votre décision précédente."),
        "play.undone.none": ("There is no earlier decision of yours.", "Vous n'avez pas de décision précédente."),
        "play.saved": ("Saved: {file}", "Partie écrite : {file}"),
        "play.save.file": ("Which file? save FILE", "Quel fichier ? sauver FICHIER"),
        "play.not_saved": ("Not saved: {problem}", "Non écrite : {problem}"),
        "play.stopped": ("Stopped.", "Arrêt."),
        "play.pass_on": (
            "Pass the keyboard to {player}, who presses Enter.",
            "Passez le clavier à {player}, puis Entrée.",
        ),
        "play.passed": ("--- {player} ---", "--- {player} ---"),
        "show.written": ("wrote {file}", "{file} écrit"),
        # names of the commands typed while playing
        "word.help": ("help", "aide"),
        "word.back": ("back", "retour"),
        "word.show": ("show", "voir"),
        "word.undo": ("undo", "annuler"),
        "word.save": ("save", "sauver"),
        "word.quit": ("quit", "quitter"),
    }.items()
}


def say(lang: str, key: str, **values: object) -> str:
    """A phrase of the catalogue, filled in."""
    words = CATALOGUE[key]
    return (words.fr if lang == "fr" else words.en).format(**values)


def counted(lang: str, key: str, number: int) -> str:
    """A number with its word: one of something (in French also none), or many."""
    single = number == 1 or (lang == "fr" and number == 0)
    return say(lang, f"{key}.one" if single else f"{key}.many", number=number)


def listed(lang: str, items: Iterable[str]) -> str:
    """A list with commas and a last "and"."""
    *rest, last = items
    return f"{', '.join(rest)} {say(lang, 'and')} {last}" if rest else last


def default_names(lang: str, players: int) -> tuple[str, ...]:
    """A name for each seat, beginning with the seat's letter."""
    return tuple(say(lang, "names").split()[:players])


def face_words(lang: str, card: Card) -> str:
    """What a card does, in two words."""
    return say(lang, f"face.{card.kind.value}", amount=card.amount)


def effect_words(lang: str, card: Card) -> str:
    """What a card does, explained."""
    return say(lang, f"effect.{card.kind.value}", amount=card.amount)


def background_words(lang: str, background: Background) -> str:
    """The name of a background or of a side of a Condition card."""
    return say(lang, f"background.{background.value}")


def card_words(lang: str, card: Card) -> str:
    """A card in a few words, such as Place 2 (night)."""
    return say(lang, "card", face=face_words(lang, card), background=background_words(lang, card.background))


def reason_words(lang: str, reason: Reason) -> str:
    """Why something is not allowed."""
    return say(lang, f"reason.{reason.name}")


def spread_words(lang: str, what: str, islands: Sequence[int]) -> str:
    """How inhabitants are spread: 2 on island 0 and 1 on island 3."""
    counts = sorted(Counter(islands).items())
    return listed(lang, [say(lang, f"spread.{what}", count=count, island=island) for island, count in counts])


def crowd_words(lang: str, row: Sequence[int], letters: str = LETTERS) -> str:
    """Who stands on an island, by letter."""
    people = [f"{letters[seat]} {count}" for seat, count in enumerate(row) if count]
    return ", ".join(people) or say(lang, "words.empty")
