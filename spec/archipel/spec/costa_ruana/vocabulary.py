"""The words the clauses of Costa Ruana are written in: numbers, material, position, decisions.

Seats are numbered clockwise. A card on the table is named by who laid it and how (its face when laid).
"""

from __future__ import annotations

from archipel.spec.clauses import Rulebook, Source, Vocabulary
from archipel.spec.logic import Domain, Num, Prop, any_of, constant, negation, number, total, when

SECTIONS = {
    "components": {"en": "Components", "fr": "Matériel"},
    "goal": {"en": "Goal", "fr": "But du jeu"},
    "setup": {"en": "Setup", "fr": "Mise en place"},
    "round": {"en": "The game", "fr": "Déroulement"},
    "play": {"en": "Play two cards and place an inhabitant", "fr": "Jouer deux cartes et placer un habitant"},
    "conditions": {"en": "The shaman turns a Condition card", "fr": "Le shaman retourne une carte Condition"},
    "reveal": {"en": "Reveal the cards", "fr": "Révéler les cartes"},
    "resolution": {"en": "Resolve the cards", "fr": "Résoudre les cartes"},
    "cards": {"en": "What the cards do", "fr": "Effet des cartes"},
    "collection": {"en": "Collect the treasures", "fr": "Récupérer les trésors"},
    "succession": {"en": "Prepare the next round", "fr": "Préparer le tour suivant"},
    "end": {"en": "End of the game", "fr": "Fin de la partie"},
}

words = Vocabulary()
rules = Rulebook("costa_ruana", SECTIONS, words)


def both(heading: str, item: str = "") -> tuple[Source, Source]:
    """A place that both transcriptions of the rulebook have."""
    return Source("T0", heading, item), Source("T1", heading, item)


def described(item: str) -> tuple[Source, Source]:
    """A card's description: T0 prints these without a heading of their own."""
    return Source("T0", "Résoudre les cartes", item), Source("T1", "Description des cartes", item)


# Numbers of the game

players = words.parameter("players", "how many play")
islands = words.parameter("islands", "how many islands are laid out")
min_players = words.parameter("min_players", "fewest players")
max_players = words.parameter("max_players", "most players")
deck_size = words.parameter("deck_size", "action cards in the box")
island_cards = words.parameter("island_cards", "island cards in the box")
island_cap = words.parameter("island_cap", "most inhabitants on an island")
colours = words.parameter("colours", "colours of inhabitants and huts")
inhabitants = words.parameter("inhabitants", "inhabitants of each colour")
gems = words.parameter("gems", "gems in the box")
least_amount = words.parameter("least_amount", "smallest number on a remove or place card")
greatest_amount = words.parameter("greatest_amount", "largest number on a remove or place card")
hand = words.parameter("hand", "cards dealt to each player")
settlers = words.parameter("settlers", "inhabitants each player settles before the first round")
poor_islands = words.parameter("poor_islands", "islands that start with fewer treasures")
poor_treasures = words.parameter("poor_treasures", "treasures on such an island")
treasures_per_island = words.parameter("treasures_per_island", "treasures on any other island")
rounds = words.parameter("rounds", "rounds of a game")
draw = words.parameter("draw", "cards drawn between two rounds")
last_draw = words.parameter("last_draw", "cards drawn before the last round")
treasure_points = words.parameter("treasure_points", "points for a treasure")
reserve_points = words.parameter("reserve_points", "points for an inhabitant in reserve")
cards = words.parameter("cards", "cards of the deck in use")

# Domains

Players = Domain("players", "P", players)
Islands = Domain("islands", "I", islands)
Cards = Domain("cards", "C", cards)
Faces = Domain("faces", "F", number(2))
Kinds = Domain("kinds", "K", number(4))
Backgrounds = Domain("backgrounds", "B", number(4))
Conditions = Domain("conditions", "Q", number(2))
Turns = Domain("turns", "T", players + 1)
Rounds = Domain("rounds", "R", rounds, number(1))
PlayerCounts = Domain("player_counts", "N", max_players - min_players + 1, min_players)

islands_for = words.parameter_table("islands_for", PlayerCounts, meaning="islands for a number of players")

# Named values

NOTHING = constant("nothing", -1)

UP = constant("up", 0)
DOWN = constant("down", 1)

MOVE_TREASURE = constant("move-treasure", 0)
REMOVE = constant("remove", 1)
PLACE = constant("place", 2)
MOVE_INHABITANT = constant("move-inhabitant", 3)

HIGH_TIDE = constant("high-tide", 0)
LOW_TIDE = constant("low-tide", 1)
DAY = constant("day", 2)
NIGHT = constant("night", 3)

TIDE = constant("tide", 0)
TIME = constant("time", 1)

PILE = constant("pile", -1)
TABLE = constant("table", -2)
DISCARD = constant("discard", -3)
BOX = constant("box", -4)

SETTLE = constant("settle", 0)
PLAY_UP = constant("play-up", 1)
PLAY_DOWN = constant("play-down", 2)
STAND = constant("stand", 3)
FLIP = constant("flip", 4)
REVEAL = constant("reveal", 5)
RESOLVE = constant("resolve", 6)
PREPARE = constant("prepare", 7)
OFFER = constant("offer", 8)
OVER = constant("over", 9)

# Material: what is printed on a card, and where the shuffle put it

kind = words.material("kind", Cards, meaning="what a card does")
amount = words.material("amount", Cards, meaning="the number on a card")
background = words.material("background", Cards, meaning="the background of a card")
notches = words.material("notches", Cards, meaning="the notches of a card")
position = words.material(
    "position", Cards, meaning="where the shuffle put a card, from 0; nothing if it stays in the box"
)

# Position

round_number = words.number("round", "the round under way or just over; 0 while settling")
phase = words.number("phase", "the part of the round")
turn = words.number("turn", "how many players have acted in this part")
shaman = words.number("shaman", "who is the shaman", of=Players)
tide = words.number("tide", "the side of the tide card that shows")
time = words.number("time", "the side of the time card that shows")
on = words.numbers("on", Islands, Players, meaning="inhabitants of a player on an island")
treasures = words.numbers("treasures", Islands, meaning="treasures on an island")
reserve = words.numbers("reserve", Players, meaning="inhabitants of a player in reserve")
hut = words.numbers("hut", Players, meaning="treasures in a hut")
gained = words.numbers("gained", Players, meaning="treasures taken in this round, not yet in the hut")
place_of = words.numbers(
    "place_of",
    Cards,
    of=Players,
    meaning="where a card is: the seat whose hand holds it, or the pile, the table, the discard, the box",
)
drawn = words.number("drawn", "how many cards have left the pile")
laid = words.numbers(
    "laid", Players, Faces, of=Cards, meaning="the card a player laid up or down, if it is on the table"
)
lies_before = words.numbers("lies_before", Players, Faces, of=Players, meaning="in front of whom that card lies")
hidden = words.facts("hidden", Players, Faces, meaning="that card is face down")
stands = words.facts("stands", Players, Players, Faces, meaning="a player's inhabitant stands on that card")
due = words.facts(
    "due",
    Players,
    Faces,
    Turns,
    meaning="that card still has to act in a turn: 0 for the player in front of whom it lies, 1 + d for who sits d "
    "seats on",
)
opened = words.facts("opened", Players, Faces, meaning="that card is being resolved")

# Arguments of decisions

player = words.argument("player", Players, "who decides")
island = words.argument("island", Islands, "the island settled on")
card = words.argument("card", Cards, "the card laid")
before = words.argument("before", Players, "in front of whom it is laid")
by = words.argument("by", Players, "who laid the card meant")
face = words.argument("face", Faces, "how it was laid")
condition = words.argument("condition", Conditions, "the Condition card turned")
source = words.argument("source", Islands, "the island moved from")
target = words.argument("target", Islands, "the island moved to")
owner = words.argument("owner", Players, "whose inhabitant is moved")
named = words.argument("named", Players, "who is named shaman")
# One more than any card shows, so that taking too many is among the actions tried.
chosen = words.choices(
    "chosen", Islands, total=greatest_amount + 1, meaning="how many inhabitants, for each island"
)

# Decisions, and consequences that nobody decides

settle = rules.decision("settle", player, island)
play_up = rules.decision("play_up", player, card, before)
play_down = rules.decision("play_down", player, card, before)
stand = rules.decision("stand", player, by, face)
decline = rules.decision("pass", player)
flip = rules.decision("flip", player, condition)
resolve = rules.decision("resolve", player, by, face)
move_treasure = rules.decision("move_treasure", player, source, target)
remove = rules.decision("remove", player, chosen)
place = rules.decision("place", player, chosen)
move_inhabitant = rules.decision("move_inhabitant", player, owner, source, target)
accept = rules.decision("accept", player)
name = rules.decision("name", player, named)

reveal = rules.consequence("reveal")
take_up = rules.consequence("take_up")
skip = rules.consequence("skip")
finish_card = rules.consequence("finish_card")
collect = rules.consequence("collect")
prepare = rules.consequence("prepare")
finish_game = rules.consequence("finish_game")

EFFECTS = (move_treasure, remove, place, move_inhabitant)

# Words that no sentence defines


@rules.notion(Islands)
def crowd(i: Num) -> Num:
    """How many inhabitants an island holds."""
    return total(Players, lambda p: on(i, p))


@rules.notion(Players)
def abroad(p: Num) -> Num:
    """How many inhabitants of a player are on islands."""
    return total(Islands, lambda i: on(i, p))


@rules.notion(Players)
def standing(q: Num) -> Num:
    """How many inhabitants of a player stand on cards."""
    return total(Players, lambda p: total(Faces, lambda f: when(stands(q, p, f), 1)))


@rules.notion(Players, Players)
def clockwise(p: Num, q: Num) -> Num:
    """How many seats clockwise from one player to another; nobody is no seat away."""
    return when(any_of(p == NOTHING, q == NOTHING), 0, when(q >= p, q - p, q - p + players))


@rules.notion(Players, Turns)
def seat_after(p: Num, steps: Num) -> Num:
    """The seat a number of places clockwise from a player; after nobody sits nobody."""
    return when(p == NOTHING, NOTHING, when(p + steps >= players, p + steps - players, p + steps))


@rules.notion(Players, Faces)
def lies(p: Num, f: Num) -> Prop:
    """A card laid by this player, this way, is on the table."""
    return negation(laid(p, f) == NOTHING)


@rules.notion()
def last_in_turn() -> Prop:
    """Everybody else has acted in this part of the round."""
    return turn == players - 1


@rules.notion()
def next_turn() -> Num:
    return when(last_in_turn(), 0, turn + 1)
