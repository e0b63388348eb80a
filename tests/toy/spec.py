"""Lagoon: divers swim from reef to reef, dive for pearls as the swell lets them, and show the reefs on their cards."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from archipel.spec.clauses import Rulebook, Source, Vocabulary
from archipel.spec.logic import (
    Domain,
    Num,
    Prop,
    all_of,
    any_of,
    constant,
    count,
    exists,
    forall,
    iff,
    implies,
    negation,
    number,
    total,
    when,
)
from archipel.spec.readings import Readings
from archipel.spec.theorems import Outcome, Theory


@dataclass(frozen=True)
class LagoonNumbers:
    """Every number of the game."""

    min_players: int = 3
    max_players: int = 4
    reefs: int = 6
    pearls: int = 3
    cards: int = 6
    hand: int = 1
    rounds: int = 4
    card_points: int = 2
    sides: int = 3

    def values(self, players: int) -> dict[str, Any]:
        return {**self.for_statements(), "players": players}

    def for_statements(self) -> dict[str, int]:
        return asdict(self)


NUMBERS = LagoonNumbers()
words = Vocabulary()
rules = Rulebook(
    "lagoon",
    {
        "setup": {"en": "Setup", "fr": "Mise en place"},
        "turn": {"en": "A turn", "fr": "Un tour"},
        "end": {"en": "End of the game", "fr": "Fin de la partie"},
    },
    words,
)

players, min_players, max_players = map(words.parameter, ("players", "min_players", "max_players"))
reefs, pearls_each, cards, hand = map(words.parameter, ("reefs", "pearls", "cards", "hand"))
rounds, card_points, most_pips = map(words.parameter, ("rounds", "card_points", "sides"))
Players, Reefs, Cards = Domain("players", "P", players), Domain("reefs", "R", reefs), Domain("cards", "C", cards)
Pips = Domain("pips", "D", most_pips, number(1))

near = words.material_facts("near", Reefs, Reefs, meaning="a channel joins two reefs")
shows = words.material("shows", Cards, of=Reefs, meaning="the reef on a card")

BOX, SHOWN = constant("box", -1), constant("shown", -2)
ROLL, ACT, PASS_ON, OVER = (constant(name, code) for code, name in enumerate(("roll", "act", "pass-on", "over")))

phase = words.number("phase", "what is to happen")
round_number = words.number("round", "the round under way")
turn = words.number("turn", "how many players have had their turn in it")
active = words.number("active", "whose turn it is", of=Players)
swell = words.number("swell", "what the die shows; 0 before it is rolled")
at = words.numbers("at", Players, of=Reefs, meaning="where a diver is")
left = words.numbers("left", Reefs, meaning="pearls left at a reef")
basket = words.numbers("basket", Players, meaning="pearls in a basket")
place_of = words.numbers("place_of", Cards, of=Players, meaning="whose hand holds a card, or the box, or shown")
shown = words.numbers("shown", Players, meaning="cards a player has shown")

player = words.argument("player", Players, "who decides")
reef = words.argument("reef", Reefs, "where to swim")
card = words.argument("card", Cards, "the card shown")
pips = words.argument("pips", Pips, "what the die comes to show")

roll = rules.chance("roll", pips)
swim = rules.decision("swim", player, reef)
dive = rules.decision("dive", player)
show = rules.decision("show", player, card)
hand_over, finish = rules.consequence("hand_over"), rules.consequence("finish")
TURNS = (swim, dive, show)


def rule(item: str) -> Source:
    return Source("L", item)


# Setup

lagoon = rules.clause(
    "setup.lagoon",
    rule("1"),
    en="Channels join {reefs} reefs; they can be swum both ways, and there is one from every reef.",
    fr="Des passes relient {reefs} récifs ; on peut y nager dans les deux sens, et il en part une de chaque récif.",
)


@lagoon.requires
def channels_run_both_ways() -> Prop:
    return forall(Reefs, lambda i: forall(Reefs, lambda j: all_of(iff(near(i, j), near(j, i)), negation(near(i, i)))))


@lagoon.requires
def no_reef_is_cut_off() -> Prop:
    return forall(Reefs, lambda i: exists(Reefs, lambda j: near(i, j)))


start = rules.clause(
    "setup.start",
    rule("2"),
    en="{pearls} pearls lie at each reef. Each diver begins at the reef of his own number, with an empty basket.",
    fr="{pearls} perles reposent à chaque récif. Chacun part du récif de son numéro, le panier vide.",
)


@start.initially
def everything_in_its_place() -> Prop:
    divers = forall(Players, lambda p: all_of(at(p) == p, basket(p) == 0, shown(p) == 0))
    clock = all_of(phase == ROLL, round_number == 1, turn == 0, swell == 0)
    return all_of(clock, divers, forall(Reefs, lambda r: left(r) == pearls_each), active >= 0, active < players)


@start.always
def divers_are_at_reefs() -> Prop:
    somewhere = forall(Players, lambda p: all_of(at(p) >= 0, at(p) < reefs))
    return all_of(somewhere, active >= 0, active < players)


deal = rules.clause(
    "setup.deal",
    rule("3"),
    en="Each player is dealt {hand} card, which only he may look at. The others stay in the box.",
    fr="Chacun reçoit {hand} carte, que lui seul peut regarder. Les autres restent dans la boîte.",
)


@deal.initially
def everybody_has_a_hand() -> Prop:
    in_play = forall(Cards, lambda c: all_of(place_of(c) >= BOX, place_of(c) < players))
    return all_of(in_play, forall(Players, lambda p: count(Cards, lambda c: place_of(c) == p) == hand))


deal.shows_everybody(phase, round_number, turn, active, swell, at, left, basket, shown)


@deal.shows(place_of, to=Players)
def his_own_cards(seat: Num, c: Num) -> Prop:
    return any_of(place_of(c) == seat, place_of(c) == SHOWN)


# A turn

die = rules.clause(
    "turn.roll",
    rule("4"),
    en="A turn begins with the die: three of its sides show 1, two show 2, and one shows 3.",
    fr="Un tour commence par le dé : trois faces portent 1, deux portent 2 et une porte 3.",
)
die.weighs(roll)(lambda: most_pips + 1 - pips)
die.sets(swell, roll)(lambda: pips)
die.sets(phase, roll)(lambda: ACT)


@die.guards(roll)
def a_turn_begins() -> Prop:
    return phase == ROLL


one_deed = rules.clause(
    "turn.one-deed",
    rule("5"),
    en="Then the player whose turn it is does one thing: he swims, dives or shows a card.",
    fr="Puis le joueur dont c'est le tour fait une seule chose : il nage, plonge ou montre une carte.",
)
one_deed.sets(phase, *TURNS)(lambda: PASS_ON)


@one_deed.guards(*TURNS)
def it_is_his_turn() -> Prop:
    return all_of(phase == ACT, player == active)


swimming = rules.clause(
    "turn.swim",
    rule("6"),
    en="A diver swims through a channel to the reef at its other end.",
    fr="Un plongeur nage par une passe jusqu'au récif d'en face.",
)
swimming.sets(at, swim)(lambda p: when(p == player, reef, at(p)))


@swimming.guards(swim)
def there_is_a_channel() -> Prop:
    return near(at(player), reef)


diving = rules.clause(
    "turn.dive",
    rule("7"),
    en="Whoever dives takes as many pearls from his reef as the die shows, or those that are left if they are fewer.",
    fr="Qui plonge prend à son récif autant de perles qu'en montre le dé, ou ce qui reste s'il y en a moins.",
)
@rules.notion()
def taken() -> Num:
    """How many pearls whoever's turn it is would bring up."""
    return when(swell <= left(at(active)), swell, left(at(active)))


diving.adds(basket, dive)(lambda p: when(p == player, taken(), 0))
diving.adds(left, dive)(lambda r: when(r == at(player), 0 - taken(), 0))


@diving.guards(dive)
def there_are_pearls() -> Prop:
    return left(at(player)) >= 1


@diving.always
def no_reef_owes_pearls() -> Prop:
    return all_of(forall(Reefs, lambda r: left(r) >= 0), swell >= 0, implies(phase == ACT, swell >= 1))


showing = rules.clause(
    "turn.show",
    rule("8"),
    en="Whoever is at the reef on a card in his hand may show the card and lay it down before him.",
    fr="Qui se trouve au récif d'une carte de sa main peut montrer la carte et la poser devant lui.",
)
showing.sets(place_of, show)(lambda c: when(c == card, SHOWN, place_of(c)))
showing.adds(shown, show)(lambda p: when(p == player, 1, 0))


@showing.guards(show)
def at_the_reef_of_his_card() -> Prop:
    return all_of(place_of(card) == player, shows(card) == at(player))


@rules.notion()
def nothing_to_wait_for() -> Prop:
    """Why the game ends."""
    return any_of(all_of(round_number == rounds, turn == players - 1), total(Reefs, left) == 0)


order = rules.clause(
    "turn.next",
    rule("9"),
    en="Then it is the turn of the player on his left. When all have had a turn, the next round begins.",
    fr="Puis vient le tour de son voisin de gauche. Quand tous ont joué, la manche suivante commence.",
)
order.sets(active, hand_over)(lambda: when(active == players - 1, 0, active + 1))
order.sets(turn, hand_over)(lambda: when(turn == players - 1, 0, turn + 1))
order.sets(round_number, hand_over)(lambda: when(turn == players - 1, round_number + 1, round_number))
order.sets(phase, hand_over)(lambda: ROLL)
order.sets(swell, hand_over)(lambda: number(0))


@order.guards(hand_over)
def the_game_goes_on() -> Prop:
    return all_of(phase == PASS_ON, negation(nothing_to_wait_for()))


# End

last = rules.clause(
    "end.last",
    rule("10"),
    en="The game ends after {rounds} rounds, or as soon as no pearl is left in the lagoon.",
    fr="La partie s'achève après {rounds} manches, ou dès qu'il ne reste plus une perle dans le lagon.",
)
last.sets(phase, finish)(lambda: OVER)


@last.guards(finish)
def it_is_over() -> Prop:
    return all_of(phase == PASS_ON, nothing_to_wait_for())


counting = rules.clause(
    "end.points",
    rule("11"),
    en="A pearl is worth 1 point, a card shown {card_points}. Most points win; in a tie, most cards shown.",
    fr="Une perle vaut 1 point, une carte montrée {card_points}. Le plus de points gagne ; à égalité, de cartes.",
)


@counting.defines(Players)
def points(p: Num) -> Num:
    return basket(p) + card_points * shown(p)


@counting.defines(Players, Players)
def ahead(p: Num, q: Num) -> Prop:
    return any_of(points(p) > points(q), all_of(points(p) == points(q), shown(p) > shown(q)))


@counting.defines(Players)
def wins(p: Num) -> Prop:
    return forall(Players, lambda q: negation(ahead(q, p)))


READINGS = Readings(rules)
scarce = READINGS.point(
    "scarce",
    diving,
    ours="what-is-left",
    en="What if the die shows more than there are pearls?",
    fr="Et si le dé montre plus qu'il n'y a de perles ?",
    why=("It says as many as the die shows or fewer.", "Il dit autant qu'en montre le dé, ou moins."),
)
all_or_none = scarce.reading(
    "all-or-none",
    en="Whoever dives takes as many pearls from his reef as the die shows; where fewer are left, nobody dives.",
    fr="Qui plonge prend à son récif autant de perles qu'en montre le dé ; où il y en a moins, nul ne plonge.",
)


@all_or_none.replaces(there_are_pearls)
def there_are_enough() -> Prop:
    return left(at(player)) >= swell


THEORY = Theory(rules)
kept = THEORY.theorem(
    "turn.pearls-stay", "turn.dive", en="No pearl is lost.", fr="Aucune perle ne se perd.", rests_on=(pearls_each,)
)
hands = THEORY.theorem("setup.hands", "turn.show", en="Cards are held or shown.", fr="Une carte est tenue ou montrée.")
moves = THEORY.theorem("turn.no-stalemate", "turn.swim", en="Somebody can always act.", fr="On peut toujours agir.")
pearls_win = THEORY.theorem(
    "end.pearls-win", "end.points", en="Most pearls win.", fr="Le plus de perles gagne.", outcome=Outcome.FAILS
)


@kept.kept
def every_pearl_is_somewhere() -> Prop:
    return total(Reefs, left) + total(Players, basket) == reefs * pearls_each


@hands.kept
def cards_are_held_or_shown() -> Prop:
    return forall(Players, lambda p: count(Cards, lambda c: place_of(c) == p) + shown(p) == hand)


@moves.everywhere
def a_channel_leads_on() -> Prop:
    return implies(phase == ACT, exists(Reefs, lambda r: near(at(active), r)))


@pearls_win.everywhere
def whoever_has_most_pearls_wins() -> Prop:
    return forall(Players, lambda p: implies(forall(Players, lambda q: basket(p) >= basket(q)), wins(p)))
