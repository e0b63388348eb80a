"""The situations that the rulebook shows beside its clauses: found by a solver, made small, and kept.

What a piece less is, where they are kept, and how a solver finds them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby, islice, product
from pathlib import Path
from typing import Any, TypeAlias

from archipel.checks.agreement.mapping import NoPosition
from archipel.checks.costa_ruana.engine import ENGINE, Terms
from archipel.checks.costa_ruana.necessity import finding, search
from archipel.checks.costa_ruana.necessity_scenes import opening
from archipel.checks.costa_ruana.projection import MAPPING, setup_of
from archipel.checks.costa_ruana.svg.sketch import announced
from archipel.checks.costa_ruana.theory import PLAYERS
from archipel.checks.costa_ruana.vectors import VECTORS
from archipel.checks.judge.vectors import BoundaryExample, boundary, ways_to_change
from archipel.checks.judge.vectors.boundary_cases import UnwritableError
from archipel.checks.judge.vectors.moments import GAMES
from archipel.checks.proofs.necessity import ClauseEffect
from archipel.checks.rulebook.figures.kept import FigureFile
from archipel.checks.rulebook.figures.reading_pairs import PartedReading, ReadingPairs
from archipel.checks.rulebook.figures.situations import Figure, Places, Situations, known_name
from archipel.reference.costa_ruana import STANDARD, Action, Phase, Setup, State, codec, new_game
from archipel.reference.costa_ruana.notation import read_position_line, write_position
from archipel.reference.costa_ruana.state import game_for
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import Nature
from archipel.spec.costa_ruana import RULEBOOK
from archipel.spec.machine import Values
from archipel.spec.readings import Point, Reading

Less: TypeAlias = tuple[str, int, int]
"""One piece less: what goes, and where from."""


def _neighbours(state: State, action: Action | None) -> Iterator[State]:
    """The positions in which one piece more or less is on an island or a card, or one is on another island."""
    yield from [_changed(state, change) for change in _changes(state, action)]
    for seat, island in product(range(state.players), range(state.islands)):
        if state.reserve[seat]:
            yield _sent_home(state, island, seat, -1)
        for source in range(state.islands):
            if source != island and state.inhabitants[source][seat]:
                yield _sent_home(_sent_home(state, source, seat), island, seat, -1)


def _changes(state: State, action: Action | None) -> list[Less]:
    """All ways to have one piece less, but not the card that the decision is about, or one treasure less in a hut."""
    seats = range(state.players)
    needed = {state.resolving, *([] if action is None else announced(state, action).slots)}
    found = [("home", i, p) for i, row in enumerate(state.inhabitants) for p in seats if row[p]]
    lying = [slot for slot, laid in enumerate(state.table) if laid is not None and slot not in needed]
    found += [("away", slot, 0) for slot in lying]
    found += [("down", seat, 0) for seat in seats if state.standing[seat] is not None]
    return found + [("hut", seat, 0) for seat in seats if state.huts[seat]]


def _changed(state: State, change: Less) -> State:
    what, one, other = change
    if what == "home" and state.inhabitants[one][other]:
        return _sent_home(state, one, other)
    if what == "away" and state.table[one] is not None and one != state.resolving:
        for seat, slot in enumerate(state.standing):
            state = _stepped_down(state, seat) if slot == one else state
        return state.changed(table=(*state.table[:one], None, *state.table[one + 1 :]))
    if what == "down" and state.standing[one] is not None:
        return _stepped_down(state, one)
    if what == "hut" and state.huts[one]:
        return state.changed(huts=_more(state.huts, one, -1), treasures=_more(state.treasures, -1, 1))
    return state


def _sent_home(state: State, island: int, seat: int, number: int = 1) -> State:
    rows = list(state.inhabitants)
    rows[island] = _more(rows[island], seat, -number)
    return state.changed(inhabitants=tuple(rows), reserve=_more(state.reserve, seat, number))


def _stepped_down(state: State, seat: int) -> State:
    standing = list(state.standing)
    standing[seat] = None
    waiting = tuple([other for other in state.waiting if other != seat])
    return state.changed(standing=tuple(standing), reserve=_more(state.reserve, seat, 1), waiting=waiting)


def _more(numbers: tuple[int, ...], place: int, more: int) -> tuple[int, ...]:
    changed = list(numbers)
    changed[place] += more
    return tuple(changed)


def pieces(state: State) -> int:
    """Inhabitants on islands and on cards, and cards on the table."""
    standing = sum(slot is not None for slot in state.standing)
    return sum(map(sum, state.inhabitants)) + standing + sum(laid is not None for laid in state.table)


def _ended(state: State) -> Places:
    """How the game has ended: what is answered otherwise."""
    seats = range(state.players)
    answers: Places = [(name, (seat,)) for name in ("points", "wins") for seat in seats]
    return answers + [("share_victory", (p, q)) for p in seats for q in seats]


def _counted(state: State) -> tuple[object, ...]:
    """What can be counted in an opening."""
    hands = [len(hand) for hand in state.hands]
    return state.inhabitants, state.treasures, state.reserve, state.huts, hands


def _shown(state: State) -> object:
    """What people see of a position, whatever its readings remember."""
    ours = state.changed(game=game_for(state.players, STANDARD, state.deck))
    data = codec.position_data(ours)
    return {key: value for key, value in data.items() if key not in ("offered", "old_shaman", "moved")}


def _candidates(point: Point, reading: Reading) -> Iterator[PartedReading]:
    """The shortest of a few games in which a reading parts from ours, for each number of players."""
    terms = (ENGINE.standard, ENGINE.by(ENGINE.standard, {point.id: reading.name}))
    for first in [found for n in PLAYERS[:3] if (found := VECTORS.readings.parted(n, terms)) is not None]:
        if first.before is None:
            yield PartedReading(point.id, reading.name, setup=first.setup)
        else:
            yield PartedReading(point.id, reading.name, first.before, first.action)


def _read(line: str, terms: Terms) -> State:
    return read_position_line(line, terms.rules)


# How a solver finds them

PREFERRED = dict.fromkeys(
    ["collection.majority", "collection.single", "collection.nobody-else-returns", "conditions.active", "end.shared"],
    "never",
)
"""Without which part of a clause, and how, the difference is told best, where it is not the least ordinary one."""
NOT_SEEN = "what depends on it cannot be seen on the table"
OF_THE_BOX = "it is about what the box holds, not about a position"
NOT_ALONE = "the situation that a solver finds shows it only together with other clauses"


def pair(clause: str) -> tuple[Figure, ...] | str:
    """The situations for a clause, the one it decides first; or why there are none."""
    known = boundary(search(), finding(clause), PLAYERS[:3])
    tried = [_figures(list(group)) for _, group in groupby(known.examples, key=lambda example: id(example.witness))]
    found = [figures for figures in tried if not isinstance(figures, str)]
    if not found:
        return str([*tried, *known.reasons.values()][0])
    wanted = PREFERRED.get(clause, found[0][0].how)
    best = next((figures for figures in found if figures[0].how == wanted), found[0])
    shown = SITUATIONS.smaller(SITUATIONS.nearer(SITUATIONS.smaller(best)))
    facts, places = SITUATIONS.about(shown[0])
    told = tuple([replace(figure, facts=facts, places=places) for figure in shown])
    return told if SITUATIONS.can_be_seen(shown[0]) else NOT_SEEN


def _figures(examples: list[BoundaryExample]) -> tuple[Figure, ...] | str:
    """The situations of one witness, as the engine has them; or why they do not show."""
    witness = examples[0].witness
    if witness.part.nature is Nature.REQUIREMENT:
        return OF_THE_BOX
    try:
        opens = witness.effect is ClauseEffect.OPENS
        found = _openings(examples[0]) if opens else [_figure(example) for example in examples]
    except (UnwritableError, NoPosition, BadInput, LookupError) as error:
        return f"such an opening cannot be written: {error}"
    if found[0].action is None and not found[0].state.is_terminal() and found[0].setup is None:
        found = _in_games(examples[0])
    true = [figure for figure in map(_about_a_card, found, reversed(found)) if SITUATIONS.holds(figure)]
    return tuple(true) if true and true[0].applies else NOT_ALONE


def _in_games(example: BoundaryExample) -> list[Figure]:
    """Where a clause keeps something from happening by itself: decisions in games, one that depends on it, one not."""
    variants = ways_to_change(RULEBOOK, example.witness.part)
    games = [VECTORS.played.games.play(players, number) for players, number in product(PLAYERS[:2], range(GAMES))]
    for variant, moments in product(variants, games):
        known = (example.clause, True, known_name(variant), variant.how, _step(example))
        here = [Figure(*known, moment.state, moment.action) for moment in moments if moment.state.phase is Phase.EFFECT]
        depending = next((figure for figure in here if SITUATIONS.differing(figure) and SITUATIONS.holds(figure)), None)
        if depending is not None:
            others = [replace(figure, applies=False) for figure in here if _alike(figure, depending)]
            return [depending, *islice(filter(SITUATIONS.holds, others), 1)]
    return []


def _alike(one: Figure, other: Figure) -> bool:
    return type(one.action) is type(other.action) and one.state.players == other.state.players


def _about_a_card(figure: Figure, beside: Figure) -> Figure:
    """The same if the card that it is about is there; otherwise what somebody else would decide beside it."""
    if figure.action is None or _card_is_there(figure.state, figure.action) or beside.action is None:
        return figure
    seats = [seat for seat in range(beside.state.players) if seat != beside.action.player]
    by_others = [replace(figure, state=beside.state, action=replace(beside.action, player=seat)) for seat in seats]
    return next(filter(SITUATIONS.holds, by_others), figure)


def _card_is_there(state: State, action: Action) -> bool:
    changes = announced(state, action)
    return all(state.table[slot] is not None for slot in changes.slots - {card.slot for card in changes.laid})


def _known(example: BoundaryExample, applies: bool) -> tuple[str, bool, str, str, str]:
    variant = example.witness.variant
    return example.clause, applies, known_name(variant), variant.how, _step(example)


def _step(example: BoundaryExample) -> str:
    return "" if example.witness.step is None else example.witness.step.name


def _figure(example: BoundaryExample) -> Figure:
    return Figure(*_known(example, example.applies), *VECTORS.boundaries.in_the_engine(example))


def _openings(example: BoundaryExample) -> list[Figure]:
    """An opening that only the clause refuses, and the ordinary one beside it."""
    usual: dict[str, Any] = {**example.values, **opening(example.witness.players).ordinary}
    try:
        setup = setup_of(example.values)
        ordinary = new_game(setup)
    except BadInput:
        setup = setup_of(usual)
        ordinary = new_game(setup)
    wrong = opened(example.values, setup)
    return [
        Figure(*_known(example, True), wrong, setup=setup),
        Figure(*_known(example, False), ordinary, setup=setup),
    ]


def opened(values: Values, setup: Setup) -> State:
    """How a game would open, whether or not it may."""
    found = MAPPING.drawn_up(values)
    if any(found.table):
        raise UnwritableError("a card would lie on the table and be in another place too")
    return new_game(setup).changed(**{name: getattr(found, name) for name in SITUATIONS.opening})


SITUATIONS = Situations(
    MAPPING,
    less=_changes,
    taken=_changed,
    beside=_neighbours,
    ended=_ended,
    counted=_counted,
    changed=lambda state, fields: state.changed(**fields),
    opening=("inhabitants", "treasures", "reserve", "huts", "hands", "pile"),
    hidden=("due", "turn"),
    located=("on", "treasures"),
)
PAIRS = ReadingPairs(SITUATIONS, _shown, pieces, _candidates, VECTORS.readings.reason)
FILE = FigureFile(Path(__file__).with_name("figures.json"), SITUATIONS, PAIRS, write_position, _read, pair)
