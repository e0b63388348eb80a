"""Pictures of the game as a whole: a round, an order of resolution, islands and who takes, the cards, the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from archipel.checks.costa_ruana.drawing import DrawnScene, island_in_words, scene
from archipel.checks.costa_ruana.examples import Round
from archipel.checks.costa_ruana.rulebook.comic_strips import example_strip
from archipel.checks.costa_ruana.rulebook.figures import FILE
from archipel.checks.costa_ruana.rulebook.labelled_table import board
from archipel.checks.costa_ruana.rulebook.step_pictures import INITIALS, PEOPLE, TableNarrator
from archipel.checks.costa_ruana.svg import ART
from archipel.checks.costa_ruana.svg.pieces import CARD, card_face
from archipel.checks.costa_ruana.svg.sketch import Focus, Sketch, island_block, sketched
from archipel.checks.costa_ruana.wording import card_words, say, speaker
from archipel.checks.rulebook.figures.pictures import SituationPictures
from archipel.checks.rulebook.figures.round_diagram import RoundDiagram
from archipel.checks.rulebook.parts import Gallery, Picture
from archipel.checks.rulebook.svg.document import of_block
from archipel.checks.rulebook.svg.elements import figure, pill, tag
from archipel.checks.rulebook.svg.layout import Block, in_column, in_row, in_rows, on_paper, padded, words
from archipel.reference.costa_ruana import STANDARD, Setup, balanced_deck, new_game
from archipel.reference.costa_ruana.collection import island_winner
from archipel.reference.costa_ruana.deck import KINDS, Background, Card
from archipel.reference.costa_ruana.state import Phase, State
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


def rows_to_show(players: int = 4, cap: int = STANDARD.cap) -> list[tuple[tuple[int, ...], int]]:
    """The smallest crowd for each way an island can be settled, all that a single inhabitant wins, and one too late."""
    crowds = [row for row in product(range(cap + 1), repeat=players) if 0 < sum(row) <= cap and _sorted(row)]
    found: dict[object, list[tuple[int, ...]]] = {}
    for row in sorted(crowds, key=lambda row: (sum(row), row)):
        found.setdefault(_outcome(row), []).append(row)
    rows = [row for outcome, group in found.items() for row in (group if outcome == ("single", 1) else group[:1])]
    return [*[(row, 5) for row in rows], ((2, 0, 0, 0), 0)]


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
    winner = island_winner(seen.inhabitants[island], seen.treasures[island])
    if winner is None:
        return say(seen.lang, "picture.nobody")
    return say(seen.lang, "picture.takes", player=seen.names[winner])


def _settled(seen: DrawnScene, island: int) -> Block:
    winner = island_winner(seen.inhabitants[island], seen.treasures[island])
    drawn = island_block(seen, island)
    pattern = "-".join([str(count) for count in seen.inhabitants[island] if count])
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
