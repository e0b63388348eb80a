"""Let a solver find the situations that the rulebook shows beside its clauses, and make them as small as can be."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from archipel.checks.costa_ruana.necessity import finding, search
from archipel.checks.costa_ruana.necessity_scenes import opening
from archipel.checks.costa_ruana.rulebook.situations import Figure, holds, known_name, nearer, size, smaller
from archipel.checks.costa_ruana.theory import PLAYERS
from archipel.checks.costa_ruana.vectors.boundaries import in_the_engine, over_in_the_engine
from archipel.checks.costa_ruana.vectors.openings import UnwritableError, position_of, setup_of
from archipel.checks.necessity import Effect
from archipel.checks.vectors import Example, boundary
from archipel.reference.costa_ruana import Setup, State, new_game
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import Nature
from archipel.spec.machine import Values

AS_A_WHOLE = ("deleted", "forbidden", "never", "nothing")
"""Ways to do without a part altogether, which say most about it."""
OF_THE_BOX = "it is about what the box holds, not about a position"
NOT_ALONE = "the situation that a solver finds shows it only together with other clauses"


def pair(clause: str) -> tuple[Figure, ...] | str:
    """The situations for a clause, the one it decides first; or why there are none."""
    known = boundary(search(), finding(clause), PLAYERS[:3])
    tried = [_figures(list(group)) for _, group in groupby(known.examples, key=lambda example: id(example.witness))]
    found = [figures for figures in tried if not isinstance(figures, str)]
    if not found:
        return str([*tried, *known.reasons.values()][0])
    small = [smaller(nearer(smaller(figures))) for figures in found]
    return min(small, key=lambda figures: (-len(figures), figures[0].how not in AS_A_WHOLE, sum(map(size, figures))))


def _figures(examples: list[Example]) -> tuple[Figure, ...] | str:
    """The situations of one witness, as the engine has them; or why they do not show."""
    witness = examples[0].witness
    if witness.part.nature is Nature.REQUIREMENT:
        return OF_THE_BOX
    try:
        opens = witness.effect is Effect.OPENS
        found = _openings(examples[0]) if opens else [_figure(example) for example in examples]
    except (UnwritableError, BadInput) as error:
        return str(error)
    true = [figure for figure in found if holds(figure)]
    return tuple(true) if true and true[0].applies else NOT_ALONE


def _known(example: Example, applies: bool) -> tuple[str, bool, str, str, str]:
    witness = example.witness
    step = "" if witness.step is None else witness.step.name
    return example.clause, applies, known_name(witness.variant), witness.variant.how, step


def _figure(example: Example) -> Figure:
    if example.witness.effect is Effect.ANSWERS:
        return Figure(*_known(example, example.applies), over_in_the_engine(example.values))
    return Figure(*_known(example, example.applies), *in_the_engine(example))


def _openings(example: Example) -> list[Figure]:
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
    data = position_of(values)
    if data["table"]:
        raise UnwritableError("a card would lie on the table and be in another place too")
    return new_game(setup).changed(
        inhabitants=tuple([tuple(row) for row in data["inhabitants"]]),
        treasures=tuple(data["treasures"]),
        reserve=tuple(data["reserve"]),
        huts=tuple(data["huts"]),
        hands=tuple([tuple(hand) for hand in data["hands"]]),
        pile=tuple(data["pile"]),
    )
