"""The words the clauses of Costa Ruana are written in: numbers, material, position, decisions.

Seats are numbered clockwise. A card on the table is named by who laid it and how (its face when laid).
"""

from __future__ import annotations

from archipel.spec.clauses import Rulebook, Source, Vocabulary
from archipel.spec.logic import Domain, Num, Prop, constant, negation, number, total, when

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


# Numbers of the game

players = words.parameter("players")
islands = words.parameter("islands")
min_players = words.parameter("min_players")
max_players = words.parameter("max_players")
deck_size = words.parameter("deck_size")
island_cards = words.parameter("island_cards")
island_cap = words.parameter("island_cap")
colours = words.parameter("colours")
inhabitants = words.parameter("inhabitants")
gems = words.parameter("gems")
least_amount = words.parameter("least_amount")
greatest_amount = words.parameter("greatest_amount")
hand = words.parameter("hand")
settlers = words.parameter("settlers")
poor_islands = words.parameter("poor_islands")
poor_treasures = words.parameter("poor_treasures")
treasures_per_island = words.parameter("treasures_per_island")
rounds = words.parameter("rounds")
draw = words.parameter("draw")
last_draw = words.parameter("last_draw")
treasure_points = words.parameter("treasure_points")
reserve_points = words.parameter("reserve_points")
cards = words.parameter("cards")

# Domains

Players = Domain("players", "P", players)
Islands = Domain("islands", "I", islands)
Cards = Domain("cards", "C", cards)
Faces = Domain("faces", "F", number(2))
Kinds = Domain("kinds", "K", number(4))
Backgrounds = Domain("backgrounds", "B", number(4))
Conditions = Domain("conditions", "Q", number(2))
Turns = Domain("turns", "T", players + 1)
PlayerCounts = Domain("player_counts", "N", max_players - min_players + 1, min_players)

islands_for = words.parameter_table("islands_for", PlayerCounts)

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

kind = words.material("kind", Cards)
amount = words.material("amount", Cards)
background = words.material("background", Cards)
notches = words.material("notches", Cards)
position = words.material("position", Cards)

# Position

round_number = words.number("round")
phase = words.number("phase")
turn = words.number("turn")
shaman = words.number("shaman")
tide = words.number("tide")
time = words.number("time")
on = words.numbers("on", Islands, Players)
treasures = words.numbers("treasures", Islands)
reserve = words.numbers("reserve", Players)
hut = words.numbers("hut", Players)
gained = words.numbers("gained", Players)
place_of = words.numbers("place_of", Cards)
drawn = words.number("drawn")
laid = words.numbers("laid", Players, Faces)
before = words.numbers("before", Players, Faces)
hidden = words.facts("hidden", Players, Faces)
stands = words.facts("stands", Players, Players, Faces)
due = words.facts("due", Players, Faces, Turns)
opened = words.facts("opened", Players, Faces)

# Arguments of decisions

player = words.argument("player", Players)
island = words.argument("island", Islands)
card = words.argument("card", Cards)
victim = words.argument("victim", Players)
layer = words.argument("layer", Players)
face = words.argument("face", Faces)
condition = words.argument("condition", Conditions)
source = words.argument("source", Islands)
target = words.argument("target", Islands)
owner = words.argument("owner", Players)
named = words.argument("named", Players)
chosen = words.choices("chosen", Islands)

# Decisions, and consequences that nobody decides

settle = rules.decision("settle", player, island)
play_up = rules.decision("play_up", player, card, victim)
play_down = rules.decision("play_down", player, card, victim)
stand = rules.decision("stand", player, layer, face)
decline = rules.decision("pass", player)
flip = rules.decision("flip", player, condition)
resolve = rules.decision("resolve", player, layer, face)
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
    """How many seats clockwise from one player to another."""
    return when(q >= p, q - p, q - p + players)


@rules.notion(Players, Players)
def seat_after(p: Num, steps: Num) -> Num:
    """The seat a number of places clockwise from a player."""
    return when(p + steps >= players, p + steps - players, p + steps)


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
