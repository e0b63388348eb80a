"""End of the game: respect points, the ranking and the winners."""

from __future__ import annotations

from archipel.reference.costa_ruana.rules import STANDARD, Rules
from archipel.reference.costa_ruana.state import State, clockwise


def points(treasures: int, reserve: int, rules: Rules = STANDARD) -> int:
    """Respect points for treasures collected and inhabitants in reserve."""
    return treasures * rules.points_per_treasure + reserve * rules.points_per_inhabitant


def returns(state: State) -> tuple[int, ...]:
    """Each seat's points; before the end, as if the game stopped here."""
    rules = state.game.rules
    pairs = zip(_collected(state), state.reserve, strict=True)
    return tuple([points(treasures, reserve, rules) for treasures, reserve in pairs])


def _collected(state: State) -> tuple[int, ...]:
    return tuple([hut + gain for hut, gain in zip(state.huts, state.gains, strict=True)])


def ranking(state: State) -> tuple[tuple[int, ...], ...]:
    """Groups of seats, best first: by points, then by treasures; seats equal in both share a group or come in order."""
    keys = list(zip(returns(state), _collected(state), _precedence(state), strict=True))
    groups = sorted(set(keys), reverse=True)
    return tuple([tuple([seat for seat, key in enumerate(keys) if key == group]) for group in groups])


def _precedence(state: State) -> tuple[int, ...]:
    """What tells seats apart that are equal in points and treasures, if anything does."""
    players, readings = state.game.players, state.game.rules.readings
    if readings.final_tie == "shared":
        return (0,) * players
    order = tuple(clockwise((state.shaman + 1) % players, players))
    return tuple([-order.index(seat) for seat in range(players)])


def winners(state: State) -> tuple[int, ...]:
    """The seats of the best group."""
    return ranking(state)[0]
