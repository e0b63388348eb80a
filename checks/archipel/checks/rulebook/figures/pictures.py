"""Pictures of situations that are kept, and of worked examples as comic strips (*storyboards*).

A game says how it tells in pictures (:class:`PictureNarrator`); one that only draws whole boards is told by these.
Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, Protocol, TypeAlias

from archipel.checks.explain.catalogue import Speaker, capitalized
from archipel.checks.explain.explaining import Explainer
from archipel.checks.explain.narration import PUBLIC
from archipel.checks.games.protocol import Game
from archipel.checks.rulebook.figures.kept import FigureFile
from archipel.checks.rulebook.figures.reading_pairs import PartedReading
from archipel.checks.rulebook.figures.situations import Figure, Figures
from archipel.checks.rulebook.parts import Picture, ToldEvent
from archipel.checks.rulebook.svg.document import of_block
from archipel.checks.rulebook.svg.layout import Block, Verdict, panel
from archipel.checks.rulebook.svg.style import Artwork

Pictures: TypeAlias = tuple[Picture, ...]


class PictureNarrator(Protocol):
    """Draws and tells what happens, in one language; a verdict is a sign and a word for what comes of it."""

    def decided(self, event: ToldEvent, verdict: Verdict | None = None) -> Picture:
        """One decision, or what was tried in vain."""

    def followed(self, event: ToldEvent, figure: Figure, verdict: Verdict) -> Picture:
        """What follows by itself from a decision, as far as it depends on the clause of a situation."""

    def ended(self, state: Any, verdict: Verdict | None = None) -> Picture:
        """The game is over."""

    def opened(self, state: Any, other: Any, verdict: Verdict) -> Picture:
        """How a game might open, as far as it is not as in another opening (if there is one)."""

    def parted(self, event: ToldEvent, other: ToldEvent, verdict: Verdict) -> Picture:
        """What comes of a decision, as far as something else comes of it elsewhere."""


@dataclass(frozen=True)
class SituationPictures:
    """Both sides of a clause, and two readings side by side; nothing where no situation is kept."""

    file: FigureFile
    narrator: Callable[[str, int], PictureNarrator]
    """Who tells it in a language, for so many players."""
    speaker: Callable[[str], Speaker]

    def _say(self, lang: str, key: str) -> str:
        return self.speaker(lang).say(f"picture.{key}")

    def sides(self, clause: str, lang: str) -> Pictures:
        """What a clause decides, and the nearest situation that it does not decide."""
        figures = self.file.kept.clauses[clause]
        if isinstance(figures, str):
            return ()
        if figures[0].setup is not None:
            return self._openings(figures, lang)
        permitted = not self.file.situations.refused(figures[0])
        return tuple([self._side(figure, lang, permitted) for figure in figures])

    def _side(self, figure: Figure, lang: str, permitted: bool) -> Picture:
        situations = self.file.situations
        engine = situations.mapping.engine
        narrator = self.narrator(lang, engine.players(figure.state))
        rule = ("so", self._say(lang, "acts" if figure.applies else "beside"))
        if figure.action is None:
            return narrator.ended(figure.state, rule)
        refused = situations.refused(figure)
        after = None if refused else engine.apply_action(figure.state, figure.action)
        event = ToldEvent(figure.state, figure.action, after)
        if refused:
            return narrator.decided(event)
        if situations.rulebook.steps[figure.step].is_decision:
            how = "allowed" if not permitted else "allowed by" if figure.applies else "allowed anyway"
            return narrator.decided(event, ("yes", self._say(lang, how)))
        return narrator.followed(event, figure, rule)

    def _openings(self, figures: Figures, lang: str) -> Pictures:
        situations, wrong = self.file.situations, figures[0]
        narrator = self.narrator(lang, situations.mapping.engine.players(wrong.state))
        usual = situations.opened(wrong.setup)
        verdicts = [self._opening(lang, not figure.applies) for figure in figures]
        pairs = zip(figures, verdicts, strict=True)
        others = {True: usual, False: wrong.state}
        return tuple([narrator.opened(figure.state, others[figure.applies], verdict) for figure, verdict in pairs])

    def _opening(self, lang: str, allowed: bool) -> Verdict:
        return ("yes", self._say(lang, "opens")) if allowed else ("no", self._say(lang, "opens not"))

    # Readings

    def readings(self, name: str, lang: str) -> Pictures:
        """The same situation by our reading and by another."""
        what = self.file.kept.readings[name]
        if isinstance(what, str):
            return ()
        if what.setup is not None:
            return self._games_opened(what, lang)
        after = self.file.pairs.played(what)
        pair = [ToldEvent(state, what.action, later) for state, later in zip(what.states, after, strict=True)]
        return tuple([self._by_reading(lang, pair, side) for side in (0, 1)])

    def _games_opened(self, what: PartedReading, lang: str) -> Pictures:
        ours, theirs = self.file.pairs.played(what)
        narrator = self.narrator(lang, self.file.situations.mapping.engine.players(ours))
        verdicts = [self._whose(lang, side) for side in (0, 1)]
        if theirs is not None:
            pairs = ((ours, theirs), (theirs, ours))
            return tuple([narrator.opened(*pair, verdict) for pair, verdict in zip(pairs, verdicts, strict=True)])
        signs = [self._opening(lang, allowed) for allowed in (True, False)]
        told = [(sign, f"{whose}, {word}") for (sign, word), (_, whose) in zip(signs, verdicts, strict=True)]
        return tuple([narrator.opened(ours, None, verdict) for verdict in told])

    def _whose(self, lang: str, side: int) -> Verdict:
        return "so", self._say(lang, "other" if side else "ours")

    def _by_reading(self, lang: str, pair: Sequence[ToldEvent], side: int) -> Picture:
        event, other = pair[side], pair[1 - side]
        narrator = self.narrator(lang, self.file.situations.mapping.engine.players(event.before))
        sign, whose = self._whose(lang, side)
        if event.after is None or other.after is None:
            kind, word = ("no", "refused") if event.after is None else ("yes", "allowed")
            return narrator.decided(event, (kind, f"{whose}, {self._say(lang, word)}"))
        if self.file.situations.mapping.engine.is_terminal(event.after):
            return narrator.ended(event.after, (sign, whose))
        return narrator.parted(event, other, (sign, whose))


# Comic strips

Numbers: TypeAlias = Iterator[int] | None
Panels: TypeAlias = Callable[[Any, Sequence[ToldEvent]], Iterable[Picture]]


def each_decided(narrator: PictureNarrator, told: Sequence[ToldEvent]) -> list[Picture]:
    """A panel for each decision, and for what was tried in vain."""
    return [narrator.decided(event) for event in told]


def strip(
    groups: Iterable[Sequence[ToldEvent]], narrator: Callable[[int, Numbers], Any], panels: Panels = each_decided
) -> Pictures:
    """The panels of an example, numbered if there are several; ``narrator`` tells a group, by its place."""
    parts = list(groups)

    def drawn(numbers: Numbers) -> Pictures:
        told = [panels(narrator(place, numbers), part) for place, part in enumerate(parts)]
        return tuple([picture for each in told for picture in each])

    alone = drawn(None)
    return alone if len(alone) == 1 else drawn(count(1))


def with_verdict(speaker: Speaker, verdict: Verdict | None, sentence: str) -> str:
    """A caption that says what the verdict says."""
    if verdict is None:
        return sentence
    return speaker.say("picture.verdict", word=capitalized(verdict[1]), sentence=sentence)


@dataclass(frozen=True)
class BoardNarrator:
    """Tells in whole boards, with the sentences that the catalogue has for decisions and what follows from them."""

    game: Game
    art: Artwork
    lang: str
    draw: Callable[[Any, str], tuple[Block, Sequence[str]]]
    """A position, and what it shows in sentences."""
    numbers: Numbers = None

    def _picture(self, state: Any, sentence: str, verdict: Verdict | None) -> Picture:
        block, told = self.draw(state, self.lang)
        drawn = panel([block], verdict, None if self.numbers is None else next(self.numbers))
        caption = with_verdict(Speaker(self.game.catalogue, self.lang), verdict, sentence)
        return of_block(self.art, self.lang, drawn, caption, told)

    def decided(self, event: ToldEvent, verdict: Verdict | None = None) -> Picture:
        explainer = Explainer(self.game.explained)
        lines = [explainer.decision_told(event.before, event.action)[self.lang]]
        if event.after is None:
            verdict = verdict or ("no", Speaker(self.game.catalogue, self.lang).say("picture.refused"))
            reasons = explainer.explain(event.before, event.action).reasons
            lines += dict.fromkeys([link.fact[self.lang] for link in reasons if link.fact is not None])
        return self._picture(event.before, " ".join(lines), verdict)

    def _news(self, event: ToldEvent) -> str:
        told = self.game.explained.narration(self.lang, event.before, PUBLIC)
        return " ".join(told.step(event.before, event.action))

    def followed(self, event: ToldEvent, figure: Figure, verdict: Verdict) -> Picture:
        return self._picture(event.after, self._news(event), verdict)

    def ended(self, state: Any, verdict: Verdict | None = None) -> Picture:
        names = self.game.names(self.lang, self.game.engine.players(state))
        points = zip(names, self.game.engine.returns(state), strict=True)
        speaker = Speaker(self.game.catalogue, self.lang)
        told = [speaker.say("picture.points", player=name, points=number) for name, number in points]
        return self._picture(state, f"{', '.join(told)}.", verdict)

    def opened(self, state: Any, other: Any, verdict: Verdict) -> Picture:
        return self._picture(state, "", verdict)

    def parted(self, event: ToldEvent, other: ToldEvent, verdict: Verdict) -> Picture:
        return self._picture(event.after, self._news(event), verdict)
