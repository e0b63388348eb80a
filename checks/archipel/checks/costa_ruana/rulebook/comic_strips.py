"""The worked examples as comic strips: a panel for each decision, or for decisions of one kind in a row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import groupby

from archipel.checks.costa_ruana.examples import events
from archipel.checks.costa_ruana.rulebook.step_pictures import TableNarrator
from archipel.checks.costa_ruana.wording import say
from archipel.checks.rulebook.figures.pictures import Numbers, strip
from archipel.checks.rulebook.parts import Picture, ToldEvent
from archipel.reference.costa_ruana.state import Phase

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
