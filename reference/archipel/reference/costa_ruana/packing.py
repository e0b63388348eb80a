"""A position in few bytes, for whoever holds or sends millions of them: equal positions of a game give equal bytes.

Numbers one after the other, each in one byte, or in two where a variant has numbers that need it; the first says which.
What can be missing (a seat, a card) is 0, and one more than its number if it is there. Lists of no fixed length begin
with their length. Rules, cards and the number of players are not in it: whoever reads it knows the game.
"""

from __future__ import annotations

from struct import pack, unpack

from archipel.reference.costa_ruana.deck import Background
from archipel.reference.costa_ruana.state import Game, Laid, Phase, State

NARROW, WIDE = 1, 2

PHASES: tuple[Phase, ...] = tuple(Phase)
BACKGROUNDS: tuple[Background, ...] = tuple(Background)
PHASE_NUMBERS: dict[Phase, int] = {phase: number for number, phase in enumerate(PHASES)}
BACKGROUND_NUMBERS: dict[Background, int] = {side: number for number, side in enumerate(BACKGROUNDS)}


def packed(state: State) -> bytes:
    """A position as bytes."""
    numbers = [
        NARROW,
        state.round,
        PHASE_NUMBERS[state.phase],
        state.shaman,
        _perhaps(state.actor),
        BACKGROUND_NUMBERS[state.tide],
        BACKGROUND_NUMBERS[state.time],
        _perhaps(state.resolving),
        int(state.copying),
        _perhaps(state.offered),
        _perhaps(state.old_shaman),
    ]
    for row in state.inhabitants:
        numbers += row
    numbers += state.treasures
    numbers += state.reserve
    numbers += state.huts
    numbers += state.gains
    _add_cards(numbers, state)
    numbers.append(len(state.waiting))
    numbers += state.waiting
    for island, owner in state.moved:
        numbers += [island, owner]
    return _as_bytes(numbers)


def _add_cards(numbers: list[int], state: State) -> None:
    for hand in state.hands:
        numbers.append(len(hand))
        numbers += hand
    numbers.append(len(state.pile))
    numbers += state.pile
    for laid in state.table:
        numbers += [0] if laid is None else [laid.card + 1, laid.before, int(laid.face_down)]
    for slot in state.standing:
        numbers.append(0 if slot is None else slot + 1)


def _perhaps(number: int | None) -> int:
    return 0 if number is None else number + 1


def _as_bytes(numbers: list[int]) -> bytes:
    try:
        return bytes(numbers)
    except ValueError:
        return pack(f"<{len(numbers)}H", WIDE, *numbers[1:])


def unpacked(source: bytes, game: Game) -> State:
    """The position of a game that :func:`packed` made these bytes of."""
    numbers = Numbers(source)
    first = numbers.take(10)
    return State(
        game=game,
        round=first[0],
        phase=PHASES[first[1]],
        shaman=first[2],
        actor=_seat(first[3]),
        tide=BACKGROUNDS[first[4]],
        time=BACKGROUNDS[first[5]],
        resolving=_seat(first[6]),
        copying=bool(first[7]),
        offered=_seat(first[8]),
        old_shaman=_seat(first[9]),
        inhabitants=tuple([numbers.take(game.players) for _ in range(game.islands)]),
        treasures=numbers.take(game.islands),
        reserve=numbers.take(game.players),
        huts=numbers.take(game.players),
        gains=numbers.take(game.players),
        hands=tuple([numbers.counted() for _ in range(game.players)]),
        pile=numbers.counted(),
        table=tuple([_laid(numbers) for _ in range(2 * game.players)]),
        standing=tuple([_seat(slot) for slot in numbers.take(game.players)]),
        waiting=numbers.counted(),
        moved=numbers.pairs(),
    )


class Numbers:
    """Numbers that are read one after the other."""

    def __init__(self, source: bytes) -> None:
        wide = source[0] == WIDE
        self._all: tuple[int, ...] = unpack(f"<{len(source) // 2}H", source) if wide else tuple(source)
        self._next = 1

    def take(self, count: int) -> tuple[int, ...]:
        first = self._next
        self._next = first + count
        return self._all[first : self._next]

    def counted(self) -> tuple[int, ...]:
        """A list that begins with its length."""
        count = self._all[self._next]
        self._next += 1
        return self.take(count)

    def pairs(self) -> tuple[tuple[int, int], ...]:
        """All that is left, two by two."""
        rest = self._all[self._next :]
        return tuple(zip(rest[::2], rest[1::2], strict=True))


def _seat(number: int) -> int | None:
    return number - 1 if number else None


def _laid(numbers: Numbers) -> Laid | None:
    (card,) = numbers.take(1)
    if not card:
        return None
    before, face_down = numbers.take(2)
    return Laid(card - 1, before, bool(face_down))
