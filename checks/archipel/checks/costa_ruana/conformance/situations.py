"""What is remarkable about a decision and the position it leads to, as short tags: rare ones are worth seeking."""

from __future__ import annotations

from collections.abc import Iterator

from archipel.checks.judge.conformance.exploring import Tag
from archipel.reference.costa_ruana import (
    Action,
    MoveInhabitant,
    MoveTreasure,
    Name,
    Phase,
    Place,
    PlayDown,
    PlayUp,
    Remove,
    Stand,
    State,
)


def tags(before: State, action: Action, after: State) -> Iterator[Tag]:
    """Everything remarkable about a decision."""
    yield from _about_decision(before, action)
    if after.inhabitants != before.inhabitants or after.treasures != before.treasures:
        yield from _about_islands(after)
    if after.reserve != before.reserve:
        yield from (("reserve", number) for number in after.reserve)
    if after.table != before.table or after.standing != before.standing:
        yield from _about_table(after)
    yield from _about_flow(before, after)


def _about_decision(before: State, action: Action) -> Iterator[Tag]:
    kind = type(action).__name__
    match action:
        case Remove(islands=islands) | Place(islands=islands):
            card = before.resolving_card
            assert card is not None
            yield (kind, card.amount, len(islands), len(set(islands)), before.copying)
        case MoveTreasure(source=source, target=target):
            yield (kind, min(before.treasures[source], 2), min(before.treasures[target], 6), before.copying)
        case MoveInhabitant(player=player, owner=owner, target=target):
            yield (kind, player == owner, sum(before.inhabitants[target]), before.copying)
        case PlayUp(player=player, card=card_number, before=seat) | PlayDown(
            player=player, card=card_number, before=seat
        ):
            yield (kind, before.deck.cards[card_number].kind, seat == player, seat == before.shaman)
        case Stand(player=player, by=by, face=face):
            laid = before.laid(by, face)
            assert laid is not None
            yield (kind, face, by == player, laid.before == player, laid.before == before.shaman)
        case Name(shaman=named):
            yield (kind, (named - action.player) % before.players)
        case _:
            yield (kind,)


def _about_islands(after: State) -> Iterator[Tag]:
    for row, treasures in zip(after.inhabitants, after.treasures, strict=True):
        pattern = tuple(sorted([count for count in row if count], reverse=True))
        yield ("pattern", pattern, treasures > 0)
        yield ("crowd", sum(row))
        yield ("treasures", min(treasures, 8))
    for seat in range(after.players):
        yield ("abroad", sum([row[seat] for row in after.inhabitants]))


def _about_table(after: State) -> Iterator[Tag]:
    cards = after.deck.cards
    before = [(laid.before, cards[laid.card].kind) for laid in after.table if laid is not None]
    for seat in range(after.players):
        kinds = tuple(sorted([kind for owner, kind in before if owner == seat]))
        yield ("before", kinds)
    for slot, laid in enumerate(after.table):
        if laid is not None and slot in after.standing:
            copiers = [(seat - laid.before) % after.players for seat, on in enumerate(after.standing) if on == slot]
            yield ("copiers", cards[laid.card].kind, len(copiers), min(copiers))


def _about_flow(before: State, after: State) -> Iterator[Tag]:
    yield ("flow", before.phase, after.phase, after.round)
    if before.phase in (Phase.FLIP, Phase.RESOLVE, Phase.EFFECT) and after.phase in (Phase.OFFER, Phase.OVER):
        gains = tuple([new - old for new, old in zip(after.huts, before.huts, strict=True)])
        least = [(seat - before.shaman) % after.players for seat, gain in enumerate(gains) if gain == min(gains)]
        yield ("fewest", after.players, tuple(sorted(least)))
        yield ("gains", tuple(sorted(gains)))


def steps(before: State, action: Action, after: State) -> Iterator[Tag]:
    """How the numbers on an island change by a decision: one seat's inhabitants, all of them, and treasures."""
    kind = type(action).__name__
    for row, other in zip(before.inhabitants, after.inhabitants, strict=True):
        if row != other:
            yield (kind, "crowd", sum(row), sum(other))
            yield from [(kind, "own", *pair) for pair in zip(row, other, strict=True) if pair[0] != pair[1]]
    for few, many in zip(before.treasures, after.treasures, strict=True):
        if few != many:
            yield (kind, "treasures", few, many)
