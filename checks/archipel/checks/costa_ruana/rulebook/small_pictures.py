"""From a position and a decision to a small picture: what of the table matters, and what is said about it."""

from __future__ import annotations

from collections.abc import Iterable

from archipel.checks.costa_ruana.drawing import island_in_words, player_in_words, table_card_in_words
from archipel.checks.costa_ruana.svg import ART
from archipel.checks.costa_ruana.svg.changes import Changes
from archipel.checks.costa_ruana.svg.sketch import Focus, Sketch, sketched
from archipel.checks.costa_ruana.telling import Told
from archipel.checks.costa_ruana.wording import background_words, say
from archipel.checks.rulebook.parts import Picture
from archipel.checks.rulebook.svg.document import of_block
from archipel.reference.costa_ruana.actions import (
    Accept,
    Action,
    Flip,
    MoveInhabitant,
    MoveTreasure,
    Name,
    Pass,
    Place,
    PlayDown,
    PlayUp,
    Remove,
    Resolve,
    Settle,
    Stand,
    StandFrom,
)
from archipel.reference.costa_ruana.state import State


def picture(what: Sketch, caption: str) -> Picture:
    """A sketch with a caption, told in words to those who do not see it."""
    return of_block(ART, what.scene.lang, sketched(what), caption, [*in_words(what)])


def in_words(what: Sketch) -> Iterable[str]:
    """What the picture shows, in sentences."""
    scene, focus = what.scene, what.focus
    if focus.conditions:
        sides = [background_words(scene.lang, side) for side in (scene.tide, scene.time)]
        yield scene.say("words.conditions", tide=sides[0], time=sides[1])
    yield from [island_in_words(scene, island) for island in focus.islands]
    for laid in scene.table:
        if laid.slot in focus.slots:
            words = scene.say("laid.before", laid=table_card_in_words(scene, laid), before=scene.names[laid.before])
            yield f"{words}."
    yield from [player_in_words(scene, seat) for seat in focus.seats]
    yield from _changes_in_words(what)
    if what.verdict is not None:
        yield f"{what.verdict[1].capitalize()}."


def _changes_in_words(what: Sketch) -> Iterable[str]:
    """Who and what comes and goes on the islands that are shown."""
    scene, shown = what.scene, [island for island in what.focus.islands if island in what.changes.islands]
    for island in shown:
        stir = what.changes.islands[island]
        for key, seats in (("going", stir.going), ("coming", stir.coming)):
            if seats:
                people = ", ".join([scene.names[seat] for seat in seats])
                yield say(scene.lang, f"picture.{key}", island=island, people=people)
        if stir.treasures:
            number = scene.treasures[island]
            yield say(scene.lang, "picture.treasures", island=island, number=number, after=number + stir.treasures)


def focus_of(state: State, action: Action, changes: Changes) -> Focus:
    """What of the table a decision is about."""
    who, lying = action.player, [slot for slot, laid in enumerate(state.table) if laid is not None]
    match action:
        case Settle() | Place() | Remove():
            return Focus(sorted(changes.islands), _under_way(state), (who,))
        case MoveInhabitant() | MoveTreasure():
            ends = {action.source: None, action.target: None, **dict.fromkeys(changes.islands)}
            return Focus(tuple(ends), _under_way(state), (who,), ())
        case PlayUp() | PlayDown():
            return Focus((), {*lying, *changes.slots}, (who,), ("hand",))
        case Stand() | StandFrom() | Pass():
            return Focus(tuple(changes.islands), {*lying, *changes.slots}, (who,))
        case Flip():
            return Focus((), lying, (who,), (), conditions=True)
        case Resolve():
            return Focus((), lying, (who,), ())
        case Accept() | Name():
            return Focus((), (), tuple(range(state.players)), ("hut",))
    raise TypeError(f"not a decision: {action}")


def _under_way(state: State) -> tuple[int, ...]:
    return () if state.resolving is None else (state.resolving,)


def announcement(teller: Told, state: State, action: Action) -> str:
    """A decision as a sentence, even one about nobody at all."""
    if isinstance(action, Place | Remove) and not action.islands:
        key = "puts nobody" if isinstance(action, Place) else "takes nobody"
        return say(teller.speaker.lang, f"picture.{key}", player=teller.names[action.player])
    return teller.decision(state, action)
