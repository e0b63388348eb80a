"""The reference engine of Costa Ruana, written from the rulebook."""

from archipel.reference.costa_ruana.actions import (
    Accept,
    Action,
    Condition,
    Face,
    Flip,
    IllegalAction,
    MalformedAction,
    MoveInhabitant,
    MoveTreasure,
    Name,
    Pass,
    Place,
    PlayDown,
    PlayUp,
    Reason,
    Remove,
    Resolve,
    Settle,
    Stand,
    StandFrom,
)
from archipel.reference.costa_ruana.collection import collect, island_winner
from archipel.reference.costa_ruana.conditions import active_backgrounds, is_active
from archipel.reference.costa_ruana.deck import Background, Card, Deck, Kind, balanced_deck, load_deck
from archipel.reference.costa_ruana.engine import apply_action, current_player, is_terminal, legal_actions
from archipel.reference.costa_ruana.playout import random_moves, random_playout
from archipel.reference.costa_ruana.rules import GAME, RULES_VERSION, STANDARD, Rules
from archipel.reference.costa_ruana.scoring import points, ranking, returns, winners
from archipel.reference.costa_ruana.setup import Setup, new_game
from archipel.reference.costa_ruana.state import Laid, Phase, State, slot_by, slot_face, slot_of
from archipel.reference.costa_ruana.succession import next_shaman
from archipel.reference.costa_ruana.views import Seen, View, view

__all__ = [
    "GAME",
    "RULES_VERSION",
    "STANDARD",
    "Accept",
    "Action",
    "Background",
    "Card",
    "Condition",
    "Deck",
    "Face",
    "Flip",
    "IllegalAction",
    "Kind",
    "Laid",
    "MalformedAction",
    "MoveInhabitant",
    "MoveTreasure",
    "Name",
    "Pass",
    "Phase",
    "Place",
    "PlayDown",
    "PlayUp",
    "Reason",
    "Remove",
    "Resolve",
    "Rules",
    "Seen",
    "Settle",
    "Setup",
    "Stand",
    "StandFrom",
    "State",
    "View",
    "active_backgrounds",
    "apply_action",
    "balanced_deck",
    "collect",
    "current_player",
    "is_active",
    "is_terminal",
    "island_winner",
    "legal_actions",
    "load_deck",
    "new_game",
    "next_shaman",
    "points",
    "random_moves",
    "random_playout",
    "ranking",
    "returns",
    "slot_by",
    "slot_face",
    "slot_of",
    "view",
    "winners",
]
