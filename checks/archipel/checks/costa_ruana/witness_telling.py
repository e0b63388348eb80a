"""A situation told in at most a dozen lines, in English or French: what matters, the decision, what it changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from archipel.checks.agreement.witnesses.counterexamples import Counterexample, ReplayOutcome
from archipel.checks.agreement.witnesses.game_search import GameReached, NotReached
from archipel.checks.costa_ruana.drawing import before_in_words, island_in_words, player_in_words, scene
from archipel.checks.costa_ruana.explanations import told_to
from archipel.checks.costa_ruana.reaching import Found
from archipel.checks.costa_ruana.witness import REPLAYER, Replayed
from archipel.checks.costa_ruana.wording import (
    background_words,
    default_names,
    reason_words,
    say,
)
from archipel.checks.explain.catalogue import Said
from archipel.reference.costa_ruana import IllegalAction, Phase, State

MOST_LINES = 12

OUTCOMES = {
    ReplayOutcome.ENGINE_REFUSES: "witness.engine_refuses",
    ReplayOutcome.CLAUSES_REFUSE: "witness.clauses_refuse",
    ReplayOutcome.DIFFER: "witness.differ",
    ReplayOutcome.UNSHOWN: "witness.unshown",
    ReplayOutcome.NOT_A_POSITION: "witness.not_a_position",
}
"""What is said of a replay; nothing if engine and clauses agree."""

TABLE = frozenset({"laid", "lies_before", "hidden", "stands", "due", "opened", "kind", "amount", "background"})
ABOUT_CARDS = ("told.revealed", "told.discarded", "told.active", "told.active.none", "told.home")
COLLECTING = ("collect", "prepare", "finish_game")
ON_THE_TABLE = (Phase.RESOLVE, Phase.EFFECT)


class Line(NamedTuple):
    """A line and how easily it is left out: 0 never, more sooner."""

    text: str
    worth: int


def told_reach(result: Found | NotReached, lang: str) -> str:
    """Whether a game comes to a situation, in one sentence."""
    if isinstance(result, GameReached):
        return say(lang, "witness.reached", number=result.decisions)
    return say(lang, "witness.not_reached", number=result.decisions, games=result.games)


def tell(
    situation: Counterexample,
    lang: str = "en",
    replayed: Replayed | None = None,
    reached: Found | NotReached | None = None,
) -> list[str]:
    """The situation in at most a dozen lines: the claim, the position, the decision, what it changed, whether a game
    comes to it."""
    found = replayed or REPLAYER.replay(situation)
    lines = [Line(situation.claim[lang], 0)] if lang in situation.claim else []
    if found.state is not None:
        lines += _position_lines(situation, found.state, lang)
        lines += _step_lines(situation, found, lang)
    lines += _verdict_lines(found, lang)
    if reached is not None:
        lines.append(Line(told_reach(reached, lang), 0))
    return _at_most(lines, MOST_LINES)


def _at_most(lines: list[Line], most: int) -> list[str]:
    """The lines worth most, in their order; of equals, the later ones are left out."""
    ranked = sorted(range(len(lines)), key=lambda place: (lines[place].worth, place))
    return [lines[place].text for place in sorted(ranked[:most])]


def _verdict_lines(found: Replayed, lang: str) -> Iterator[Line]:
    """What must not be hidden; the engine's own words are English."""
    if found.outcome in OUTCOMES:
        detail = f" ({found.detail})" if found.detail and lang == "en" else ""
        yield Line(say(lang, OUTCOMES[found.outcome]) + detail, 0)
    if found.doubt:
        yield Line(say(lang, "witness.doubt") + (f" ({found.doubt})" if lang == "en" else ""), 0)


# The position


def _position_lines(situation: Counterexample, state: State, lang: str) -> Iterator[Line]:
    """Round and step, then what the claim or the step speaks of."""
    what = scene(state, lang)
    yield Line(f"{what.headline}. {what.turn}.", 1)
    about = situation.about
    if about & {"shaman"}:
        yield Line(what.say("words.shaman", player=what.names[what.here.shaman]), 2)
    if about & {"tide", "time", "background"}:
        tide, time = background_words(lang, what.here.tide), background_words(lang, what.here.time)
        yield Line(what.say("words.conditions", tide=tide, time=time), 2)
    for island in range(len(what.here.treasures)):
        if _island_matters(situation, state, island):
            yield Line(island_in_words(what, island), 2)
    for seat in what.seats:
        if _player_matters(situation, seat):
            yield Line(player_in_words(what, seat), 2)
    if about & TABLE or state.phase in ON_THE_TABLE:
        yield from [Line(before_in_words(what, seat), 3) for seat in what.seats if what.cards_before(seat)]


def _island_matters(situation: Counterexample, state: State, island: int) -> bool:
    """Something is known of it that is not simply nothing, or somebody is there and the claim is about islands."""
    known = [_entry(situation, "on", island), _entry(situation, "treasures", island)]
    return any(map(_is_something, known)) and ("treasures" in situation.about or any(state.inhabitants[island]))


def _player_matters(situation: Counterexample, seat: int) -> bool:
    return any(_entry(situation, name, seat) is not None for name in ("reserve", "hut"))


def _entry(situation: Counterexample, name: str, place: int) -> Any:
    """What the situation says of one place of a table, if the claim speaks of it at all."""
    table = situation.values.get(name) if name in situation.about else None
    return table[place] if table is not None and place < len(table) else None


def _is_something(value: Any) -> bool:
    return any(map(_is_something, value)) if isinstance(value, tuple | list) else value is not None


# The decision


def _step_lines(situation: Counterexample, found: Replayed, lang: str) -> Iterator[Line]:
    """The decision, and what followed from it; of islands collected, those that the claim speaks of first."""
    state, action = found.state, found.action
    if state is None or action is None:
        return
    teller = told_to(lang, default_names(lang, state.players), None)
    if found.after is None:
        yield Line(f"{teller.decision(state, action)} {_refusal(state, found, lang)}".strip(), 1)
        return
    first, *rest = teller.step(state, action)
    yield Line(first, 1)
    for text in rest:
        if (worth := _worth(situation, text)) is not None:
            yield Line(text, worth)


def _worth(situation: Counterexample, text: Said) -> int | None:
    """How much a consequence matters to the claim; None if it does not."""
    about, step = situation.about, situation.step
    if text.key.startswith(("told.collect", "told.gains")):
        named = text.bound.get("island") in _islands_known(situation)
        return 2 if named or (text.key == "told.gains" and step in COLLECTING) else 4
    if text.key.startswith("told.shaman"):
        return 2 if about & {"shaman", "gained"} or step == "prepare" else None
    if text.key.startswith("told.draw"):
        return 4 if about & {"drawn", "place_of"} else None
    if text.key in ABOUT_CARDS:
        return 3 if about & TABLE or step in ("flip", "reveal") else None
    return 3


def _islands_known(situation: Counterexample) -> set[int]:
    """The islands of which something is known."""
    tables = [situation.values.get(name) or () for name in ("on", "treasures") if name in situation.about]
    return {island for table in tables for island, entry in enumerate(table) if _is_something(entry)}


def _refusal(state: State, found: Replayed, lang: str) -> str:
    assert found.action is not None
    try:
        state.apply_action(found.action)
    except IllegalAction as error:
        return reason_words(lang, error.reason)
    return ""
