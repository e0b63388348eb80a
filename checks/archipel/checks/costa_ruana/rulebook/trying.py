"""What can be tried of Costa Ruana: who takes a treasure, who is the next shaman, which cards are active; three games.

The engine says what comes of everything that can be set, by every reading. The clauses say which of them decide it;
since no clause tells one seat from another, they are asked about the islands whose seats come in order of their
numbers, and about shamans counted from seat 0, and the others follow by renaming seats. Of the numbers that make a
shaman only the order matters. ``tests/checks/test_trying.py`` asks them about the others as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice, product
from pathlib import Path
from typing import Any

from archipel.checks.costa_ruana.consulting import visible
from archipel.checks.costa_ruana.drawing import DrawnScene, TableCard, in_words, scene
from archipel.checks.costa_ruana.explanations import everybody, told_to
from archipel.checks.costa_ruana.game import GAME
from archipel.checks.costa_ruana.questions import answer
from archipel.checks.costa_ruana.svg import ART
from archipel.checks.costa_ruana.svg.table import CARD, ISLAND, card_face, condition, island_drawing, shore, table_card
from archipel.checks.costa_ruana.theory import PLAYERS
from archipel.checks.costa_ruana.wording import (
    background_words,
    card_words,
    counted,
    default_names,
    listed,
)
from archipel.checks.rulebook.svg.elements import group, patterned, tag, use
from archipel.checks.rulebook.svg.layout import Block
from archipel.checks.rulebook.trying.games import DrawnPart, PositionFrame, ShownGames
from archipel.checks.rulebook.trying.packing import Enumeration, digits
from archipel.checks.rulebook.trying.questions import declared
from archipel.checks.rulebook.trying.trial import TryIt
from archipel.checks.variants.variant_files import Variant
from archipel.reference.costa_ruana import (
    STANDARD,
    Action,
    Background,
    Flip,
    Name,
    Phase,
    Rules,
    Setup,
    State,
    balanced_deck,
    collect,
    is_active,
    island_winner,
    new_game,
    next_shaman,
)
from archipel.reference.costa_ruana.deck import KINDS, TIDES, TIMES, Card, Kind
from archipel.reference.costa_ruana.readings import CHOICES, chosen
from archipel.reference.costa_ruana.succession import end_round
from archipel.spec.readings import Choice

Row = tuple[int, ...]
Told = dict[str, Any]


def position(players: int, way: Choice) -> State:
    """Any position, by these readings."""
    first = new_game(Setup.from_seed(players, 0))
    return first.changed(game=replace(first.game, rules=Rules(readings=chosen(way))))


def asked(way: Choice, **question: Any) -> Told:
    """What the clauses say."""
    return answer(question, variant=Variant(GAME.name, chosen=tuple(way.items())))


# Who takes a treasure

ISLAND_FACTS = {
    ("collection.no-treasure", False): "island.no_treasure",
    ("collection.majority", True): "fact.majority",
    ("collection.majority", False): "fact.majority.none",
    ("collection.conflict", True): "fact.conflict",
    ("collection.conflict", False): "fact.conflict",
    ("collection.single", True): "fact.single",
    ("collection.single", False): "fact.single.none",
    ("collection.winner-returns", True): "island.returns",
    ("collection.nobody-else-returns", True): "island.nobody_returns",
    ("collection.nobody-else-returns", False): "island.nobody_returns",
}
"""The words for what brings in a clause, where somebody takes a treasure and where nobody does."""


def rows(players: int, room: int = STANDARD.cap) -> Iterator[Row]:
    """Every way to stand on an island, no more than it holds."""
    if not players:
        yield ()
        return
    for first in range(room + 1):
        for rest in rows(players - 1, room - first):
            yield (first, *rest)


def islands(players: int, way: Mapping[str, str], then: Row) -> Iterator[tuple[Any, ...]]:
    """The answer for every island; how many treasures there are does not matter, as long as there is one."""
    (treasures,), readings = then, chosen(way)
    every = list(rows(players))
    for row, left in zip(every, _homecoming(every, treasures, way), strict=True):
        order = sorted(range(players), key=lambda seat: -row[seat])
        told = _taken(tuple([row[seat] for seat in order]), treasures, tuple(way.items()))
        winner, returns = [None if told[name] is None else order[told[name]] for name in ("winner", "returns")]
        if (winner, returns) != (island_winner(row, treasures, readings), left):
            raise AssertionError(f"engine and clauses disagree about {row} by {way}")
        tied = tuple([tuple(sorted([order[place] for place in group])) for group in told["conflicts"]])
        key = "nobody" if winner is None else "keeps" if returns is None else "takes"
        why = tuple([(clause, ISLAND_FACTS[clause, winner is not None]) for clause in told["clauses"]])
        yield winner, returns, tied, f"island.{key}", why


@cache
def _taken(row: Row, treasures: int, way: tuple[tuple[str, str], ...]) -> Told:
    return asked(dict(way), ask="island", counts=list(row), treasures=treasures)


def _homecoming(every: Iterable[Row], treasures: int, way: Choice) -> Iterator[int | None]:
    """Whose inhabitant leaves each island when the engine collects; many islands are put into one position."""
    left = iter(every)
    while here := list(islice(left, STANDARD.islands(PLAYERS[0]))):
        empty = position(len(here[0]), way)
        board = (*here, *[(0,) * empty.players] * (empty.islands - len(here)))
        after = collect(empty.changed(inhabitants=board, treasures=(treasures,) * empty.islands)).inhabitants
        for before, now in zip(here, after, strict=False):
            yield next((seat for seat, count in enumerate(before) if now[seat] < count), None)


# Who is the next shaman

SHAMAN_FACTS = {"succession.fewest": "fact.fewest", "succession.tie": "shaman.tie", "succession.refuse": "@offer"}


@cache
def orders(players: int) -> tuple[Row, ...]:
    """Every way in which the numbers of so many players can be ordered."""
    every = product(range(players), repeat=players)
    return tuple([ranks for ranks in every if set(ranks) == set(range(max(ranks) + 1))])


def shamans(players: int, way: Mapping[str, str], then: Row) -> Iterator[tuple[Any, ...]]:
    """The answer for every order of numbers, a tie being counted from a seat."""
    (start,) = then
    for numbers in orders(players):
        shaman = next_shaman(start, numbers, chosen(way))
        told = _succession((*numbers[start:], *numbers[:start]), tuple(way.items()))
        if (told["shaman"] + start) % players != shaman:
            raise AssertionError(f"engine and clauses disagree about {numbers} by {way}")
        why = tuple([(clause, SHAMAN_FACTS[clause]) for clause in told["clauses"]])
        fewest = tuple(sorted([(seat + start) % players for seat in told["fewest"]]))
        yield shaman, fewest, "shaman.next", why


@cache
def _succession(numbers: Row, way: tuple[tuple[str, str], ...]) -> Told:
    return asked(dict(way), ask="shaman", gains=list(numbers), previous=0)


def ended(shaman: int, offered: int, gains: Row, total: Row, way: Choice) -> State:
    """The position after the engine has ended a round: who was shaman, to whom the role had been offered first, and
    the treasures taken in the round and in all."""
    known = offered if way.get("previous-shaman") == "offered" else None
    huts = tuple([every - gain for every, gain in zip(total, gains, strict=True)])
    first = position(len(gains), way)
    return end_round(first.changed(round=1, shaman=shaman, gains=gains, huts=huts, offered=known))


def looks_at(way: Choice) -> dict[str, str]:
    """Which numbers and whose seat decide: found by seeing which of them makes a difference to the engine."""
    in_round = ended(0, 0, (0, 1, 1), (3, 1, 1), way).shaman == 0
    by_shaman = ended(0, 1, (1, 1, 1), (1, 1, 1), way).shaman == next_shaman(0, (1, 1, 1), chosen(way))
    return {"numbers": "gain" if in_round else "total", "from": "shaman-now" if by_shaman else "offered"}


def offers(players: int, way: Mapping[str, str], then: Row) -> Iterator[tuple[Any, ...]]:
    """Whom the engine lets each new shaman name, if each old one has just served."""
    for old, new in product(range(players), repeat=2):
        gains = tuple([int(seat != new) for seat in range(players)])
        menu = ended(old, old, gains, gains, way).legal_actions()
        names = tuple([action.shaman for action in menu if isinstance(action, Name)])
        yield names, "shaman.refuse" if names else "shaman.keeps"


# Which cards are active

SIDES = tuple(product(TIDES, TIMES))
CONDITION_CLAUSES = ("conditions.flip", "conditions.active", "reveal.keep", "reveal.discard")


def conditions(players: int, way: Mapping[str, str], then: Row) -> Iterator[tuple[Any, ...]]:
    """For each pair of sides what the shaman may turn, and which cards are active, by background."""
    kept = [balanced_deck().cards[card] for card in balanced_deck().kept(players)]
    for tide, time in SIDES:
        before = position(PLAYERS[0], way).changed(phase=Phase.FLIP, round=1, tide=tide, time=time)
        turns = tuple([_turned(before, action) for action in before.legal_actions()])
        faces = Counter([card for card in kept if is_active(card.background, tide, time, chosen(way))])
        shown = tuple([(_side(ground), _faces(kept, faces, ground)) for ground in Background])
        why = tuple([(clause, "") for clause in CONDITION_CLAUSES])
        yield _side(tide), _side(time), sum(faces.values()), len(kept), turns, shown, "conditions.shown", why


def _turned(before: State, action: Action) -> tuple[str, int]:
    """A way to turn, and the sides that then show."""
    after = before.apply_action(action)
    return action.condition.value if isinstance(action, Flip) else "neither", SIDES.index((after.tide, after.time))


def _side(side: Background) -> str:
    return f"background.{side.value}"


def face(card: Card) -> tuple[Kind, int, Background]:
    """What is seen of a card."""
    return card.kind, card.amount, card.background


FACES = sorted({face(card) for card in balanced_deck().cards}, key=lambda one: (KINDS.index(one[0]), one[1:]))


def _faces(kept: Sequence[Card], active: Mapping[Card, int], ground: Background) -> tuple[tuple[str, int, int], ...]:
    """The cards with a background: each face, how many there are, and whether they are active."""
    counts, acts = Counter(map(face, kept)), set(map(face, active))
    told = [(place, one) for place, one in enumerate(FACES) if one[2] is ground and counts[one]]
    return tuple([(f"face-{place}", counts[one], int(one in acts)) for place, one in told])


def pieces(lang: str) -> dict[str, tuple[str, Block]]:
    """What the pictures are put together from: an island without anything, both sides of cards, faces and signs."""
    seen = scene(new_game(Setup.from_seed(PLAYERS[0], 0)), lang)
    sea = patterned("sea", width=320, height=200, rx=14)
    found = {"island": ("", Block(320, 200, (sea, group(160, 98, shore(0), 1.28))))}
    for side in Background:
        sign = group(15, 15, [use(f"sign_{side.value}", 0, 0, class_="stroke")], 0.95)
        plaque = tag("circle", cx=15, cy=15, r=11.5, class_="plaque")
        ground = patterned(side.value, width=30, height=30, rx=6)
        found[f"chip-{_side(side)}"] = ("", Block(30, 30, (ground, plaque, sign)))
        found[_side(side)] = (background_words(lang, side), Block(*CARD, tuple(condition(seen, side))))
    edge = tag("rect", width=CARD[0], height=CARD[1], rx=10, class_="edge")
    for place, known in enumerate(FACES):
        card = Card(*known, 0)
        found[f"face-{place}"] = (card_words(lang, card), Block(*CARD, (*card_face(seen, card, False), edge)))
    return found


# Games to follow


def frame(state: State, lang: str) -> PositionFrame:
    """What the page shows of a position."""
    seen = scene(state, lang)
    columns = {"reserve": seen.here.reserve, "hut": seen.here.huts, "hand": [len(hand) for hand in seen.hands]}
    sides = [
        DrawnPart(Block(*CARD, tuple(condition(seen, side))), background_words(lang, side))
        for side in (seen.here.tide, seen.here.time)
    ]
    return PositionFrame(
        headline=seen.headline,
        turn=seen.turn,
        actor=seen.here.actor,
        sections={
            "islands": [_island(seen, island) for island in range(len(seen.here.treasures))],
            "sides": sides,
            "table": [_laid(seen, laid) for laid in seen.table],
        },
        columns=columns if seen.points is None else {**columns, "points": seen.points},
        role=None if seen.here.actor is None else seen.here.shaman,
    )


def _island(seen: DrawnScene, island: int) -> DrawnPart:
    wide, high = ISLAND[0] + 24, ISLAND[1] + 16
    sea = patterned("sea", width=wide, height=high, rx=14)
    drawn = [group(wide / 2, high / 2, [part]) for part in island_drawing(seen, island)]
    crowd = [f"{seen.names[seat]} {count}" for seat, count in enumerate(seen.here.inhabitants[island]) if count]
    told = {"people": ", ".join(crowd) or seen.say("words.empty"), "treasures": _treasures(seen, island)}
    return DrawnPart(Block(wide, high, (sea, *drawn)), seen.say("page.game.island", island=island, **told))


def _treasures(seen: DrawnScene, island: int) -> str:
    return counted(seen.lang, "treasures", seen.here.treasures[island])


def _laid(seen: DrawnScene, laid: TableCard) -> DrawnPart:
    """A card on the table: who laid it, before whom, whether hidden, who stands on it, whether it acts."""
    assert laid.card is not None
    drawn = Block(CARD[0] + 8, CARD[1] + 36, tuple([group(4, 32, [part]) for part in table_card(seen, laid)]))
    key = "page.game.laid.down" if laid.face_down else "page.game.laid.up"
    told = [seen.say(key, by=seen.names[laid.by], before=seen.names[laid.before])]
    if laid.standing:
        people = listed(seen.lang, [seen.names[seat] for seat in laid.standing])
        told.append(seen.say("page.game.standing", people=people))
    told += [seen.say("page.game.acts")] if laid.resolving else []
    return DrawnPart(drawn, card_words(seen.lang, laid.card), "; ".join(told))


def _nameless(text: str, lang: str, players: int) -> str:
    """A sentence that calls the players by name alone."""
    for full, name in zip(everybody(lang, players), default_names(lang, players), strict=True):
        text = text.replace(full, name)
    return text


GAMES = ShownGames(
    game=GAME,
    seeds=((2, 17), (3, 1), (4, 38)),  # games with ties, single inhabitants and refusals
    frame=frame,
    told=lambda state, move, lang: told_to(lang, default_names(lang, state.players), None).step(state, move),
    in_words=lambda state, lang: in_words(scene(state, lang)),
    alike=lambda one, other: visible(one).changed(game=other.game) == visible(other),
    nameless=_nameless,
)

# The page

ANSWERS = {
    "islands": Enumeration(lambda players: [digits(row) for row in rows(players)], islands, lambda _: (2,)),
    "shamans": Enumeration(lambda players: [digits(one) for one in orders(players)], shamans, lambda n: (n,)),
    "offers": Enumeration(lambda players: [digits(pair) for pair in product(range(players), repeat=2)], offers),
    "conditions": Enumeration(lambda players: [str(sides) for sides in range(len(SIDES))], conditions),
}
MOST = {
    "cap": dict.fromkeys(PLAYERS, STANDARD.cap),
    "islands": {players: STANDARD.islands(players) for players in PLAYERS},
    "treasures": {players: STANDARD.treasures_in_play(players) for players in PLAYERS},
}
QUESTIONS = declared(Path(__file__).with_name("trying.toml"), ANSWERS, MOST, {"shaman": looks_at})

FACTS = sorted({*ISLAND_FACTS.values(), *SHAMAN_FACTS.values(), "fact.conflict.group"})
TRY_IT = TryIt(
    game=GAME,
    art=ART,
    choices=CHOICES,
    questions=QUESTIONS,
    first=4,
    pieces=pieces,
    said=[*[key for key in FACTS if key.startswith("fact.")], *[_side(side) for side in Background]],
    nouns=("treasures",),
    games=GAMES,
)
