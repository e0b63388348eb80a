"""From the game that happened to show a difference to the shortest one that does.

Why not a general shrinker such as hypothesis has: it deletes and lowers choices without knowing what they mean, and in
a game every choice changes what the later ones mean, so that hardly any shortened game shows anything. A game knows
better: a later round can be dealt as the first one, a card that does nothing can stand in for one that does. So it
proposes shorter scripts (:meth:`Game.shorter`), the program is asked, and what still differs in the same way is shrunk
further, until nothing helps or the time is up.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from archipel.checks.conformance.games import Difference, Script
from archipel.checks.conformance.searching import asking
from archipel.checks.conformance.trials import Judge, StoppedError

SHORT_GAMES = 12
"""So many games are played anew, each cut off where it would be no shorter."""


@dataclass
class Shrinker:
    """Looks for a shorter script until nothing helps or the time is up."""

    judge: Judge
    seconds: float
    fresh: bool = False
    """Whether the program is started anew for each script."""

    def shrink(self, found: Difference, players: Sequence[int], seed: int) -> Difference:
        """The smallest script found that shows the same difference."""
        until = time.monotonic() + self.seconds
        best = self._without_asides(found, until)
        best = self._played_anew(best, players, seed, until - self.seconds / 2)
        return self._shrunk(best, until)

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
        return bool(set(found.aspects) & set(best.aspects)) and bool(self._named(found) & named)

    def _named(self, difference: Difference) -> set[str]:
        return {link.clause for link in self.judge.game.clauses(difference)[:1]}

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


def _asides(script: Script) -> list[int]:
    """Where something is only tried or looked at, except at the end."""
    return [place for place, event in enumerate(script.events[:-1]) if event.do != "play"]


def shrunk(
    judge: Judge, found: Difference, players: Sequence[int], seed: int, seconds: float
) -> tuple[Difference, bool]:
    """The shortest script found, and whether a program that was just started shows it too.

    A program may keep something from games before: then it is started anew for every script, if that helps.
    """
    best = Shrinker(judge, seconds).shrink(found, players, seed)
    if (again := _shown_by_fresh(judge, best.script)) is not None:
        return again, True
    if (again := _shown_by_fresh(judge, found.script)) is not None:
        return Shrinker(judge, seconds, fresh=True).shrink(again, players, seed), True
    return found, False


def _shown_by_fresh(judge: Judge, script: Script) -> Difference | None:
    judge.renew()
    try:
        return judge.run(script)
    except StoppedError:
        judge.renew()
        return None
