"""A round as a diagram (*flow chart*): which part follows which, as the clauses say, and who does what in each.

Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from archipel.checks.explain.catalogue import Speaker
from archipel.checks.rulebook.parts import Picture
from archipel.checks.rulebook.svg.document import of_block
from archipel.checks.rulebook.svg.elements import group, order_badge, tag
from archipel.checks.rulebook.svg.layout import Block, in_column, in_row, on_paper, padded, words
from archipel.checks.rulebook.svg.style import Artwork
from archipel.spec.clauses import Nature, Rulebook, Step
from archipel.spec.logic.terms import Compare, Num, NumApply, Number, Term, definitions_in, walk

WIDE = 330


@dataclass(frozen=True)
class DiagramStage:
    """A part of a round: the section that describes it, and the steps taken in it, in order."""

    section: str
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class RoundDiagram:
    """The parts of a round, from the phase ``first`` on.

    ``phase`` is the fact that says what is to happen; ``in_turn`` the notion by which a phase goes on until everybody
    has had a turn, ``untitled`` are sections whose clauses say nothing about when a step is taken. The catalogue says
    what is done in a step (``picture.step.NAME``).
    """

    rulebook: Rulebook
    phase: Num
    first: Num
    in_turn: str = ""
    untitled: Collection[str] = ()

    # What the clauses say

    def stages(self) -> list[DiagramStage]:
        """The parts of a round in the order in which the clauses let them follow each other."""
        found: dict[str, list[Step]] = {}
        for step in self._in_order():
            if (section := self._section(step)) is not None:
                found.setdefault(section, []).append(step)
        return [DiagramStage(section, tuple(steps)) for section, steps in found.items()]

    def _in_order(self) -> Iterator[Step]:
        """The steps of a round, phase by phase; what ends a phase comes last in it."""
        assert isinstance(self.first, Number)
        known, waiting = set[int](), [self.first.value]
        while waiting:
            now = waiting.pop(0)
            if now in known:
                continue
            known.add(now)
            here = [step for step in self.rulebook.steps.values() if now in self.asked_in(step)]
            here.sort(key=lambda step: bool(self.leads_to(step) - {now}))
            yield from here
            waiting += sorted({later for step in here for later in self.leads_to(step)})

    def asked_in(self, step: Step) -> set[int]:
        """The phases in which a step can be taken, as its guards say."""
        terms = [term for part in self.rulebook.guards(step) for term in walk(part.term)]
        sides = [(term.left, term.right) for term in terms if isinstance(term, Compare) and term.operator == "="]
        return {right.value for left, right in sides if self._is_phase(left) and isinstance(right, Number)}

    def _is_phase(self, term: Term) -> bool:
        assert isinstance(self.phase, NumApply)
        return isinstance(term, NumApply) and term.symbol is self.phase.symbol

    def leads_to(self, step: Step) -> set[int]:
        """The phases that a step can lead to."""
        terms = [term for change in self._phase_changes(step) for term in walk(change)]
        return {term.value for term in terms if isinstance(term, Number)}

    def _phase_changes(self, step: Step) -> list[Term]:
        assert isinstance(self.phase, NumApply)
        return [change.term for change in self.rulebook.changes(step) if change.target is self.phase.symbol]

    def everybody_in_turn(self, step: Step) -> bool:
        """Whether a step is taken by every player in turn before the round goes on."""
        return any(self.in_turn in definitions_in(term) for term in self._phase_changes(step))

    def _section(self, step: Step) -> str | None:
        """The section that says most about a step, besides those about the round as a whole."""
        natures = (Nature.GUARD, Nature.BECOMES, Nature.ADDS)
        sections = [part.clause.partition(".")[0] for part in self.rulebook.parts(*natures, step=step)]
        told = [section for section in sections if section not in self.untitled]
        return max(dict.fromkeys(told), key=told.count, default=None)

    # The picture

    def drawn(self, art: Artwork, speaker: Speaker) -> Picture:
        """The parts of a round, from top to bottom, and what comes after the last."""
        titles = self.rulebook.sections
        parts = [(titles[one.section][speaker.lang], self._lines(one, speaker)) for one in self.stages()]
        boxes = [_box(place, title, lines) for place, (title, lines) in enumerate(parts, 1)]
        half = -(-len(boxes) // 2)
        drawn = in_row([_linked(column) for column in (boxes[:half], boxes[half:]) if column], 26, 0)
        again = speaker.say("picture.round.again")
        told = [f"{place}. {title}: {', '.join(lines)}." for place, (title, lines) in enumerate(parts, 1)]
        block = on_paper(in_column([drawn, words(again, 15, "b m", drawn.width)], 14, 0.5), 20)
        return of_block(art, speaker.lang, block, speaker.say("picture.caption.round"), [*told, again])

    def _lines(self, stage: DiagramStage, speaker: Speaker) -> list[str]:
        """What is done in a part of a round, and first whether everybody does it in turn."""
        told = dict.fromkeys([str(speaker.say(f"picture.step.{step.name}")) for step in stage.steps])
        in_turn = all(map(self.everybody_in_turn, stage.steps))
        return [*([speaker.say("picture.step.everybody")] if in_turn else []), *filter(None, told)]


def _box(place: int, title: str, lines: list[str]) -> Block:
    told = [words(f"• {line}", 14, "soft", WIDE - 44) for line in lines]
    inside = in_column([words(title, 17, "b", WIDE - 44), *told], 7)
    framed = padded(Block(WIDE - 40, inside.height, (inside.at(12, 0),)), "step", 14, WIDE, 12)
    return Block(framed.width + 14, framed.height, (framed.at(14, 0), order_badge(str(place), 17, framed.height / 2)))


def _linked(boxes: list[Block]) -> Block:
    """Boxes below each other, with arrows between them."""
    down = group(WIDE / 2 + 14, 0, [tag("path", d="M0 0V20M-6 13L0 20L6 13", class_="arrow")])
    parts = [part for box in boxes for part in (box, Block(WIDE + 14, 22, (down,)))][:-1]
    return in_column(parts, 6)
