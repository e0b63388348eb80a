"""Pictures of the situations that are kept: both sides of a clause, and two readings side by side."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from archipel.checks.costa_ruana.examples import ExampleEvent
from archipel.checks.costa_ruana.reaching import at_collection
from archipel.checks.costa_ruana.rulebook.figures import FILE, PAIRS, SITUATIONS
from archipel.checks.costa_ruana.rulebook.step_pictures import Narrator, collection
from archipel.checks.costa_ruana.svg.sketch import Focus, Verdict
from archipel.checks.costa_ruana.wording import say
from archipel.checks.rulebook.figures.reading_pairs import PartedReading
from archipel.checks.rulebook.figures.situations import Figure
from archipel.checks.rulebook.parts import Picture
from archipel.reference.costa_ruana import Flip, Phase, Setup, State, new_game
from archipel.spec.costa_ruana import RULEBOOK

BETWEEN_ROUNDS = ("prepare", "finish_game")


@cache
def sides(clause: str, lang: str) -> tuple[Picture, ...]:
    """What a clause decides, and the nearest situation that it does not decide; nothing if there is no such."""
    figures = FILE.kept.clauses[clause]
    if isinstance(figures, str):
        return ()
    if figures[0].setup is not None:
        return _openings(figures, lang)
    permitted = not SITUATIONS.refused(figures[0])
    return tuple([_side(figure, lang, permitted) for figure in figures])


def _side(figure: Figure, lang: str, permitted: bool) -> Picture:
    narrator = Narrator(lang, figure.state.players)
    rule = ("so", say(lang, "picture.acts" if figure.applies else "picture.beside"))
    if figure.action is None:
        return narrator.ended(figure.state, rule)
    after = None if SITUATIONS.refused(figure) else figure.state.apply_action(figure.action)
    event = ExampleEvent(figure.state, figure.action, after)
    if after is None or RULEBOOK.steps[figure.step].is_decision:
        return narrator.decided(event, None if after is None else ("yes", _allowed(figure, lang, permitted)))
    if figure.step == "collect":
        return narrator.collected(event, figure.places, rule)
    if figure.step in BETWEEN_ROUNDS:
        over = after.phase is Phase.OVER
        return narrator.ended(after, rule) if over else narrator.succeeded(event, _between_rounds(figure.facts), rule)
    return narrator.flipped(event, rule) if figure.step == "reveal" else narrator.followed(event, rule)


def _allowed(figure: Figure, lang: str, permitted: bool) -> str:
    if not permitted:
        return say(lang, "picture.allowed")
    return say(lang, "picture.allowed by" if figure.applies else "picture.allowed anyway")


def _between_rounds(about: Collection[str]) -> list[str]:
    """What of the preparation of a round depends on the clause."""
    known = {"shaman": ("shaman",), "hut": ("hut", "gained"), "hand": ("place_of", "drawn")}
    found = [fact for fact, names in known.items() if any(name in about for name in names)]
    return ["shaman"] if not found or "shaman" in found else found


def _openings(figures: tuple[Figure, ...], lang: str) -> tuple[Picture, ...]:
    wrong = figures[0]
    assert wrong.setup is not None
    focus = _apart(wrong.state, new_game(wrong.setup))
    narrator = Narrator(lang, wrong.state.players)
    return tuple([narrator.opened(figure.state, focus, _opening(lang, not figure.applies)) for figure in figures])


def _opening(lang: str, allowed: bool) -> Verdict:
    return ("yes", say(lang, "picture.opens")) if allowed else ("no", say(lang, "picture.opens not"))


def _apart(one: State, other: State) -> Focus:
    """Where two openings differ."""
    islands = range(one.islands) if (one.inhabitants, one.treasures) != (other.inhabitants, other.treasures) else ()
    facts = [
        fact
        for fact, differ in (
            ("reserve", one.reserve != other.reserve),
            ("hut", one.huts != other.huts),
            ("hand", (one.hands, one.pile) != (other.hands, other.pile)),
        )
        if differ
    ]
    seats = range(one.players) if facts or one.actor != other.actor or not islands else ()
    return Focus(islands, (), seats, facts)


# Readings


@cache
def side_by_side(name: str, lang: str) -> tuple[Picture, ...]:
    """The same situation by our reading and by another; nothing if no play shows a difference."""
    what = FILE.kept.readings[name]
    if isinstance(what, str):
        return ()
    if what.setup is not None:
        return _games_opened(what, what.setup, lang)
    assert what.action is not None
    after = PAIRS.played(what)
    pair = [ExampleEvent(state, what.action, later) for state, later in zip(what.states, after, strict=True)]
    return tuple([_by_reading(lang, pair, side) for side in (0, 1)])


def _games_opened(what: PartedReading, setup: Setup, lang: str) -> tuple[Picture, ...]:
    ours, theirs = PAIRS.played(what)
    assert ours is not None
    narrator = Narrator(lang, setup.players)
    if theirs is None:
        focus = Focus((), (), range(setup.players), ("hand",))
        signs = [_opening(lang, allowed) for allowed in (True, False)]
        verdicts = [(sign, f"{_whose(lang, side)[1]}, {word}") for side, (sign, word) in enumerate(signs)]
        return tuple([narrator.opened(ours, focus, verdict) for verdict in verdicts])
    focus = _apart(ours, theirs)
    return tuple([narrator.opened(state, focus, _whose(lang, side)) for side, state in enumerate((ours, theirs))])


def _whose(lang: str, side: int) -> Verdict:
    return "so", say(lang, "picture.other" if side else "picture.ours")


def _by_reading(lang: str, pair: list[ExampleEvent], side: int) -> Picture:
    """What one reading makes of a decision, the other's being known."""
    event, other = pair[side], pair[1 - side]
    narrator = Narrator(lang, event.before.players)
    whose = _whose(lang, side)
    if event.after is None or other.after is None:
        kind, word = ("no", "refused") if event.after is None else ("yes", "allowed")
        return narrator.decided(event, (kind, f"{whose[1]}, {say(lang, 'picture.' + word)}"))
    if event.after.phase is Phase.OVER:
        return narrator.ended(event.after, whose)
    if isinstance(event.action, Flip):
        return narrator.flipped(event, whose)
    return _otherwise(narrator, event, other, whose)


def _otherwise(narrator: Narrator, event: ExampleEvent, other: ExampleEvent, whose: Verdict) -> Picture:
    """A decision that both readings allow, of which they make different things."""
    assert event.after is not None and other.after is not None
    boards = [at_collection(each.before, each.action, each.after) for each in (event, other) if each.after is not None]
    if None not in boards:
        islands = _settled_apart(event, other)
        return narrator.collected(event, islands, whose) if islands else narrator.succeeded(event, verdict=whose)
    return narrator.happened(event, other, whose)


def _settled_apart(event: ExampleEvent, other: ExampleEvent) -> list[int]:
    """The islands that two readings settle differently."""
    one, two = (collection(each)[1] for each in (event, other))
    return [i for i in range(one.islands) if _row(one, i) != _row(two, i)]


def _row(state: State, island: int) -> tuple[object, ...]:
    return state.inhabitants[island], state.treasures[island]
