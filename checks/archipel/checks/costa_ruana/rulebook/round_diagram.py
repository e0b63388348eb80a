"""A round as a diagram: which part follows which, as the clauses say, and who does what in each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from archipel.checks.costa_ruana.svg import ART
from archipel.checks.costa_ruana.wording import say
from archipel.checks.rulebook.parts import Picture
from archipel.checks.rulebook.svg.document import of_block
from archipel.checks.rulebook.svg.elements import group, order_badge, tag
from archipel.checks.rulebook.svg.layout import Block, in_column, in_row, on_paper, padded, words
from archipel.spec.clauses import Nature, Step
from archipel.spec.costa_ruana import RULEBOOK
from archipel.spec.costa_ruana.vocabulary import OVER, PLAY_UP, phase
from archipel.spec.logic.terms import Compare, NumApply, Number, Term, definitions_in, walk

FIRST, LAST = PLAY_UP, OVER
UNTITLED = ("round", "cards", "end")
"""Sections whose clauses say nothing about when a step is taken."""


@dataclass(frozen=True)
class DiagramStage:
    """A part of a round: the section that describes it, and the steps taken in it, in order."""

    section: str
    steps: tuple[Step, ...]


def stages() -> list[DiagramStage]:
    """The parts of a round in the order in which the clauses let them follow each other."""
    found: dict[str, list[Step]] = {}
    for step in _in_order():
        if (section := _section(step)) is not None:
            found.setdefault(section, []).append(step)
    return [DiagramStage(section, tuple(steps)) for section, steps in found.items()]


def _in_order() -> Iterator[Step]:
    """The steps of a round, phase by phase; what ends a phase comes last in it."""
    known, waiting = set[int](), [_value(FIRST)]
    while waiting:
        now = waiting.pop(0)
        if now in known:
            continue
        known.add(now)
        here = [step for step in RULEBOOK.steps.values() if now in asked_in(step)]
        here.sort(key=lambda step: bool(leads_to(step) - {now}))
        yield from here
        waiting += sorted({later for step in here for later in leads_to(step)})


def _value(constant: Term) -> int:
    assert isinstance(constant, Number)
    return constant.value


def asked_in(step: Step) -> set[int]:
    """The phases in which a step can be taken, as its guards say."""
    terms = [term for part in RULEBOOK.guards(step) for term in walk(part.term)]
    sides = [(term.left, term.right) for term in terms if isinstance(term, Compare) and term.operator == "="]
    return {right.value for left, right in sides if _is_phase(left) and isinstance(right, Number)}


def _is_phase(term: Term) -> bool:
    return isinstance(term, NumApply) and isinstance(phase, NumApply) and term.symbol is phase.symbol


def leads_to(step: Step) -> set[int]:
    """The phases that a step can lead to."""
    terms = [term for change in _phase_changes(step) for term in walk(change)]
    return {term.value for term in terms if isinstance(term, Number)}


def _phase_changes(step: Step) -> list[Term]:
    assert isinstance(phase, NumApply)
    return [change.term for change in RULEBOOK.changes(step) if change.target is phase.symbol]


def everybody_in_turn(step: Step) -> bool:
    """Whether a step is taken by every player in turn before the round goes on."""
    return any("last_in_turn" in definitions_in(term) for term in _phase_changes(step))


def _section(step: Step) -> str | None:
    """The section that says most about a step, besides those about the round as a whole."""
    natures = (Nature.GUARD, Nature.BECOMES, Nature.ADDS)
    sections = [part.clause.partition(".")[0] for part in RULEBOOK.parts(*natures, step=step)]
    told = [section for section in sections if section not in UNTITLED]
    return max(dict.fromkeys(told), key=told.count, default=None)


# The diagram

WIDE = 330


def diagram(lang: str) -> Picture:
    """The parts of a round, from top to bottom, and what comes after the last."""
    parts = stages()
    boxes = [_box(lang, place, stage) for place, stage in enumerate(parts, 1)]
    half = -(-len(boxes) // 2)
    columns = [_linked(boxes[:half]), _linked(boxes[half:])]
    drawn = in_row(columns, 26, 0)
    again = words(say(lang, "picture.round.again"), 15, "b m", drawn.width)
    told = [f"{_title(lang, stage)}: {', '.join(_lines(lang, stage))}." for stage in parts]
    sentences = [f"{place}. {sentence}" for place, sentence in enumerate(told, 1)]
    block = on_paper(in_column([drawn, again], 14, 0.5), 20)
    told = [*sentences, say(lang, "picture.round.again")]
    return of_block(ART, lang, block, say(lang, "picture.caption.round"), told)


def _title(lang: str, stage: DiagramStage) -> str:
    return RULEBOOK.sections[stage.section][lang]


def _lines(lang: str, stage: DiagramStage) -> list[str]:
    """What is done in a part of a round, and first whether everybody does it in turn."""
    told = dict.fromkeys([say(lang, f"picture.step.{step.name}") for step in stage.steps])
    in_turn = all(map(everybody_in_turn, stage.steps))
    return [*([say(lang, "picture.step.everybody")] if in_turn else []), *filter(None, told)]


def _box(lang: str, place: int, stage: DiagramStage) -> Block:
    title = words(_title(lang, stage), 17, "b", WIDE - 44)
    lines = [words(f"• {line}", 14, "soft", WIDE - 44) for line in _lines(lang, stage)]
    inside = in_column([title, *lines], 7)
    framed = padded(Block(WIDE - 40, inside.height, (inside.at(12, 0),)), "step", 14, WIDE, 12)
    return Block(framed.width + 14, framed.height, (framed.at(14, 0), order_badge(str(place), 17, framed.height / 2)))


def _linked(boxes: list[Block]) -> Block:
    """Boxes below each other, with arrows between them."""
    down = group(WIDE / 2 + 14, 0, [tag("path", d="M0 0V20M-6 13L0 20L6 13", class_="arrow")])
    parts = [part for box in boxes for part in (box, Block(WIDE + 14, 22, (down,)))][:-1]
    return in_column(parts, 6)
