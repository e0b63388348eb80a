"""Situations in which two readings of the rules part, as small as can be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from archipel.checks.costa_ruana.agreement import DisagreementError, Lockstep
from archipel.checks.costa_ruana.comparing import rules_under
from archipel.checks.costa_ruana.rulebook.clause_situations import FalseFigureError, fewer_pieces, pieces
from archipel.checks.costa_ruana.theory import PLAYERS
from archipel.checks.costa_ruana.vectors.readings import parted, reason
from archipel.checks.costa_ruana.witness import REPLAYER
from archipel.reference.costa_ruana import STANDARD, Action, IllegalAction, Rules, Setup, State, codec, new_game
from archipel.reference.costa_ruana.state import game_for
from archipel.reference.strict_json import BadInput
from archipel.spec.readings import Point, Reading


@dataclass(frozen=True)
class PartedReading:
    """A position and a decision of which two readings make different things; or a setup with which they open apart.

    There is a position for each reading, since some remember more than others.
    """

    point: str
    reading: str
    states: tuple[State, ...] = ()
    action: Action | None = None
    setup: Setup | None = None

    @property
    def rules(self) -> tuple[Rules, Rules]:
        """Our rules, and the same under the other reading."""
        return STANDARD, rules_under({self.point: self.reading})

    def before(self, side: int) -> State | None:
        """The position under our reading (0) or under the other (1); nothing if no game opens."""
        if self.setup is None:
            return self.states[side]
        try:
            return new_game(self.setup, self.rules[side])
        except BadInput:
            return None

    def played(self) -> tuple[State | None, State | None]:
        """What the decision leads to by our reading and by the other; nothing if that refuses it."""
        return self._after(self.before(0)), self._after(self.before(1))

    def _after(self, before: State | None) -> State | None:
        if self.action is None or before is None:
            return before
        try:
            return before.apply_action(self.action)
        except IllegalAction:
            return None


def under(state: State, rules: Rules) -> State:
    """The same position in a game by other rules."""
    return state.changed(game=game_for(state.players, rules, state.deck))


def agreed(what: PartedReading) -> tuple[State | None, State | None]:
    """What comes of it by our reading and by the other, as engine and clauses agree."""
    for before, after in zip(what.states, what.played(), strict=False):
        game = Lockstep(before)
        if (what.action in game.legal()) != (after is not None):
            raise DisagreementError(f"the engine lists {what.action} or takes it, not both", game.record())
        if what.action is not None and after is not None:
            game.play(what.action)
    return what.played()


def check(what: PartedReading) -> None:
    """The two readings must part, engine and clauses agreeing under each."""
    try:
        apart = parts(what)
    except DisagreementError as error:
        raise FalseFigureError(f"{what.point}={what.reading}: {error.what}") from None
    if not apart:
        raise FalseFigureError(f"{what.point}={what.reading}: both readings come to the same")


def parts(what: PartedReading) -> bool:
    one, other = agreed(what)
    return (one is None) != (other is None) or (one is not None and other is not None and not alike(one, other))


def alike(one: State, other: State) -> bool:
    """Whether two positions look the same, and go on in the same way, whatever else their readings remember."""
    return _shown(one) == _shown(other) and _result(one) == _result(other)


def _shown(state: State) -> object:
    data = codec.position_data(under(state, STANDARD))
    return {key: value for key, value in data.items() if key not in ("offered", "old_shaman", "moved")}


def _result(state: State) -> object:
    return (state.returns(), state.ranking(), state.winners()) if state.is_terminal() else ()


# Finding them


def situation(point: Point, reading: Reading) -> PartedReading | str:
    """The smallest situation, beginning with the shortest of a few games in which a reading parts from ours."""
    if reading.changes_nothing:
        return reason(reading)
    rules = (STANDARD, rules_under({point.id: reading.name}))
    candidates = [each for players in PLAYERS[:3] for each in _candidates(point, reading, players, rules)]
    if not candidates:
        return reason(reading)
    return min(map(smaller, candidates), key=_size)


def _size(what: PartedReading) -> tuple[int, int]:
    """Players first, then pieces."""
    return (what.states[0].players, pieces(what.states[0])) if what.states else (0, 0)


def _candidates(point: Point, reading: Reading, players: int, rules: tuple[Rules, Rules]) -> Iterator[PartedReading]:
    first = parted(players, rules)
    if first is None:
        return
    if first.before is None:
        what = PartedReading(point.id, reading.name, setup=first.setup)
    else:
        what = PartedReading(point.id, reading.name, tuple(first.before), first.action)
    if _stands(what):
        yield what


def _stands(what: PartedReading) -> bool:
    """Whether the readings part here, in a position that a game may come to under both."""
    try:
        return not any(map(REPLAYER.doubt, what.states)) and parts(what)
    except (DisagreementError, BadInput):
        return False


def smaller(what: PartedReading) -> PartedReading:
    """The same with fewer pieces, as long as the readings part: no one and no two more can go."""
    shrinking = bool(what.states)
    while shrinking:
        less = (replace(what, states=states) for states in fewer_pieces(what.states, what.action))
        found = next(filter(_stands, less), None)
        what, shrinking = found or what, found is not None
    return what
