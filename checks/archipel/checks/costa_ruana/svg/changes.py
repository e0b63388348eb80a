"""What changes on the table: by a decision as it is announced, legal or not, or between two positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from archipel.checks.costa_ruana.drawing import TableCard, after_flip, scene
from archipel.checks.costa_ruana.svg.pieces import Stir
from archipel.reference.costa_ruana.actions import (
    Accept,
    Action,
    Face,
    Flip,
    MoveInhabitant,
    MoveTreasure,
    Name,
    Place,
    PlayDown,
    PlayUp,
    Remove,
    Resolve,
    Settle,
    Stand,
    StandFrom,
)
from archipel.reference.costa_ruana.deck import Background
from archipel.reference.costa_ruana.state import State, slot_of


@dataclass(frozen=True)
class Changes:
    """What becomes different: on islands, for players (by how much), and on the table (by slot)."""

    islands: Mapping[int, Stir] = field(default_factory=dict)
    reserve: Mapping[int, int] = field(default_factory=dict)
    taken: Mapping[int, int] = field(default_factory=dict)
    """Treasures that players take."""
    hands: Mapping[int, int] = field(default_factory=dict)
    shaman: int | None = None
    sides: tuple[Background, ...] = ()
    """The sides of Condition cards that come to show."""
    laid: tuple[TableCard, ...] = ()
    stands: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    gone: frozenset[int] = frozenset()
    home: frozenset[int] = frozenset()
    """Players whose inhabitant leaves a card."""
    turned: frozenset[int] = frozenset()
    """Cards that were face down and are turned up."""
    chosen: int | None = None

    @property
    def slots(self) -> set[int]:
        """The cards on the table for which something changes."""
        own = {*self.stands, *self.gone, *(card.slot for card in self.laid)}
        return own if self.chosen is None else own | {self.chosen}


NOTHING = Changes()


def announced(state: State, action: Action) -> Changes:
    """What a decision says shall change, whether it is legal or not."""
    return _on_islands(action) or _on_the_table(state, action) or NOTHING


def _on_islands(action: Action) -> Changes | None:
    who = action.player
    match action:
        case Settle(island=island):
            return Changes({island: Stir(coming=(who,))}, reserve={who: -1})
        case Place(islands=islands):
            return Changes({i: Stir(coming=(who,) * n) for i, n in Counter(islands).items()}, {who: -len(islands)})
        case Remove(islands=islands):
            return Changes({i: Stir(going=(who,) * n) for i, n in Counter(islands).items()}, {who: len(islands)})
        case MoveInhabitant(owner=owner, source=source, target=target) if source != target:
            return Changes({source: Stir(going=(owner,)), target: Stir(coming=(owner,))})
        case MoveTreasure(source=source, target=target) if source != target:
            return Changes({source: Stir(treasures=-1), target: Stir(treasures=1)})
    return None


def _on_the_table(state: State, action: Action) -> Changes | None:
    who = action.player
    match action:
        case PlayUp() | PlayDown():
            return Changes(hands={who: -1}, laid=(_new_card(state, action),))
        case Stand(by=by, face=face):
            return Changes(reserve={who: -1}, stands={slot_of(state.players, by, face): (who,)})
        case StandFrom(by=by, face=face, source=source):
            return Changes({source: Stir(going=(who,))}, stands={slot_of(state.players, by, face): (who,)})
        case Flip(condition=condition):
            sides = zip(after_flip(state.tide, state.time, condition), (state.tide, state.time), strict=True)
            return Changes(sides=tuple([new for new, old in sides if new is not old]))
        case Resolve(by=by, face=face):
            return Changes(chosen=slot_of(state.players, by, face))
        case Accept() | Name():
            return Changes(shaman=action.shaman if isinstance(action, Name) else who)
    return None


def _new_card(state: State, action: PlayUp | PlayDown) -> TableCard:
    hidden = isinstance(action, PlayDown)
    slot = slot_of(state.players, action.player, Face.DOWN if hidden else Face.UP)
    return TableCard(slot, action.player, action.before, hidden, state.deck.cards[action.card], (), False)


def between(before: State, after: State) -> Changes:
    """What is different in a later position."""
    seats = range(before.players)
    old, new = ({card.slot: card for card in scene(state).table} for state in (before, after))
    came = {slot: _newcomers(old.get(slot), card) for slot, card in new.items()}
    owned = [[hut + gain for hut, gain in zip(state.huts, state.gains, strict=True)] for state in (before, after)]
    return Changes(
        islands=_stirs(before, after),
        reserve=_differences(before.reserve, after.reserve),
        taken=_differences(*owned),
        hands=_differences([len(before.hands[seat]) for seat in seats], [len(after.hands[seat]) for seat in seats]),
        shaman=None if after.shaman == before.shaman else after.shaman,
        sides=tuple([side for side in (after.tide, after.time) if side not in (before.tide, before.time)]),
        laid=tuple([card for slot, card in new.items() if slot not in old]),
        stands={slot: who for slot, who in came.items() if who},
        gone=frozenset(old.keys() - new.keys()),
        home=frozenset([seat for seat in seats if before.standing[seat] is not None and after.standing[seat] is None]),
    )


def _newcomers(old: TableCard | None, new: TableCard) -> tuple[int, ...]:
    return tuple([seat for seat in new.standing if old is None or seat not in old.standing])


def _stirs(before: State, after: State) -> dict[int, Stir]:
    found = {}
    for island, (old, new) in enumerate(zip(before.inhabitants, after.inhabitants, strict=True)):
        more, fewer = _differences(old, new), _differences(new, old)
        coming = tuple([seat for seat, number in more.items() for _ in range(number)])
        going = tuple([seat for seat, number in fewer.items() for _ in range(number)])
        stir = Stir(coming, going, after.treasures[island] - before.treasures[island])
        if stir != Stir():
            found[island] = stir
    return found


def _differences(old: Sequence[int], new: Sequence[int]) -> dict[int, int]:
    return {place: now - then for place, (then, now) in enumerate(zip(old, new, strict=True)) if now != then}
