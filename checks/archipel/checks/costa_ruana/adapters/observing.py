"""What a seat may see, as numbers from 0 to 1, and everything it has seen so far, as text and as numbers.

Only views and the log of decisions are looked at here, and the log keeps a card secret as long as it lies face down:
what a seat cannot see cannot get into its numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from archipel.checks.costa_ruana.adapters.encoding import Encoding, longest_game
from archipel.reference.costa_ruana import Action, Background, Flip, Phase, PlayDown, Seen, State, View
from archipel.reference.costa_ruana.codec import action_data, view_data
from archipel.reference.strict_json import canonical


class Piece(NamedTuple):
    """A part of an observation: its name, its shape and its numbers, row by row."""

    name: str
    shape: tuple[int, ...]
    values: list[float]


def one_hot(size: int, *chosen: int | None) -> list[float]:
    """Zeros, and ones at the places chosen."""
    values = [0.0] * size
    for place in chosen:
        if place is not None:
            values[place] = 1.0
    return values


def observation(encoding: Encoding, seen: View) -> list[Piece]:
    """A view in named pieces; the same names and shapes in every position."""
    return [*_moment(encoding, seen), *_board(encoding, seen), *_cards(encoding, seen)]


def flat(pieces: Iterable[Piece]) -> list[float]:
    """All numbers of an observation, one after the other."""
    return list(chain.from_iterable([piece.values for piece in pieces]))


def _moment(encoding: Encoding, seen: View) -> Iterator[Piece]:
    players, rounds, phases = seen.players, encoding.game.rules.rounds, list(Phase)
    yield Piece("viewer", (players,), one_hot(players, seen.viewer))
    yield Piece("actor", (players,), one_hot(players, seen.actor))
    yield Piece("shaman", (players,), one_hot(players, seen.shaman))
    yield Piece("round", (rounds + 1,), one_hot(rounds + 1, seen.round))
    yield Piece("phase", (len(phases),), one_hot(len(phases), phases.index(seen.phase)))
    yield Piece("high_tide", (1,), [float(seen.tide is Background.HIGH_TIDE)])
    yield Piece("day", (1,), [float(seen.time is Background.DAY)])
    yield Piece("copying", (1,), [float(seen.copying)])
    waiting = [one_hot(players, seat) for seat in seen.waiting]
    yield Piece("waiting", (players, players), _filled(waiting, players * players))


def _board(encoding: Encoding, seen: View) -> Iterator[Piece]:
    game, players = encoding.game, seen.players
    people, gems = game.rules.inhabitants, game.rules.treasures_in_play(players)
    yield Piece("inhabitants", (game.islands, players), [n / people for row in seen.inhabitants for n in row])
    yield Piece("treasures", (game.islands,), [n / gems for n in seen.treasures])
    yield Piece("reserve", (players,), [n / people for n in seen.reserve])
    yield Piece("gains", (players,), [n / gems for n in seen.gains])
    yield Piece("huts", (players,), [(n or 0) / gems for n in seen.huts])
    yield Piece("huts_known", (players,), [float(n is not None) for n in seen.huts])


def _cards(encoding: Encoding, seen: View) -> Iterator[Piece]:
    kept, players, slots = encoding.game.kept, seen.players, 2 * seen.players
    hand = encoding.game.rules.hand
    number = {card: place for place, card in enumerate(kept)}
    yield Piece("hand", (len(kept),), one_hot(len(kept), *[number[card] for card in seen.hand]))
    yield Piece("hand_sizes", (players,), [size / hand for size in seen.hand_sizes])
    yield Piece("pile_size", (1,), [seen.pile_size / len(kept)])
    yield Piece("discards", (len(kept),), one_hot(len(kept), *[number[card] for card in seen.discards]))
    table = [_slot(laid, number, players) for laid in seen.table]
    yield Piece("table", (slots, 2 + players + len(kept)), list(chain.from_iterable(table)))
    standing = [one_hot(slots, slot) for slot in seen.standing]
    yield Piece("standing", (players, slots), list(chain.from_iterable(standing)))
    yield Piece("resolving", (slots,), one_hot(slots, seen.resolving))


def _slot(laid: Seen | None, number: dict[int, int], players: int) -> list[float]:
    """Whether a card lies there, whether face down, before whom, and which one if that can be seen."""
    if laid is None:
        return [0.0] * (2 + players + len(number))
    card = None if laid.card is None else number[laid.card]
    return [1.0, float(laid.face_down), *one_hot(players, laid.before), *one_hot(len(number), card)]


def _filled(rows: Iterable[Sequence[float]], size: int) -> list[float]:
    values = list(chain.from_iterable(rows))
    return values + [0.0] * (size - len(values))


# What a seat remembers


class Memory(NamedTuple):
    """All that has happened in a game: every decision, and for each seat the round for which each card came to it."""

    decisions: tuple[Action, ...] = ()
    drawn: tuple[tuple[tuple[int, int], ...], ...] = ()

    @staticmethod
    def of(state: State) -> Memory:
        """The memory of a game that has just begun."""
        return Memory((), tuple([tuple([(card, 1) for card in hand]) for hand in state.hands]))

    def after(self, before: State, action: Action, state: State) -> Memory:
        """The memory once a decision has been taken."""
        pairs = zip(self.drawn, before.hands, state.hands, strict=True)
        coming = before.round + 1
        new = [(*had, *[(card, coming) for card in now if card not in held]) for had, held, now in pairs]
        return Memory((*self.decisions, action), tuple(new))

    def remembered(self, seat: int) -> list[dict[str, object]]:
        """The decisions as a seat knows them: a card that another laid face down is secret until cards are revealed."""
        flips = [index for index, action in enumerate(self.decisions) if isinstance(action, Flip)]
        revealed = flips[-1] if flips else -1
        known = [action_data(action) for action in self.decisions]
        for index, action in enumerate(self.decisions):
            if index > revealed and isinstance(action, PlayDown) and action.player != seat:
                known[index]["card"] = None
        return known


def information_text(seen: View, memory: Memory) -> str:
    """All that a seat knows and remembers, as canonical JSON."""
    seat = seen.viewer
    drawn = [list(pair) for pair in memory.drawn[seat]]
    return canonical({"view": view_data(seen), "decisions": memory.remembered(seat), "drawn": drawn}).rstrip("\n")


def remembered_pieces(encoding: Encoding, seat: int, memory: Memory) -> list[Piece]:
    """What a seat remembers as numbers, 0 where there is nothing yet.

    For each decision so far: who took it and its number, each plus 1; of a decision with a secret card, before whom it
    was laid, plus 1, instead of the number. For each card: the round for which the seat got it.
    """
    size, kept = longest_game(encoding.game.players), encoding.game.kept
    rounds = dict(memory.drawn[seat])
    log = [_remembered(encoding, *pair) for pair in zip(memory.decisions, memory.remembered(seat), strict=True)]
    return [
        Piece("decisions", (size, 3), _filled(log, 3 * size)),
        Piece("drawn", (len(kept),), [float(rounds.get(card, 0)) for card in kept]),
    ]


def _remembered(encoding: Encoding, action: Action, known: dict[str, object]) -> list[float]:
    if isinstance(action, PlayDown) and known["card"] is None:
        return [action.player + 1.0, 0.0, action.before + 1.0]
    return [action.player + 1.0, encoding.number(action) + 1.0, 0.0]
