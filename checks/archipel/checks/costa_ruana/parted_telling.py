"""A parting of two readings for people: what was decided, and the table before and after it, under each, in columns."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence

from archipel.checks.costa_ruana.drawing import DrawnScene, scene
from archipel.checks.costa_ruana.explanations import told_to
from archipel.checks.costa_ruana.parted_games import GameParting, Outcome
from archipel.checks.costa_ruana.wording import (
    background_words,
    card_words,
    default_names,
    face_words,
    listed,
    reason_words,
    say,
)
from archipel.checks.explain.catalogue import LETTERS
from archipel.reference.costa_ruana import IllegalAction, Phase, State
from archipel.reference.strict_json import BadInput

WIDTH, LABEL = 96, 16
GEM = "◆"
DIFFERS = "≠"
NOTHING_THERE = "·"


def counts_told(lang: str, counts: Mapping[str, int]) -> str:
    """How many pieces of each kind."""
    words = [say(lang, f"column.{kind}", number=number) for kind, number in counts.items()]
    return listed(lang, words) if words else ""


def told(parting: GameParting, titles: Sequence[str], lang: str) -> list[str]:
    """The decision over which two readings part, and the table in columns: before it, and after it under each."""
    before = None if parting.before is None else parting.before.one
    positions = [before, *parting.outcomes] if before is not None else [*parting.outcomes]
    headings = [say(lang, "column.before"), *titles] if before is not None else [*titles]
    sentence = say(lang, "column.at the start")
    if before is not None and parting.action is not None:
        teller = told_to(lang, default_names(lang, before.players), parting.action.player)
        sentence = say(lang, "column.one situation", decision=teller.decision(before, parting.action))
    return [*textwrap.wrap(sentence, WIDTH, break_on_hyphens=False), "", *table(positions, headings, lang)]


# The table in columns

Row = tuple[str, list[str]]


def table(positions: Sequence[Outcome], headings: Sequence[str], lang: str) -> list[str]:
    """Positions side by side, one fact in each row; rows in which the two readings differ are marked."""
    width = (WIDTH - LABEL - 2) // len(positions) - 2
    lines = _line("", [f"[{heading}]" for heading in headings], width, " ")
    for outcome_row in _refusals(positions, lang):
        lines += _line("", outcome_row, width, " ")
    for label, cells in rows([p for p in positions if isinstance(p, State)], lang):
        spread = _spread(positions, cells)
        lines += _line(label, spread, width, DIFFERS if spread[-1] != spread[-2] else " ")
    return lines


def _refusals(positions: Sequence[Outcome], lang: str) -> Iterator[list[str]]:
    cells = [_refusal(position, lang) for position in positions]
    if any(cells):
        yield cells


def _refusal(outcome: Outcome, lang: str) -> str:
    match outcome:
        case IllegalAction():
            return say(lang, "column.refused", reason=reason_words(lang, outcome.reason))
        case BadInput():
            return say(lang, "column.no game", reason=outcome)
    return ""


def _spread(positions: Sequence[Outcome], cells: list[str]) -> list[str]:
    """The cells under their positions; nothing under what is no position."""
    left = iter(cells)
    return [next(left) if isinstance(position, State) else NOTHING_THERE for position in positions]


def _line(label: str, cells: Sequence[str], width: int, mark: str) -> list[str]:
    columns = [textwrap.wrap(cell, width, break_on_hyphens=False) or [""] for cell in cells]
    height = max(map(len, columns))
    found = []
    for number in range(height):
        texts = [column[number] if number < len(column) else "" for column in columns]
        first = f"{mark if number == 0 else ' '} {label if number == 0 else '':{LABEL}}"
        found.append((first + "  ".join(f"{text:{width}}" for text in texts)).rstrip())
    return found


def rows(states: Sequence[State], lang: str) -> Iterator[Row]:
    """The facts of some positions, those that are nothing everywhere left out."""
    scenes = [scene(state, lang) for state in states]
    for label, read in _facts(scenes[0], lang):
        cells = [read(what) for what in scenes]
        if any(cells):
            yield label, cells
    yield from _hands(states, scenes, lang)
    if any(state.phase is Phase.OVER for state in states):
        yield say(lang, "column.ranking"), [_ranking(state, scenes[0].names) for state in states]


def _facts(what: DrawnScene, lang: str) -> Iterator[tuple[str, Callable[[DrawnScene], str]]]:
    yield say(lang, "column.round"), lambda s: str(s.here.round or "")
    yield say(lang, "column.phase"), lambda s: s.say(f"phase.{s.here.phase.value}")
    yield say(lang, "column.decides"), lambda s: "" if s.here.actor is None else s.names[s.here.actor]
    yield say(lang, "column.shaman"), lambda s: s.names[s.here.shaman]
    yield say(lang, "column.conditions"), _sides
    for island in range(len(what.here.treasures)):
        yield say(lang, "column.island", number=island), lambda s, i=island: _island(s, i)  # type: ignore[misc]
    for seat in what.seats:
        yield say(lang, "column.card", player=what.names[seat]), lambda s, p=seat: _cards(s, p)  # type: ignore[misc]
    yield say(lang, "column.reserve"), lambda s: _by_letter(s.here.reserve)
    yield say(lang, "column.huts"), lambda s: _by_letter([hut or 0 for hut in s.here.huts])
    yield say(lang, "column.points"), lambda s: "" if s.points is None else _by_letter(s.points)


def _sides(what: DrawnScene) -> str:
    return " · ".join([background_words(what.lang, side) for side in (what.here.tide, what.here.time)])


def _island(what: DrawnScene, island: int) -> str:
    people = "".join(LETTERS[seat] * count for seat, count in enumerate(what.here.inhabitants[island]))
    return f"{GEM}{what.here.treasures[island]} {people}".rstrip()


def _cards(what: DrawnScene, seat: int) -> str:
    return "; ".join(_card(what, number) for number, laid in enumerate(what.table) if laid.before == seat)


def _card(what: DrawnScene, number: int) -> str:
    laid = what.table[number]
    words = "?" if laid.card is None else card_words(what.lang, laid.card)
    on_it = "".join(f" +{LETTERS[seat]}" for seat in laid.standing)
    return words + on_it + (f" ({say(what.lang, 'column.acts')})" if laid.resolving else "")


def _by_letter(numbers: Sequence[int]) -> str:
    return " ".join(f"{LETTERS[seat]}{number}" for seat, number in enumerate(numbers))


def _hands(states: Sequence[State], scenes: Sequence[DrawnScene], lang: str) -> Iterator[Row]:
    """Hands only where two readings deal different cards."""
    for seat in scenes[0].seats:
        hands = [state.hands[seat] for state in states]
        if len(set(hands[-2:])) > 1:
            faces = [[face_words(lang, states[0].deck.cards[card]) for card in hand] for hand in hands]
            yield say(lang, "column.hand", player=scenes[0].names[seat]), [", ".join(cards) for cards in faces]


def _ranking(state: State, names: Sequence[str]) -> str:
    if state.phase is not Phase.OVER:
        return ""
    groups = [" = ".join(names[seat] for seat in group) for group in state.ranking()]
    return " > ".join(groups)
