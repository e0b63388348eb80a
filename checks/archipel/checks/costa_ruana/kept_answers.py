"""What the engine answers, kept (characterization): solver-made and spoiled positions, variants, set-ups, rules, decks.

The answers were compared with the clauses when they were written down (``make positions``), as far as clauses speak of
them. Comparing them again takes seconds, so that every answer is compared in every run of the tests: which decisions
are legal, what else is refused and why, where decisions lead, what each seat sees, which states the reader refuses.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, get_args, get_type_hints
from zlib import crc32

from archipel.checks.agreement.near_values import near_values, told
from archipel.checks.costa_ruana.kept_positions import PositionTrial, kept_lines, read, rules_under
from archipel.checks.costa_ruana.variant_rules import PlayableVariant, VariantKind, playable
from archipel.reference.costa_ruana import (
    STANDARD,
    Action,
    Condition,
    Face,
    Rules,
    Setup,
    State,
    current_player,
    is_terminal,
    legal_actions,
    new_game,
)
from archipel.reference.costa_ruana.checking import check_state
from archipel.reference.costa_ruana.codec import dumps_state, packed, unpacked
from archipel.reference.costa_ruana.collection import island_winner
from archipel.reference.costa_ruana.deck import (
    KINDS,
    MAX_AMOUNT,
    MAX_CARDS,
    MAX_NOTCHES,
    Background,
    balanced_deck,
    read_card,
    read_deck,
)
from archipel.reference.costa_ruana.effects import number_placed, number_removed
from archipel.reference.costa_ruana.menus import spreads
from archipel.reference.costa_ruana.readings import CHOICES, choice_of, chosen
from archipel.reference.costa_ruana.rules import LARGEST, LARGEST_OTHER, NUMBERS
from archipel.reference.costa_ruana.state import FIELDS, Game, Laid, game_for, replaced
from archipel.reference.strict_json import BadInput, Field

KEPT = Path(__file__).with_name("kept_answers.txt.gz")
VARIANTS = dict.fromkeys(VariantKind, 40) | {VariantKind.EIGHT: 4, VariantKind.EIGHT_CROWDED: 12}
SETUPS = 3
SPOILED, FAR = 6, 7919
NEAR, NEAR_IN_GAMES, READ_IN_GAMES, TRIED_IN_GAMES = 13, 25, 10, 3

APART = 97
MANY = 3
AMOUNTS = (1, 2, 3)

LONG = tuple(range(9))
WRONG = ("1", 1.0, None, True, [1], (1, "x"), *[(*LONG[:place], "x", *LONG[place:]) for place in LONG])
SENSIBLE = {int: 1, tuple[int, ...]: (0, 1), Face: Face.UP, Condition: Condition.TIDE}

ONE_OF_EACH = [
    kind(**{name: SENSIBLE[hint] for name, hint in get_type_hints(kind).items()}) for kind in get_args(Action)
]

PERHAPS_NOTHING = ("actor", "resolving", "offered", "old_shaman")

OTHER_READINGS = [(point, name) for point, names in CHOICES.items() for name in names[1:]]
GAMES_FOR = (4, 5, 6)
REFUSED, REFUSED_FROM, REFUSED_TURNS = 12, 5, 20

Answer = tuple[str, Callable[[], str]]


def answers() -> Iterator[Answer]:
    """Everything that is asked, by name, each answer worked out when it is called for.

    What takes no time comes first; of the rest a part of each kind, so that a wrong engine is soon found out.
    """
    for name in (*NUMBERS, "islands_by_players"):
        yield f"rules {name}", partial(of_rules, name)
    for name in NUMBERS:
        yield f"rules {name} and others", partial(of_two_numbers, name)
    yield "decks", of_decks
    yield "spreads", of_spreads
    yield "actions", of_actions
    for players in range(STANDARD.min_players, STANDARD.max_players + 1):
        for seed in range(SETUPS):
            yield f"setup {players} {seed}", partial(of_setup, Setup.from_seed(players, seed), STANDARD)
        poor = replace(STANDARD, islands_by_players=(10,) * 5, poor_islands=9)
        yield f"setup {players} poor", partial(of_setup, Setup.from_seed(players, 0, poor), poor)
    yield from _mixed(_of_positions(), _of_readings(), _of_games())


def _mixed(*kinds: Sequence[Answer]) -> Iterator[Answer]:
    """All of several lists, each in its order and spread over the whole."""
    placed = [((place + 1) / len(kind), answer) for kind in kinds for place, answer in enumerate(kind)]
    return (answer for _, answer in sorted(placed, key=lambda each: each[0]))


def _of_positions() -> list[Answer]:
    lines = kept_lines()
    numbers = [number for first in range(APART) for number in range(first, len(lines), APART)]
    return [(f"position {number}", partial(of_line, lines[number], number)) for number in numbers]


def _of_readings() -> list[Answer]:
    lines = kept_lines()
    refused = [(f"refused {reading}", partial(of_refused_under_two, reading, lines)) for reading in OTHER_READINGS]
    return [*((f"islands {reading}", partial(of_islands, reading)) for reading in OTHER_READINGS), *refused]


def _of_games() -> list[Answer]:
    read = [
        (f"game {reading} {players}", partial(of_game, reading_game(reading, players), players))
        for players in GAMES_FOR
        for reading in OTHER_READINGS
    ]
    variants = [
        [(f"variant {kind.value} {seed}", partial(of_variant, kind, seed)) for seed in range(number)]
        for kind, number in VARIANTS.items()
    ]
    return list(_mixed(read, *variants))


def of_line(line: str, number: int) -> str:
    """What the engine answers in a kept position, and what its reader says of others near it."""
    trial = read(line)
    state = trial.state
    written = f"{dumps_state(state)}{packed(state).hex()} {unpacked(packed(state), state.game) == state}"
    near = "" if number % NEAR else of_near(state)
    return f"{of_trial(trial)}\n{written}\n{of_spoiled(state, number)}{near}"


def of_trial(trial: PositionTrial) -> str:
    """What is legal, what comes of the decision tried and of others near it, what is seen and what the ranking is."""
    state, legal = trial.state, legal_actions(trial.state)
    some = dict.fromkeys([trial.action, *legal[:1], *legal[len(legal) // 2 :][:1], *legal[-1:]])
    near = [other for action in some for other in near_values(action)]
    after = [_after(state, action) for action in dict.fromkeys([*some, *near])]
    seen = [repr(state.view(seat)) for seat in range(state.players)]
    known = (*_course(state), state.returns(), state.ranking(), state.winners())
    numbers = [(number_removed(state, p, n), number_placed(state, p, n)) for p in range(state.players) for n in AMOUNTS]
    return "\n".join([*sorted(map(repr, legal)), *after, *seen, repr(known), repr(numbers)])


def _course(state: State) -> tuple[object, ...]:
    return is_terminal(state), current_player(state), state.is_terminal(), state.current_player()


def _after(state: State, action: Action) -> str:
    return told(lambda: plain_state(state.apply_action(action)))


def plain_state(state: State) -> tuple[object, ...]:
    """All fields of a position but for what is constant during a game."""
    return state.values()[1:]


def of_spoiled(state: State, number: int) -> str:
    """What the engine's reader says of a position, and of some that are one or two steps from it."""
    found = []
    for spoiled in [state, *(spoiled_state(state, SPOILED * number + turn) for turn in range(SPOILED))]:
        same = spoiled == state and hash(spoiled) == hash(state), spoiled != state
        found.append(f"{told(partial(check_state, spoiled))} {same}")
    return "\n".join(found)


def of_near(state: State) -> str:
    """What the engine's reader says of every state that is one step from a position."""
    near = [
        state.changed(**{name: other})
        for name in FIELDS[1:]
        for other in [*near_values(getattr(state, name)), *_with_nothing(state, name)]
    ]
    return "\n".join(told(partial(check_state, each)) for each in [*near, *_card_elsewhere(state)])


def _card_elsewhere(state: State) -> Iterator[State]:
    """States with as many cards as before, one of them on the table instead of in a hand, or the other way round."""
    for slot, laid in enumerate(state.table):
        seat = slot % state.players
        if laid is not None:
            hand = tuple(sorted((*state.hands[seat], laid.card)))
            yield state.changed(hands=replaced(state.hands, seat, hand), table=replaced(state.table, slot, None))
        elif state.hands[seat]:
            card, *left = state.hands[seat]
            table = replaced(state.table, slot, Laid(card, seat, slot >= state.players))
            yield state.changed(hands=replaced(state.hands, seat, tuple(left)), table=table)


def spoiled_state(state: State, number: int) -> State:
    """One of the states near a position, by number: something is otherwise, or a piece lies somewhere else."""
    if number % 3 == 2:
        return _piece_elsewhere(state, number // 3)
    for _ in range(1 + number % 3):
        name = FIELDS[1 + number % (len(FIELDS) - 1)]
        others = [*near_values(getattr(state, name)), *_with_nothing(state, name)]
        if others:
            state = state.changed(**{name: others[number // len(FIELDS) % len(others)]})
        number = number * 7 + 5
    return state


def _with_nothing(state: State, name: str) -> list[Any]:
    """Values of a field in which nothing is where there is a number, if there can be."""
    value = getattr(state, name)
    if name == "standing":
        return [replaced(value, seat, None) for seat in range(state.players)]
    return [None] if name in PERHAPS_NOTHING and value is not None else []


def _piece_elsewhere(state: State, number: int) -> State:
    """As many pieces as before, one of them in another place."""
    island, other = number % state.islands, (number * 2 + 1) % state.islands
    seat = (number // 3) % state.players
    step = 1 if number % 2 else -1
    treasures, row = state.treasures, state.inhabitants[island]
    if number % 7 < 2:
        moved = replaced(treasures, island, treasures[island] - step)
        return state.changed(treasures=moved, huts=replaced(state.huts, seat, state.huts[seat] + step))
    if number % 7 < 4:
        moved = replaced(treasures, island, treasures[island] - step)
        return state.changed(treasures=replaced(moved, other, moved[other] + step))
    rows = replaced(state.inhabitants, island, replaced(row, seat, row[seat] - step))
    if number % 7 == 4:
        return state.changed(inhabitants=rows, reserve=replaced(state.reserve, seat, state.reserve[seat] + step))
    end = rows[other]
    return state.changed(inhabitants=replaced(rows, other, replaced(end, seat, end[seat] + step)))


def of_refused_under_two(reading: tuple[str, str], lines: Sequence[str]) -> str:
    """What the reader says, under each second reading, of states that it takes by ours only, or by one other only."""
    written = f"{json.dumps(dict([reading]))}\t"
    states = [read(line).state for line in [line for line in lines if line.startswith(written)][::REFUSED_FROM]]
    spoiled = [spoiled_state(state, number) for number, state in enumerate(states * REFUSED_TURNS)]
    telling = [state for state in spoiled if _verdict(state) != _verdict(_read_by(state, {}))][:REFUSED]
    others = [dict([reading, second]) for second in OTHER_READINGS if second[0] != reading[0]]
    return "\n".join(_verdict(_read_by(state, choice)) for state in telling for choice in others)


def _verdict(state: State | None) -> str:
    return "" if state is None else told(partial(check_state, state))


def _read_by(state: State, choice: Mapping[str, str]) -> State | None:
    """The same state by some readings, if they can be played with the cards there are."""
    try:
        return state.changed(game=game_for(state.players, replace(STANDARD, readings=chosen(choice)), state.deck))
    except BadInput:
        return None


def of_variant(kind: VariantKind, seed: int) -> str:
    """A game of a variant by number."""
    return of_game(playable(seed, kind), seed)


def reading_game(reading: tuple[str, str], players: int) -> PlayableVariant:
    """The rulebook's numbers and deck by another reading."""
    return PlayableVariant(rules_under(dict([reading])), balanced_deck(), players, Random(f"{reading} {players}"))


def of_game(variant: PlayableVariant, seed: int) -> str:
    """A whole game, each move one of those legal, and what the reader says of states near its positions."""
    rules, deck, players, chance = variant
    state = new_game(Setup.from_seed(players, seed, rules, deck), rules, deck)
    others = [game for game in (_read_otherwise(state, reading) for reading in OTHER_READINGS) if game is not None]
    lines = [repr(plain_state(state))]
    while legal := legal_actions(state):
        action = drawn(legal, state.round, seed, chance)
        if not (len(lines) + seed) % READ_IN_GAMES:
            lines += [told(partial(_taken, state.changed(game=game), action)) for game in others]
            lines += [_after(state, other) for other in ONE_OF_EACH]
            lines += [told(partial(_taken, extreme, action)) for extreme in extremes(state)]
        if not (len(lines) + seed) % TRIED_IN_GAMES:
            lines += [_after(state, other) for other in near_values(action)]
        state = state.apply_action(action)
        digest = crc32(repr(sorted(map(repr, legal))).encode())
        lines.append(f"{digest} {plain_state(state)} {of_spoiled(state, len(lines) * FAR + seed)}")
        if not (len(lines) + seed) % NEAR_IN_GAMES or len(state.moved) > MANY:
            lines.append(of_near(state))
    return "\n".join([*lines, repr((*_course(state), state.returns(), state.ranking(), state.winners()))])


def _read_otherwise(state: State, reading: tuple[str, str]) -> Game | None:
    """The constant part of a game in which one more point is read otherwise, if it can be played with these cards."""
    choice = {**choice_of(state.rules.readings), **dict([reading])}
    try:
        return game_for(state.players, replace(state.rules, readings=chosen(choice)), state.deck)
    except BadInput:
        return None


def extremes(state: State) -> Iterator[State]:
    """A position with somebody gone from all islands, or gone there as far as there is room, or without treasures."""
    others = state
    for seat in range(state.players):
        home = _with_row(state, seat, (0,) * state.islands)
        left = state.reserve[seat]
        row = []
        for counts in state.inhabitants:
            more = min(left, max(0, state.rules.cap - sum(counts)))
            row.append(counts[seat] + more)
            left -= more
        yield from (home, _with_row(state, seat, tuple(row)))
        others = _with_row(others, seat, tuple([state.moved.count((island, seat)) for island in range(state.islands)]))
    yield others
    every = sum(state.treasures)
    for seat in (0, state.players - 1):
        huts = replaced(state.huts, seat, state.huts[seat] + every)
        yield state.changed(treasures=(0,) * state.islands, huts=huts)
    for island in (0, state.islands - 1):
        yield state.changed(treasures=replaced((0,) * state.islands, island, every))


def _with_row(state: State, seat: int, row: tuple[int, ...]) -> State:
    """The position with so many of a seat's inhabitants on each island, and the others at home."""
    rows = [replaced(counts, seat, number) for counts, number in zip(state.inhabitants, row, strict=True)]
    before = sum(counts[seat] for counts in state.inhabitants)
    reserve = replaced(state.reserve, seat, state.reserve[seat] + before - sum(row))
    return state.changed(inhabitants=tuple(rows), reserve=reserve)


def _taken(state: State, action: Action) -> tuple[object, ...]:
    """Which decisions are legal in a position that the reader takes, and where this one and others near it lead."""
    check_state(state)
    near = [_after(state, other) for other in (action, *near_values(action))]
    return crc32(repr(sorted(map(repr, legal_actions(state)))).encode()), near


def drawn(legal: Sequence[Action], round_number: int, seed: int, chance: Random) -> Action:
    """One of the legal actions, in whatever order they are listed; in every second game all do alike in a round."""
    kind = type(legal[0]).__name__
    part = Random(f"{seed} {round_number} {kind}").random() if seed % 2 else chance.random()
    return sorted(legal, key=repr)[int(part * len(legal))]


def of_setup(setup: Setup, rules: Rules) -> str:
    """How a game begins from a set-up, and from each that is one step from it."""
    return "\n".join(told(partial(_begun, each, rules)) for each in [setup, *near_values(setup)])


def _begun(setup: Setup, rules: Rules) -> tuple[object, ...]:
    return plain_state(new_game(setup, rules))


def of_rules(name: str) -> str:
    """What the engine makes of rules in which one number has another value, small or near a limit."""
    if name == "islands_by_players":
        usual = Rules().islands_by_players
        at_limits = [(*usual[:-1], number) for number in (-1, 0, 1, 2, LARGEST_OTHER, LARGEST_OTHER + 1)]
        values: list[Any] = [*near_values(usual), *at_limits]
    else:
        limits = (getattr(Rules(), name), LARGEST.get(name, LARGEST_OTHER))
        values = [*range(-1, 23), *[limit + step for limit in limits for step in (-1, 0, 1)], True, None]
    choices: list[dict[str, str]] = [{}, *(dict([reading]) for reading in OTHER_READINGS)]
    cases = [(value, choice) for value in values for choice in choices]
    return "\n".join(told(partial(_of_rules, name, *case)) for case in cases)


def of_two_numbers(name: str) -> str:
    """What the engine makes of rules in which a number and another one are small."""
    pairs = [(other, one, two) for other in NUMBERS if other != name for one in range(8) for two in range(8)]
    return "\n".join(told(partial(_with_two, {name: one, other: two})) for other, one, two in pairs)


def _with_two(numbers: dict[str, Any]) -> tuple[int, ...]:
    return _for_players(Rules(**numbers), 3)


def _of_rules(name: str, value: Any, choice: dict[str, str]) -> tuple[object, ...]:
    numbers: dict[str, Any] = {name: value}
    rules = Rules(**numbers, readings=chosen(choice))
    rounds = range(rules.rounds + 2)
    for_players = [told(partial(_for_players, rules, n)) for n in range(rules.min_players - 1, rules.max_players + 2)]
    return for_players, [rules.draw_after(n) for n in rounds], [rules.hand_in(n) for n in rounds], repr(rules)


def _for_players(rules: Rules, players: int) -> tuple[int, ...]:
    return rules.islands(players), rules.cards_needed(players), rules.treasures_in_play(players)


def of_decks() -> str:
    """What deck files of one row come to, each cell at its limits and beyond, and files of many rows."""
    amounts, notches = (0, 1, 2, MAX_AMOUNT, MAX_AMOUNT + 1), (0, 1, 2, 6, MAX_NOTCHES, MAX_NOTCHES + 1)
    rows = [
        f'["{kind}", {amount}, "{background}", {notch}{count}]'
        for kind in (*KINDS, "place_treasure")
        for amount in amounts
        for background in (*Background, "noon")
        for notch in notches
        for count in ("", ", 0", ", 1", ", 7", f", {MAX_CARDS}", f", {MAX_CARDS + 1}", ", 1, 1")
    ]
    many = [", ".join(rows[place:][::211]) for place in range(0, 400, 9)]
    good = '["place", 2, "night", 3], ["remove", 1, "day", 2], ["move_treasure", 1, "low_tide", 6]'
    many += [", ".join([good] * number) for number in (1, 2, 3, 66, 67)]
    texts = [
        f"{kind}{amount} {background} {notch}"
        for kind in KINDS
        for amount in ("", *[f"-{n}" for n in amounts])
        for background in (*Background, "noon")
        for notch in (*notches, "07", "x")
    ]
    cards = [told(partial(read_card, Field(text, "card"))) for text in texts]
    return "\n".join([*[told(partial(_of_deck, row)) for row in [*rows, *many]], *cards])


def _of_deck(rows: str) -> tuple[object, ...]:
    deck = read_deck(f"cards = [{rows}]")
    return deck, [deck.kept(players) for players in (1, 2, 5, 6, 20)], [card.text for card in deck.cards]


def of_spreads() -> str:
    """All ways to share out pieces over a few places."""
    limits = [(a, b, c, *more) for a in range(4) for b in range(5) for c in range(4) for more in ((), (0, 4), (2,) * 9)]
    return "\n".join(repr(sorted(spreads(limit, size))) for limit in limits for size in range(5))


def of_actions() -> str:
    """What is said of arguments of a wrong type, one or two of them, and of long lists with a wrong item somewhere."""
    lines = []
    for kind in get_args(Action):
        names = list(get_type_hints(kind))
        good = {name: SENSIBLE[hint] for name, hint in get_type_hints(kind).items()}
        for one, other in product(names, names):
            for wrong, second in zip(WRONG, [*WRONG[1:], WRONG[0]], strict=True):
                lines.append(told(partial(kind, **{**good, one: wrong, other: second})))
    return "\n".join(lines)


def of_islands(reading: tuple[str, str]) -> str:
    """Who takes a treasure of an island under a reading and each second one, whatever it holds."""
    choices = [dict([reading, second]) for second in OTHER_READINGS if second[0] != reading[0]]
    crowds = [*product(range(5), repeat=3), *product(range(4), repeat=4), *product(range(3), repeat=5)]
    return "\n".join(
        repr([island_winner(crowd, treasures, readings) for crowd in crowds for treasures in (0, 1, 5)])
        for readings in map(chosen, choices)
    )


def digest_of_answer(work: Callable[[], str]) -> str:
    """Eight letters for an answer; an engine that fails where it answered before gives others."""
    return f"{crc32(told(work).encode('utf-8', 'replace')):08x}"


def kept_digests() -> dict[str, str]:
    """What was answered when the file was written."""
    lines = gzip.decompress(KEPT.read_bytes()).decode().splitlines()
    return dict(line.rsplit(" ", 1) for line in lines)


def other_answers() -> Iterator[str]:
    """The names of all answers that are no longer what they were."""
    digests = kept_digests()
    for name, work in answers():
        if digests.pop(name, "") != digest_of_answer(work):
            yield name
    yield from digests


def write() -> int:
    """Write down all answers as they are now."""
    lines = [f"{name} {digest_of_answer(work)}\n" for name, work in answers()]
    KEPT.write_bytes(gzip.compress("".join(lines).encode(), mtime=0))
    return len(lines)
