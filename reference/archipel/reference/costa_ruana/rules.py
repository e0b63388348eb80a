"""Every number of the game, with the rulebook's value as default, and how the rulebook is read."""

from __future__ import annotations

from dataclasses import dataclass, fields

from archipel.reference.costa_ruana.readings import OURS, Readings
from archipel.reference.strict_json import BadInput
from archipel.reference.values import Value

GAME = "costa_ruana"
RULES_VERSION = "1.0.0"

# One card face up and one face down: the shape of a round, not a number to vary.
CARDS_PLAYED = 2

# Bounds that keep nonsense and hostile values from exhausting the machine; no rule of the game.
LARGEST = {
    "min_players": 8,
    "max_players": 8,
    "island_cards": 16,
    "rounds": 20,
    "hand": 20,
    "largest_amount": 4,
}
LARGEST_OTHER = 1000


@dataclass(frozen=True)
class Rules(Value):
    """The numbers of Costa Ruana and its readings; a changed one makes a variant, and nonsense is refused."""

    min_players: int = 2
    max_players: int = 6
    islands_by_players: tuple[int, ...] = (4, 6, 7, 9, 10)
    island_cards: int = 10
    cap: int = 7
    inhabitants: int = 10
    hand: int = 5
    rounds: int = 5
    cards_drawn: int = 2
    last_draw: int = 1
    settled: int = 3
    treasures: int = 5
    poor_treasures: int = 4
    poor_islands: int = 2
    points_per_treasure: int = 2
    points_per_inhabitant: int = 1
    largest_amount: int = 3
    total_cards: int = 72
    gems: int = 50
    readings: Readings = OURS

    def __post_init__(self) -> None:
        for name in NUMBERS:
            _check_number(name, getattr(self, name))
        _check_players(self)
        for players in range(self.min_players, self.max_players + 1):
            _check_pieces(self, players)
        _check_hands(self)

    def islands(self, players: int) -> int:
        """How many islands are laid out for so many players."""
        if not self.min_players <= players <= self.max_players:
            raise BadInput(f"players: expected {self.min_players} to {self.max_players}, found {players}")
        return self.islands_by_players[players - self.min_players]

    def draw_after(self, round_number: int) -> int:
        """How many cards each player draws at the end of a round."""
        if self.readings.last_draw == "after":
            return self.last_draw if round_number == self.rounds else self.cards_drawn
        if round_number == self.rounds:
            return 0
        return self.last_draw if round_number + 1 == self.rounds else self.cards_drawn

    def hand_in(self, round_number: int) -> int:
        """How many cards each player holds when a round begins (round 0 is the settling)."""
        size = self.hand
        for number in range(1, round_number):
            size += self.draw_after(number) - CARDS_PLAYED
        return size

    def cards_needed(self, players: int) -> int:
        """How many cards a whole game deals and draws."""
        drawn = sum(self.draw_after(number) for number in range(1, self.rounds + 1))
        return players * (self.hand + drawn)

    def treasures_of_the_poor(self) -> int:
        """How many treasures lie on each poor island at the start."""
        if self.readings.poor_islands == "in-all" and self.poor_islands:
            return self.poor_treasures // self.poor_islands
        return self.poor_treasures

    def treasures_in_play(self, players: int) -> int:
        """How many treasures lie on the islands at the start."""
        rich_islands = self.islands(players) - self.poor_islands
        return self.treasures * rich_islands + self.treasures_of_the_poor() * self.poor_islands


NUMBERS: tuple[str, ...] = tuple([f.name for f in fields(Rules) if f.name not in ("islands_by_players", "readings")])


def _check_number(name: str, value: object) -> None:
    if type(value) is not int:
        raise BadInput(f"{name}: expected a whole number")
    high = LARGEST.get(name, LARGEST_OTHER)
    if not 0 <= value <= high:
        raise BadInput(f"{name}: expected 0 to {high}, found {value}")


def _check_players(rules: Rules) -> None:
    if not 2 <= rules.min_players <= rules.max_players:
        raise BadInput("min_players: expected at least 2 and at most max_players")
    if len(rules.islands_by_players) != rules.max_players - rules.min_players + 1:
        raise BadInput("islands_by_players: expected one number for each player count")
    for islands in rules.islands_by_players:
        _check_number("islands_by_players", islands)
        if not 2 <= islands <= rules.island_cards:
            raise BadInput("islands_by_players: expected at least 2 and at most island_cards")


def _check_pieces(rules: Rules, players: int) -> None:
    islands = rules.islands(players)
    if rules.settled > rules.inhabitants:
        raise BadInput("settled: more than the inhabitants a player has")
    if rules.settled < 1:
        raise BadInput("settled: expected at least 1")
    if rules.settled * players > rules.cap * islands:
        raise BadInput(f"settled: no room on the islands with {players} players")
    if rules.poor_islands > islands:
        raise BadInput(f"poor_islands: more than the islands of {players} players")
    if rules.readings.poor_islands == "in-all" and rules.poor_islands and rules.poor_treasures % rules.poor_islands:
        raise BadInput("poor_treasures: cannot be shared equally by the poor islands")
    if rules.treasures_in_play(players) > rules.gems:
        raise BadInput(f"gems: too few for {players} players")


def _check_hands(rules: Rules) -> None:
    if rules.rounds < 1:
        raise BadInput("rounds: expected at least 1")
    if rules.largest_amount < 1:
        raise BadInput("largest_amount: expected at least 1")
    for number in range(1, rules.rounds + 1):
        if rules.hand_in(number) < CARDS_PLAYED:
            raise BadInput(f"hand: fewer than two cards to play in round {number}")


STANDARD = Rules()
