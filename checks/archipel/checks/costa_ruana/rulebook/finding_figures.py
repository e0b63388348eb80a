"""Let a solver find the situations that the rulebook shows beside its clauses, and make them as small as can be."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby, islice, product
from typing import Any

from archipel.checks.agreement.mapping import NoPosition
from archipel.checks.costa_ruana.necessity import finding, search
from archipel.checks.costa_ruana.necessity_scenes import opening
from archipel.checks.costa_ruana.projection import MAPPING, setup_of
from archipel.checks.costa_ruana.rulebook.figures import SITUATIONS
from archipel.checks.costa_ruana.svg.sketch import announced
from archipel.checks.costa_ruana.theory import PLAYERS
from archipel.checks.costa_ruana.vectors import VECTORS
from archipel.checks.judge.vectors import BoundaryExample, boundary, ways_to_change
from archipel.checks.judge.vectors.boundary_cases import UnwritableError
from archipel.checks.judge.vectors.moments import GAMES
from archipel.checks.proofs.necessity import ClauseEffect
from archipel.checks.rulebook.figures.situations import Figure, known_name
from archipel.reference.costa_ruana import Action, Phase, Setup, State, new_game
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import Nature
from archipel.spec.costa_ruana import RULEBOOK
from archipel.spec.machine import Values

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
