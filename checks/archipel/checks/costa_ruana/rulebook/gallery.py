"""Pictures of the game as a whole, and the worked examples as comic strips (*storyboards*).

There are a round, an order of resolution, islands and who takes, the cards, and the table with labels; of an example a
panel for each decision, or for decisions of one kind in a row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby, product

from archipel.checks.costa_ruana.drawing import DrawnScene, island_in_words, player_in_words, scene
from archipel.checks.costa_ruana.examples import Round, events
from archipel.checks.costa_ruana.rulebook.figures import FILE
from archipel.checks.costa_ruana.rulebook.step_pictures import INITIALS, PEOPLE, TableNarrator
from archipel.checks.costa_ruana.svg import ART
from archipel.checks.costa_ruana.svg.sketch import Focus, Sketch, island_block, player_chip, sketched
from archipel.checks.costa_ruana.svg.table import CARD, ISLAND, card_face, condition, island_drawing, table_card
from archipel.checks.costa_ruana.wording import card_words, say, speaker
from archipel.checks.rulebook.figures.pictures import Numbers, SituationPictures, strip
from archipel.checks.rulebook.figures.round_diagram import RoundDiagram
from archipel.checks.rulebook.parts import Gallery, Picture, ToldEvent
from archipel.checks.rulebook.svg.document import of_block
from archipel.checks.rulebook.svg.elements import figure, group, patterned, pill, tag
from archipel.checks.rulebook.svg.layout import (
    Block,
    in_column,
    in_row,
    in_rows,
    legend,
    on_paper,
    padded,
    pointing,
    with_room,
    words,
)
from archipel.reference.costa_ruana import STANDARD, Setup, balanced_deck, new_game
from archipel.reference.costa_ruana.collection import island_winner
from archipel.reference.costa_ruana.deck import KINDS, Background, Card
from archipel.reference.costa_ruana.state import Laid, Phase, State
from archipel.spec.costa_ruana import RULEBOOK
from archipel.spec.costa_ruana.vocabulary import PLAY_UP, phase

ROUND = RoundDiagram(RULEBOOK, phase, PLAY_UP, "last_in_turn", ("round", "cards", "end"))

# The order of resolution


@dataclass(frozen=True)
class Turn:
    """An effect that is carried out: of which card, by whom, and whether he repeats it."""

    slot: int
    seat: int
    card: Card
    copying: bool


def active_cards() -> State:
    """The worked example's round, after the shaman has turned a Condition card."""
    played = Round(STANDARD, Background.HIGH_TIDE, Background.DAY)
    played.lay()
    return played.flip()


def turns(state: State) -> Iterator[Turn]:
    """The effects of a round, in the order in which the engine asks for them."""
    while state.phase in (Phase.EFFECT, Phase.RESOLVE):
        if state.phase is Phase.EFFECT:
            assert state.resolving is not None and state.actor is not None and state.resolving_card is not None
            yield Turn(state.resolving, state.actor, state.resolving_card, state.copying)
        state = state.apply_action(state.legal_actions()[0])


def order(lang: str) -> Picture:
    """Active cards, numbered in the order in which they act."""
    state = active_cards()
    seen = scene(state.changed(resolving=None), lang, names=PEOPLE, letters=INITIALS)
    numbers: dict[int, str] = {}
    lines = []
    for number, turn in enumerate(turns(state), 1):
        numbers[turn.slot] = f"{numbers[turn.slot]}·{number}" if turn.slot in numbers else str(number)
        key = "picture.order.line.copy" if turn.copying else "picture.order.line"
        lines.append(say(lang, key, number=number, player=PEOPLE[turn.seat], card=card_words(lang, turn.card)))
    focus = Focus((), numbers, range(state.players), ())
    table = sketched(Sketch(seen, focus, order=numbers))
    told = in_column([words(line, 15) for line in lines], 7)
    block = on_paper(in_row([Block(table.width, table.height, table.parts[1:]), told], 4))
    return of_block(ART, lang, block, say(lang, "picture.caption.order"), lines)


# Islands, and who takes


def rows_to_show() -> list[tuple[tuple[int, ...], int]]:
    """The smallest crowd for each way an island can be settled, all that a single inhabitant wins, and one too late."""
    crowds = [
        row for row in product(range(STANDARD.cap + 1), repeat=4) if 0 < sum(row) <= STANDARD.cap and _sorted(row)
    ]
    found: dict[object, list[tuple[int, ...]]] = {}
    for row in sorted(crowds, key=lambda row: (sum(row), row)):
        found.setdefault(_outcome(row), []).append(row)
    shown = [row for outcome, group in found.items() for row in (group if outcome == ("single", 1) else group[:1])]
    return [*[(row, 5) for row in shown], ((2, 0, 0, 0), 0)]


def _sorted(row: tuple[int, ...]) -> bool:
    return list(row) == sorted(row, reverse=True)


def _outcome(row: tuple[int, ...]) -> tuple[str, int]:
    """How an island is settled: who takes, and in how many conflicts others are."""
    winner = island_winner(row, 1)
    ties = sum(number > 1 for count, number in Counter(row).items() if count)
    how = "nobody" if winner is None else "majority" if row[winner] == max(row) else "single"
    return how, ties


def conflicts(lang: str) -> Picture:
    """Islands with different crowds, and who takes their treasure."""
    shown = rows_to_show()
    state = new_game(Setup.from_seed(6, 0))
    rows = [(*row, 0, 0) for row, _ in shown] + [(0,) * 6] * (state.islands - len(shown))
    gems = [number for _, number in shown] + [5] * (state.islands - len(shown))
    seen = scene(state.changed(inhabitants=tuple(rows), treasures=tuple(gems)), lang)
    blocks = [_settled(seen, island) for island in range(len(shown))]
    block = on_paper(padded(in_rows(blocks, 820, 14, 0.5), "#sea"))
    told = [f"{island_in_words(seen, island)} {_taker_words(seen, island)}." for island in range(len(shown))]
    return of_block(ART, lang, block, say(lang, "picture.caption.conflicts"), told)


def _taker_words(seen: DrawnScene, island: int) -> str:
    winner = island_winner(seen.here.inhabitants[island], seen.here.treasures[island])
    if winner is None:
        return say(seen.lang, "picture.nobody")
    return say(seen.lang, "picture.takes", player=seen.names[winner])


def _settled(seen: DrawnScene, island: int) -> Block:
    winner = island_winner(seen.here.inhabitants[island], seen.here.treasures[island])
    drawn = island_block(seen, island)
    pattern = "-".join([str(count) for count in seen.here.inhabitants[island] if count])
    who = [Block(0, 30, ())] if winner is None else [Block(26, 30, (figure(seen.letters[winner], winner, 13, 15),))]
    label = padded(in_row([words(pattern, 15, "b"), *who, words(_taker_words(seen, island), 14)], 8), "panel", 7)
    return in_column([drawn, label], 2, 0.5)


# The cards


def cards(lang: str) -> Picture:
    """Every kind of card, and how many the deck has of it, by background."""
    deck = balanced_deck()
    known = Counter([(card.kind, card.amount, card.background) for card in deck.cards])
    seen = scene(new_game(Setup.from_seed(2, 0)), lang)
    faces = sorted({(card.kind, card.amount) for card in deck.cards}, key=lambda face: (KINDS.index(face[0]), face[1]))
    rows, told = [], []
    for background in Background:
        row = []
        for kind, amount in faces:
            card, number = Card(kind, amount, background, 2), known[kind, amount, background]
            row.append(_counted_card(seen, card, number))
            told.append(f"{card_words(lang, card)}: {number}.")
        rows.append(in_row(row, 10))
    block = on_paper(in_column(rows, 14))
    return of_block(ART, lang, block, say(lang, "picture.caption.cards"), told)


def _counted_card(seen: DrawnScene, card: Card, number: int) -> Block:
    wide, high = CARD
    edge = tag("rect", width=wide, height=high, rx=10, class_="edge")
    parts = (*card_face(seen, card, False), edge, pill(f"×{number}", 22, 14, 16))
    return Block(wide, high, parts).scaled(0.82)


LABELS = (
    *("number", "treasures", "inhabitants", "places", "conditions", "by"),
    *("background", "effect", "standing", "shaman", "reserve", "hut"),
)
"""What is labelled, in the order of the numbers."""


def board(lang: str) -> Picture:
    """What lies on the table."""
    seen = scene(position(), lang)
    left = in_column([_island(seen), _player(seen)], 16, 0.5)
    right = in_column([_conditions(seen), _card(seen)], 16, 0.5)
    labels = [say(lang, f"picture.board.{label}") for label in LABELS]
    block = on_paper(in_row([left, right, legend(labels)], 20))
    told = [f"{number}. {label}." for number, label in enumerate(labels, 1)]
    shown = [island_in_words(seen, 0), player_in_words(seen, 0)]
    return of_block(ART, lang, block, say(lang, "picture.caption.board"), [*shown, *told])


def position() -> State:
    """A position with something of everything: an inhabited island, a card with an inhabitant on it, a treasure."""
    state = new_game(Setup.from_seed(3, 0))
    card = state.hands[1][0]
    table = (None, Laid(card, 0, False), *[None] * 4)
    rows = ((2, 1, 1), *state.inhabitants[1:])
    return state.changed(
        round=2, shaman=0, inhabitants=rows, table=table, standing=(None, None, 1), reserve=(8, 9, 8), huts=(1, 0, 0)
    )


def _point(label: str, at: tuple[float, float], to: tuple[float, float]) -> list[str]:
    return pointing(LABELS.index(label) + 1, at, to)


def _island(seen: DrawnScene) -> Block:
    scale = 1.2
    wide, high = ISLAND[0] * scale + 90, ISLAND[1] * scale + 90
    x, y = wide / 2, high / 2
    marks = [
        *_point("number", (x - 81 * scale, 20), (x - 81 * scale, y - 62 * scale)),
        *_point("treasures", (x, 20), (x, y - 44 * scale)),
        *_point("inhabitants", (x - 52 * scale, high - 20), (x - 52 * scale, y + 24 * scale)),
        *_point("places", (x + 52 * scale, high - 20), (x + 52 * scale, y + 18 * scale)),
    ]
    sea = patterned("sea", width=wide, height=high, rx=12)
    return Block(wide, high, (sea, group(x, y, island_drawing(seen, 0), scale), *marks))


def _conditions(seen: DrawnScene) -> Block:
    cards = [Block(*CARD, tuple(condition(seen, side))) for side in (seen.here.tide, seen.here.time)]
    both = in_row(cards, 10)
    return with_room(both, (0, 34), (6, 0), _point("conditions", (both.width + 22, 60), (both.width, 60)))


def _card(seen: DrawnScene) -> Block:
    (laid,) = seen.table
    wide, high = CARD
    marks = [
        *_point("by", (-26, 15), (3, 15)),
        *_point("background", (wide + 28, 15), (wide - 3, 15)),
        *_point("effect", (wide + 28, 60), (wide - 13, 55)),
        *_point("standing", (wide / 2 - 66, -20), (wide / 2 - 12, -12)),
    ]
    return with_room(Block(wide, high, tuple(table_card(seen, laid))), (46, 46), (40, 4), marks)


def _player(seen: DrawnScene) -> Block:
    chip = player_chip(Sketch(seen, Focus((), (), (0,), ("reserve", "hut"))), 0)
    x = chip.width
    marks = [
        *_point("shaman", (x + 26, 22), (x - 14, 22)),
        *_point("reserve", (40, chip.height + 26), (40, chip.height - 12)),
        *_point("hut", (x - 40, chip.height + 26), (x - 40, chip.height - 12)),
    ]
    return with_room(chip, (44, 44), (0, 42), marks)


TOGETHER = (Phase.PLAY_UP, Phase.PLAY_DOWN, Phase.STAND)
"""Where everybody does the same in turn, and one panel shows it."""


def _groups(told: Sequence[ToldEvent], *phases: Phase) -> list[list[ToldEvent]]:
    """The decisions of each of these phases."""
    found = [(phase, list(group)) for phase, group in groupby(told, key=lambda event: event.before.phase)]
    return [group for phase, group in found if phase in phases]


def _laying(narrator: TableNarrator, told: Sequence[ToldEvent]) -> Iterable[Picture]:
    return [narrator.together(group) for group in _groups(told, *TOGETHER)]


def _turning(narrator: TableNarrator, told: Sequence[ToldEvent]) -> Iterable[Picture]:
    (last,), (flip,) = _groups(told, Phase.STAND)[-1:], _groups(told, Phase.FLIP)[0:1]
    return [narrator.together(last), narrator.flipped(flip[0])]


def _discarding(narrator: TableNarrator, told: Sequence[ToldEvent]) -> Iterable[Picture]:
    return [narrator.flipped(event) for group in _groups(told, Phase.FLIP) for event in group]


def _deciding(narrator: TableNarrator, told: Sequence[ToldEvent]) -> Iterable[Picture]:
    """Decisions one by one; where something is tried in vain, it is also said of the others that they are allowed."""
    doubtful = any(event.after is None for event in told)
    allowed = ("yes", say(narrator.lang, "picture.allowed")) if doubtful else None
    shown = [event for group in _groups(told, Phase.EFFECT, Phase.RESOLVE) for event in group]
    return [narrator.decided(event, None if event.after is None else allowed) for event in shown]


def _deciding_and_collecting(narrator: TableNarrator, told: Sequence[ToldEvent]) -> Iterable[Picture]:
    return [*_deciding(narrator, told), *_collecting(narrator, told)]


def _collecting(narrator: TableNarrator, told: Sequence[ToldEvent]) -> Iterable[Picture]:
    return [narrator.collected(event) for event in told]


def _succeeding(narrator: TableNarrator, told: Sequence[ToldEvent]) -> Iterable[Picture]:
    return [*_collecting(narrator, told), *[narrator.succeeded(event) for event in told]]


def _dealing(narrator: TableNarrator, told: Sequence[ToldEvent]) -> Iterable[Picture]:
    return [narrator.hands(group[0]) for group in _groups(told, Phase.PLAY_UP)]


PANELS: dict[str, Callable[[TableNarrator, Sequence[ToldEvent]], Iterable[Picture]]] = {
    "E1": _laying,
    "E2": _turning,
    "E3": _discarding,
    "E4": _deciding,
    "E5": _deciding,
    "E6": _deciding,
    "E7": _deciding_and_collecting,
    "E8": _deciding,
    "E9": _collecting,
    "E10": _collecting,
    "E11": _collecting,
    "E12": _succeeding,
    "E13": _dealing,
}
NAMED = ("E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8", "E12")
"""Examples about Antoine, Marie and Serge; the others speak of nobody in particular."""


@cache
def example_strip(id: str, lang: str) -> tuple[Picture, ...]:
    """The panels of an example; where more play than before, somebody else tells it."""
    groups = [list(told) for _, told in groupby(_told(id), key=lambda event: event.before.players)]

    def narrator(place: int, numbers: Numbers) -> TableNarrator:
        return TableNarrator(lang, groups[place][0].before.players, id in NAMED, numbers)

    return strip(groups, narrator, PANELS[id])


@cache
def _told(id: str) -> tuple[ToldEvent, ...]:
    """What happens in an example; where it is replayed more than once, with other chance or more players, once."""
    told = events(id)
    starts = [place for place, event in enumerate(told) if event.before.phase is Phase.SETTLE and _untouched(event)]
    return tuple(told if len(starts) < 2 else told[: starts[1]])


def _untouched(event: ToldEvent) -> bool:
    return not any(map(any, event.before.inhabitants))


SITUATIONS = SituationPictures(FILE, TableNarrator, speaker)
GALLERY = Gallery(
    {
        "round": lambda lang: ROUND.drawn(ART, speaker(lang)),
        "order": order,
        "conflicts": conflicts,
        "cards": cards,
        "board": board,
    },
    SITUATIONS.sides,
    example_strip,
    SITUATIONS.readings,
)
