"""Delta debugging: from the game that happened to show a difference to a short one that does.

Why not a general shrinker such as hypothesis has: it deletes and lowers choices without knowing what they mean, and in
a game every choice changes what the later ones mean, so that hardly any shortened game shows anything. A game knows
better: a later round can be dealt as the first one, a card that does nothing can stand in for one that does. So it
proposes shorter scripts (:meth:`Game.shorter`), the program is asked, and what still differs in the same way is shrunk
further, until nothing helps or the time is up. Decisions and set-up are both shrunk. Where nothing helps any more, the
script is varied by chance (:meth:`Game.varied`), which may lead around what was in the way.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, islice
from random import Random

from archipel.checks.judge.conformance.games import Difference, Event, Position, Script, Start
from archipel.checks.judge.conformance.match import MatchJudge, StoppedError
from archipel.checks.judge.conformance.searching import asking

SHORT_GAMES = 12
"""So many games are played anew, each cut off where it would be no shorter."""


VARIED = 100
"""So many scripts in a row are varied by chance without finding a shorter one."""


@dataclass
class Shrinker:
    """Looks for a shorter script until nothing helps or the time is up."""

    judge: MatchJudge
    seconds: float
    fresh: bool = False
    """Whether the program is started anew for each script."""
    wanted: set[str] = field(default_factory=set)
    """The clauses that the difference is about, as it was found: one of them must still be named first."""

    def shrink(self, found: Difference, players: Sequence[int], seed: int) -> Difference:
        """The smallest script found that shows the same difference."""
        until = time.monotonic() + self.seconds
        self.wanted = set(self.judge.game.about(found))
        best = self._without_asides(found, until)
        best = self._played_anew(best, players, seed, until - self.seconds / 2)
        best = self._shrunk(best, until - self.seconds / 4)
        return self._walked(self._shrunk(self._asked_sooner(best, until), until), until)

    def _walked(self, best: Difference, until: float) -> Difference:
        """Leave a local minimum: vary the script by chance, go on from one as short, and shrink whatever is shorter."""
        chance, here, tries, size = Random(0), best, 0, self.judge.game.size
        named = self._named(best)
        while tries < VARIED and time.monotonic() < until:
            tries += 1
            script = self.judge.game.varied(here.script, chance)
            if len(script.events) > len(best.script.events) or script == here.script:
                continue
            found = self._run(script)
            if found is None or not self._same(found, best, named):
                continue
            here = found
            if size(found.script) < size(best.script):
                shorter = len(found.script.events) < len(best.script.events)
                here = best = self._shrunk(found, until) if shorter else found
                tries = 0 if shorter else tries
        return best

    def _shrunk(self, best: Difference, until: float) -> Difference:
        """Try what has not helped yet last: each round goes on where the one before found something."""
        tried = 0
        while (found := self._smaller(best, until, tried)) is not None:
            best, tried = found
        return best

    def _smaller(self, best: Difference, until: float, tried: int) -> tuple[Difference, int] | None:
        """The first smaller script that shows the same, and how many proposals came before it."""
        size, named = self.judge.game.size, self._named(best)
        for number, script in self._proposed(best, tried):
            if time.monotonic() > until:
                return None
            if size(script) >= size(best.script):
                continue
            found = self._run(script)
            if found is not None and size(found.script) < size(best.script) and self._same(found, best, named):
                return found, number
        return None

    def _proposed(self, best: Difference, tried: int) -> Iterator[tuple[int, Script]]:
        """What the game proposes, with numbers; the first ones, tried in vain before, come at the end."""
        proposals = enumerate(self.judge.game.shorter(best))
        first = list(islice(proposals, tried))
        yield from proposals
        yield from first

    def _run(self, script: Script) -> Difference | None:
        """What a script shows; one on which the program gives up shows nothing."""
        if self.fresh:
            self.judge.renew()
        try:
            return self.judge.run(script)
        except StoppedError:
            self.judge.renew()
            return None

    def _same(self, found: Difference, best: Difference, named: set[str]) -> bool:
        """Whether two differences are of one kind and concern the same clauses."""
        alike = _kinds(found) & _kinds(best) or (_follows_try(found.script) and _follows_try(best.script))
        return bool(alike) and bool(self._named(found) & (named | self.wanted))

    def _named(self, difference: Difference) -> set[str]:
        return set(self.judge.game.about(difference)[:1])

    def _without_asides(self, best: Difference, until: float) -> Difference:
        """Without what was only tried or looked at on the way: all of it, or half, and so on, as far as possible."""
        size = len(_asides(best.script))
        while size and time.monotonic() < until:
            for first in range(len(_asides(best.script)) - size, -size, -size):
                if time.monotonic() > until:
                    break
                dropped = set(_asides(best.script)[max(first, 0) : first + size])
                kept = [event for place, event in enumerate(best.script.events) if place not in dropped]
                found = self._run(replace(best.script, events=tuple(kept)))
                if found is not None and set(found.aspects) & set(best.aspects):
                    best = found
            size //= 2
        return best

    def _asked_sooner(self, best: Difference, until: float) -> Difference:
        """Perhaps a view, or something illegal, shows the same after fewer decisions: ask for everything there is."""
        game, moves, named = self.judge.game, best.script.moves, self._named(best)
        own = [event for event in best.script.events if event.do != "play"]
        position = game.opening(best.script.start)
        for number, move in enumerate(moves):
            legal = game.legal(position)
            asked = asides(self.judge, position, [event for event in own if event.what not in legal])
            while asked and time.monotonic() < until:
                events = [*[Event("play", one) for one in moves[:number]], *[event for some in asked for event in some]]
                found = self._run(Script(best.script.start, tuple(events)))
                if found is None:
                    break
                if self._same(found, best, named):
                    return self._without_asides(found, until)
                del asked[: 1 + _group(asked, len(found.script.events) - number)]
            position = game.after(position, move)
        return best

    def _played_anew(self, best: Difference, players: Sequence[int], seed: int, until: float) -> Difference:
        """Perhaps games with as few players as possible show the same, earlier."""
        named = self._named(best)
        explorer = self.judge.game.explorer([min(players)], seed)
        for number in range(SHORT_GAMES):
            if time.monotonic() > until:
                break
            most = len(best.script.moves)
            try:
                found = self.judge.follow(explorer.begin(number), asking(explorer, most))
            except StoppedError:
                self.judge.renew()
                continue
            if found is not None and self._shorter(found, best) and self._same(found, best, named):
                best = self._without_asides(found, until)
        return best

    def _shorter(self, found: Difference, best: Difference) -> bool:
        return len(found.script.moves) < len(best.script.moves)


def asides(judge: MatchJudge, position: Position, first: Sequence[Event] = ()) -> list[tuple[Event, ...]]:
    """Everything to ask in a position without playing; after something illegal, what it may have changed."""
    found = [*first, *judge.game.asides(position)]
    looking = [Event("state", None)] if "state" in judge.can else []
    looking += [event for event in found if event.do == "view"][:1]
    return [(event, *looking) if event.do == "try" else (event,) for event in dict.fromkeys(found)]


def _group(groups: Sequence[tuple[Event, ...]], asked: int) -> int:
    """In which group the last of so many events is."""
    ends = accumulate(map(len, groups))
    return next(number for number, end in enumerate(ends) if end >= asked)


def _kinds(difference: Difference) -> set[str]:
    """In what a difference consists; the same member may differ in a state or in a view."""
    return {aspect.rpartition(".")[2] for aspect in difference.aspects}


def _follows_try(script: Script) -> bool:
    """Whether something illegal was tried just before."""
    return len(script.events) > 1 and script.events[-2].do == "try"


def _asides(script: Script) -> list[int]:
    """Where something is only tried or looked at, except at the end."""
    return [place for place, event in enumerate(script.events[:-1]) if event.do != "play"]


def shrunk(
    judge: MatchJudge, found: Difference, players: Sequence[int], seed: int, seconds: float
) -> tuple[Difference, bool]:
    """A short script, and whether a program that was just started shows it too.

    A program may keep something from games before: then it is started anew for every script, if that helps.
    """
    best = Shrinker(judge, seconds).shrink(found, players, seed)
    if (again := _shown_by_fresh(judge, best.script)) is not None:
        return again, True
    if (again := _shown_by_fresh(judge, found.script)) is not None:
        return Shrinker(judge, seconds, fresh=True).shrink(again, players, seed), True
    return found, False


def _shown_by_fresh(judge: MatchJudge, script: Script) -> Difference | None:
    judge.renew()
    try:
        return judge.run(script)
    except StoppedError:
        judge.renew()
        return None


# Whether it is the shortest

EXHAUSTED = 4_000
"""Where more than so many requests would be needed to play all shorter games, they are not played."""


def is_shortest(judge: MatchJudge, found: Difference) -> bool:
    """Exhaustive search: whether all games from the same set-up with fewer decisions were played and show nothing.

    In each of their positions everything is asked that can be asked without playing, except that not everything illegal
    can be tried: if it takes that to show the difference, nobody knows. Nor if the program does not show it every time.
    """
    moves = len(found.script.moves)
    if moves == 0:
        return True
    if any(event.do == "try" for event in found.script.events):
        return False
    scripts = _all_games(judge, found.script.start, moves - 1)
    if scripts is None:
        return False
    try:
        shorter = (judge.run(script) is None for script in scripts)
        return judge.run(found.script) is not None and all(shorter) and judge.run(found.script) is not None
    except StoppedError:
        judge.renew()
        return False


def _all_games(judge: MatchJudge, start: Start, moves: int) -> list[Script] | None:
    """All games with at most so many decisions, and everything asked at their ends; None if there are too many."""
    game = judge.game
    games, found, requests = [(game.opening(start), Script(start))], list[Script](), 0
    for number in range(moves + 1):
        for position, script in games:
            asked = [event for some in asides(judge, position) for event in some]
            found.append(replace(script, events=(*script.events, *asked)))
            requests += 1 + number + len(asked)
            if requests > EXHAUSTED:
                return None
        if number < moves:
            games = [
                (game.after(position, decision), Script(start, (*script.events, Event("play", decision))))
                for position, script in games
                for decision in game.legal(position)
            ]
    return found
